"""The commands. Nothing heavy is imported before a command runs, so that --help is instant."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from weatherglass.cli.progress import Progress

if TYPE_CHECKING:
    from weatherglass.measure.audit import Audit

app = typer.Typer(
    name="weatherglass",
    help="Measure social bias in word embeddings, from vectors to a report one can defend.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Alternative(StrEnum):
    greater = "greater"
    less = "less"
    two_sided = "two-sided"


class Ties(StrEnum):
    inclusive = "inclusive"
    strict = "strict"


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
Pickle = Annotated[
    bool, typer.Option("--allow-pickle", help="Open gensim's own files, which can run code. Only if you trust them.")
]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="xx", help="Language of the tests: en, de, fr, ar. Guessed if left out.")
]
Packs = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="DIR", help="Folder with queries of your own. Repeatable.")
]


def _version(wanted: bool) -> None:
    if wanted:
        import weatherglass

        print(f"weatherglass {weatherglass.__version__}")
        raise typer.Exit


@app.callback()
def weatherglass_(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Shared options."""


@app.command()
def audit(
    vectors: Annotated[
        Path | None,
        typer.Argument(metavar="[VECTORS]", help="Any readable vectors file; without it, the sample that ships."),
    ] = None,
    lang: Lang = None,
    query: Annotated[
        list[str] | None,
        typer.Option(
            "--query",
            metavar="NAME|FILE",
            help="A test by name (en/weat7, 'de/gerard-*') or a file (.toml, .csv). Repeatable.",
        ),
    ] = None,
    pack: Packs = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for report.html and result.json.")
    ] = None,
    as_json: AsJson = False,
    force: Force = False,
    alternative: Annotated[Alternative, typer.Option(help="Which tail p counts.")] = Alternative.greater,
    ties: Annotated[Ties, typer.Option(help="Whether p counts partitions equal to the observed one.")] = Ties.inclusive,
    ddof: Annotated[int, typer.Option(min=0, max=1, help="Of the standard deviation in d.")] = 1,
    samples: Annotated[
        int, typer.Option(min=1, help="Partitions to sample where there are too many to enumerate.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 0,
    min_coverage: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of a set's words that must be found.")
    ] = 0.5,
    min_words: Annotated[int, typer.Option(min=1, help="Least number of a set's words that must be found.")] = 3,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Try lower case and Capitalised.")] = True,
    spelling: Annotated[
        bool, typer.Option("--spelling/--no-spelling", help="Try other spellings (ä/ae, ß/ss, œ/oe).")
    ] = True,
    normalise: Annotated[
        bool, typer.Option("--normalise/--no-normalise", help="Match Arabic words up to diacritics and alef.")
    ] = True,
    subwords: Annotated[
        bool, typer.Option("--subwords", help="Build missing words from a fastText model's subwords.")
    ] = False,
    allow_pickle: Pickle = False,
) -> None:
    """Run a language's bias tests on vectors; write a table and a report."""
    from weatherglass.measure.audit import audit as run_audit
    from weatherglass.report.write import write_report
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Match

    folder = None if as_json and out is None else _output_folder(out, force)
    with Progress() as progress:
        outcome = run_audit(
            vectors,
            language=lang,
            queries=query or (),
            folders=pack or (),
            match=Match(
                case=case, spelling=spelling, normalise=normalise, min_coverage=min_coverage, min_words=min_words
            ),
            test=Test(alternative=alternative.value, ties=ties.value, n=samples, seed=seed),
            params={"weat": {"ddof": ddof}},
            subwords=subwords,
            allow_pickle=allow_pickle,
            progress=progress,
        )
    text = _json(outcome.to_dict())
    if as_json:
        sys.stdout.write(text)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        report = write_report(outcome, folder / "report.html")
        (folder / "result.json").write_text(text, "utf-8")
        if not as_json:
            _print_audit(outcome)
            print(f"\nReport: {report}")


