"""The commands about texts: `corpus build` and `corpus info`, and the options that choose a part of a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from weatherglass.cli.options import LANGUAGES, AsJson, Force, app
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_json, print_notes, table
from weatherglass.errors import SpecError
from weatherglass.progress import phase

if TYPE_CHECKING:
    from weatherglass.corpus.corpus import Corpus, Counts
    from weatherglass.corpus.info import CorpusInfo, Spread, Tested
    from weatherglass.words.query import Query

corpus_app = typer.Typer(help="Clean texts once into an encoded corpus, and see what it holds.", no_args_is_help=True)
app.add_typer(corpus_app, name="corpus")
UNITS = {
    "cleaning": ("MB of input", 1e6),
    "counting": ("million words", 1e6),
    "learning": ("million", 1e6),
}


LineKind = Literal["sentence", "paragraph", "document"]


EncodedOrTexts = Annotated[
    str,  # a Path would make s3:/ of s3://
    typer.Argument(metavar="CORPUS", help="An encoded corpus, also as a URL (s3://…), or texts (with --lang)."),
]
CorpusLang = Annotated[
    str | None, typer.Option("--lang", metavar="xx", help=f"Language of the texts: {LANGUAGES}. Texts need it.")
]
Share = Annotated[
    float | None, typer.Option("--share", min=0, max=1, help="Only a random share of the sentences, drawn with --seed.")
]
From = Annotated[str | None, typer.Option("--from", metavar="DATE", help="Only documents from this date on (1998).")]
Until = Annotated[str | None, typer.Option("--to", metavar="DATE", help="Only documents up to this date (2005-06).")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="FIELD=VALUE", help="Only documents whose field has this value. Repeatable."),
]


@corpus_app.command()
def build(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="IN",
            help="Text, JSON lines, TEI, Leipzig sentences, a Wikipedia dump, or a folder of them; also gz, bz2, xz, zst.",
        ),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="Folder of the encoded corpus, to be made.")],
    lang: Annotated[
        str, typer.Option("--lang", metavar="xx", help=f"Language of the texts: {LANGUAGES}, or any code.")
    ],
    add: Annotated[
        list[str] | None, typer.Option("--with", metavar="STEP", help="A further step of cleaning. Repeatable.")
    ] = None,
    leave_out: Annotated[
        list[str] | None, typer.Option("--without", metavar="STEP", help="A step to leave out. Repeatable.")
    ] = None,
    split: Annotated[
        bool | None,
        typer.Option("--split/--no-split", help="Split paragraphs into sentences; by default unless a line is one."),
    ] = None,
    ngrams: Annotated[
        int, typer.Option(min=1, max=4, help="Join frequent phrases of up to so many words with _, as new_york.")
    ] = 1,
    input_format: Annotated[str | None, typer.Option("--format", help="Instead of recognising it.")] = None,
    lines: Annotated[LineKind, typer.Option(help="What a line of plain text is.")] = "paragraph",
    text_field: Annotated[str | None, typer.Option(help="Field of JSON lines with the text.")] = None,
    date_field: Annotated[str | None, typer.Option(help="Field with the date.")] = None,
    source_field: Annotated[str | None, typer.Option(help="Field with the source.")] = None,
    group_field: Annotated[str | None, typer.Option(help="Field with a group to compare by.")] = None,
    encoding: Annotated[str, typer.Option(help="Of the text.")] = "utf-8",
    replace: Annotated[
        bool, typer.Option("--replace-bad-bytes", help="Go on at bytes that are not in the encoding, and count them.")
    ] = False,
    threads: Annotated[int | None, typer.Option(min=1, help="All cores if left out; the result is the same.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Clean texts once and write them as numbers, for training and tracing."""
    from weatherglass.corpus.build import build_corpus
    from weatherglass.corpus.documents import Reading
    from weatherglass.corpus.info import describe_corpus

    with Progress(UNITS) as progress:
        corpus = build_corpus(
            source,
            out,
            language=lang,
            add=add or (),
            leave_out=leave_out or (),
            split=split,
            ngrams=ngrams,
            reading=Reading(
                format=input_format,
                lines=lines,
                text_field=text_field,
                date_field=date_field,
                source_field=source_field,
                group_field=group_field,
                encoding=encoding,
                errors="replace" if replace else "refuse",
            ),
            overwrite=force,
            threads=threads,
            progress=phase(progress, "cleaning"),
        )
    described = describe_corpus(corpus, _tests_of(corpus))
    if as_json:
        print_json(described.to_dict())
        return
    _print_counts(described)
    print_notes(described.notices, "note         ")
    print(f"\nCorpus: {out}  (more: weatherglass corpus info {out})")


