"""Parts and samples of a corpus."""

from __future__ import annotations

import numpy as np
import pytest

from tests.study.making import dated_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.store import open_corpus
from weatherglass.errors import SpecError, UnknownName
from weatherglass.study.samples import Sample, drawn, part_of, parts_of, samples_of, times_of
from weatherglass.study.spec import Samples


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Ten-word sentences: 200 of each year, in four documents with a month each."""
    folder = tmp_path_factory.mktemp("dated")
    return open_corpus(dated_corpus(folder, {"1998": 0.5, "1999": 0.5, "2001": 0.5}, size=200))


def test_every_sample_in_order() -> None:
    samples = Samples(rates=(0.1, 0.5), repeats=2, permutations=2, whole=True)
    assert list(samples_of(samples)) == [
        Sample(kind="whole"),
        Sample(kind="subsample", rate=0.1, draw=0),
        Sample(kind="subsample", rate=0.1, draw=1),
        Sample(kind="subsample", rate=0.5, draw=0),
        Sample(kind="subsample", rate=0.5, draw=1),
        Sample(kind="permutation", draw=0),
        Sample(kind="permutation", draw=1),
    ]


def test_samples_are_drawn_again_alike_and_differ_from_each_other(corpus: Corpus) -> None:
    samples = Samples(rates=(0.5, 0.25), repeats=3, whole=False)
    views = [drawn(corpus, sample, samples).sentence_numbers() for sample in samples_of(samples)]
    again = [drawn(corpus, sample, samples).sentence_numbers() for sample in samples_of(samples)]
    for one, other in zip(views, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert [len(view) for view in views] == [300] * 3 + [150] * 3
    assert len({view.tobytes() for view in views}) == 6
    # independent draws: of 150 sentences about half are among 300 others, not nearly all (as if one went on from the other)
    shared = len(np.intersect1d(views[0], views[3]))
    assert 50 < shared < 100


def test_permutations_hold_everything(corpus: Corpus) -> None:
    view = drawn(corpus, Sample(kind="permutation", draw=1), Samples(permutations=2)).sentence_numbers()
    assert sorted(view) == list(range(600))
    assert list(view) != list(range(600))


@pytest.mark.parametrize(
    ("samples", "names", "sentences"),
    [
        (Samples(), [""], [600]),
        (Samples(by="year", least_words=1), ["1998", "1999", "2001", ""], [200, 200, 200, 600]),
        (Samples(by="decade", least_words=1, together=False), ["1990s", "2000s"], [400, 200]),
        (Samples(by="house", pattern=r"H(\d)", least_words=1, together=False), ["0", "1", "2"], [200, 200, 200]),
        (
            Samples(periods={"new": ("1999-03", "2001"), "old": ("1998", "1999-02")}, least_words=1, together=False),
            ["new", "old"],
            [300, 300],
        ),
    ],
)
def test_parts(corpus: Corpus, samples: Samples, names: list[str], sentences: list[int]) -> None:
    found, notices = parts_of(corpus, samples)
    assert found == names
    assert [part_of(corpus, samples, name).counts().sentences for name in found] == sentences
    assert notices == ()


def test_months(corpus: Corpus) -> None:
    found, _ = parts_of(corpus, Samples(by="month", least_words=1, together=False))
    assert found[:4] == ["1998-01", "1998-02", "1998-03", "1998-04"]


def test_parts_left_out_are_named(corpus: Corpus) -> None:
    samples = Samples(periods={"long": ("1998", "1999"), "short": ("2001-01", "2001-01")}, least_words=1_000)
    found, notices = parts_of(corpus, samples)
    assert found == ["long", ""]
    small, none = notices
    assert "short (500)" in small.text
    assert "3 documents (1,500 running words)" in none.text


def test_parts_in_order_of_time_have_a_time(corpus: Corpus) -> None:
    """January to April of each year, so the middle is that of the first of both."""
    found = times_of(corpus, Samples(by="house", pattern=r"H(\d)", least_words=1))
    assert found == {"0": 1998.125, "1": 1999.125, "2": 2001.125}
    assert times_of(corpus, Samples(by="house", pattern=r"_(\d)", least_words=1)) == {}  # each has all years
    assert times_of(corpus, Samples(by="year", least_words=1)) == {}  # the names tell


def test_impossible_parts(corpus: Corpus) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'house'"):
        parts_of(corpus, Samples(by="hous"))
    with pytest.raises(SpecError, match="share documents"):
        parts_of(corpus, Samples(periods={"a": ("1998", "1999"), "b": ("1999", "2001")}))
    with pytest.raises(SpecError, match="no part by year has 10,000 running words"):
        parts_of(corpus, Samples(by="year"))
