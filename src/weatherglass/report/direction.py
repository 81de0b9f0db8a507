"""Texts of both directions in one line: what runs against the language spoken is told apart, and nothing can turn what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weatherglass.wording.messages import runs_right_to_left

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff"  # of scripts that run from right to left
_RIGHT_TO_LEFT = re.compile(f"([{_LETTERS}]+(?:[ _\u200c\u200d]+[{_LETTERS}]+)*)")
_WITHIN = f"[^{_LETTERS}«»()\\[\\]،؛]"
_BRACKETS = (  # within a sentence of another language, as in a list's title; an interval behind its value
    f"(?:(?<=[A-Za-zÀ-ɏ] )\\((?=[A-Za-zÀ-ɏ]){_WITHIN}*\\)|\\[{_WITHIN}*\\])"
)
_LEFT_TO_RIGHT = re.compile(
    f"((?:[<>=≤≥] ?)?(?:--?|[−+±])?[^\\W{_LETTERS}](?:(?:{_WITHIN}|{_BRACKETS})*(?:[^\\W{_LETTERS}]|{_BRACKETS}))?(?:[ \u00a0]?%)?)"
)
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # they would change the order of what follows


def runs(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text, and whether each runs against the language spoken."""
    parts = (_LEFT_TO_RIGHT if runs_right_to_left() else _RIGHT_TO_LEFT).split(text)
    return ((part, bool(i % 2)) for i, part in enumerate(parts) if part)


def turns_shown(text: str) -> str:
    """With the characters that would change the direction of what follows shown as their codes."""
    return _TURNING.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)
