"""The passages of a trace with their text, which is looked up in the corpus: a page for whoever has the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from weatherglass import language as languages
from weatherglass.corpus.corpus import Corpus
from weatherglass.files import write_whole
from weatherglass.report.page import filled_in, without_turns
from weatherglass.trace.passages import Piece, refuse_other_corpus, text_of
from weatherglass.trace.traced import Passage, Trace
from weatherglass.wording.messages import ENGLISH, say, speaking
from weatherglass.wording.numbers import change

_SHOWN = 20  # of the whole corpus, on either side


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage as it is shown: where it stands, what it carries, and its words."""

    document: str
    sentence: int
    change: str
    words: Markup


@dataclass(frozen=True, slots=True)
class Part:
    """Passages under a title."""

    title: str
    passages: tuple[Shown, ...]


def parts(trace: Trace, corpus: Corpus) -> list[Part]:
    """The strongest passages of the corpus on either side, and those of each document that is listed."""
    refuse_other_corpus(trace, corpus)
    names = {each.number: each.name for each in trace.documents}
    carrying, against = trace.passages_by_side
    made = [_part(say(f"trace.passages.{name}"), some[:_SHOWN], corpus, names) for name, some in (("carrying", carrying), ("against", against))]  # fmt: skip
    for each in trace.documents:
        own = [passage for passage in (carrying if trace.weakens(each.change) else against) if passage.document == each.number]  # fmt: skip
        made.append(_part(each.name, own, corpus, names))
    return [part for part in made if part.passages]


def _part(title: str, passages: Sequence[Passage], corpus: Corpus, names: dict[int, str]) -> Part:
    return Part(title, tuple(_shown(each, corpus, names) for each in passages))


def _shown(passage: Passage, corpus: Corpus, names: dict[int, str]) -> Shown:
    named = names.get(passage.document) or say("trace.number", n=passage.document + 1)
    words = Markup(" ").join(_word(piece) for piece in text_of(passage, corpus))
    return Shown(named, passage.sentence + 1, change(passage.change), words)


def _word(piece: Piece) -> Markup:
    """Marked by its kind; the kind is also said, for those who do not see colours."""
    text = without_turns(piece.text)
    if not piece.kind:
        return Markup("{}").format(text)
    return Markup('<mark class="{}" title="{}">{}</mark>').format(piece.kind, say(f"trace.mark.{piece.kind}"), text)


def write_passages(trace: Trace, corpus: Corpus, path: Path, *, language: str = ENGLISH) -> Path:
    """A page of its own, as it holds text of the corpus; a report does not."""
    with speaking(language):
        context = {
            "trace": trace,
            "parts": parts(trace, corpus),
            "language": corpus.facts.language,
            "right_to_left_text": languages.get(corpus.facts.language).right_to_left,
        }
        return write_whole(path, filled_in("passages.html", context))
