"""What every game must hold: each check plays one game at random from a `Case` and raises `KitFailure` if it fails.

The order matters: a check leans on what those before it have shown, so the first to fail names the cause.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any, Final

from cairn.core.chance import Chance, Script, Tape
from cairn.core.contract import SPECTATOR, Game, State, View
from cairn.core.errors import BadNotation, BadOption, BadPosition, BadSeats, GameRunning, IllegalChoice, WrongOutcome
from cairn.core.event import Event
from cairn.core.record import Record
from cairn.core.texts import Ledger
from cairn.testing.case import (
    Broken,
    Check,
    Table,
    any_choice,
    changed,
    difference,
    ensure,
    fingerprint,
    is_stuck,
    named_check,
    plain,
    wander,
    worked_out,
)

CHECKS: Final[dict[str, Check]] = {}
"""Every check by name, in the order `check_game` runs them."""

NONSENSE: Final = "xyzzy"
GARBAGE: Final = ("", NONSENSE, "\x00", "☃ -1", NONSENSE + " 0")
OUT_OF_RANGE: Final = 3
FAR: Final = (-(1 << 40), -10_000_000, -1000, 1000, 10_000_000, 1 << 40)
"""Choices that no program would send by mistake, but somebody might."""
DIVERSION: Final = 4
REASONS: Final = 12


@named_check("choices", CHECKS)
def check_choices(table: Table) -> None:
    """While the game runs there is something to choose, nothing twice, and the same when asked again."""
    for state in table.walk():
        if state.seat < 0:
            ensure(not state.choices() and state.decision is None, "the game is over but something is still asked")
            continue
        offered = state.choices()
        ensure(0 <= state.seat < table.case.seats, f"seat {state.seat} is asked, which is not at the table")
        ensure(all(type(choice) is int for choice in offered), f"choices are ints, not {offered}")
        twice = sorted({choice for choice in offered if offered.count(choice) > 1})
        ensure(not twice, f"{twice} is offered more than once in {offered}")
        state.choices().clear()
        for again in (state.choices(), worked_out(state)):
            ensure(again == offered, f"the choices were {offered} and are {again} when asked again")
    ensure(not is_stuck(table.state), f"seat {table.state.seat} is asked but nothing can be chosen")


@named_check("turns", CHECKS)
def check_turns(table: Table) -> None:
    """While the game runs it is somebody's turn; turns are counted up, and whose turn it is changes with them only."""
    last = (0, -1)
    for state in table.walk():
        turn = (state.turn_number, state.turn_seat)
        begun = turn[0] >= 1 and 0 <= turn[1] < table.case.seats
        ensure(begun or state.seat < 0, f"something is asked in turn {turn[0]} of seat {turn[1]}: no turn has begun")
        ensure(turn[0] >= last[0], f"turn {turn[0]} follows turn {last[0]}")
        ensure(turn[0] > last[0] or turn == last, f"turn {turn[0]} went from seat {last[1]} to seat {turn[1]}")
        last = turn


@named_check("notation", CHECKS)
def check_notation(table: Table) -> None:
    """Each choice has one text of its own, in lower case with single spaces, and the text leads back to the choice."""
    for state in table.walk():
        texts: dict[str, int] = {}
        for choice in state.choices():
            text = state.notation(choice)
            tidy = " ".join(text.lower().split())
            ensure(text == tidy and text != "", f"choice {choice} is written {text!r}, not {tidy!r}")
            ensure(texts.setdefault(text, choice) == choice, f"'{text}' is both choice {texts[text]} and {choice}")
            for form in (text, f"  {text.upper()} "):
                parsed = _parsed(state, form)
                ensure(parsed == choice, f"choice {choice} is written '{text}', but {form!r} is read as {parsed}")


def _parsed(state: State, text: str) -> int | str:
    try:
        return state.parse(text)
    except BadNotation as error:
        return f"an error ({error})"


