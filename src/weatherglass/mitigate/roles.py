"""Which words define a direction, which are made equal, which are protected and which are treated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Bools, Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import principal_directions
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.language import Language
from weatherglass.measure.base_pairs import NO_SIDE, mean_direct_bias
from weatherglass.mitigate.steps import Who
from weatherglass.structure.structure import is_gendered
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundPairs, Match, find_pairs
from weatherglass.words.query import PairSet, Query, Word, WordSet
from weatherglass.words.vocabulary import Listed, gendered_by_definition, listed

Inflected = Literal["protect", "equalise", "neutralise"]
DEFINITIONAL, EQUALISE, CLASSES, FORMS = "subspace", "equalise", "classes", "forms"  # lists of a language's pack
SENTIMENT, NAMES = "sentiment-pairs", "names"
LISTS = (DEFINITIONAL, EQUALISE, CLASSES, FORMS, SENTIMENT, NAMES)
_CASES = (str.lower, str.capitalize, str.upper)  # in which a set is made equal, where all its words are there so
_SHOWN = 10
_MOSTLY = 0.5
FITTED = "pairs it was fitted on"  # what pairs are called once a method was fitted on them


def is_about_gender(language: str, words: frozenset[str]) -> bool:
    """Whether most of these words are gendered by definition."""
    gendered = gendered_by_definition(language)
    return gendered is not None and bool(words) and sum(map(gendered, words)) >= _MOSTLY * len(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """The words of a language by the part they play; None: those that its lists name.

    `pairs` define the direction, the words of an `equalise` set shall stand alike to all neutral words (an empty tuple: none shall), `specific`
    ones keep what they have of the direction; `neutral`: treat these words only, instead of all that are not specific. Without
    specific words, those of pairs and sets that are given are specific, too. Without sets, pairs given that are not about gender are the sets.
    """

    language: str
    pairs: PairSet | None = None
    equalise: tuple[tuple[Word, ...], ...] | None = None
    specific: tuple[str, ...] | None = None
    neutral: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        for name, words in (("specific", self.specific), ("neutral", self.neutral)):
            if words is not None and not _are_words(words):
                raise SpecError(f"{name}={words!r}: give a list of words")
        pairs = self.pairs.pairs if self.pairs else ()
        for each in (*pairs, *(self.equalise or ())):
            if len(each) < 2 or not all(map(_are_words, each)):
                raise SpecError(
                    f"{each!r}: give two or more words to a set, each with its spellings: (('mother', 'Mother'), ('father',))"
                )

    def given(self) -> tuple[Word, ...]:
        """The words of the pairs and sets that are given."""
        pairs = self.pairs.pairs if self.pairs else ()
        return tuple(word for each in (*pairs, *(self.equalise or ())) for word in each)

    def queries(self) -> tuple[Query, ...]:
        """Everything whose words must be read from a file, as queries."""
        own = [query for name in LISTS if (query := packs.word_list(self.language, name)) is not None]
        words = (*((word,) for word in self.neutral or ()), *self.given())
        return (*own, Query(name="given", language=self.language, targets=(WordSet("given", words),)))


def _are_words(given: object) -> bool:
    """Not one word, whose letters would be taken for words."""
    return isinstance(given, Sequence) and not isinstance(given, str) and all(isinstance(word, str) for word in given)


@dataclass(frozen=True, slots=True)
class AllBut:
    """All words but those that lists or rules name."""

    protected: tuple[Who, ...]

    def __call__(self, word: str) -> bool:
        for test in self.protected:  # noqa: SIM110 - a generator takes twice as long, and millions of words are asked for
            if test(word):
                return False
        return True

    def all_of(self, words: Sequence[str]) -> bool:
        """Whether they are all meant, where that can be told of all at once."""
        return all(isinstance(each, Listed) and each.none_of(words) for each in self.protected)


@dataclass(frozen=True)
class Cast:
    """The roles as the words of one embedding play them; each is looked up once, and what is missing is told."""

    embedding: Embedding
    roles: Roles
    match: Match
    notices: list[Notice] = field(default_factory=list)

    @cached_property
    def rules(self) -> Language:
        return languages.get(self.roles.language)

    @cached_property
    def finder(self) -> Finder:
        return Finder(self.embedding, self.rules, self.match)

    def pairs(self, name: str = DEFINITIONAL) -> FoundPairs:
        """The pairs that define the direction."""
        chosen = self.roles.pairs or self._list(name, "pairs").pairs[0]
        found, coverage = find_pairs(self.finder, chosen)
        if found is None:
            raise CoverageError(
                f"none of the {coverage.asked} pairs that define the direction is in {self.embedding.name} "
                f"({', '.join(coverage.missing[:_SHOWN])}); give pairs of two words that are there"
            )
        if coverage.missing:
            text = f"{coverage.found} of {coverage.asked} pairs define the direction; of others a word is not there, or both are one word"
            self._tell("pairs-missing", text, coverage.missing)
        return found

    def classes(self) -> tuple[tuple[int, ...], ...]:
        """Equality sets of several classes: the sets given, or entry by entry those of the language's list."""
        return self._whole_sets(self._class_sets)

    def class_words(self) -> Who:
        """The words of all these sets, also of those that are not whole."""
        return listed(self.roles.language, (form for each in self._class_sets for word in each for form in word))

    @cached_property
    def _class_sets(self) -> tuple[tuple[Word, ...], ...]:
        if self.roles.equalise is None:
            return tuple(zip(*(each.words for each in self._list(CLASSES, "equality sets").targets), strict=True))
        if not self.roles.equalise:
            raise SpecError("there are no equality sets; give some, each of a word of every class")
        return self.roles.equalise

    def equality_sets(self, inflected: Inflected) -> tuple[tuple[int, ...], ...]:
        """Sets of words to be made equal, in every case in which all their words are there; each word in one set only."""
        sets: Sequence[tuple[Word, ...]]
        if self.roles.equalise is not None:
            sets = self.roles.equalise
        elif self.roles.pairs is not None and not self._about_gender:
            sets = self.roles.pairs.pairs
        else:
            sets = self._list(EQUALISE, "equality sets").pairs[0].pairs
        found = self._whole_sets(sets) if sets else ()
        more = [each for rows in found for each in self._in_other_cases(rows)]
        if inflected == "equalise" and self._about_gender and is_gendered(self.roles.language):
            more += self._listed_forms
        return (*found, *_each_once(more, {row for rows in found for row in rows})[0])

    def _whole_sets(self, sets: Sequence[tuple[Word, ...]]) -> tuple[tuple[int, ...], ...]:
        """The rows of each set of which all words are found; a word can be made equal once, or what was made equal first would be undone."""
        whole: list[tuple[int, ...]] = []
        missing = []
        for each in sets:
            rows = tuple(hit[0] for word in each if (hit := self.finder.find(word)) is not None)
            if len(set(rows)) < len(each):
                missing.append("–".join(word[0] for word in each))
            else:
                whole.append(rows)
        if not whole:
            raise CoverageError(
                f"none of the {len(sets)} equality sets is whole in {self.embedding.name} ({', '.join(missing[:_SHOWN])}); give sets of words "
                "that are there"
            )
        kept, repeated = _each_once(dict.fromkeys(whole), set())
        if missing:
            text = f"{len(missing)} of {len(sets)} equality sets are left out, as a word of theirs is not there, or two are one word"
            self._tell("sets-missing", text, missing)
        if repeated:
            text = f"{len(repeated)} equality sets are left out, as a word of theirs stands in an earlier one"
            self._tell(
                "word-in-two-sets", text, ["–".join(self.embedding.words[row] for row in rows) for rows in repeated]
            )
        return tuple(kept)

    def _in_other_cases(self, rows: Sequence[int]) -> list[tuple[int, ...]]:
        words = [self.embedding.words[row] for row in rows]
        spelled = {tuple(case(word) for word in words) for case in _CASES} - {tuple(words)}
        index = self.embedding.index
        return [tuple(index[word] for word in each) for each in sorted(spelled) if all(word in index for word in each)]

    def treated(self, inflected: Inflected, defining: Iterable[str]) -> Who:
        """Whose part of the direction is taken: the neutral words given, or all that are not protected.

        `defining`: the words that the direction, or a set, is made of. They cannot be neutral at once.
        """
        if self.roles.neutral is not None:
            return self.only(self.roles.neutral, defining)
        return AllBut(tuple(self.protected(inflected).values()))

    def only(self, words: Iterable[str], defining: Iterable[str], what: str = "neutral words") -> Who:
        """These words, as the vectors spell them."""
        words = tuple(dict.fromkeys(words))
        found = {word: hit[0] for word in words if (hit := self.finder.find((word,))) is not None}
        rows = frozenset(self.embedding.words[row] for row in found.values())
        if both := sorted(rows & set(defining)):
            raise SpecError(
                f"{', '.join(both[:_SHOWN])}: a word that defines the direction, or is made equal, cannot be neutral too; take it out of one of the lists"
            )
        if not rows:
            raise CoverageError(f"none of the {len(words)} {what} is in {self.embedding.name}; give others")
        if missing := [word for word in words if word not in found]:
            self._tell("neutral-missing", f"{len(missing)} of {len(words)} {what} are not there", missing)
        return rows.__contains__

    def protected(self, inflected: Inflected) -> dict[str, Who]:
        """Which words keep what they have of the direction, by the reason why."""
        language = self.roles.language
        own: dict[str, Who] = {}
        by_definition = gendered_by_definition(language)
        if self.roles.specific is not None:
            by_definition = listed(language, self.roles.specific)
        elif given := [form for word in self.roles.given() for form in word]:
            own = {"of the pairs or sets given": listed(language, given)}
            if not self._about_gender:
                return own
        if by_definition is None:
            raise SpecError(
                f"there is no list of gendered words for '{language}', so that neutral words cannot be told from them; give the "
                "neutral words, or those that are gendered by definition"
            )
        by_list = {"gendered by definition": by_definition, **own}
        if not (self._about_gender and is_gendered(language)):
            return by_list
        if inflected != "neutralise":
            return by_list | {"inflected for gender": self._is_inflected}
        if words := [word for word in self.embedding.words if self._plain(word) in self._inflected]:
            self._tell(
                "inflected-neutralised",
                f"{len(words):,} words that are inflected for gender lose most of what tells their two forms apart; "
                "“protect” leaves them as they are",
                sorted(words),
            )
        return by_list | {
            "gendered by definition": lambda word: by_definition(word) and self._plain(word) not in self._inflected
        }

    @cached_property
    def _about_gender(self) -> bool:
        """Whether the direction is one of gender: that of the language's lists, or of pairs of which most words are gendered by definition."""
        words = frozenset(form for pair in (self.roles.pairs.pairs if self.roles.pairs else ()) for (form, *_) in pair)
        return self.roles.pairs is None or is_about_gender(self.roles.language, words)

    @cached_property
    def _listed_forms(self) -> list[tuple[int, int]]:
        """Feminine and masculine form of one word, of those that the language's list has."""
        query = packs.word_list(self.roles.language, FORMS)
        pairs = [pair for pair_set in query.pairs for pair in pair_set.pairs] if query is not None else []
        hits = [(self.finder.find(feminine), self.finder.find(masculine)) for feminine, masculine in pairs]
        return [(one[0], other[0]) for one, other in hits if one and other and one[0] != other[0]]

    @cached_property
    def _inflected(self) -> frozenset[str]:
        """Both forms of such words, listed ones and those that endings tell; plain, as each may stand there in several cases or spellings."""
        words = self.embedding.words
        found = {self._plain(words[row]) for pair in self._listed_forms for row in pair}
        for word in words:
            if partners := self._partners(word):
                found |= {self._plain(word), *partners}
        return frozenset(found)

    def _is_inflected(self, word: str) -> bool:
        """One of them; or a rarer word, not looked at, that is by its ending the feminine form of one that was."""
        if self._plain(word) in self._inflected:
            return True
        return word not in self.embedding and bool(self._partners(word))

    def _partners(self, feminine: str) -> set[str]:
        """The words that are there whose feminine form this is, by its ending."""
        others = self.rules.masculine_of(feminine.lower())
        return ({self._plain(other) for other in others} & self._known) - {self._plain(feminine)} if others else set()

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(map(self._plain, self.embedding.words))

    def _plain(self, word: str) -> str:
        key = self.rules.key
        return word.casefold() if key is None else key(word.casefold())

    def leaning(self, pairs: FoundPairs) -> Floats:
        """How far each word leans to the first words of the pairs, less to the second ones: the mean of its direct bias."""
        return mean_direct_bias(self.embedding.vectors, np.arange(len(self.embedding)), pairs)

    def neutral_rows(self, treated: Who) -> Bools:
        """Which rows are treated."""
        return np.fromiter(map(treated, self.embedding.words), bool, len(self.embedding))

    def _list(self, name: str, option: str) -> Query:
        found = packs.word_list(self.roles.language, name)
        if found is None:
            raise SpecError(
                f"there is no list “{name}” for {self.rules.name} ({self.roles.language}/{name}); give {option} of your own"
            )
        return found

    def _tell(self, code: str, text: str, words: Sequence[str]) -> None:
        more = ", …" if len(words) > _SHOWN else ""
        self.notices.append(Notice(code, f"{text}: {', '.join(words[:_SHOWN])}{more}."))


