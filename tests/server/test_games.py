"""What the server says about the games there are."""

from __future__ import annotations

import cairn
from cairn.server.api.games import GameShown, _shown


def test_every_game_is_described_with_labels_for_all_values_of_its_options() -> None:
    for slug in cairn.slugs():
        shown = GameShown.model_validate(_shown(cairn.game(slug)))
        for option in shown.options:
            assert len(option.labels) == len(option.choices)
            assert option.help
        assert len(shown.roles) in (0, max(shown.seats))
        assert shown.first_game.seat < min(shown.seats)
        cairn.game(slug).prepare(max(shown.seats), shown.first_game.options)
        cairn.game(slug).prepare(max(shown.seats), shown.among_people)


def test_the_peak_names_its_roles_and_gives_newcomers_the_mountaineer_in_the_final_edition() -> None:
    shown = GameShown.model_validate(_shown(cairn.game("the-peak")))
    assert shown.roles == ["Mountain", "Mountaineer"]
    assert (shown.first_game.seat, shown.first_game.options) == (1, {"edition": "final"})
    assert shown.among_people == {"match": "two"}
    labels = {option.name: dict(zip(option.choices, option.labels, strict=True)) for option in shown.options}
    assert labels["handicap"]["mountain-20"] == "20 for the Mountain"
