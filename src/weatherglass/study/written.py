"""Reading the file of a study: typed, and checked before anything runs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from weatherglass import language as languages
from weatherglass.corpus.shared import is_url
from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.files.toml import (
    COUNT,
    COUNTS,
    NUMBER,
    NUMBERS,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    TRUTH,
    Kind,
    checked,
    either,
    kind_of,
    list_of,
    read_toml,
)
from weatherglass.study.spec import (
    PERIODS,
    Cleaning,
    Examining,
    Given,
    Measuring,
    Samples,
    Source,
    Study,
    Training,
)
from weatherglass.train.settings import METHODS, MOST_SEEDS, settings_for
from weatherglass.words.lookup import Match
from weatherglass.words.reading import QUERY_FILES

_ONE_OR_MORE_TABLES = either(TABLE, TABLES)
_STUDY: dict[str, Kind] = {
    "name": TEXT,
    "language": TEXT,
    "keep_vectors": TRUTH,
    "corpus": _ONE_OR_MORE_TABLES,
    "cleaning": _ONE_OR_MORE_TABLES,
    "vectors": _ONE_OR_MORE_TABLES,
    "samples": TABLE,
    "train": _ONE_OR_MORE_TABLES,
    "measure": TABLE,
    "quality": TABLE,
}
_CORPUS: dict[str, Kind] = {"path": TEXT, "name": TEXT}
_CLEANING: dict[str, Kind] = {"name": TEXT, "with": TEXTS, "without": TEXTS, "ngrams": COUNT}
_VECTORS: dict[str, Kind] = {"path": TEXT, "name": TEXT, "part": TEXT, "model": TEXT}
_SAMPLES: dict[str, Kind] = {
    "rates": NUMBERS,
    "repeats": COUNT,
    "permutations": COUNT,
    "unit": TEXT,
    "by": TEXT,
    "pattern": TEXT,
    "periods": TABLE,
    "least_words": COUNT,
    "whole": TRUTH,
    "together": TRUTH,
    "seeds": COUNTS,
}
_MEASURE: dict[str, Kind] = {
    "queries": TEXTS,
    "measures": TEXTS,
    "packs": TEXTS,
    "params": TABLE,
    "alternative": TEXT,
    "min_coverage": NUMBER,
    "min_words": COUNT,
    "min_test_coverage": NUMBER,
}
_QUALITY: dict[str, Kind] = {
    "analogies": TEXTS,
    "odd": TEXTS,
    "similarity": TEXTS,
    "sentences": list_of(either(TEXT, TEXTS)),
    "words": COUNT,
}

_OF_TRAINING = ("train", "samples", "cleaning", "keep_vectors")


def read_spec(file: str | PathLike[str]) -> Study:
    """Read a study; whatever is wrong with it as a text is said here, what is wrong with its files by the plan."""
    path = Path(file)
    data = checked(read_toml(path), _STUDY, file=path, needed=("language",))
    if not languages.is_code(data["language"]):
        raise SpecError(f"needs a language code such as 'de', got {data['language']!r}", file=path, key="language")
    corpora = tuple(_source(each, key, path) for key, each in _tables(data, "corpus"))
    vectors = tuple(g for key, each in _tables(data, "vectors") for g in _given(each, key, path))
    trainings = tuple(t for key, each in _tables(data, "train") for t in _trainings(each, key, path))
    study = Study(
        file=path,
        name=data.get("name", path.stem),
        language=data["language"],
        corpora=corpora,
        cleanings=tuple(_cleaning(each, key, path) for key, each in _tables(data, "cleaning")) or (Cleaning(),),
        vectors=vectors,
        samples=_samples(data.get("samples", {}), path),
        trainings=trainings,
        measure=_measuring(data["measure"], path) if "measure" in data else None,
        quality=_examining(data["quality"], path) if "quality" in data else None,
        keep_vectors=data.get("keep_vectors", False),
        text=path.read_text("utf-8"),
    )
    _refuse_combinations(study, data, path)
    return study


def _tables(data: Mapping[str, Any], key: str) -> list[tuple[str, dict[str, Any]]]:
    """A table, or several of them, each with the key to name it by."""
    given = data.get(key, [])
    if isinstance(given, dict):
        return [(key, given)]
    return [(f"{key}[{number}]", each) for number, each in enumerate(given, 1)]


def _near(path: str, file: Path) -> str:
    """Paths are written relative to the study's file; addresses with :// stay as they are."""
    return path if is_url(path) else str((file.parent / path).absolute())


def _source(data: dict[str, Any], key: str, file: Path) -> Source:
    data = checked(data, _CORPUS, file=file, at=key, needed=("path",))
    return Source(path=_near(data["path"], file), name=data.get("name") or _stem(data["path"]))


