"""Cairn beside other projects' engines, measured alternately in one run on one machine.

    .venv/bin/python benchmarks/peers.py [--rounds 5] [--seconds 1] [NAME ...]

The peers are installed from their registries into build/peers, an environment of their own, the first time; Connect
Four, our example package, is compiled there together with the engine, as the games that come with Cairn are. Every
contestant plays at random in a process of its own, one after the other, round after round, so that what else the
machine does meets all of them. A ratio is decisions per 1,000 iterations of the plain loop of `cairn bench`, timed in
the same process; the median of the rounds counts. A peer that cannot be installed or measured is named with its reason.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from statistics import median
from time import thread_time as clock

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "peers"
PEERS = ("numpy", "open-spiel", "pettingzoo", "rlcard", "catanatron", "pgx", "jax[cpu]")
LOOP = 2_000_000
BATCH = 1024

Measure = Callable[[float], tuple[int, float]]
"""Plays for about so many seconds; tells how many decisions that were, and in how many seconds of the processor."""


def loops_per_second() -> float:
    """The loop of `cairn bench`, written again because the peers' environment does not hold Cairn."""
    best = 0.0
    for _ in range(3):
        x = 0
        begun = clock()
        for i in range(LOOP):
            x += i & 3
        best = max(best, LOOP / (clock() - begun))
    return best


