"""What dumps, records and refusals owe to whoever reads them back."""

from __future__ import annotations

import pytest

import cairn
from cairn.core.contract import SPECTATOR
from cairn.core.deck import Deck
from tests.toys.pebbles import Pebbles

NAMES = ["ash", "birch"]


def test_the_dump_of_a_pool_tells_nothing_about_an_order():
    assert Deck.of(NAMES, [1, 0, 1]).dump() == Deck.of(NAMES, [0, 1, 1]).dump()


def test_a_spectator_knows_no_card_of_a_deck():
    deck = Deck.of(NAMES, [])
    deck.put_on_top(0, 2**8)
    assert deck.lift(SPECTATOR) == [0]


def test_a_dump_without_one_of_the_options_is_refused():
    game = cairn.game("five-towers")
    data = game.start(2, cairn.Dice(1)).dump()
    del data["options"]["start"]
    with pytest.raises(cairn.BadPosition) as refused:
        game.load(data)
    assert refused.value.field == "options.start"


def test_a_record_of_a_game_that_is_not_registered_can_be_read_with_the_game_handed_in():
    game = Pebbles()
    record = cairn.Record.new(game, ["ann", "bob"], cairn.Dice(1))
    assert cairn.Record.read(record.text(), game).state.dump() == record.state.dump()


def test_a_record_of_another_game_than_the_one_handed_in_is_refused():
    text = cairn.Record.new(Pebbles(), ["ann", "bob"], cairn.Dice(1)).text()
    with pytest.raises(cairn.BadRecord, match="a record of 'pebbles', not of 'five-towers'"):
        cairn.Record.read(text, cairn.game("five-towers"))


@pytest.mark.parametrize("slug", cairn.slugs())
def test_what_was_saved_by_other_rules_is_refused_with_both_versions(slug):
    game = cairn.game(slug)
    record = cairn.Record.new(game, ["ann", "bob", "cleo"][: game.seats[0]], cairn.Dice(1))
    text = record.text().replace(f'"rules_version": "{game.rules_version}"', '"rules_version": "0.9"')
    by = rf"^rules_version: .*version 0\.9 .*replays {game.rules_version}$"
    with pytest.raises(cairn.BadRecord, match=by):
        cairn.Record.read(text)
    with pytest.raises(
        cairn.BadPosition, match=rf"^rules_version: this build plays version {game.rules_version}, not 0\.9$"
    ):
        game.load({**record.state.dump(), "rules_version": "0.9"})