def _frozen(data: Mapping[str, Any]) -> dict[str, Any]:
    """With tuples for lists. What is not given is left to the defaults of `spec`."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}


def _stem(path: str) -> str:
    """A file's name without what follows its first dot, for people."""
    name = path.rstrip("/").rsplit("/", 1)[-1]
    return name.split(".")[0] or name


def _cleaning(data: dict[str, Any], key: str, file: Path) -> Cleaning:
    data = checked(data, _CLEANING, file=file, at=key, needed=("name",))
    named = {"with": "add", "without": "leave_out"}
    return Cleaning(**_frozen({named.get(key, key): value for key, value in data.items()}))


def _given(data: dict[str, Any], key: str, file: Path) -> list[Given]:
    """One entry may be a pattern of several files."""
    data = checked(data, _VECTORS, file=file, at=key, needed=("path",))
    path = _near(data["path"], file)
    found = [path]
    if set(path) & set("*?[") and not Path(path).exists():
        folder, pattern = Path(path).parent, Path(path).name
        found = sorted(str(each) for each in folder.glob(pattern) if not each.name.endswith(".provenance.json"))
        if not found:
            raise SpecError(f"no file is called {data['path']}", file=file, key=f"{key}.path")
        if len(found) > 1 and data.keys() & {"name", "part"}:
            raise SpecError(
                f"{len(found)} files cannot share one name or part; write an entry for each", file=file, key=key
            )
    named = {name: data[name] for name in ("part", "model") if name in data}
    names = list(map(_stem, found))
    if _twice(names):  # as with glove.6B.100d.txt and glove.6B.300d.txt
        names = [Path(each).name for each in found]
    return [Given(path=each, name=data.get("name") or name, **named) for each, name in zip(found, names, strict=True)]


def _samples(data: dict[str, Any], file: Path) -> Samples:
    data = checked(data, _SAMPLES, file=file, at="samples")
    rates, seeds = data.get("rates", ()), data.get("seeds", (0,))
    parted = bool(data.get("by") or data.get("periods"))
    only_the_whole = not rates and not data.get("permutations")
    _refuse(
        file,
        "samples.",
        ("rates", any(not 0 < rate < 1 for rate in rates), "give shares above 0 and below 1, and whole = true for all"),
        ("rates", len(set(rates)) < len(rates), "a value is listed twice"),
        ("seeds", len(set(seeds)) < len(seeds), "a value is listed twice"),
        ("seeds", max(seeds) >= MOST_SEEDS, f"give numbers below {MOST_SEEDS:,}"),
        ("repeats", "repeats" in data and not rates, "only rates are repeated; give rates, permutations or seeds"),
        ("repeats", data.get("repeats") == 0, "give at least 1"),
        ("unit", data.get("unit", "sentence") not in ("sentence", "document"), "give 'sentence' or 'document'"),
        ("by", "by" in data and "periods" in data, "give either by or periods"),
        (
            "pattern",
            "pattern" in data and data.get("by", "year") in PERIODS,
            "goes with by = a field, to take a part of it",
        ),
        (
            "whole",
            only_the_whole and not data.get("whole", True),
            "without rates or permutations there is nothing else",
        ),
        ("together", "together" in data and not parted, "goes with by or periods: whether all parts are one more"),
    )
    if "pattern" in data:
        _check_pattern(data["pattern"], file)
    periods = {name: _period(name, dates, file) for name, dates in data.get("periods", {}).items()}
    return Samples(**{"whole": only_the_whole} | _frozen(data) | {"periods": periods})


def _refuse(file: Path, at: str, *rules: tuple[str, bool, str]) -> None:
    """Each rule: the key, whether it is broken, and what to do."""
    for key, broken, problem in rules:
        if broken:
            raise SpecError(problem, file=file, key=f"{at}{key}")


def _check_pattern(pattern: str, file: Path) -> None:
    key = "samples.pattern"
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise SpecError(f"is no regular expression ({error})", file=file, key=key) from error
    if groups != 1:
        raise SpecError(f"needs one group in parentheses, has {groups}", file=file, key=key)
    try:  # by what will search the documents, which knows fewer kinds of expressions
        pl.Series([""]).str.extract(pattern)
    except pl.exceptions.ComputeError as error:
        problem = "looks ahead or behind, or refers to a group, which cannot be done here; take what stands around into the expression, outside the group"
        raise SpecError(problem, file=file, key=key) from error


def _period(name: str, dates: Any, file: Path) -> tuple[str, str]:
    if not name.strip():
        raise SpecError("a period needs a name", file=file, key="samples.periods")
    if not isinstance(dates, list) or len(dates) != 2 or not all(isinstance(date, str) for date in dates):
        problem = f"needs the first and the last date, as ['1949', '1969'], got {dates!r}"
        raise SpecError(problem, file=file, key=f"samples.periods.{name}")
    return (dates[0], dates[1])


