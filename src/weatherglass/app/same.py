"""How what screens list is had without the page: files, lists of words, studies, corpora, measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from weatherglass.app.files import SAMPLE, DataFile
from weatherglass.app.python_call import Code, python_call
from weatherglass.app.sets import toml_of
from weatherglass.app.typed import command_on, python_name
from weatherglass.app.work import Same
from weatherglass.report.command import command

if TYPE_CHECKING:
    from weatherglass.words.query import Query

_MOST_COMMANDS = 5
_LISTED = """\
from pathlib import Path

from weatherglass.embedding.recognise import recognised

found = {path: recognised(path) for path in sorted(Path().rglob("*")) if path.is_file()}
vectors = {path: format for path, format in found.items() if format}"""
_CARDS = """\
import weatherglass.measure, weatherglass.mitigate
from weatherglass.measure.base import MEASURES
from weatherglass.mitigate.base import METHODS

found = {name: card.title for name, card in MEASURES.items()}
methods = {name: method.card.title for name, method in METHODS.items()}"""
_CHECKING = """
from weatherglass.words.lookup import Match
from weatherglass.words.overlap import check_sets
"""
# Of no corpus in particular, and of no study.
MAKING_A_CORPUS = "weatherglass corpus build texts.jsonl texts.corpus --lang en"
MAKING_A_STUDY = f"""\
{MAKING_A_CORPUS}
weatherglass study new robustness --corpus texts.corpus
weatherglass study plan robustness.toml
weatherglass study run robustness.toml --out robustness"""


def of_folder() -> Same:
    """The page itself, and which files it would list."""
    return Same(command="weatherglass serve --data .", python=_LISTED)


def of_vectors(files: Sequence[DataFile]) -> Same:
    """What the first of them are like, one after the other."""
    named = [each.name for each in files if each.id != SAMPLE][:_MOST_COMMANDS]
    lines = [command(["weatherglass", "info", name], {}, {}) for name in named]
    return Same(command="\n".join(lines), python=_LISTED) if lines else of_folder()


def of_opened_sample() -> Same:
    """The vectors that ship are found by a function instead of a name."""
    python = python_call("weatherglass.read", [Code(python_name(""))], {})
    return Same(command=command_on("", ["weatherglass", "info"], {}), python=python)


def of_lists(language: str) -> Same:
    """The lists of a language."""
    return Same(
        command=command(["weatherglass", "queries"], {"--lang": [language]}, {}),
        python=f"from weatherglass.words import packs\n\nfound = packs.load({language!r})",
    )


def of_list(query: Query, vectors: DataFile | None, *, own: bool) -> Same:
    """One list with its words; where vectors are given, with what they hold of them. An own one is a file that lies beside."""
    named = f"{query.name}.toml" if own else query.id
    files = {named: toml_of(query)} if own else {}
    begun = ["weatherglass", "queries", named]
    asked = f"from weatherglass.words import packs\n\n(query,) = packs.given([{named!r}])"
    if vectors is None:
        return Same(command=command(begun, {}, {}), python=asked, files=files)
    name = "" if vectors.id == SAMPLE else vectors.name
    checking = _CHECKING if name else f"\nfrom weatherglass.embedding.sample import sample_path{_CHECKING}"
    found = f"found = check_sets(weatherglass.read({python_name(name)}), query, Match())"
    return Same(
        command=command_on(name, [*begun, "--vectors"], {}),
        python=f"import weatherglass\n{asked.replace(chr(10), checking, 1)}\n{found}",
        files=files,
    )


def of_studies(folders: Sequence[str]) -> Same:
    """Those that can be read; how one is made where there are none."""
    shown = folders[:_MOST_COMMANDS]
    lines = [command(["weatherglass", "study", "show", name], {}, {}) for name in shown]
    opened = ", ".join(f"{name!r}: weatherglass.open_study({name!r})" for name in shown or ["robustness"])
    return Same(command="\n".join(lines) or MAKING_A_STUDY, python=f"import weatherglass\n\nfound = {{{opened}}}")


def of_tracing() -> Same:
    """How a corpus is made and traced, where there is none yet."""
    return Same(
        command=f"{MAKING_A_CORPUS}\nweatherglass trace texts.corpus --query en/weat7 --out trace",
        python=python_call("weatherglass.trace_of", ["texts.corpus", "en/weat7"], {}),
    )


def of_cards() -> Same:
    """The cards of measures and methods."""
    return Same(command="weatherglass measures\nweatherglass mitigations", python=_CARDS)
