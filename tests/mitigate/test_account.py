"""The account as a whole: every method, to JSON and back, as a table, by counts that add up, and what it refuses."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import numpy as np
import polars as pl
import pytest

from tests.mitigate.spaces import fitted, leaning_space, pack_space, sums_and_arts
from tests.spaces import random_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text
from weatherglass.measure.result import Lacking
from weatherglass.mitigate import account as module
from weatherglass.mitigate.account import Account, account_of
from weatherglass.mitigate.base import METHODS, Method
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.methods.direction_removal import DirectionRemoval
from weatherglass.mitigate.methods.hard import Hard
from weatherglass.mitigate.methods.linear_projection import LinearProjection
from weatherglass.mitigate.other_words import WITH_OTHERS
from weatherglass.mitigate.roles import Roles
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet

NAMES = sorted(METHODS)
FEW = ("weat1", "weat7", "weat7-short")


@cache
def _account(name: str) -> Account:
    return account_of(fitted(name), pack_space(), queries=packs.resolve(FEW, language="en"))


@pytest.mark.parametrize("name", NAMES)
def test_to_json_and_back(name: str) -> None:
    found = _account(name)
    text = json_text(found.to_dict())
    again = Account.from_dict(json.loads(text))
    assert json_text(again.to_dict()) == text
    assert again.tests == found.tests
    assert again.traces == found.traces
    assert again.utility == found.utility
    assert again.direct_bias == found.direct_bias
    assert again.movements == found.movements
    assert again.warnings == found.warnings
    assert (found.method, found.language) == (name, "en")
    assert found.settings == fitted(name).get_params()


@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_treated_protected_or_equalised(name: str) -> None:
    found, space = _account(name), pack_space()
    equalised = [word for words in found.equalised for word in words]
    assert len(set(equalised)) == len(equalised)
    assert set(equalised) <= set(space.words)
    assert found.words == len(space)
    assert found.treated + found.protected + len(equalised) == found.words
    assert min(found.treated, found.protected) >= 0
    made = fitted(name).transform(space)
    changed = sum(
        bool(np.abs(one / np.linalg.norm(one) - other / np.linalg.norm(other)).max() > 1e-5)
        for word, one, other in zip(space.words, space.vectors, made.vectors, strict=True)
        if word not in equalised
    )
    if name != "double-hard":  # which takes a component from all words
        assert changed <= found.treated


def test_words_that_are_equalised_and_would_be_treated_are_counted_once() -> None:
    """Words that no list calls gendered may be given as an equality set."""
    space = leaning_space(filler=300)
    pair = tuple((word,) for word in space.words if word.startswith("q") and len(word) == 10)[:2]
    found = account_of(Hard().fit(space, Roles(language="en", equalise=(pair,))), space, queries=[sums_and_arts()])
    assert found.equalised == (tuple(word for (word,) in pair),)
    usual = account_of(Hard().fit(space, "en"), space, queries=[sums_and_arts()])
    assert found.treated == usual.treated - 2
    assert found.treated + found.protected + 2 == found.words


@pytest.mark.parametrize("name", NAMES)
def test_the_table_has_a_row_for_every_number(name: str) -> None:
    found = _account(name)
    table = found.table()
    kinds = Counter(table["kind"])
    assert kinds["test"] == 5 * len(found.tests)
    assert kinds["traces"] == 3 * sum(isinstance(look, Traced) for look in found.traces)
    assert kinds["direct bias"] == len(found.direct_bias)
    assert kinds["neighbours kept"] == 1
    assert table.height == 5 * len(found.tests) + len(found.direct_bias) + kinds["traces"] + 1 + len(
        found.utility.examined
    )
    numbers = [f"{when}{end}" for when in ("before", "after") for end in ("", "_low", "_high")]
    assert all(table.schema[column] == pl.Float64 for column in numbers)
    for test in found.tests:
        row = table.row(
            by_predicate=(pl.col("kind") == "test")
            & (pl.col("name") == test.query)
            & (pl.col("statistic") == "difference"),
            named=True,
        )
        assert (row["before"], row["after"]) == (test.difference.before.value, test.difference.after.value)
        assert row["verdict"] == test.verdict
        interval = test.difference.after.interval
        assert interval is not None
        assert (row["after_low"], row["after_high"]) == (interval.low, interval.high)
    for row in table.rows(named=True):
        for when in ("before", "after"):
            assert (row[when] is None) == (row[f"{when}_reason"] is not None)


def test_the_same_account_twice_and_nothing_changed() -> None:
    space = pack_space()
    untouched = np.array(space.vectors)
    queries = packs.resolve(FEW, language="en")
    again = account_of(fitted("hard"), space, queries=queries)
    assert json_text(again.to_dict()) == json_text(_account("hard").to_dict())
    assert np.array_equal(space.vectors, untouched)
    other = account_of(fitted("hard"), space, queries=queries[:1], seed=1)
    assert other.tests[0].difference.before.interval != _account("hard").tests[0].difference.before.interval
    assert other.tests[0].difference.before.value == _account("hard").tests[0].difference.before.value


def test_vectors_made_before_give_the_same_account() -> None:
    space = pack_space()
    after = fitted("hard").transform(space)
    found = account_of(fitted("hard"), space, after, queries=FEW)
    assert found == _account("hard")


def test_other_words_or_other_dimensions_are_refused() -> None:
    space = pack_space()
    with pytest.raises(SpecError, match="hold different words"):
        account_of(fitted("hard"), space, space.subset(space.words[:-1]))
    with pytest.raises(SpecError, match="hold different words"):
        account_of(fitted("hard"), space, Embedding.from_arrays(space.words[::-1], space.vectors[::-1]))
    with pytest.raises(SpecError, match="has 7 dimensions, but the method was fitted on vectors of 30"):
        account_of(fitted("hard"), space, space.with_vectors(np.array(space.vectors[:, :7]), {}))
    small = random_space(*space.words, dim=7)
    with pytest.raises(SpecError, match="dimensions"):
        account_of(fitted("hard"), small, small)
    with pytest.raises(SpecError, match="not fitted yet"):
        account_of(Hard(), space)
    with pytest.raises(SpecError, match="two different queries are called"):
        account_of(fitted("hard"), space, queries=[sums_and_arts(), sums_and_arts(targets={"x": ["a"], "y": ["b"]})])


def test_gender_is_also_tested_with_other_words() -> None:
    found = _account("hard")
    assert [test.query for test in found.tests] == [
        "en/weat1",
        "en/weat7",
        "en/weat7-short",
        f"en/weat7{WITH_OTHERS}",  # that of weat7-short would be the same
    ]
    assert found.tests[-1].fitted_on == ()
    assert {"he", "she"} <= set(found.tests[1].fitted_on)
    assert [each.by for each in found.direct_bias] == ["pairs it was fitted on", "pairs it was not fitted on"]
    assert [look.by for look in found.traces if isinstance(look, Traced)] == [
        "she–he",
        f"{found.direct_bias[1].pairs} pairs it was not fitted on",
    ]


@pytest.mark.parametrize("name", ["multi-class", "direction-removal"])
def test_what_is_not_about_gender_has_no_other_pairs(name: str) -> None:
    found = _account(name)
    assert not any(WITH_OTHERS in test.query for test in found.tests)
    assert len(found.direct_bias) == (name == "direction-removal")
    (look,) = found.traces
    assert isinstance(look, Lacking) or look.by == "the first direction"


def test_where_chosen_words_are_treated_all_may_be_their_neighbours() -> None:
    """A few names are treated: among themselves they would have no neighbourhood."""
    found = _account("direction-removal")
    assert found.treated < found.words / 4
    assert all(test.neighbours.before.value is not None for test in found.tests)


def test_professions_are_none_of_the_words_of_pairs() -> None:
    space = pack_space("ar")  # which has no professions but the forms that pairs are also made of
    found = account_of(fitted("hard", "ar"), space, queries=packs.resolve(["weat7"], language="ar"))
    shown = {each.word for each in found.movements}
    others = found.direct_bias[1]
    listed = packs.word_list("ar", "forms")
    assert listed is not None
    assert 0 < others.words < len({*listed.all_words()})
    assert len(shown) == min(30, others.words)
    assert not shown & fitted("hard", "ar").fitted().used


def test_movements_show_those_that_leaned_most_and_the_sign_means_female() -> None:
    space, method = pack_space(), fitted("hard")
    found = _account("hard")
    leans = [each.before for each in found.movements]
    assert leans == [*sorted(leans[:15]), *sorted(leans[15:])]
    assert leans[14] < 0 < leans[15]
    direction = method.fitted().directions[0]
    assert space["woman"] @ direction > 0 > space["man"] @ direction
    treated = [each for each in found.movements if method.fitted().treated(each.word)]
    assert treated
    assert all(abs(each.after) < 1e-5 for each in treated)


def test_direct_bias_without_anything_to_measure_has_a_reason() -> None:
    space = leaning_space(filler=300)
    pairs = PairSet("absent", ((("zzz",), ("yyy",)),))
    rows = np.arange(10)
    found = module._direct_bias(space, space, "en", pairs, rows, Match())
    assert found.floor == pytest.approx(np.sqrt(2 / np.pi / space.dim), rel=0.02)
    assert found.change.before.value is None
    assert found.change.before.reason


def test_progress_is_told_and_without_tests_the_rest() -> None:
    told: list[tuple[str, int, int]] = []

    class Heard:
        def __call__(self, name: str, done: int, total: int) -> None:
            told.append((name, done, total))

    found = account_of(fitted("linear-projection"), pack_space(), queries=[], progress=Heard())
    assert told == [("measuring", part, 3) for part in (1, 2, 3)]
    assert found.tests == ()
    assert found.traces
    assert found.utility.examined
    assert found.direct_bias


def test_a_space_of_few_words() -> None:
    """Two pairs and three words: nearly everything is lacking, each with a reason, and nothing breaks."""
    space = random_space("she", "he", "woman", "man", "tree", "house", "nurse", dim=6)
    pairs = PairSet("own", ((("she",), ("he",)), (("woman",), ("man",))))
    method: Method = LinearProjection().fit(space, Roles(language="en", pairs=pairs))
    found = account_of(method, space, queries=[sums_and_arts()])
    assert found.tests == ()
    assert "too few words" in found.not_tested["en/sums"]
    assert found.dominant is None
    assert all(isinstance(look, Lacking) for look in found.traces)
    assert found.utility.overlap.value is None
    assert found.direct_bias[0].change.before.value is None
    json_text(found.to_dict())
    assert found.table().height > 0


def test_direction_removal_of_gender_is_about_gender() -> None:
    space = leaning_space(filler=300)
    filler = tuple(word for word in space.words if word.startswith("q") and len(word) == 10)[:40]
    pairs = PairSet("own", tuple(((a,), (b,)) for a, b in (("she", "he"), ("woman", "man"), ("girl", "boy"))))
    found = account_of(
        DirectionRemoval().fit(space, Roles(language="en", pairs=pairs, neutral=filler)),
        space,
        queries=[sums_and_arts()],
    )
    assert found.treated == 40
    assert found.protected == found.words - 40
    assert any(WITH_OTHERS in test.query for test in found.tests)
    assert found.tests[0].verdict == "unchanged"  # none of its words was treated