def repeated(game: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Whole games for so many seconds."""
    game()
    decisions = 0
    begun = clock()
    while (spent := clock() - begun) < seconds:
        decisions += game()
    return decisions, spent


def cairn_playouts(slug: str, seats: int) -> Measure:
    def measure(seconds: float) -> tuple[int, float]:
        import cairn
        from cairn.core.playout import playouts

        setup = cairn.game(slug).prepare(seats, {})
        dice = cairn.Dice(1)
        return repeated(lambda: playouts(setup, 1, dice), seconds)

    return measure


def cairn_driven(slug: str, seats: int) -> Measure:
    def measure(seconds: float) -> tuple[int, float]:
        import cairn
        from cairn.cli.bench import driven

        setup = cairn.game(slug).prepare(seats, {})
        dice = cairn.Dice(1)
        return repeated(lambda: driven(setup.game.set_up(setup, dice, None), dice), seconds)

    return measure


def open_spiel_driven(name: str) -> Measure:
    def measure(seconds: float) -> tuple[int, float]:
        import pyspiel

        game = pyspiel.load_game(name)
        draw = random.Random(1)

        def play() -> int:
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw.choices(actions, weights)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw.random() * len(actions))])
                    decisions += 1
            return decisions

        return repeated(play, seconds)

    return measure


def open_spiel_rollouts(name: str) -> Measure:
    """Its own C++ rollouts, which do not count decisions: a game is as long as those driven from here, on average."""

    def measure(seconds: float) -> tuple[int, float]:
        import pyspiel

        game = pyspiel.load_game(name)
        draw = random.Random(1)
        lengths = []
        for _ in range(2000):
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw.random() * len(actions))])
            lengths.append(state.move_number())
        length = sum(lengths) / len(lengths)
        many = 100
        evaluator = pyspiel.RandomRolloutEvaluator(many, 1)
        start = game.new_initial_state()

        def play() -> int:
            evaluator.evaluate(start)
            return round(many * length)

        return repeated(play, seconds)

    return measure


def pettingzoo_driven(module: str) -> Measure:
    def measure(seconds: float) -> tuple[int, float]:
        import importlib

        env = importlib.import_module(f"pettingzoo.classic.{module}").env()
        draw = random.Random(1)

        def play() -> int:
            env.reset(seed=draw.randrange(1 << 30))
            decisions = 0
            for _ in env.agent_iter():
                observation, _, over, truncated, _ = env.last()
                if over or truncated:
                    env.step(None)
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[int(draw.random() * len(legal))]))
                decisions += 1
            return decisions

        return repeated(play, seconds)

    return measure


def rlcard_driven(name: str) -> Measure:
    def measure(seconds: float) -> tuple[int, float]:
        import rlcard

        env = rlcard.make(name, config={"seed": 1})
        draw = random.Random(1)

        def play() -> int:
            state, _ = env.reset()
            decisions = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(draw.random() * len(legal))])
                decisions += 1
            return decisions

        return repeated(play, seconds)

    return measure


def pgx_batch(name: str) -> Measure:
    """A batch of games stepped and chosen in compiled XLA code; a game that is over starts anew."""

    def measure(seconds: float) -> tuple[int, float]:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(name)
        reset = jax.jit(jax.vmap(env.init))
        step = jax.vmap(auto_reset(env.step, env.init))
        steps = 50

        def once(carry, key):
            choose, luck = jax.random.split(key)
            logits = jax.numpy.where(carry.legal_action_mask, 0.0, -1e9)
            action = jax.random.categorical(choose, logits, axis=-1)
            return step(carry, action, jax.random.split(luck, BATCH)), None

        @jax.jit
        def run(states, key):
            return jax.lax.scan(once, states, jax.random.split(key, steps))[0]

        states = reset(jax.random.split(jax.random.PRNGKey(0), BATCH))
        keys = iter(jax.random.split(jax.random.PRNGKey(1), 100_000))

        def play() -> int:
            nonlocal states
            states = jax.block_until_ready(run(states, next(keys)))
            return BATCH * steps

        # XLA works in threads of its own, whose time is ours too.
        from time import process_time

        play()
        decisions = 0
        begun = process_time()
        while (spent := process_time() - begun) < seconds:
            decisions += play()
        return decisions, spent

    return measure


def catanatron_driven(seconds: float) -> tuple[int, float]:
    from catanatron import Color, Game, RandomPlayer

    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play() -> int:
        game = Game([RandomPlayer(color) for color in colors])
        game.play()
        records = getattr(game.state, "action_records", None)
        return len(records if records is not None else game.state.actions)

    return repeated(play, seconds)


class Contestant:
    def __init__(self, group: str, title: str, home: str, measure: Measure) -> None:
        self.group = group
        self.title = title
        self.home = home
        """`cairn` is this environment, `four` the same with Connect Four compiled, `peers` that of the others."""
        self.measure = measure


FOUR = "Connect Four, the same game"
CONTESTANTS = {
    "four-playouts": Contestant(FOUR, "Cairn, playouts", "four", cairn_playouts("connect-four", 2)),
    "four-driven": Contestant(FOUR, "Cairn, driven from Python", "four", cairn_driven("connect-four", 2)),
    "spiel-four-rollouts": Contestant(FOUR, "OpenSpiel, C++ rollouts", "peers", open_spiel_rollouts("connect_four")),
    "spiel-four": Contestant(FOUR, "OpenSpiel, driven from Python", "peers", open_spiel_driven("connect_four")),
    "zoo-four": Contestant(FOUR, "PettingZoo", "peers", pettingzoo_driven("connect_four_v3")),
    "pgx-four": Contestant(FOUR, f"pgx on CPU, batch of {BATCH}", "peers", pgx_batch("connect_four")),
    **{
        f"{kind}-{slug}": Contestant(f"Cairn, {how}", slug, "cairn", make(slug, seats))
        for kind, how, make in (("play", "playouts", cairn_playouts), ("drive", "driven from Python", cairn_driven))
        for slug, seats in (("five-towers", 4), ("solstis", 2), ("the-peak", 2), ("peaks", 4), ("five-peaks", 4))
    },
    "spiel-backgammon": Contestant("Others", "OpenSpiel backgammon, driven", "peers", open_spiel_driven("backgammon")),
    "spiel-rummy": Contestant("Others", "OpenSpiel gin rummy, driven", "peers", open_spiel_driven("gin_rummy")),
    "rlcard-uno": Contestant("Others", "RLCard Uno", "peers", rlcard_driven("uno")),
    "rlcard-rummy": Contestant("Others", "RLCard gin rummy", "peers", rlcard_driven("gin-rummy")),
    "catanatron": Contestant("Others", "catanatron, Catan with four seats", "peers", catanatron_driven),
}

BUILD_FOUR = """
from pathlib import Path
from setuptools import setup
from mypyc.build import mypycify

left_out = ("__init__.py", "terminal.py", "drawing.py", "svg.py", "views.py")
parts = [*sorted(Path("src/cairn/core").glob("*.py")), *sorted(Path("src/cairn_connect_four").glob("*.py"))]
modules = mypycify([str(part) for part in parts if part.name not in left_out], opt_level="2", debug_level="0",
                   group_name="four", multi_file=True)
for module in modules:
    module.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
setup(name="four", package_dir={"": "src"}, ext_modules=modules)
"""
REGISTER = "[cairn.games]\nconnect-four = cairn_connect_four.game\n"


def prepare() -> None:
    """The environment of the peers, and Connect Four compiled with the engine; what is there already stays."""
    if not (HOME / "venv" / ".done").exists():
        venv.create(HOME / "venv", with_pip=True, clear=True)
        for name in PEERS:
            pip = [HOME / "venv" / "bin" / "python", "-m", "pip", "install", "--quiet", name]
            if subprocess.run(pip, check=False).returncode:
                print(f"{name} cannot be installed here", file=sys.stderr)
        (HOME / "venv" / ".done").touch()
    four = HOME / "four"
    sources = [*(ROOT / "src" / "cairn" / "core").glob("*.py"), *(ROOT / "examples/connect_four/src").rglob("*.py")]
    newest = max(source.stat().st_mtime for source in sources)
    if not (four / ".done").exists() or (four / ".done").stat().st_mtime < newest:
        shutil.rmtree(four, ignore_errors=True)
        apart = shutil.ignore_patterns("*.so", "__pycache__", "pages")
        shutil.copytree(ROOT / "src" / "cairn", four / "src" / "cairn", ignore=apart)
        example = ROOT / "examples" / "connect_four" / "src" / "cairn_connect_four"
        shutil.copytree(example, four / "src" / "cairn_connect_four", ignore=apart)
        known = four / "src" / "cairn_connect_four-0.dist-info"
        known.mkdir()
        (known / "METADATA").write_text("Metadata-Version: 2.1\nName: cairn-connect-four\nVersion: 0\n")
        (known / "entry_points.txt").write_text(REGISTER)
        (four / "setup.py").write_text(BUILD_FOUR)
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(command, cwd=four, check=True, env={**os.environ, "MYPYPATH": "src"})
        (four / ".done").touch()


def measured(name: str, seconds: float) -> dict[str, float]:
    """One contestant, once, in a process of its own."""
    home = CONTESTANTS[name].home
    python = HOME / "venv" / "bin" / "python" if home == "peers" else Path(sys.executable)
    env = {**os.environ, "JAX_PLATFORMS": "cpu"}
    if home == "four":
        env["PYTHONPATH"] = str(HOME / "four" / "src")
    command = [python, __file__, "--measure", name, "--seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"it ended with {done.returncode}")
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure_here(name: str, seconds: float) -> None:
    before = loops_per_second()
    decisions, spent = CONTESTANTS[name].measure(seconds)
    loops = max(before, loops_per_second())
    print(json.dumps({"speed": decisions / spent, "ratio": 1000 * decisions / spent / loops, "loops": loops}))


def versions() -> str:
    program = (
        "from importlib import metadata as m\n"
        "for n in ('open-spiel','pettingzoo','rlcard','catanatron','pgx','jax','numpy'):\n"
        "    try: print(n, m.version(n))\n"
        "    except m.PackageNotFoundError: print(n, 'is not there')\n"
    )
    command = [HOME / "venv" / "bin" / "python", "-c", program]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return ", ".join([f"cairn {metadata.version('cairn-tabletop')}", *told.split("\n")[:-1]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(CONTESTANTS)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--measure", metavar="NAME", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        measure_here(asked.measure, asked.seconds)
        return
    prepare()
    names = asked.names or list(CONTESTANTS)
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    reasons: dict[str, str] = {}
    for number in range(asked.rounds):
        for name in names:
            print(f"\r\033[Kround {number + 1}: {name}", end="", file=sys.stderr)
            if name not in reasons:
                try:
                    found[name].append(measured(name, asked.seconds))
                except RuntimeError as failure:
                    reasons[name] = str(failure)
    print("\r\033[K", end="", file=sys.stderr)
    loops = median(each["loops"] for results in found.values() for each in results)
    print(f"{versions()}; {asked.rounds} rounds, plain loop {loops / 1e6:.1f} million/s\n")
    print("| | | decisions/s | ratio | lowest to highest |\n|---|---|---:|---:|---:|")
    for name in names:
        one = CONTESTANTS[name]
        ratios = sorted(each["ratio"] for each in found[name])
        if name in reasons or not ratios:
            print(f"| {one.group} | {one.title} | not measured: {reasons.get(name, '')} | | |")
            continue
        speed = median(each["speed"] for each in found[name])
        spread = f"{ratios[0]:.1f} to {ratios[-1]:.1f}"
        print(f"| {one.group} | {one.title} | {speed:,.0f} | {median(ratios):.1f} | {spread} |")


if __name__ == "__main__":
    main()
