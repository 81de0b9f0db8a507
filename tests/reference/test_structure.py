"""Gender in real spaces: what Bolukbasi et al. (2016) report of Google News, and what gendered languages show.

The figures of docs/structure.md; those of German and Arabic come from vectors trained for an hour, so here smaller ones
only show that every examination runs, or says why not.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.decomposition import PCA

from tests.reference.conftest import Trained
from weatherglass.embedding.formats import read
from weatherglass.measure.result import Lacking
from weatherglass.structure.generic_masculine import Asymmetry
from weatherglass.structure.genus import Genus
from weatherglass.structure.occupations import Correlation, Occupations
from weatherglass.structure.structure import structure_of
from weatherglass.structure.subspace import Subspace
from weatherglass.structure.vocabulary import Vocabulary
from weatherglass.words import packs


def test_the_first_component_of_google_news_explains_most_of_the_variance(real_vectors: Path) -> None:
    file = real_vectors / "en-googlenews-26k-unit.bin"
    found = structure_of(file, "en", parts=["subspace"], draws=200)
    by_list = {each.list: each for each in found.subspaces if isinstance(each, Subspace)}
    assert set(by_list) == {"definitional", "occupations", "long"}
    definitional = by_list["definitional"]
    assert definitional.shares[0] == pytest.approx(0.607, abs=0.002)
    assert definitional.shares[1] < 0.15
    assert definitional.random is not None
    assert definitional.random.high[0] < 0.2
    assert all(each.dominant for each in by_list.values())
    # The same with scikit-learn, from the words themselves.
    space = read(file)
    listed = packs.word_list("en", "subspace")
    assert listed is not None
    centred = []
    for one, other in listed.pairs[0].pairs:
        words = [next(w for w in (x[0], x[0].lower(), x[0].capitalize()) if w in space) for x in (one, other)]
        vectors = np.array([space[w] / np.linalg.norm(space[w]) for w in words], np.float64)
        centred += list(vectors - vectors.mean(axis=0))
    explained = PCA().fit(np.array(centred)).explained_variance_ratio_[:10]
    np.testing.assert_allclose(definitional.shares, explained, atol=1e-9)


def test_english_occupations_follow_the_shares_of_women(real_vectors: Path) -> None:
    found = structure_of(real_vectors / "en-googlenews-26k-unit.bin", "en", parts=["occupations"])
    for table in found.occupations:
        assert isinstance(table, Occupations)
        (form,) = table.forms
        assert isinstance(form, Correlation)
        assert form.r is not None
        assert 0.55 < form.r < 0.75


def test_french_has_a_direction_a_generic_masculine_and_grammar(real_vectors: Path) -> None:
    found = structure_of(real_vectors / "fr-spacy-20k.bin", "fr", draws=200)
    assert [isinstance(each, Subspace) and each.dominant for each in found.subspaces] == [True, True, True]
    by_name = {each.name: each for each in found.generic_masculine if isinstance(each, Asymmetry)}
    occupations, names = by_name["occupations"], by_name["first names, French"]
    assert occupations.value is not None
    assert occupations.value == pytest.approx(0.042, abs=0.002)
    assert occupations.p is not None
    assert occupations.p.estimate < 0.01
    assert occupations.raw > occupations.value  # a part of the raw asymmetry is a lean of all words
    assert names.p is not None
    assert names.p.estimate > 0.1
    assert isinstance(found.genus, Genus)
    assert found.genus.means["feminine"] < 0 < found.genus.means["masculine"]
    assert isinstance(found.vocabulary, Vocabulary)
    assert {"actrice", "chanteuse"} & {word.word for band in found.vocabulary.bands for word in band.towards_first}


@pytest.mark.real
@pytest.mark.parametrize(("name", "language"), [("germaparl", "de"), ("arabic-news", "ar")])
def test_every_examination_runs_on_vectors_of_a_gendered_corpus(trained: Trained, name: str, language: str) -> None:
    found = structure_of(trained(name, language), language, draws=100)
    assert any(isinstance(each, Subspace) for each in found.subspaces)
    assert any(not isinstance(each, Lacking) for each in found.biases)
    assert any(isinstance(each, Asymmetry) for each in found.generic_masculine)
    assert isinstance(found.genus, Genus)
    assert isinstance(found.vocabulary, Vocabulary)
    assert "genus-and-sexus" in {notice.code for notice in found.warnings}
    if language == "de":
        tables = [each for each in found.occupations if isinstance(each, Occupations)]
        assert [each.table for each in tables] == ["de/shares", "de/gerard-occupations"]
