"""Whether what ships is as it was shipped: files as recorded, word lists that parse, vectors by their checksum."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from importlib.metadata import PackagePath, files, version
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from weatherglass.diagnosis.check import Check
from weatherglass.diagnosis.installed import OURS, from_checkout
from weatherglass.errors import WeatherglassError
from weatherglass.files.fingerprint import file_sha256
from weatherglass.files.toml import read_toml

_MOST_NAMED = 5


def _again() -> str:
    return f"install it again: pip install --force-reinstall --no-deps weatherglass=={version(OURS)}"


def recorded_files() -> Iterator[Check]:
    """Every file against the checksum that the installation recorded; a checkout has no such record."""
    if from_checkout():
        yield Check(name="files", found="not compared: they lie in a checkout, whose state git tells")
        return
    recorded = [each for each in files(OURS) or () if each.hash is not None]
    changed = [str(each) for each in recorded if _differs(each)]
    facts = {"files": len(recorded), "changed": changed}
    if changed:
        more = "" if len(changed) <= _MOST_NAMED else f" and {len(changed) - _MOST_NAMED} more"
        said = f"{len(changed)} of {len(recorded)} are not as installed: {', '.join(changed[:_MOST_NAMED])}{more}"
        yield Check(name="files", state="problem", found=said, advice=_again(), facts=facts)
    else:
        yield Check(name="files", found=f"{len(recorded)}, all as installed", facts=facts)


def _differs(each: PackagePath) -> bool:
    path = Path(str(each.locate()))
    if each.hash is None or not path.is_file():
        return True
    digest = hashlib.new(each.hash.mode, path.read_bytes()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != each.hash.value


def word_lists() -> Iterator[Check]:
    """Every list of every language is read and checked, as commands read them."""
    from weatherglass.words import packs

    counts: dict[str, int] = {}
    for language in packs.languages():
        try:
            counts[language] = len(packs.load(language))
        except (WeatherglassError, OSError) as error:
            name = f"word lists {language}"
            yield Check(name=name, state="problem", found=f"cannot be read ({error})", advice=_again())
    said = ", ".join(f"{language} {count}" for language, count in counts.items())
    yield Check(name="word lists", found=f"{sum(counts.values())} read ({said})", facts=counts)


def licences() -> list[dict[str, Any]]:
    """The table of what ships: path, origin, licence, and of data that nobody edits the checksum."""
    rows: list[dict[str, Any]] = read_toml(Path(str(resources(OURS))) / "LICENCES.toml")["files"]
    return rows


def vectors() -> Iterator[Check]:
    """The vectors that ship, against the checksum in the table of licences."""
    from weatherglass.embedding.sample import sample_path

    path = sample_path()
    expected = next(row["sha256"] for row in licences() if row["path"].endswith(path.name))
    if not path.is_file():
        yield Check(name="sample vectors", state="problem", found=f"{path.name} is missing", advice=_again())
    elif (sha256 := file_sha256(path)) != expected:
        facts = {"sha256": sha256, "expected": expected}
        said = f"{path.name} has the checksum {sha256[:16]}… and should have {expected[:16]}…"
        yield Check(name="sample vectors", state="problem", found=said, advice=_again(), facts=facts)
    else:
        said = f"{path.name}, SHA-256 {sha256[:16]}… as shipped"
        yield Check(name="sample vectors", found=said, facts={"sha256": sha256})
