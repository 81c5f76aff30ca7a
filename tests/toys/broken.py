"""Pebbles with one thing wrong each, and the check that must notice it."""

from __future__ import annotations

from cairn.core.chance import Dice
from cairn.core.contract import Score, refuse
from cairn.core.errors import BadNotation, BadPosition
from cairn.core.event import Event
from cairn.core.fields import Fields
from cairn.core.pool import Pool
from tests.toys.pebbles.decisions import KEEP, LOOK, Bury, Play, spoken, tell
from tests.toys.pebbles.game import Pebbles
from tests.toys.pebbles.state import NAMES, WEIGHTS, PebblesState

BROKEN: dict[str, type[Pebbles]] = {}
"""Every broken game by name."""

MEANT: dict[str, tuple[str, ...]] = {}
"""By the same names: the check meant to notice it, then those that cannot help noticing it too."""


PLACES = {PebblesState: "state_type", Play: "play", Bury: "bury_type"}


def breaks(meant: str, *also: str):
    """Enter a broken game, or the game with a broken part, with the checks that notice it."""

    def enter(broken):
        name = broken.__name__
        place = PLACES.get(broken.__base__)
        BROKEN[name] = broken if place is None else type(name, (Pebbles,), {place: broken})
        MEANT[name] = (meant, *also)
        return broken

    return enter


@breaks("choices")
class OffersTwice(Play):
    def choices(self, state):
        offered = super().choices(state)
        return offered + offered[:1]


@breaks("choices")
class OffersNothing(Play):
    def choices(self, state):
        return [] if any(state.won) else super().choices(state)


@breaks("choices")
class HandsOutItsOwnList(PebblesState):
    def choices(self):
        return self.offered


@breaks("choices", "reasons")
class AsksAnEmptyChair(PebblesState):
    def settle(self, chance):
        super().settle(chance)
        self.move_over()

    def offer(self):
        super().offer()
        self.move_over()

    def move_over(self):
        if self.seat == 1 and not any(self.won):
            self.seat = self.setup.seats


@breaks("turns")
class NeverBeginsATurn(PebblesState):
    def begin_turn(self, seat):
        pass


@breaks("turns")
class PassesTheTurnInTheMiddle(PebblesState):
    def settle(self, chance):
        super().settle(chance)
        self.turn_seat = int(any(self.looked))


@breaks("turns")
class CountsBackwards(PebblesState):
    def begin_turn(self, seat):
        self.turn_number = (self.turn_number or 100) - 1
        self.turn_seat = seat


@breaks("notation")
class WritesCapitals(Play):
    def notation(self, state, choice):
        return super().notation(state, choice).capitalize()

    def parse(self, state, text):
        return super().parse(state, text.lower())


@breaks("notation", "record")
class WritesWhatItCannotRead(Play):
    def notation(self, state, choice):
        return super().notation(state, choice).replace("-", " ")

    def parse(self, state, text):
        if text.count(" ") == 2:
            raise BadNotation(f"'{text}' is not an answer to this question")
        return super().parse(state, text)


@breaks("notation", "record")
class WritesTwoChoicesAlike(Bury):
    def notation(self, state, choice):
        return "bury" if choice != KEEP else "keep"

    def parse(self, state, text):
        return self.choices(state)[0] if text == "bury" else super().parse(state, text)


@breaks("view")
class ShowsTuples(PebblesState):
    def zones_seen(self, viewer):
        return super().zones_seen(viewer) | {"looked": tuple(self.looked)}


@breaks("view")
class HidesTheAnswers(PebblesState):
    def view(self, seat):
        return super().view(seat) | {"choices": []}


@breaks("view", "leak", "imagine")
class ShowsTheAnswersToAll(PebblesState):
    def view(self, seat):
        return super().view(seat) | {"choices": self._shown_choices() if self.seat >= 0 else []}