@named_check("view", CHECKS)
def check_view(table: Table) -> None:
    """Views are JSON-able, tell the answers only to the seat that is asked, and looking changes nothing."""
    for state in table.walk():
        before = fingerprint(state)
        everybody = table.due()
        for viewer in table.viewers:
            if viewer != state.seat and not everybody:
                continue
            view = state.view(viewer)
            ensure(not (found := difference(view, plain(view))), f"the view of {viewer} is not plain JSON: {found}")
            ensure(view["viewer"] == viewer and view["seat"] == state.seat, "the view names other seats than asked for")
            told = [entry["choice"] for entry in view["choices"]]
            right = [state.notation(choice) for choice in state.choices()] if viewer == state.seat else []
            ensure(told == right, f"the view of {viewer} offers {told}, not {right}")
            again = state.view(viewer)
            ensure(again == view, f"the view of {viewer} is another when asked again: {difference(view, again)}")
        ensure(fingerprint(state) == before, f"looking changed the state: {changed(before, fingerprint(state))}")
    with contextlib.suppress(BadSeats):
        table.state.view(table.case.seats)
        raise Broken(f"there is a view of seat {table.case.seats}, which is not at the table")


@named_check("dump", CHECKS)
def check_dump(table: Table) -> None:
    """A dump survives JSON and loading; the loaded state offers the same and plays on the same with the same outcomes.

    Outcomes, not dice: a pool has no order, so a dump need not keep one.
    """
    loaded: State | None = None
    for state in table.walk():
        if loaded is not None:
            loaded.apply(table.last_choice, Script(table.last_outcomes))
            found = changed(fingerprint(state), fingerprint(loaded))
            ensure(not found, f"a loaded state went another way: {found}")
        data = state.dump()
        ensure(not (found := difference(data, plain(data))), f"the dump is not plain JSON: {found}")
        loaded = table.case.game.load(plain(data))
        found = changed(fingerprint(state), fingerprint(loaded))
        ensure(not found, f"the loaded state is another: {found}")


@named_check("clone", CHECKS)
def check_clone(table: Table) -> None:
    """A clone is equal, deaf and on its own: neither its further life nor the original's touches the other."""
    earlier: list[tuple[int, State, bytes]] = []
    for state in table.walk():
        before = fingerprint(state)
        copy = state.clone()
        ensure(copy is not state and copy.log is None, "a clone is a new state that nobody listens to")
        ensure(fingerprint(copy) == before, f"a clone differs: {changed(before, fingerprint(copy))}")
        earlier.append((table.step, copy, before))
        if table.due():
            wander(state.clone(), table.aside, DIVERSION)
            found = changed(before, fingerprint(state))
            ensure(not found, f"playing on a clone changed the original: {found}")
    for step, copy, before in earlier:
        found = changed(before, fingerprint(copy))
        ensure(not found, f"the clone made at step {step} has changed since: {found}")


@named_check("record", CHECKS)
def check_record(table: Table) -> None:
    """A record read back from its text replays to the same position at every step."""
    case = table.case
    names = [f"seat {seat}" for seat in range(case.seats)]
    record = Record.new(case.game, names, table.chance, **case.options)
    positions = [fingerprint(record.state)]
    bound = case.game.longest(case.seats)
    while record.state.seat >= 0 and not is_stuck(record.state) and table.step < bound:
        record.choose(any_choice(record.state, table.player), table.chance)
        positions.append(fingerprint(record.state))
        table.step += 1
    text = record.text()
    again = Record.read(text, case.game)
    ensure(again.text() == text, "the text of the record is another after it was read")
    for step, (state, position) in enumerate(zip(again.replay(), positions, strict=True)):
        table.step = step
        ensure(fingerprint(state) == position, f"replayed differently: {changed(position, fingerprint(state))}")


@named_check("components", CHECKS)
def check_components(table: Table) -> None:
    """Every component is somewhere, as often at every step as at the start."""
    first: dict[str, int] = {}
    for state in table.walk():
        counts = state.components()
        first = first or counts
        ensure(bool(counts), "there are no components at all")
        ensure(counts == first, f"components are not conserved: {difference(first, counts)}")


