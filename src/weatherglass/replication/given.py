"""What somebody gives to a replication: vectors, corpora, lexicons, labelled texts, questions; each recognised, or named.

An item is a path, or says what it is: `corpus=debates.jsonl`, `glove=vectors.txt`, `vectors:fr=vectors.bin`, `sentences=pairs.txt,gold.txt`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from weatherglass.corpus.shared import is_encoded, is_url, open_shared
from weatherglass.embedding.provenance import read_sidecar
from weatherglass.embedding.recognise import recognised
from weatherglass.errors import CoverageError, Notice, SpecError, WeatherglassError
from weatherglass.files.compressed import split_archive
from weatherglass.files.fingerprint import content_sha256
from weatherglass.replication.paper import ROLES, Paper, Role
from weatherglass.train.settings import METHODS
from weatherglass.words.reading import language_of

_TEXT_ENDINGS = (".jsonl", ".ndjson", ".xml", ".tei")
_COMPRESSED = (".gz", ".bz2", ".xz", ".zst", ".zip")
_SIGNS = {  # of a method, in the name of a file; names under which vectors are published begin it
    "word2vec": re.compile(r"word2vec|w2v|google[-_]?news|^(full_)?(uni|grams)_(sg|cbow)_\d+"),
    "glove": re.compile(r"glove"),
    "fasttext": re.compile(r"fast-?text|^cc\.[a-z]{2,3}\.\d|^wiki\.[a-z_]{2,}\.|^wiki-news-300d|^crawl-300d"),
}
_ARAVEC = re.compile(r"^(?:full_)?(?P<units>uni|grams)_(?P<architecture>sg|cbow)_(?P<dim>\d+)")  # says all of it
_ARCHITECTURES = {"sg": "skip-gram", "cbow": "cbow"}
_TRAITS = ("architecture", "dim")
_MOST = {
    "analogies": 1,
    "sentences": 1,
    "texts": 2,
}  # a paper has one figure for all; texts are for training and for testing
_SAY = f"say what it is, as in {{}}; known are {', '.join((*ROLES, *METHODS))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something given. `gold`: the file of scores beside one of sentence pairs. `method`: how vectors were trained, where that is known,
    `guessed` from the name of the file. `said`: what it is was said and not recognised.

    `traits`: settings of their training, as far as the file beside them or their name tells them.
    `name`: what it is called in results, the end of its path that tells it from others.
    """

    role: Role
    path: str
    gold: str = ""
    language: str = ""
    method: str = ""
    said: bool = False
    guessed: bool = False
    traits: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""


def content_of(path: str) -> str:
    """What tells it from others: the SHA-256 of a file, an archive or a folder; of an encoded corpus its own; of an address itself."""
    if is_encoded(path):
        return str(open_shared(path).identity()["sha256"])
    return path if is_url(path) else content_sha256(split_archive(Path(path))[0])


class KnownFile(NamedTuple):
    """A path with what the file there holds, so that a result that is kept under it is of this content."""

    path: str
    content: str


def known(path: str) -> KnownFile:
    """The file as it is now."""
    return KnownFile(path, content_of(path))


def read_items(data: Iterable[str | os.PathLike[str]], paper: Paper) -> tuple[tuple[Item, ...], tuple[Notice, ...]]:
    """Everything that is given, and what was found and not used."""
    items: list[Item] = []
    notices: list[Notice] = []
    for each in data:
        said, path = _split(os.fspath(each))
        if not path:
            raise SpecError(f"--data {each or repr('')}: names no file or folder")
        if said:
            items.append(_item(said, path, paper))
        else:
            found, unused = _recognised(path, paper)
            items += found
            if unused:
                text = f"Not used: {', '.join(unused)}. To use it, {_SAY.format('lexicon=FILE')}."
                notices.append(Notice("unused-data", text))
    if not items:
        raise SpecError(
            f"nothing to work on was given; give vectors, a corpus or whatever `weatherglass replicate {paper.name} --list` names, with --data"
        )
    items = _named(_once(items))
    for role, most in _MOST.items():
        paths = [item.path for item in items if item.role == role]
        if len(paths) > most:
            raise SpecError(
                f"--data: {role} were given {len(paths)} times ({', '.join(paths)}), at most {most} can be used; put them into one file"
            )
    notices += [_guessed(item) for item in items if item.guessed]
    return tuple(items), tuple(notices)


def _once(items: Iterable[Item]) -> list[Item]:
    """Each file once; what was said of it counts more than what was recognised."""
    found: dict[tuple[str, str], Item] = {}
    for item in items:
        before = found.get((item.role, item.path))
        if before is None or not before.said:
            found[item.role, item.path] = item
    return list(found.values())


def _named(items: Sequence[Item]) -> list[Item]:
    """By the ends of their paths, as much of each as tells it from the others."""
    parts = [item.path.rstrip("/").split("/") for item in items]

    def shown(own: list[str]) -> str:
        length = 1
        while length < len(own) and sum(each[-length:] == own[-length:] for each in parts) > 1:
            length += 1
        return "/".join(own[-length:])

    return [replace(item, name=shown(own)) for item, own in zip(items, parts, strict=True)]


def _guessed(item: Item) -> Notice:
    text = f"{item.name} is taken for {item.method} because it is called so; if it is not, say what it is, as in vectors={item.name}."
    return Notice("guessed-method", text)


