"""The made-up corpus holds what it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from weatherglass.corpus import synthetic
from weatherglass.errors import SpecError
from weatherglass.words.query import read_query


def company_of_the_first_targets(strength: float, scatter: float) -> float:
    """Of the sentences with a word of the first target set, the share that holds none of the second attributes."""
    query = synthetic.query(8)
    first, other = ({forms[0] for forms in words.words} for words in (query.targets[0], query.attributes[1]))
    with_target = [s for s in synthetic.sentences(strength, size=6_000, scatter=scatter) if first & set(s)]
    return sum(not other & set(sentence) for sentence in with_target) / len(with_target)


def test_targets_keep_the_company_that_is_planted() -> None:
    # Of three words of the company half are attribute words, so the wrong company shows in 7 of 8 sentences.
    assert company_of_the_first_targets(1, 0) == 1
    assert company_of_the_first_targets(0, 0) == pytest.approx(1 - 0.5 * 7 / 8, abs=0.04)
    assert company_of_the_first_targets(-1, 0) == pytest.approx(1 / 8, abs=0.04)


def test_words_of_a_set_lean_by_different_amounts_as_told() -> None:
    """Without a lean of the sets, single words still lean by `scatter`: of the company they keep, not all is even."""
    query = synthetic.query(8)
    other = {forms[0] for forms in query.attributes[1].words}

    def spread(scatter: float) -> float:
        made = list(synthetic.sentences(0, size=8_000, scatter=scatter))
        by_word = [[not other & set(s) for s in made if forms[0] in s] for forms in query.targets[0].words]
        return float(np.std([np.mean(each) for each in by_word]))

    assert spread(0.0) < 0.06  # by chance alone: √(0.25/250)
    assert spread(0.3) > 0.12


def test_the_expected_effect() -> None:
    # strength / sqrt(scatter² + strength²/4): the leans' difference of means over their standard deviation in both sets
    assert synthetic.expected_effect(0) == 0
    assert synthetic.expected_effect(0.5) == pytest.approx(2**0.5)
    assert synthetic.expected_effect(-0.5) == pytest.approx(-(2**0.5))


def test_the_same_seed_gives_the_same_sentences_and_impossible_ones_are_refused() -> None:
    assert list(synthetic.sentences(0.3, size=20, seed=1)) == list(synthetic.sentences(0.3, size=20, seed=1))
    for options in ({"strength": 2.0}, {"strength": 0.0, "words": 1}, {"strength": 0.0, "scatter": -1.0}):
        with pytest.raises(SpecError, match="give"):
            next(synthetic.sentences(**options))  # type: ignore[arg-type]


def test_the_file_of_the_query_says_the_same(tmp_path: Path) -> None:
    synthetic.write_query(tmp_path / "planted.toml")
    written, made = read_query(tmp_path / "planted.toml"), synthetic.query()
    assert (written.name, written.language) == (made.name, made.language)
    assert (written.targets, written.attributes) == (made.targets, made.attributes)
