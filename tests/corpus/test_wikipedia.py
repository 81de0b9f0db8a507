"""Wikipedia dumps: which pages are articles, and what is known of them."""

from __future__ import annotations

import bz2
import importlib.util
import itertools
import re
from pathlib import Path

import pytest

from tests.corpus.files import documents, dump, page, put, read_with_notices, texts
from weatherglass.corpus import wikipedia
from weatherglass.corpus.documents import format_of, is_sentences, read
from weatherglass.errors import FormatError

SITE = (
    "<sitename>Wikipedia</sitename><dbname>dewiki</dbname><namespaces>"
    '<namespace key="0" /><namespace key="6" case="first-letter">Aktenstück</namespace>'
    '<namespace key="10">Vorlage</namespace></namespaces>'
)


def test_articles_only(tmp_path: Path) -> None:
    pages = [
        page("Ein [[Haus]].", title="Haus", number=1),
        page("Diskussion", number=2, ns=1),
        page("#OHJAUS [[Haus]]", number=3, extra='<redirect title="Haus" />'),
        page("#Weiterleitung [[Haus]]", number=4),
        page("{{Vorlage}}", number=5),
        page("#erstens [[Haus]]", number=6),
        page("[[Aktenstück:x.jpg|Bild]] Text", number=7),
    ]
    path = put(tmp_path, "dewiki.xml", dump(pages, SITE))
    assert format_of(path) == "wikipedia"
    assert not is_sentences("wikipedia")
    found, notices = read_with_notices(path)
    assert found[0] == (
        "dewiki.xml, page 1",
        {"source": "dewiki", "id": "1", "title": "Haus", "date": "2020-01-02T00:00:00Z"},
        ["Ein Haus."],
    )
    assert [(name, paragraphs) for name, _, paragraphs in found[1:]] == [
        ("dewiki.xml, page 6", ["erstens Haus"]),
        ("dewiki.xml, page 7", ["Text"]),
    ]
    assert notices == {"empty-documents": "1 document without text left out (dewiki.xml, page 5)."}


def test_the_last_revision_counts(tmp_path: Path) -> None:
    revision = "<revision><timestamp>{0}</timestamp><text>Stand {0}</text></revision>"
    inside = "".join(revision.format(year) for year in (2001, 2002, 2003))
    path = put(tmp_path, "a.xml", dump([f"<page><title>T</title><ns>0</ns><id>1</id>{inside}</page>"]))
    assert [(fields["date"], text) for _, fields, text in documents(read(path))] == [("2003", ["Stand 2003"])]


def test_many_streams_as_multistream_dumps_have(tmp_path: Path) -> None:
    pages = [page(f"Artikel {i}", number=i) for i in range(1, 8)]
    whole = dump(pages)
    cuts = [0, *(whole.index(p) for p in pages), whole.index("</mediawiki>"), len(whole)]
    streams = [bz2.compress(whole[a:b].encode()) for a, b in itertools.pairwise(cuts)]
    path = put(tmp_path, "dewiki-pages-articles-multistream.xml.bz2", b"".join(streams))
    assert texts(path) == [[f"Artikel {i}"] for i in range(1, 8)]
    put(tmp_path, path.name, b"".join(streams[:-1]))
    with pytest.raises(FormatError, match=r"not well-formed XML: no element found.*cut short"):
        texts(path)
    put(tmp_path, path.name, b"".join(streams)[:-5])
    with pytest.raises(FormatError, match="bz2 data is cut short"):
        texts(path)


def test_pages_that_are_too_long_or_no_wikitext(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wikipedia, "LONGEST_PAGE", 1000)
    pages = [
        page("Gut.", number=1),
        page("lang " * 500, number=2),
        page("{}", number=3).replace("<model>wikitext", "<model>json"),
        page("Auch gut.", number=4),
    ]
    found, notices = read_with_notices(put(tmp_path, "a.xml", dump(pages)))
    assert [paragraphs for _, _, paragraphs in found] == [["Gut."], ["Auch gut."]]
    assert notices["long-pages"] == "1 page left out: longer than any wiki allows (page 2)."
    assert notices["other-models"].startswith("1 page left out")


def test_a_dump_without_articles(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds no text"):
        texts(put(tmp_path, "a.xml", dump([page("x", ns=10)])))


def test_a_piece_of_the_real_wikipedia() -> None:
    """Gensim ships the beginning of a dump of the English Wikipedia of 2016."""
    spec = importlib.util.find_spec("gensim")
    if spec is None or spec.origin is None:
        pytest.skip("gensim is not installed")
    name = "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"
    path = Path(spec.origin).parent / "test" / "test_data" / name
    if not path.is_file():
        pytest.skip("this gensim comes without its test data")
    data = bz2.decompress(path.read_bytes()).decode()
    pages = [p for p in data.split("<page>")[1:] if "<ns>0</ns>" in p and "<redirect" not in p]
    found = documents(read(path))
    assert [fields["id"] for _, fields, _ in found] == [re.findall(r"<id>(\d+)</id>", p)[0] for p in pages]
    assert all(fields["source"] == "enwiki" for _, fields, _ in found)
    anarchism = found[0][2]
    assert anarchism[0].startswith(
        "Anarchism is a political philosophy that advocates self-governed societies based on voluntary institutions."
    )
    paragraphs = [paragraph for _, _, text in found for paragraph in text]
    marked = [p for p in paragraphs if re.search(r"\[\[|\]\]|\{\{|\}\}|'''|\{\||</?\w+ ?/?>|&\w+;", p)]
    assert len(paragraphs) > 9000
    assert len(marked) < 0.001 * len(paragraphs)
