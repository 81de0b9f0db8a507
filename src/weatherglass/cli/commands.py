"""The commands. Nothing heavy is imported before a command runs, so that --help is instant."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from weatherglass.cli.printing import print_audit, print_listing, print_query
from weatherglass.cli.progress import Progress
from weatherglass.files import appears_whole

if TYPE_CHECKING:
    from weatherglass.words.lookup import Coverage

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


class PMethod(StrEnum):
    auto = "auto"
    exact = "exact"
    certified = "certified"
    sampled = "sampled"


class IntervalKind(StrEnum):
    bootstrap = "bootstrap"
    jackknife = "jackknife"
    none = "none"


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
    method: Annotated[
        PMethod,
        typer.Option(
            help="How p is computed; auto counts exactly, bounds large sets with certainty, samples very large ones."
        ),
    ] = PMethod.auto,
    seconds: Annotated[
        float, typer.Option(min=0.001, help="About how long one p may take; more gives narrower bounds.")
    ] = 2.0,
    samples: Annotated[int, typer.Option(min=1, help="Partitions to draw where p is sampled.")] = 1_000_000,
    interval: Annotated[IntervalKind, typer.Option(help="Interval of the effect size.")] = IntervalKind.bootstrap,
    level: Annotated[float, typer.Option(help="Its confidence level.")] = 0.95,
    resamples: Annotated[int, typer.Option(help="Its number of bootstrap resamples.")] = 9_999,
    baseline: Annotated[
        int, typer.Option(help="Pairs of other words' sets to compare with, of each kind; 0 for none.")
    ] = 300,
    smallest_effect: Annotated[
        float | None,
        typer.Option(metavar="D", help="Smallest effect of interest; says whether the value is shown to be smaller."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Compute p without each word for large sets too; takes minutes.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 0,
    min_coverage: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of a set's words that must be found.")
    ] = 0.5,
    min_words: Annotated[int, typer.Option(min=1, help="Least number of a set's words that must be found.")] = 3,
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
) -> None:
    """Run a language's bias tests on vectors; write a table and a report."""
    from weatherglass.measure.audit import audit as run_audit
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.report.write import write_report
    from weatherglass.stats.permutation import Test
    from weatherglass.words.lookup import Match

    with _output_folder(out, force, wanted=out is not None or not as_json) as folder:
        with Progress() as progress:
            outcome = run_audit(
                vectors,
                language=lang,
                queries=query or (),
                folders=pack or (),
                match=Match(
                    case=case,
                    spelling=spelling,
                    normalise=normalise,
                    underscore=underscore,
                    min_coverage=min_coverage,
                    min_words=min_words,
                ),
                test=Test(
                    alternative=alternative.value,
                    ties=ties.value,
                    method=method.value,
                    seconds=seconds,
                    n=samples,
                    seed=seed,
                ),
                scrutiny=Scrutiny(
                    interval=interval.value,
                    level=level,
                    resamples=resamples,
                    baseline=baseline,
                    full=full,
                    smallest_effect=smallest_effect,
                ),
                params={"weat": {"ddof": ddof}},
                subwords=subwords,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        text = _json(outcome.to_dict())
        if folder is not None:
            report = write_report(outcome, folder / "report.html")
            with appears_whole(folder / "result.json") as part:
                part.write_text(text, "utf-8")
    if as_json:
        sys.stdout.write(text)
    else:
        print_audit(outcome)
        print(f"\nReport: {report}")


@contextmanager
def _output_folder(out: Path | None, force: bool, *, wanted: bool) -> Iterator[Path | None]:
    """The folder for the report, made before anything is computed, and removed again when nothing came of it."""
    from weatherglass.errors import SpecError

    if not wanted:
        yield None
        return
    folder = out or _new_folder()
    existing = [name for name in ("report.html", "result.json") if (folder / name).exists()]
    if existing and not force:
        raise SpecError(f"--out {out}: holds {existing[0]} already; give another folder, or --force to overwrite it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"--out {folder}: cannot be made ({error.strerror}); give another folder") from error
    try:
        yield folder
    except BaseException:
        with suppress(OSError):  # not empty: something was there before
            folder.rmdir()
        raise


def _new_folder() -> Path:
    """Made here and now, so that two audits side by side do not take the same one."""
    for i in count(1):
        folder = Path("weatherglass-report" if i == 1 else f"weatherglass-report-{i}")
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
    raise AssertionError("counting never ends")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


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
    from weatherglass.words.lookup import Match, key_to_read, lookup, words_to_read

    if name is not None:
        chosen = packs.resolve([name], language=lang, folders=pack or ())
    else:
        chosen = packs.of_language(lang, pack or ())
    coverage: dict[str, Coverage] = {}
    if vectors is not None:
        match = Match()
        embedding = read(
            vectors, words_to_read(chosen, match), key=key_to_read(chosen, match), allow_pickle=allow_pickle
        )
        coverage = {q.id: lookup(embedding, q, match).coverage for q in chosen}
    if as_json:
        listing = [
            asdict(q) | {"id": q.id, "coverage": _coverage_json(coverage[q.id]) if q.id in coverage else None}
            for q in chosen
        ]
        sys.stdout.write(_json({"schema_version": 1, "queries": listing}))
    elif name is not None:
        for q in chosen:
            print_query(q, coverage.get(q.id))
    else:
        print_listing(chosen, coverage)


def _coverage_json(coverage: Coverage) -> dict[str, Any]:
    return {"found": coverage.found, "asked": coverage.asked, "missing": list(coverage.missing)}


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
    from weatherglass.report.numbers import length, per_cent

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
        + ", ".join(f"{name} {length(value)}" for name, value in d.norms.items())
        + (" (unit length)" if d.unit_length else "")
    )
    print(f"mean vector  norm {length(d.mean_vector_norm)}")
    print("scripts      " + ", ".join(f"{name} {per_cent(part)}" for name, part in d.scripts.items()))
    print("casing       " + ", ".join(f"{name} {per_cent(part)}" for name, part in d.casing.items()))
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

    only = None if words is None else [word for word in words.read_text("utf-8").splitlines() if word]
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
    if absent := [word for word in only or () if word not in embedding]:
        print(f"note: {len(absent):,} words are not in {source}: {', '.join(absent[:20])}", file=sys.stderr)
    print(f"{target}: {len(embedding):,} words × {embedding.dim}")
