"""What every store must do with the clinic's documents."""

from __future__ import annotations

import pytest

from booking.models.documents import Area, EmbeddingModel, TextPart
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import HOUR, NOW

MODEL = EmbeddingModel(name="small", dimension=3, threshold=0.7)
PRICES = (
    TextPart(headings=("Consultas",), text="La consulta de Nutrición cuesta $500. Se paga al llegar."),
    TextPart(headings=("Estudios", "Rayos X"), text="Una radiografía de tórax, o de huesos, cuesta $350."),
)
PREPARATION = (TextPart(headings=("Ultrasonido",), text="Beba un litro de agua una hora antes."),)
RADIOGRAPHY = ("radiografia", "rayos x")


class DocumentsContract:
    """`Documents`."""

    def test_a_document_takes_the_place_of_the_one_of_its_name(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            first = uow.documents.put("Precios", Area.PRICES, "p.md", "aa", PRICES, NOW, "marta")
            uow.documents.put("Estudios", Area.PREPARATION, "e.md", "bb", PREPARATION, NOW)
            uow.commit()
        assert (first.version, first.passages, first.loaded_by) == (1, 2, "marta")
        with begin() as uow:
            second = uow.documents.put("Precios", Area.OTHER, "q.md", "cc", PRICES[:1], NOW + HOUR)
            uow.commit()
        with begin() as uow:
            listed = uow.documents.list()
            assert [(one.name, one.version, one.passages, one.area) for one in listed] == [
                ("Precios", 2, 1, Area.OTHER),
                ("Estudios", 1, 1, Area.PREPARATION),
            ]
            assert second in listed
            assert uow.documents.search([RADIOGRAPHY], None, None, 5).found == ()

    def test_passages_are_found_by_any_word_of_a_group(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            uow.documents.put("Precios", Area.PRICES, "p.md", "aa", PRICES, NOW)
            uow.documents.put("Preparación", Area.PREPARATION, "e.md", "bb", PREPARATION, NOW)
            uow.commit()
        with begin() as uow:
            found = uow.documents.search([("precio", "cuesta*"), RADIOGRAPHY, ("dental",)], None, None, 5, seconds=5)
            assert (found.frequencies, found.passages) == ((2, 1, 0), 3)
            by_text = {one.passage.text: one for one in found.found}
            x_rays = by_text[PRICES[1].text]
            assert (set(x_rays.matched), set(x_rays.in_heading)) == ({0, 1}, {0, 1})
            assert x_rays.similarity is None
            assert (x_rays.passage.source, x_rays.passage.heading) == ("Precios", "Estudios › Rayos X")
            assert by_text[PRICES[0].text].matched == {0}
            assert len(uow.documents.search([("precio", "cuesta*"), RADIOGRAPHY], None, None, 1).found) == 1
            assert uow.documents.search([("agua",)], None, None, 5, Area.PRICES).found == ()
            assert len(uow.documents.search([("agua",)], None, None, 5, Area.PREPARATION).found) == 1
            assert uow.documents.search([], None, None, 5).found == ()

    @pytest.mark.parametrize("words", ["nutricion", "nutriciones", "rayos x", "radiograf*", "consultas", "huesos"])
    def test_words_are_folded_and_their_endings_do_not_count(self, begin: UnitOfWorkFactory, words: str) -> None:
        with begin() as uow:
            uow.documents.put("Precios", Area.PRICES, "p.md", "aa", PRICES, NOW)
            assert len(uow.documents.search([(words,)], None, None, 5).found) == 1
            assert {"nutricion", "radiografia", "huesos"} <= uow.documents.words()
            assert not any(len(word) < 4 for word in uow.documents.words())

    def test_vectors_find_what_words_do_not_and_go_with_their_passages(self, begin: UnitOfWorkFactory) -> None:
        with begin() as uow:
            kept = uow.documents.put("Precios", Area.PRICES, "p.md", "aa", PRICES, NOW)
            uow.commit()
        with begin() as uow:
            if not uow.documents.has_vectors():
                pytest.skip("this PostgreSQL has no extension for vectors")
            waiting = uow.documents.without_vector("small", 10)
            assert [PRICES[n].text in text for n, (_, text) in enumerate(waiting)] == [True, True]
            assert len(uow.documents.without_vector("small", 1)) == 1
            vectors = [(1.0, 0.0, 0.0), (0.6, 0.8, 0.0)]
            uow.documents.put_vectors(MODEL, [(id, vectors[n]) for n, (id, _) in enumerate(waiting)])
            uow.commit()
        with begin() as uow:
            assert uow.documents.vectors("small") == (2, 2)
            assert uow.documents.without_vector("small", 10) == []
            found = uow.documents.search([("nada",)], (0.0, 1.0, 0.0), "small", 1)
            (nearest,) = found.found
            assert nearest.passage.text == PRICES[1].text
            assert nearest.similarity == pytest.approx(0.8, abs=1e-4)
            both = uow.documents.search([("nutricion",)], (0.0, 1.0, 0.0), "small", 1)
            assert {one.similarity is not None for one in both.found} == {True}
            assert len(both.found) == 2
            other = EmbeddingModel(name="other", dimension=2, threshold=0.5)
            assert len(uow.documents.without_vector("other", 10)) == 2
            uow.documents.put_vectors(other, [(id, (0.0, 1.0)) for id, _ in waiting])
            assert (uow.documents.vectors("small"), uow.documents.vectors("other")) == ((0, 2), (2, 2))
            assert uow.documents.remove(kept.id) == 2
            assert uow.documents.vectors("other") == (0, 0)
            assert uow.documents.search([("consulta",)], (0.0, 1.0), "other", 5).found == ()
            assert uow.documents.list() == []
            uow.commit()
