"""Words on two axes, as sentences and a table."""

from __future__ import annotations

from weatherglass.report.document import Table
from weatherglass.report.structure_bias import heads
from weatherglass.structure.projecting import Projection
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import correlation, difference


def table(found: Projection) -> Table:
    """Each word with its place on either axis, from the first pole of x to the second."""
    ordered = sorted(found.words, key=lambda word: -word.x)
    rows = tuple((word.word, difference(word.x), difference(word.y)) for word in ordered)
    return Table(say("structure.projection.title"), (*heads("word"), "x", "y"), rows)


def sentences(found: Projection) -> tuple[str, ...]:
    """What the axes are, and how to read the numbers."""
    axes = (
        say("structure.projection.axis", name=name, first=", ".join(first), second=", ".join(second))
        for name, (first, second) in (("x", found.x), ("y", found.y))
    )
    asked = found.coverage.sets[0]
    told = say(
        "structure.projection.found", found=asked.found, asked=asked.asked, cosine=correlation(found.slant)
    )  # fmt: skip
    return (*axes, told, say("structure.projection.compare"))
