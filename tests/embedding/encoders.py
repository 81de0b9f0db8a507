"""Small encoders that really encode, with nothing learnt: texts by their letters, and words by a table."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class ByLetters:
    """The sum of a random direction for each run of three letters; the same text, the same vector."""

    def __init__(self, dim: int = 24) -> None:
        self.dim = dim
        self.asked: list[str] = []

    def encode(self, texts: list[str]) -> Floats:
        self.asked += texts
        return np.array([self.of(text) for text in texts])

    def of(self, text: str) -> Floats:
        padded = f" {text} "
        runs = [padded[i : i + 3] for i in range(len(padded) - 2)]
        directions = [np.random.default_rng(zlib.crc32(run.encode())).normal(size=self.dim) for run in runs]
        total: Floats = np.sum(directions, axis=0)
        return total


@dataclass
class Encoding:
    ids: list[int]


class Pieces:
    """A tokenizer that cuts a word into the longest pieces it knows; `##` marks those that go on with a word."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens

    def get_vocab(self) -> dict[str, int]:
        return {token: i for i, token in enumerate(self.tokens)}

    def id_to_token(self, i: int) -> str:
        return self.tokens[i]

    def decode(self, ids: list[int]) -> str:
        return "".join(self.tokens[i].removeprefix("##") for i in ids if not self.tokens[i].startswith("["))

    def encode(self, text: str, add_special_tokens: bool = True) -> Encoding:
        ids: list[int] = []
        for word in text.lower().split():
            rest = word
            while rest:
                mark = "" if rest == word else "##"
                piece = next((rest[:n] for n in range(len(rest), 0, -1) if mark + rest[:n] in self.tokens), "")
                ids.append(self.tokens.index(mark + piece if piece else "[UNK]"))
                rest = rest[len(piece) :] if piece else ""
        return Encoding(ids)


@dataclass
class Static:
    """A table of tokens; a text is the mean of its tokens' rows, as in model2vec."""

    embedding: Floats
    tokenizer: Pieces
    weights: Floats | None = field(default=None)

    def encode(self, texts: list[str]) -> Floats:
        return np.array([self.embedding[self.tokenizer.encode(text).ids].mean(axis=0) for text in texts])
