"""The words a sentiment classifier learns from: a lexicon's words as vectors, with their sign, and what belongs to one lemma."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from weatherglass.arrays import Bools, Indices
from weatherglass.downstream.diffused import LexiconUsed
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.language import Language
from weatherglass.language.stems import stems
from weatherglass.words import packs
from weatherglass.words.lexicon import Lexicon
from weatherglass.words.lookup import Finder
from weatherglass.words.query import Query, Word, WordSet

POLARITY = "polarity"  # list of a language's pack
_SHOWN = 10
LEAST = 20  # lemmas of either sign without which nothing can be learnt and held out


class Signed(NamedTuple):
    """A word with its spellings, the lemma a lexicon lists it under, and whether it is positive."""

    word: Word
    lemma: str
    positive: bool


@dataclass(frozen=True, slots=True)
class SignedWords:
    """All words of a lexicon that have a sign."""

    name: str
    words: tuple[Signed, ...]

    def query(self, language: str) -> Query:
        """As a list to read."""
        words = tuple(dict.fromkeys(each.word for each in self.words))
        return Query(name=self.name, language=language, targets=(WordSet(self.name, words),))


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """Rows of the vectors with their sign; rows of one `lemma` are never on both sides of a split."""

    rows: Indices
    positive: Bools
    lemmas: Indices
    used: LexiconUsed
    notices: tuple[Notice, ...]


def signed_words(lexicon: Lexicon | None, language: str) -> SignedWords:
    """Of the lexicon given, or of the language's list of positive and negative words."""
    if lexicon is not None:
        signed = (Signed((each.word,), each.lemma, each.polarity > 0) for each in lexicon.entries if each.polarity)
        found = SignedWords(lexicon.name, tuple(signed))
    else:
        listed = packs.word_list(language, POLARITY)
        if listed is None:
            raise SpecError(f"there is no list of positive and negative words for '{language}'; give a lexicon")
        found = SignedWords(
            listed.id,
            tuple(Signed(word, word[0], each.name == "positive") for each in listed.targets for word in each.words),
        )
    for positive, sign in ((True, "positive"), (False, "negative")):
        if not any(each.positive is positive for each in found.words):
            raise SpecError(
                f"the lexicon {found.name} has no {sign} words, and a classifier learns to tell both signs apart; give a lexicon with both, or its two "
                "files together"
            )
    return found


def training_of(given: SignedWords, finder: Finder, names: Collection[int]) -> Training:
    """The words that the vectors have, each row once; rows of `names` are left out, as the classifier shall judge those unseen.

    A row that words of both signs lead to is left out: nobody knows which is meant.
    """
    signs: dict[int, set[bool]] = {}
    lemma_of: dict[int, str] = {}
    for each in given.words:
        hit = finder.find(each.word)
        if hit is not None:
            signs.setdefault(hit[0], set()).add(each.positive)
            lemma_of.setdefault(hit[0], each.lemma)
    apart = set(names)
    kept = [row for row, found in signs.items() if len(found) == 1 and row not in apart]
    rows = np.array(kept, np.int64)
    positive = np.array([True in signs[row] for row in kept], bool)
    spelled = finder.embedding.words
    lemmas = joined_lemmas([lemma_of[row] for row in kept], [spelled[row] for row in kept], finder.language)
    _refuse_few(given, lemmas, positive, finder.embedding.name)
    used = LexiconUsed(
        name=given.name,
        asked=len({each.word for each in given.words}),
        positive=int(positive.sum()),
        negative=int((~positive).sum()),
        lemmas=int(lemmas.max()) + 1,
        left_out_names=tuple(sorted(spelled[row] for row in signs if row in apart)),
    )
    both = [spelled[row] for row, found in signs.items() if len(found) > 1 and row not in apart]
    return Training(rows, positive, lemmas, used, _of_both_signs(given.name, both))


def _of_both_signs(name: str, words: Sequence[str]) -> tuple[Notice, ...]:
    if not words:
        return ()
    more = ", …" if len(words) > _SHOWN else ""
    text = f"Words left out, as positive and negative words of {name} lead to them: {len(words):,}: {', '.join(words[:_SHOWN])}{more}."
    return (Notice("words-of-both-signs", text),)


def joined_lemmas(lemmas: Sequence[str], words: Sequence[str], language: Language) -> Indices:
    """A number per word, the same for words that share a lemma or a stem, directly or through others.

    Lexicons without lemmas give each inflected form as a word of its own; what a stem joins too much only makes the split stricter.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    known: dict[tuple[str, str], int] = {}
    by_lemma = [known.setdefault(("lemma", lemma.casefold()), len(known)) for lemma in lemmas]
    by_stem = [known.setdefault(("stem", stem), len(known)) for stem in stems(words, language)]
    links = coo_array((np.ones(len(by_lemma)), (by_lemma, by_stem)), shape=(len(known), len(known)))
    _, component = connected_components(links, directed=False)
    found: Indices = np.unique(component[by_lemma], return_inverse=True)[1].reshape(-1).astype(np.int64)
    return found


def _refuse_few(given: SignedWords, lemmas: Indices, positive: Bools, name: str) -> None:
    counts = [len(np.unique(lemmas[side])) for side in (positive, ~positive)]
    if min(counts) < LEAST:
        raise CoverageError(
            f"of the {len(given.words):,} words of {given.name}, {counts[0]} positive and {counts[1]} negative lemmas are in {name}; {LEAST} of either are "
            "needed to train a classifier and to hold words out. Give a larger lexicon, or vectors with more words"
        )
