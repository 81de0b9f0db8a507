"""Looking at pictures as data: well-formed, nothing outside, texts apart."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations

from markupsafe import Markup

from weatherglass.plot.axes import WIDEST


def drawn(picture: Markup) -> ET.Element:
    """Well-formed, spoken, of a readable width, every shape finite, of a size, and within the picture."""
    root = ET.fromstring(picture)
    assert root.attrib["role"] == "img"
    assert root.findtext("title")
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert width <= WIDEST + 60
    for element in root.iter():
        assert "style" not in element.attrib
        assert not any("nan" in value or "inf" in value.split() for value in element.attrib.values()), element.attrib
        for x, y in _corners(element):
            assert -1 <= x <= width + 1, (element.tag, element.attrib)
            assert -1 <= y <= height + 1, (element.tag, element.attrib)
    return root


def _corners(element: ET.Element) -> list[tuple[float, float]]:
    if element.tag == "text" and "x" in element.attrib:  # one that is turned has none
        left, right, y = extent(element)
        return [(left, y), (right, y)]
    at = {name: float(element.attrib[name]) for name in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height") if name in element.attrib}  # fmt: skip
    if element.tag == "line":
        return [(at["x1"], at["y1"]), (at["x2"], at["y2"])]
    if element.tag == "circle":
        return [(at["cx"], at["cy"])]
    if element.tag == "rect":
        assert at["width"] >= 0
        assert at["height"] >= 0
        return [(at["x"], at["y"]), (at["x"] + at["width"], at["y"] + at["height"])]
    if element.tag in ("polyline", "polygon"):
        pairs = [point.split(",") for point in element.attrib["points"].split()]
        return [(float(x), float(y)) for x, y in pairs]
    return []


def extent(element: ET.Element) -> tuple[float, float, float]:
    """Left and right end of a text, roughly, and its base line."""
    x, y, size = (float(element.attrib[name]) for name in ("x", "y", "font-size"))
    width = 0.5 * size * len(element.text or "")
    start = {"start": x, "middle": x - width / 2, "end": x - width}[element.attrib["text-anchor"]]
    return start, start + width, y


def covering(texts: list[ET.Element]) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other."""
    found = []
    for one, other in combinations(texts, 2):
        (left, right, y), (also_left, also_right, also_y) = extent(one), extent(other)
        size = min(float(each.attrib["font-size"]) for each in (one, other))
        if abs(y - also_y) < 0.8 * size and left < also_right and also_left < right:
            found.append((one.text or "", other.text or ""))
    return found


def all_texts(root: ET.Element) -> list[ET.Element]:
    return list(root.iter("text"))


def said(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter("text")]


def titles(root: ET.Element) -> list[str]:
    """What is said when pointed at; the first is the picture's own."""
    return [element.text or "" for element in root.iter("title")]
