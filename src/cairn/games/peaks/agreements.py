"""Agreements: propose a climb with terms, answer, counter, settle or withdraw (PK-70 to PK-74).

The offer on the table lies in `state.proposal`, who has agreed to it in `state.bound`. Once it is settled both hold for
the turn: the proposer climbs as agreed, the others tag along, and the companions named come.
"""

from __future__ import annotations

from typing import ClassVar, Final

from cairn.core.bits import bit
from cairn.core.chance import Chance
from cairn.core.contract import Refusal, refuse
from cairn.core.event import Event
from cairn.games.peaks.climbing import Invitation, climb_words
from cairn.games.peaks.content import FIRST_BOOST, FIRST_COMPANION
from cairn.games.peaks.paying import FIRST_ENERGY_USE, add_energy_cards, use_caption, why_no_energy_card
from cairn.games.peaks.questions import MOST_SEATS, NO, YES, YES_OR_NO, PeaksDecision
from cairn.games.peaks.requirements import (
    UNFIT,
    acclimatized,
    can_climb_together,
    can_come,
    company_for,
    covers,
    might_come,
    reach,
    reach_under,
)
from cairn.games.peaks.state import GROUPS, NO_CARDS, PeaksState, Proposal

MOST_PROPOSALS: Final = 3
"""How many proposals a seat makes in a turn at the most (PK-72)."""

OFFER: Final = 0
REFUSE: Final = 0
AGREE: Final = 1
OTHER_GROUP: Final = 2
"""Counter with the other group; a companion's number counters with or without that companion."""
WITHDRAW: Final = 0
SETTLE: Final = 1


def may_propose(state: PeaksState, seat: int, mountain: int) -> bool:
    """A climb that the seat could pay for in company, with a mountain it has not proposed this turn (PK-70, PK-72)."""
    proposed = state.proposed
    if proposed and (len(proposed) >= MOST_PROPOSALS or mountain in proposed):
        return False
    return can_climb_together(state, seat, mountain) and company_for(state, seat, mountain)


def why_no_proposal(state: PeaksState, seat: int, mountain: int) -> Refusal:
    name = state.content.names[mountain]
    if mountain not in state.mountains[seat]:
        return refuse("PK-50", "not-your-climb", mountain=name)
    if mountain in state.proposed:
        return refuse("PK-72", "proposed-already", mountain=name)
    if len(state.proposed) >= MOST_PROPOSALS:
        return refuse("PK-72", "enough-proposals", count=MOST_PROPOSALS)
    if not acclimatized(state, seat, mountain):
        return refuse("PK-55", "not-acclimatized", mountain=name)
    if reach(state, seat, mountain) == UNFIT:
        return refuse("PK-56", "lacks-gear", mountain=name)
    if not can_climb_together(state, seat, mountain):
        return refuse("PK-61", "cannot-pay-shared", mountain=name)
    return refuse("PK-70", "nobody-could-come", mountain=name)


def propose(state: PeaksState, seat: int, mountain: int, group: int) -> None:
    state.proposal = Proposal(mountain, group, NO_CARDS, False)
    state.bound = 0
    state.proposed = [*state.proposed, mountain]
    state.stack.push(SETTLES[seat])
    state.stack.push(TERMS[seat])


