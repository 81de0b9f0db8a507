"""The words of queries as an encoder sees them, and tests whose items are sentences."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import weatherglass
from tests.embedding.encoders import ByLetters, Floats
from tests.spaces import toy_query
from weatherglass.errors import SpecError, UnknownName
from weatherglass.measure.result import Result
from weatherglass.words import packs

QUICK = weatherglass.Scrutiny(interval="none", baseline=0)
TWO = ("This is {word}.", "That is {word}.")
NAMED = {"targets": "en/names", "attributes": "en/words"}


def test_a_query_is_encoded_and_measured() -> None:
    encoder = ByLetters()
    embedding = weatherglass.encode_queries(encoder, "en/weat6", templates=NAMED)
    (query,) = packs.given(["en/weat6"])
    assert set(embedding.words) == {word[0] for word in query.all_words()}
    assert {"This is Amy.", "“home” is a word."} <= set(encoder.asked)
    assert "This is home." not in encoder.asked
    how = "targets: mean over 8 templates; attributes: mean over 5 templates"
    assert embedding.format == f"{how}, encoder ByLetters"
    assert set(embedding.origin["templates"]) == {"targets", "attributes"}
    result = weatherglass.run(embedding, [query], ["weat"], scrutiny=QUICK)["en/weat6"]
    assert isinstance(result, Result)
    assert result.effects is not None
    assert result.effects.frequency_correlation is None  # an encoder knows no frequency
    assert {each.how for s in result.coverage.sets for each in s.substituted} == {"subwords"}


def test_an_audit_of_encoded_words_says_what_they_are() -> None:
    embedding = weatherglass.encode_queries(ByLetters(), "en/weat6", name="letters")
    found = weatherglass.audit(embedding, queries="en/weat6", measures=["weat"])
    assert found.embedding["format"] == "words as they are, encoder ByLetters"
    assert "no-baseline" in {notice.code for notice in found.warnings}
    assert weatherglass.Audit.from_dict(found.to_dict()) == found


def test_templates_never_differ_between_the_sides_of_a_test() -> None:
    with pytest.raises(UnknownName, match="role of words in a query"):
        weatherglass.encode_queries(ByLetters(), "en/weat6", templates={"male names": "en/names"})


def test_a_word_with_two_roles_and_two_templates_is_refused() -> None:
    queries = [toy_query(), toy_query(name="turned", targets={"a": ["a1"]}, attributes={"b": ["x1"]})]
    with pytest.raises(SpecError, match="'a1' is a target and an attribute"):
        weatherglass.encode_queries(ByLetters(), queries, templates={"targets": TWO})
    assert len(weatherglass.encode_queries(ByLetters(), queries, templates=TWO)) == 8


def test_sentences_as_items_give_the_effect_of_may_et_al() -> None:
    """Cohen's d over all sentences, worked out here from the definition."""
    encoder = ByLetters()
    embedding, query = weatherglass.sentence_test(encoder, toy_query(), templates=TWO)
    assert query.id == "en/toy-sentences"
    assert query.targets[0].words[:2] == (("This is x1.",), ("That is x1.",))
    assert "not independent" in query.caveat
    assert embedding.format == "sentences as they are, encoder ByLetters"
    assert "May et al. (2019)" in query.source
    result = weatherglass.run(embedding, [query], ["weat"], scrutiny=QUICK)["en/toy-sentences"]
    assert isinstance(result, Result)

    def units(*words: str) -> Floats:
        rows = [encoder.of(t.replace("{word}", word)) for word, t in product(words, TWO)]
        return np.array([row / np.linalg.norm(row) for row in rows])

    a, b = units("a1", "a2"), units("b1", "b2")
    x, y = ((side @ a.T).mean(axis=1) - (side @ b.T).mean(axis=1) for side in (units("x1", "x2"), units("y1", "y2")))
    expected = (x.mean() - y.mean()) / np.concatenate([x, y]).std(ddof=1)
    assert result.value == pytest.approx(expected, abs=1e-5)


def test_a_test_of_sentences_needs_templates_and_sets() -> None:
    with pytest.raises(SpecError, match="there are no templates"):
        weatherglass.sentence_test(ByLetters(), "en/weat6", templates=())
    with pytest.raises(SpecError, match="compares no sets"):
        weatherglass.sentence_test(ByLetters(), toy_query(attributes={}), templates=TWO)
