"""A measure's finding as a sentence, its value in a table, and its card."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.spaces import planted_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import MEASURES, get
from weatherglass.measure.inputs import Given
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.report.readings import card_lines, cell, reading
from weatherglass.wording import numbers
from weatherglass.words import packs
from weatherglass.words.given import parse_pairs
from weatherglass.words.query import Query, make_query

WEAT6 = next(query for query in packs.load("en") if query.name == "weat6")
QUICK = {
    "nbm": {"k": 5},
    "svm": {"permutations": 20},
    "km": {"runs": 3, "restarts": 2},
    "gonen-goldberg": {"most": 20, "pool": 50, "train": 20, "k": 5},
}


@pytest.fixture(scope="module")
def planted() -> Embedding:
    """The words of a query, which are also its neutral words and its base pairs, and some others."""
    space = planted_space(WEAT6, 0.3)
    rng = np.random.default_rng(1)
    letters = list("bcdfghjklmnp")
    others = sorted({"q" + "".join(rng.choice(letters, size=8)) for _ in range(300)})
    matrix = np.concatenate([space.vectors, rng.normal(size=(len(others), space.dim)) / 8])
    return Embedding.from_arrays([*space.words, *others], matrix.astype(np.float32), name="planted")


def query_for(name: str) -> Query:
    card = get(name)
    kept = 1 if 2 not in card.targets else 2
    targets = {target.name: [word[0] for word in target.words] for target in WEAT6.targets[:kept]}
    data: dict[str, object] = {"name": "q", "language": "en", "targets": targets}
    if card.attributes.least:
        data["attributes"] = {each.name: [word[0] for word in each.words] for each in WEAT6.attributes}
    if card.rates:
        data["rates"] = {word[0]: float(i * i) for i, word in enumerate(WEAT6.targets[0].words)}
    return make_query(data)


def result_of(name: str, space: Embedding) -> tuple[Result, Query]:
    query = query_for(name)
    filler = tuple(word for word in space.words if word.startswith("q"))
    given = Given(pairs=parse_pairs(["executive,home", "career,family"]), neutral=filler)
    (result,) = run(space, query, [name], given=given, params={name: QUICK.get(name, {})}).outcomes
    assert isinstance(result, Result), result
    return result, query


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_every_reading_is_a_whole_sentence_with_the_value(name: str, planted: Embedding) -> None:
    result, query = result_of(name, planted)
    card = get(name)
    if result.value is None:
        assert card.reading == ""
        means = result.extra["means"]
        assert set(means) == {target.name for target in query.targets}
        listed = ", ".join(f"{name} {numbers.value(mean, card.unit)}" for name, mean in means.items())
        assert cell(result) == listed
        assert reading(result, query) == f"Mean score of the words: {listed}."
        return
    text = reading(result, query)
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    assert not re.search(r"[{}]|None|nan|–(?!\w)", text), text
    assert numbers.value(result.value, card.unit) in text, text
    beside = f" ({numbers.value(result.extra['chance'], card.unit)})" if "chance" in result.extra else ""
    assert cell(result) == f"{numbers.value(result.value, card.unit)}{beside}"
    assert ("chance" in result.extra) == (name in ("bat", "km", "svm"))
    for match in re.findall(r"\{(t1|t2|a1|a2)\}", card.reading):
        sets = query.targets if match[0] == "t" else query.attributes
        assert sets[int(match[1]) - 1].name in text


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_p_and_interval_stand_in_the_reading_where_there_are_any(name: str, planted: Embedding) -> None:
    result, query = result_of(name, planted)
    if result.value is None:
        return
    text = reading(result, query)
    assert ("interval" in text) == (result.interval is not None)
    assert (f"p {numbers.p_value(result.p)}" in text) if result.p is not None else ("p =" not in text)
    assert ("a small p here speaks for coherence, not for bias" in text) == (name == "ect")


def test_weat_tells_d_and_which_side(planted: Embedding) -> None:
    result, query = result_of("weat", planted)
    assert result.value is not None
    assert result.value > 0
    male, female = (target.name for target in query.targets)
    text = reading(result, query)
    assert f"{male[:1].upper()}{male[1:]} lean more towards career, as against family, than {female} do" in text
    assert f"(d = {numbers.effect(result.value)}; 95 % interval" in text


def test_names_of_sets_are_marked_and_never_read_as_fields(planted: Embedding) -> None:
    data = {
        "name": "q",
        "language": "en",
        "targets": {
            "{value}": [w[0] for w in WEAT6.targets[0].words],
            "{t1}<b>": [w[0] for w in WEAT6.targets[1].words],
        },
        "attributes": {each.name: [w[0] for w in each.words] for each in WEAT6.attributes},
    }
    query = make_query(data)
    (result,) = run(planted, query, ["weat"]).outcomes
    assert isinstance(result, Result)
    found = reading(result, query)
    assert ("{value}", True) in found.parts
    assert ("{t1}<b>", True) in found.parts


@pytest.mark.parametrize("name", sorted(MEASURES))
def test_cards_say_everything_in_the_order_people_read(name: str) -> None:
    lines = card_lines(get(name))
    assert [label for label, _ in lines] == [
        "what", "formula", "needs", "sign", "range", "little bias", "p", "published", "limits", "settings", "cite",
    ]  # fmt: skip
    for _, text in lines:
        assert text.strip()
        assert "{" not in text
    settings = dict(lines)["settings"]
    for key, default in get(name).params.items():
        assert f"{key} = {default}" in settings


def test_a_cards_p_says_what_a_small_one_means() -> None:
    assert dict(card_lines(get("ect")))["p"].endswith("a small one speaks for coherence, not for bias")
    assert "partitions of the target words" in dict(card_lines(get("weat")))["p"]
    assert "correlation" in dict(card_lines(get("wefat")))["p"]
    assert dict(card_lines(get("nbm")))["p"] == "none"
    assert dict(card_lines(get("nbm")))["settings"] == "k = 100"
    assert dict(card_lines(get("ripa")))["settings"] == "none"
