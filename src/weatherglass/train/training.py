"""`train_vectors`: one function over all methods; the vectors come with how they were made."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weatherglass.arrays import Singles
from weatherglass.corpus.cluster import connected
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.open import opened
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import refuse_words, vectors_target, write
from weatherglass.embedding.provenance import made_with
from weatherglass.errors import SpecError
from weatherglass.files import refuse_target
from weatherglass.progress import Progress, shows_progress
from weatherglass.train.kept import CHECKPOINT, model_beside, unfinished
from weatherglass.train.settings import FastText, GloVe, Settings, Word2Vec, settings_for
from weatherglass.train.vocabulary import Vocabulary, vocabulary_of

if TYPE_CHECKING:
    from weatherglass.train.glove import Model

SCHEMA_VERSION = 1
_LIBRARIES = {"word2vec": "gensim", "fasttext": "gensim", "glove": "numba"}


@shows_progress
def train_vectors(
    corpus: Corpus | str | PathLike[str],
    method: str = "word2vec",
    *,
    out: str | PathLike[str] | None = None,
    overwrite: bool = False,
    resume: bool = False,
    deterministic: bool = False,
    language: str | None = None,
    model_out: str | PathLike[str] | None = None,
    keep_model: bool = False,
    cluster: str | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Embedding:
    """Train vectors on a corpus, a view of one, or texts, which are then cleaned by the rules of `language` first.

    `settings` are those of the method's class in `weatherglass.train.settings`; `deterministic` refuses those with which
    the same seed would not give the same bytes. With `out` the vectors are written
    there, with their provenance beside them; GloVe keeps its counts and checkpoints in a folder beside it until it is
    done, and `resume` goes on from there. `keep_model` keeps GloVe's contexts and biases beside them, which `trace` needs;
    `model_out` a fastText model with its subwords, in fastText's format.
    `cluster` is the address of a dask scheduler (tcp://…) whose workers count GloVe's pairs; the vectors are the same.
    """
    chosen = settings_for(method, settings)
    if deterministic and not chosen.deterministic:
        raise SpecError(f"threads={chosen.threads}: several threads do not give the same bytes twice; give one thread")
    if resume and (method != "glove" or out is None):
        raise SpecError("only glove can resume, from the folder beside the vectors it is to write")
    if keep_model and (method != "glove" or out is None):
        raise SpecError("only glove's model can be kept, beside the vectors it is to write")
    target = None if out is None else vectors_target(out, overwrite=overwrite)
    if model_out is not None:
        _refuse_model(Path(model_out), method, target, overwrite)
    if cluster is not None:
        _refuse_cluster(cluster, method)
    with opened(corpus, language, progress) as texts:
        vocabulary = vocabulary_of(texts, chosen.min_count)
        if target is not None:
            refuse_words(vocabulary.words, target.suffix)
        if isinstance(chosen, GloVe):
            model, learnt = _glove(texts, vocabulary, chosen, target, resume, cluster, progress)
            vectors = model.embedded(chosen)
        else:
            vectors, learnt = _gensim(texts, vocabulary, chosen, model_out, progress)
        made = _provenance(method, chosen, texts, vocabulary) | learnt
    name = f"{method} of {texts.name}" if target is None else target.name
    embedding = Embedding.from_arrays(vocabulary.words, vectors, name, provenance=made, counts=vocabulary.counts)
    if target is not None:
        write(embedding, target, overwrite=overwrite)
        _keep_model(target, keep=keep_model)
        shutil.rmtree(unfinished(target), ignore_errors=True)
    return embedding


def _refuse_model(file: Path, method: str, target: Path | None, overwrite: bool) -> None:
    """What would be wrong with the model's file, before the training is done in vain."""
    if method != "fasttext":
        raise SpecError("model_out: only fasttext has a model beyond its vectors; leave it out")
    if target is not None and file.resolve() == target.resolve():
        raise SpecError(f"{file}: the vectors go there; give the model another name")
    refuse_target(file, overwrite=overwrite)


def _refuse_cluster(address: str, method: str) -> None:
    """What would be wrong with it, before texts are cleaned and words counted; it is let go again until it is needed."""
    if method != "glove":
        raise SpecError(
            f"cluster={address}: only glove has work to divide, its counting; {method} learns from one sentence after another, "
            "so leave the cluster out"
        )
    with connected(address):
        pass


def _keep_model(target: Path, *, keep: bool) -> None:
    """The model as its last checkpoint has it, or none: that of former vectors of this name goes in any case."""
    beside = model_beside(target)
    if keep:
        (unfinished(target) / CHECKPOINT).replace(beside)
    else:
        beside.unlink(missing_ok=True)


def _glove(
    corpus: Corpus,
    vocabulary: Vocabulary,
    settings: GloVe,
    target: Path | None,
    resume: bool,
    cluster: str | None,
    progress: Progress | None,
) -> tuple[Model, dict[str, Any]]:
    from weatherglass.train.glove import train_glove

    if target is None:
        with tempfile.TemporaryDirectory(prefix="weatherglass-") as passing:
            return train_glove(corpus, vocabulary, settings, Path(passing), cluster=cluster, progress=progress)
    folder = unfinished(target)
    if not resume:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    try:
        return train_glove(corpus, vocabulary, settings, folder, resume=resume, cluster=cluster, progress=progress)
    except BaseException:
        if not (folder / CHECKPOINT).exists():  # nothing to go on from
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _gensim(
    corpus: Corpus,
    vocabulary: Vocabulary,
    settings: Word2Vec,
    model_out: str | PathLike[str] | None,
    progress: Progress | None,
) -> tuple[Singles, dict[str, Any]]:
    from weatherglass.train.gensim_models import save_fasttext, train_gensim

    vectors, model = train_gensim(corpus, vocabulary, settings, progress=progress)
    if model_out is not None and isinstance(settings, FastText):
        save_fasttext(model, Path(model_out))
    return vectors, {}


def _provenance(method: str, settings: Settings, corpus: Corpus, vocabulary: Vocabulary) -> dict[str, Any]:
    """Everything needed to make the same vectors again; no time and no place."""
    return {
        "schema_version": SCHEMA_VERSION,
        "method": method,
        "settings": asdict(settings),
        "deterministic": settings.deterministic,
        "corpus": corpus.identity(),
        "vocabulary": len(vocabulary.words),
        "running_words": vocabulary.running_words,
        **made_with(_LIBRARIES[method]),
    }