@corpus_app.command()
def info(
    corpus: EncodedOrTexts,
    lang: CorpusLang = None,
    min_count: Annotated[int, typer.Option(min=1, help="Least count at which a word would be trained.")] = 5,
    share: Share = None,
    first: From = None,
    last: Until = None,
    where: Where = None,
    seed: Annotated[int, typer.Option(min=0, help="Of what is drawn.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Words, sentences, documents before and after cleaning; sources, dates; the share of each test's words."""
    from weatherglass.corpus.info import describe_corpus
    from weatherglass.corpus.open import opened

    with Progress(UNITS) as progress, opened(corpus, lang, progress) as whole:
        part = chosen_part(whole, share, first, last, where, seed)
        described = describe_corpus(part, _tests_of(part), min_count=min_count)
    if as_json:
        print_json(described.to_dict())
    else:
        _print_counts(described)
        _print_spreads(described)
        _print_tests(described.tests, min_count)
        print_notes(described.notices, "note         ")


def _tests_of(corpus: Corpus) -> Sequence[Query]:
    """Those of its language, if there are any."""
    from weatherglass.words import packs

    language = corpus.facts.language
    return packs.of_tests(language) if language in packs.languages() else ()


def chosen_part(
    corpus: Corpus, share: float | None, first: str | None, last: str | None, where: list[str] | None, seed: int
) -> Corpus:
    """The part of the corpus that the options choose."""
    for condition in where or ():
        field, equals, value = condition.partition("=")
        if not equals:
            raise SpecError(f"--where {condition}: give FIELD=VALUE, such as source=bbc.com")
        corpus = corpus.where(**{field: value})
    if first is not None or last is not None:
        corpus = corpus.between(first, last)
    return corpus if share is None else corpus.sample(share, seed=seed)


def _print_counts(d: CorpusInfo) -> None:
    print(f"{d.name}: '{d.language}', cleaned by {', '.join(d.cleaning) or 'nothing'}")
    for said in d.view:
        print(f"part         {said}")
    header = ("", "before", "after", "kept") if d.before else ("", "count")
    rows = [(name, *_before_after(d.before, d.after, name)) for name in ("words", "sentences", "documents")]
    print(table(header, rows, header[1:]))
    least = ", ".join(f"{words:,} occur at least {count}×" for count, words in d.vocabulary.items() if count > 1)
    print(f"vocabulary   {d.vocabulary[1]:,} different words; {least}")
    print("most often   " + ", ".join(d.most_frequent))


def _before_after(before: Counts | None, after: Counts, name: str) -> tuple[str, ...]:
    now = getattr(after, name)
    if before is None:
        return (f"{now:,}",)
    was = getattr(before, name)
    return f"{was:,}", f"{now:,}", f"{now / was:.2%}" if was else ""


def _print_spreads(d: CorpusInfo) -> None:
    spreads: dict[str, Spread | None] = {
        "words per sentence": d.sentence_words,
        "sentences per document": d.document_sentences,
        "sentences per source": d.source_sentences,
        "documents per source": d.source_documents,
    }
    for name, found in spreads.items():
        if found is None or found.things == 1:
            continue
        print(f"\n{name}: {found.least:,} to {found.most:,}, median {found.median:,.0f}, mean {found.mean:,.1f}")
        tallest = max(count for _low, _high, count in found.bins)
        for low, high, count in found.bins:
            if count:
                label = f"{low:,}" if low == high else f"{low:,}–{high:,}"
                print(f"{label:>17}  {count:>12,}  {'█' * round(40 * count / tallest) or '▏'}")
    if d.largest_sources:
        print(
            "\nlargest sources: "
            + ", ".join(f"{name} ({count:,} sentences)" for name, count in d.largest_sources.items())
        )
    if d.years:
        first, last = min(d.years), max(d.years)
        print(f"\ndates: {first} to {last}; sentences per year: " + ", ".join(f"{y} {n:,}" for y, n in d.years.items()))


def _print_tests(tests: tuple[Tested, ...], min_count: int) -> None:
    if not tests:
        return
    print(f"\nWords of the tests, at all and at least {min_count} times:")
    header = ("test", "asked", "found", f"≥{min_count}×", "share")
    rows = [
        (t.query, f"{t.asked}", f"{t.found}", f"{t.often_enough}", f"{t.often_enough / t.asked:.0%}") for t in tests
    ]
    remarks = [
        "; ".join(f"{what}: {', '.join(words)}" for what, words in (("missing", t.missing), ("rare", t.rare)) if words)
        for t in tests
    ]
    print(table(header, rows, header[1:], remarks))