def _trainings(data: dict[str, Any], key: str, file: Path) -> list[Training]:
    """Every combination of the settings; a list stands for several values."""
    method = data.get("method")
    if not isinstance(method, str) or method not in METHODS:
        raise SpecError(f"give one of {', '.join(METHODS)}, not {method!r}", file=file, key=f"{key}.method")
    known = {each.name: _one_or_more(kind_of(each.default)) for each in fields(METHODS[method])} | {"method": TEXT}
    for name, problem in {
        "seed": "seeds cross with every sample: give them as seeds = [0, 1] under [samples]",
        "threads": "models of a study have one thread each, so that it gives the same again; leave it out",
    }.items():
        if name in data:
            raise SpecError(problem, file=file, key=f"{key}.{name}")
    other = {each.name for kind in METHODS.values() for each in fields(kind)} - known.keys()
    for name in other & data.keys():
        raise SpecError(f"is not a setting of {method}; leave it out", file=file, key=f"{key}.{name}")
    checked(data, known, file=file, at=key)
    axes = {name: value if isinstance(value, list) else [value] for name, value in data.items() if name != "method"}
    for name, values in axes.items():
        if len({repr(value) for value in values}) < len(values):
            raise SpecError(
                f"needs one value, or a list of different ones, got {values}", file=file, key=f"{key}.{name}"
            )
    made = []
    for chosen in itertools.product(*axes.values()):
        try:
            made.append(Training(method=method, settings=settings_for(method, dict(zip(axes, chosen, strict=True)))))
        except WeatherglassError as error:
            raise SpecError(str(error), file=file, key=key) from error
    return made


def _one_or_more(kind: Kind) -> Kind:
    return either(kind, list_of(kind))


def _measuring(data: dict[str, Any], file: Path) -> Measuring:
    data = checked(data, _MEASURE, file=file, at="measure")
    if data.get("alternative", "greater") not in ("greater", "less", "two-sided"):
        problem = f"give 'greater', 'less' or 'two-sided', not {data['alternative']!r}"
        raise SpecError(problem, file=file, key="measure.alternative")
    if _twice(data.get("measures", ())):
        raise SpecError("a measure is listed twice", file=file, key="measure.measures")
    for name, own in data.get("params", {}).items():
        if not isinstance(own, dict):
            raise SpecError(f"needs a table, got {own!r}", file=file, key=f"measure.params.{name}")
    queries = [_near(name, file) if name.endswith(QUERY_FILES) else name for name in data.get("queries", ())]
    packs = [_near(each, file) for each in data.get("packs", ())]
    data, match = _matching(data, file)
    return Measuring(**_frozen(data | {"queries": queries, "packs": packs}), match=match)


def _matching(data: dict[str, Any], file: Path) -> tuple[dict[str, Any], Match]:
    """What is not about it, and how much must be found of a set, and of a test."""
    about = {key: value for key, value in data.items() if key in ("min_coverage", "min_words", "min_test_coverage")}
    try:
        return {key: value for key, value in data.items() if key not in about}, Match(**about)
    except SpecError as error:
        raise SpecError(str(error), file=file, key="measure") from error


def _examining(data: dict[str, Any], file: Path) -> Examining:
    data = checked(data, _QUALITY, file=file, at="quality")
    pairs = [[each] if isinstance(each, str) else each for each in data.get("sentences", ())]
    if any(len(pair) > 2 for pair in pairs):
        raise SpecError("needs files, or pairs of a file and its scores", file=file, key="quality.sentences")
    near = [[_near(each, file) for each in pair] for pair in pairs]
    listed = {key: [_near(each, file) for each in data.get(key, ())] for key in ("analogies", "odd", "similarity")}
    sentences = [(one[0], one[1]) if len(one) == 2 else one[0] for one in near]
    return Examining(**_frozen(data | listed | {"sentences": sentences}))


def _refuse_combinations(study: Study, data: Mapping[str, Any], file: Path) -> None:
    given = bool(study.vectors)
    _refuse(
        file,
        "",
        ("corpus", not study.corpora and not given, "give [corpus] with its path, or [[vectors]]"),
        (
            "corpus",
            bool(study.corpora) and given,
            "a study trains, or takes [[vectors]] that are there; write two studies",
        ),
        (
            "measure",
            study.measure is None and study.quality is None,
            "nothing would be measured; give [measure] or [quality]",
        ),
        *((key, given and key in data, "[[vectors]] are trained already; leave it out") for key in _OF_TRAINING),
        ("train", not given and not study.trainings, "give [[train]] with a method"),
        ("corpus", _twice(each.name for each in study.corpora), "two have the same name; give each a name of its own"),
        ("cleaning", _twice(each.name for each in study.cleanings), "two have the same name; give each its own"),
        ("vectors", _twice((v.name, v.part, v.model) for v in study.vectors), "two have the same name, part and model"),
        ("train", _twice((each.method, each.settings) for each in study.trainings), "the same settings come twice"),
    )


def _twice(items: Iterable[Hashable]) -> bool:
    listed = list(items)
    return len(set(listed)) < len(listed)
