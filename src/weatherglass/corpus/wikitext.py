"""Wikitext to paragraphs: what a reader of the article would read as running text.

One pass over the markup, with a stack for what can be nested; each character is looked at a bounded number of times
whatever the nesting, and what is never closed counts as text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Set as AbstractSet

# Elements whose content is no running text.
_DROPPED = (
    "references|ref|math|chem|ce|gallery|timeline|syntaxhighlight|source|score|imagemap|hiero|graph|mapframe|maplink|"
    "templatedata|templatestyles|inputbox|categorytree|indicator|includeonly|pre|table|style|script"
)
_TOKEN = re.compile(
    rf"<!--|<(/?)({_DROPPED}|nowiki)\b([^<>]*+)>|\{{\{{|\}}\}}|\[\[|\]\](?!\](?!\]))|\{{\||\|\}}(?!\}})", re.IGNORECASE
)
_OPENERS = ("{{", "[[", "{|")
_CLOSED_BY = {"}}": "{{", "]]": "[[", "|}": "{|"}
_CLOSERS = {name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in [*_DROPPED.split("|"), "nowiki"]}
# Templates that stand for a piece of the sentence: which of their unnamed arguments is the text.
_KEPT = {
    "lang": -1, "langx": -1, "nowrap": -1, "nobr": -1, "small": 0, "abbr": 0, '"': 0, "citation": 0, "guillemets": 0,
}  # fmt: skip
_KEPT_START = re.compile(rf"\s*+({'|'.join(map(re.escape, _KEPT))})\s*+\|", re.IGNORECASE)
_NAMED = re.compile(r"\s*+[^\W\d][\w -]*+=")
_NUMBERED = re.compile(r"\s*+\d++\s*+=")
_DEEPEST = 8  # links within links whose text is put together anew at each level

# Links to what is shown beside the text, in the languages of the packs; a dump adds the names of its own wiki.
HIDDEN = frozenset({
    "file", "image", "media", "category",
    "datei", "bild", "medium", "kategorie",
    "fichier", "média", "catégorie",
    "ملف", "صورة", "وسائط", "ميديا", "تصنيف",
})  # fmt: skip
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z-]{2,12})?|simple")  # how links to other languages of a wiki begin

_EXTERNAL = re.compile(r"\[(?:(?:https?|ftps?|ircs?|news|mailto|sftp|gopher):|//)[^\s\[\]<>]*+[ \t]*+([^\[\]\n]*+)\]")
_BREAK = re.compile(r"<(?:br|hr|wbr)\b[^<>]*+>", re.IGNORECASE)
_BLOCK = re.compile(
    r"</?(?:p|div|li|ul|ol|dl|dt|dd|blockquote|center|tr|td|th|caption|h[1-6]|poem)\b[^<>]*+>", re.IGNORECASE
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*+>")
_SWITCH = re.compile(r"__(?:[A-ZÄÖÜÀÉÈ_]{3,40}|[\u0600-\u06ff_]{3,40})__")
_QUOTES = re.compile(r"('{2,})")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_SPACES = re.compile(r"[ \t]{2,}")
_EMPTY_BRACKETS = re.compile(r" ?\(\s*+(?:[,;:]\s*+)*+\)")
_BRACKET_START = re.compile(r"\(\s*+[,;]\s*+")
_WORD = re.compile(r"\w")
_MARKUP = {ord(char): f"&#{ord(char)};" for char in "'[]{}|=*#:;<>_&"}


def paragraphs_of_wikitext(text: str, hidden: AbstractSet[str] = HIDDEN) -> list[str]:
    """The paragraphs and list items, without templates, tables, pictures, notes, headings and markup."""
    return _lines(_inline(_without_nested(text, hidden)))


def _without_nested(text: str, hidden: AbstractSet[str]) -> str:
    nest = _Nest(text, hidden)
    position = 0
    while match := _TOKEN.search(text, position):
        if match.start() > position:
            nest.out.append(text[position : match.start()])
        mark = match[0]
        if mark in _OPENERS:
            nest.open(mark, match.start())
        elif mark in _CLOSED_BY:
            nest.close(_CLOSED_BY[mark], match.start())
        position = nest.end_of_element(match) if mark[0] == "<" else match.end()
    nest.out.append(text[position:])
    return "".join(nest.out)


class _Nest:
    """The text so far, and what is open in it: templates, links and tables within each other."""

    def __init__(self, text: str, hidden: AbstractSet[str]) -> None:
        self._text, self._hidden = text, hidden
        self.out: list[str] = []
        self._stack: list[tuple[str, int, bool]] = []  # what was opened, where its text begins, whether it is kept
        self._opened = dict.fromkeys(_OPENERS, 0)
        self._kept = 0
        self._unclosed: set[str] = set()  # elements that are not closed in the rest of the text

    def open(self, mark: str, at: int) -> None:
        keep = False
        if mark == "{{":
            keep = self._kept < _DEEPEST and _KEPT_START.match(self._text, at + 2) is not None
        elif (mark == "[[" and self._opened[mark] >= _DEEPEST) or (mark == "{|" and not _begins_line(self._text, at)):
            return
        self._kept += keep
        self._stack.append((mark, len(self.out), keep))
        self._opened[mark] += 1

    def close(self, opener: str, at: int) -> None:
        if not self._opened[opener] or (opener == "{|" and not _begins_line(self._text, at)):
            return
        while True:  # what was opened within and not closed is text, or goes with the whole
            mark, begin, keep = self._stack.pop()
            self._opened[mark] -= 1
            self._kept -= keep
            if mark == opener:
                break
        inner = self.out[begin:]
        del self.out[begin:]
        if opener == "[[":
            self.out.append(_label("".join(inner), self._hidden))
        elif keep:
            self.out.append(_argument("".join(inner)))

    def end_of_element(self, match: re.Match[str]) -> int:
        """Where a comment, or an element that is dropped or literal, ends."""
        text, position = self._text, match.end()
        if match[2] is None:
            end = text.find("-->", position)
            return len(text) if end < 0 else end + 3
        name = match[2].lower()
        if match[1] or match[3].endswith("/") or name in self._unclosed:
            return position
        closer = _CLOSERS[name].search(text, position)
        if closer is None:
            self._unclosed.add(name)
            return position
        if name == "nowiki":
            self.out.append(text[position : closer.start()].translate(_MARKUP))
        return closer.end()


def _begins_line(text: str, position: int) -> bool:
    while position and text[position - 1] in " \t:":
        position -= 1
    return not position or text[position - 1] == "\n"


def _label(link: str, hidden: AbstractSet[str]) -> str:
    """What is shown of a link."""
    target, bar, label = link.partition("|")
    if "\n" in target:  # two brackets that belong to something else
        return link
    shown = label if label.strip() else target
    if target.lstrip().startswith(":"):
        return label if label.strip() else target.lstrip()[1:]
    prefix, colon, _ = target.partition(":")
    if colon:
        prefix = prefix.strip().replace("_", " ")
        if prefix.casefold() in hidden or (not bar and _LANGUAGE.fullmatch(prefix)):
            return ""
    return shown


def _argument(template: str) -> str:
    """What is shown of a template that is a piece of the sentence."""
    name, _, rest = template.partition("|")
    name = name.strip().lower()
    unnamed = [_NUMBERED.sub("", part, count=1) for part in rest.split("|") if not _NAMED.match(part)]
    if name.startswith("lang"):
        del unnamed[:1]  # the language
    return unnamed[_KEPT[name]].strip() if unnamed else ""


def _inline(text: str) -> str:
    if "[" in text:
        text = _EXTERNAL.sub(r"\1", text)
    if "<" in text:
        text = _TAG.sub("", _BLOCK.sub("\n", _BREAK.sub(" ", text)))
    if "__" in text:
        text = _SWITCH.sub("", text)
    return text


def _lines(text: str) -> list[str]:
    paragraphs = []
    for raw in text.split("\n"):
        line = raw.strip()
        if not line or line[0] == "|" or (line[0] == "=" and line[-1] == "="):  # left of a table, or a heading
            continue
        if line[0] in "*#:;":
            line = line.lstrip("*#:; \t")
        if "''" in line:
            line = _without_quotes(line)
        if "(" in line:
            line = _BRACKET_START.sub("(", _EMPTY_BRACKETS.sub("", line))
        if "&" in line:
            line = _ENTITY.sub(_character, line)
        if "  " in line:
            line = _SPACES.sub(" ", line)
        line = line.strip()
        if _WORD.search(line):
            paragraphs.append(line)
    return paragraphs


def _character(entity: re.Match[str]) -> str:
    character = html.unescape(entity[0])
    return " " if character in ("\n", "\r") else character


def _without_quotes(line: str) -> str:
    """Without bold and italics, told from apostrophes as MediaWiki does.

    Two quotes are italics, three bold, five both; of four, or more than five, the first are apostrophes. Where neither
    bold nor italics would be closed, one bold is an apostrophe with italics: the first after a single letter, else
    after a longer word, else after a space.
    """
    parts = _QUOTES.split(line)
    bold = italics = 0
    after_letter = after_word = after_space = -1
    for i in range(1, len(parts), 2):
        length = len(parts[i])
        extra = 1 if length == 4 else max(length - 5, 0)
        parts[i - 1] += "'" * extra
        length -= extra
        bold += length != 2
        italics += length != 3
        parts[i] = ""
        if length == 3:
            before = parts[i - 1]
            if before.endswith(" "):
                after_space = i if after_space < 0 else after_space
            elif before[-2:-1] == " " or len(before) == 1:
                after_letter = i if after_letter < 0 else after_letter
            else:
                after_word = i if after_word < 0 else after_word
    if bold % 2 and italics % 2:
        chosen = next((i for i in (after_letter, after_word, after_space) if i >= 0), None)
        if chosen is not None:
            parts[chosen] = "'"
    return "".join(parts)
