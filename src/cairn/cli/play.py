"""The terminal game, for any game: people at one keyboard, bots beside them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import cairn
from cairn import bots
from cairn.bots.bot import SEEDS
from cairn.cli import arguments, boards
from cairn.cli.rulebook import rule_text
from cairn.cli.sheet import score_sheet, winners
from cairn.cli.story import log_lines, paragraphs, seat_names
from cairn.core.history import Move
from cairn.core.sheet import Lines

OPENING_DICE, TABLE_DICE, BOT_DICE = range(3)

COMMANDS = {
    "help": "these commands, and the rules for this question",
    "rules ID": "a rule by its id, such as FT-10",
    "log": "everything that has happened so far",
    "scores": "the current score sheet",
    "text": "the position in a few lines of plain text, without the board",
    "undo": "undo your last choice, unless it showed something or someone has moved since",
    "restart": "undo your whole turn, unless it showed something or someone has moved since",
    "save [FILE]": "save the game",
    "quit": "leave the game",
}


class Left(Exception):
    """A person has left the game."""


class TerminalGame:
    """One game at one keyboard. What is shown comes from the view of the person asked, never from the state."""

    def __init__(self, record: cairn.Record, seed: int, path: Path | None, console: Console) -> None:
        self.record = record
        self.game = record.game
        self.names = seat_names(record.names)
        self.bots = [bots.make(name, self.game) if arguments.is_bot(name) else None for name in record.names]
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.seed = seed
        self.autosave = path
        self.saved_to = path
        self.unsaved = True
        self.console = console
        record.history.listens = True
        self.story: list[Move] = [move for move, _ in record.retell()]
        """What happened: the start and the choices that stand, with their events."""
        self.told = [len(self.story)] * len(self.names)
        """Per seat how many moves of the story it has been told."""
        self.at_keyboard = self.people[0] if self.people else -1
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "rules": self.rules,
            "log": self.log,
            "scores": self.scores,
            "text": self.text,
            "undo": self.undo,
            "restart": self.restart,
            "save": self.save,
            "quit": self.quit,
        }

    def run(self) -> int:
        """Play until the game is over or everybody has left; the exit code of the command."""
        try:
            self.keep()
            while self.record.state.seat >= 0:
                bot = self.bots[self.record.state.seat]
                if bot is None:
                    self.ask()
                else:
                    self.let(bot)
        except Left:
            self.how_to_resume()
            return 0
        except EOFError:
            self.console.print()
            self.how_to_resume()
            return 0
        except KeyboardInterrupt:
            self.console.print()
            self.how_to_resume()
            return 130
        self.finish()
        return 0

    def let(self, bot: bots.Bot) -> None:
        state = self.record.state
        seed = dice_for(self.seed, len(self.record.moves), BOT_DICE).pick(SEEDS)
        self.make(state.parse(bot.answer(state.view(state.seat), seed)))

    def make(self, choice: int) -> None:
        self.story.append(self.record.choose(choice, dice_for(self.seed, len(self.record.moves), TABLE_DICE)))
        self.keep()

    def keep(self) -> None:
        self.unsaved = True
        if self.autosave is not None:
            self.record.save(self.autosave)
            self.unsaved = False

    # A person's turn

    def ask(self) -> None:
        seat = self.record.state.seat
        self.hand_over(seat)
        self.tell(seat)
        self.show(seat)
        moves = len(self.record.moves)
        while len(self.record.moves) == moves:
            self.answer(self.console.input(Text("> ", style="bold")).strip())

    def hand_over(self, seat: int) -> None:
        """Between two people who see different things, the screen is empty."""
        other = self.at_keyboard
        self.at_keyboard = seat
        if other in (seat, -1):
            return
        state = self.record.state
        if state.view(other)["zones"] != state.view(seat)["zones"]:
            self.console.clear()
            request = f"{self.names[seat]} is next. Hand over the keyboard and press Enter. "
            self.console.input(request, markup=False)
            self.console.clear()

    def tell(self, seat: int) -> None:
        """What happened since this person was last asked."""
        news = [event for move in self.story[self.told[seat] :] for event in move.events]
        self.told[seat] = len(self.story)
        for told in paragraphs(self.game, news, self.names, seat):
            self.console.print(Padding(Text(told), (0, 0, 0, 2)))

    def show(self, seat: int) -> None:
        view = self.record.state.view(seat)
        self.console.print()
        self.console.print(boards.draw(view, self.names, self.console.width, self.game))
        self.console.print()
        self.console.print(Text.assemble((f"{self.names[seat]}: ", "bold"), view["decision"]["prompt"]))
        choices = Text()
        for number, choice in enumerate(view["choices"], 1):
            choices.append(f"{number}", style="bold cyan").append(f" {choice['choice']}".replace(" ", "\u00a0") + "   ")
        self.console.print(choices)

    def answer(self, text: str) -> None:
        """One line from the keyboard: a command, the number of a choice, or a notation."""
        word, _, rest = text.partition(" ")
        command = self.commands.get(word.lower())
        if not text:
            self.console.print("Type the number of a choice, or help for a list of commands.", style="dim")
        elif command is not None:
            command(rest.strip())
        else:
            try:
                self.choose(text)
            except cairn.CairnError as error:
                self.console.print(Text(str(error), style="red"))

    def choose(self, text: str) -> None:
        state = self.record.state
        if not text.isdecimal():
            self.make(state.parse(text))
            return
        choices = state.choices()
        if not 1 <= int(text) <= len(choices):
            raise cairn.BadNotation(f"Choose a number from 1 to {len(choices)}, not {text}.")
        self.make(choices[int(text) - 1])

    # Commands

    def help(self, _: str) -> None:
        table = Table.grid(padding=(0, 2))
        table.add_row("[bold cyan]1[/], [bold cyan]2[/], ...", "choose by number")
        state = self.record.state
        table.add_row(Text(state.notation(state.choices()[0]), style="bold"), "or type the choice itself")
        for command, meaning in COMMANDS.items():
            table.add_row(Text(command, style="bold"), meaning)
        self.console.print(table)
        question = state.decision
        for rule in question.rules if question is not None else ():
            self.rules(rule)

    def rules(self, rule: str) -> None:
        if not rule:
            rule = ", ".join(self.game.ledger.rules)
            self.console.print(f"Type rules and one of: {rule}")
            return
        try:
            self.console.print(Markdown(rule_text(self.game, rule)))
        except cairn.CairnError as error:
            self.console.print(Text(str(error), style="red"))

    def log(self, _: str) -> None:
        for line in log_lines(self.game, self.story, self.names, self.at_keyboard):
            self.console.print(Text.assemble((line[:6], "dim"), line[6:]))

    def scores(self, _: str) -> None:
        self.console.print(score_sheet(self.names, self.record.state.view(self.record.state.seat)["scores"]))

    def text(self, _: str) -> None:
        self.console.print(Text(self.record.state.text(whole=True)), soft_wrap=True)

    def undo(self, _: str) -> None:
        self.take_back(self.record.undo)

    def restart(self, _: str) -> None:
        self.take_back(self.record.restart)

    def take_back(self, step_back: Callable[[int], list[Move]]) -> None:
        moves = self.record.moves
        last = moves[-1].seat if moves else -1
        try:
            gone = step_back(last if last in self.people else self.record.state.seat)
        except cairn.CannotUndo as error:
            self.console.print(Text(f"Cannot undo: {error}.", style="red"))
            return
        del self.story[len(self.story) - len(gone) :]
        self.told = [min(told, len(self.story)) for told in self.told]
        self.keep()
        taken = ", ".join(move.choice for move in gone)
        self.console.print(f"Undone: {taken}.", markup=False)

    def save(self, name: str) -> None:
        path = Path(name) if name else self.saved_to
        if path is None:
            self.console.print("Name a file: save FILE", style="red")
            return
        if path.exists() and path != self.saved_to:
            self.console.print(Text(f"{path} exists already; choose another name.", style="red"))
            return
        try:
            self.record.save(path)
        except OSError as error:
            self.console.print(Text(f"Cannot save to {path}: {error.strerror}.", style="red"))
            return
        self.saved_to = path
        self.unsaved = False
        self.console.print(Text(f"Saved to {path}."))

    def quit(self, _: str) -> None:
        while self.unsaved:
            name = self.console.input("File to save the game to, or Enter to quit without saving: ").strip()
            if not name and self.saved_to is None:
                break
            self.save(name)
        raise Left

    # The end

    def how_to_resume(self) -> None:
        if self.saved_to is None:
            self.console.print("The game was not saved.")
        else:
            self.console.print(Text(f"Continue with: cairn play --load {self.saved_to}"), soft_wrap=True)

    def finish(self) -> None:
        state = self.record.state
        if self.people:
            self.tell(self.at_keyboard)
        self.console.print()
        self.console.print(boards.draw(state.view(None), self.names, self.console.width, self.game))
        lines: list[Lines] = [dict(score.lines) for score in state.scores()]
        self.console.print(score_sheet(self.names, lines))
        self.console.print(winners(self.names, state.result()), style="bold", markup=False)
        if self.saved_to is not None:
            self.console.print(Text(f"Replay it with: cairn replay {self.saved_to}"), soft_wrap=True)


def new_seed() -> int:
    return secrets.randbelow(1 << 32)


def dice_for(seed: int, moves: int, use: int) -> cairn.Dice:
    """Dice of their own for every choice and use, so that a resumed game goes on as if it had never been left."""
    return cairn.Dice(seed).fork(moves).fork(use)


def choose_game(console: Console) -> tuple[cairn.Game, list[str]]:
    """Ask which game, finished ones first, and how many seats; the person sits at seat 0, hikers at the others."""
    games = sorted((cairn.game(slug) for slug in cairn.slugs()), key=lambda game: game.rules_version.startswith("0."))
    for number, game in enumerate(games, 1):
        seats = f"{arguments.seats_text(game)} players"
        console.print(Text.assemble((f"{number}", "bold cyan"), f" {game.title} ", (seats, "dim")))
    game = games[_number(console, "Which game?", 1, len(games), 1) - 1]
    usual = arguments.usual_seats(game, 3)
    count = (
        usual
        if len(game.seats) == 1
        else _number(console, "How many players, including you?", game.seats.start, game.seats.stop - 1, usual)
    )
    return game, arguments.one_person(game, count)


def _number(console: Console, question: str, low: int, high: int, usual: int) -> int:
    while True:
        text = console.input(f"{question} ({low}-{high}, Enter for {usual}) ").strip()
        if not text:
            return usual
        if text.isdecimal() and low <= int(text) <= high:
            return int(text)
        console.print(f"Type a number from {low} to {high}.", style="red")
