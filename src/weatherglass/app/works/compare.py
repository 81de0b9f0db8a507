"""The same tests in several vectors, with how sure each difference is."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from weatherglass.app.asking import Asked, Language, Measures, OneOfVectors, Queries, Seed, SeveralVectors
from weatherglass.app.python_call import made_of, python_call
from weatherglass.app.typed import file_in_python, file_typed, given_only, query_files, query_names, typed_command
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import unless

_MEASURES = ("weat",)
_LEVEL, _RESAMPLES, _COVERAGE, _WORDS = 0.95, 9_999, 0.5, 3


class AskedOfCompare(Asked):
    """Each is set against the `reference`, the first where none is named; `common_words`: on the words that all of them have."""

    spaces: SeveralVectors
    reference: OneOfVectors = ""
    common_words: bool = True
    alike: bool = True
    language: Language = ""
    queries: Queries = Field(default_factory=list)
    measures: Measures = Field(default_factory=list)
    level: Annotated[float, Field(ge=0.5, le=0.999)] = _LEVEL
    resamples: Annotated[int, Field(ge=200, le=99_999)] = _RESAMPLES
    min_coverage: Annotated[float, Field(ge=0, le=1)] = _COVERAGE
    min_words: Annotated[int, Field(ge=1, le=1000)] = _WORDS
    seed: Seed = 0


def _reference(asked: AskedOfCompare) -> int:
    """Its number."""
    return asked.spaces.index(asked.reference) if asked.reference else 0


def _done(asked: AskedOfCompare, place: Place, progress: Progress) -> Any:
    from weatherglass.study.compare import compare
    from weatherglass.words.lookup import Match

    found = compare(
        [place.path(each) for each in asked.spaces],
        language=asked.language or None,
        queries=[place.query(each) for each in asked.queries],
        measures=asked.measures or _MEASURES,
        common_words=asked.common_words,
        reference=_reference(asked),
        match=Match(min_coverage=asked.min_coverage, min_words=asked.min_words),
        level=asked.level,
        resamples=asked.resamples,
        seed=asked.seed,
        alike=asked.alike,
        progress=progress,
    )
    named = zip(found.spaces, asked.spaces, strict=True)
    return replace(
        found,
        spaces=tuple(replace(space, file=place.name(id)) for space, id in named),  # not where they lie on the machine
        queries=tuple(query_names(asked.queries, place)),
    )


def _checked(asked: AskedOfCompare, place: Place) -> None:
    from weatherglass.errors import SpecError
    from weatherglass.measure.base import get
    from weatherglass.words import packs

    if len(set(asked.spaces)) < len(asked.spaces):
        raise SpecError("the same vectors were given twice; give each once", key="spaces")
    if asked.reference and asked.reference not in asked.spaces:
        raise SpecError("the reference is none of the vectors that are compared; choose one of them", key="reference")
    if asked.language:
        packs.of_tests(asked.language)
    for name in asked.measures:
        get(name)
    packs.given([place.query(each) for each in asked.queries], language=asked.language or None)


def _same(asked: AskedOfCompare, place: Place) -> Same:
    queries = query_names(asked.queries, place)
    reference = asked.spaces.index(asked.reference) if asked.reference in asked.spaces else 0
    options = {
        "--lang": unless(asked.language, ""),
        "--query": queries,
        "--measure": asked.measures,
        "--reference": unless(reference + 1, 1),
        "--level": unless(asked.level, _LEVEL),
        "--resamples": unless(asked.resamples, _RESAMPLES),
        "--min-coverage": unless(asked.min_coverage, _COVERAGE),
        "--min-words": unless(asked.min_words, _WORDS),
        "--seed": unless(asked.seed, 0),
    }
    named = {
        "language": asked.language or None,
        "queries": queries or None,
        "measures": asked.measures or None,
        "common_words": None if asked.common_words else False,
        "reference": reference or None,
        "alike": None if asked.alike else False,
        "match": made_of(
            "Match",
            min_coverage=None if asked.min_coverage == _COVERAGE else asked.min_coverage,
            min_words=None if asked.min_words == _WORDS else asked.min_words,
        ),
        "level": None if asked.level == _LEVEL else asked.level,
        "resamples": None if asked.resamples == _RESAMPLES else asked.resamples,
        "seed": asked.seed or None,
    }
    files = [file_typed(place, each) for each in asked.spaces]
    switches = {"--own-words": not asked.common_words, "--no-alike": not asked.alike}
    return Same(
        command=typed_command(["weatherglass", "compare", *files], options, switches),
        python=python_call(
            "weatherglass.compare", [[file_in_python(place, each) for each in asked.spaces]], given_only(named)
        ),
        files=query_files(asked.queries, place),
    )


COMPARE = work(
    Work(
        name="compare",
        asked=AskedOfCompare,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("measures", "level", "resamples", "min_coverage", "min_words", "seed"),
    )
)
