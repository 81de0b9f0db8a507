"""English: nothing beyond case."""

from weatherglass.language.base import Language

LANGUAGE = Language(code="en", name="English")
