"""What the commands share: the program itself, options that several of them take, and how JSON is written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from weatherglass import language

app = typer.Typer(
    name="weatherglass",
    help="Measure social bias in word embeddings, from vectors to a report one can defend.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


Alternative = Literal["greater", "less", "two-sided"]


Ties = Literal["inclusive", "strict"]


PMethod = Literal["auto", "exact", "certified", "sampled"]


IntervalKind = Literal["bootstrap", "jackknife", "none"]


LANGUAGES = ", ".join(language.codes())
Vectors = Annotated[Path, typer.Argument(metavar="VECTORS", help="Any readable vectors file.")]
VectorsOrSample = Annotated[
    Path | None,
    typer.Argument(metavar="[VECTORS]", help="Any readable vectors file; without it, the sample that ships."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
Pickle = Annotated[
    bool, typer.Option("--allow-pickle", help="Open gensim's own files, which can run code. Only if you trust them.")
]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="xx", help=f"Language of the tests: {LANGUAGES}. Guessed if left out.")
]
Neutral = Annotated[
    Path | None, typer.Option("--neutral", metavar="FILE", help="Words that count as neutral, one a line.")
]
Tail = Annotated[Alternative, typer.Option("--alternative", help="Which tail p counts.")]
TiesCounted = Annotated[Ties, typer.Option("--ties", help="Whether p counts partitions equal to the observed one.")]
Samples = Annotated[
    int,
    typer.Option(
        "--samples",
        min=1,
        help="Partitions to draw where p is sampled; at most 100,000 by measures other than weat.",
    ),
]
MinCoverage = Annotated[
    float, typer.Option("--min-coverage", min=0, max=1, help="Least share of a set's words that must be found.")
]
MinWords = Annotated[int, typer.Option("--min-words", min=1, help="Least number of a set's words that must be found.")]
MinTestCoverage = Annotated[
    float,
    typer.Option("--min-test-coverage", min=0, max=1, help="Least share of all words of a test that must be found."),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Of everything random.")]
Packs = Annotated[
    list[Path] | None, typer.Option("--pack", metavar="DIR", help="Folder with queries of your own. Repeatable.")
]
ReportLang = Annotated[
    str, typer.Option("--report-lang", metavar="xx", help="Language that the report is written in: en, de, fr or ar.")
]
Figures = Annotated[
    list[str] | None,
    typer.Option(
        "--figure",
        metavar="[NAME=]FILE",
        help="Write a figure as .svg, .pdf or .png: the main one, or the one of this name. Repeatable.",
    ),
]
