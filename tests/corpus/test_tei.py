"""TEI: which text is read, which is not, and what the header says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.files import documents, put, read_with_notices, tei, texts
from weatherglass.corpus.documents import Reading, format_of, read
from weatherglass.corpus.parts import PART
from weatherglass.errors import FormatError

# In the manner of the novels of ELTeC: the date that counts is that of the first edition.
NOVEL = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-model href="eltec-1.rng"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="FRA00101" xml:lang="fr">
 <teiHeader>
  <fileDesc>
   <titleStmt>
    <title>Mon Village : édition ELTeC</title><title>Autre titre</title>
    <author ref="viaf:64000638">Adam,
       Juliette</author><author>Lamber</author>
   </titleStmt>
   <publicationStmt><p>Pas ceci.</p><date>2019</date></publicationStmt>
   <sourceDesc>
    <bibl type="printSource"><title>Non</title><author>Non</author><date>1869</date></bibl>
    <bibl type="firstEdition"><date>1860</date></bibl>
    <bibl type="digitalSource"><date>2001</date></bibl>
   </sourceDesc>
  </fileDesc>
 </teiHeader>
 <text>
  <front><div><p>Pas la préface.</p></div></front>
  <body>
   <div type="chapter">
    <head>I</head>
    <p>Depuis un nombre <hi rend="i">innombrable</hi>
      d'hivers<note place="foot">pas ceci <p>ni cela</p></note>, c'est<pb n="2"/>dans la mai<lb break="no"/>son.</p>
    <fw>En-tête</fw>
    <lg><l>Premier vers,</l><l>second vers.</l></lg>
    <p>Il dit : <q>Voici <list><item>un</item><item>deux</item></list> enfin</q></p>
    <p><choice><sic>fotte</sic><corr>faute</corr></choice> et <choice><abbr>Mme</abbr><expan>Madame</expan></choice>
       <app><lem>leçon</lem><rdg>variante</rdg></app><del>rayé</del></p>
    <figure><head>Légende</head><p>non</p></figure>
    <ab>Fin&#160;!</ab>
    <p/> <p>  </p>
   </div>
  </body>
  <back><p>Pas l'annexe.</p></back>
 </text>
</TEI>
"""
PARAGRAPHS = [
    "I", "Depuis un nombre innombrable d'hivers, c'est dans la maison.", "Premier vers,", "second vers.",
    "Il dit : Voici", "un", "deux", "enfin", "faute et Madame leçon", "Fin\xa0!",
]  # fmt: skip


@pytest.mark.parametrize("prefix", ["", "tei:"])
def test_a_novel(prefix: str, tmp_path: Path) -> None:
    data = NOVEL
    if prefix:  # the same names with a prefix
        start, end = data.index("<TEI"), len(data)
        body = data[start:end].replace("</", "\0").replace("<", "<tei:").replace("\0", "</tei:")
        data = data[:start] + body.replace('xmlns="', 'xmlns:tei="')
    path = put(tmp_path, "a.xml", data)
    assert format_of(path) == "tei"
    fields = {
        "source": "a.xml", "id": "FRA00101", "title": "Mon Village : édition ELTeC", "author": "Adam, Juliette; Lamber",
        "date": "1860",
    }  # fmt: skip
    assert documents(read(path)) == [("a.xml", fields, PARAGRAPHS)]


@pytest.mark.parametrize(
    ("header", "date"),
    [
        ("<publicationStmt><date when='2019-02-03'>heute</date></publicationStmt>", "2019-02-03"),
        ("<publicationStmt><date>2019</date></publicationStmt><sourceDesc><date>1900</date></sourceDesc>", "1900"),
        ("<sourceDesc><date>1900</date><date>1901</date></sourceDesc><creation><date when='1850'/></creation>", "1850"),
        ("<sourceDesc><date> </date><date from='1901' to='1902'/></sourceDesc>", "1901"),
        ("<fileDesc/>", None),
    ],
)
def test_dates(header: str, date: str | None, tmp_path: Path) -> None:
    ((_, fields, _),) = documents(read(put(tmp_path, "a.xml", tei("<p>x</p>", header))))
    assert fields.get("date") == date


def test_utterances_of_a_parliament(tmp_path: Path) -> None:
    body = (
        "<div><note>Beifall</note><u who='#a'><seg>Meine <seg>Damen</seg> und Herren.</seg> <seg>Danke.</seg></u></div>"
    )
    assert texts(put(tmp_path, "a.xml", tei(body))) == [["Meine Damen und Herren.", "Danke."]]
    assert texts(put(tmp_path, "a.xml", tei("<p>Ein <seg>Teil</seg> davon</p><u>Nur so.</u>"))) == [
        ["Ein Teil davon", "Nur so."]
    ]


def test_several_texts_in_one_file(tmp_path: Path) -> None:
    header = "<fileDesc><titleStmt><title>{}</title></titleStmt></fileDesc>"
    inside = [tei(f"<p>Text {i}</p>" * (i != 2), header.format(f"T{i}")) for i in (1, 2, 3)]
    outer = f"<teiHeader>{header.format('Alle')}</teiHeader>"
    found, notices = read_with_notices(put(tmp_path, "a.xml", f"<teiCorpus>{outer}{''.join(inside)}</teiCorpus>"))
    assert found == [
        ("a.xml, text 1", {"source": "a.xml", "title": "T1"}, ["Text 1"]),
        ("a.xml, text 3", {"source": "a.xml", "title": "T3"}, ["Text 3"]),
    ]
    assert notices["empty-documents"] == "1 document without text left out (a.xml, text 2)."


