"""Similarity of words and of sentences: by hand, against scipy and gensim, and what is said where something is missing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from tests.quality.spaces import keyed, random_space, rows, space
from weatherglass.quality.accuracy import MOST_LISTED
from weatherglass.quality.quality import quality_of
from weatherglass.quality.questions import (
    ScoredPairs,
)
from weatherglass.quality.sentence_similarity import sentence_similarity
from weatherglass.quality.word_similarity import word_similarity


@pytest.mark.parametrize("seed", range(3))
def test_word_similarity_like_scipy_and_gensim(seed: int, tmp_path: Path) -> None:
    e = random_space(seed)
    rng = np.random.default_rng(seed)
    pairs = [(f"w{i}", f"w{j}", float(rng.integers(0, 8))) for i, j in rng.integers(0, 60, (40, 2))]
    file = tmp_path / "pairs.tsv"
    file.write_text("\n".join("\t".join(map(str, pair)) for pair in [*pairs, ("w1", "none", 3.0)]), "utf-8")
    found = quality_of(e, language="zz", similarity=[file]).word_similarity[0]
    unit = e.vectors.astype(float) / np.linalg.norm(e.vectors.astype(float), axis=1, keepdims=True)
    cosines = [float(unit[e.index[one]] @ unit[e.index[other]]) for one, other, _ in pairs]
    expected = stats.spearmanr(np.round(cosines, 12), [score for *_, score in pairs]).statistic
    assert found.spearman == pytest.approx(expected)
    assert found.spearman == pytest.approx(keyed(e).evaluate_word_pairs(str(file))[1][0], abs=1e-3)
    assert (found.asked, found.covered, found.missing.words) == (41, 40, ("none",))
    assert found.interval is not None
    assert found.interval.low < expected < found.interval.high


def test_without_a_correlation_there_is_a_reason() -> None:
    found = [
        word_similarity(rows(space()), ScoredPairs("made", pairs))
        for pairs in (
            (("man", "none", 1.0),),
            (("man", "woman", 1.0), ("man", "none", 2.0)),
            (("man", "woman", 1.0), ("man", "nurse", 2.0)),
            (("man", "woman", 1.0), ("man", "nurse", 1.0), ("man", "other", 1.0)),
            (("man", "man", 1.0), ("nurse", "nurse", 2.0), ("other", "other", 3.0)),
        )
    ]
    assert [each.spearman for each in found] == [None] * 5
    assert [each.interval for each in found] == [None] * 5
    reasons = [each.reason for each in found]
    assert reasons[0].startswith("no pair has words that are in the vectors")
    assert reasons[1].startswith("only one pair has words")
    assert reasons[2].startswith("only two pairs have words")
    assert reasons[3].startswith("all 3 pairs have the same score")
    assert reasons[4].startswith("all 3 pairs have the same cosine")


def test_sentences_by_hand() -> None:
    """Words count as often as they stand there, with the lengths they have; unknown ones do not."""
    pairs = (
        ("The man, the MAN!", "woman", 3.0),  # (4, 0, 0) and (4, 3, 0): 0.8
        ("man doctor", "other nurse", 1.0),  # (2, 0, 5) and (3, −1, 4): 26/√(29·26)
        ("nurse", "a nurse", 5.0),  # 1
        ("nobody knows", "man", 2.0),
    )
    found = sentence_similarity(rows(space()), ScoredPairs("made", pairs))
    cosines = [0.8, 26 / (29 * 26) ** 0.5, 1.0]
    assert found.pearson == pytest.approx(stats.pearsonr(cosines, [3.0, 1.0, 5.0]).statistic)
    assert (found.asked, found.covered) == (4, 3)
    assert (found.words, found.words_found) == (15, 10)
    assert found.missing.words == ("the", "a", "nobody", "knows")
    assert found.interval is None  # three pairs are too few for it
    assert found.share_of_words == pytest.approx(10 / 15)


def test_sentences_are_cleaned_by_the_language() -> None:
    """ä is ae after cleaning, and the finder puts it back where the vectors have it."""
    e = space({"Bär": (1, 0), "müde": (0, 1), "Hund": (1, 1)})
    pairs = (("Der Bär ist müde.", "Bär-Hund", 1.0), ("Müde!", "Bär", 0.0), ("Hund", "Hund", 2.0), ("Hund", "Bär", 1.0))
    found = sentence_similarity(rows(e, "de"), ScoredPairs("made", pairs))
    assert found.missing.words == ("der", "ist", "baerhund")
    assert (found.covered, found.words_found) == (3, 8)


def test_vectors_that_cancel_leave_no_direction() -> None:
    e = space({"up": (0, 1), "down": (0, -1), "side": (1, 0)})
    pairs = (("up down", "side", 1.0), ("up", "side", 1.0), ("up", "up side", 2.0), ("side", "down side", 2.5))
    assert sentence_similarity(rows(e), ScoredPairs("made", pairs)).covered == 3


def test_long_lists_of_missing_words_are_cut() -> None:
    pairs = tuple((f"x{i}", f"y{i}", float(i)) for i in range(80))
    missing = word_similarity(rows(space()), ScoredPairs("made", pairs)).missing
    assert missing.count == 160
    assert len(missing.words) == MOST_LISTED