@breaks("view")
class ChangesWhenLookedAt(PebblesState):
    """Tidies the piles when it shows them."""

    def zones_seen(self, viewer):
        self.won = [sorted(pile) for pile in self.won]
        return super().zones_seen(viewer)


@breaks("dump")
class ForgetsWhoLooked(Pebbles):
    class state_type(PebblesState):  # noqa: N801
        def zones(self):
            return {name: zone for name, zone in super().zones().items() if name != "looked"}

    def restore(self, setup, zones, stack):
        whole = dict(zones._data) | {"looked": [False] * setup.seats}
        return super().restore(setup, Fields(whole, "zones"), stack)


@breaks("dump")
class DumpsTuples(PebblesState):
    def zones(self):
        return super().zones() | {"table": tuple(NAMES[weight] for weight in self.table)}


@breaks("clone", "resample")
class SharesAFlag(PebblesState):
    def clone(self):
        copy = super().clone()
        copy.looked = self.looked
        return copy


@breaks("clone", "resample")
class SharesPiles(PebblesState):
    def clone(self):
        copy = super().clone()
        copy.won = self.won
        return copy


@breaks("clone")
class ClonesListeners(PebblesState):
    def clone(self):
        copy = super().clone()
        copy.listen()
        return copy


@breaks("record", "events")
class HasItsOwnDice(Pebbles):
    """Shuffles with dice of its own instead of the chance it is given."""

    def __init__(self):
        super().__init__()
        self.dice = Dice(1)

    def deal(self, setup, chance):
        return super().deal(setup, self.dice)


@breaks("components", "imagine")
class LosesBuriedPebbles(Pebbles):
    def bury(self, state, seat, weight):
        pass

    def check_pebbles(self, state):
        pass


@breaks("components")
class OverlooksTheTable(PebblesState):
    def components(self):
        counts = super().components()
        for weight in self.table:
            counts[NAMES[weight]] -= 1
        return counts


@breaks("scores")
class AddsWrongly(PebblesState):
    def scores(self):
        scores = super().scores()
        for score in scores:
            score.total += 1 + len(self.table)
        return scores


@breaks("scores")
class ScoresYesOrNo(PebblesState):
    def scores(self):
        return [Score({"pebbles": len(pile), "heaviest": WEIGHTS - 1 in pile}) for pile in self.won]


@breaks("scores")
class ShowsWrongPoints(PebblesState):
    def scores_seen(self, viewer):
        return [{"pebbles": len(pile) + 1, "heaviest": None} for pile in self.won]


@breaks("ends", "memory")
class NeverEnds(Pebbles):
    """It also forgets, with each reshuffle, what could be told of a hand from what lay open before."""

    def draw_all(self, state, chance):
        if state.bag.count() < state.setup.seats:
            for pile in state.won:
                state.bag.shuffle_in(pile[:])
                pile.clear()
        super().draw_all(state, chance)


@breaks("ends")
class PromisesTooMuch(Pebbles):
    def longest(self, seats):
        return 12


@breaks("result")
class GivesEverybodyTheWin(PebblesState):
    def result(self):
        return [1.0 for _ in super().result()]


@breaks("result")
class KnowsTheResultTooSoon(PebblesState):
    def result(self):
        return [1.0 / self.setup.seats] * self.setup.seats


@breaks("resample")
class RedrawsNothing(PebblesState):
    def resample(self, seat, chance):
        return self.clone()


@breaks("resample", "windows")
class RedrawsTheOriginal(PebblesState):
    def resample(self, seat, chance):
        world = super().resample(seat, chance)
        if seat >= 0:
            self.bag = world.bag.clone()
            self.hands = [hand[:] for hand in world.hands]
            self.offer()
        return world


@breaks("resample")
class RedrawsIntoASharedPile(PebblesState):
    def resample(self, seat, chance):
        world = super().resample(seat, chance)
        world.won = self.won
        return world


