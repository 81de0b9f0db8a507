"""Stems: what words have in common that are forms of one word, or derived from one."""

from __future__ import annotations

from collections.abc import Sequence

from weatherglass.language.base import Language


def stems(words: Sequence[str], language: Language) -> list[str]:
    """Each word's stem by Snowball's rules for the language, in lower case; the word itself where there are none.

    Words of one lemma may have two stems (went, go), and words of two lemmas one (university, universe).
    """
    lowered = [word.lower() for word in words]
    if not language.stemmer:
        return lowered
    import snowballstemmer

    found: list[str] = snowballstemmer.stemmer(language.stemmer).stemWords(lowered)
    return found
