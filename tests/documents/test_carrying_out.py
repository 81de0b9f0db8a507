"""A page that does not do what it says is noticed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents import blocks
from tests.documents.carrying_out import Page, alike


@pytest.fixture(autouse=True)
def _pages_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(blocks, "ROOT", tmp_path)


def carry_out(folder: Path, text: str) -> None:
    page = folder / "page.md"
    page.write_text(text, "utf-8")
    Page(page, folder).carry_out(networks=False)


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```\n\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (fenced("", "words"), "a block of ''"),
        (fenced("ruby", "puts 1"), "a block of 'ruby'"),
        ("```sh\nweatherglass queries\n", "not closed"),
        (fenced("sh", "rm -r folder"), "'rm', which the tests do not know"),
        (fenced("sh", "weatherglass info nowhere.bin"), "ended by 4, not 0"),
        (fenced("sh", "weatherglass queries en/weat6   # exit 1"), "ended by 0, not 1"),
        (fenced("sh", "make nothing"), "make nothing"),
        (fenced("sh", "pip install 'weatherglass[nothing]'"), "there is no extra nothing"),
        (fenced("sh", "pip install something"), "something is not ours"),
        (fenced("python", "assert 1 + 1 == 3, 'sum'"), "sum"),
        (fenced("python", "print('one')") + fenced("text", "two"), "shown, but not printed: two"),
        (fenced("python", "x = 1") + fenced("text", "one"), "shown, but not printed: one"),
        (fenced("python", "print(1, 'one')\nprint(2)") + fenced("text", "1 one"), "printed, but not shown"),
        (fenced("toml", "name = 'x'\nlanguage = 'en'"), "there are no words"),
        (fenced("toml", "[[rule]]\nquery = 'en/weat6'"), "needs limits"),
        (fenced("json", "{"), "Expecting"),
        (fenced("csv", "a,b\n1"), "different lengths"),
    ],
)
def test_what_is_wrong_is_noticed(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(Exception, match=re.escape(problem)):
        carry_out(tmp_path, text)


def test_what_is_right_passes(tmp_path: Path) -> None:
    query = "name = 'q'\nlanguage = 'en'\n[targets]\na = ['math', 'algebra']"
    shown = "…\nq\n…"
    carry_out(
        tmp_path,
        fenced("sh", "weatherglass audit --query q.toml --lang xx   # exit 2")
        + fenced('toml title="q.toml"', query)
        + fenced("python", "import weatherglass\nprint('first')\nprint(weatherglass.read_query('q.toml').name)")
        + fenced("text", shown),
    )


def test_numbers_may_differ_in_their_last_digits_only() -> None:
    assert alike("d = 1.28, p = 0.0023", "d   = 1.29, p = 0.0024")
    assert alike("p = 0.002", "p = 0.001")
    assert not alike("p = 0.0023", "p = 0.05")
    assert not alike("κ = 0.02", "κ = 0.06")
    assert not alike("2 tests", "3 tests")
    assert not alike("d = 1.28", "d = 1.58")
    assert not alike("d = −1.28", "d = 1.28")
    assert not alike("12 of 300 sets", "12 of 300 pairs")
