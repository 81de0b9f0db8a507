"""The commands `doctor` and `cite`, as processes, and what `doctor` says where something is wrong."""

from __future__ import annotations

import locale
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes

from tests.e2e.command import InProcess, Refused, printed_json, weatherglass
from weatherglass.diagnosis import installed, machine, paper, places, self_test, shipped
from weatherglass.diagnosis.check import Check, Diagnosis, without_home
from weatherglass.diagnosis.diagnosing import CHECKS
from weatherglass.diagnosis.installed import Requirement
from weatherglass.plot.figure import axes_for, drawn, figure


def test_a_sound_installation_is_told_line_by_line(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": ""}
    out = weatherglass("doctor", environment=home, cwd=tmp_path).stdout
    lines = out.splitlines()
    assert lines[0].split() == ["state", "what", "found"]
    assert lines[-1].startswith("problems: 0, warnings: ")
    for name in ("python", "dependencies", "linear algebra", "word lists", "sample vectors", "files"):
        assert any(line.startswith("ok ") and f" {name} " in line for line in lines), name
    assert any("d = 0.961, p = 0.333, as worked out by hand" in line for line in lines)
    assert any("loss = 4, bias = -2, as worked out by hand" in line for line in lines)
    assert "~/.local/share/weatherglass" in out
    assert str(tmp_path) not in out
    assert not (tmp_path / ".local").exists()  # it only looks


def test_json_has_the_same_with_its_numbers() -> None:
    data = printed_json("doctor")
    assert (data["schema_version"], data["kind"], data["healthy"]) == (1, "diagnosis", True)
    checks = {each["name"]: each for each in data["checks"]}
    assert {name for name, _ in CHECKS} - {"extras"} <= set(checks)
    assert {"extra app", "extra train", "extra cluster", "extra neural"} <= set(checks)
    assert "extra dev" not in checks
    assert checks["association test"]["facts"]["d"]["by_hand"] == pytest.approx(0.9607689)
    assert checks["dependencies"]["facts"]["numpy"]["needed"] == ">=2.0"
    assert all(each["advice"] for each in data["checks"] if each["state"] != "ok")


def broken() -> Iterator[Check]:
    raise OSError("no such library\x1b[2J")
    yield


def test_what_cannot_be_looked_at_is_a_problem_and_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_process: InProcess
) -> None:
    monkeypatch.setattr("weatherglass.diagnosis.diagnosing.CHECKS", (("broken", broken), *CHECKS[:1]))
    out, _ = in_process(tmp_path, "doctor", code=4)
    assert "problem  broken        could not be looked at (OSError: no such library\\x1b[2J)" in out
    assert "ok       weatherglass" in out
    assert out.endswith("problems: 1, warnings: 0\n")


def test_the_worst_state_decides() -> None:
    fine, mind = Check(name="a", state="absent", found="x"), Check(name="b", state="warning", found="x")
    assert Diagnosis((fine, mind)).healthy
    assert not Diagnosis((fine, mind, Check(name="c", state="problem", found="x"))).healthy


def test_compiled_code_that_cannot_be_kept_is_a_problem() -> None:
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator", "NUMBA_CACHE_DIR": ""}
    out = weatherglass("doctor", environment=nowhere, code=4).stdout
    assert "compiled code      cannot be kept (cannot cache function" in out
    assert "→ set NUMBA_CACHE_DIR to a folder that can be written to" in out
    assert "association test   d = 0.961" in out


def told(*needed: Requirement, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "requirements", lambda package="weatherglass", extra="": needed)


def test_dependencies_out_of_range_or_missing_are_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("numpy>=2.0", "scipy>=999", "no-such-package>=1.5")
    told(*(installed.parsed(text) for text in asked), monkeypatch=monkeypatch)
    line, old, missing = installed.dependencies()
    assert line.state == "ok"
    assert "no-such-package" not in line.found
    assert (old.name, old.state, old.advice) == ("dependency scipy", "problem", "pip install 'scipy>=999'")
    assert old.found.endswith(" is installed, >=999 is needed")
    assert missing.found == "is not installed, >=1.5 is needed"


@pytest.mark.parametrize(
    ("asked", "state"),
    [(["numpy>=2.0"], "ok"), (["no-such-package>=1"], "absent"), (["numpy>=2.0", "no-such-package>=1"], "warning")],
)
def test_extras_are_whole_absent_or_half_there(asked: list[str], state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told(*(installed.parsed(text) for text in asked), monkeypatch=monkeypatch)
    checks = list(installed.extras())
    assert {check.state for check in checks} == {state}
    app = next(check for check in checks if check.name == "extra app")
    assert app.advice == ("" if state == "ok" else "pip install 'weatherglass[app]' for the local page")


def test_extras_of_extras_are_asked_for_too() -> None:
    facts = next(check for check in installed.extras() if check.name == "extra cluster").facts
    assert {"dask", "distributed"} <= set(facts)


def test_a_folder_of_the_page_that_cannot_be_written_to_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))  # a file where a folder is wanted refuses root too
    (check,) = places.state()
    assert check.state == "warning"
    assert "cannot be written to" in check.found
    assert check.advice == "give another folder with serve --state"
    monkeypatch.setattr(installed, "found", lambda name: None)
    assert list(places.state()) == []  # without the page there are no results to keep


def test_a_user_without_a_home_is_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    (check,) = places.state()
    assert (check.state, check.found) == ("warning", "have no folder (Could not determine home directory.)")


