"""Documents with every kind of block in them, about words that mean harm and words of both directions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup

from weatherglass.errors import Notice
from weatherglass.report.document import Below, Document, Fact, Figure, Section, Table, WordList, words_anchor
from weatherglass.report.write import Found, Kind
from weatherglass.wording.messages import Finding
from weatherglass.words.lookup import Coverage, SetCoverage, Substitution
from weatherglass.words.query import Query, WordSet

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "](javascript:alert(1))",
    "`code` | a&amp;b | $x^2$ ~~no~~ @team #1",
    "turned\u202eback\u2066",
    "# not a heading",
    "- not a list",
    "\\end{document}",
    "=cmd|x",
)
ARABIC = "ممرضة"
PICTURE = Markup(
    '<svg role="img" viewBox="0 0 40 10" width="40" height="10"><title>where it stands</title><path d="M0 5H40" stroke="currentColor"/></svg>'
)
READ_THE_PICTURE = "The stroke is the interval."
QUERY = Query(
    name="own_test",
    language="ar",
    title=f"A test of {HOSTILE[0]}",
    source=HOSTILE[2],
    licence="CC0",
    content_note="These words may hurt.",
    targets=(WordSet(f"one {HOSTILE[0]}", tuple((word,) for word in HOSTILE)),),
    attributes=(WordSet(ARABIC, ((ARABIC, "طبيب"), ("missing",), ("twice",))),),
)
COVERAGE = Coverage(
    sets=(
        SetCoverage(name=QUERY.targets[0].name, found=len(HOSTILE), asked=len(HOSTILE)),
        SetCoverage(
            name=ARABIC,
            found=2,
            asked=3,
            missing=("missing",),
            substituted=(Substitution("twice", "Twice", "case"),),
            duplicates=("twice",),
        ),
    )
)


def words_table(title: str, rows: int | None = None) -> Table:
    """Hostile words as row heads, or so many words, with numbers, a second line and a picture."""
    words = HOSTILE if rows is None else tuple(f"word{i}" for i in range(rows))
    return Table(
        title,
        ("word", "what it is", "d", "where"),
        tuple((word, f"about {word}", Below("−0.5", "95 % interval −1 to 0"), PICTURE) for word in words),
        note=f"The words are {ARABIC} and others.",
        texts=2,
        picture_note=READ_THE_PICTURE,
    )


def document(**changes: Any) -> Document:
    """One with everything that a document can hold."""
    verdict = Section("gate", "No limit exceeded", tables=(Table("Limits", ("rule", "value"), (("all", "0.2"),)),))
    results = Section(
        "results",
        f"Results for {HOSTILE[1]}",
        intro="Before all else.",
        findings=("First, p = 0.04.", Finding((("The word ", False), (HOSTILE[0], True), (" stands apart.", False)))),
        figures=(Figure("It leans", PICTURE, f"Each dot is a word such as {ARABIC}."),),
        tables=(Table("Tests", ("", "d"), (("own", "1"),), links=("test-1",)), words_table("Words")),
        folded=(words_table("All words"),),
        lists=(("Left out", HOSTILE), ("Arabic", (ARABIC, "طبيب"))),
        facts=(Fact("Other sets", "none as extreme", PICTURE), Fact("Floor", f"1 of 70, {ARABIC}")),
        paste="A text to copy with ``` in it.\n# as it is",
        parts=(
            Section("test-1", f"The test {ARABIC} (−0.5)", findings=("One finding.",), words=words_anchor(QUERY.id)),
        ),
    )
    given: dict[str, Any] = {
        "kind": "audit",
        "name": f"vectors {HOSTILE[0]}",
        "identity": (("Vectors", HOSTILE[2]), ("SHA-256", "ab" * 32)),
        "summary": "One test was run.",
        "findings": (
            f"The word {ARABIC} (+0.67) leads.",
            HOSTILE[3],
            HOSTILE[5],
            Finding((("It stands apart.", False),), "A test", "test-1"),
        ),
        "mind": "This depends on the words chosen.",
        "verdict": verdict,
        "warnings": (
            Notice("low-coverage", f"1 of 3 words of {ARABIC}"),
            *(Notice("zero", f"row {i}") for i in range(5)),
        ),
        "sections": (results, Section("second", "A second section", findings=("Alone.",))),
        "limits": ("Nothing about people.",),
        "methods": ("We measured.", "It was done so."),
        "word_lists": (WordList(QUERY, COVERAGE),),
        "command": "weatherglass audit '```' --out x",
        "cited": ("caliskan2017", "no-such-key"),
        "data": {"schema_version": 1, "kind": "audit"},
        "tables": {"results": pl.DataFrame({"word": list(HOSTILE), "d": [0.1 * i for i in range(len(HOSTILE))]})},
    }
    return Document(**{**given, **changes})


@dataclass(frozen=True, slots=True)
class Documented:
    """A result whose report holds every kind of block."""

    name: str

    def to_dict(self) -> dict[str, Any]:
        return {"schema_version": 1, "kind": "documented", "name": self.name}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Documented:
        return cls(data["name"])


class DocumentedKind(Kind):
    """The kind of such a result, where reports look for kinds."""

    def __init__(self) -> None:
        super().__init__("", Documented.__name__, "", "documented.json")

    def from_dict(self, data: Mapping[str, Any]) -> Found:
        return Documented.from_dict(data)

    def document(self, found: Found) -> Document:
        assert isinstance(found, Documented)
        return document(name=found.name)
