"""Static encoders of other libraries themselves."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import VECTORS, WORDS
from weatherglass.errors import SpecError

pytestmark = pytest.mark.neural


def test_model2vec() -> None:
    model2vec: Any = import_module("model2vec")
    tokenizers: Any = import_module("tokenizers")
    vocabulary = {"[UNK]": 0, "he": 1, "she": 2, "##s": 3}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.decoder = tokenizers.decoders.WordPiece()
    table = np.arange(1, 13, dtype=np.float32).reshape(4, 3)
    model = model2vec.StaticModel(vectors=table, tokenizer=tokenizer)
    found = weatherglass.from_static(model)
    assert found.words == ("he", "she")
    np.testing.assert_allclose(found.vectors, table[1:3], rtol=1e-6)
    assert found.left_out == {"word-pieces": 2}
    together = weatherglass.encode_words(model, ["shes"])
    np.testing.assert_allclose(together["shes"], table[2:4].mean(axis=0), rtol=1e-6)


def test_to_sentence_transformers_and_back() -> None:
    library: Any = import_module("sentence_transformers")
    embedding = weatherglass.from_arrays(WORDS, VECTORS)
    model = library.SentenceTransformer(modules=[weatherglass.to_sentence_transformers(embedding)], device="cpu")
    texts = ["the", "the Frau", "the nobody"]
    np.testing.assert_allclose(model.encode(texts[:1])[0], VECTORS[0], rtol=1e-6)
    np.testing.assert_allclose(model.encode(texts[1:2])[0], VECTORS[:2].mean(axis=0), rtol=1e-6)
    np.testing.assert_allclose(model.encode(texts[2:])[0], VECTORS[0] / 2, rtol=1e-6)
    back = weatherglass.from_static(model)
    assert back.words == WORDS
    np.testing.assert_allclose(back.vectors, VECTORS, rtol=1e-6)
    with pytest.raises(SpecError, match="cannot be a token"):
        weatherglass.to_sentence_transformers(weatherglass.from_arrays(["New York"], VECTORS[:1]))
