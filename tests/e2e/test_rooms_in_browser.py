"""The picture of the rooms in a real browser: every text is in its place, whatever the docstrings say."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Browser
from tools.draw_rooms import TARGET

pytestmark = pytest.mark.browser
BOXES = """selector => [...document.querySelectorAll(selector)].map(each => {
  const box = each.getBoundingClientRect(), room = each.closest('g')?.querySelector('rect').getBoundingClientRect();
  return {text: each.textContent, box, within: room ?? document.documentElement.getBoundingClientRect()};
})"""


def test_no_text_leaves_its_room_or_meets_another(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1000, "height": 1200})
    page.goto(TARGET.as_uri())
    texts = page.evaluate(BOXES, "text")
    page.close()
    assert len(texts) > 40
    for each in texts:
        box, within = each["box"], each["within"]
        assert within["left"] < box["left"] < box["right"] < within["right"], each["text"]
        assert within["top"] < box["top"] < box["bottom"] < within["bottom"], each["text"]
    for one, other in combinations(texts, 2):
        a, b = one["box"], other["box"]
        beside = a["right"] <= b["left"] or b["right"] <= a["left"]
        above = a["bottom"] <= b["top"] + 2 or b["bottom"] <= a["top"] + 2  # lines of one text may share a pixel or two
        assert beside or above, (one["text"], other["text"])