@named_check("scores", CHECKS)
def check_scores(table: Table) -> None:
    """At any time every seat has a score of whole numbers whose lines sum to its total; views show no false ones."""
    for state in table.walk():
        scores = state.scores()
        ensure(len(scores) == table.case.seats, f"there are {len(scores)} scores")
        for seat, score in enumerate(scores):
            lines = score.lines
            whole = all(type(points) is int for points in (score.total, *lines.values()))
            ensure(whole, f"seat {seat} has a score that is not whole: {lines}, total {score.total}")
            ensure(sum(lines.values()) == score.total, f"seat {seat} has {score.total}, but its lines are {lines}")
        if table.due() or state.seat < 0:
            for viewer in table.viewers:
                _shows_scores(state, viewer)


def _shows_scores(state: State, viewer: int | None) -> None:
    over = state.seat < 0
    for seat, (score, seen) in enumerate(zip(state.scores(), state.view(viewer)["scores"], strict=True)):
        ensure(list(seen) == list(score.lines), f"seat {seat} has the lines {list(score.lines)}, {viewer} sees {seen}")
        for line, points in seen.items():
            true = points == score.lines[line] or (points is None and not over)
            ensure(true, f"seat {seat} has {score.lines[line]} for {line}, but {viewer} sees {points}")


@named_check("ends", CHECKS)
def check_ends(table: Table) -> None:
    """The game is over within the number of decisions it declares."""
    for _ in table.walk():
        pass
    ensure(table.state.seat < 0 or is_stuck(table.state), f"still running after {table.step} choices, its own bound")


@named_check("result", CHECKS)
def check_result(table: Table) -> None:
    """There is no result before the end; then the seats' shares of the win sum to one."""
    for state in table.walk():
        if state.seat >= 0:
            with contextlib.suppress(GameRunning):
                raise Broken(f"the game runs but has a result: {state.result()}")
            continue
        shares = state.result()
        ensure(len(shares) == table.case.seats, f"there are {len(shares)} shares")
        ensure(all(0.0 <= share <= 1.0 for share in shares), f"a share is from 0 to 1: {shares}")
        ensure(abs(sum(shares) - 1.0) < 1e-9, f"the shares sum to {sum(shares)}, not 1: {shares}")


@named_check("resample", CHECKS)
def check_resample(table: Table) -> None:
    """Resampling gives an independent state with the same components, leaves the original alone and is not idle."""
    moved = movable = False
    for state in table.walk():
        if not table.due():
            continue
        before = fingerprint(state)
        counts = state.components()
        for viewer in table.viewers:
            world = state.resample(_seat(viewer), table.aside.clone())
            again = state.resample(_seat(viewer), table.aside.clone())
            ensure(fingerprint(world) == fingerprint(again), f"the same dice gave {viewer} two different worlds")
            ensure(world.seat == state.seat, f"seat {world.seat} is asked in a world of {viewer}, not {state.seat}")
            found = difference(counts, world.components())
            ensure(not found, f"a world of {viewer} has other components: {found}")
            ensure(_is_at_rest(world), f"a world of {viewer} offers what was offered before: it needs `offer()`")
            moved = moved or _contents(world) != _contents(state)
            if not moved and _could_differ(table, state, viewer):
                movable = True
                moved = any(_differs(state, viewer, table) for _ in range(table.case.worlds))
            wander(world, table.aside, DIVERSION)
            found = changed(before, fingerprint(state))
            ensure(not found, f"resampling for {viewer} changed the original: {found}")
    ensure(moved or not movable, "no world ever differed from the state, although something is hidden")


def _is_at_rest(state: State) -> bool:
    return state.offered == worked_out(state)


def _seat(viewer: int | None) -> int:
    return SPECTATOR if viewer is None else viewer


def _differs(state: State, viewer: int | None, table: Table) -> bool:
    """Whether one more world is another than the state: a single one may be the same by accident."""
    return bool(_contents(state.resample(_seat(viewer), table.aside)) != _contents(state))


def _could_differ(table: Table, state: State, viewer: int | None) -> bool:
    """Whether `imagine`, which knows the view alone, comes to another state. Its own faults are for another check."""
    try:
        world = table.case.game.imagine(plain(state.view(viewer)), table.aside)
        return bool(_contents(world) != _contents(state))
    except Exception:
        return False


