"""A study to begin with: one of the presets, filled in for a corpus."""

from __future__ import annotations

import json
import os
from importlib import resources
from os import PathLike
from pathlib import Path
from string import Template

from weatherglass import language as languages
from weatherglass.corpus.shared import is_encoded, is_url, open_shared
from weatherglass.errors import SpecError, UnknownName
from weatherglass.files import refuse_existing, write_whole
from weatherglass.files.compressed import split_archive
from weatherglass.words import packs

_TESTS = {"de": ["de/gerard-*"]}  # of the papers that the presets follow; other languages take their translated WEAT


def presets() -> dict[str, str]:
    """Every preset's text by its name."""
    folder = resources.files("weatherglass.study") / "presets"
    found = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    return {name.removesuffix(".toml"): text for name, text in sorted(found.items())}


def question(text: str) -> str:
    """What a preset asks: its first line."""
    return text.splitlines()[0].lstrip("# ")


def new_study(
    preset: str,
    corpus: str | PathLike[str],
    file: str | PathLike[str],
    *,
    language: str | None = None,
    overwrite: bool = False,
) -> Path:
    """Write the study; an encoded corpus knows its language, texts need to be told theirs."""
    known = presets()
    if preset not in known:
        raise UnknownName("preset of a study", preset, known)
    target = Path(file)
    refuse_existing(target, overwrite=overwrite)
    location = os.fspath(corpus)
    code = _language(location, language)
    shown = location if is_url(location) else os.path.relpath(location, target.parent)
    filled = Template(known[preset]).substitute(
        name=f"{preset}-{code}",
        language=code,
        corpus=json.dumps(shown, ensure_ascii=False),
        queries=json.dumps(_TESTS.get(code) or ([f"{code}/weat*"] if code in packs.languages() else ["query.toml"])),
    )
    return write_whole(target, filled)


def _language(location: str, given: str | None) -> str:
    if given is not None and not languages.is_code(given):
        raise SpecError(f"'{given}' is no code of a language; give one such as de")
    if is_encoded(location):
        encoded = open_shared(location).facts.language
        if given not in (None, encoded):
            raise SpecError(f"{location}: was cleaned as '{encoded}', not '{given}'; leave the language out")
        return encoded
    if not split_archive(Path(location))[0].exists():
        raise SpecError(f"there is no file or folder {location}")
    if given is None:
        raise SpecError(f"{location}: is no encoded corpus; say the language of its texts (--lang)")
    return given