@breaks("resample")
class RedrawsFromAnEndlessBag(PebblesState):
    def resample(self, seat, chance):
        world = super().resample(seat, chance)
        pebbles = world.bag.pool.numbers()
        world.bag.pool = Pool.of(pebbles[:1] * len(pebbles))
        return world


@breaks("resample", "windows")
class KeepsTheOldAnswers(PebblesState):
    def resample(self, seat, chance):
        world = super().resample(seat, chance)
        world.set_answers(self.offered)
        return world


@breaks("resample")
class RedrawsByItself(PebblesState):
    dice = Dice(1)

    def resample(self, seat, chance):
        return super().resample(seat, self.dice)


@breaks("leak")
class RedrawsWhatIsKnown(PebblesState):
    """Forgets what a seat has seen of the bag."""

    def resample(self, seat, chance):
        world = super().resample(seat, chance)
        if world.bag.top:
            world.bag.shuffle_in([])
            world.bag.look(len(self.bag.top), max(seat, 0), chance)
            world.bag.top_known[:] = self.bag.top_known
        return world


@breaks("leak")
class ShowsEveryHand(PebblesState):
    def hand_seen(self, seat, viewer):
        return super().hand_seen(seat, seat)


@breaks("leak", "imagine")
class LightsUpOthersHands(Play):
    def elements(self, state, choice):
        return [f"pebble:{weight}" for hand in state.hands for weight in sorted(entry % 16 for entry in hand)]


@breaks("leak", "imagine", "reasons")
class OffersByOthersHands(Play):
    """Looking is allowed only if somebody else holds a heavy pebble."""

    def choices(self, state):
        others = [entry % 16 for seat, hand in enumerate(state.hands) if seat != self.seat for entry in hand]
        offered = super().choices(state)
        return offered if max(others, default=0) > 4 else [choice for choice in offered if choice != LOOK] or offered


@breaks("memory")
class ForgetsWhatIsLeft(PebblesState):
    """Pebbles are drawn openly, but when one is played everybody forgets what is left in that hand."""

    def give(self, seat, chance):
        super().give(seat, chance)
        self.hands[seat][-1] |= (2**self.setup.seats - 1) * 16

    def take_out(self, seat, weight, openly):
        super().take_out(seat, weight, openly=False)


@breaks("windows")
class AsksOnlyForHeavyHands(Pebbles):
    """A winner without a heavy pebble is not asked to bury one: everybody notices."""

    def end_round(self, state, chance):
        super().end_round(state, chance)
        top = state.stack.top
        if top is not None and top.kind == "bury" and max(state.weights(top.seat), default=0) < 6:
            state.stack.top = None
            self.draw_all(state, chance)


@breaks("reasons", "windows")
class RefusesByOthersHands(Play):
    def why_not(self, state, choice):
        others = sum(entry % 16 for seat, hand in enumerate(state.hands) if seat != self.seat for entry in hand)
        return refuse("PB-2", "others-hold", points=others)


@breaks("imagine")
class ImaginesANewGame(Pebbles):
    def state_from_view(self, setup, viewer, zones, pending, chance):
        return self.deal(setup, chance)


@breaks("imagine")
class ImaginesByEmptyingTheView(Pebbles):
    def imagine(self, view, chance):
        state = super().imagine(view, chance)
        view["zones"].clear()
        return state


@breaks("imagine")
class ImaginesTooManyPebbles(Pebbles):
    def state_from_view(self, setup, viewer, zones, pending, chance):
        state = super().state_from_view(setup, viewer, zones, pending, chance)
        state.bag.pool = [0] * len(state.bag.pool)
        return state


@breaks("refusals")
class RefusesWithoutAReason(Play):
    def why_not(self, state, choice):
        return refuse("PB-2", "blank")


@breaks("refusals")
class RefusesByARuleThatIsNotThere(Play):
    def why_not(self, state, choice):
        return refuse("PB-99", "nothing-to-see")


