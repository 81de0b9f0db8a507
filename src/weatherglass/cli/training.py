"""The command that trains vectors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from weatherglass.cli.corpus import UNITS, CorpusLang, EncodedOrTexts, From, Share, Until, Where, chosen_part
from weatherglass.cli.options import AsJson, Force, Seed, app
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_json

Method = Literal["word2vec", "fasttext", "glove"]


Architecture = Literal["skip-gram", "cbow"]


WindowWeighting = Literal["harmonic", "flat"]


KeptVectors = Literal["sum", "word"]


_W2V, _GLOVE = "word2vec and fasttext", "glove"


@app.command()
def train(
    corpus: EncodedOrTexts,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The vectors to write: .bin, .txt, .vec or .npz.")],
    method: Annotated[Method, typer.Option(help="How to train.")] = "word2vec",
    lang: CorpusLang = None,
    dim: Annotated[int | None, typer.Option(min=1, help="Dimensions. [100]")] = None,
    window: Annotated[int | None, typer.Option(min=1, help="Words to each side. [5; glove 10]")] = None,
    min_count: Annotated[int | None, typer.Option(min=1, help="Least count of a word. [5]")] = None,
    epochs: Annotated[int | None, typer.Option(min=1, help="Passes over the corpus. [5; glove 25]")] = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(min=1, help="More than one is faster, but not the same bytes twice.")] = 1,
    deterministic: Annotated[
        bool, typer.Option("--deterministic", help="Refuse settings with which the same seed gives other bytes.")
    ] = False,
    learning_rate: Annotated[float | None, typer.Option(min=0, help="[0.025; fasttext and glove 0.05]")] = None,
    architecture: Annotated[Architecture | None, typer.Option(help=f"{_W2V}. [skip-gram]")] = None,
    negative: Annotated[int | None, typer.Option(min=0, help=f"{_W2V}: words of noise for each word. [5]")] = None,
    hierarchical_softmax: Annotated[
        bool | None, typer.Option("--hierarchical-softmax", help=f"{_W2V}; with --negative 0 instead of noise.")
    ] = None,
    subsample: Annotated[
        float | None, typer.Option(min=0, help=f"{_W2V}: relative frequency above which words are thinned. [0.001]")
    ] = None,
    min_n: Annotated[int | None, typer.Option(min=1, help="fasttext: shortest n-gram of characters. [3]")] = None,
    max_n: Annotated[int | None, typer.Option(min=1, help="fasttext: longest n-gram of characters. [6]")] = None,
    buckets: Annotated[int | None, typer.Option(min=1, help="fasttext: places for n-grams. [2,000,000]")] = None,
    model_out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="fasttext: also keep the model with its subwords.")
    ] = None,
    x_max: Annotated[
        float | None, typer.Option(min=0, help=f"{_GLOVE}: count from which cells weigh fully. [100]")
    ] = None,
    alpha: Annotated[
        float | None, typer.Option(min=0, help=f"{_GLOVE}: exponent of the weight below it. [0.75]")
    ] = None,
    weighting: Annotated[
        WindowWeighting | None, typer.Option(help=f"{_GLOVE}: 1/distance, or the same in all the window. [harmonic]")
    ] = None,
    vectors: Annotated[
        KeptVectors | None, typer.Option(help=f"{_GLOVE}: word and context vectors added, or the first. [sum]")
    ] = None,
    memory: Annotated[float | None, typer.Option(min=0.01, help=f"{_GLOVE}: GB for counting. [4]")] = None,
    keep_model: Annotated[
        bool, typer.Option("--keep-model", help=f"{_GLOVE}: also keep contexts and biases beside them, for `trace`.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help=f"{_GLOVE}: go on after a stop.")] = False,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help=f"{_GLOVE}: count on the workers of a dask scheduler, as tcp://host:8786."
        ),
    ] = None,
    share: Share = None,
    first: From = None,
    last: Until = None,
    where: Where = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Train word2vec, fastText or GloVe vectors; how they were made is written beside them."""
    from weatherglass.corpus.open import opened
    from weatherglass.embedding.formats import vectors_target
    from weatherglass.train.settings import settings_for
    from weatherglass.train.training import train_vectors

    given: dict[str, Any] = {
        "dim": dim,
        "window": window,
        "min_count": min_count,
        "epochs": epochs,
        "learning_rate": learning_rate,
        "architecture": architecture,
        "negative": negative,
        "hierarchical_softmax": hierarchical_softmax,
        "subsample": subsample,
        "min_n": min_n,
        "max_n": max_n,
        "buckets": buckets,
        "x_max": x_max,
        "alpha": alpha,
        "weighting": weighting,
        "vectors": vectors,
        "memory": memory,
    }
    settings = {"seed": seed, "threads": threads, **{name: value for name, value in given.items() if value is not None}}
    settings_for(method, settings)  # what is wrong with them, or with the file, is said before texts are cleaned
    vectors_target(out, overwrite=force)
    with Progress(UNITS) as progress, opened(corpus, lang, progress) as whole:
        embedding = train_vectors(
            chosen_part(whole, share, first, last, where, seed),
            method,
            out=out,
            overwrite=force,
            resume=resume,
            deterministic=deterministic,
            model_out=model_out,
            keep_model=keep_model,
            cluster=cluster,
            progress=progress,
            **settings,
        )
    made = dict(embedding.provenance or {})
    if as_json:
        print_json(made)
        return
    print(f"{out}: {len(embedding):,} words × {embedding.dim}, from {made['running_words']:,} running words")
    if losses := made.get("losses"):
        print(f"loss         {losses[0]:.4f} in the first epoch, {losses[-1]:.4f} in the last")
    if made["deterministic"]:
        print("The same corpus, settings and seed give the same bytes again on this kind of machine.")
    else:
        print(
            f"Not deterministic: {threads} threads write into one model, so another run gives slightly other vectors."
        )
