"""Which documents of a corpus carry a measured effect: ranked, grouped, and checked by training again without them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from weatherglass.app.asking import (
    LONGEST_WORD,
    Asked,
    CorpusFolder,
    KeptVectors,
    Names,
    OneQuery,
    Percents,
    Seed,
    SmoothMeasure,
)
from weatherglass.app.python_call import python_call
from weatherglass.app.typed import given_only, query_files, query_names
from weatherglass.app.work import DOCUMENTS, Place, Same, Work, work
from weatherglass.progress import Progress
from weatherglass.report.command import command, unless

if TYPE_CHECKING:
    from weatherglass.words.query import Query

_MEASURE, _MODELS, _TOP, _LEAST = "weat", 3, 50, 5
_SETTINGS = ("dim", "window", "min_count", "epochs", "x_max")


class AskedOfTrace(Asked):
    """Models are trained with the settings, as GloVe has them where they are left out; or `vectors` are those of a model that was kept.

    `verify`: shares of the documents in per cent; models are trained again without so many. `by`: fields to group documents by.
    """

    corpus: CorpusFolder
    query: OneQuery
    measure: SmoothMeasure = _MEASURE
    models: Annotated[int, Field(ge=1, le=5)] = _MODELS
    verify: Percents = Field(default_factory=list)
    by: Names = Field(default_factory=list)
    word: Annotated[str, Field(max_length=LONGEST_WORD)] = ""
    number: Annotated[str, Field(max_length=60)] = ""
    top: Annotated[int, Field(ge=1, le=1000)] = _TOP
    vectors: KeptVectors = ""
    dim: Annotated[int, Field(ge=2, le=1000)] | None = None
    window: Annotated[int, Field(ge=1, le=100)] | None = None
    min_count: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    epochs: Annotated[int, Field(ge=1, le=1000)] | None = None
    x_max: Annotated[float, Field(gt=0, le=1_000_000)] | None = None
    least_documents: Annotated[int, Field(ge=2, le=1_000_000)] = _LEAST
    seed: Seed = 0


def _settings(asked: AskedOfTrace) -> dict[str, Any]:
    """Those that are not as GloVe has them."""
    return given_only({name: getattr(asked, name) for name in _SETTINGS})


def _percents(asked: AskedOfTrace) -> list[float]:
    return list(dict.fromkeys(asked.verify))


def _done(asked: AskedOfTrace, place: Place, progress: Progress) -> Any:
    from weatherglass.files import write_whole
    from weatherglass.report.spreadsheet import csv_text
    from weatherglass.trace.tracing import trace_of

    found = trace_of(
        place.path(asked.corpus),
        place.query(asked.query),
        vectors=place.path(asked.vectors) if asked.vectors else None,
        measure=asked.measure,
        word=asked.word,
        number=asked.number,
        top=asked.top,
        by=asked.by or None,
        models=None if asked.vectors else asked.models,
        verify=[percent / 100 for percent in _percents(asked)],
        least_documents=asked.least_documents,
        seed=asked.seed,
        progress=progress,
        **_settings(asked),
    )
    write_whole(place.folder / DOCUMENTS, csv_text(found.documents_table()))
    return replace(found, every=None)


def _checked(asked: AskedOfTrace, place: Place) -> None:
    """Whatever can be told before the corpus is read."""
    from weatherglass.app.corpora import about, fields
    from weatherglass.errors import FormatError, SpecError, UnknownName
    from weatherglass.trace.effect import Target

    corpus = about(place.path(asked.corpus))
    if corpus is None:
        problem = "is damaged, or was made by another version of Weatherglass; build it again"
        raise FormatError(problem, file=place.name(asked.corpus))
    query = _query(asked, place)
    if query.language != corpus.language:
        raise SpecError(
            f"'{query.id}' is a test for '{query.language}', but {place.name(asked.corpus)} was cleaned as '{corpus.language}'; "
            "choose a test in the language of the corpus",
            key="query",
        )
    target = Target.of(query, asked.measure, word=asked.word, number=asked.number)
    if not target.measure.fits(query):
        raise SpecError(f"{asked.measure} needs {target.measure.inputs()}, and '{query.id}' has others", key="measure")
    if corpus.documents < 2:
        told = "all of its text is one document, so there is nothing that an effect could be traced to"
        raise SpecError(f"{place.name(asked.corpus)}: {told}; build it from texts that are apart", key="corpus")
    if asked.by:
        known = fields(place.path(asked.corpus))
        for field in asked.by:
            if field not in known:
                raise UnknownName("field of the documents", field, known)
    if asked.vectors:
        _refuse_vectors(asked, place, corpus.sha256)


def _query(asked: AskedOfTrace, place: Place) -> Query:
    """The one that is asked for; a pattern is none."""
    from weatherglass.errors import UnknownName
    from weatherglass.words import packs

    named = place.query(asked.query)
    if isinstance(named, str) and named not in (known := packs.catalogue()):
        raise UnknownName("query", named, known)
    return known[named] if isinstance(named, str) else named


def _refuse_vectors(asked: AskedOfTrace, place: Place, sha256: str) -> None:
    """Unless they are those of a model that was kept, and of this corpus; how they were trained cannot be chosen then."""
    from weatherglass.app.corpora import trained_on
    from weatherglass.errors import SpecError

    for name in (*_settings(asked), *(["models"] if asked.models != _MODELS else [])):
        raise SpecError("the vectors are one model, trained with settings of its own; leave this as it was", key=name)
    kept = trained_on(place.path(asked.vectors))
    how = "`weatherglass train --method glove --keep-model` makes such vectors; or choose none, and models are trained"
    if kept is None:
        raise SpecError(f"no model was kept with these vectors; {how}", key="vectors")
    if kept.sha256 != sha256:
        raise SpecError(f"these vectors were not trained on this corpus; {how}", key="vectors")


def _same(asked: AskedOfTrace, place: Place) -> Same:
    (query,), settings = query_names([asked.query], place), _settings(asked)
    corpus, vectors = place.name(asked.corpus), place.name(asked.vectors) if asked.vectors else ""
    percents = _percents(asked)
    options = {
        "--query": [query],
        "--vectors": unless(vectors, ""),
        "--measure": unless(asked.measure, _MEASURE),
        "--word": unless(asked.word, ""),
        "--of": unless(asked.number, ""),
        "--top": unless(asked.top, _TOP),
        "--by": asked.by,
        "--models": unless(asked.models, _MODELS),
        "--verify": [f"{percent}".removesuffix(".0") for percent in percents],
        **{f"--{name.replace('_', '-')}": [value] for name, value in settings.items()},
        "--least-documents": unless(asked.least_documents, _LEAST),
        "--seed": unless(asked.seed, 0),
    }
    named = {
        "vectors": vectors or None,
        "measure": None if asked.measure == _MEASURE else asked.measure,
        "word": asked.word or None,
        "number": asked.number or None,
        "top": None if asked.top == _TOP else asked.top,
        "by": asked.by or None,
        "models": None if asked.models == _MODELS else asked.models,
        "verify": [percent / 100 for percent in percents] or None,
        **settings,
        "least_documents": None if asked.least_documents == _LEAST else asked.least_documents,
        "seed": asked.seed or None,
    }
    return Same(
        command=command(["weatherglass", "trace", corpus], options, {}),
        python=python_call("weatherglass.trace_of", [corpus, query], given_only(named)),
        files=query_files([asked.query], place),
    )


TRACE = work(
    Work(
        name="trace",
        asked=AskedOfTrace,
        done=_done,
        same=_same,
        checked=_checked,
        folded=("word", "number", "top", "vectors", *_SETTINGS, "least_documents", "seed"),
    )
)
