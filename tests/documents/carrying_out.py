"""A page carried out from top to bottom in a folder of its own, as a reader would who types all of it."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.documents.blocks import Block, blocks_of, name_of
from tests.documents.given import make_given
from tests.documents.shell import Shell, lines_of
from weatherglass.gate.rules import make_gate, read_gate
from weatherglass.replication.paper import read_paper
from weatherglass.study.written import read_spec
from weatherglass.words.query import make_query, read_query

LANGUAGES = ("python", "sh", "toml", "yaml", "json", "csv", "text")  # what a block can be; text is what was printed
LEFT_OUT = "…"  # a line of printed text that stands for any number of lines
_NUMBER = re.compile(r"(?<![\w.])[+−-]?\d[\d,]*(?:\.\d+)?(?![\w.]*\w)")
_NETWORKS = re.compile(r"weatherglass\.detect\(|^weatherglass detect (?!.*--model bag)", re.MULTILINE)


class Page:
    """One page under way. `instead` has what stands for a reader's own places, such as the address of a cluster."""

    def __init__(self, path: Path, folder: Path, instead: dict[str, str] | None = None):
        self.name, self.folder, self.instead = name_of(path), folder, instead or {}
        self.blocks = blocks_of(path)
        self.shell = Shell(folder, self._give)
        self.module = ModuleType("page")

    def carry_out(self, *, networks: bool) -> None:
        """All blocks in order, or only what needs networks; `neural` tests do the latter, and the others all else."""
        printed: str | None = None
        with self._in_folder():
            for block in self.blocks:
                try:
                    if block.language == "text":
                        self._compare(block, printed)
                    else:
                        printed = self._run(block, networks)
                except Exception as error:
                    error.add_note(f"{self.name}, line {block.line}")
                    raise

    @contextlib.contextmanager
    def _in_folder(self) -> Iterator[None]:
        sys.modules["page"] = self.module
        try:
            with contextlib.chdir(self.folder):
                yield
        finally:
            self.shell.stop()
            del sys.modules["page"]

    def _run(self, block: Block, networks: bool) -> str | None:
        """What it printed; None where nothing was to be run."""
        text = block.text
        for named, real in self.instead.items():
            text = text.replace(named, real)
        if block.language == "sh":
            lines = [line for line in lines_of(text) if bool(_NETWORKS.search(line)) == networks]
            return "".join(map(self.shell.run, lines)) if lines else None
        if block.language == "python":
            return self._python(block, text) if bool(_NETWORKS.search(text)) == networks else None
        if not networks:
            self._read(block, text)
        return None

    def _python(self, block: Block, text: str) -> str:
        if block.title:
            (self.folder / block.title).write_text(text, "utf-8")
            return ""
        self._give_all(text)
        printed = io.StringIO()
        code = "\n" * block.line + text  # errors then name the line of the page
        with contextlib.redirect_stdout(printed):
            exec(compile(code, self.name, "exec"), vars(self.module))
        return printed.getvalue()

    def _give_all(self, text: str) -> None:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self._give(node.value)

    def _read(self, block: Block, text: str) -> None:
        """As that which it is, by whoever reads it; a block with a title is a file from here on."""
        file = self.folder / block.title if block.title else None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        if block.language == "toml":
            self._read_toml(tomllib.loads(text), file)
        elif block.language == "yaml":
            import yaml  # type: ignore[import-untyped]

            assert yaml.safe_load(text)
        elif block.language == "json":
            for line in [text] if not block.title.endswith("l") else text.splitlines():
                json.loads(line)
        else:
            assert block.language == "csv", f"a block of '{block.language}'; give one of {', '.join(LANGUAGES)}"
            assert len({line.count(",") for line in text.splitlines()}) == 1, "rows of different lengths"

    def _read_toml(self, data: dict[str, Any], file: Path | None) -> None:
        if "rule" in data:
            _ = make_gate(data) if file is None else read_gate(file)
        elif "experiments" in data:
            assert file is not None, "a paper needs a title, which is the name of its file"
            read_paper(file)
        elif data.keys() & {"corpus", "vectors"}:
            assert file is not None, "a study needs a title, which is the name of its file"
            read_spec(file)
        else:
            _ = make_query(data) if file is None else read_query(file)

    def _give(self, name: str) -> None:
        """A file that is not there: as the page itself tells it further down, or as pages may take it for granted."""
        plain = name.rstrip("/")
        if not plain or "\n" in plain or len(plain) > 200 or (self.folder / plain).exists():
            return
        for block in self.blocks:
            if block.title == plain and block.language not in ("python", "text"):
                self._read(block, block.text)
                return
        make_given(self.folder, plain)

    def _compare(self, block: Block, printed: str | None) -> None:
        """What is shown at once under a block is what that block printed, up to the last digits of trained vectors."""
        if not block.follows_at_once or printed is None:
            return
        shown, rest = _lines(block.text), iter(_lines(printed))
        for line in shown:
            if line != LEFT_OUT:
                found = (
                    next(rest, "") if LEFT_OUT not in shown else next((each for each in rest if alike(line, each)), "")
                )
                assert alike(line, found), f"shown, but not printed: {line}\n\n{printed}"
        assert LEFT_OUT in shown or next(rest, None) is None, f"printed, but not shown:\n\n{printed}"


def alike(one: str, other: str) -> bool:
    """Whether two lines say the same in words and, nearly, in numbers: machines of other kinds train a little otherwise."""
    first, second = (_NUMBER.sub("#", line).split() for line in (one, other))
    numbers = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return first == second and all(_near(a, b) for a, b in numbers)


def _near(shown: str, printed: str) -> bool:
    """Within a tenth, or one in the last place of a decimal fraction."""
    one, other = (float(each.replace(",", "").replace("−", "-")) for each in (shown, printed))
    places = len(shown.partition(".")[2])
    return isclose(one, other, rel_tol=0.1, abs_tol=1.01 * 10.0**-places if places else 0.0)


def _lines(text: str) -> list[str]:
    return [line for line in text.strip("\n").splitlines() if line.strip()]


def needs_networks(path: Path) -> bool:
    return any(block.language in ("sh", "python") and _NETWORKS.search(block.text) for block in blocks_of(path))
