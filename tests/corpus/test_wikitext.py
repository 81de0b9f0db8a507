"""Wikitext: each kind of markup, by hand; and hostile pages, which must not take long."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.files import REPEATABLE
from weatherglass.corpus.wikitext import paragraphs_of_wikitext

CASES: dict[str, tuple[str, list[str]]] = {
    "paragraphs": ("Eins.\n\nZwei.\nDrei.", ["Eins.", "Zwei.", "Drei."]),
    "template": ("Vor {{Infobox|a=b}}nach.", ["Vor nach."]),
    "nested templates": ("{{A|{{B|{{C}}}}|x={{D}}}}Text", ["Text"]),
    "template over lines": ("{{Infobox\n| name = X\n| text = [[a|b]]\n}}\nText.", ["Text."]),
    "parameter": ("{{{1|}}}Text", ["}Text"]),
    "template that is text": ("das Wort {{lang|fr|maison}} und {{nowrap|5 km}}", ["das Wort maison und 5 km"]),
    "text template with names": ("{{lang|fr|2=maison|script=Latn}} x", ["maison x"]),
    "text template around a link": ("{{Lang|fr|[[Haus|maison]]}} x", ["maison x"]),
    "quote": ('{{"|Zitat|lang=fr}} sagt er', ["Zitat sagt er"]),
    "unclosed template": ("{{Offen\n| a = b\nText danach.", ["Offen", "Text danach."]),
    "stray ends": ("a }} b ]] c |} d", ["a b c d"]),
    "table": ('Vor\n{| class="x"\n|-\n! Kopf\n| Zelle || [[a]]\n|}\nnach', ["Vor", "nach"]),
    "nested tables": ("{|\n| a\n{|\n| b\n|}\n| c\n|}\nText", ["Text"]),
    "indented table": (":{|\n| a\n|}\nText", ["Text"]),
    "table in template": ("{{A|\n{|\n|a|}}\n|}\n}}Text", ["Text"]),
    "empty argument": ("{{A|b|}}Text{{A|}}", ["Text"]),
    "unclosed table": ("{|\n|-\n| a || b\nText", ["Text"]),
    "no table": ("Menge {|x| 3|} hier", ["Menge x| 3 hier"]),
    "link": ("[[Haus]] und [[Haus|das Haus]]", ["Haus und das Haus"]),
    "link with ending": ("[[Haus]]es [[Frau]]en", ["Hauses Frauen"]),
    "link to a section": ("[[#Teil|Teil]] [[A#B|C]]", ["Teil C"]),
    "link with empty label": ("[[Haus|]]", ["Haus"]),
    "shown category": ("siehe [[:Kategorie:Frau]] und [[:Datei:x.jpg|Bild]]", ["siehe Kategorie:Frau und Bild"]),
    "category": ("Text[[Kategorie:Frau]][[Category:Women|*]][[تصنيف:نساء]]", ["Text"]),
    "picture": ("[[Datei:x.jpg|mini|Eine [[Frau|Dame]] mit [[Hut]]]]Text", ["Text"]),
    "picture with template": ("[[File:x.jpg|thumb|{{lang|fr|x}} [http://a b]]]Text", ["Text"]),
    "interlanguage": ("Text[[en:House]][[zh-min-nan:Chhù]]", ["Text"]),
    "other wiki": ("[[wikt:Haus|Haus]] [[w:Haus|H]]", ["Haus H"]),
    "unclosed link": ("a [[Haus b\n\nText [[c]] d", ["a Haus b", "Text c d"]),
    "brackets over lines": ("a [[b\nc]] d", ["a b", "c d"]),
    "external link": ("[http://a.de/x?y=1&z Name] und [https://b.de] da", ["Name und da"]),
    "protocol relative": ("[//a.de Name]", ["Name"]),
    "no link": ("Feld [1] und [sic]", ["Feld [1] und [sic]"]),
    "bold and italics": ("'''Haus''' ist ''schön'' und '''''beides'''''", ["Haus ist schön und beides"]),
    "apostrophe before italics": ("dans l'''Iliade'' seule", ["dans l'Iliade seule"]),
    "apostrophe after italics": ("les ''Alpes''' et", ["les Alpes' et"]),
    "four quotes": ("''''Haus''' x", ["'Haus x"]),
    "apostrophe": ("l'eau d'Aix", ["l'eau d'Aix"]),
    "heading": ("== Titel ==\nText\n===Unter===", ["Text"]),
    "equation": ("= 5 ist gleich", ["= 5 ist gleich"]),
    "lists": ("* eins\n** zwei\n# drei\n; Wort\n: Sinn", ["eins", "zwei", "drei", "Wort", "Sinn"]),
    "rule": ("a\n----\nb", ["a", "b"]),
    "comment": ("a<!-- weg\n\nauch -->b", ["ab"]),
    "unclosed comment": ("a<!-- weg", ["a"]),
    "reference": ('a<ref>{{cite|x}}</ref> b<ref name="x/y" /> c<REF name=z>weg</REF >.', ["a b c."]),
    "unclosed reference": ("a<ref>b <ref>c", ["ab c"]),
    "references": ("Text\n<references>\n<ref>x</ref>\n</references>", ["Text"]),
    "math": ("Sei <math>x^{{2}}</math> klein", ["Sei klein"]),
    "gallery": ("<gallery>\nx.jpg|Bild\n</gallery>Text", ["Text"]),
    "code": ("<syntaxhighlight lang=py>x = [[1]]</syntaxhighlight>Text", ["Text"]),
    "nowiki": ("<nowiki>''[[a|b]]'' {{c}} <i></nowiki> d<nowiki/>e", ["''[[a|b]]'' {{c}} <i> de"]),
    "nowiki list": ("<nowiki>* kein Punkt</nowiki>", ["* kein Punkt"]),
    "nowiki entity": ("<nowiki>&nbsp;&amp;</nowiki>x", ["&nbsp;&amp;x"]),
    "tags": ("H<sub>2</sub>O <small>klein</small> <span style='a'>x</span>", ["H2O klein x"]),
    "break": ("a<br />b<br>c", ["a b c"]),
    "blocks": ("<div>a</div><p>b</p>c", ["a", "b", "c"]),
    "comparison": ("a < b und c > d", ["a < b und c > d"]),
    "entities": ("a&nbsp;b &amp; &lt;b&gt; &#65;&#x42; &unknown; AT&T;", ["a\xa0b & <b> AB &unknown; AT&T;"]),
    "entity of a line end": ("a&#10;b", ["a b"]),
    "switch": ("__NOTOC__Text__INHALTSVERZEICHNIS_ERZWINGEN__ a__b__c", ["Text a__b__c"]),
    "empty brackets": ("Berlin ({{IPA|x}}) ist ({{a}}; 1900)", ["Berlin ist (1900)"]),
    "no words": ("...\n{{a}}.\n—", []),
    "french": ("« Oui » ; {{citation|non}} !", ["« Oui » ; non !"]),
    "arabic": ("'''بيت''' هو [[منزل|بيتنا]] [[ملف:x.jpg|تصغير|صورة]]", ["بيت هو بيتنا"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_markup(case: str) -> None:
    text, expected = CASES[case]
    assert paragraphs_of_wikitext(text) == expected


@pytest.mark.parametrize(
    "unit",
    [
        "{{", "}}", "[[", "]]", "{|\n", "\n|}", "{{[[", "[[}}", "]]{{", "<ref>", "<ref", "<!--", "<nowiki>", "[http://a ",
        "'''", "''", "(", "( ,", "<", "&", "&#", "__A", "{{lang|a|", "{{lang|", "[[a|", "[[a:", ":", " ", "\n:", "{{{", "<b ",
        "= ", "[[[", "{{lang|x|[[a|", "]]]", "|", "{{\"|",
    ],
)  # fmt: skip
@pytest.mark.parametrize("closed", [False, True])
def test_hostile_pages_take_time_in_proportion(unit: str, closed: bool) -> None:
    """A quarter of a megabyte takes a second at most; anything quadratic would take a minute, or hours."""
    count = (1 << 18) // len(unit)
    text = unit * count
    if closed:
        text += "x" + unit.translate(str.maketrans("[{<(", "]}>)"))[::-1] * count
    began = time.process_time()
    paragraphs_of_wikitext(text)
    assert time.process_time() - began < 8


MEGABYTE = "x" * (1 << 20)
HEAVY = {
    "links": "[[" * 200_000 + MEGABYTE + "]]" * 200_000,
    "labels": "[[a|" * 200_000 + MEGABYTE + "]]" * 200_000,
    "templates": "{{lang|a|" * 200_000 + MEGABYTE + "}}" * 200_000,
    "addresses": "[http://" + MEGABYTE,
    "labels of addresses": "[http://a " + "b " * 500_000,
    "tag": "<b " + MEGABYTE,
    "spaces": " " * (1 << 20) + "x",
}


@pytest.mark.parametrize("name", HEAVY)
def test_much_text_within_hostile_marks(name: str) -> None:
    began = time.process_time()
    paragraphs_of_wikitext(HEAVY[name])
    assert time.process_time() - began < 8


@REPEATABLE
@given(
    st.lists(
        st.sampled_from(["{{", "}}", "[[", "]]", "{|", "|}", "\n", "|", "a", " ", "<ref>", "</ref>", "''", "Datei:"])
    )
)
def test_any_jumble_of_marks_gives_tidy_paragraphs(marks: list[str]) -> None:
    for paragraph in paragraphs_of_wikitext("".join(marks)):
        assert paragraph == paragraph.strip()
        assert "\n" not in paragraph
        assert "[[" not in paragraph
        assert "{{" not in paragraph