def _split(given: str) -> tuple[str, str]:
    """What it is said to be, and its path. A path may hold an equals sign too, and an address does."""
    said, equals, path = given.partition("=")
    known = said.partition(":")[0] in (*ROLES, *METHODS)
    if equals and not known and not Path(given).exists() and not is_url(given):
        raise SpecError(f"--data {given}: '{said}' is nothing that can be given; {_SAY.format(f'vectors={path}')}")
    return (said, path) if equals and known else ("", given)


def _item(said: str, path: str, paper: Paper) -> Item:
    name, _, language = said.partition(":")
    role: Role = "vectors" if name in METHODS else name  # type: ignore[assignment] # `_split` let only roles through
    path, _, gold = path.partition(",") if role == "sentences" else (path, "", "")
    for each in filter(None, (path, gold)):
        _refuse_missing(each)
    method = name if name in METHODS else ""
    item = Item(role=role, path=path, gold=gold, language=language, method=method, said=True)
    return _completed(item, paper)


def _refuse_missing(path: str) -> None:
    if not is_url(path) and not split_archive(Path(path))[0].exists():
        raise SpecError(f"--data {path}: there is no such file or folder")


def _completed(item: Item, paper: Paper) -> Item:
    """With its language and, of vectors, the method, as far as they can be told."""
    language, method, guessed = item.language, item.method, False
    if item.role == "vectors":
        language = language or _vectors_language(item.path, paper)
        if not method:
            method, guessed = _method(item.path, by_name=not item.said)
    elif item.role == "corpus":
        language = language or _corpus_language(item.path, paper)
    elif not language and len(paper.languages) == 1:
        language = paper.languages[0]
    if language and language not in paper.languages:
        known = ", ".join(paper.languages)
        raise SpecError(f"--data {item.path}: is in '{language}'; the experiments of {paper.name} are in {known}")
    traits = _traits(item.path) if item.role == "vectors" else {}
    return replace(item, language=language, method=method, guessed=guessed, traits=traits)


def _vectors_language(path: str, paper: Paper) -> str:
    try:
        return language_of(path)[0]
    except CoverageError as error:
        said = f"vectors:{paper.languages[0]}={path}"
        raise SpecError(f"--data {path}: its language cannot be told from its words; say it, as in {said}") from error


def _corpus_language(path: str, paper: Paper) -> str:
    if is_encoded(path):
        return open_shared(path).facts.language
    if len(paper.languages) == 1:
        return paper.languages[0]
    known = ", ".join(paper.languages)
    raise SpecError(
        f"--data {path}: say the language of these texts ({known}), as in corpus:{paper.languages[0]}={path}"
    )


def _method(path: str, *, by_name: bool) -> tuple[str, bool]:
    """As the file beside them says it, or by the name of the file; and whether by the latter."""
    made = None if is_url(path) else read_sidecar(Path(path))[0]
    if made is not None and made.get("method") in METHODS:
        return str(made["method"]), False
    name = Path(path).name.lower() if by_name else ""
    method = next((method for method, sign in _SIGNS.items() if sign.search(name)), "")
    return method, bool(method)


def _traits(path: str) -> dict[str, Any]:
    """How vectors were trained, as the file beside them says it, or the name under which they are published."""
    made = None if is_url(path) else read_sidecar(Path(path))[0]
    if made is not None:
        own = made.get("settings", {})
        return {name: own[name] for name in _TRAITS if own.get(name)}
    if (named := _ARAVEC.match(Path(path).name.lower())) is None:
        return {}
    return {
        "architecture": _ARCHITECTURES[named["architecture"]],
        "dim": int(named["dim"]),
        "phrases": named["units"] == "grams",
    }


def _recognised(path: str, paper: Paper) -> tuple[list[Item], list[str]]:
    """What a path is, or a folder's files are, by looking at them; and the names of what was not recognised in a folder."""
    _refuse_missing(path)
    role = _role(path)
    if role is not None:
        return [_completed(Item(role=role, path=path), paper)], []
    if not Path(path).is_dir():
        raise SpecError(f"--data {path}: cannot be recognised; {_SAY.format(f'corpus={path}')}")
    found: list[Item] = []
    unused: list[str] = []
    for each in sorted(Path(path).iterdir()):
        if each.name.startswith(".") or each.name.endswith(".provenance.json"):
            continue
        role = _role(str(each))
        if role is None:
            unused.append(f"{each.name} (not recognised)")
            continue
        try:
            found.append(_completed(Item(role=role, path=str(each)), paper))
        except WeatherglassError as error:  # of a folder, what cannot be used is told and left alone
            unused.append(f"{each.name} ({str(error).removeprefix(f'--data {each}: ')})")
    if not found:
        raise SpecError(f"--data {path}: holds nothing that can be recognised; {_SAY.format('corpus=FILE')}")
    return found, unused


def _role(path: str) -> Role | None:
    if is_encoded(path):
        return "corpus"
    file = Path(path)
    if recognised(file):
        return "vectors"
    inner = split_archive(file)[0].name.lower()
    return (
        "corpus"
        if inner.removesuffix(Path(inner).suffix if inner.endswith(_COMPRESSED) else "").endswith(_TEXT_ENDINGS)
        else None
    )


def fitting(items: Sequence[Item], role: Role, language: str, method: str = "") -> tuple[Item, ...]:
    """What was given of this kind and language; of vectors, those trained by this method or by one that is not known."""
    return tuple(
        item
        for item in items
        if item.role == role and item.language in (language, "") and (not method or item.method in (method, ""))
    )
