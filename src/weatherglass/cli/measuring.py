"""Commands for single measures: their cards, and one of them on some words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import (
    AsJson,
    Figures,
    Force,
    Lang,
    MinCoverage,
    MinTestCoverage,
    MinWords,
    Neutral,
    Packs,
    Pickle,
    PMethod,
    Samples,
    Seed,
    Tail,
    TiesCounted,
    VectorsOrSample,
    app,
)
from weatherglass.cli.output import wanted_figures, write_figures
from weatherglass.cli.printing import print_card, print_measured
from weatherglass.cli.progress import Progress
from weatherglass.cli.settings import parse_settings
from weatherglass.cli.terminal import print_json, table
from weatherglass.errors import CoverageError, SpecError

if TYPE_CHECKING:
    from weatherglass.measure.base import Measure
    from weatherglass.words.query import PairSet, Query


@app.command()
def measures(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Show one card whole.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the measures, or show what one of them says and does not say."""
    from weatherglass.measure.base import MEASURES, get
    from weatherglass.report.readings import card_lines

    chosen = [get(name)] if name is not None else list(MEASURES.values())
    if as_json:
        cards = [{"name": card.name, "title": card.title, **dict(card_lines(card))} for card in chosen]
        print_json({"schema_version": 1, "measures": cards})
    elif name is not None:
        print_card(chosen[0])
    else:
        rows = [[card.name, card.inputs(), card.title] for card in sorted(chosen, key=lambda card: card.name)]
        print(table(["measure", "needs", "title"], rows, right=()))


@app.command()
def measure(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A measure; `weatherglass measures` lists them.")],
    vectors: VectorsOrSample = None,
    query: Annotated[
        list[str] | None,
        typer.Option(
            "--query", metavar="NAME|FILE", help="Words by name (en/weat7, en/professions) or file. Repeatable."
        ),
    ] = None,
    words: Annotated[
        list[Path] | None,
        typer.Option("--words", metavar="FILE", help="Target words, one a line. Repeat for a second set."),
    ] = None,
    pair: Annotated[
        list[str] | None,
        typer.Option(
            "--pair", metavar="X,Y", help="A base pair such as she,he; scores are positive towards X. Repeatable."
        ),
    ] = None,
    rates: Annotated[
        Path | None,
        typer.Option("--rates", metavar="FILE.csv", help="A real-world figure per word: lines of word,rate."),
    ] = None,
    neutral: Neutral = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of the measure, such as k=50. Repeatable."),
    ] = None,
    lang: Lang = None,
    pack: Packs = None,
    figure: Figures = None,
    force: Force = False,
    as_json: AsJson = False,
    alternative: Tail = "greater",
    ties: TiesCounted = "inclusive",
    method: Annotated[PMethod, typer.Option(help="How p is computed, where there is a choice.")] = "auto",
    samples: Samples = 1_000_000,
    comparisons: Annotated[int, typer.Option(help="Pairs of other words' sets to compare with; 0 for none.")] = 0,
    min_coverage: MinCoverage = 0.5,
    min_words: MinWords = 1,
    min_test_coverage: MinTestCoverage = 0.0,
    top: Annotated[int, typer.Option(min=0, help="Words shown from each end of the list.")] = 15,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Measure one thing on some words."""
    from weatherglass.auditing import audit
    from weatherglass.embedding.sample import sample_path
    from weatherglass.measure.base import get
    from weatherglass.measure.inputs import Given
    from weatherglass.measure.scrutiny import Scrutiny
    from weatherglass.stats.permutation import Test
    from weatherglass.words.given import parse_pairs, read_words
    from weatherglass.words.lookup import Match
    from weatherglass.words.reading import language_of

    card = get(name)
    figures = wanted_figures(figure, force=force)
    if neutral is not None and not card.neutral:
        raise SpecError(f"--neutral: {card.name} takes no neutral words; it needs {card.inputs()}")
    pairs = parse_pairs(pair) if pair else None
    if words and lang is None:
        lang, notice = language_of(vectors or sample_path(), allow_pickle=allow_pickle)
        print(f"note: {notice.text}", file=sys.stderr)
    asked = _queries(card, query or [], words or [], rates, pairs, lang, pack or [])
    with Progress() as progress:
        outcome = audit(
            vectors,
            language=lang,
            queries=asked,
            measures=[card.name],
            given=Given(pairs=pairs if card.pairs else None, neutral=None if neutral is None else read_words(neutral)),
            match=Match(min_coverage=min_coverage, min_words=min_words, min_test_coverage=min_test_coverage),
            test=Test(alternative=alternative, ties=ties, method=method, n=samples, seed=seed),
            scrutiny=Scrutiny(baseline=comparisons),
            params={card.name: parse_settings(card.name, card.params, setting or [])},
            allow_pickle=allow_pickle,
            progress=progress,
        )
    if as_json:
        print_json(outcome.to_dict())
    if not outcome.results.measured:
        raise CoverageError("; ".join(f"{skipped.query}: {skipped.reason}" for skipped in outcome.results.skipped))
    write_figures(figures, outcome)
    if not as_json:
        print_measured(outcome, top)


def _queries(
    card: Measure,
    names: list[str],
    files: list[Path],
    rates: Path | None,
    pairs: PairSet | None,
    lang: str | None,
    folders: list[Path],
) -> list[Query]:
    """The queries that were named, or one made of files; with rates, and pairs as attributes for measures that take those."""
    from weatherglass.measure.inputs import misfit
    from weatherglass.words import packs
    from weatherglass.words.given import as_attributes, query_of_files, read_rates, with_rates

    if rates is not None and not card.rates:
        raise SpecError(f"--rates: {card.name} takes no rates; it needs {card.inputs()}")
    if bool(names) == bool(files):
        raise SpecError("give the words to measure: either --query NAME|FILE or --words FILE")
    chosen = (
        [query_of_files(files, lang)]
        if files and lang is not None
        else list(packs.resolve(names, language=lang, folders=folders))
    )
    if pairs is not None and card.attributes.least:
        chosen = [as_attributes(each, pairs) for each in chosen]
    elif pairs is not None and not card.pairs:
        raise SpecError(f"--pair: {card.name} takes no base pairs; it needs {card.inputs()}")
    if rates is not None:
        figures = read_rates(rates)
        chosen = [with_rates(each, figures, rates) for each in chosen]
        if stray := [word for word in figures if not any(word in each.rates for each in chosen)]:
            print(f"note: rates of words that are in no target set, left out: {', '.join(stray)}", file=sys.stderr)
    if not any(card.fits(each) for each in chosen):
        raise SpecError("; ".join(f"{each.id}: {misfit(card, each)}" for each in chosen))
    return chosen
