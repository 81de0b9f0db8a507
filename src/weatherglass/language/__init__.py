"""One module per language: spellings, cleaning, sentences."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module

from weatherglass.errors import SpecError
from weatherglass.language.base import Language

__all__ = ["Language", "codes", "get", "is_code"]


@cache
def codes() -> tuple[str, ...]:
    """Codes of the languages with rules of their own."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if len(m.name) == 2))


def is_code(code: str) -> bool:
    """Whether this looks like a language code, known or not."""
    return re.fullmatch(r"[a-z]{2,3}", code) is not None


@cache
def get(code: str) -> Language:
    """The language's rules; a language without any (a user's own pack) is matched as written."""
    if not is_code(code):
        raise SpecError(f"'{code}' is not a language code; give two or three letters such as 'de'")
    if code not in codes():
        return Language(code=code, name=code)
    language: Language = import_module(f"{__name__}.{code}").LANGUAGE
    return language
