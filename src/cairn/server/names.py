"""What names look like. Two names with one skeleton cannot be told apart by eye, so only one of them can be claimed.

In the manner of Unicode's technical standard 39: compatible forms are unfolded, letters of other scripts become the
Latin ones they are drawn like, and what has no shape at all is left out.
"""

from __future__ import annotations

import unicodedata
from typing import Final

BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f\u180b\u180c\u180d\ufe0e\ufe0f"
"""Characters that count as letters or signs and show nothing."""

_ALIKE: Final = {
    "a": "аɑα⍺", "b": "Ьв", "c": "сϲⅽ", "d": "ԁⅾ", "e": "еҽєε", "f": "ϝ", "g": "ɡց", "h": "һհ",
    "i": "іɩιı˛ӏ", "j": "јϳ", "k": "кκ", "l": "IΙІɭǀ|1ӀⅠlון∣", "m": "мⅿ", "n": "пո", "o": "оοօσ0ⲟ᧐०০੦",
    "p": "рρ", "q": "ԛգ", "r": "гᴦ", "s": "ѕꜱ", "t": "тτ", "u": "υսцʋ", "v": "νѵ", "w": "ѡԝωա", "x": "хχ",
    "y": "уγүყ", "z": "ᴢ",
    "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹᏟ", "D": "Ꭰ", "E": "ЕΕᎬ", "F": "Ϝ", "G": "ԌᏀ", "H": "НΗᎻ",
    "J": "ЈᎫ", "K": "КΚᏦ", "L": "Ꮮ", "M": "МΜᎷ", "N": "Ν", "O": "ОΟՕ", "P": "РΡᏢ", "Q": "Ԛ", "R": "Ꭱ",
    "S": "ЅᏚ", "T": "ТΤᎢ", "U": "Ս", "V": "ѴᏙ", "W": "ԜᎳ", "X": "ХΧ", "Y": "ΥҮ", "Z": "ΖᏃ",
    "-": "‐‑‒–—−﹘ー", "'": "’‘ʼ`´′", ".": "․·•", "": BLANK,
}  # fmt: skip
_AS_DRAWN: Final = {ord(other): drawn for drawn, others in _ALIKE.items() for other in others}


def skeleton(name: str) -> str:
    """The shape of a name, whatever letters it is written with; empty if it shows nothing."""
    plain = unicodedata.normalize("NFKD", name).translate(_AS_DRAWN)
    shape = unicodedata.normalize("NFC", plain).casefold().translate(_AS_DRAWN)
    return " ".join(shape.replace("rn", "m").replace("vv", "w").split())
