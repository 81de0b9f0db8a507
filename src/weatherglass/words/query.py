"""A query: the word sets of one test, with where they come from and what to know about them."""

from __future__ import annotations

import difflib
import math
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from os import PathLike
from pathlib import Path
from typing import Any

from weatherglass import language as languages
from weatherglass.errors import SpecError
from weatherglass.files.toml import read_toml, refuse_unknown

Word = tuple[str, ...]  # alternatives of one word: the first that is found counts
LONGEST_WORD = 200
_TEXT_KEYS = ("title", "source", "licence", "translation", "caveat", "content_note")
_KEYS = ("name", "language", *_TEXT_KEYS, "cite", "year", "targets", "attributes", "pairs", "groups", "rates")
# Controls that turn the reading direction of what follows; they would make a report show something else.
_DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class WordSet:
    """A named set; each entry is one word with its alternatives."""

    name: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class PairSet:
    """Named pairs: base pairs, or two forms of one concept."""

    name: str
    pairs: tuple[tuple[Word, Word], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Words that belong together, and odd ones: each of these beside those asks for the odd one out."""

    name: str
    together: tuple[Word, ...]
    odd: tuple[Word, ...]

    @property
    def words(self) -> WordSet:
        """Both, those that belong together first."""
        return WordSet(self.name, self.together + self.odd)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Word sets with their provenance; `id` is how results name it, such as `en/weat7`."""

    name: str
    language: str
    targets: tuple[WordSet, ...] = ()
    attributes: tuple[WordSet, ...] = ()
    pairs: tuple[PairSet, ...] = ()
    groups: tuple[Group, ...] = ()
    rates: Mapping[str, float] = field(default_factory=dict)
    title: str = ""
    source: str = ""
    cite: tuple[str, ...] = ()
    year: int | None = None
    licence: str = ""
    translation: str = ""
    caveat: str = ""
    content_note: str = ""

    @property
    def id(self) -> str:
        return f"{self.language}/{self.name}"

    @property
    def is_test(self) -> bool:
        """Whether it compares sets by itself; otherwise it lists words for measures of single words, or with rates."""
        return bool(self.attributes) and not self.rates

    @property
    def sets(self) -> tuple[WordSet, ...]:
        """Targets, then attributes."""
        return self.targets + self.attributes

    def all_words(self) -> tuple[Word, ...]:
        """Every word the query names, in sets, pairs and groups."""
        paired = tuple(word for pair_set in self.pairs for pair in pair_set.pairs for word in pair)
        grouped = tuple(word for group in self.groups for word in group.words.words)
        return tuple(word for word_set in self.sets for word in word_set.words) + paired + grouped

    def to_wefe(self) -> dict[str, list[Any]]:
        """What WEFE's constructor of a query takes; it knows no alternatives, so each word stands as it is written first."""
        if not self.targets or not self.attributes:
            raise SpecError(
                f"{self.id} compares no sets, as a query of WEFE does; give one with targets and attributes"
            )
        return {
            f"{role}_sets{suffix}": [each.name if suffix else [word[0] for word in each.words] for each in sets]
            for suffix in ("", "_names")
            for role, sets in (("target", self.targets), ("attribute", self.attributes))
        }


def read_query(file: str | PathLike[str]) -> Query:
    """Read a query from a TOML file; `read_queries` takes other kinds of files too."""
    path = Path(file)
    if path.suffix in (".csv", ".json", ".jsonl"):
        raise SpecError("is no TOML file, and may hold several queries; read it with read_queries", file=path)
    return make_query(read_toml(path), file=path)


def make_query(data: Mapping[str, Any], *, file: Path | None = None) -> Query:
    """Check a query as written in TOML; every problem names its key."""
    refuse_unknown(data, _KEYS, file=file)
    targets = _sets(data, "targets", file)
    attributes = _sets(data, "attributes", file)
    pairs = _pairs(data, file)
    groups = _groups(data, file)
    if not targets and not pairs and not groups:
        raise SpecError("there are no words; give at least one set under [targets]", file=file, key="targets")
    for role, sets in (("targets", targets), ("attributes", attributes)):
        _refuse_overlap(role, sets, file)
    rates = _rates(data, file)
    _refuse_stray_rates(rates, targets, pairs, file)
    code = _text(data, "language", file, required=True)
    if not languages.is_code(code):
        raise SpecError(f"needs a language code such as 'de', got {code!r}", file=file, key="language")
    return Query(
        name=_text(data, "name", file, required=True),
        language=code,
        targets=targets,
        attributes=attributes,
        pairs=pairs,
        groups=groups,
        rates=rates,
        cite=_cite(data, file),
        year=_year(data, file),
        **{key: _text(data, key, file) for key in _TEXT_KEYS},
    )


def _text(data: Mapping[str, Any], key: str, file: Path | None, *, required: bool = False) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) or (required and not value.strip()):
        raise SpecError(f"needs a text, got {value!r}", file=file, key=key)
    text = " ".join(value.split())
    _refuse_controls(text, file, key)
    return text


