"""Small studies on made-up corpora, for tests."""

from __future__ import annotations

import json
from pathlib import Path

from weatherglass.corpus import synthetic
from weatherglass.corpus.build import build_corpus


def planted_corpus(folder: Path, *, strength: float = 0.8, size: int = 3_000) -> Path:
    """An encoded corpus with a planted association, and the query that finds it beside it."""
    synthetic.planted(strength, folder / "corpus", size=size)
    synthetic.write_query(folder / "planted.toml")
    return folder / "corpus"


def dated_corpus(folder: Path, strengths: dict[str, float], *, size: int = 3_000, documents: int = 4) -> Path:
    """An encoded corpus of several years, each with an association of its own strength, and the query beside it."""
    texts = folder / "texts.jsonl"
    with texts.open("w", encoding="utf-8") as file:
        for number, (year, strength) in enumerate(strengths.items()):
            lines = [" ".join(words) for words in synthetic.sentences(strength, size=size, seed=0)]
            for n in range(documents):
                text = "\n".join(lines[n::documents])
                record = {"date": f"{year}-0{n + 1}-01", "house": f"H{number}_{n}", "text": text}
                file.write(json.dumps(record) + "\n")
    build_corpus(texts, folder / "corpus", language=synthetic.LANGUAGE, split=False)
    synthetic.write_query(folder / "planted.toml")
    return folder / "corpus"


def study_toml(folder: Path, text: str, *, corpus: str = "corpus", name: str = "study") -> Path:
    """A study in `folder` on the corpus there, measured by the planted query unless the text says otherwise."""
    lines = [f'name = "{name}"', f'language = "{synthetic.LANGUAGE}"', "[corpus]", f'path = "{corpus}"', text]
    if "[measure]" not in text:
        lines += ["[measure]", 'queries = ["planted.toml"]', 'measures = ["weat"]']
    if "[[train]]" not in text:
        lines += ["[[train]]", 'method = "word2vec"', "dim = 8", "epochs = 1"]
    file = folder / f"{name}.toml"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file
