"""What must hold for every registered method of mitigation, by what its card and its settings say."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone

from tests.mitigate.made import FEW, changed, everything, filler_of, made, pair_set, sets_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError, UnknownName
from weatherglass.mitigate.base import METHODS, Method, mitigation
from weatherglass.mitigate.roles import Roles
from weatherglass.words import packs
from weatherglass.words.references import entries

OTHER: dict[str, Any] = {"components": 2, "inflected": "equalise", "lam": 3.5, "sums": True, "seed": 5}
NEEDED = {  # without lists: what a method asks for first, by its name
    "multi-class": "give equality sets of your own",
}


@pytest.fixture(params=sorted(METHODS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def settings_of(name: str) -> dict[str, Any]:
    """Settings that suit a small space."""
    return {key: value for key, value in FEW.items() if key in METHODS[name]().get_params()}


@cache
def usual(name: str, language: str = "en") -> tuple[Method, Embedding]:
    space = everything(language)
    method = mitigation(name, **settings_of(name)).fit(space, language)
    return method, method.transform(space)


def test_the_card_is_complete(name: str) -> None:
    card = METHODS[name].card
    for text in (card.title, card.what, card.treats, card.lengths, card.published, card.limits):
        assert text.strip()
        assert text == text.strip()
    assert card.name == name
    assert card.cite
    assert set(card.cite) <= set(entries())


def test_every_setting_is_documented_and_has_a_default(name: str) -> None:
    cls = METHODS[name]
    documented = " ".join(inspect.getdoc(other) or "" for other in METHODS.values())
    for each in fields(cls):
        assert f"`{each.name}`" in documented or each.name == "seed", each.name
        assert type(each.default) in (int, float, bool, str)
    assert inspect.getdoc(cls)


def test_it_is_what_scikit_learn_expects(name: str) -> None:
    method = mitigation(name, **settings_of(name))
    assert method.get_params() == method.get_params(deep=False)
    changes = {key: value for key, value in OTHER.items() if key in method.get_params()}
    assert method.set_params(**changes) is method
    assert {key: method.get_params()[key] for key in changes} == changes
    twin = clone(method)
    assert type(twin) is type(method)
    assert twin is not method
    assert twin.get_params() == method.get_params()
    assert repr(twin) == repr(method)
    assert repr(method).startswith(type(method).__name__ + "(")
    assert all(f"{key}={value!r}" in repr(method) for key, value in method.get_params().items())
    with pytest.raises(UnknownName, match=f"setting of {name} 'nonsense'"):
        method.set_params(nonsense=1)


def test_fit_returns_the_method_and_a_clone_of_it_is_not_fitted(name: str) -> None:
    method = mitigation(name, **settings_of(name))
    with pytest.raises(SpecError, match=f"the method {name} is not fitted yet; call fit with vectors and a language"):
        method.transform(everything())
    assert method.fit(everything(), "en") is method
    with pytest.raises(SpecError, match="not fitted yet"):
        clone(method).transform(everything())
    with pytest.raises(SpecError, match="not fitted yet"):
        method.set_params().transform(everything())


def test_fitting_and_transforming_at_once_is_the_same(name: str) -> None:
    at_once = mitigation(name, **settings_of(name)).fit_transform(everything(), "en")
    assert at_once.vectors.tobytes() == usual(name)[1].vectors.tobytes()
    assert json.dumps(at_once.provenance) == json.dumps(usual(name)[1].provenance)


def test_vectors_of_other_dimensions_are_refused(name: str) -> None:
    other = made({"she": (1, 2), "he": (2, 1)}, "flat")
    with pytest.raises(
        SpecError, match=r"flat has 2 dimensions, but the method was fitted on vectors of 26; fit it anew"
    ):
        usual(name)[0].transform(other)


def test_what_is_given_stays_and_words_ranks_and_counts_are_kept(name: str) -> None:
    space = everything()
    counts = np.arange(len(space), 0, -1)
    given = Embedding.from_arrays(space.words, space.vectors, "given", counts=counts)
    before = given.vectors.tobytes()
    after = mitigation(name, **settings_of(name)).fit_transform(given, "en")
    assert given.vectors.tobytes() == before
    assert (after.words, after.name, after.rows) == (given.words, given.name, given.rows)
    assert np.array_equal(after.ranks, given.ranks)
    assert after.counts is not None
    assert np.array_equal(after.counts, counts)
    assert after.vectors.dtype == np.float32
    assert not after.vectors.flags.writeable
    assert np.isfinite(after.vectors).all()
    assert not np.array_equal(after.vectors, given.vectors)


def test_lengths_are_what_the_card_says(name: str) -> None:
    method, after = usual(name)
    lengths = np.linalg.norm(after.vectors.astype(np.float64), axis=1)
    if "length one" in method.card.lengths:
        assert lengths == pytest.approx(1, abs=1e-6)
    else:
        before = np.linalg.norm(everything().vectors.astype(np.float64), axis=1)
        assert (lengths <= before * (1 + 1e-6)).all()
        assert np.abs(lengths - 1).max() > 0.1


def test_treated_words_lose_the_directions_or_most_of_them(name: str) -> None:
    method, after = usual(name)
    fitted = method.fitted()
    moved = {word for words in fitted.equalised for word in words}
    rows = [i for i, word in enumerate(after.words) if fitted.treated(word) and word not in moved]
    old, new = (np.abs(unit(some.vectors[rows]) @ fitted.directions.T).mean() for some in (everything(), after))
    assert len(rows) > 20
    assert new < (0.8 * old if name == "soft" else 1e-6)


def test_it_tells_what_it_was_fitted_on(name: str) -> None:
    fitted = usual(name)[0].fitted()
    assert fitted.used <= set(everything().words)
    assert fitted.defining <= fitted.used
    assert {word for words in fitted.equalised for word in words} <= fitted.used
    assert fitted.directions @ fitted.directions.T == pytest.approx(np.eye(len(fitted.directions)), abs=1e-9)
    assert (fitted.pairs is None) == (name == "multi-class")


def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    again = mitigation(name, **settings_of(name)).fit(everything(), "en")
    assert again.transform(everything()).vectors.tobytes() == usual(name)[1].vectors.tobytes()
    assert json.dumps(again.fitted().facts) == json.dumps(usual(name)[0].fitted().facts)
    assert again.fitted().notices == usual(name)[0].fitted().notices


def test_a_space_that_is_turned_gives_the_same_turned(name: str) -> None:
    rotation, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(everything().dim,) * 2))
    turned = changed(everything(), everything().vectors.astype(np.float64) @ rotation)
    after = mitigation(name, **settings_of(name)).fit_transform(turned, "en").vectors
    expected = usual(name)[1].vectors.astype(np.float64) @ rotation
    assert after == pytest.approx(
        expected, abs=5e-3 if name == "null-space" else 2e-5
    )  # its classifier ends near enough


def test_words_that_it_was_not_fitted_on_can_be_changed_too(name: str) -> None:
    method, after = usual(name)
    space = everything()
    other = made({"she": space["she"], filler_of(space)[0]: space[filler_of(space)[0]], "unseen": np.arange(26) - 9.0})
    new = method.transform(other)
    assert new.words == other.words
    for word in other.words[:2]:
        assert new[word].tobytes() == after[word].tobytes()
    assert np.isfinite(new["unseen"]).all()


def test_the_provenance_is_plain_and_holds_all_that_was_given(name: str) -> None:
    space = everything()
    neutral = filler_of(space)[:200]
    roles = Roles(language="en", neutral=neutral)
    if name != "multi-class":
        roles = Roles(language="en", pairs=pair_set(("she", "he"), ("woman", "man")), neutral=neutral)
    after = mitigation(name, **settings_of(name)).fit_transform(space, roles)
    assert after.provenance is not None
    data = json.loads(json.dumps(after.provenance, allow_nan=False))
    assert data["mitigation"] == name
    assert data["settings"] == mitigation(name, **settings_of(name)).get_params()
    assert data["language"] == "en"
    assert data["roles"]["neutral"] == list(neutral)
    assert name == "multi-class" or data["roles"]["pairs"]["pairs"] == [[["she"], ["he"]], [["woman"], ["man"]]]
    assert data["match"]["case"] is True
    assert data["vectors"]["name"] == space.name
    again = mitigation(name, **settings_of(name)).fit_transform(after, roles)
    assert again.provenance is not None
    assert again.provenance["made_before"] == after.provenance


@pytest.mark.parametrize("language", packs.languages())
def test_it_works_with_every_language_that_has_lists(name: str, language: str) -> None:
    method, after = usual(name, language)
    assert np.isfinite(after.vectors).all()
    assert method.language_ == language
    codes = {notice.code for notice in method.fitted().notices}
    assert codes <= {"word-in-two-sets", "sets-missing", "above-chance", "pairs-missing"}


def test_a_language_without_lists_needs_words_that_are_given(name: str) -> None:
    space = everything()
    with pytest.raises(SpecError) as error:
        mitigation(name, **settings_of(name)).fit(space, "xx")
    assert "there is no list" in str(error.value)
    assert NEEDED.get(name, "give pairs of your own") in str(error.value)


def test_a_language_without_lists_is_enough_with_words_that_are_given(name: str) -> None:
    space = everything()
    pairs = None if name == "multi-class" else pair_set(("she", "he"), ("woman", "man"))
    sets = (
        sets_of(("king", "queen"), ("mother", "father"))
        if name != "multi-class"
        else sets_of(("Jew", "Christian", "Muslim"))
    )
    neutral = filler_of(space)[:200] if name == "direction-removal" else None
    roles = Roles(language="xx", pairs=pairs, equalise=sets, neutral=neutral)
    after = mitigation(name, **settings_of(name)).fit_transform(space, roles)
    assert not np.array_equal(after.vectors, space.vectors)


def test_a_language_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(SpecError, match="'English' is not a language code"):
        mitigation(name).fit(everything(), "English")
