"""The command line as a process: what it prints, where, and its exit codes."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.e2e.command import InProcess, Refused, printed_json, started, weatherglass
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.words import packs


def test_version_and_help() -> None:
    from importlib.metadata import version

    assert weatherglass("--version").stdout == f"weatherglass {version('weatherglass')}\n"
    text = weatherglass("--help").stdout
    for command in ("audit", "queries", "info", "convert"):
        assert command in text


def test_audit_without_arguments_makes_a_table_and_a_report(tmp_path: Path, in_process: InProcess) -> None:
    out = weatherglass("audit", cwd=tmp_path).stdout
    assert "en/weat6" in out
    assert "exact 12,870" in out
    assert "Report: weatherglass-report/report.html" in out
    assert (tmp_path / "weatherglass-report" / "report.html").is_file()
    assert json.loads((tmp_path / "weatherglass-report" / "result.json").read_text("utf-8"))["language"] == "en"
    again, _ = in_process(tmp_path, "audit", "--lang", "en", "--query", "en/weat6", "--measure", "weat")
    assert "Report: weatherglass-report-2/report.html" in again


def test_json_is_the_only_thing_on_stdout(tmp_path: Path) -> None:
    data = printed_json("audit", "--query", "en/weat7", cwd=tmp_path)
    assert [(result["query"], result["measure"]) for result in data["results"]] == [
        ("en/weat7", measure) for measure in ("weat", "ect", "bat", "km")
    ]
    assert list(tmp_path.iterdir()) == []


def test_the_options_reach_the_numbers(tmp_path: Path, in_process: InProcess) -> None:
    quick = ("--measure", "weat", "--interval", "none", "--comparisons", "0")

    def result(*options: str) -> dict[str, Any]:
        asked = ("audit", "--json", "--query", "en/weat7", *quick, *options)
        found: dict[str, Any] = json.loads(in_process(tmp_path, *asked)[0])["results"][0]
        return found

    def p(*options: str) -> float:
        return float(result(*options)["p"]["estimate"])

    assert p() == pytest.approx(29 / 12870)
    assert p("--ties", "strict") == pytest.approx(28 / 12870)
    assert p("--alternative", "two-sided") == pytest.approx(58 / 12870)
    assert p("--alternative", "less") == pytest.approx((12870 - 28) / 12870)
    assert result("--ddof", "0")["value"] == pytest.approx(result()["value"] * (16 / 15) ** 0.5)


def test_how_sure_reaches_the_output(tmp_path: Path, in_process: InProcess) -> None:
    def result(*options: str) -> dict[str, Any]:
        asked = ("audit", "--json", "--query", "en/weat7", "--measure", "weat", *options)
        found: dict[str, Any] = json.loads(in_process(tmp_path, *asked)[0])["results"][0]
        return found

    quick = result(
        "--method", "sampled", "--samples", "5000", "--interval", "none", "--comparisons", "0", "--seed", "3"
    )
    assert (quick["p"]["method"], quick["p"]["partitions"]) == ("sampled", 5000)
    assert (quick["interval"], quick["baseline"]) == (None, [])
    slow = result("--method", "certified", "--seconds", "0.01", "--interval", "jackknife", "--level", "0.9")
    assert slow["p"]["low"] <= 29 / 12870 <= slow["p"]["high"]
    assert (slow["interval"]["method"], slow["interval"]["level"]) == ("jackknife", 0.9)
    assert len(slow["influence"]["words"]) == 32


def test_the_table_shows_what_a_result_hangs_on(tmp_path: Path, in_process: InProcess) -> None:
    out = in_process(tmp_path, "audit", "--query", "en/weat7-short", "--query", "en/weat8")[0]
    assert "This result hangs on one word: without “male” d = 0.71 and p = 0.082" in out
    assert out.splitlines()[1].split() == ["test", "d", "interval", "p", "Holm", "how", "topics", "n", "found"]
    assert "↔" not in out
    against = (
        "--query",
        "en/weat8",
        "--measure",
        "weat",
        "--comparisons",
        "0",
        "--alternative",
        "less",
        "--force",
        "--out",
        "r",
    )
    turned, _ = in_process(tmp_path, "audit", *against)
    assert re.search(r"^en/weat8 .* ↔ ", turned, re.MULTILINE)
    assert "↔ the words separate in the direction opposite to the one tested." in turned.splitlines()


def test_too_few_words_for_any_small_p_is_said(tmp_path: Path, in_process: InProcess) -> None:
    file = tmp_path / "three.toml"
    file.write_text(
        'name = "three"\nlanguage = "en"\n[targets]\nx = ["math", "algebra", "geometry"]\ny = ["poetry", "dance", "novel"]\n'
        '[attributes]\na = ["he", "man", "boy"]\nb = ["she", "woman", "girl"]\n'
    )
    out = in_process(tmp_path, "audit", "--query", file, "--alternative", "two-sided")[0]
    assert "The smallest p within reach is 0.1" in out
    page = (tmp_path / "weatherglass-report" / "report.html").read_text("utf-8")
    assert "with 3 + 3 words the smallest p within reach is 0.1." in page
    assert "Too few words for a small p" in page


def test_an_existing_report_is_not_overwritten_unasked(tmp_path: Path, in_process: InProcess, refused: Refused) -> None:
    report = tmp_path / "r" / "report.html"
    report.parent.mkdir()
    report.write_text("mine", "utf-8")
    asked = ("audit", "--query", "en/weat9", "--measure", "weat", "--out", "r")
    refused(tmp_path, *asked, code=2, message="--force")
    assert report.read_text("utf-8") == "mine"
    in_process(tmp_path, *asked, "--force")
    assert "en/weat9" in report.read_text("utf-8")


def test_a_query_of_ones_own(tmp_path: Path, in_process: InProcess) -> None:
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nlanguage = "en"\n[targets]\nm = ["math", "algebra", "geometry", "nowhere-word"]\n'
        'a = ["poetry", "art", "dance"]\n[attributes]\nhe = ["he", "man", "boy"]\nshe = ["she", "woman", "girl"]\n',
        "utf-8",
    )
    out = in_process(tmp_path, "audit", "--query", tmp_path / "mine.toml", "--out", tmp_path / "r")[0]
    assert "en/mine" in out
    assert "missing: nowhere-word" in out


def test_skipped_tests_are_named_with_their_reason(tmp_path: Path, in_process: InProcess) -> None:
    out = in_process(tmp_path, "audit", "--lang", "de", "--out", tmp_path / "r", code=3)[0]
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
def test_mistakes_end_with_a_sentence_and_a_code(
    tmp_path: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    refused(tmp_path, *arguments, code=code, message=message)


def test_damaged_vectors_end_with_the_line(tmp_path: Path, refused: Refused) -> None:
    (tmp_path / "bad.vec").write_text("3 2\na 1 2\nb 1\nc 1 2\n", "utf-8")
    refused(tmp_path, "info", "bad.vec", code=4, message="bad.vec, line 3: 1 numbers, expected 2")


def test_queries_lists_and_shows(tmp_path: Path, in_process: InProcess) -> None:
    listing, _ = in_process(tmp_path, "queries", "--lang", "ar")
    tests, lists = listing.split("\n\n")
    assert [line.split()[0] for line in tests.splitlines()[1:]] == [f"ar/weat{i}" for i in (1, 2, 7, 8, 9)]
    assert [line.split()[0] for line in lists.splitlines()[1:]] == [
        query.id for query in packs.load("ar") if not query.is_test
    ]
    one, _ = in_process(tmp_path, "queries", "de/gerard-science", "--vectors", sample_path())
    assert "caveat:" in one
    assert "Geschichte" in one
    assert "missing:" in one
    data = printed_json("queries", "--lang", "fr", "--vectors", sample_path())
    assert {q["id"] for q in data["queries"]} >= {"fr/kb-weat5"}
    assert data["queries"][0]["coverage"]["asked"] > 0


def test_info_describes(tmp_path: Path, in_process: InProcess) -> None:
    vectors = np.eye(4)[[0, 1, 2, 3, 3]]
    file = write(Embedding.from_arrays(["the", "Paris", "كتاب", "NASA", "nasa2"], vectors), tmp_path / "v.bin")
    out = weatherglass("info", file).stdout
    assert "4 dimensions" in out
    assert "Arabic 20 %" in out
    assert "unit length" in out
    assert "same as an earlier word's" in out
    data = printed_json("info", file)
    first, _ = in_process(tmp_path, "info", file, "--limit", "2")
    assert "rows         2 (the first 2; more with --limit), 2 usable" in first
    assert data["dim"] == 4
    assert data["norms"]["max"] == 1
    assert "█" in out
    assert "directions   mean 0.5" in out  # four directions at right angles, one of them twice: √7 / 5
    assert sum(data["norm_counts"]) == 5
    assert len(data["norm_edges"]) == len(data["norm_counts"]) + 1
    assert data["mean_unit_norm"] == pytest.approx(7**0.5 / 5)
    assert data["left_out"] == {}


def test_convert_keeps_every_number(tmp_path: Path, in_process: InProcess, refused: Refused) -> None:
    text, binary = tmp_path / "v.txt", tmp_path / "v.bin"
    weatherglass("convert", sample_path(), text, "--limit", "500")
    in_process(tmp_path, "convert", text, binary)
    assert np.array_equal(read(binary).vectors, read(sample_path(), limit=500).vectors)
    assert read(binary).words == read(sample_path(), limit=500).words
    refused(tmp_path, "convert", text, binary, code=2, message="exists already")
    (tmp_path / "words.txt").write_text("king\nqueen\nqqqq\n", "utf-8")
    out, err = in_process(tmp_path, "convert", sample_path(), binary, "--words", "words.txt", "--force")
    assert set(read(binary).words) == {"king", "queen"}
    assert out == f"{binary}: 2 words × 100\n"
    assert err == f"note: 1 words are not in {sample_path()}: qqqq\n"
    text.write_text("3 2\na 1 2\nb 0 0\nc 2 1\n", "utf-8")
    _, err = in_process(tmp_path, "convert", text, binary, "--force")
    assert err.startswith("note: 1 row")


def test_numbers_are_never_cut_and_markup_is_text(tmp_path: Path, in_process: InProcess) -> None:
    name = "[bold]a very long name of a test that nobody should have chosen[/x]"
    (tmp_path / "own.toml").write_text(
        f'name = "{name}"\nlanguage = "en"\ntitle = "[red]x[/blue]"\n[targets]\nm = ["math", "algebra", "geometry"]\n'
        'a = ["poetry", "Art", "dance"]\n[attributes]\nhe = ["he", "man", "boy"]\nshe = ["she", "woman", "girl"]\n',
        "utf-8",
    )
    out = in_process(tmp_path, "audit", "--query", tmp_path / "own.toml", "--out", tmp_path / "r")[0]
    assert name in out
    assert "1 matched by case" in out
    assert " exact 20 " in out
    assert name in in_process(tmp_path, "queries", "--pack", tmp_path, "--lang", "en")[0]


def test_the_options_have_the_librarys_defaults() -> None:
    """They are written twice, as reading them from the library would make --help slow."""
    import inspect

    from weatherglass.cli.commands import audit as command
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Match

    given = {name: parameter.default for name, parameter in inspect.signature(command).parameters.items()}
    for name in ("case", "spelling", "normalise", "underscore", "min_coverage", "min_words", "min_test_coverage"):
        assert given[name] == getattr(Match(), name)
    test = Test()
    assert (given["alternative"], given["ties"]) == (test.alternative, test.ties)
    assert (given["samples"], given["seed"]) == (test.n, test.seed)
    assert (given["method"], given["seconds"]) == (test.method, test.seconds)
    for name in ("interval", "level", "resamples", "full", "smallest_effect"):
        assert given[name] == getattr(Scrutiny(), name)
    assert given["comparisons"] == Scrutiny().baseline


def test_pairs_and_rates_are_shown(tmp_path: Path, in_process: InProcess) -> None:
    (tmp_path / "own.toml").write_text(
        'name = "own"\nlanguage = "en"\n[targets]\njobs = ["nurse", "pilot"]\n[pairs]\nsex = [["she", "he"]]\n[rates]\nnurse = 0.91\n',
        "utf-8",
    )
    out = in_process(tmp_path, "queries", tmp_path / "own.toml")[0]
    assert "she–he" in out
    assert "nurse 0.91" in out


def test_groups_are_shown(tmp_path: Path, in_process: InProcess) -> None:
    (tmp_path / "own.toml").write_text(
        'name = "own"\nlanguage = "en"\n[groups.kin]\ntogether = ["father", "mother"]\nodd = ["chair|stool", "qqqq"]\n',
        "utf-8",
    )
    out = in_process(tmp_path, "queries", tmp_path / "own.toml", "--vectors", sample_path())[0]
    assert "group 'kin': father, mother; odd: chair|stool, qqqq" in out
    assert "missing: qqqq" in out
    listing = in_process(tmp_path, "queries", "--lang", "en", "--pack", tmp_path, "--vectors", sample_path())[0]
    assert re.search(r"en/own +1 groups +3/4", listing)
    assert re.search(r"en/unrelated-pairs +550 pairs +373/550", listing)


def test_interruption_leaves_nothing_half_written(tmp_path: Path) -> None:
    """Ctrl-C during a conversion: exit 130, no output file, no temporary file."""
    words = [f"w{i}" for i in range(60_000)]
    source = write(Embedding.from_arrays(words, np.random.default_rng(0).normal(size=(60_000, 50))), tmp_path / "v.bin")
    process = started("convert", source, "out.txt", cwd=tmp_path)
    while process.poll() is None and not list(tmp_path.glob(".out.txt.*")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["v.bin"]


def test_an_interrupt_while_a_library_is_loaded_gives_the_same_exit_code(tmp_path: Path) -> None:
    (tmp_path / "hit.py").write_text(
        "import sys\n"
        "from weatherglass.cli import main\n"
        "from weatherglass.cli.options import app\n"
        "@app.command()\n"
        "def hit() -> None:\n"
        "    exec('raise KeyboardInterrupt')\n"
        "sys.argv = ['weatherglass', 'hit']\n"
        "main()\n"
    )
    assert subprocess.run([sys.executable, "-m", "hit"], cwd=tmp_path, check=False).returncode == 130


def test_output_may_be_cut_off(tmp_path: Path) -> None:
    """As by `| head`: nobody reads it any more, and nothing is said about that."""
    process = started("queries", "--json", cwd=tmp_path, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as said:
        assert said.read() == ""
    assert process.wait(timeout=60) == 1