class Terms(PeaksDecision):
    """Whose companions are to come? One by one, then the offer is made. (PK-73)"""

    kind: ClassVar[str] = "terms"
    rules: ClassVar[tuple[str, ...]] = ("PK-73", "PK-70")

    def choices(self, state: PeaksState) -> list[int]:
        offer = proposal_of(state)
        offered = [OFFER]
        for place in range(len(state.mountains)):
            seat: int = state.nth(place)
            theirs = state.companions_of(seat)
            if theirs and (place == 0 or might_come(state, seat, offer.mountain)):
                offered += [
                    card
                    for card in theirs
                    if card not in offer.companions and self.affordable(state, seat, offer, card)
                ]
        return offered

    def affordable(self, state: PeaksState, seat: int, offer: Proposal, card: int) -> bool:
        """Who promises a companion cannot discard it to pay any more."""
        if seat != self.seat or covers(state, seat, offer.mountain, due_under(state, offer, seat)):
            return True
        return holds_with(state, offer.with_companion(card), seat)

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        offer = proposal_of(state)
        if choice != OFFER:
            state.proposal = offer.with_companion(choice)
            state.stack.push(self)
            return
        for place in range(len(state.mountains) - 1, 0, -1):
            if might_come(state, state.nth(place), offer.mountain):
                state.stack.push(ANSWER[state.nth(place)])
        if state.log is not None:
            name, group = state.content.names[offer.mountain], GROUPS[offer.group]
            names = state.named(offer.companions)
            if names:
                state.log.append(
                    Event("propose-with", self.seat, {"mountain": name, "group": group, "companions": names})
                )
            else:
                state.log.append(Event("propose", self.seat, {"mountain": name, "group": group}))

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == OFFER:
            return "offer"
        verb = "promise" if choice in state.companions_of(self.seat) else "ask"
        return f"{verb} {state.content.names[choice]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {self.notation(state, choice): choice for choice in [OFFER, *range(FIRST_COMPANION, FIRST_BOOST)]}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        if not FIRST_COMPANION <= choice < FIRST_BOOST:
            return refuse("PK-73", "no-such-term")
        name = state.content.names[choice]
        if choice in proposal_of(state).companions:
            return refuse("PK-73", "in-the-terms", card=name)
        if choice in state.companions_of(self.seat):
            return refuse("PK-73", "needed-as-energy", card=name)
        return refuse("PK-73", "nobodys-companion", card=name)

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        offer = proposal_of(state)
        return "terms", {"mountain": state.content.names[offer.mountain], "group": GROUPS[offer.group]}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == OFFER:
            return "offer", {}
        if choice in state.companions_of(self.seat):
            return "promise", {"card": state.content.names[choice]}
        return "ask-for", {"card": state.content.names[choice]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        return [] if choice == OFFER else [f"card:{state.content.names[choice]}"]


class Answer(Invitation):
    """Will you come along as proposed? You may answer with an offer of your own, once. (PK-70, PK-74)

    Asked even if only one answer is left, like `Tag`.
    """

    kind: ClassVar[str] = "answer"
    rules: ClassVar[tuple[str, ...]] = ("PK-70", "PK-71", "PK-74", "PK-62")

    def able(self, state: PeaksState) -> bool:
        return can_come(state, self.seat, proposal_of(state).mountain)

    def choices(self, state: PeaksState) -> list[int]:
        offer = proposal_of(state)
        able = self.able(state)
        if offer.countered and able:
            return AGREE_OR_REFUSE
        offered = [REFUSE, AGREE, OTHER_GROUP] if able else [REFUSE]
        if not offer.countered:
            for change in self.changes(state):
                after = countered(offer, change)
                if holds_with(state, after, self.seat) and holds_with(state, after, state.player):
                    offered.append(change)
        if not able:
            add_energy_cards(state, self.seat, offered)
        return offered

    def changes(self, state: PeaksState) -> list[int]:
        """Without a companion of one's own, or with one of the proposer's."""
        named = proposal_of(state).companions
        others = state.companions_of(state.player)
        if not named:
            return others
        others = [card for card in others if card not in named]
        return [card for card in state.companions_of(self.seat) if card in named] + others

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == AGREE:
            agree(state, self.seat)
        elif choice == REFUSE:
            if state.log is not None:
                state.log.append(Event("refuse", self.seat, {}))
        elif choice >= FIRST_ENERGY_USE:
            self.use(state, choice, chance)
        else:
            after = countered(proposal_of(state), choice)
            state.stack.push(Consider(state.player, self.seat, choice))
            if state.log is not None:
                group, names = GROUPS[after.group], state.named(after.companions)
                if names:
                    state.log.append(Event("counter-with", self.seat, {"group": group, "companions": names}))
                else:
                    state.log.append(Event("counter", self.seat, {"group": group}))

    def notation(self, state: PeaksState, choice: int) -> str:
        if choice == AGREE:
            return "agree"
        if choice == REFUSE:
            return "refuse"
        if choice >= FIRST_ENERGY_USE:
            return self.use_words(state, choice)
        return f"counter {self.change_words(state, choice)}"

    def change_words(self, state: PeaksState, change: int) -> str:
        offer = proposal_of(state)
        if change == OTHER_GROUP:
            return GROUPS[1 - offer.group]
        return f"{'without' if change in offer.companions else 'with'} {state.content.names[change]}"

    def answers(self, state: PeaksState) -> dict[str, int]:
        known = [REFUSE, AGREE, OTHER_GROUP, *range(FIRST_COMPANION, FIRST_BOOST)]
        return {self.notation(state, choice): choice for choice in known} | self.use_answers(state)

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        offer = proposal_of(state)
        if choice >= FIRST_ENERGY_USE:
            return why_no_energy_card(state, self.seat, choice - FIRST_ENERGY_USE)
        if choice == AGREE:
            return refuse("PK-61", "cannot-pay-shared", mountain=state.content.names[offer.mountain])
        if choice == OTHER_GROUP or FIRST_COMPANION <= choice < FIRST_BOOST:
            if offer.countered:
                return refuse("PK-74", "one-counter")
            return refuse("PK-74", "no-such-counter")
        return refuse("PK-70", "agree-or-refuse")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        offer = proposal_of(state)
        words = climb_words(state, offer.mountain, offer.group)
        words["companions"] = state.named(offer.companions)
        words["terms"] = "yes" if offer.companions else "no"
        return "answer", words

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        if choice == AGREE:
            return "agree", {}
        if choice == REFUSE:
            return "refuse", {}
        if choice >= FIRST_ENERGY_USE:
            return use_caption(state, choice - FIRST_ENERGY_USE)
        offer = proposal_of(state)
        if choice == OTHER_GROUP:
            return "counter-group", {"group": GROUPS[1 - offer.group], "mine": GROUPS[offer.group]}
        if choice in offer.companions:
            return "counter-without", {"card": state.content.names[choice]}
        return "counter-with", {"card": state.content.names[choice]}

    def elements(self, state: PeaksState, choice: int) -> list[str]:
        if choice >= FIRST_ENERGY_USE:
            return self.use_elements(state, choice)
        return [f"card:{state.content.names[choice]}"] if choice >= FIRST_COMPANION else []


class Consider(PeaksDecision):
    """Do you take the counter-offer? Then it is the offer, and who agreed to the other is asked again. (PK-74)"""

    kind: ClassVar[str] = "consider"
    rules: ClassVar[tuple[str, ...]] = ("PK-74",)

    def __init__(self, seat: int, by: int, change: int) -> None:
        super().__init__(seat)
        self.by = by
        self.change = change

    def choices(self, state: PeaksState) -> list[int]:
        return YES_OR_NO

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == NO:
            if state.log is not None:
                state.log.append(Event("decline", self.seat, {}))
            return
        asked_again = state.bound
        state.proposal = countered(proposal_of(state), self.change)
        state.bound = bit(self.by)
        for place in range(len(state.mountains) - 1, 0, -1):
            if asked_again & bit(state.nth(place)):
                state.stack.push(ANSWER[state.nth(place)])
        if state.log is not None:
            state.log.append(Event("accept", self.seat, {}))

    def notation(self, state: PeaksState, choice: int) -> str:
        return "accept" if choice == YES else "decline"

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-74", "accept-or-decline")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        after = countered(proposal_of(state), self.change)
        return "consider", {
            "mountain": state.content.names[after.mountain],
            "group": GROUPS[after.group],
            "companions": state.named(after.companions),
            "terms": "yes" if after.companions else "no",
        }

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("accept", {}) if choice == YES else ("decline", {})

    def fields(self) -> dict[str, object]:
        return {"by": self.by, "change": self.change}


class Settle(PeaksDecision):
    """Somebody has agreed: is it settled, or do you withdraw? (PK-71)"""

    kind: ClassVar[str] = "settle"
    rules: ClassVar[tuple[str, ...]] = ("PK-71",)

    def choices(self, state: PeaksState) -> list[int]:
        return WITHDRAW_OR_SETTLE if state.bound else ONLY_WITHDRAW

    def apply(self, state: PeaksState, choice: int, chance: Chance) -> None:
        if choice == SETTLE:
            if state.log is not None:
                state.log.append(Event("settle", self.seat, {}))
            return
        if state.log is not None:
            if state.bound:
                state.log.append(Event("withdraw", self.seat, {}))
            else:
                state.log.append(Event("no-company", self.seat, {}))
        state.proposal = None
        state.bound = 0

    def notation(self, state: PeaksState, choice: int) -> str:
        return "settle" if choice == SETTLE else "withdraw"

    def answers(self, state: PeaksState) -> dict[str, int]:
        return {"settle": SETTLE, "withdraw": WITHDRAW}

    def why_not(self, state: PeaksState, choice: int) -> Refusal:
        return refuse("PK-71", "settle-or-withdraw")

    def ask(self, state: PeaksState) -> tuple[str, dict[str, object]]:
        offer = proposal_of(state)
        count = sum(1 for seat in range(len(state.mountains)) if state.bound & bit(seat))
        return "settle", {"mountain": state.content.names[offer.mountain], "count": count}

    def caption(self, state: PeaksState, choice: int) -> tuple[str, dict[str, object]]:
        return ("settle", {}) if choice == SETTLE else ("withdraw", {})


def agree(state: PeaksState, seat: int) -> None:
    state.bound |= bit(seat)
    if state.log is not None:
        state.log.append(Event("agree", seat, {}))


def proposal_of(state: PeaksState) -> Proposal:
    offer = state.proposal
    assert offer is not None
    return offer


def countered(offer: Proposal, change: int) -> Proposal:
    """The offer as a counter-offer has it."""
    if change == OTHER_GROUP:
        return Proposal(offer.mountain, 1 - offer.group, offer.companions, True)
    if change in offer.companions:
        kept = [card for card in offer.companions if card != change]
        return Proposal(offer.mountain, offer.group, kept, True)
    return Proposal(offer.mountain, offer.group, sorted([*offer.companions, change]), True)


def holds_with(state: PeaksState, offer: Proposal, seat: int) -> bool:
    """Whether a seat could keep its part of an offer with what lies open."""
    due = due_under(state, offer, seat)
    if covers(state, seat, offer.mountain, due):
        return True
    return reach_under(state, seat, offer.mountain, offer.companions) >= due


def due_under(state: PeaksState, offer: Proposal, seat: int) -> int:
    due = state.content.shared_energy[offer.mountain]
    # The mountain itself is no means of paying for it (PK-63).
    return due + 1 if seat == state.player else due


AGREE_OR_REFUSE: Final = [REFUSE, AGREE]
ONLY_WITHDRAW: Final = [WITHDRAW]
WITHDRAW_OR_SETTLE: Final = [WITHDRAW, SETTLE]
TERMS: Final = [Terms(seat) for seat in range(MOST_SEATS)]
ANSWER: Final = [Answer(seat, shown_when_forced=True) for seat in range(MOST_SEATS)]
SETTLES: Final = [Settle(seat) for seat in range(MOST_SEATS)]
