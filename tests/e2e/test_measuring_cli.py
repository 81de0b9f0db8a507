"""The commands `measures` and `measure` as processes: what they print, and how they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.e2e.command import InProcess, Refused, weatherglass, written
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path
from weatherglass.measure.base import MEASURES

FILES = {
    "jobs.txt": "nurse\npilot\ndoctor\nteacher\nqqqqzz\n",
    "arts.txt": "dance\nmusic\npoetry\n",
    "neutral.txt": "math\nart\ntable\nhouse\nwater\nzzzqq\n",
    "rates.csv": "word,rate\nnurse,0.9\npilot,0.1\ndoctor,0.4\nteacher,0.7\nnurze,0.5\n",
    "bad.csv": "nurse,0.9\npilot,many\n",
    "slip.csv": "nurse,O.9\npilot,0.1\ndoctor,0.4\nteacher,0.7\n",
    "columns.csv": "nurse,0,9\n",
    "constant.csv": "nurse,0.5\npilot,0.5\ndoctor,0.5\n",
    "twice.csv": "nurse,0.5\nnurse,0.6\n",
    "others.csv": "smith,0.5\n",
    "empty.txt": "\n",
}
JOBS = ("--words", "jobs.txt", "--lang", "en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path, FILES)


@pytest.fixture
def from_json(folder: Path, in_process: InProcess) -> Callable[..., dict[str, Any]]:
    def measured(*arguments: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(in_process(folder, "measure", *arguments, "--json")[0])
        return data

    return measured


def test_measures_are_listed_and_shown(tmp_path: Path, in_process: InProcess, refused: Refused) -> None:
    listing = weatherglass("measures").stdout.splitlines()
    assert listing[0].split() == ["measure", "needs", "title"]
    assert [line.split()[0] for line in listing[1:]] == sorted(MEASURES)
    card, _ = in_process(tmp_path, "measures", "nbm")
    assert card.startswith("nbm: Neighbourhood bias metric\n")
    for entry in ("what:", "needs:", "sign:", "little bias:", "published:", "limits:", "settings: k = 100"):
        assert f"  {entry}" in card
    data = json.loads(in_process(tmp_path, "measures", "--json")[0])
    assert {each["name"] for each in data["measures"]} == set(MEASURES)
    assert data["measures"][0]["limits"]
    refused(tmp_path, "measures", "nmb", code=2, message="Did you mean 'nbm'?")


def test_words_from_a_file_along_two_pairs(folder: Path) -> None:
    out = weatherglass("measure", "ripa", "--words", "jobs.txt", "--lang", "en", "--pair", "she,he", "--pair", "woman,man", cwd=folder).stdout  # fmt: skip
    assert "en/jobs (found: jobs 4/5, base pairs 2/2)" in out
    assert "Scores are means over 2 base pairs" in out
    assert "missing: qqqqzz" in out
    assert "Mind: It has no scale of its own" in out
    assert "note: en/jobs: unstable base pairs: woman–man (fair)" in out
    rows = [line.split() for line in out.splitlines() if line.endswith(("nurse", "pilot", "doctor", "teacher"))]
    space = read(sample_path())

    def along(word: str) -> float:
        vectors = {each: space[each].astype(float) for each in (word, "she", "he", "woman", "man")}
        apart = [vectors["she"] - vectors["he"], vectors["woman"] - vectors["man"]]
        return float(np.mean([vectors[word] @ each / np.linalg.norm(each) for each in apart]))

    expected = sorted(((along(word), word) for word in ("nurse", "pilot", "doctor", "teacher")), reverse=True)
    assert [row[2] for row in rows] == [word for _, word in expected]
    assert [float(row[0].replace("−", "-")) for row in rows] == pytest.approx([s for s, _ in expected], rel=5e-3)


def test_the_order_of_a_pair_turns_signs_and_nothing_else(from_json: Callable[..., dict[str, Any]]) -> None:
    one, other = (
        from_json("direct-bias", "--words", "jobs.txt", "--lang", "en", "--pair", pair) for pair in ("she,he", "he,she")
    )  # fmt: skip
    assert [-w["score"] for w in other["results"][0]["words"]] == pytest.approx(
        [w["score"] for w in one["results"][0]["words"]]
    )
    assert one["warnings"] == other["warnings"] == []


def test_the_options_reach_the_numbers(
    folder: Path, from_json: Callable[..., dict[str, Any]], refused: Refused
) -> None:
    (result,) = from_json("weat", "--query", "en/weat7", "--alternative", "less", "--comparisons", "20")["results"]
    assert result["p"]["estimate"] == pytest.approx((12870 - 28) / 12870)
    assert [each["sets"] for each in result["baseline"]] == [20, 20]
    ripa = ("measure", "ripa", *JOBS, "--pair", "she,he")
    refused(folder, *ripa, "--min-coverage", "0.9", code=4, message="too few words: jobs: 4 of 5")
    refused(folder, *ripa, "--min-words", "5", code=4, message="too few words: jobs: 4 of 5")
    refused(folder, *ripa, "--min-test-coverage", "0.9", code=4, message="4 of 5 words of all sets found")


def test_a_shipped_query_with_the_value_in_the_sentence(folder: Path, in_process: InProcess) -> None:
    out = in_process(folder, "measure", "weat", "--query", "en/weat7", "--top", "1")[0]
    assert "(d = 1.28; 95 % interval" in out
    assert "all 12,870 partitions counted" in out
    assert "14 words between them are not shown" in out
    again = in_process(
        folder, "measure", "semaxis", "--query", "en/professions", "--pair", "she,he", "--pair", "woman,man"
    )
    assert "she/woman 2/2, he/man 2/2" in again[0]


def test_the_language_of_a_file_of_words_is_guessed_and_said(folder: Path, in_process: InProcess) -> None:
    out, err = in_process(folder, "measure", "ripa", "--words", "jobs.txt", "--pair", "she,he")
    assert "en/jobs" in out
    assert "note: The language was guessed" in err


def test_rates_are_correlated_and_no_word_is_left_out_silently(folder: Path, in_process: InProcess) -> None:
    (folder / "jobs.txt").write_text("nurse\npilot\ndoctor\nteacher\nlawyer\n", "utf-8")
    pairs = ("--pair", "he,she", "--pair", "man,woman")
    out, err = in_process(folder, "measure", "wefat", *JOBS, "--rates", "rates.csv", *pairs)
    assert "correlates with their rates at r = −" in out
    assert "over 4 words" in out
    assert "without a rate, so not in the correlation: lawyer" in out
    assert "note: rates of words that are in no target set, left out: nurze" in err


def test_neutral_words_and_settings_reach_the_numbers(
    folder: Path, from_json: Callable[..., dict[str, Any]], in_process: InProcess
) -> None:
    asked = ("nbm", "--words", "jobs.txt", "--lang", "en", "--pair", "she,he", "--neutral", "neutral.txt")
    data = from_json(*asked, "--set", "k=3")
    (result,) = data["results"]
    assert result["params"] == {"k": 3}
    assert result["extra"]["neutral_words"] == 5
    assert {abs(round(word["score"] * 3)) for word in result["words"]} <= {1, 3}  # of three neighbours
    assert "zzzqq" in next(n["text"] for n in data["warnings"] if n["code"] == "missing-neutral")
    out = in_process(folder, "measure", *asked, "--set", "k=3", "--top", "0")[0]
    assert "not in the vectors: zzzqq." in out


def test_a_pair_with_a_missing_word_is_left_out_and_said(folder: Path, in_process: InProcess) -> None:
    out = in_process(folder, "measure", "direct-bias", "--words", "jobs.txt", "--lang", "en", "--pair", "she,he", "--pair", "xqx,he")[0]  # fmt: skip
    assert "base pairs 1/2" in out
    assert "note: en/jobs: left out, as a word of them is not in the vectors: xqx–he." in out


def test_one_word_between_is_one_word(folder: Path, in_process: InProcess) -> None:
    (folder / "jobs.txt").write_text("nurse\npilot\ndoctor\n", "utf-8")
    out = in_process(folder, "measure", "ripa", "--words", "jobs.txt", "--lang", "en", "--top", "1")[0]
    assert "1 word between them is not shown" in out


def test_json_says_what_was_not_measured_and_the_code_does_too(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(folder, "measure", "ripa", *JOBS, "--pair", "xqx,he", "--json", code=4)
    data = json.loads(out)
    assert data["results"] == []
    assert data["skipped"][0]["reason"] == "no base pair has both its words in the vectors: xqx–he"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nmb", *JOBS], 2, "There is no measure 'nmb'. Did you mean 'nbm'?"),
        (["ripa", *JOBS, "--pair", "she"], 2, "--pair 'she': give two different words with a comma"),
        (["ripa", *JOBS, "--pair", "she,she"], 2, "give two different words"),
        (["weat", "--query", "en/weat7", "--pair", "she,he"], 2, "en/weat7 has attribute sets of its own"),
        (["ripa", "--words", "none.txt", "--lang", "en"], 2, "none.txt: there is no such file"),
        (["ripa", "--words", "empty.txt", "--lang", "en"], 2, "empty.txt: holds no words"),
        (["ripa", "none.bin", *JOBS], 4, "none.bin: there is no such file"),
        (["ripa", "--lang", "en"], 2, "either --query NAME|FILE or --words FILE"),
        (["ripa", "--query", "en/weat7", *JOBS], 2, "either --query NAME|FILE or --words FILE"),
        (["ripa", "--query", "en/weet7"], 2, "Did you mean 'en/weat7'"),
        (["ripa", *JOBS, "--pair", "xqx,he"], 4, "no base pair has both its words in the vectors: xqx–he"),
        (["ripa", "--words", "jobs.txt", "--lang", "xx"], 4, "there are no base pairs for 'xx'; give some with --pair"),
        (["ripa", *JOBS, "--rates", "rates.csv"], 2, "--rates: ripa takes no rates"),
        (["ripa", *JOBS, "--neutral", "neutral.txt"], 2, "--neutral: ripa takes no neutral words"),
        (["km", *JOBS, "--words", "arts.txt", "--pair", "she,he"], 2, "--pair: km takes no base pairs"),
        (["wefat", *JOBS, "--pair", "he,she", "--rates", "bad.csv"], 2, "line 2: the rate of 'pilot' is 'many'"),
        (["wefat", *JOBS, "--pair", "he,she", "--rates", "slip.csv"], 2, "line 1: the rate of 'nurse' is 'O.9'"),
        (["wefat", *JOBS, "--pair", "he,she", "--rates", "columns.csv"], 2, "line 1 has 3 columns"),
        (["wefat", *JOBS, "--pair", "he,she", "--rates", "twice.csv"], 2, "line 2: 'nurse' stands there twice"),
        (["wefat", *JOBS, "--pair", "he,she", "--rates", "others.csv"], 2, "has a rate for none of the target words"),
        (["wefat", *JOBS, "--pair", "he,she", "--rates", "none.csv"], 2, "none.csv: there is no such file"),
        (["wefat", *JOBS, "--pair", "he,she"], 2, "wefat needs a rate for each target word"),
        (["wefat", *JOBS, "--pair", "he,she", "--pair", "man,woman", "--rates", "constant.csv"], 4, "the rates are constant"),
        (["weat", *JOBS], 2, "weat needs 2 target sets, 2 attribute sets; the query has 1 target and 0 attribute sets"),
        (["nbm", *JOBS, "--set", "k=abc"], 2, "--set 'k=abc': give a whole number"),
        (["nbm", *JOBS, "--set", "kk=3"], 2, "There is no setting of nbm 'kk'. Did you mean 'k'?"),
        (["nbm", *JOBS, "--set", "k"], 2, "--set 'k': give KEY=VALUE"),
        (["nbm", *JOBS, "--set", "k=0"], 2, "k=0: give a positive number of neighbours"),
        (["nbm", *JOBS, "--neutral", "neutral.txt", "--set", "k=6"], 4, "k = 6 neighbours were asked for, but there are 5"),
        (["direct-bias", *JOBS, "--set", "c=nan"], 2, "give an exponent of 0 or more"),
        (["rnd", "--query", "en/weat7", "--set", "normalise=perhaps"], 2, "give true or false"),
        (["direct-bias", "--words", "jobs.txt", "--lang", "english"], 2, "needs a language code such as 'de'"),
    ],
)  # fmt: skip
def test_mistakes_end_with_a_sentence_and_a_code(
    folder: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    """One of each code is a process of its own below."""
    refused(folder, "measure", *arguments, code=code, message=message)


def test_mistakes_as_processes(folder: Path) -> None:
    usage = weatherglass("measure", "ripa", *JOBS, "--pair", "she", cwd=folder, code=2)
    assert "weatherglass: --pair 'she': give two different words" in usage.stderr
    data = weatherglass("measure", "ripa", *JOBS, "--pair", "xqx,he", cwd=folder, code=4)
    assert "weatherglass: en/jobs: no base pair has both its words in the vectors: xqx–he\n" in data.stderr
    assert usage.stdout == data.stdout == ""