def test_old_tei_with_a_document_type_and_names_of_characters(tmp_path: Path) -> None:
    data = '<!DOCTYPE TEI.2 SYSTEM "tei2.dtd"><TEI.2><teiHeader/><text><body><p>&eacute;t&eacute;&nbsp;!</p></body></text></TEI.2>'
    assert texts(put(tmp_path, "a.xml", data)) == [["été\xa0!"]]
    with pytest.raises(FormatError, match="the entity 'nonsense', which is not known"):
        texts(put(tmp_path, "a.xml", data.replace("eacute", "nonsense")))


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "utf-16", "gb2312", "utf-8"])
def test_the_encoding_a_file_declares(encoding: str, tmp_path: Path) -> None:
    word = "été" if encoding != "gb2312" else "中文"
    data = f'<?xml version="1.0" encoding="{encoding}"?>{tei(f"<p>{word}</p>")}'.encode(encoding)
    assert texts(put(tmp_path, "a.xml", data)) == [[word]]
    undeclared = tei(f"<p>{word}</p>").encode(encoding)
    assert texts(put(tmp_path, "a.xml", undeclared), Reading(encoding=encoding)) == [[word]]


def test_wrong_bytes(tmp_path: Path) -> None:
    path = put(tmp_path, "a.xml", tei("<p>\nM\xe4nner</p>").encode("latin-1"))
    with pytest.raises(FormatError, match=r"line 2: .*invalid token.*errors='replace'"):
        texts(path)
    found, notices = read_with_notices(path, Reading(errors="replace"))
    assert found[0][2] == ["M�nner"]
    assert notices["replaced-bytes"].startswith("1 line ")


def test_long_texts_come_in_parts(tmp_path: Path) -> None:
    paragraphs = [f"Satz {i} " + "und noch einer " * 100 for i in range(2000)]
    path = put(tmp_path, "a.xml", tei("".join(f"<p>{p}</p>\n" for p in paragraphs)))
    parts = list(read(path))
    assert len(parts) > 2
    assert len({id(part.about) for part in parts}) == 1
    assert max(sum(map(len, part.paragraphs)) for part in parts) <= PART
    assert [p for part in parts for p in part.paragraphs] == [p.strip() for p in paragraphs]


@pytest.mark.parametrize("inline", ["", "<hi>x</hi> "])
def test_a_paragraph_without_end_is_cut(inline: str, tmp_path: Path) -> None:
    words = " ".join(f"{i}" for i in range(600_000)) + " " + inline
    path = put(tmp_path, "a.xml", tei(f"<p>{words}</p><p>Ende</p>"))
    found, notices = read_with_notices(path)
    assert " ".join(found[0][2]).split() == (words.replace("<hi>", "").replace("</hi>", "") + " Ende").split()
    assert notices["long-paragraphs"].startswith("1 paragraph ")
    assert max(sum(map(len, part.paragraphs)) for part in read(path)) <= PART


# Damage


def test_malformed_xml_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="not well-formed XML: mismatched tag") as caught:
        texts(put(tmp_path, "a.xml", tei("<p>eins</p>\n<p>zwei</q>\n")))
    assert caught.value.line == 2


def test_every_cut_is_an_error(tmp_path: Path) -> None:
    data = tei("<p>Männer</p>\n<p>Frauen<note>x</note></p>")
    for end in range(len(data.encode()) - 1, 4, -1):
        with pytest.raises(FormatError, match="not well-formed XML"):
            texts(put(tmp_path, "a.xml", data.encode()[:end]), Reading(format="tei"))


BOMBS = {
    "laughs": '<!DOCTYPE TEI [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + tei("<p>&b;</p>"),
    "long": f'<!DOCTYPE TEI [<!ENTITY a "{"a" * 1000}">]>' + tei(f"<p>{'&a;' * 100}</p>"),
    "parameter": "<!DOCTYPE TEI [<!ENTITY % a \"<!ENTITY b 'c'>\"> %a;]>" + tei("<p>&b;</p>"),
    "file": '<!DOCTYPE TEI [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + tei("<p>&a;</p>"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_entities_are_refused(bomb: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="declares the entity 'a'; refused"):
        texts(put(tmp_path, "a.xml", BOMBS[bomb]))


def test_a_tag_without_end(tmp_path: Path) -> None:
    path = put(tmp_path, "a.xml", b"<TEI><text><body><p " + b"a" * (40 << 20))
    with pytest.raises(FormatError, match="a tag or comment is longer than 16 MB"):
        texts(path)


def test_deep_nesting(tmp_path: Path) -> None:
    assert texts(put(tmp_path, "a.xml", tei("<p>" + "<q>" * 200_000 + "x" + "</q>" * 200_000 + "</p>"))) == [["x"]]


@pytest.mark.parametrize("data", ['<?xml version="1.0"?><root><p>x</p></root>', "<!DOCTYPE html><html><p>x</p></html>"])
def test_other_xml(data: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"neither TEI nor a Wikipedia dump: its outermost element is <(root|html)>"):
        texts(put(tmp_path, "a.txt", data))


def test_text_that_only_begins_like_xml(tmp_path: Path) -> None:
    assert texts(put(tmp_path, "a.txt", "<s> ein Satz\n<3 zwei\n")) == [["<s> ein Satz", "<3 zwei"]]
