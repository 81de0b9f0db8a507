"""What a method of mitigation is: settings, a card that says what it means, and `fit` and `transform` as in scikit-learn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from numbers import Integral, Real
from typing import Any, ClassVar, Self, TypeVar, get_args

import numpy as np

from weatherglass.arrays import Floats, Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.provenance import made_with
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.files.plain import fields_of
from weatherglass.mitigate.roles import Cast, Inflected, Roles
from weatherglass.mitigate.steps import Step, Who, carried_out
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet

METHODS: dict[str, type[Method]] = {}
SCHEMA_VERSION = 1
_KINDS: dict[type, tuple[type, str]] = {  # of settings, by that of their default
    bool: (bool, "true or false"),
    int: (Integral, "a whole number"),
    float: (Real, "a number"),
    str: (str, "a word"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What a reader must know of a method; `treats`: whose vectors change; `lengths`: whether all rows get length one."""

    name: str
    title: str
    what: str
    treats: str
    lengths: str
    published: str
    limits: str
    cite: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What fitting gave: the steps, and what an account of them needs.

    `directions`: orthonormal, those that are taken out or weakened. `pairs`: those that define them, if pairs do. `used`: all words that it was
    fitted on, as the vectors spell them.
    `treated`: whose part along the directions changes. `facts`: plain figures of the fit, for the provenance and the page.
    """

    steps: tuple[Step, ...]
    directions: Floats
    pairs: PairSet | None
    used: frozenset[str]
    treated: Who
    equalised: tuple[tuple[str, ...], ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    @property
    def defining(self) -> frozenset[str]:
        """The words of the pairs, as the vectors spell them."""
        return frozenset(word for pair in (self.pairs.pairs if self.pairs else ()) for (word,) in pair)

    def change(self, words: Sequence[str], vectors: Singles) -> Singles:
        """New vectors for these words."""
        return carried_out(self.steps, words, vectors)

    def overwrite(self, words: Sequence[str], vectors: Singles) -> Singles:
        """The same in the place of those given, where nobody needs them any more."""
        return carried_out(self.steps, words, vectors, in_place=True)


@dataclass(kw_only=True)
class Method(ABC):
    """The settings are the fields. `fit` learns from an embedding and a language's word roles, `transform` gives a new embedding."""

    card: ClassVar[Card]

    @abstractmethod
    def _fitted(self, cast: Cast) -> Fitted: ...

    def check(self) -> None:
        """Refuse settings that make no sense, before anything is read; those that several methods have are checked here."""
        for each in fields(self):
            value, (kind, text) = getattr(self, each.name), _KINDS[type(each.default)]
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
                raise SpecError(f"{each.name}={value!r}: give {text}")
        if (components := getattr(self, "components", 1)) < 1:
            raise SpecError(f"components={components}: give how many directions to remove, at least 1")
        if (seed := getattr(self, "seed", 0)) < 0:
            raise SpecError(f"seed={seed}: give 0 or a larger whole number")
        if (inflected := getattr(self, "inflected", "protect")) not in get_args(Inflected):
            raise SpecError(f"inflected={inflected!r}: give {', '.join(map(repr, get_args(Inflected)))}")

    def fit(self, embedding: Embedding, roles: Roles | str, *, match: Match | None = None) -> Self:
        """`roles` may be a language's code: then all words have the roles that its lists give them."""
        self.check()
        given = Roles(language=roles) if isinstance(roles, str) else roles
        match = match or Match()
        self.fitted_ = self._fitted(Cast(embedding, given, match))
        self.language_, self.roles_, self.match_ = given.language, given, match
        return self

    def transform(self, embedding: Embedding) -> Embedding:
        """The embedding with changed vectors; the one given stays as it is."""
        fitted = self.fitted()
        if embedding.dim != fitted.directions.shape[1]:
            raise SpecError(
                f"{embedding.name} has {embedding.dim} dimensions, but the method was fitted on vectors of {fitted.directions.shape[1]}; fit it anew"
            )
        changed = fitted.change(embedding.words, np.ascontiguousarray(embedding.vectors))
        return embedding.with_vectors(changed, self.provenance(embedding))

    def fit_transform(self, embedding: Embedding, roles: Roles | str, *, match: Match | None = None) -> Embedding:
        """Both, on the same embedding."""
        return self.fit(embedding, roles, match=match).transform(embedding)

    def fitted(self) -> Fitted:
        """What `fit` gave."""
        found: Fitted | None = getattr(self, "fitted_", None)
        if found is None:
            raise SpecError(
                f"the method {self.card.name} is not fitted yet; call fit with vectors and a language first"
            )
        return found

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The settings by name; `deep` is there for scikit-learn, and changes nothing."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def set_params(self, **params: Any) -> Self:
        """Other settings; a fit made before is forgotten."""
        for name in params:
            if name not in self.get_params():
                raise UnknownName(f"setting of {self.card.name}", name, self.get_params())
        for name, value in params.items():
            setattr(self, name, value)
        self.__dict__.pop("fitted_", None)
        return self

    def provenance(self, embedding: Embedding) -> dict[str, Any]:
        """Everything needed to make the same vectors again; no time and no place."""
        source = (
            {} if embedding.source is None else {"sha256": embedding.sha256}
        )  # of arrays it would take longer than all else
        return {
            "schema_version": SCHEMA_VERSION,
            "mitigation": self.card.name,
            "settings": {
                name: getattr(value, "item", lambda value=value: value)() for name, value in asdict(self).items()
            },
            "language": self.language_,
            "roles": fields_of(self.roles_),
            "match": fields_of(self.match_),
            "facts": dict(self.fitted().facts),
            "vectors": {
                "name": embedding.name,
                "words": embedding.rows,
                "dim": embedding.dim,
                "format": embedding.format,
                **source,
            },
            "made_before": None if embedding.made is None else dict(embedding.made),
            **made_with("scikit-learn"),
        }


M = TypeVar("M", bound=type[Method])


def method(**card: Any) -> Callable[[M], M]:
    """Register a class under its card."""

    def register(cls: M) -> M:
        cls.card = Card(**card)
        METHODS[cls.card.name] = cls
        return cls

    return register


def get(name: str) -> type[Method]:
    """A method by name."""
    if name not in METHODS:
        raise UnknownName("method of mitigation", name, METHODS)
    return METHODS[name]


def mitigation(name: str, /, **settings: Any) -> Method:
    """A method by name, with these settings and the others as they are by default."""
    cls = get(name)
    known = [each.name for each in fields(cls)]
    for key in settings:
        if key not in known:
            raise UnknownName(f"setting of {name}", key, known)
    made = cls(**settings)
    made.check()
    return made
