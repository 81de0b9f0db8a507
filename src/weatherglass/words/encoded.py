"""The words of queries as an encoder of texts sees them, and queries whose items are sentences (May et al. 2019)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.encoders import Encoder, Templates, filled, in_sentences, sentences_of
from weatherglass.errors import SpecError, UnknownName
from weatherglass.words import packs
from weatherglass.words.query import Query, WordSet

ROLES = ("targets", "attributes")
ByRole = Templates | Mapping[str, Templates]
_SENTENCES_DEPEND = (
    "Its items are sentences, several about each word. They are not independent of each other, so p and interval look "
    "surer than they are; words with the mean over their sentences are the items that can be permuted."
)


def encode_queries(
    encoder: Encoder, queries: str | Query | Sequence[str | Query], *, templates: ByRole = (), name: str = ""
) -> Embedding:
    """The vectors of all words of queries, each as the query writes it, as `encode_words` makes them.

    `templates` may differ between the roles of words, {"targets": "en/names", "attributes": "en/words"}, never between
    the two sides of a test: then the sentences would be compared, not the words.
    """
    asked = [queries] if isinstance(queries, str | Query) else list(queries)
    by_role = _by_role(templates)
    sentences: dict[str, tuple[str, ...]] = {}
    for query in packs.given(asked):
        for role, word in _words(query):
            around = tuple(filled(each, word) for each in by_role[role])
            if sentences.setdefault(word, around) != around:
                raise SpecError(
                    f"'{word}' is a target and an attribute, with other templates; encode the queries apart"
                )
    same = by_role["targets"] == by_role["attributes"]
    return in_sentences(encoder, sentences, {"words": by_role["targets"]} if same else by_role, name)


def sentence_test(
    encoder: Encoder, query: str | Query, *, templates: ByRole, name: str = ""
) -> tuple[Embedding, Query]:
    """The test whose items are the sentences themselves (SEAT), with their vectors: `run` takes both.

    This is how May et al. (2019) report effects. For inference use `encode_queries`, where a word is one item.
    """
    (original,) = packs.given([query])
    if not original.is_test:
        raise SpecError(f"{original.id} compares no sets; give a test with targets and attributes")
    by_role = _by_role(templates)
    if not all(by_role.values()):
        raise SpecError("there are no templates, so there are no sentences; give them, such as templates='en/words'")
    made = replace(
        original,
        name=f"{original.name}-sentences",
        targets=tuple(_in_sentences(each, by_role["targets"]) for each in original.targets),
        attributes=tuple(_in_sentences(each, by_role["attributes"]) for each in original.attributes),
        caveat=f"{original.caveat} {_SENTENCES_DEPEND}".strip(),
        source=f"{original.source}; in sentences, after May et al. (2019)".lstrip("; "),
        cite=(*original.cite, "may2019"),
    )
    items: dict[str, tuple[str, ...]] = {word[0]: () for word in made.all_words()}
    return in_sentences(encoder, items, {"sentences": ()}, name), made


def _by_role(templates: ByRole) -> dict[str, tuple[str, ...]]:
    if not isinstance(templates, Mapping):
        return dict.fromkeys(ROLES, sentences_of(templates))
    for role in templates:
        if role not in ROLES:
            raise UnknownName("role of words in a query", role, ROLES)
    return {role: sentences_of(templates.get(role, ())) for role in ROLES}


def _words(query: Query) -> list[tuple[str, str]]:
    """Every word as it is written first, with its role; words in pairs and groups are targets."""
    attributes = [word[0] for each in query.attributes for word in each.words]
    others = [word[0] for word in replace(query, attributes=()).all_words()]
    return [*(("targets", word) for word in others), *(("attributes", word) for word in attributes)]


def _in_sentences(word_set: WordSet, templates: tuple[str, ...]) -> WordSet:
    return WordSet(word_set.name, tuple((filled(each, word[0]),) for word in word_set.words for each in templates))
