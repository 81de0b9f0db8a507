"""The four examinations: values by hand, against gensim and scipy, and what is said where something is missing."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import weatherglass
from tests.quality.spaces import TOY, space
from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import CoverageError, FormatError, Notice, SpecError
from weatherglass.quality.accuracy import MOST_LISTED, Rows
from weatherglass.quality.analogy_accuracy import analogy_accuracy
from weatherglass.quality.odd_one_out import odd_one_out
from weatherglass.quality.quality import Quality, quality_of
from weatherglass.quality.questions import (
    AnalogySet,
    Category,
    OddSet,
    ScoredPairs,
    shipped_analogies,
    shipped_odd,
)
from weatherglass.quality.sentence_similarity import sentence_similarity
from weatherglass.quality.word_similarity import word_similarity
from weatherglass.stats.shares import share_interval
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.query import Group


def rows(embedding: Embedding, code: str = "en") -> Rows:
    return Rows(Finder(embedding, languages.get(code), Match()))


def analogies(**categories: str) -> AnalogySet:
    """Categories of questions, with commas between these."""
    made = []
    for name, text in categories.items():
        questions = []
        for line in text.split(","):
            a, b, c, d = line.split()
            questions.append(((a,), (b,), (c,), (d,)))
        made.append(Category(name, "grammar" if name.startswith("gram") else "semantic", tuple(questions)))
    return AnalogySet("made", tuple(made))


def group(together: str, odd: str) -> Group:
    return Group(together, tuple((w,) for w in together.split()), tuple((w,) for w in odd.split()))


def random_space(seed: int, size: int = 60, dim: int = 6) -> Embedding:
    vectors = np.random.default_rng(seed).normal(size=(size, dim)).astype(np.float32)
    return Embedding.from_arrays([f"w{i}" for i in range(size)], vectors)


def keyed(embedding: Embedding) -> Any:
    gensim = pytest.importorskip("gensim.models")
    logging.getLogger("gensim").setLevel(logging.ERROR)
    vectors = gensim.KeyedVectors(embedding.dim, dtype=np.float32)
    vectors.add_vectors(list(embedding.words), embedding.vectors)
    return vectors


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


def test_odd_one_out_by_hand() -> None:
    """Mean of x, y and odd: (1, 1, 1)/3; all equally far, so nothing stands out. With near, odd does."""
    e = space({"x": (1, 0, 0), "y": (0, 2, 0), "near": (1, 1, 0), "odd": (0, 0, 3)})
    asked = OddSet("made", (group("x y", "odd near none"), group("x near y", "odd"), group("x Odd", "odd")))
    found = odd_one_out(rows(e), asked)
    tied, clear, same = found.groups
    assert (tied.asked, tied.covered, tied.right, tied.same_row) == (3, 2, 0, 0)
    assert (clear.right, clear.covered) == (1, 1)
    assert (same.covered, same.same_row, same.accuracy) == (0, 1, None)
    assert (found.overall.asked, found.overall.covered, found.overall.right) == (5, 3, 1)
    assert found.chance == pytest.approx((1 / 3 + 1 / 3 + 1 / 4) / 3)
    assert found.missing.words == ("none",)
    assert found.overall.units == 2
    assert found.overall.interval is None


def test_odd_one_out_like_gensim() -> None:
    e = random_space(1, size=40, dim=3)
    groups = [group(f"w{i} w{i + 1} w{i + 2}", " ".join(f"w{j}" for j in range(20, 40))) for i in range(0, 18, 3)]
    found = odd_one_out(rows(e), OddSet("made", tuple(groups)))
    theirs = keyed(e)
    right = [
        sum(theirs.doesnt_match([w[0] for w in (*each.together, odd)]) == odd[0] for odd in each.odd) for each in groups
    ]
    assert [each.right for each in found.groups] == right
    assert 10 < sum(right) < 110
    assert found.overall.interval is not None
    assert found.overall.units == 6


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


def made_of(table: dict[str, Any]) -> Embedding:
    return Embedding.from_arrays(list(table), np.array(list(table.values()), np.float32), name="planted")


def planted_analogies(asked: AnalogySet) -> Embedding:
    """Pairs of a category differ by one direction; a word in several of them can follow one relation only."""
    rng = np.random.default_rng(0)
    table: dict[str, Any] = {}
    for category in asked.categories:
        difference = rng.normal(size=200)
        for a, b, *_ in category.questions:
            if b[0] in table:
                table.setdefault(a[0], table[b[0]] - difference)
            table.setdefault(a[0], rng.normal(size=200))
            table.setdefault(b[0], table[a[0]] + difference)
    return made_of(table)


def planted_groups(odd: OddSet) -> Embedding:
    """Words that belong together lie around one point."""
    rng = np.random.default_rng(0)
    table: dict[str, Any] = {}
    for each in odd.groups:
        middle = 2 * rng.normal(size=200)
        for word in each.together:
            table.setdefault(word[0], middle + rng.normal(size=200))
    for each in odd.groups:
        for word in each.odd:
            table.setdefault(word[0], 2 * rng.normal(size=200))
    return made_of(table)


@pytest.mark.parametrize("code", packs.languages())
def test_the_questions_that_ship_are_answered_where_the_answers_are_planted(code: str) -> None:
    asked, odd = shipped_analogies(code), shipped_odd(code)
    assert asked is not None
    assert odd is not None
    found = quality_of(planted_analogies(asked), language=code)
    assert found.analogies[0].name == f"{code}/analogy-pairs"
    assert found.analogies[0].overall.share_covered > 0.95
    assert found.analogies[0].overall.accuracy_of_all > 0.75
    found = quality_of(planted_groups(odd), language=code)
    assert found.odd_one_out[0].name == f"{code}/odd-one-out"
    assert found.odd_one_out[0].overall.share_covered > 0.95
    assert found.odd_one_out[0].overall.accuracy_of_all > 0.75
    assert not found.word_similarity
    assert not found.sentence_similarity


def test_given_files_take_the_place_of_what_ships_of_that_kind(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("man doctor woman nurse\n", "utf-8")
    found = quality_of(sample_path(), language="en", analogies=[file])
    assert [each.name for each in found.analogies] == ["mine.txt"]
    assert [each.name for each in found.odd_one_out] == ["en/odd-one-out"]
    both = quality_of(sample_path(), language="en", analogies=[file, file], odd=[OddSet("own", (group("a b", "c"),))])
    assert [each.name for each in both.analogies] == ["mine.txt", "mine.txt"]
    assert [each.name for each in both.odd_one_out] == ["own"]


def test_only_the_first_rows_are_looked_at() -> None:
    e = space(TOY)
    asked = analogies(jobs="man doctor woman nurse,man doctor woman other")
    for words, covered, right in ((5, 2, 1), (4, 1, 1), (3, 0, 0)):
        found = quality_of(
            e, language="en", analogies=[asked], odd=[OddSet("x", (group("man woman", "other"),))], words=words
        )
        assert found.words == words
        assert (found.analogies[0].overall.covered, found.analogies[0].overall.right) == (covered, right)
    assert "low-coverage" in {notice.code for notice in found.warnings}
    assert len(e) == 5


def test_what_the_vectors_tell_is_handed_on_and_low_coverage_said_of_every_kind() -> None:
    """Half is not low. A word composed from subwords is no row of the vectors."""
    e = Embedding(
        "toy",
        tuple(TOY),
        np.array(list(TOY.values()), np.float32),
        np.array([0, 1, 2, 3, -1]),
        4,
        notices=(Notice("zero-vectors", "2 rows left out: zeros."),),
    )
    pairs = (("man", "woman", 1.0), ("man", "nurse", 2.0), ("man", "x", 0.5), ("x", "y", 0.0))
    found = quality_of(
        e,
        language="en",
        analogies=[
            analogies(low="man doctor woman other"),
            analogies(half="man doctor woman nurse,man doctor woman x"),
        ],
        odd=[OddSet("odd", (group("man woman", "x"),))],
        similarity=[ScoredPairs("half", pairs), ScoredPairs("low", pairs[2:])],
        sentences=[ScoredPairs("texts", pairs[3:])],
    )
    assert found.words == 4
    assert [(notice.code, notice.text.split(" of ")[0]) for notice in found.warnings] == [
        ("zero-vectors", "2 rows left out: zeros."),
        ("low-coverage", "made: only 0"),
        ("low-coverage", "odd: only 0"),
        ("low-coverage", "low: only 0"),
        ("low-coverage", "texts: only 0"),
    ]


def test_level_and_matching_reach_every_examination() -> None:
    e = random_space(0)
    questions = ",".join(f"w{i} w{i + 10} w{j} w{j + 10}" for i in range(5) for j in range(5) if i != j)
    scored = ScoredPairs("pairs", tuple((f"w{i}", f"w{i + 1}", float(i % 7)) for i in range(20)))
    groups = tuple(group(f"w{i} w{i + 1}", "w50 w51") for i in range(0, 12, 2))
    asked: dict[str, Any] = {
        "analogies": [analogies(one=questions)],
        "odd": [OddSet("odd", groups)],
        "similarity": [scored],
        "sentences": [scored],
    }
    found = quality_of(e, language="xx", level=0.8, **asked)
    accuracies = (found.analogies[0].overall, *found.analogies[0].categories, found.odd_one_out[0].overall)
    intervals = [each.interval for each in accuracies]
    intervals += [found.word_similarity[0].interval, found.sentence_similarity[0].interval]
    assert [each and each.level for each in intervals] == [0.8] * 5
    upper = Embedding.from_arrays([word.upper() for word in e.words], e.vectors)
    assert quality_of(upper, language="xx", **asked).analogies == quality_of(e, language="xx", **asked).analogies
    assert quality_of(upper, language="xx", match=Match(case=False), **asked).analogies[0].overall.covered == 0


def test_from_a_file_and_from_memory_it_is_the_same(tmp_path: Path) -> None:
    e = random_space(0)
    file = write(e, tmp_path / "v.bin")
    asked = analogies(one=",".join(f"w{i} w{i + 1} w{i + 2} w{i + 3}" for i in range(30)))
    phases: set[str] = set()
    read = quality_of(
        file, language="zz", analogies=[asked], words=50, progress=lambda phase, _done, _total: phases.add(phase)
    )
    assert read.analogies == quality_of(e, language="zz", analogies=[asked], words=50).analogies
    assert phases == {"reading", "answering"}


def test_results_survive_json_and_become_a_table() -> None:
    scored = ScoredPairs(
        "pairs", (("man", "woman", 1.0), ("man", "nurse", 2.0), ("man", "other", 0.5), ("x", "y", 0.0))
    )
    found = quality_of(
        space(),
        language="en",
        analogies=[analogies(jobs="man doctor woman nurse", gram="man doctor woman pilot")],
        odd=[OddSet("odd", (group("man woman", "other"), group("man x", "other")))],
        similarity=[scored, ScoredPairs("few", (("man", "woman", 1.0),))],
        sentences=[scored],
    )
    data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert Quality.from_dict(data) == found
    assert Quality.from_dict(found.to_dict()) == found
    assert data["analogies"][0]["overall"]["accuracy"] == 1.0
    table = found.table()
    assert table["test"].to_list() == [
        *["analogies"] * 5,
        *["odd one out"] * 3,
        *["word similarity"] * 2,
        "sentence similarity",
    ]
    assert table["part"].to_list() == [
        "jobs",
        "gram",
        "semantic",
        "grammar",
        "all",
        "man woman",
        "man x",
        "all",
        "all",
        "all",
        "all",
    ]
    assert table["value"].to_list()[0] == 1.0
    (longer,) = quality_of(
        random_space(0),
        language="xx",
        similarity=[ScoredPairs("long", tuple((f"w{i}", f"w{i + 1}", float(i % 7)) for i in range(20)))],
    ).table().rows(named=True)  # fmt: skip
    assert longer["low"] < longer["value"] < longer["high"]
    assert table["covered"].to_list()[:2] == [1, 0]
    assert table["reason"].null_count() == 11 - 4  # gram and its total, man x, few


def test_what_cannot_be_examined_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no questions ship for the language 'zz'; give files"):
        quality_of(space(), language="zz")
    with pytest.raises(SpecError, match="words=0"):
        quality_of(space(), language="en", words=0)
    with pytest.raises(SpecError, match="level=2"):
        quality_of(space(), language="en", level=2)
    with pytest.raises(SpecError, match="give a list of files, even for one"):
        quality_of(space(), language="en", analogies="questions.txt")
    with pytest.raises(CoverageError, match="the language cannot be guessed"):
        quality_of(random_space(0))
    with pytest.raises(CoverageError, match="holds no words"):
        quality_of(Embedding.from_arrays([], np.empty((0, 3))), language="en")
    with pytest.raises(FormatError, match="there is no such file"):
        quality_of(tmp_path / "none.bin", language="en")
    with pytest.raises(SpecError, match="there is no such file"):  # found out before the vectors are read
        quality_of(tmp_path / "none.bin", language="en", odd=[tmp_path / "none.txt"])


def test_the_public_name_and_the_guess() -> None:
    found = weatherglass.quality_of(sample_path(), words=3000)
    assert isinstance(found, weatherglass.Quality)
    assert found.language == "en"
    assert found.words == 3000
    assert found.warnings[0].code == "language-guessed"
