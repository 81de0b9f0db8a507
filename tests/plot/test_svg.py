"""Texts in SVG run as matplotlib laid them out."""

from __future__ import annotations

import pytest

from weatherglass.plot.svg import turned


@pytest.mark.parametrize(
    ("style", "text", "expected"),
    [
        ("font-size: 8px", "weat وفق", '<text style="font-size: 8px" x="1">weat وفق</text>'),
        ("font-size: 8px", "&lt;وفق", '<text style="font-size: 8px; text-anchor: end; direction: rtl" x="1">&lt;وفق</text>'),
        ("font-size: 8px; text-anchor: end", "10 وفق", '<text style="font-size: 8px; direction: rtl" x="1">10 وفق</text>'),
        ("font-size: 8px; text-anchor: middle", "وفق", '<text style="font-size: 8px; text-anchor: middle; direction: rtl" x="1">وفق</text>'),
        ("font-size: 8px", "\u200fweat وفق", '<text style="font-size: 8px; text-anchor: end; direction: rtl" x="1">weat وفق</text>'),
        ("font-size: 8px", "10 %", '<text style="font-size: 8px" x="1">10 %</text>'),
    ],
)  # fmt: skip
def test_a_text_runs_in_the_direction_of_its_first_letter(style: str, text: str, expected: str) -> None:
    assert turned(f'<svg><text style="{style}" x="1">{text}</text></svg>') == f"<svg>{expected}</svg>"


def test_a_sign_stays_before_its_number_after_arabic_words() -> None:
    shown = turned('<text style="font: 8px">منتصف (−0.2)</text>')
    assert '(<tspan direction="ltr" unicode-bidi="isolate">−0.2</tspan>)' in shown
