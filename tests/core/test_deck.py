from __future__ import annotations

import json

import pytest

from cairn import BadPosition, Deck, Dice, Script
from cairn.core.fields import Fields

NAMES = ["ace", "king", "queen", "jack", "ten"]


def deck_of(*cards):
    return Deck.of(NAMES, [NAMES.index(card) for card in cards])


def named(cards):
    return [NAMES[card] for card in cards]


def test_a_draw_from_the_pool_is_decided_by_chance():
    deck = deck_of("ace", "king", "queen")
    assert named([deck.draw(Script(["king"]))]) == ["king"]
    assert deck.count() == 2


def test_what_was_looked_at_comes_in_that_order_without_chance():
    deck = deck_of("ace", "king", "queen")
    assert named(deck.look(2, seat=1, chance=Script(["queen", "ace"]))) == ["queen", "ace"]
    nothing = Script([])
    assert named([deck.draw(nothing), deck.draw(nothing)]) == ["queen", "ace"]


def test_looking_again_shows_the_same_cards_to_the_next_seat_too():
    deck = deck_of("ace", "king", "queen")
    deck.look(1, seat=0, chance=Script(["queen"]))
    assert named(deck.look(2, seat=1, chance=Script(["king"]))) == ["queen", "king"]
    assert deck.view(0)["top"] == [None, "queen"]
    assert deck.view(1)["top"] == ["king", "queen"]
    assert deck.view(-1)["top"] == [None, None]


def test_looking_at_more_cards_than_there_are_shows_them_all():
    assert len(deck_of("ace").look(3, seat=0, chance=Dice(1))) == 1


def test_cards_put_under_come_last_and_in_order():
    deck = deck_of("ace")
    deck.put_under(NAMES.index("king"), known=0b01)
    deck.put_under(NAMES.index("queen"), known=0b01)
    drawn = [deck.draw(Script(["ace"])) for _ in range(1)] + [deck.draw(Script([])) for _ in range(2)]
    assert named(drawn) == ["ace", "king", "queen"]


def test_shuffling_in_forgets_every_order():
    deck = deck_of("ace", "king")
    deck.look(1, seat=0, chance=Script(["ace"]))
    deck.shuffle_in([NAMES.index("queen")])
    assert deck.view(0) == {"count": 3, "top": [], "bottom": []}


@pytest.mark.parametrize("seed", range(20))
def test_lift_and_lay_keep_what_a_seat_knows_and_redraw_the_rest(seed):
    deck = deck_of("ace", "king", "queen", "jack")
    deck.look(1, seat=0, chance=Script(["jack"]))
    deck.look(2, seat=1, chance=Script(["king"]))
    before = deck.view(0)
    deck.lay(deck.lift(0), Dice(seed))
    assert deck.view(0) == before
    assert sorted(named(deck.cards())) == ["ace", "jack", "king", "queen"]


def test_resampling_reaches_every_order_a_seat_cannot_exclude():
    seen = set()
    for seed in range(60):
        deck = deck_of("ace", "king", "queen")
        deck.look(2, seat=1, chance=Script(["king", "ace"]))
        deck.lay(deck.lift(0), Dice(seed))
        seen.add(tuple(named(deck.top)))
    assert len(seen) == 6


def test_a_clone_shares_nothing():
    deck = deck_of("ace", "king", "queen")
    deck.look(1, seat=0, chance=Script(["queen"]))
    deck.put_under(NAMES.index("ten"), known=1)
    before = deck.dump()
    copy = deck.clone()
    for _ in range(4):
        copy.draw(Dice(1))
    assert deck.dump() == before


def test_a_dump_loads_again_and_a_bad_one_is_refused_by_field():
    deck = deck_of("ace", "king")
    deck.look(1, seat=1, chance=Script(["king"]))
    data = json.loads(json.dumps(deck.dump()))
    assert Deck.load(Fields(data, "deck"), NAMES, seats=2).dump() == data
    for field, bad in [("pool", ["joker"]), ("top_known", [9]), ("top_known", []), ("bottom", None)]:
        with pytest.raises(BadPosition) as refused:
            Deck.load(Fields({**data, field: bad}, "deck"), NAMES, seats=2)
        assert refused.value.field.startswith(f"deck.{field}")
