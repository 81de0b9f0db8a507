"""What somebody gives to a replication: vectors, corpora, lexicons, labelled texts, questions; each recognised, or named.

An item is a path, or says what it is: `corpus=debates.jsonl`, `glove=vectors.txt`, `vectors:fr=vectors.bin`, `sentences=pairs.txt,gold.txt`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from weatherglass.corpus.shared import is_encoded, is_url, open_shared
from weatherglass.embedding.provenance import read_sidecar
from weatherglass.embedding.recognise import recognised
from weatherglass.errors import Notice, SpecError, WeatherglassError
from weatherglass.files.compressed import split_archive
from weatherglass.replication.paper import ROLES, Paper, Role
from weatherglass.train.settings import METHODS
from weatherglass.words.reading import language_of

_TEXT_ENDINGS = (".jsonl", ".ndjson", ".xml", ".tei")
_SIGNS = {  # of a method, in the name of a file
    "word2vec": ("word2vec", "w2v", "googlenews", "google-news", "google_news"),
    "glove": ("glove",),
    "fasttext": ("fasttext", "fast-text", "cc.", "wiki."),
}
_SAY = f"say what it is, as in {{}}; known are {', '.join((*ROLES, *METHODS))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something given. `gold`: the file of scores beside one of sentence pairs. `method`: how vectors were trained, where that is known."""

    role: Role
    path: str
    gold: str = ""
    language: str = ""
    method: str = ""

    @property
    def name(self) -> str:
        return self.path.rstrip("/").rsplit("/", 1)[-1]


def read_items(data: Iterable[str | os.PathLike[str]], paper: Paper) -> tuple[tuple[Item, ...], tuple[Notice, ...]]:
    """Everything that is given, and what was found and not used."""
    items: list[Item] = []
    notices: list[Notice] = []
    for each in data:
        said, path = _split(os.fspath(each))
        if said:
            items.append(_item(said, path, paper))
        else:
            found, unused = _recognised(path, paper)
            items += found
            if unused:
                text = f"Not used, as it was not recognised: {', '.join(unused)}. To use it, {_SAY.format('lexicon=FILE')}."
                notices.append(Notice("unused-data", text))
    if not items:
        raise SpecError(
            f"nothing to work on was given; give vectors, a corpus or whatever `weatherglass replicate {paper.name} --list` names, with --data"
        )
    _refuse_several(items)
    return tuple(dict.fromkeys(items)), tuple(notices)


def _refuse_several(items: Sequence[Item]) -> None:
    """Of what a paper has one figure for."""
    for role in ("analogies", "sentences"):
        paths = [item.path for item in dict.fromkeys(items) if item.role == role]
        if len(paths) > 1:
            raise SpecError(
                f"--data: {role} were given {len(paths)} times ({', '.join(paths)}), and the paper has one figure for all; put them into one file"
            )


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
    item = Item(role=role, path=path, gold=gold, language=language, method=name if name in METHODS else "")
    return _completed(item, paper)


def _refuse_missing(path: str) -> None:
    if not is_url(path) and not split_archive(Path(path))[0].exists():
        raise SpecError(f"--data {path}: there is no such file or folder")


def _completed(item: Item, paper: Paper) -> Item:
    """With its language and, of vectors, the method, as far as they can be told."""
    language, method = item.language, item.method
    if item.role == "vectors":
        language = language or language_of(item.path)[0]
        method = method or _method(item.path)
    elif item.role == "corpus":
        language = language or _corpus_language(item.path, paper)
    elif not language and len(paper.languages) == 1:
        language = paper.languages[0]
    if language and language not in paper.languages:
        known = ", ".join(paper.languages)
        raise SpecError(f"--data {item.path}: is in '{language}'; the experiments of {paper.name} are in {known}")
    return Item(role=item.role, path=item.path, gold=item.gold, language=language, method=method)


def _corpus_language(path: str, paper: Paper) -> str:
    if is_encoded(path):
        return open_shared(path).facts.language
    if len(paper.languages) == 1:
        return paper.languages[0]
    known = ", ".join(paper.languages)
    raise SpecError(
        f"--data {path}: say the language of these texts ({known}), as in corpus:{paper.languages[0]}={path}"
    )


def _method(path: str) -> str:
    """As the file beside them says it, or by the name of the file."""
    made = None if is_url(path) else read_sidecar(Path(path))[0]
    if made is not None and made.get("method") in METHODS:
        return str(made["method"])
    name = Path(path).name.lower()
    return next((method for method, signs in _SIGNS.items() if any(sign in name for sign in signs)), "")


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
        try:
            if role is None:
                raise SpecError("not recognised")
            found.append(_completed(Item(role=role, path=str(each)), paper))
        except WeatherglassError:  # of a folder, what cannot be used is told and left alone
            unused.append(each.name)
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
    return "corpus" if any(f"{ending}." in f"{inner}." for ending in _TEXT_ENDINGS) else None


def fitting(items: Sequence[Item], role: Role, language: str, method: str = "") -> tuple[Item, ...]:
    """What was given of this kind and language; of vectors, those trained by this method or by one that is not known."""
    return tuple(
        item
        for item in items
        if item.role == role and item.language in (language, "") and (not method or item.method in (method, ""))
    )
