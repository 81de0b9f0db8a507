"""Cleaning texts: German paragraphs to numbered words, against gensim's simple_preprocess on the same paragraphs."""

from __future__ import annotations

import time
from pathlib import Path

import polars as pl
from gensim.utils import simple_preprocess

from benchmarks.table import Row, against
from benchmarks.texts import german_paragraphs
from weatherglass import language
from weatherglass.corpus.side_by_side import side_by_side
from weatherglass.language.cleaning import Cleaner, chosen, split_sentences

CHARACTERS = 60_000_000
BATCH = 4_000_000
TIMES = 3


def run(_folder: Path) -> list[Row]:
    """Both in turns, so that both have the same share of a busy machine; the peer on a part, as it takes long."""
    paragraphs = german_paragraphs(CHARACTERS)
    batches = _batches(paragraphs)
    few = paragraphs[:: len(paragraphs) // 4_000]
    share = sum(map(len, few)) / sum(map(len, paragraphs))
    rules = language.get("de")
    _clean(batches[:1], rules, 1, sentences=True)  # compiles
    peer, words, sentences = [], [], []
    for _ in range(TIMES):
        began = time.perf_counter()
        for paragraph in few:
            simple_preprocess(paragraph)
        peer.append((time.perf_counter() - began) / share)
        words.append(_clean(batches, rules, 2, sentences=False))
        sentences.append(_clean(batches, rules, 2, sentences=True))
    size = f"{sum(map(len, paragraphs)) / 1e6:.0f} million characters, 2 threads"
    return [
        against(f"cleaning to numbered words, {size}", min(words), min(peer), 5),
        against(f"the same, split into sentences first, {size}", min(sentences), min(peer), 5),
    ]


def _batches(paragraphs: list[str]) -> list[pl.Series]:
    per_batch = len(paragraphs) * BATCH // CHARACTERS
    return [pl.Series(paragraphs[at : at + per_batch]) for at in range(0, len(paragraphs), per_batch)]


def _clean(batches: list[pl.Series], rules: language.Language, threads: int, *, sentences: bool) -> float:
    cleaner = Cleaner(chosen(rules))

    def work(batch: pl.Series) -> int:
        return len(cleaner.numbers(split_sentences(batch, rules).explode() if sentences else batch)[0])

    began = time.perf_counter()
    sum(side_by_side(work, batches, threads))
    return time.perf_counter() - began
