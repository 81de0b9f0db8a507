"""Tests of vectors: any measure, or the standard battery, by shipped lists or one's own."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from weatherglass.app.asking import Asked, Language, Measures, Queries, Seed, Vectors
from weatherglass.app.python_call import Code, python_call
from weatherglass.app.typed import given_only, query_files, query_names
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import command, unless


class AskedOfAudit(Asked):
    """Without queries, all tests of the language are run; without measures, the standard battery."""

    vectors: Vectors
    language: Language = ""
    queries: Queries = Field(default_factory=list)
    measures: Measures = Field(default_factory=list)
    structure: Literal["auto", "yes", "no"] = "auto"
    alternative: Literal["greater", "less", "two-sided"] = "greater"
    method: Literal["auto", "exact", "certified", "sampled"] = "auto"
    interval: Literal["bootstrap", "jackknife", "none"] = "bootstrap"
    comparisons: Annotated[int, Field(ge=0, le=2000)] = 300
    smallest_effect: Annotated[float, Field(gt=0, le=2)] | None = None
    min_coverage: Annotated[float, Field(ge=0, le=1)] = 0.5
    min_words: Annotated[int, Field(ge=1, le=1000)] = 3
    seed: Seed = 0


_STRUCTURE = {"auto": None, "yes": True, "no": False}


def _done(asked: AskedOfAudit, place: Place, progress: Progress) -> Any:
    from weatherglass.auditing import audit
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Match

    found = audit(
        place.path(asked.vectors),
        language=asked.language or None,
        queries=[place.query(each) for each in asked.queries],
        measures=asked.measures or None,
        match=Match(min_coverage=asked.min_coverage, min_words=asked.min_words),
        test=Test(alternative=asked.alternative, method=asked.method, seed=asked.seed),
        scrutiny=Scrutiny(interval=asked.interval, baseline=asked.comparisons, smallest_effect=asked.smallest_effect),
        structure=_STRUCTURE[asked.structure],
        progress=progress,
    )
    named = replace(found.request, vectors=place.name(asked.vectors), queries=tuple(query_names(asked.queries, place)))
    return replace(found, request=named)


def _checked(asked: AskedOfAudit, place: Place) -> None:
    from weatherglass.measure.base import get
    from weatherglass.words import packs

    for name in asked.measures:
        get(name)
    queries = [place.query(each) for each in asked.queries]
    chosen = packs.given(queries, language=asked.language or None)
    if not chosen and asked.language:
        packs.of_tests(asked.language)


def _same(asked: AskedOfAudit, place: Place) -> Same:
    name, queries = place.name(asked.vectors), query_names(asked.queries, place)
    options = {
        "--lang": unless(asked.language, ""),
        "--query": queries,
        "--measure": asked.measures,
        "--alternative": unless(asked.alternative, "greater"),
        "--method": unless(asked.method, "auto"),
        "--interval": unless(asked.interval, "bootstrap"),
        "--comparisons": unless(asked.comparisons, 300),
        "--smallest-effect": unless(asked.smallest_effect, None),
        "--min-coverage": unless(asked.min_coverage, 0.5),
        "--min-words": unless(asked.min_words, 3),
        "--seed": unless(asked.seed, 0),
    }
    switches = {"--structure": asked.structure == "yes", "--no-structure": asked.structure == "no"}
    named: dict[str, Any] = {
        "language": asked.language or None,
        "queries": queries or None,
        "measures": asked.measures or None,
        "structure": _STRUCTURE[asked.structure],
        "test": _made(
            "Test", alternative=(asked.alternative, "greater"), method=(asked.method, "auto"), seed=(asked.seed, 0)
        ),
        "scrutiny": _made(
            "Scrutiny",
            interval=(asked.interval, "bootstrap"),
            baseline=(asked.comparisons, 300),
            smallest_effect=(asked.smallest_effect, None),
        ),
        "match": _made("Match", min_coverage=(asked.min_coverage, 0.5), min_words=(asked.min_words, 3)),
    }
    return Same(
        command=command(["weatherglass", "audit", *([name] if name else [])], options, switches),
        python=python_call(
            "weatherglass.audit",
            [name] if name else [],
            given_only(named),
        ),
        files=query_files(asked.queries, place),
    )


def _made(kind: str, **values: tuple[Any, Any]) -> Code | None:
    """Such as `weatherglass.Test(seed=1)`, with what is not as usual; nothing where all is."""
    given = ", ".join(f"{name}={value!r}" for name, (value, usual) in values.items() if value != usual)
    return Code(f"weatherglass.{kind}({given})") if given else None


AUDIT = work(
    Work(
        name="audit",
        asked=AskedOfAudit,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("structure", "alternative", "method", "interval", "comparisons", "smallest_effect", "min_coverage", "min_words", "seed"),
    )
)  # fmt: skip
