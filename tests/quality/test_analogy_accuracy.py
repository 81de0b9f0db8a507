"""Analogies as an examination: by hand, and against gensim."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.quality.spaces import TOY, analogies, keyed, random_space, rows, space
from weatherglass.embedding.embedding import Embedding
from weatherglass.quality.analogy_accuracy import analogy_accuracy
from weatherglass.stats.shares import share_interval


def test_analogies_by_hand() -> None:
    asked = analogies(
        jobs="man doctor woman nurse,man doctor woman other,man doctor woman pilot,man doctor Man nurse",
        gram="woman nurse man pilot",
    )
    found = analogy_accuracy(rows(space()), asked)
    jobs, gram = found.categories
    assert (jobs.asked, jobs.covered, jobs.same_row, jobs.right) == (4, 2, 1, 1)
    assert (jobs.accuracy, jobs.accuracy_of_all, jobs.share_covered) == (0.5, 0.25, 0.5)
    assert jobs.units == 3  # man–doctor, woman–nurse, woman–other
    assert jobs.interval is None
    assert (gram.asked, gram.covered, gram.accuracy, gram.accuracy_of_all) == (1, 0, None, 0.0)
    assert gram.reason == "none of the 1 questions has all its words in the vectors, in rows of their own"
    assert (found.overall.asked, found.overall.covered, found.overall.right) == (5, 2, 1)
    assert found.semantic is not None
    assert found.grammar is not None
    assert (found.semantic.right, found.grammar.covered) == (1, 0)
    assert (found.missing.count, found.missing.words) == (1, ("pilot",))
    assert [part.name for part in found.parts] == ["jobs", "gram", "semantic", "grammar", "all"]


def test_words_are_found_as_everywhere_and_the_row_decides() -> None:
    """Capitals are matched; but another spelling of the expected word is another row, unless case is ignored."""
    asked = analogies(jobs="MAN Doctor woman nurse")
    assert analogy_accuracy(rows(space()), asked).overall.right == 1
    twice = space({**TOY, "Nurse": (2.9, 0.1, 4)})
    expected = analogies(jobs="man doctor woman nurse")
    assert analogy_accuracy(rows(twice), expected).overall.right == 0
    assert analogy_accuracy(rows(twice), expected, ignore_case=True).overall.right == 1
    shadow = space({**TOY, "DOCTOR": (0, 0, 1)})  # not the row of doctor, but its word
    assert analogy_accuracy(rows(shadow), expected).overall.right == 0
    assert analogy_accuracy(rows(shadow), expected, ignore_case=True).overall.right == 1
    same = analogies(jobs="man doctor DOCTOR nurse")
    assert analogy_accuracy(rows(shadow), same).overall.covered == 1
    assert analogy_accuracy(rows(shadow), same, ignore_case=True).overall.same_row == 1


def test_pairs_are_the_units_of_the_interval_whichever_way_round() -> None:
    e = random_space(0)
    questions = ",".join(f"w{i} w{i + 10} w{j} w{j + 10}" for i in range(5) for j in range(5) if i != j)
    turned = ",".join(f"w{i + 10} w{i} w{j + 10} w{j}" for i in range(5) for j in range(5) if i != j)
    found = analogy_accuracy(rows(e), analogies(one=questions, other=turned))
    assert [each.units for each in found.categories] == [5, 5]
    assert found.overall.units == 5
    assert found.overall.interval is not None
    assert found.overall.interval.method == "clustered Wilson"


def test_categories_are_given_and_not_drawn() -> None:
    """One of them is answered right throughout, the other wrong: the interval knows, and is narrower for it."""
    rng = np.random.default_rng(0)
    base = rng.normal(size=(40, 30))
    base[20:30] = base[:10] + 3 * base[30]  # w0 to w20, w1 to w21 … by one difference; w10 to w11 … by none
    e = Embedding.from_arrays([f"w{i}" for i in range(40)], base)
    good = [f"w{i} w{i + 20} w{j} w{j + 20}" for i in range(5) for j in range(5) if i != j]
    bad = [f"w{i} w{i + 5} w{j} w{j + 5}" for i in range(10, 15) for j in range(10, 15) if i != j]
    found = analogy_accuracy(rows(e), analogies(good=",".join(good), bad=",".join(bad)))
    assert [each.accuracy for each in found.categories] == [1.0, 0.0]
    pairs = [[int(line.split()[0][1:]), int(line.split()[2][1:])] for line in good + bad]
    right, kinds = np.repeat([True, False], 20), np.repeat([0, 1], 20)
    assert found.overall.interval == share_interval(right, np.array(pairs), kinds, 0.95)
    assert found.overall.interval != share_interval(right, np.array(pairs), None, 0.95)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ignore_case", [False, True])
def test_analogies_like_gensim(seed: int, ignore_case: bool, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(80, 4)).astype(np.float32)
    vectors[60:] = vectors[:20] + 0.05 * rng.normal(size=(20, 4))
    words = [f"w{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(60)]
    e = Embedding.from_arrays([*words, *(word.upper() for word in words[:20])], vectors)
    lines = [rng.choice(words, 4, replace=False) for _ in range(200)]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    for line in lines[:120]:  # so that some are right, and some only up to case
        a, b, c = (unit[e.index[word]] for word in line[:3])
        ranked = [e.words[row] for row in np.argsort(-unit @ (b - a + c))]
        line[3] = next(word for word in ranked if word not in line[:3]).lower()
    lines = [line for line in lines if len(set(line)) == 4]
    file = tmp_path / "questions.txt"
    file.write_text(": one\n" + "\n".join(" ".join(line) for line in lines), "utf-8")
    asked = analogies(one=",".join(" ".join(line) for line in lines))
    _, parts = keyed(e).evaluate_word_analogies(str(file), case_insensitive=ignore_case)
    found = analogy_accuracy(rows(e), asked, ignore_case=ignore_case).overall
    assert (found.covered, found.right) == (len(lines), len(parts[0]["correct"]))
    assert 10 < found.right < len(lines) - 10
