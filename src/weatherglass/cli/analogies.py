"""The command `analogies`, and what it prints: never an analogy without what must be said beside it."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import AsJson, Lang, Pickle, Vectors, app
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_json, print_notes, table
from weatherglass.errors import SpecError
from weatherglass.files.plain import shown
from weatherglass.progress import phase

if TYPE_CHECKING:
    from weatherglass.quality.analogies import Analogies, Generated, Input, Solved


@app.command()
def analogies(
    vectors: Vectors,
    solve: Annotated[
        str | None, typer.Option("--solve", metavar="A,B,C", help="Answer: A is to B as C is to what?")
    ] = None,
    generate: Annotated[
        str | None,
        typer.Option("--generate", metavar="X,Y", help="List pairs of words that differ as X and Y do."),
    ] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="How many answers or pairs.")] = 10,
    lang: Lang = None,
    limit: Annotated[int, typer.Option(min=1, help="Look at the first rows only.")] = 100_000,
    as_json: AsJson = False,
    allow_pickle: Pickle = False,
) -> None:
    """Solve or generate analogies, with the check that tells what they are worth."""
    from weatherglass.embedding.formats import read
    from weatherglass.quality.analogies import analogies as make
    from weatherglass.report.analogies import beside

    if (solve is None) == (generate is None):
        raise SpecError("give --solve A,B,C or --generate X,Y, one of the two")
    question, pair = _words("--solve", solve, 3), _words("--generate", generate, 2)
    with Progress() as progress:
        embedding = read(
            vectors,
            limit=limit,
            allow_pickle=allow_pickle,
            progress=phase(progress, "reading"),
        )
        outcome = make(
            embedding,
            question=(question[0], question[1], question[2]) if question else None,
            pair=(pair[0], pair[1]) if pair else None,
            n=n,
            language=lang,
            progress=phase(progress, "comparing"),
        )
    if as_json:
        print_json(outcome.to_dict() | {"sentences": beside(outcome)})
        return
    print_analogies(outcome)
    if embedding.rows == limit:
        print(f"note: Only the first {limit:,} rows were looked at; more with --limit.")


def _words(option: str, given: str | None, count: int) -> list[str]:
    if given is None:
        return []
    words = [unicodedata.normalize("NFC", part.strip()) for part in given.split(",")]
    if len(words) != count or not all(words):
        raise SpecError(f"{option} {given}: give {count} words with commas between them")
    return words


def print_analogies(outcome: Analogies) -> None:
    """The rankings, then what must be said beside them."""
    from weatherglass.report.analogies import beside

    if outcome.solved is not None:
        _print_solved(outcome.embedding, outcome.solved)
    if outcome.generated is not None:
        _print_generated(outcome.embedding, outcome.generated)
    print()
    for sentence in beside(outcome):
        print(shown(sentence))
    print_notes(outcome.warnings)


def _print_solved(name: str, solved: Solved) -> None:
    from weatherglass.wording.numbers import effect

    with_b = f"cos({shown(solved.b.used)})"
    print(f"{name}: {shown(f'{solved.a.used} : {solved.b.used} :: {solved.c.used} : ?')}")
    _print_inputs(solved.a, solved.b, solved.c)
    for title, answers in (("the question's words left out", solved.excluded), ("any word", solved.unrestricted)):
        print(f"\n{title}")
        rows = [[shown(each.word), effect(each.cosine), effect(each.cosine_with_b)] for each in answers]
        print(table(["answer", "cosine", with_b], rows, right=("cosine", with_b)))


def _print_generated(name: str, generated: Generated) -> None:
    from weatherglass.wording.numbers import effect

    a, b = shown(generated.a.used), shown(generated.b.used)
    print(f"{name}: {a} : x :: {b} : y")
    _print_inputs(generated.a, generated.b)
    rows = [[shown(each.x), shown(each.y), effect(each.score), effect(each.cosine)] for each in generated.pairs]
    print(table(["x", "y", "score", "cos(x,y)"], rows, right=("score", "cos(x,y)")))


def _print_inputs(*inputs: Input) -> None:
    for each in inputs:
        if each.how != "as written":
            print(f"    {shown(each.word)} as {shown(each.used)} ({each.how})")