def _output_folder(out: Path | None, force: bool) -> Path:
    """Where the report goes: the folder asked for, or a new one; found out before anything is computed."""
    from weatherglass.errors import SpecError

    if out is None:
        names = ["weatherglass-report", *(f"weatherglass-report-{i}" for i in range(2, 10_000))]
        return next(Path(name) for name in names if not Path(name).exists())
    if out.exists() and not out.is_dir():
        raise SpecError(f"--out {out}: is a file; give a folder")
    if (out / "report.html").exists() and not force:
        raise SpecError(f"--out {out}: holds a report already; give another folder, or --force to overwrite it")
    return out


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _print_audit(outcome: Audit) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from weatherglass import language as languages
    from weatherglass.report import numbers
    from weatherglass.report.sentences import is_clear

    console = Console(highlight=False)
    e = outcome.embedding
    console.print(
        Text(
            f"{e['name']}: {e['words']:,} words × {e['dim']}, {e['format']}, tests in {languages.get(outcome.language).name}"
        )
    )
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name, justify in (
        ("test", "left"),
        ("d", "right"),
        ("p", "right"),
        ("how", "left"),
        ("n", "right"),
        ("found", "right"),
    ):
        table.add_column(name, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    table.add_column("remarks", overflow="fold")
    for result in outcome.results.measured:
        assert result.value is not None
        assert result.p is not None
        sizes = "+".join(str(s.found) for s in result.coverage.sets[:2])
        table.add_row(
            result.query,
            numbers.effect(result.value),
            numbers.probability(result.p.estimate) + ("" if is_clear(result) else " ○"),
            numbers.p_method_short(result.p),
            sizes,
            f"{result.coverage.found}/{result.coverage.asked}",
            Text(_remarks(result.coverage)),
        )
    console.print(table)
    if any(not is_clear(result) for result in outcome.results.measured):
        console.print(
            "○ p is not below 0.05: the words do not separate clearly, which does not show that there is no bias."
        )
    for skipped in outcome.results.skipped:
        console.print(Text(f"not run: {skipped.query}: {skipped.reason}"))
    for notice in outcome.warnings:
        if notice.code not in ("counted-once", "low-coverage"):  # these stand in the table
            console.print(Text(f"note: {notice.text}"))


def _remarks(coverage: Any) -> str:
    parts = []
    if coverage.missing:
        shown = ", ".join(coverage.missing[:6])
        parts.append(f"missing: {shown}{', …' if len(coverage.missing) > 6 else ''}")
    if duplicates := [word for s in coverage.sets for word in s.duplicates]:
        parts.append(f"counted once: {', '.join(duplicates)}")
    return "; ".join(parts)


@app.command()
def queries(
    name: Annotated[str | None, typer.Argument(metavar="[NAME|FILE]", help="Show one query whole.")] = None,
    lang: Lang = None,
    vectors: Annotated[
        Path | None, typer.Option("--vectors", metavar="FILE", help="Show coverage in these vectors.")
    ] = None,
    pack: Packs = None,
    as_json: AsJson = False,
    allow_pickle: Pickle = False,
) -> None:
    """List the tests, or show one with its words, source and caveats."""
    from weatherglass.embedding.formats import read
    from weatherglass.words import packs
    from weatherglass.words.lookup import Match, lookup, words_to_read

    if name is not None:
        chosen = packs.resolve([name], language=lang, folders=pack or ())
    else:
        chosen = packs.of_language(lang, pack or ())
    coverage = {}
    if vectors is not None:
        match = Match()
        embedding = read(vectors, words_to_read(chosen, match), key=_key_of(chosen), allow_pickle=allow_pickle)
        coverage = {q.id: lookup(embedding, q, match).coverage for q in chosen}
    if as_json:
        listing = [
            asdict(q) | {"id": q.id, "coverage": _coverage_json(coverage[q.id]) if q.id in coverage else None}
            for q in chosen
        ]
        sys.stdout.write(_json({"schema_version": 1, "queries": listing}))
    elif name is not None:
        for q in chosen:
            _print_query(q, coverage.get(q.id))
    else:
        _print_listing(chosen, coverage)


def _key_of(chosen: Any) -> Any:
    from weatherglass import language as languages

    return next((key for q in chosen if (key := languages.get(q.language).key)), None)


def _coverage_json(coverage: Any) -> dict[str, Any]:
    return {"found": coverage.found, "asked": coverage.asked, "missing": list(coverage.missing)}


def _print_listing(chosen: Any, coverage: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = ["query", "words", *(["found"] if coverage else []), "title"]
    for column in columns:
        table.add_column(column, no_wrap=column != "title")
    for q in chosen:
        sizes = "/".join(str(len(s.words)) for s in q.sets)
        found = [f"{coverage[q.id].found}/{coverage[q.id].asked}"] if coverage else []
        table.add_row(q.id, sizes, *found, q.title)
    Console(highlight=False).print(table)


def _print_query(q: Any, coverage: Any) -> None:
    print(f"{q.id}: {q.title}" if q.title else q.id)
    for label, text in (
        ("source", q.source),
        ("licence", q.licence),
        ("translation", q.translation),
        ("caveat", q.caveat),
        ("content note", q.content_note),
    ):
        if text:
            print(f"  {label}: {text}")
    for i, word_set in enumerate(q.sets):
        role = "target" if i < len(q.targets) else "attribute"
        found = f", {coverage.sets[i].found} of {coverage.sets[i].asked} found" if coverage else ""
        print(f"  {role} '{word_set.name}' ({len(word_set.words)} words{found}):")
        print(f"    {', '.join('|'.join(word) for word in word_set.words)}")
        if coverage and coverage.sets[i].missing:
            print(f"    missing: {', '.join(coverage.sets[i].missing)}")
    print()


@app.command()
def info(
    vectors: Annotated[Path, typer.Argument(metavar="VECTORS", help="Any readable vectors file.")],
    limit: Annotated[int, typer.Option(min=1, help="Look at the first rows only.")] = 200_000,
    as_json: AsJson = False,
    allow_pickle: Pickle = False,
) -> None:
    """Describe vectors: dimension, size, norms, scripts, casing, suspicious rows."""
    from weatherglass.embedding.describe import describe
    from weatherglass.embedding.formats import read
    from weatherglass.report.numbers import share

    with Progress() as progress:
        embedding = read(
            vectors,
            limit=limit,
            allow_pickle=allow_pickle,
            progress=lambda done, total: progress("reading", done, total),
        )
        d = describe(embedding)
    if as_json:
        sys.stdout.write(_json({"schema_version": 1, **asdict(d)}))
        return
    print(f"{d.name}: {d.format}, {d.dim} dimensions")
    only = f" (the first {limit:,}; more with --limit)" if d.rows == limit else ""
    print(f"rows         {d.rows:,}{only}, {d.read:,} usable")
    print(f"SHA-256      {d.sha256}")
    print(
        "norms        "
        + ", ".join(f"{name} {value:.3g}" for name, value in d.norms.items())
        + (" (unit length)" if d.unit_length else "")
    )
    print(f"mean vector  norm {d.mean_vector_norm:.3g}")
    print("scripts      " + ", ".join(f"{name} {share(part)}" for name, part in d.scripts.items()))
    print("casing       " + ", ".join(f"{name} {share(part)}" for name, part in d.casing.items()))
    print("first words  " + ", ".join(d.most_frequent))
    for notice in d.notices:
        print(f"note         {notice.text}")


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Any readable vectors file.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="A .txt, .vec (word2vec text), .bin (word2vec binary) or .npz file.")
    ],
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first rows.")] = None,
    words: Annotated[Path | None, typer.Option(metavar="FILE", help="Only the words in this file, one a line.")] = None,
    force: Force = False,
    allow_pickle: Pickle = False,
) -> None:
    """Convert vectors to another format."""
    from weatherglass.embedding.formats import read, write

    only = None if words is None else words.read_text("utf-8").split("\n")
    with Progress() as progress:
        embedding = read(
            source,
            only,
            limit,
            allow_pickle=allow_pickle,
            progress=lambda done, total: progress("reading", done, total),
        )
        write(embedding, target, overwrite=force)
    for notice in embedding.notices:
        print(f"note: {notice.text}", file=sys.stderr)
    print(f"{target}: {len(embedding):,} words × {embedding.dim}")