def _cite(data: Mapping[str, Any], file: Path | None) -> tuple[str, ...]:
    value = data.get("cite", [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SpecError(f"needs a list of citation keys, got {value!r}", file=file, key="cite")
    return tuple(value)


def _year(data: Mapping[str, Any], file: Path | None) -> int | None:
    value = data.get("year")
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise SpecError(f"needs a whole number, got {value!r}", file=file, key="year")
    return value


def _table(data: Mapping[str, Any], key: str, file: Path | None) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise SpecError(f"needs a table ([{key}]), got {value!r}", file=file, key=key)
    return value


def _sets(data: Mapping[str, Any], role: str, file: Path | None) -> tuple[WordSet, ...]:
    sets = []
    for name, words in _table(data, role, file).items():
        key = f"{role}.{name}"
        _refuse_controls(name, file, role)
        if not isinstance(words, list) or not words:
            raise SpecError(f"needs a list of words, got {words!r}", file=file, key=key)
        sets.append(WordSet(name, tuple(_word(word, file, key) for word in words)))
    return tuple(sets)


def _pairs(data: Mapping[str, Any], file: Path | None) -> tuple[PairSet, ...]:
    sets = []
    for name, pairs in _table(data, "pairs", file).items():
        key = f"pairs.{name}"
        _refuse_controls(name, file, "pairs")
        if not isinstance(pairs, list) or not pairs:
            raise SpecError(f"needs a list of pairs, got {pairs!r}", file=file, key=key)
        made = []
        for pair in pairs:
            if not isinstance(pair, list) or len(pair) != 2:
                raise SpecError(f"needs pairs of two words, got {pair!r}", file=file, key=key)
            made.append((_word(pair[0], file, key), _word(pair[1], file, key)))
        sets.append(PairSet(name, tuple(made)))
    return tuple(sets)


def _groups(data: Mapping[str, Any], file: Path | None) -> tuple[Group, ...]:
    groups = []
    for name, lists in _table(data, "groups", file).items():
        key = f"groups.{name}"
        _refuse_controls(name, file, "groups")
        parts = {part.name: part for part in _sets({key: lists}, key, file)}
        if parts.keys() != {"together", "odd"}:
            raise SpecError(f"needs two lists of words, 'together' and 'odd', got {lists!r}", file=file, key=key)
        together, odd = parts["together"], parts["odd"]
        if len(together.words) < 2:  # beside a single word, either of the two would be the odd one
            raise SpecError(f"needs at least two words, got {lists['together']!r}", file=file, key=f"{key}.together")
        _refuse_overlap(key, (together, odd), file)
        groups.append(Group(name, together.words, odd.words))
    return tuple(groups)


def _rates(data: Mapping[str, Any], file: Path | None) -> dict[str, float]:
    rates: dict[str, float] = {}
    for word, rate in _table(data, "rates", file).items():
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not math.isfinite(rate):
            raise SpecError(f"needs a finite number, got {rate!r}", file=file, key=f"rates.{word}")
        rates[unicodedata.normalize("NFC", word)] = float(rate)
    return rates


def _refuse_stray_rates(
    rates: Mapping[str, float], targets: tuple[WordSet, ...], pairs: tuple[PairSet, ...], file: Path | None
) -> None:
    listed = {form for word_set in targets for word in word_set.words for form in word}
    listed |= {form for pair_set in pairs for pair in pair_set.pairs for word in pair for form in word}
    for word in rates:
        if word not in listed:
            near = difflib.get_close_matches(word, listed, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise SpecError(f"is not a word of the targets{hint}", file=file, key=f"rates.{word}")


def _word(value: Any, file: Path | None, key: str) -> Word:
    if not isinstance(value, str):
        raise SpecError(f"needs words in quotation marks, got {value!r}", file=file, key=key)
    alternatives = tuple(unicodedata.normalize("NFC", part.strip()) for part in value.split("|"))
    for word in alternatives:
        if not word or len(word) > LONGEST_WORD:
            raise SpecError(f"a word has 1 to {LONGEST_WORD} characters, got {value!r}", file=file, key=key)
        _refuse_controls(word, file, key)
    return alternatives


def _refuse_controls(text: str, file: Path | None, key: str) -> None:
    """Invisible characters that would make a terminal or a report show something else than is there."""
    for character in text:
        if unicodedata.category(character) == "Cc" or character in _DIRECTION_CONTROLS:
            raise SpecError(
                f"{text[:60]!r} holds the invisible control character U+{ord(character):04X}; remove it",
                file=file,
                key=key,
            )


def _refuse_overlap(role: str, sets: tuple[WordSet, ...], file: Path | None) -> None:
    for one, other in combinations(sets, 2):
        shared = {form for word in one.words for form in word} & {form for word in other.words for form in word}
        if shared:
            raise SpecError(
                f"'{sorted(shared)[0]}' is in '{one.name}' and in '{other.name}'; a word can be on one side only",
                file=file,
                key=role,
            )