def _contents(state: State) -> Any:
    """The zones without the order of their lists, which may mean nothing."""
    return _sorted(plain(state.zones()))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return sorted((_sorted(inner) for inner in value), key=json.dumps)
    return value


@named_check("leak", CHECKS)
def check_leak(table: Table) -> None:
    """However the unseen is permuted, a seat's view stays, and so do its choices and the answers of seeded bots.

    With bots the game is played by them: the bots of the case take the seats in turn.
    """
    for state in table.walk():
        if table.due():
            for viewer in table.viewers:
                _same_for(table, state, viewer)
        bots = table.case.bots
        if bots and state.seat >= 0:
            answers = [_answer(table, state, number) for number in range(len(bots))]
            table.answer = answers[state.seat % len(bots)]


def _same_for(table: Table, state: State, viewer: int | None) -> None:
    view = state.view(viewer)
    for _ in range(table.case.worlds):
        world = state.resample(_seat(viewer), table.aside)
        found = difference(view, world.view(viewer))
        who = "the spectator" if viewer is None else f"seat {viewer}"
        ensure(not found, f"{who} sees what it cannot know, or resample moved what it knows: {found}")
        same = viewer != state.seat or world.choices() == state.choices()
        ensure(same, f"{who} is offered {state.choices()}, and {world.choices()} in a world it cannot tell apart")


def _answer(table: Table, state: State, number: int) -> int:
    """The bot's choice, the same in every world its seat cannot tell apart."""
    case = table.case
    bot = case.bots[number]
    dice = table.aside.fork(table.step)
    answer = bot(case.game, plain(state.view(state.seat)), dice.clone())
    for _ in range(case.worlds if table.due() else 0):
        world = state.resample(state.seat, table.aside)
        other = bot(case.game, plain(world.view(state.seat)), dice.clone())
        ensure(other == answer, f"bot {number} answers '{answer}', and '{other}' in a world it cannot tell apart")
    choice = state.parse(answer)
    ensure(choice in state.offered, f"bot {number} answers '{answer}', which is not legal")
    return choice


@named_check("imagine", CHECKS)
def check_imagine(table: Table) -> None:
    """From a view alone a playable state can be made that looks the same to that viewer."""
    game = table.case.game
    for state in table.walk():
        if not table.due():
            continue
        counts = state.components()
        for viewer in table.viewers:
            view: View = plain(state.view(viewer))
            given: View = plain(view)
            world = game.imagine(given, table.aside)
            ensure(given == view, f"imagining changed the view it was given: {difference(view, given)}")
            found = difference(view, plain(world.view(viewer)))
            ensure(not found, f"the imagined state looks different to {viewer}: {found}")
            ensure(world.seat == state.seat and not is_stuck(world), f"the world imagined for {viewer} asks nobody")
            found = difference(counts, world.components())
            ensure(not found, f"the world imagined for {viewer} has other components: {found}")
            if viewer == state.seat:
                written = [world.notation(choice) for choice in world.choices()]
                right = [state.notation(choice) for choice in state.choices()]
                ensure(written == right, f"the world imagined for {viewer} offers {written}, not {right}")
            wander(world, table.aside, DIVERSION)


@named_check("refusals", CHECKS)
def check_refusals(table: Table) -> None:
    """Whatever is not legal is refused with its typed error and a reason, and the state stays as it was."""
    _refuses_to_start(table)
    ledger = ledger_of(table.case.game)
    for state in table.walk():
        if not table.due() and state.seat >= 0:
            continue
        before = fingerprint(state)
        _refuses_choices(state, ledger, table.chance.clone())
        for text in (*GARBAGE, *(f"{state.notation(choice)} {NONSENSE}" for choice in state.choices())):
            _refuses_text(state, text)
        ensure(fingerprint(state) == before, f"a refusal changed the state: {changed(before, fingerprint(state))}")
        if state.seat >= 0:
            _refuses_scripts(table, state)


