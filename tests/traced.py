"""A trace made by hand, for the tests of what shows it: every kind of thing is in it, also what could not be told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from weatherglass.errors import Notice
from weatherglass.trace.traced import Group, Mark, Passage, Point, Removal, TestWord, Trace, Traced, Which
from weatherglass.words.lookup import Coverage, Match, SetCoverage
from weatherglass.words.query import Query, WordSet

HOSTILE = "</script><img src=x onerror=alert(1)>\u202eback"
QUERY = Query(
    name="own",
    language="ar",
    title="A test of one’s own",
    targets=(WordSet("first", (("رجل",), ("ولد",))), WordSet("second", (("امرأة",), ("بنت",)))),
    attributes=(WordSet("career", (("عمل",), ("مكتب",))), WordSet("family", (("بيت",), ("أسرة",)))),
    cite=("caliskan2017",),
)


def made_trace(name: str = "d1", value: float = 0.8, **changed: Any) -> Trace:
    """`name`: of the document that carries most."""
    sign = 1 if value >= 0 else -1

    def document(number: int, called: str, change: float) -> Traced:
        fields = {"date": f"200{number}", "source": "paper", "id": called}
        return Traced(number=number, name=called, fields=fields, change=sign * change, low=sign * change - 0.01, high=sign * change + 0.01, through="رجل")  # fmt: skip

    groups = [
        Group(field="source", value="paper", documents=60, with_words=50, change=-0.5 * sign, low=-0.6, high=-0.4),
        Group(field="source", value="", documents=30, with_words=9, change=0.1 * sign, low=0.05, high=0.2),
        Group(field="source", value="radio", documents=10, with_words=9, change=None, low=None, high=None, reason="“رجل” would stand beside 3 different words only"),
    ]  # fmt: skip
    changes: dict[Which, tuple[float, float]] = {"top": (-0.3, -0.9), "bottom": (0.2, 0.4), "random": (0.0, -0.05)}
    curve = [
        Point(which=which, share=share, documents=round(100 * share), value=value + sign * each)
        for which, some in changes.items()
        for share, each in zip((0.02, 0.1), some, strict=True)
    ]
    curve.append(Point(which="top", share=0.5, documents=50, value=None, reason="too few"))
    removals = [
        Removal(which="top", share=0.1, documents=10, predicted=(-0.9 * sign, -0.8 * sign), measured=(-0.7 * sign, -1.0 * sign), as_saved=(-0.5, -0.6)),
        Removal(which="bottom", share=0.1, documents=10, predicted=(0.4 * sign, 0.3 * sign), measured=(0.5 * sign, 0.3 * sign), as_saved=(0.2, 0.2)),
        Removal(which="random", share=0.1, documents=10, predicted=(-0.05, 0.0), measured=(0.1, -0.1), as_saved=(0.0, 0.1)),
        Removal(which="top", share=0.5, documents=50, reason="too few contexts would be left"),
    ]  # fmt: skip
    return replace(
        Trace(
            corpus={"name": "texts", "sha256": "ab" * 32, "language": "ar", "view": [], "words": 120_000},
            query=QUERY,
            measure="weat",
            word="",
            number="",
            params={"ddof": 1},
            symbol="d",
            settings={"dim": 50, "window": 10, "min_count": 5, "epochs": 25, "seed": 0, "threads": 1, "memory": 2.0, "vectors": "sum", "x_max": 100.0},
            damped=True,
            seeds=(0, 1),
            vectors="",
            values=(value - 0.1, value + 0.1),
            as_saved=(value, value + 0.3),
            coverage=Coverage(sets=tuple(SetCoverage(name=each.name, found=2, asked=2) for each in QUERY.sets)),
            words=tuple(TestWord(word[0], word[0], each.name, 40, 20, 300) for each in QUERY.sets for word in each.words),
            all_documents=100,
            ranked=68,
            weakening=34,
            half=9,
            unknown=("d99",),
            match=Match(),
            seed=0,
            top=3,
            by=(),
            least_documents=5,
            documents=(document(1, name, -0.2), document(2, "d2", -0.1), document(3, "d3", 0.15)),
            spread=tuple(sign * change for change in (-0.2, -0.1, -0.05, 0.0, 0.03, 0.15)),
            curve=tuple(curve),
            groups=tuple(groups),
            passages=(
                Passage(sentence=4, document=1, change=-0.02 * sign, marks=(Mark(0, "test"), Mark(2, "for"))),
                Passage(sentence=9, document=3, change=0.01 * sign, marks=(Mark(1, "against"), Mark(3, "test"))),
            ),
            removals=tuple(removals),
            agreement=0.87,
            warnings=(Notice("sign-by-seed", "changes its sign"),),
        ),
        **changed,
    )  # fmt: skip
