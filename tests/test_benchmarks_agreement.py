"""The page that compares with other tools is what the code writes, and says that values agree; the peers are not run here."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks import agreement, ours
from benchmarks.asked import Asked
from benchmarks.compared import COMPARISONS, LOOP, Comparison
from benchmarks.environments.asking import NotThere, environment

from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path

PAGE = agreement.TARGET.read_text("utf-8")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    return Asked(agreement.SHIPPED, read(sample_path()), tmp_path_factory.mktemp("asked"))


def tables() -> dict[str, list[list[str]]]:
    """The cells of each section that has vectors for a title, without the two lines on top."""
    sections = dict(part.split("\n", 1) for part in PAGE.split("\n## ")[1:])
    found = {}
    for title in agreement.DESCRIBED:
        lines = [line for line in sections.get(title, "").splitlines() if line.startswith("|")]
        if lines:
            assert lines[:2] == agreement.table([]).splitlines()
            found[title] = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]
    return found


def test_the_page_has_the_text_and_the_rows_that_the_code_writes() -> None:
    for part in (agreement.HEAD, agreement.READING, agreement.CONVENTIONS, agreement.SLOWER, agreement.ENVIRONMENTS):
        assert part in PAGE, "run python -m benchmarks.agreement --write"
    assert agreement.SHIPPED in tables()
    for title, rows in tables().items():
        assert agreement.DESCRIBED[title] in PAGE
        assert [row[:3] for row in rows] == [[c.measure, agreement.titled(c.peer), c.what] for c in COMPARISONS]
        assert {len(row) for row in rows} == {len(agreement.COLUMNS)}


def test_the_page_says_where_and_when() -> None:
    pattern = r"^Measured on \d+ \w+ \d{4}, .+, \d+ of \d+ cores used, \d+ GB, Python 3\S+, numpy \S+, Weatherglass \S+; load .+ \d+\.\d\.$"
    assert re.search(pattern, PAGE, re.MULTILINE)
    assert re.fullmatch(pattern, agreement.machine())


def test_values_that_should_agree_do_so_on_the_page() -> None:
    for rows in tables().values():
        for each, row in zip(COMPARISONS, rows, strict=True):
            said = row[5]
            if said.startswith("not compared: "):
                assert len(said) > len("not compared: ")
            elif each.most is None:
                assert each.differs in said
            elif "alike" in said:
                same, every = re.findall(r"[\d,]+", said)
                assert same == every
            else:
                assert float(said.split(",")[0]) <= each.most, each.name


def test_every_difference_is_made_to_agree_in_the_next_row() -> None:
    for each, following in pairwise(COMPARISONS):
        if each.most is None:
            assert (following.measure, following.peer) == (each.measure, each.peer)
            assert following.most is not None


def test_every_peer_answers_what_it_is_compared_by() -> None:
    modules = {peer.name: Path(*peer.module.split(".")).with_suffix(".py") for peer in agreement.PEERS}
    root = agreement.TARGET.parents[1]
    for each in COMPARISONS:
        if each.peer != LOOP:
            assert f'"{each.key}": ' in (root / modules[each.peer]).read_text("utf-8"), each.name


def test_a_difference_is_seen() -> None:
    each = replace(COMPARISONS[0], most=1e-6, differs="")
    assert agreement.judged(each, [1.0, 2.0], [1.0, 2.0 + 1e-7], (1.0, 2.0)).agrees
    apart = agreement.judged(each, [1.0, 2.0], [1.0, 2.1], (1.0, 2.0))
    assert (apart.agrees, apart.agreement, apart.ratio) == (False, "1.0e-01, the largest of 2", "2×")
    words = agreement.judged(each, ["she", "he"], ["she", "him"], (1.0, 0.5))
    assert (words.agrees, words.agreement, words.ratio) == (False, "1 of 2 alike", "0.5×")
    assert not agreement.judged(each, [1.0], [float("nan")], (1.0, 1.0)).agrees
    with pytest.raises(ValueError, match="2 values of ours, 1 of the peer's"):
        agreement.judged(each, [1.0, 2.0], [1.0], (1.0, 2.0))


def test_a_difference_fails_the_benchmark() -> None:
    each = replace(COMPARISONS[0], most=1e-6, differs="")
    found = [agreement.judged(each, [1.0], [other], (1.0, 2.0)) for other in (1.0, 1.1)]
    good, bad = agreement.rows_of({agreement.SHIPPED: found})
    assert (good.reached, good.target, good.ratio) == (True, "≤ 1e-06", "2×")
    assert not bad.reached
    assert "1.0e-01" in bad.what


def test_a_peer_that_is_not_there_is_told(asked: Asked, tmp_path: Path) -> None:
    with pytest.raises(NotThere, match=r"it needs Python 2\.9"):
        environment(tmp_path / "none", ("nothing==0",), "2.9")
    told = agreement._compared(COMPARISONS[0], asked, "it needs Python 2.9")
    assert told.cells()[3:] == ["", "", "not compared: it needs Python 2.9", "", "", ""]


def test_all_words_that_are_asked_for_are_in_the_vectors(asked: Asked) -> None:
    question = json.loads(json.dumps(asked.question()))
    words = {word for sets in question["tests"].values() for each in sets for word in each}
    for key in ("pairs", "equalise", "classes", "alike", "asked"):
        assert question[key]
        words |= {word for each in question[key] for word in each}
    for key in ("neutral", "specific", "professions", "looked_at", "words"):
        assert question[key]
        words |= set(question[key])
    assert len(question["audited"]) == 10
    assert not [word for word in words if word not in asked.embedding.index]
    assert len(question["neutral"]) + len(question["specific"]) == len(asked.embedding)


def of(key: str, peer: str) -> Comparison:
    return next(each for each in COMPARISONS if (each.key, each.peer) == (key, peer))


def test_p_is_that_of_all_partitions(asked: Asked) -> None:
    assert of("p", LOOP).ours(asked) == pytest.approx(ours.brute_force(asked), abs=1e-12)


def test_the_files_that_both_sides_read_hold_what_is_asked(asked: Asked) -> None:
    asked.written()
    again = read(asked.path("vectors.bin"))
    assert (list(again.words), again.vectors.tobytes()) == (
        list(asked.embedding.words),
        asked.embedding.vectors.tobytes(),
    )
    right_and_covered = ours.analogies(asked)
    assert sum(right_and_covered[1::2]) == sum(len(questions) for questions in asked.categories.values()) > 1_000
