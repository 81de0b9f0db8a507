"""The command line as a process: what it prints, where, and its exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path


def weatherglass(*arguments: str | Path, cwd: Path | None = None, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "weatherglass", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "120", "PYTHONWARNINGS": "error"},
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_version_and_help() -> None:
    from importlib.metadata import version

    assert weatherglass("--version").stdout == f"weatherglass {version('weatherglass')}\n"
    text = weatherglass("--help").stdout
    for command in ("audit", "queries", "info", "convert"):
        assert command in text


def test_audit_without_arguments_makes_a_table_and_a_report(tmp_path: Path) -> None:
    out = weatherglass("audit", cwd=tmp_path).stdout
    assert "en/weat6" in out
    assert "exact 12,870" in out
    assert "Report: weatherglass-report/report.html" in out
    assert (tmp_path / "weatherglass-report" / "report.html").is_file()
    assert json.loads((tmp_path / "weatherglass-report" / "result.json").read_text("utf-8"))["language"] == "en"
    again = weatherglass("audit", "--lang", "en", cwd=tmp_path).stdout
    assert "Report: weatherglass-report-2/report.html" in again


def test_json_is_the_only_thing_on_stdout(tmp_path: Path) -> None:
    data = json.loads(weatherglass("audit", "--json", "--query", "en/weat7", cwd=tmp_path).stdout)
    assert [(result["query"], result["measure"]) for result in data["results"]] == [
        ("en/weat7", measure) for measure in ("weat", "ect", "bat", "km")
    ]
    assert list(tmp_path.iterdir()) == []


def test_the_options_reach_the_numbers() -> None:
    def p(*options: str) -> float:
        data = json.loads(weatherglass("audit", "--json", "--query", "en/weat7", *options).stdout)
        return float(data["results"][0]["p"]["estimate"])

    assert p() == pytest.approx(29 / 12870)
    assert p("--ties", "strict") == pytest.approx(28 / 12870)
    assert p("--alternative", "two-sided") == pytest.approx(58 / 12870)
    assert p("--alternative", "less") == pytest.approx((12870 - 28) / 12870)


def test_how_sure_reaches_the_output() -> None:
    def result(*options: str) -> dict[str, Any]:
        data = json.loads(weatherglass("audit", "--json", "--query", "en/weat7", *options).stdout)
        found: dict[str, Any] = data["results"][0]
        return found

    quick = result("--method", "sampled", "--samples", "5000", "--interval", "none", "--baseline", "0", "--seed", "3")
    assert (quick["p"]["method"], quick["p"]["partitions"]) == ("sampled", 5000)
    assert (quick["interval"], quick["baseline"]) == (None, [])
    slow = result("--method", "certified", "--seconds", "0.01", "--interval", "jackknife", "--level", "0.9")
    assert slow["p"]["low"] <= 29 / 12870 <= slow["p"]["high"]
    assert (slow["interval"]["method"], slow["interval"]["level"]) == ("jackknife", 0.9)
    assert len(slow["influence"]["words"]) == 32


def test_the_table_shows_what_a_result_hangs_on(tmp_path: Path) -> None:
    out = weatherglass("audit", "--query", "en/weat7-short", "--query", "en/weat8", cwd=tmp_path).stdout
    assert "This result hangs on one word: without “male” d = 0.71 and p = 0.082" in out
    assert out.splitlines()[1].split() == ["test", "d", "interval", "p", "Holm", "how", "topics", "n", "found"]


def test_too_few_words_for_any_small_p_is_said(tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text(
        'name = "three"\nlanguage = "en"\n[targets]\nx = ["math", "algebra", "geometry"]\ny = ["poetry", "dance", "novel"]\n'
        '[attributes]\na = ["he", "man", "boy"]\nb = ["she", "woman", "girl"]\n'
    )
    out = weatherglass("audit", "--query", file, "--alternative", "two-sided", cwd=tmp_path).stdout
    assert "The smallest p within reach is 0.1" in out
    page = (tmp_path / "weatherglass-report" / "report.html").read_text("utf-8")
    assert "3 + 3 words are too few for any p below 0.05; the smallest is 2 in 20." in page


def test_an_existing_report_is_not_overwritten_unasked(tmp_path: Path) -> None:
    weatherglass("audit", "--query", "en/weat9", "--out", tmp_path / "r")
    before = (tmp_path / "r" / "report.html").read_bytes()
    error = weatherglass("audit", "--query", "en/weat6", "--out", tmp_path / "r", code=2).stderr
    assert "--force" in error
    assert (tmp_path / "r" / "report.html").read_bytes() == before
    weatherglass("audit", "--query", "en/weat6", "--out", tmp_path / "r", "--force")


def test_a_query_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nlanguage = "en"\n[targets]\nm = ["math", "algebra", "geometry", "nowhere-word"]\n'
        'a = ["poetry", "art", "dance"]\n[attributes]\nhe = ["he", "man", "boy"]\nshe = ["she", "woman", "girl"]\n',
        "utf-8",
    )
    out = weatherglass("audit", "--query", tmp_path / "mine.toml", "--out", tmp_path / "r").stdout
    assert "en/mine" in out
    assert "missing: nowhere-word" in out


def test_skipped_tests_are_named_with_their_reason(tmp_path: Path) -> None:
    out = weatherglass("audit", "--lang", "de", "--out", tmp_path / "r").stdout
    assert "not run: de/weat1: too few words" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["audit", "none.bin"], 4, "no such file"),
        (["audit", "--query", "en/weet7"], 2, "Did you mean 'en/weat7'"),
        (["audit", "--query", "none.toml"], 2, "no such file"),
        (["audit", "--alternative", "bigger"], 2, "bigger"),
        (["audit", "--min-coverage", "2"], 2, "--min-coverage"),
        (["audit", "--lang", "xx"], 2, "language pack 'xx'"),
        (["audit", "--pack", "none"], 2, "no such folder"),
        (["queries", "--lang", "xx"], 2, "language pack 'xx'"),
        (["convert", str(sample_path()), "out.foo"], 2, "format to write '.foo'"),
        (["nonsense"], 2, "nonsense"),
        (["audit", "--out", "/dev/null/x"], 2, "cannot be made"),
        (["audit", "--lang", "de", "--query", "en/weat7"], 2, "not in the language 'de'"),
        (["audit", "--lang", "en", "--subwords"], 2, "subwords"),
        (["convert", str(sample_path()), "x.bin", "--words", "none.txt"], 2, "none.txt: there is no such file"),
        (["convert", str(sample_path()), "none/x.bin"], 2, "there is no folder none"),
    ],
)
def test_mistakes_end_with_a_sentence_and_a_code(tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    done = weatherglass(*arguments, cwd=tmp_path, code=code)
    assert message in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_damaged_vectors_end_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.vec"
    file.write_text("3 2\na 1 2\nb 1\nc 1 2\n", "utf-8")
    assert "bad.vec, line 3: 1 numbers, expected 2" in weatherglass("info", file, code=4).stderr


def test_queries_lists_and_shows() -> None:
    listing = weatherglass("queries", "--lang", "ar").stdout
    tests, lists = listing.split("\n\n")
    assert [line.split()[0] for line in tests.splitlines()[1:]] == [f"ar/weat{i}" for i in (1, 2, 7, 8, 9)]
    assert [line.split()[0] for line in lists.splitlines()[1:]] == ["ar/analogy-pairs", "ar/odd-one-out"]
    one = weatherglass("queries", "de/gerard-science", "--vectors", sample_path()).stdout
    assert "caveat:" in one
    assert "Geschichte" in one
    assert "missing:" in one
    data = json.loads(weatherglass("queries", "--lang", "fr", "--json", "--vectors", sample_path()).stdout)
    assert {q["id"] for q in data["queries"]} >= {"fr/kb-weat5"}
    assert data["queries"][0]["coverage"]["asked"] > 0


def test_info_describes(tmp_path: Path) -> None:
    vectors = np.eye(4)[[0, 1, 2, 3, 3]]
    file = write(Embedding.from_arrays(["the", "Paris", "كتاب", "NASA", "nasa2"], vectors), tmp_path / "v.bin")
    out = weatherglass("info", file).stdout
    assert "4 dimensions" in out
    assert "Arabic 20 %" in out
    assert "unit length" in out
    assert "same as an earlier word's" in out
    data = json.loads(weatherglass("info", file, "--json").stdout)
    assert data["dim"] == 4
    assert data["norms"]["max"] == 1


def test_convert_keeps_every_number(tmp_path: Path) -> None:
    text, binary = tmp_path / "v.txt", tmp_path / "v.bin"
    weatherglass("convert", sample_path(), text, "--limit", "500")
    weatherglass("convert", text, binary)
    assert np.array_equal(read(binary).vectors, read(sample_path(), limit=500).vectors)
    assert read(binary).words == read(sample_path(), limit=500).words
    assert "exists already" in weatherglass("convert", text, binary, code=2).stderr
    (tmp_path / "words.txt").write_text("king\nqueen\n", "utf-8")
    weatherglass("convert", sample_path(), binary, "--words", tmp_path / "words.txt", "--force")
    assert set(read(binary).words) == {"king", "queen"}


def test_numbers_are_never_cut_and_markup_is_text(tmp_path: Path) -> None:
    name = "[bold]a very long name of a test that nobody should have chosen[/x]"
    (tmp_path / "own.toml").write_text(
        f'name = "{name}"\nlanguage = "en"\ntitle = "[red]x[/blue]"\n[targets]\nm = ["math", "algebra", "geometry"]\n'
        'a = ["poetry", "Art", "dance"]\n[attributes]\nhe = ["he", "man", "boy"]\nshe = ["she", "woman", "girl"]\n',
        "utf-8",
    )
    out = weatherglass("audit", "--query", tmp_path / "own.toml", "--out", tmp_path / "r").stdout
    assert name in out
    assert "1 matched by case" in out
    assert " exact 20 " in out
    assert name in weatherglass("queries", "--pack", tmp_path, "--lang", "en").stdout


def test_the_options_have_the_librarys_defaults() -> None:
    """They are written twice, as reading them from the library would make --help slow."""
    import inspect

    from weatherglass.cli.commands import audit as command
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Match

    given = {name: parameter.default for name, parameter in inspect.signature(command).parameters.items()}
    for name in ("case", "spelling", "normalise", "underscore", "min_coverage", "min_words"):
        assert given[name] == getattr(Match(), name)
    test = Test()
    assert (given["alternative"], given["ties"]) == (test.alternative, test.ties)
    assert (given["samples"], given["seed"]) == (test.n, test.seed)
    assert (given["method"], given["seconds"]) == (test.method, test.seconds)
    for name in ("interval", "level", "resamples", "baseline", "full", "smallest_effect"):
        assert given[name] == getattr(Scrutiny(), name)


def test_pairs_and_rates_are_shown(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'name = "own"\nlanguage = "en"\n[targets]\njobs = ["nurse", "pilot"]\n[pairs]\nsex = [["she", "he"]]\n[rates]\nnurse = 0.91\n',
        "utf-8",
    )
    out = weatherglass("queries", tmp_path / "own.toml").stdout
    assert "she–he" in out
    assert "nurse 0.91" in out


def test_groups_are_shown(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        'name = "own"\nlanguage = "en"\n[groups.kin]\ntogether = ["father", "mother"]\nodd = ["chair|stool", "qqqq"]\n',
        "utf-8",
    )
    out = weatherglass("queries", tmp_path / "own.toml", "--vectors", sample_path()).stdout
    assert "group 'kin': father, mother; odd: chair|stool, qqqq" in out
    assert "missing: qqqq" in out
    listing = weatherglass("queries", "--lang", "en", "--pack", tmp_path, "--vectors", sample_path()).stdout
    assert re.search(r"en/own +1 groups +3/4", listing)


def test_interruption_leaves_nothing_half_written(tmp_path: Path) -> None:
    """Ctrl-C during a conversion: exit 130, no output file, no temporary file."""
    words = [f"w{i}" for i in range(60_000)]
    source = write(Embedding.from_arrays(words, np.random.default_rng(0).normal(size=(60_000, 50))), tmp_path / "v.bin")
    process = subprocess.Popen(
        [sys.executable, "-m", "weatherglass", "convert", str(source), str(tmp_path / "out.txt")],
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    while process.poll() is None and not list(tmp_path.glob(".out.txt.*")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["v.bin"]


def test_output_may_be_cut_off() -> None:
    command = f"{sys.executable} -m weatherglass queries | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert "Traceback" not in done.stderr