def test_other_folders_that_cannot_be_written_to_are_problems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "file"))
    (check,) = places.temporary()
    assert check.state == "problem"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a folder that nobody can write to is needed")
def test_a_container_without_a_home_to_write_to_is_sound() -> None:
    out = weatherglass("doctor", environment={"HOME": "/proc", "XDG_DATA_HOME": ""}).stdout
    assert re.search(r"^warning +page's results +~/\.local/share/weatherglass cannot be written to", out, re.MULTILINE)
    assert out.splitlines()[-1].startswith("problems: 0, ")


def test_a_folder_above_that_can_be_written_to_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "not" / "yet"))
    (check,) = places.state()
    assert check.state in ("ok", "warning")  # by how much room there is
    assert list(tmp_path.iterdir()) == []


def test_shipped_vectors_that_were_changed_are_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from weatherglass.embedding import sample

    copy = tmp_path / sample.sample_path().name
    monkeypatch.setattr(sample, "sample_path", lambda: copy)
    assert next(shipped.vectors()).found == f"{copy.name} is missing"
    copy.write_bytes(b"something else")
    (check,) = shipped.vectors()
    assert check.state == "problem"
    assert "pip install --force-reinstall" in check.advice


def test_a_word_list_that_cannot_be_read_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from weatherglass.words import packs

    shutil.copytree(packs.data_folder() / "ar", tmp_path / "ar")
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "weat1.toml").write_text("name = ", "utf-8")
    monkeypatch.setattr(packs, "data_folder", lambda: tmp_path)
    packs.load.cache_clear()
    try:
        bad, good = shipped.word_lists()
    finally:
        packs.load.cache_clear()
    assert (bad.name, bad.state) == ("word lists fr", "problem")
    assert set(good.facts) == {"ar"}


def test_files_that_differ_from_the_record_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import FileHash, PackagePath, PathDistribution

    def recorded(name: str, content: bytes, digest: str) -> PackagePath:
        (tmp_path / name).write_bytes(content)
        path = PackagePath(name)
        path.hash, path.dist = FileHash(f"sha256={digest}"), PathDistribution(tmp_path / "made.dist-info")
        return path

    empty = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"  # of no bytes, as RECORD writes it
    made = [recorded("whole", b"", empty), recorded("changed", b"x", empty), recorded("gone", b"", empty)]
    (tmp_path / "gone").unlink()
    monkeypatch.setattr(shipped, "from_checkout", lambda: False)
    monkeypatch.setattr(shipped, "files", lambda _name: made)
    (check,) = shipped.recorded_files()
    assert (check.state, check.found) == ("problem", "2 of 3 are not as installed: changed, gone")
    monkeypatch.setattr(shipped, "files", lambda _name: made[:1])
    assert next(shipped.recorded_files()).found == "1, all as installed"


def test_a_wrong_number_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [check.state for check in self_test.association()] == ["ok"]
    monkeypatch.setitem(self_test._SPACE, "x1", (0.0, 1.0))
    (check,) = self_test.association()
    assert check.state == "problem"
    assert "by hand 0.96" in check.found


def test_a_browser_is_absent_where_none_is_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert next(paper.browser()).state == "absent"
    program = tmp_path / "chromium"
    program.touch()
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    assert next(paper.browser()).state == "ok"


def test_figures_are_drawn_in_the_font_that_is_looked_at() -> None:
    @figure
    def families() -> Axes:
        assert mpl.rcParams["font.family"] == [paper.FONT]
        return axes_for(None, 1, 1)

    drawn(families)
    assert [check.state for check in paper.arabic()] == ["ok"]


def test_a_missing_font_and_letters_apart_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "_width", lambda _file, text: len(text))
    assert [check.state for check in paper.arabic()] == ["warning"]
    monkeypatch.setattr(paper, "FONT", "No Such Font")
    assert [check.state for check in paper.arabic()] == ["problem"]


def test_an_encoding_other_than_utf8_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert next(machine.encoding()).facts["locale"]
    monkeypatch.setattr(locale, "getencoding", lambda: "ISO-8859-1")
    check = next(machine.encoding())
    assert check.state == "warning"
    assert "LANG=C.UTF-8" in check.advice


@pytest.mark.skipif(sys.platform == "win32", reason="the home folder is told by another name there")
def test_no_path_of_the_home_folder_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert without_home(tmp_path / "a" / "b") == "~/a/b"
    assert without_home(tmp_path) == "~"
    assert without_home(f"cannot read '{tmp_path}/a', {tmp_path}-b") == f"cannot read '~/a', {tmp_path}-b"
    assert without_home("/usr/bin/chromium") == "/usr/bin/chromium"
    monkeypatch.setenv("HOME", os.sep)
    assert without_home("/usr/bin/chromium") == "/usr/bin/chromium"


def test_cite_shows_the_toolkit_and_the_works_behind_names(tmp_path: Path, refused: Refused) -> None:
    assert "The Weatherglass maintainers (2026). Weatherglass, version " in weatherglass("cite", cwd=tmp_path).stdout
    text = weatherglass("cite", "weat", "en/weat6").stdout
    assert text.startswith("weat: Word embedding association test\n  Caliskan, Bryson & Narayanan (2017). Semantics ")
    assert "\nen/weat6: " in text
    bib = weatherglass("cite", "weat", "en/weat6", "--bibtex").stdout
    assert bib.count("@article{caliskan2017,") == 1
    refused(tmp_path, "cite", "waet", code=2, message="Did you mean 'weat'?")
    refused(tmp_path, "cite", "weat6", code=2, message="'weat6' exists in several languages; say which: ")