def ledger_of(game: Game) -> Ledger | None:
    """The game's RULES.md, if it has one."""
    try:
        return game.ledger
    except FileNotFoundError:
        return None


def _refuses_to_start(table: Table) -> None:
    game = table.case.game
    for seats in (game.seats.start - 1, game.seats.stop):
        with contextlib.suppress(BadSeats):
            game.start(seats, table.aside)
            raise Broken(f"the game starts with {seats} seats")
    wrong = {NONSENSE: 1} | dict.fromkeys(game.options, NONSENSE)
    for name, value in wrong.items():
        with contextlib.suppress(BadOption):
            game.start(table.case.seats, table.aside, **{name: value})
            raise Broken(f"the game starts with the option {name}={value}")


def _refuses_choices(state: State, ledger: Ledger | None, chance: Chance) -> None:
    offered = state.choices() or [0]
    legal = set(state.choices())
    for choice in (*range(min(offered) - OUT_OF_RANGE, max(offered) + OUT_OF_RANGE + 1), *FAR):
        if choice in legal:
            continue
        try:
            state.choose(choice, chance)
        except IllegalChoice as error:
            ensure(bool(error.reason.strip()), f"choice {choice} is refused without a reason")
            known = ledger is None or state.seat < 0 or error.rule in ledger.rules
            ensure(known, f"choice {choice} is refused by '{error.rule}', which is not in RULES.md")
        else:
            raise Broken(f"choice {choice} was not offered but accepted")


def _refuses_text(state: State, text: str) -> None:
    try:
        choice = state.parse(text)
    except BadNotation as error:
        ensure(bool(str(error).strip()), f"{text!r} is refused without a reason")
    else:
        raise Broken(f"{text!r} was read as choice {choice}")


def _refuses_scripts(table: Table, state: State) -> None:
    """Where chance falls, outcomes that cannot be and outcomes that are missing are refused as a whole."""
    choice = any_choice(state, table.aside)
    tape = Tape(table.aside)
    state.clone().apply(choice, tape)
    outcomes = tape.cut()
    if not outcomes:
        return
    for script in (outcomes[:-1], [*outcomes[:-1], NONSENSE], [NONSENSE, *outcomes]):
        victim = state.clone()
        before = fingerprint(victim)
        with contextlib.suppress(WrongOutcome):
            victim.choose(choice, Script(script))
            raise Broken(f"'{state.notation(choice)}' needs the outcomes {outcomes}, but accepted {script}")
        found = changed(before, fingerprint(victim))
        ensure(not found, f"a wrong outcome left the state half changed: {found}")


@named_check("reasons", CHECKS)
def check_reasons(table: Table) -> None:
    """Why an answer is refused rests on what the asked seat may know: the same in every world it cannot tell apart."""
    texts: dict[str, None] = {}
    for state in table.walk():
        if state.seat < 0:
            return
        texts.update((state.notation(choice), None) for choice in state.choices())
        if not table.due():
            continue
        heard = list(texts)
        asked = [heard[table.aside.pick(len(heard))] for _ in range(REASONS)]
        low, high = min(state.offered) - OUT_OF_RANGE, max(state.offered) + OUT_OF_RANGE
        numbers = [low + table.aside.pick(high - low + 1) for _ in range(REASONS)]
        told = _reasons(state, asked, numbers)
        for _ in range(table.case.worlds):
            found = difference(told, _reasons(state.resample(state.seat, table.aside), asked, numbers))
            ensure(not found, f"seat {state.seat} is told what it cannot know: {found}")


def _reasons(state: State, texts: list[str], numbers: list[int]) -> dict[str, str]:
    """What is said to answers, legal or not, by the answer."""
    told: dict[str, str] = {}
    for number in numbers:
        told[str(number)] = "" if number in state.offered else str(state.refusal(number))
    for text in texts:
        try:
            choice = state.parse(text)
        except BadNotation as error:
            told[text] = str(error)
        else:
            told[text] = "" if choice in state.offered else str(state.refusal(choice))
    return told


WRONG: Final[tuple[object, ...]] = ("?", -99, 1.5, None, True, [], {})


