"""A figure's SVG made ready for a page: small, in the page's colours, and with nothing that reaches beyond it.

Styles become attributes, so that they survive viewers that strip styles; names are made unique to the figure; black and white become
the colours of the page; numbers are rounded to tenths of a point. Text stays text.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from itertools import groupby
from xml.etree import ElementTree as Tree

from markupsafe import Markup

from weatherglass.wording.messages import runs_right_to_left

_SVG, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+\.\d+")
_LETTER = re.compile(" ?([A-Za-z]) ?")  # of a path, with the space about it
_USES = re.compile(r"url\(#([^)]+)\)")
_TEXT = re.compile(r'<text style="([^"]*)"([^>]*)>([^<]*)</text>')
_SIGNED = re.compile(
    r"(?<=[ (])([+−]\d[\d.]*)"
)  # not at the beginning, whose direction decides where a text is anchored
RIGHT_TO_LEFT_MARK = "\u200f"  # makes a line run from right to left whatever it begins with
_FONTS = "DejaVu Sans, Verdana, system-ui, sans-serif"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")  # letters of scripts that do
FORMATS = ("svg", "pdf", "png")  # that figures are written in
_USUAL = {"stroke-linejoin": "round", "stroke-linecap": "butt"}  # said once, for the whole figure
_SHARED = {"clip-path", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "stroke-dashoffset", "font-size", "text-anchor", "opacity", "fill-opacity", "stroke-opacity"}  # fmt: skip
_OF_THE_PAGE = {
    "#000000": "currentColor",
    "black": "currentColor",
    "#ffffff": "var(--back, #fff)",
}  # hollow marks stay so in the dark
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def well_formed(svg: str) -> str:
    """With the characters that XML has no place for, which words may hold, replaced by the sign for such."""
    return _NOT_XML.sub("\ufffd", svg)


def turned(svg: str) -> str:
    """The SVG of matplotlib with texts in their direction: that of their first letter, or of the language where they hold letters of it."""
    return _TEXT.sub(lambda found: _in_its_direction(*found.groups()), svg)


def _in_its_direction(style: str, more: str, text: str) -> str:
    if _from_right_to_left(unescape(text)):
        at_start = "text-anchor: end" not in style and "text-anchor: middle" not in style
        style = style.replace("; text-anchor: end", "")  # its end is at the left now
        style += f"{'; text-anchor: end' if at_start else ''}; direction: rtl"
        text = _SIGNED.sub(r'<tspan direction="ltr" unicode-bidi="isolate">\1</tspan>', text)  # else signs come after
    return f'<text style="{style}"{more}>{text.replace(RIGHT_TO_LEFT_MARK, "")}</text>'


def _from_right_to_left(text: str) -> bool:
    if runs_right_to_left() and _RIGHT_TO_LEFT.search(text):
        return True
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def for_page(svg: str, said: str) -> Markup:
    """The SVG of matplotlib as one element of a page; `said` is what a reader that speaks says of it."""
    root = Tree.fromstring(svg)  # noqa: S314  (written by matplotlib from texts that it escaped)
    _without(root, lambda each: each.tag == f"{_SVG}style" or each.tag.endswith("metadata"))
    _without(root, _draws_nothing)
    names = dict(_names(root, hashlib.sha256(f"{said}{svg}".encode()).hexdigest()[:4]))
    for each in root.iter():
        _attributes(each, names)
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    inside = "".join(_written(each) for each in root)
    title = Tree.Element("title")
    title.text = said
    return Markup(
        f'<svg role="img" viewBox="0 0 {width:g} {height:g}" width="{width * 4 / 3:.0f}" height="{height * 4 / 3:.0f}" direction="ltr" '
        f'font-family="{_FONTS}" fill="currentColor" stroke-linejoin="round" stroke-linecap="butt">{_written(title)}{inside}</svg>'
    )


def _without(root: Tree.Element, unwanted: Callable[[Tree.Element], bool]) -> None:
    for parent in list(root.iter()):
        for child in [each for each in parent if unwanted(each)]:
            parent.remove(child)


def _draws_nothing(each: Tree.Element) -> bool:
    """The white ground of a figure or of axes."""
    style = each.get("style", "")
    return each.tag == f"{_SVG}path" and style.replace(" ", "") in ("fill:#ffffff", "fill:none", "fill:none;opacity:0")


def _names(root: Tree.Element, salt: str) -> Iterator[tuple[str, str]]:
    """New names for what is referred to."""
    used = {link.removeprefix("#") for each in root.iter() if (link := each.get(_LINK))}
    for each in root.iter():
        for value in each.attrib.values():
            used.update(_USES.findall(value))
    for i, name in enumerate(sorted(used)):
        yield name, f"f{salt}{i}"


def _attributes(each: Tree.Element, names: dict[str, str]) -> None:
    given = dict(each.attrib)
    each.attrib.clear()
    for name, value in given.items():
        if name == "style":
            each.attrib.update(_styled(value, names))
        elif name == "id":
            if value in names:
                each.set("id", names[value])
        elif name == _LINK:
            each.set("href", f"#{names[value.removeprefix('#')]}")
        elif name == "transform" and value.startswith("rotate(-0 "):
            continue
        elif name == "fill":
            each.set("fill", _OF_THE_PAGE.get(value, value))
        else:
            said = _short(_USES.sub(lambda found: f"url(#{names[found[1]]})", value))
            each.set(name, _LETTER.sub(r"\1", said) if name == "d" else said)


def _styled(style: str, names: dict[str, str]) -> dict[str, str]:
    """The attributes that say the same."""
    found = {}
    for part in style.split(";"):
        name, _, value = (each.strip() for each in part.partition(":"))
        if not name or name == "font-family" or _USUAL.get(name) == value:
            continue
        if name in ("fill", "stroke"):
            value = _OF_THE_PAGE.get(value, value)
        found[name] = _short(_USES.sub(lambda use: f"url(#{names[use[1]]})", value)).removesuffix("px")
    return found


def _short(value: str) -> str:
    """With rounded numbers and without spare space."""
    return " ".join(_NUMBER.sub(lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), value).split())


def _written(each: Tree.Element) -> str:
    """The element without name spaces; a group with nothing to say is only what is in it."""
    inside = "".join(_alike(list(alike)) for _, alike in groupby(each, key=_look))
    tag = each.tag.removeprefix(_SVG)
    if tag in ("g", "defs") and not inside:
        return ""
    if tag == "g" and not each.attrib:
        return inside
    text = _escaped(each.text or "") if tag in ("text", "tspan", "title") else ""
    opened = f"{tag}{_said(each.attrib)}"
    return f"<{opened}>{text}{inside}</{tag}>" if text or inside else f"<{opened}/>"


def _look(each: Tree.Element) -> tuple[str, tuple[tuple[str, str], ...]]:
    """What shapes beside each other may have in common, so that it is said once for all of them."""
    return each.tag, tuple((name, value) for name, value in each.attrib.items() if name in _SHARED)


def _alike(shapes: list[Tree.Element]) -> str:
    """Shapes of one look, within a group that has it where there are several."""
    tag, look = _look(shapes[0])
    if tag == f"{_SVG}tspan":
        return "".join(_written(each) + _escaped(each.tail or "") for each in shapes)
    if len(shapes) == 1 or not look or tag == f"{_SVG}g":
        return "".join(_written(each) for each in shapes)
    for each in shapes:
        for name, _ in look:
            del each.attrib[name]
    return f"<g{_said(dict(look))}>{''.join(_written(each) for each in shapes)}</g>"


def _said(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{_escaped(value)}"' for name, value in attributes.items())


def _escaped(text: str) -> str:
    return well_formed(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
