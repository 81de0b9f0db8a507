"""What a report is about: the vectors, by what they are told apart, and the language of the tests."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from weatherglass import language as languages
from weatherglass.report.provenance import made_by
from weatherglass.wording.messages import known, say

Identity = tuple[tuple[str, str], ...]


def of_vectors(embedding: Mapping[str, Any]) -> Identity:
    """Their size, fingerprint, and how they were made where that is known."""
    size = say("report.size", words=embedding["words"], dim=embedding["dim"], format=embedding["format"])
    found = ((say("report.vectors"), size), ("SHA-256", embedding["sha256"]))
    if "provenance" in embedding:
        return (*found, (say("report.made_by"), made_by(embedding["provenance"])))
    return found


def for_methods(embedding: Mapping[str, Any]) -> dict[str, Any]:
    """What a paragraph for a paper names them by, and the program that measured them."""
    named = {key: embedding[key] for key in ("name", "words", "dim")}
    return {**named, "sha256": embedding["sha256"][:16], "version": version("weatherglass")}


def language_name(code: str) -> str:
    """In the language spoken; one of somebody's own pack by its code."""
    return say(f"language.{code}") if known(f"language.{code}") else languages.get(code).name
