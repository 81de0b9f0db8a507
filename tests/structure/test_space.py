from __future__ import annotations

import numpy as np
import pytest

from tests.spaces import composed_space, random_space
from tests.structure.group_spaces import letters, space_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.baseline import Pool, log_ranks
from weatherglass.measure.result import Lacking
from weatherglass.structure.space import Space, lists_named
from weatherglass.words import packs
from weatherglass.words.lookup import Match, found_set
from weatherglass.words.query import WordSet


def words_of(n: int, *first: str) -> Embedding:
    """n words; these ones in front."""
    words = [*first, *(letters(i) for i in range(n - len(first)))]
    return Embedding.from_arrays(words, np.random.default_rng(0).normal(size=(n, 8)))


def pool_of(space: Space) -> Pool:
    assert isinstance(space.pool, Pool)
    return space.pool


def test_log_ranks_count_rows_from_one() -> None:
    found = found_set(words_of(40), "", [0, 1, 3, 31])
    assert log_ranks(found) == pytest.approx([0, 1, 2, 5])


def test_a_composed_word_takes_the_middle_rank_of_the_others() -> None:
    embedding = words_of(40)
    composed = composed_space(embedding, [embedding.words[9]])
    rows = [composed.index[embedding.words[i]] for i in (1, 9, 3, 7)]
    # The ranks of the others are 1, 3 and 7; the middle one, counted from one, is 4 = 2².
    assert log_ranks(found_set(composed, "", rows)) == pytest.approx([1, 2, 2, 3])


def test_own_words_are_not_free_and_all_other_words_of_the_pool_are() -> None:
    space = space_of(words_of(1200))
    pool = pool_of(space)
    one, other = found_set(space.embedding, "", [3, 5]), found_set(space.embedding, "", [5, 700])
    assert sorted(pool.rows[~space.free(pool, one, other)].tolist()) == [3, 5, 700]


def test_gendered_words_are_those_of_the_language_and_none_where_it_has_no_list() -> None:
    words = ("woman", "Woman", "table")
    assert space_of(random_space(*words)).gendered(words).tolist() == [True, True, False]
    assert space_of(random_space(*words), language="xx").gendered(words).tolist() == [False, False, False]


def test_neutral_words_like_a_set_are_the_fifty_free_ones_nearest_in_rank_less_gendered_ones() -> None:
    embedding = words_of(1200, *(letters(i) for i in range(5000, 5100)), "woman", "mother")
    space = space_of(embedding)
    side = found_set(embedding, "", [100, 300])  # woman, and a filler word
    taken = found_set(embedding, "", [99])
    found = space.neutral_like([side], [taken])
    assert not isinstance(found, str)
    vectors, times = found
    # Free are all rows but 99 (taken), 100 and 300 (own), 100 and 101 (gendered). The place of row 100 among them is 99: 74 … 123 in that order,
    # which are the rows 74–98 and 102–126. That of row 300 is 297: 272 … 321 in that order, the rows 275–299 and 301–325.
    expected = [*range(74, 99), *range(102, 127), *range(275, 300), *range(301, 326)]
    units = embedding.vectors / np.linalg.norm(embedding.vectors, axis=1, keepdims=True)
    assert vectors == pytest.approx(units[expected])
    assert times.tolist() == [[1.0] * 100]


def test_each_side_counts_its_own_neutral_words() -> None:
    embedding = words_of(1200)
    space = space_of(embedding)
    sides = [found_set(embedding, "", [10, 11]), found_set(embedding, "", [600])]
    found = space.neutral_like(sides, [])
    assert not isinstance(found, str)
    vectors, times = found
    assert times.sum(axis=1).tolist() == [100, 50]  # fifty for each word, most of them twice for two words side by side
    assert times[0].max() == 2
    assert (times[0] * times[1] == 0).all()
    assert len(vectors) == times.shape[1]


def test_without_a_pool_the_reason_is_given() -> None:
    small = space_of(words_of(200))
    side = found_set(small.embedding, "", [1])
    assert small.neutral_like([side], []) == (
        "200 words that could stand for others were found in the file, 1,000 are needed"
    )
    words = sorted(letters(i) for i in range(1200))
    ordered = space_of(Embedding.from_arrays(words, np.random.default_rng(0).normal(size=(1200, 4))))
    assert isinstance(ordered.pool, str)
    assert "alphabetical" in ordered.pool


def test_sides_without_any_known_frequency_have_no_neutral_words_like_them() -> None:
    embedding = words_of(1200)
    composed = composed_space(embedding, embedding.words[5:7])
    side = found_set(composed, "", [1198, 1199])
    assert space_of(composed).neutral_like([side], []) == (
        "the words are composed from subwords, so that their frequency is not known"
    )


def test_terms_are_female_and_male_ones() -> None:
    terms = packs.word_list("en", "terms")
    assert terms is not None
    female, male = ([word[0] for word in target.words] for target in terms.targets)
    found = space_of(random_space(*female[:4], *male)).terms()
    assert not isinstance(found, Lacking)
    assert found[0].words == tuple(female[:4])
    assert found[1].words == tuple(male)


def test_too_few_terms_of_one_side_are_told() -> None:
    terms = packs.word_list("en", "terms")
    assert terms is not None
    female, male = ([word[0] for word in target.words] for target in terms.targets)
    embedding = random_space(*female, *male[:2])
    found = space_of(embedding).terms()
    assert found == Lacking(
        skipped=f"{len(female)} of {len(female)} female and 2 of {len(male)} male terms were found; at least 3 of either are needed"
    )
    assert not isinstance(Space(embedding, "en", Match(min_words=2)).terms(), Lacking)


def test_a_language_without_lists_says_which_one_it_lacks() -> None:
    space = space_of(random_space("a", "b"), language="xx")
    assert space.list("terms") is None
    assert space.terms() == Lacking(skipped="there is no list “terms” for xx (xx/terms)")
    assert space_of(random_space("a"), language="de").lacks("anything").skipped.endswith("for German (de/anything)")


def test_lists_that_a_language_does_not_have_are_passed_over() -> None:
    assert [query.name for query in lists_named("de", ("sex", "nonsense", "origin"))] == ["sex", "origin"]
    assert lists_named("xx", ("sex",)) == ()


def test_words_are_found_by_the_rules_of_the_language() -> None:
    space = space_of(random_space("strasse", "haus"), language="de")
    found, covered = space.found(WordSet("", (("Straße",), ("Haus",), ("Baum",))))
    assert found.rows == ("strasse", "haus")
    assert covered.missing == ("Baum",)
