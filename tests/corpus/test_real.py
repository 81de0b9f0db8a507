"""Real corpora that are not part of the project, read to the end."""

from __future__ import annotations

import lzma
from collections import Counter
from pathlib import Path

import pytest

from weatherglass.corpus.documents import Reading, format_of, read
from weatherglass.corpus.parts import PART
from weatherglass.errors import Notice


@pytest.mark.real
@pytest.mark.parametrize("name", ["arabic-news", "eltec-fra", "germaparl"])
def test_a_real_corpus(name: str, real_corpora: Path) -> None:
    path = real_corpora / f"{name}.jsonl.xz"
    reading = Reading(date_field="first_edition") if name == "eltec-fra" else Reading()
    assert format_of(path) == "json-lines"
    documents: Counter[int] = Counter()
    kept = []  # so that no two documents have one id
    notices: list[Notice] = []
    for part in read(path, reading, notices=notices):
        assert sum(map(len, part.paragraphs)) <= PART
        assert part.about.fields["date"]
        documents[id(part.about)] += 1
        kept.append(part.about)
    with lzma.open(path) as file:
        lines = sum(1 for _ in file)
    empty = sum(int(n.text.split()[0].replace(",", "")) for n in notices if n.code == "empty-documents")
    assert len(documents) + empty == lines
