"""The commands. Nothing heavy is imported before a command runs, so that --help is instant."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from weatherglass.cli.gate import (
    BaselineFile,
    ExitZero,
    GateFile,
    Inconclusive,
    JUnitFile,
    NewBaseline,
    asked_of_gate,
    exit_code,
    gate_as_json,
    print_gated,
)
from weatherglass.cli.options import (
    AsJson,
    Figures,
    Force,
    IntervalKind,
    Lang,
    MinCoverage,
    MinTestCoverage,
    MinWords,
    Packs,
    Pickle,
    PMethod,
    ReportLang,
    Samples,
    Seed,
    Tail,
    TiesCounted,
    Vectors,
    VectorsOrSample,
    app,
)
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures
from weatherglass.cli.printing import print_audit, print_listing, print_query
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import bars, print_json, print_notes
from weatherglass.files import read_text, write_whole
from weatherglass.files.plain import fields_of, json_text
from weatherglass.progress import phase

if TYPE_CHECKING:
    from weatherglass.words.lookup import Coverage


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
    vectors: VectorsOrSample = None,
    lang: Lang = None,
    query: Annotated[
        list[str] | None,
        typer.Option(
            "--query",
            metavar="NAME|FILE",
            help="A test by name (en/weat7, 'de/gerard-*') or a file (.toml, .csv, .json, .jsonl). Repeatable.",
        ),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure", metavar="NAME", help="Instead of the standard battery. Repeatable; `measures` lists them."
        ),
    ] = None,
    pack: Packs = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for report.html and result.json.")
    ] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    alternative: Tail = "greater",
    ties: TiesCounted = "inclusive",
    ddof: Annotated[int, typer.Option(min=0, max=1, help="Of the standard deviation in d.")] = 1,
    method: Annotated[
        PMethod,
        typer.Option(
            help="How p is computed; auto counts exactly, bounds large sets with certainty, samples very large ones."
        ),
    ] = "auto",
    seconds: Annotated[
        float, typer.Option(min=0.001, help="About how long one p may take; more gives narrower bounds.")
    ] = 2.0,
    samples: Samples = 1_000_000,
    interval: Annotated[IntervalKind, typer.Option(help="Interval of the effect size.")] = "bootstrap",
    level: Annotated[float, typer.Option(help="Its confidence level.")] = 0.95,
    resamples: Annotated[int, typer.Option(help="Its number of bootstrap resamples.")] = 9_999,
    comparisons: Annotated[
        int, typer.Option(help="Pairs of other words' sets to compare with, of each kind; 0 for none.")
    ] = 300,
    smallest_effect: Annotated[
        float | None,
        typer.Option(metavar="D", help="Smallest effect of interest; says whether the value is shown to be smaller."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Compute p without each word for large sets too; takes minutes.")
    ] = False,
    structure: Annotated[
        bool | None,
        typer.Option(
            "--structure/--no-structure",
            help="Examine how gender shapes the space. By default in a whole audit of a language with grammatical gender.",
        ),
    ] = None,
    seed: Seed = 0,
    min_coverage: MinCoverage = 0.5,
    min_words: MinWords = 3,
    min_test_coverage: MinTestCoverage = 0.0,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Try lower case and Capitalised.")] = True,
    spelling: Annotated[
        bool, typer.Option("--spelling/--no-spelling", help="Try other spellings (ä/ae, ß/ss, œ/oe).")
    ] = True,
    underscore: Annotated[
        bool, typer.Option("--underscore/--no-underscore", help="Try an underscore for a space.")
    ] = True,
    normalise: Annotated[
        bool, typer.Option("--normalise/--no-normalise", help="Match Arabic words up to diacritics and alef.")
    ] = True,
    subwords: Annotated[
        bool, typer.Option("--subwords", help="Build missing words from a fastText model's subwords.")
    ] = False,
    allow_pickle: Pickle = False,
    gate: GateFile = None,
    baseline: BaselineFile = None,
    save_baseline: NewBaseline = None,
    junit: JUnitFile = None,
    on_inconclusive: Inconclusive = None,
    exit_zero: ExitZero = False,
) -> None:
    """Run a language's bias tests on vectors; write a table and a report, and hold them against limits."""
    from weatherglass.auditing import audit as run_audit
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.report.formats import write_report
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Match

    figures = wanted_figures(figure, out=out, force=force)
    check_report_language(report_lang)
    asked = asked_of_gate(gate, baseline, save_baseline, junit, on_inconclusive, out=out, force=force)
    with output_folder(out, force, ("report.html", "result.json", *asked.files), else_new=not as_json) as folder:
        with Progress() as progress:
            outcome = run_audit(
                vectors,
                language=lang,
                queries=query or (),
                measures=measure or asked.measures,
                folders=pack or (),
                match=Match(
                    case=case,
                    spelling=spelling,
                    normalise=normalise,
                    underscore=underscore,
                    min_coverage=min_coverage,
                    min_words=min_words,
                    min_test_coverage=min_test_coverage,
                ),
                test=Test(
                    alternative=alternative,
                    ties=ties,
                    method=method,
                    seconds=seconds,
                    n=samples,
                    seed=seed,
                ),
                scrutiny=Scrutiny(
                    interval=interval,
                    level=level,
                    resamples=resamples,
                    baseline=comparisons,
                    full=full,
                    smallest_effect=smallest_effect,
                ),
                structure=structure,
                params={"weat": {"ddof": ddof}},
                subwords=subwords,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        gated = asked.check(outcome)
        if folder is not None:
            write_whole(folder / "result.json", json_text(outcome.to_dict()))
        asked.write(outcome, gated, folder)
        if folder is not None:
            report = write_report(
                [outcome] if gated is None else [outcome, gated], folder / "report.html", language=report_lang
            )
        write_figures(figures, outcome, report_lang)
    if as_json:
        print_json(outcome.to_dict() | gate_as_json(gated))
    else:
        print_audit(outcome)
        print_gated(gated)
        print(f"\nReport: {report}")
    if not exit_zero and (code := exit_code(outcome, gated)):
        raise typer.Exit(code)


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
    from weatherglass.words import packs
    from weatherglass.words.lookup import Match, coverage_of
    from weatherglass.words.reading import read_for

    if name is not None:
        chosen = packs.resolve([name], language=lang, folders=pack or ())
    else:
        chosen = packs.of_language(lang, pack or ())
    coverage: dict[str, Coverage] = {}
    if vectors is not None:
        match = Match()
        embedding = read_for(chosen, vectors, match, allow_pickle=allow_pickle)
        coverage = {q.id: coverage_of(embedding, q, match) for q in chosen}
    if as_json:
        listing = [
            fields_of(q) | {"id": q.id, "coverage": _coverage_json(coverage[q.id]) if q.id in coverage else None}
            for q in chosen
        ]
        print_json({"schema_version": 1, "queries": listing})
    elif name is not None:
        for q in chosen:
            print_query(q, coverage.get(q.id))
    else:
        print_listing(chosen, coverage)


def _coverage_json(coverage: Coverage) -> dict[str, Any]:
    return {"found": coverage.found, "asked": coverage.asked, "missing": list(coverage.missing)}


@app.command()
def info(
    vectors: Vectors,
    limit: Annotated[int, typer.Option(min=1, help="Look at the first rows only.")] = 200_000,
    as_json: AsJson = False,
    allow_pickle: Pickle = False,
) -> None:
    """Describe vectors: dimension, size, norms, scripts, casing, suspicious rows."""
    from weatherglass.embedding.describe import describe
    from weatherglass.embedding.formats import read
    from weatherglass.report.provenance import made_by
    from weatherglass.wording.numbers import length, per_cent

    with Progress() as progress:
        embedding = read(
            vectors,
            limit=limit,
            allow_pickle=allow_pickle,
            progress=phase(progress, "reading"),
        )
        d = describe(embedding)
    if as_json:
        print_json({"schema_version": 1, **fields_of(d)})
        return
    print(f"{d.name}: {d.format}, {d.dim} dimensions")
    only = f" (the first {limit:,}; more with --limit)" if d.rows == limit else ""
    print(f"rows         {d.rows:,}{only}, {d.read:,} usable")
    print(f"SHA-256      {d.sha256}")
    print(
        "norms        "
        + ", ".join(f"{name} {length(value)}" for name, value in d.norms.items())
        + (" (unit length)" if d.unit_length else "")
    )
    if d.norm_counts:
        print(f"             {bars(d.norm_counts)} from {length(d.norm_edges[0])} to {length(d.norm_edges[-1])}")
    print(f"mean vector  norm {length(d.mean_vector_norm)}")
    print(f"directions   mean {length(d.mean_unit_norm)} long (0 spread evenly, 1 all the same)")
    print("scripts      " + ", ".join(f"{name} {per_cent(part)}" for name, part in d.scripts.items()))
    print("casing       " + ", ".join(f"{name} {per_cent(part)}" for name, part in d.casing.items()))
    print("first words  " + ", ".join(d.most_frequent))
    if d.provenance is not None:
        print(f"made by      {made_by(d.provenance)}")
    print_notes(d.notices, "note         ")


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

    only = None if words is None else [word for word in read_text(words).splitlines() if word]
    with Progress() as progress:
        embedding = read(
            source,
            only,
            limit,
            allow_pickle=allow_pickle,
            progress=phase(progress, "reading"),
        )
        write(embedding, target, overwrite=force)
    for notice in embedding.notices:
        print(f"note: {notice.text}", file=sys.stderr)
    if absent := [word for word in only or () if word not in embedding]:
        print(f"note: {len(absent):,} words are not in {source}: {', '.join(absent[:20])}", file=sys.stderr)
    print(f"{target}: {len(embedding):,} words × {embedding.dim}")
