"""The examination as a whole: what is asked, what is handed on, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.quality.spaces import TOY, analogies, group, random_space, space
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import CoverageError, FormatError, Notice, SpecError
from weatherglass.quality.quality import Quality, quality_of
from weatherglass.quality.questions import (
    AnalogySet,
    OddSet,
    ScoredPairs,
    shipped_analogies,
    shipped_odd,
)
from weatherglass.words import packs
from weatherglass.words.lookup import Match


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
    assert "uncovered-questions" in {notice.code for notice in found.warnings}
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
        ("uncovered-questions", "made: only 0"),
        ("uncovered-questions", "odd: only 0"),
        ("uncovered-questions", "low: only 0"),
        ("uncovered-questions", "texts: only 0"),
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
