"""Files, word sets and pairs as somebody types them who does the same without the page."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from weatherglass.app.python_call import Code
from weatherglass.app.sets import is_own, toml_of
from weatherglass.report.command import command

if TYPE_CHECKING:
    from weatherglass.app.work import Place
    from weatherglass.words.query import PairSet

_SAMPLE = "the-sample-that-ships"
_SAMPLE_TYPED = """"$(python -c 'from weatherglass.embedding.sample import sample_path as p; print(p())')\""""
_FEW = 12  # words that are written out in a call


def file_typed(place: Place, id: str) -> str:
    """As `typed_command` takes it; the sample, which these commands do not know, by where it was installed."""
    return place.name(id) or _SAMPLE


def typed_command(words: Iterable[str], options: Mapping[str, Iterable[Any]], switches: Mapping[str, bool]) -> str:
    """The command, with the sample's place looked up where the sample is asked about."""
    return command(words, options, switches).replace(shlex.quote(_SAMPLE), _SAMPLE_TYPED)


def command_on(name: str, words: Iterable[str], options: Mapping[str, Iterable[Any]]) -> str:
    """A command on vectors of this name; the sample has none."""
    return typed_command([*words, name or _SAMPLE], options, {})


def file_in_python(place: Place, id: str) -> str:
    """As a call takes it."""
    return place.name(id) or Code(python_name(""))


def python_name(name: str) -> str:
    """Vectors of this name as code; the sample, which has none, by where it is."""
    return repr(name) if name else "sample_path()"


def pairs_typed(pairs: Iterable[Sequence[str]]) -> list[str]:
    """Each as --pair takes it."""
    return [",".join(pair) for pair in pairs]


def parsed_pairs(pairs: Sequence[Sequence[str]]) -> PairSet | None:
    """As --pair makes them; nothing where there are none."""
    from weatherglass.words.given import parse_pairs

    return parse_pairs(pairs_typed(pairs)) if pairs else None


def pairs_in_python(pairs: Sequence[Sequence[str]]) -> Code | None:
    """As a call takes them."""
    return Code(f"parse_pairs({pairs_typed(pairs)!r})") if pairs else None


def words_in_python(words: Sequence[str], file: str) -> Any:
    """A few written out, many read from the file beside; nothing where there are none."""
    if len(words) <= _FEW:
        return list(words) or None
    return Code(f"Path({file!r}).read_text('utf-8').splitlines()")


def lines_file(name: str, lines: Iterable[str]) -> dict[str, str]:
    """A file that must lie beside, with these lines; none where there are none."""
    text = "".join(f"{line}\n" for line in lines)
    return {name: text} if text else {}


def query_names(queries: Iterable[str], place: Place) -> list[str]:
    """As the command line takes them: an own one is a file."""
    return [f"{place.query(each).name}.toml" if is_own(each) else each for each in queries]


def query_files(queries: Iterable[str], place: Place) -> dict[str, str]:
    """The files of own ones."""
    return {f"{place.query(each).name}.toml": toml_of(place.query(each)) for each in queries if is_own(each)}


def given_only(named: Mapping[str, Any]) -> dict[str, Any]:
    """What is not None."""
    return {name: value for name, value in named.items() if value is not None}