@breaks("refusals", "reasons", "windows")
class CrashesOnOddNumbers(Play):
    def why_not(self, state, choice):
        return refuse("PB-2", "not-in-hand", pebble=NAMES[choice])


@breaks("refusals", "reasons")
class ChangesWhenItRefuses(Play):
    def why_not(self, state, choice):
        state.looked[self.seat] = True
        return super().why_not(state, choice)


@breaks("refusals")
class TakesAnyInt(PebblesState):
    def choose(self, choice, chance):
        if choice in self.offered:
            super().choose(choice, chance)


@breaks("refusals")
class ReadsNonsense(Play):
    def parse(self, state, text):
        try:
            return super().parse(state, text)
        except Exception:
            return LOOK


@breaks("refusals")
class StopsHalfWay(PebblesState):
    """Does not try a script before it takes it."""

    def choose(self, choice, chance):
        if choice not in self.offered:
            raise self.refusal(choice)
        self.apply(choice, chance)


@breaks("refusals", "positions")
class TakesAnyOption(Pebbles):
    def prepare(self, seats, options):
        return super().prepare(seats, {name: value for name, value in options.items() if name in self.options})


@breaks("reasons", "windows")
class SaysWhoHasIt(Play):
    def why_not(self, state, choice):
        holders = [seat for seat in range(state.setup.seats) if choice in state.weights(seat)]
        return refuse("PB-2", "said-by", pebble=spoken(choice), seats=holders)


@breaks("positions")
class LoadsCarelessly(Pebbles):
    def read_hand(self, part, seats):
        data = part._data
        return [who * 16 + NAMES.index(name) for name, who in zip(data["pebbles"], data["known"], strict=True)]


@breaks("positions")
class MendsInSilence(Pebbles):
    def restore(self, setup, zones, stack):
        whole = {"start": 0} | zones._data
        return super().restore(setup, Fields(whole, "zones"), stack)


@breaks("positions")
class RefusesByNoName(Pebbles):
    def load(self, data):
        try:
            return super().load(data)
        except BadPosition as error:
            raise BadPosition("somewhere", error.problem) from None


@breaks("events")
class TellsWithoutAMessage(Bury):
    def apply(self, state, choice, chance):
        tell(state, Event("ponder", self.seat, {}))
        super().apply(state, choice, chance)


@breaks("events")
class TellsNothingToThoseWhoDoNotKnow(Play):
    """The others have no sentence for a pebble played in secret."""

    def apply(self, state, choice, chance):
        tell(state, Event("play", self.seat, {}, {"pebble": "pebble-1"}, 1))
        super().apply(state, choice, chance)


@breaks("events")
class PlaysDifferentlyWhenHeard(Play):
    def apply(self, state, choice, chance):
        if state.log is not None:
            state.looked[self.seat] = True
        super().apply(state, choice, chance)


@breaks("events")
class SaysNothing(Pebbles):
    def set_up(self, setup, chance, log):
        return super().set_up(setup, chance, None)


class SeenThrough(Pebbles):
    """A good game in a bad place: whoever holds it can get at the last state that was looked at."""

    last_seen: PebblesState

    class state_type(PebblesState):  # noqa: N801
        def view(self, seat):
            self.setup.game.last_seen = self
            return super().view(seat)


def peeking_bot(game, view, dice):
    """Plays by what lies behind the view."""
    state = game.last_seen
    others = sum(entry for seat, hand in enumerate(state.hands) if seat != view["viewer"] for entry in hand)
    choices = view["choices"]
    return choices[others % len(choices)]["choice"]


def fair_bot(game, view, dice):
    """Plays at random in a world it imagines."""
    world = game.imagine(view, dice)
    return world.notation(world.choices()[dice.pick(len(world.choices()))])


def illegal_bot(game, view, dice):
    return "play pebble-1" if view["decision"]["kind"] == "play" else "keep"
