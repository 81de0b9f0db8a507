"""Weatherglass measures and reduces social bias in word embeddings.

>>> import weatherglass
>>> audit = weatherglass.audit("vectors.bin")           # doctest: +SKIP
>>> audit.results["en/weat6"].value                     # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weatherglass.auditing import Audit as Audit
    from weatherglass.auditing import audit as audit
    from weatherglass.corpus.build import build_corpus as build_corpus
    from weatherglass.corpus.corpus import Corpus as Corpus
    from weatherglass.corpus.store import open_corpus as open_corpus
    from weatherglass.downstream.detected import Detection as Detection
    from weatherglass.downstream.detection import DetectionSettings as DetectionSettings
    from weatherglass.downstream.detection import detect as detect
    from weatherglass.downstream.diffused import Diffusion as Diffusion
    from weatherglass.downstream.diffusion import diffusion_of as diffusion_of
    from weatherglass.downstream.texts import Texts as Texts
    from weatherglass.downstream.texts import read_texts as read_texts
    from weatherglass.embedding.embedding import Embedding as Embedding
    from weatherglass.embedding.encoders import encode_words as encode_words
    from weatherglass.embedding.exchange import from_arrays as from_arrays
    from weatherglass.embedding.exchange import from_gensim as from_gensim
    from weatherglass.embedding.exchange import from_spacy as from_spacy
    from weatherglass.embedding.exchange import from_static as from_static
    from weatherglass.embedding.exchange import to_arrays as to_arrays
    from weatherglass.embedding.exchange import to_gensim as to_gensim
    from weatherglass.embedding.exchange import to_sentence_transformers as to_sentence_transformers
    from weatherglass.embedding.exchange import to_spacy as to_spacy
    from weatherglass.embedding.formats import read as read
    from weatherglass.embedding.formats import write as write
    from weatherglass.errors import WeatherglassError as WeatherglassError
    from weatherglass.gate.checking import Gated as Gated
    from weatherglass.gate.checking import check_gate as check_gate
    from weatherglass.gate.rules import read_gate as read_gate
    from weatherglass.gate.stored import read_baseline as read_baseline
    from weatherglass.gate.stored import save_baseline as save_baseline
    from weatherglass.measure.inputs import Given as Given
    from weatherglass.measure.result import Result as Result
    from weatherglass.measure.result import Results as Results
    from weatherglass.measure.result import Skipped as Skipped
    from weatherglass.measure.run import run as run
    from weatherglass.measure.scrutiny import Scrutiny as Scrutiny
    from weatherglass.measure.stability import stability as stability
    from weatherglass.measure.stability_result import Stability as Stability
    from weatherglass.mitigate.account import Account as Account
    from weatherglass.mitigate.account import account_of as account_of
    from weatherglass.mitigate.base import mitigation as mitigation
    from weatherglass.mitigate.mitigating import mitigate_vectors as mitigate_vectors
    from weatherglass.mitigate.roles import Roles as Roles
    from weatherglass.quality.analogies import analogies as analogies
    from weatherglass.quality.quality import Quality as Quality
    from weatherglass.quality.quality import quality_of as quality_of
    from weatherglass.replication.replicated import Replication as Replication
    from weatherglass.replication.replicating import replicate as replicate
    from weatherglass.report.formats import write_report as write_report
    from weatherglass.stats.permutation import PValue as PValue
    from weatherglass.stats.permutation import Test as Test
    from weatherglass.structure.projecting import project as project
    from weatherglass.structure.structure import Structure as Structure
    from weatherglass.structure.structure import Wishes as Wishes
    from weatherglass.structure.structure import structure_of as structure_of
    from weatherglass.study.compare import compare as compare
    from weatherglass.study.comparison import Comparison as Comparison
    from weatherglass.study.folder import open_study as open_study
    from weatherglass.study.run import run_study as run_study
    from weatherglass.study.studied import Studied as Studied
    from weatherglass.testing import assert_bias as assert_bias
    from weatherglass.trace.traced import Trace as Trace
    from weatherglass.trace.tracing import trace_of as trace_of
    from weatherglass.train.training import train_vectors as train_vectors
    from weatherglass.words.encoded import encode_queries as encode_queries
    from weatherglass.words.encoded import sentence_test as sentence_test
    from weatherglass.words.lexicon import read_lexicon as read_lexicon
    from weatherglass.words.lookup import Match as Match
    from weatherglass.words.query import Query as Query
    from weatherglass.words.query import read_query as read_query
    from weatherglass.words.reading import read_queries as read_queries
    from weatherglass.words.wefe import from_wefe as from_wefe

    __version__: str

_HOME = {
    "Account": "mitigate.account",
    "Audit": "auditing",
    "Comparison": "study.comparison",
    "Corpus": "corpus.corpus",
    "Detection": "downstream.detected",
    "DetectionSettings": "downstream.detection",
    "Diffusion": "downstream.diffused",
    "Embedding": "embedding.embedding",
    "Gated": "gate.checking",
    "Given": "measure.inputs",
    "Match": "words.lookup",
    "PValue": "stats.permutation",
    "Quality": "quality.quality",
    "Query": "words.query",
    "Replication": "replication.replicated",
    "Result": "measure.result",
    "Results": "measure.result",
    "Roles": "mitigate.roles",
    "Scrutiny": "measure.scrutiny",
    "Skipped": "measure.result",
    "Stability": "measure.stability_result",
    "Structure": "structure.structure",
    "Studied": "study.studied",
    "Test": "stats.permutation",
    "Texts": "downstream.texts",
    "Trace": "trace.traced",
    "WeatherglassError": "errors",
    "Wishes": "structure.structure",
    "account_of": "mitigate.account",
    "analogies": "quality.analogies",
    "assert_bias": "testing",
    "audit": "auditing",
    "build_corpus": "corpus.build",
    "check_gate": "gate.checking",
    "compare": "study.compare",
    "detect": "downstream.detection",
    "diffusion_of": "downstream.diffusion",
    "encode_queries": "words.encoded",
    "encode_words": "embedding.encoders",
    "from_arrays": "embedding.exchange",
    "from_gensim": "embedding.exchange",
    "from_spacy": "embedding.exchange",
    "from_static": "embedding.exchange",
    "from_wefe": "words.wefe",
    "mitigate_vectors": "mitigate.mitigating",
    "mitigation": "mitigate.base",
    "open_corpus": "corpus.store",
    "open_study": "study.folder",
    "project": "structure.projecting",
    "quality_of": "quality.quality",
    "read": "embedding.formats",
    "read_baseline": "gate.stored",
    "read_gate": "gate.rules",
    "read_lexicon": "words.lexicon",
    "read_queries": "words.reading",
    "read_query": "words.query",
    "read_texts": "downstream.texts",
    "replicate": "replication.replicating",
    "run": "measure.run",
    "run_study": "study.run",
    "save_baseline": "gate.stored",
    "sentence_test": "words.encoded",
    "stability": "measure.stability",
    "structure_of": "structure.structure",
    "to_arrays": "embedding.exchange",
    "to_gensim": "embedding.exchange",
    "to_sentence_transformers": "embedding.exchange",
    "to_spacy": "embedding.exchange",
    "trace_of": "trace.tracing",
    "train_vectors": "train.training",
    "write": "embedding.formats",
    "write_report": "report.formats",
}
__all__ = ["__version__", *_HOME]  # noqa: PLE0604  (names come from the table)


if not TYPE_CHECKING:  # which would take every misspelt name for one of these

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            return version("weatherglass")
        if name in _HOME:
            return getattr(import_module(f"weatherglass.{_HOME[name]}"), name)
        raise AttributeError(f"module 'weatherglass' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