@named_check("positions", CHECKS)
def check_positions(table: Table) -> None:
    """A dump with a field missing, added or of a wrong type is refused by BadPosition, which names the field.

    A change that happens to give a possible position may be loaded, if the state is then the one described.
    """
    looked_at = 0
    for state in table.walk():
        middle = looked_at == 1 and table.step > table.case.seats and table.due()
        if table.step == 0 or middle or state.seat < 0:
            looked_at += 1
            _refuses_edits(table.case.game, plain(state.dump()))


def _refuses_edits(game: Game, data: Any) -> None:
    for path, holder, key in _places(data, ""):
        right = holder[key]
        for wrong in WRONG:
            if type(wrong) is not type(right):
                holder[key] = wrong
                # A null may be a value of the right type that only does not go with another field.
                _refuses_load(game, data, [] if wrong is None else _related(path))
        holder[key] = right
        if isinstance(right, dict):
            right[NONSENSE] = 1
            _refuses_load(game, data, _related(f"{path}.{NONSENSE}"))
            del right[NONSENSE]
        if isinstance(holder, dict):
            order = list(holder.items())
            del holder[key]
            _refuses_load(game, data, [path])
            holder.clear()
            holder.update(order)


def _places(value: Any, path: str) -> list[tuple[str, Any, Any]]:
    """Every field within a dump: its path, and the object and key it is found at. Of a list the first and the last."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(value)
    elif isinstance(value, list):
        keys = sorted({0, len(value) - 1}) if value else []
    found: list[tuple[str, Any, Any]] = []
    for key in keys:
        inner = f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}" if path else key
        found.append((inner, value, key))
        found += _places(value[key], inner)
    return found


def _related(path: str) -> list[str]:
    """The field and the one it is part of."""
    parent = path[: max(path.rfind("."), path.rfind("["), 0)]
    return [path, parent] if parent else [path]


def _refuses_load(game: Game, data: Any, fields: list[str]) -> None:
    """Load an edited dump, whose refusal may name one of the fields, or any field if there are none."""
    edited = json.dumps(data, sort_keys=True)
    where = f"with a wrong {fields[0]}" if fields else "with a wrong null"
    try:
        state = game.load(json.loads(edited))
    except BadPosition as error:
        named = error.field
        ensure(
            bool(named) and (not fields or named in fields), f"{where}, the refusal names '{named}' ({error.problem})"
        )
    except Exception as error:
        raise Broken(f"{where}, load raised {type(error).__name__}: {error}") from error
    else:
        found = difference(json.loads(edited), plain(state.dump()))
        ensure(not found, f"{where}, the position was mended in silence: {found}")


@named_check("events", CHECKS)
def check_events(table: Table) -> None:
    """Every event can be told in a sentence to everyone with what they may know, and listening changes nothing."""
    case = table.case
    log: list[Event] = []
    told = 0
    for _ in table.walk(log):
        for event in log[told:]:
            ensure(SPECTATOR <= event.seat < case.seats, f"the event '{event.kind}' is about seat {event.seat}")
            ensure(0 <= event.known < 2**case.seats, f"the event '{event.kind}' is known to seats not at the table")
            for viewer in table.viewers:
                _tells(table, event, viewer)
        told = len(log)
    ensure(told > 0, "a whole game passed without an event")
    quiet = Table(case)
    for _ in quiet.walk():
        pass
    found = changed(fingerprint(quiet.state), fingerprint(table.state))
    ensure(not found, f"the game went another way because somebody listened: {found}")


def _tells(table: Table, event: Event, viewer: int | None) -> None:
    seen = event.seen_by(viewer)
    ensure(not (found := difference(seen, plain(seen))), f"the event '{event.kind}' is not plain JSON: {found}")
    names = [f"Seat {seat}" for seat in range(table.case.seats)]
    try:
        sentence = table.case.game.sentence(event, viewer, names)
    except Exception as error:
        raise Broken(f"the event '{event.kind}' cannot be told to {viewer} with {seen['args']}: {error!r}") from error
    ensure(bool(sentence.strip()), f"the event '{event.kind}' has an empty text")