def _each_once(sets: Iterable[tuple[int, ...]], taken: set[int]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Sets without a word of an earlier one or of those taken already, and the others."""
    kept: list[tuple[int, ...]] = []
    repeated: list[tuple[int, ...]] = []
    for rows in sets:
        (repeated if taken & set(rows) else kept).append(rows)
        taken |= set(rows)
    return kept, repeated


def directions_of_pairs(differences: Floats, k: int) -> Floats:
    """The first k principal directions of the words of pairs about the middle of each, a row each, from x̂ − ŷ of the pairs.

    Each points from the second words of the pairs to the first ones.
    """
    found = _first(np.concatenate([differences, -differences]) / 2, k, len(differences), "pairs")
    turned: Floats = np.where(found @ differences.sum(axis=0) < 0, -1.0, 1.0)[:, None] * found
    return turned


def directions_of_sets(sets: Sequence[Floats], k: int) -> Floats:
    """The same of sets of several words of length one, about the mean of each (Manzini et al. 2019)."""
    return _first(np.concatenate([each - each.mean(axis=0) for each in sets]), k, len(sets), "sets")


def _first(centred: Floats, k: int, given: int, what: str) -> Floats:
    directions = principal_directions(centred, NO_SIDE)
    if not len(directions):
        raise SpecError(
            f"the words of each of the {given} {what} have one and the same direction, so nothing lies between them; give other {what}"
        )
    if k > len(directions):
        raise SpecError(
            f"components={k}: the {given} {what} found span {len(directions)} directions; give fewer components or more {what}"
        )
    return directions[:k]


def as_found(pairs: FoundPairs) -> PairSet:
    """The pairs as the vectors spell them."""
    return PairSet(FITTED, tuple(((x,), (y,)) for x, y in zip(pairs.one.rows, pairs.other.rows, strict=True)))
