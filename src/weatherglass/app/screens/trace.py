"""Which documents of a corpus carry an effect?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from weatherglass.app.choices import queries_in
from weatherglass.app.corpora import About, about, trained_on
from weatherglass.app.files import DataFile
from weatherglass.app.same import MAKING_A_CORPUS, of_tracing
from weatherglass.app.screen import Screen, form_screen
from weatherglass.app.view import Seen, View

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk


def _corpora(desk: Desk) -> list[tuple[DataFile, About | None]]:
    """All of them, with what they say of themselves."""
    return [(each, about(each.path)) for each in desk.files.listed("corpus")]


def _begun(corpora: list[tuple[DataFile, About | None]], seen: Seen) -> tuple[str, str]:
    """The id and the language of the corpus that the form is about: the one in the address, or the first."""
    ordered = sorted(corpora, key=lambda each: each[0].id != seen.one("corpus"))
    return next(((file.id, told.language if told else "") for file, told in ordered), ("", ""))


def _more(desk: Desk, seen: Seen) -> dict[str, Any]:
    """Corpora, tests in their languages, and vectors whose model was kept."""
    corpora = _corpora(desk)
    languages = {told.language for _, told in corpora if told}
    kept = [(each, trained_on(each.path)) for each in desk.files.listed("vectors")]
    return {
        "corpora": corpora,
        "tests": queries_in(languages, desk, _begun(corpora, seen)[1]),
        "kept": [(each, told.name) for each, told in kept if told is not None],
        "making": MAKING_A_CORPUS,
    }


def _begins(desk: Desk, seen: Seen) -> dict[str, Any]:
    """A corpus, and the first test in its language."""
    corpus, language = _begun(_corpora(desk), seen)
    tests = [id for _, entries in queries_in({language}, desk, language) for id, *_ in entries]
    return {name: value for name, value in (("corpus", corpus), ("query", next(iter(tests), ""))) if value}


_FORM = form_screen("trace", "trace", more=_more, example=lambda desk: (), begins=_begins)


def _view(desk: Desk, seen: Seen) -> View:
    """The form. Vectors that somebody was looking at are no wish to trace in them, unless their model was kept."""
    at = next((each for each in desk.files.listed("vectors") if each.id == seen.one("vectors")), None)
    if at is not None and trained_on(at.path) is None:
        seen = replace(seen, pairs=tuple(pair for pair in seen.pairs if pair[0] != "vectors"))
    view = _FORM.view(desk, seen)
    return replace(view, template="trace", vectors=at.id if at else "", same=view.same or of_tracing())


SCREENS = (Screen(path=_FORM.path, view=_view, takes=_FORM.takes),)
