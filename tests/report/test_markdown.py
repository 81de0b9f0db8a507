"""Documents as Markdown, read by a parser of it: all of the page, in its order, and every word only a word."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.documented import ARABIC, HOSTILE, READ_THE_PICTURE, document, words_table
from tests.report.test_document import shown
from weatherglass.report.document import Document, Section
from weatherglass.report.markdown import LONGEST, markdown, text
from weatherglass.report.page import html
from weatherglass.wording.messages import Finding

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_UNSEEN = str.maketrans("", "", "\u2060\u2068\u2069")


def tokens(made: str) -> list[Token]:
    return [inner for token in PARSER.parse(made) for inner in (token, *(token.children or ()))]


def read(made: str) -> str:
    """What a reader sees, in one line."""
    seen = (token.content for token in tokens(made) if token.type in ("text", "code_inline", "fence"))
    return " ".join("".join(seen).translate(_UNSEEN).split())


@pytest.fixture(scope="module", params=["one", "several"])
def made(request: pytest.FixtureRequest) -> str:
    return markdown([document(), document(name="second")] if request.param == "several" else [document()])


def test_all_of_the_page_is_there(made: str) -> None:
    said = [
        "One test was run.", "A test: It stands apart.", f"The word {ARABIC} (+0.67) leads.", "This depends on the words chosen.", "No limit exceeded",
        f"1 of 3 words of {ARABIC}", "row 4", "Before all else.", f"The word {HOSTILE[0]} stands apart.",
        f"It leans: Each dot is a word such as {ARABIC}.", "−0.5 (95 % interval −1 to 0)", f"The words are {ARABIC} and others.",
        "Other sets: none as extreme", "All words", "Left out (9)", "A text to copy with ``` in it. # as it is",
        "A second section", "Nothing about people.", "We measured.", "It was done so.", "These words may hurt.",
        "missing: missing.", "twice as Twice", "counted once: twice.", "CC0", "weatherglass audit '```' --out x",
        "@article{caliskan2017,", "without an entry here: no-such-key.", "ab" * 32,
    ]  # fmt: skip
    seen = read(made)
    assert [each for each in said if each not in seen] == []
    assert "svg" not in made


def test_sections_come_in_the_order_of_the_page() -> None:
    order = ["Findings", "Warnings", "Results", "A", "What", "Methods", "Words", "Reproduce"]
    assert re.findall(r"^## (\w+)", markdown([document()]), re.MULTILINE) == order


def test_headings_go_down_step_by_step(made: str) -> None:
    levels = [int(token.tag[1]) for token in tokens(made) if token.type == "heading_open"]
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_have_a_cell_for_each_column_but_those_of_pictures() -> None:
    found = tokens(markdown([document(sections=(Section("a", "Words", tables=(words_table("Words"),)),), word_lists=(), verdict=None)]))  # fmt: skip
    assert [token.type for token in found].count("th_open") == 3
    assert [token.type for token in found].count("td_open") == 3 * len(HOSTILE)
    styles = [token.attrs.get("style") for token in found if token.type == "th_open"]
    assert styles == [None, None, "text-align:right"]


def test_how_to_read_pictures_is_not_said_where_they_are_left_out() -> None:
    assert READ_THE_PICTURE not in read(markdown([document()]))
    assert f"{READ_THE_PICTURE} The words are" in shown(html([document()]))


def test_words_are_only_words(made: str) -> None:
    assert {token.type for token in tokens(made)} <= {
        "heading_open", "heading_close", "paragraph_open", "paragraph_close", "inline", "text", "fence", "code_inline",
        "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close", "strong_open", "strong_close",
        "table_open", "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close",
        "th_open", "th_close", "td_open", "td_close",
    }  # fmt: skip
    seen = read(made)
    assert [word for word in HOSTILE if shown(word) not in seen] == []
    assert not set("\u202e\u2066") & set(made)


@given(st.text())
@example("1. x")
@example("12) x")
@example("---")
@example("- - -")
@example("===")
@example("+ x")
@example("    code")
@example("a\n\n# b")
@example("| a | b |\n|---|---|")
@example("[a]: http://b 'c'")
@example("&lt;b&gt; &#64;")
@example("a\\")
@example("<!-- -->")
@example("~~~")
def test_any_text_is_one_paragraph_that_says_it(given: str) -> None:
    made = text(given)
    expected = " ".join(given.split())
    kinds = [token.type for token in tokens(made)]
    if not expected:
        assert made == ""
        return
    assert [kind for kind in kinds if kind not in ("text", "text_special")] == [
        "paragraph_open",
        "inline",
        "paragraph_close",
    ]
    turned = re.sub("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", lambda c: f"⟨U+{ord(c[0]):04X}⟩", expected)
    assert read(made) == " ".join(turned.replace("\x00", "\ufffd").translate(_UNSEEN).split())
    item, cell = f"- {made}", f"| a |\n| --- |\n| {made} |"
    assert [token.type for token in tokens(item)].count("list_item_open") == 1
    assert [token.type for token in tokens(cell)].count("td_open") == 1


@pytest.mark.parametrize("word", ["@team", "#12", "GH-12", "https://x.org", "www.x.org", ":smile:", "a@b.org"])
def test_nobody_is_called_and_nothing_is_linked(word: str) -> None:
    """GitHub looks for these in what is left of a text, whatever is escaped: a joiner without width breaks them."""
    assert word not in text(word).replace("\\", "")
    assert read(text(word)) == word


@settings(max_examples=30, deadline=None)
@given(st.text(), st.text(min_size=1).filter(str.strip))
def test_names_in_a_finding_are_bold(before: str, name: str) -> None:
    finding = Finding(((f"x{before}", False), (name, True), ("x", False)))
    found = tokens(markdown([Document(kind="audit", name="x", identity=(), findings=(finding,))]))
    kinds = [token.type for token in found]
    start, end = kinds.index("strong_open"), kinds.index("strong_close")
    bold = "".join(token.content for token in found[start:end]).translate(_UNSEEN)
    assert "".join(bold.split()) == "".join(read(text(name)).split())


def test_a_fence_is_longer_than_any_within() -> None:
    made = markdown([document(command="a ````` b")])
    assert "``````sh\na ````` b\n``````" in made


def test_what_is_brief_has_the_findings_and_the_first_tables() -> None:
    made = markdown([document()], "A title", brief=True)
    seen = read(made)
    assert made.startswith("# A title\n")
    for said in (f"The word {ARABIC} (+0.67) leads.", "No limit exceeded", "zero", "(5 cases)", "own"):
        assert said in seen
    for left_out in ("row 4", "Before all else.", "We measured.", "@article", "--out x"):
        assert left_out not in seen


def test_what_is_brief_fits_into_a_comment_and_says_that_it_was_cut() -> None:
    tables = tuple(Section(f"s{i}", f"Section {i}", tables=(words_table("Words", 100),)) for i in range(60))
    made = markdown([document(sections=tables)], brief=True)
    assert len(made) < LONGEST + 100 < 65_536
    assert "and 60 more rows" in made
    assert made.endswith("There is more: the whole report has it.\n")
    assert "There is more" not in markdown([document()], brief=True)
