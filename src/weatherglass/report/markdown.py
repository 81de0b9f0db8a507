"""Documents as Markdown: the page's content in the page's order, for a comment or a note.

Words are hostile: whatever they hold is shown as text. Nothing in them becomes markup, a link, or a call for somebody's attention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from weatherglass.report.bound import Bound, bound, chapter_title, environment, written
from weatherglass.report.direction import runs, turns_shown
from weatherglass.report.document import MOST_ITEMS, Below, Document, Section, Table, WordList
from weatherglass.wording.messages import Finding, grouped, known, say
from weatherglass.wording.numbers import listed
from weatherglass.words.lookup import SetCoverage, Substitution

LONGEST = 60_000  # characters of what is brief: comments on GitHub hold 65,536
_MOST_ROWS = 40  # of a table in what is brief
_SPECIAL = re.compile(r"([\\`*_\[\]|~$#])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_BEGINS_A_BLOCK = re.compile(r"^(\d*)([-+=](?=[-=\s]|$)|(?<=\d)[.)](?=\s|$))")
_CALLS = re.compile(
    r"(?<=@)(?=\w)|(?<=#)(?=\d)|(?<=:)(?=//)|(?<=www)(?=\.)|(?<=:)(?=[\w+-]+:)|(?<=GH)(?=-\d)", re.IGNORECASE
)
_JOINER = "\u2060"  # without width: what would be taken for a name, a link or a sign is not any more
_ISOLATED = "\u2068{}\u2069"


def markdown(documents: Sequence[Document], title: str = "", *, brief: bool = False) -> str:
    """The documents in the language spoken. `brief`: findings, warnings, and the first table of each section, short enough for a comment."""
    report = bound(documents, title)
    blocks = _brief(report) if brief else _whole(report)
    return "\n\n".join(_cut(blocks) if brief else blocks) + "\n"


def text(given: str) -> str:
    """As Markdown shows it, in one line."""
    plain = _CALLS.sub(_JOINER, turns_shown(" ".join(given.split())))
    parts = (_ISOLATED.format(_escaped(part)) if against else _escaped(part) for part, against in runs(plain))
    return _BEGINS_A_BLOCK.sub(r"\1\\\2", "".join(parts))


def _escaped(part: str) -> str:
    return _SPECIAL.sub(r"\\\1", part.translate(_ENTITIES))


def _cut(blocks: Iterable[str]) -> Iterator[str]:
    """As many as there is room for, and a word if there are more."""
    room = LONGEST
    for block in blocks:
        room -= len(block) + 2
        if room < 0:
            yield text(say("report.cut"))
            return
        yield block


def _brief(report: Bound) -> Iterator[str]:
    yield from _head(report)
    yield from _findings(report)
    if report.warnings:
        yield _heading(2, say("report.warnings"))
        yield _items(
            f"{_code(each.code)} {text(each.title)} ({text(say('report.cases', n=len(each.cases)))})"
            for each in report.warnings
        )
    for chapter in report.chapters:
        if report.several:
            yield _heading(2, chapter_title(chapter))
        for section in chapter.sections:
            if tables := [*section.tables, *section.folded]:
                yield _heading(3 if report.several else 2, section.title)
                yield from _table(tables[0], _MOST_ROWS)


def _whole(report: Bound) -> Iterator[str]:
    yield from _head(report)
    yield from _findings(report)
    yield from _warnings(report)
    for chapter in report.chapters:
        if report.several:
            yield _heading(2, chapter_title(chapter))
        for section in chapter.sections:
            yield from _section(section, 3 if report.several else 2)
    if report.limits:
        yield _heading(2, say("report.limits"))
        yield _items(map(text, report.limits))
    yield _heading(2, say("report.methods"))
    yield text(say("report.paste"))
    yield from (text(paragraph) for chapter in report.chapters for paragraph in chapter.methods)
    yield from _words(report)
    yield _heading(2, say("report.reproduce"))
    yield from (_fenced(chapter.command, "sh") for chapter in report.chapters if chapter.command)
    yield text(environment())
    if report.bibtex:
        yield _heading(3, say("report.references"))
        yield _fenced(report.bibtex, "bibtex")
    if report.uncited:
        yield text(say("report.uncited", keys=", ".join(report.uncited)))


def _head(report: Bound) -> Iterator[str]:
    yield _heading(1, report.title)
    for chapter in report.chapters:
        if report.several:
            yield f"**{_ISOLATED.format(text(chapter_title(chapter)))}**"
        yield _items(f"{text(label)}: {text(said)}" for label, said in chapter.identity)
    yield f"{text(say('report.written'))}: {text(written())}"


def _findings(report: Bound) -> Iterator[str]:
    yield _heading(2, say("report.findings"))
    for chapter in report.chapters:
        if report.several:
            yield _heading(3, chapter_title(chapter))
        if chapter.summary:
            yield text(chapter.summary)
        if chapter.findings:
            yield _items(map(_said, chapter.findings))
        if chapter.mind:
            yield text(chapter.mind)
        if chapter.verdict:
            yield from _section(chapter.verdict, 4 if report.several else 3)


def _warnings(report: Bound) -> Iterator[str]:
    yield _heading(2, say("report.warnings"))
    if not report.warnings:
        yield text(say("report.no_warnings"))
    for each in report.warnings:
        yield f"{_code(each.code)} **{_ISOLATED.format(text(each.title))}**"
        yield text(each.explained)
        yield _items(map(text, each.cases))


def _section(section: Section, level: int) -> Iterator[str]:
    yield _heading(level, section.title)
    if section.intro:
        yield text(section.intro)
    if section.findings:
        alone = len(section.findings) == 1
        yield _said(section.findings[0]) if alone else _items(map(_said, section.findings))
    for figure in section.figures:
        yield text(f"{figure.title}: {figure.caption}" if figure.title else figure.caption)
    for table in section.tables:
        if table.title != section.title:
            yield _heading(level + 1, table.title)
        yield from _table(table)
    if section.facts:
        yield _items(f"{text(fact.label)}: {_said(fact.text)}" for fact in section.facts)
    yield from _folded(section, level + 1)
    for part in section.parts:
        yield from _section(part, level + 1)


def _folded(section: Section, level: int) -> Iterator[str]:
    """What a page shows when it is asked for."""
    for table in section.folded:
        yield _heading(level, table.title)
        yield from _table(table)
    for title, items in section.lists:
        number = f" ({grouped(len(items))})" if len(items) > 1 else ""
        more = len(items) - MOST_ITEMS
        left = f" {text(say('report.more_items', n=more))}" if more > 0 else ""
        yield f"{text(title)}{number}: {', '.join(map(text, items[:MOST_ITEMS]))}{left}"
    if section.paste:
        yield _fenced(section.paste)


def _words(report: Bound) -> Iterator[str]:
    if report.has_words:
        yield _heading(2, say("report.words"))
    for chapter in report.chapters:
        if report.several and chapter.word_lists:
            yield _heading(3, chapter_title(chapter))
        for each in chapter.word_lists:
            yield from _word_list(each, 4 if report.several else 3)


def _word_list(each: WordList, level: int) -> Iterator[str]:
    query, coverage = each.query, each.coverage
    found = say("report.found_of", found=coverage.found, asked=coverage.asked)
    yield _heading(level, f"{query.id}{f': {query.title}' if query.title else ''} – {found}")
    if query.content_note:
        yield text(query.content_note)
    header = tuple(say(f"report.{name}") for name in ("set", "found", "words_found", "remarks"))
    rows = (
        (
            one.name,
            f"{one.found}/{one.asked}",
            listed(" | ".join(word) for word in asked.words if word[0] not in one.missing),
            " ".join(_remarks(one)),
        )
        for one, asked in zip(coverage.sets, query.sets, strict=True)
    )
    yield from _table(Table("", header, tuple(rows), texts=len(header)))
    yield from (text(said) for said in (query.translation, query.source, query.licence) if said)


def _remarks(one: SetCoverage) -> Iterator[str]:
    if one.missing:
        yield f"{say('report.missing')}: {listed(one.missing)}."
    if one.substituted:
        yield listed(_as_used(each) for each in one.substituted) + "."
    if one.duplicates:
        yield f"{say('report.counted_once')}: {listed(one.duplicates)}."


def _as_used(each: Substitution) -> str:
    how = say(f"how.{each.how}") if known(f"how.{each.how}") else each.how
    return say("report.as_used", word=each.word, used=each.used, how=how)


def _table(table: Table, most: int | None = None) -> Iterator[str]:
    """With its pictures left out, and what to know about it."""
    kept = [i for i in range(len(table.header)) if i not in table.pictures]
    rules = ["---" if i < table.texts else "---:" for i in kept]
    rows = ([_cell(row[i]) for i in kept] for row in (table.header, *table.rows[:most]))
    lines = [f"| {' | '.join(row)} |" for row in rows]
    yield "\n".join([lines[0], f"| {' | '.join(rules)} |", *lines[1:]])
    if most is not None and (more := len(table.rows) - most) > 0:
        yield text(say("report.more_rows", n=more))
    if table.note:
        yield text(table.note)


def _cell(cell: str) -> str:
    return f"{text(cell)} ({text(cell.below)})" if isinstance(cell, Below) else text(cell)


def _said(sentence: str) -> str:
    """With the names in it in bold."""
    if not isinstance(sentence, Finding):
        return text(sentence)
    about = f"{text(sentence.about)}: " if sentence.about else ""
    return about + "".join(
        f"**{_ISOLATED.format(_within(part))}**" if is_name else _within(part) for part, is_name in sentence.parts
    )


def _within(part: str) -> str:
    """A part of a line, with the space at its ends."""
    start, end = (" " if part[at].isspace() else "" for at in (0, -1))
    return f"{start}{text(part)}{end}" if part.strip() else " "


def _heading(level: int, said: str) -> str:
    return f"{'#' * min(level, 6)} {text(said)}"


def _items(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _code(word: str) -> str:
    return f"`{word}`"


def _fenced(content: str, kind: str = "") -> str:
    """As it is, between fences longer than any within."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", content)), default=0))
    return f"{fence}{kind}\n{turns_shown(content)}\n{fence}"
