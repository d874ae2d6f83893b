"""The demo's documents answer what is asked of them, and say of prices and places what the demo's data say."""

from __future__ import annotations

import re

import pytest

from booking.documents.library import Library, told
from booking.models.folded_text import folded
from booking.ports import UnitOfWorkFactory
from booking.runtime.demo_documents import documents
from booking.testing.fakes import MemoryDatabase
from nlu.words.spelling import is_spanish
from storage.demo import ANSWERS, PARKING
from tests.documents.library import LOADED

ASKED = {
    "¿hay estacionamiento?": "Hay estacionamiento gratis",
    "¿necesito ayuno para el electrocardiograma?": "No necesitas ayuno",
    "¿cuánto cuesta el papanicolaou?": "$550",
    "¿aplican vacunas de influenza?": "Aplicamos la vacuna de la influenza",
    "¿puedo ir con mi perro?": "No se permiten mascotas",
    "¿cómo llego en camión?": "ruta Centro",
    "mi mamá no puede ir por sus resultados, ¿qué llevo para recogerlos yo?": "carta poder",
    "¿hacen resonancias?": None,
}


@pytest.fixture
def begin() -> UnitOfWorkFactory:
    begin = MemoryDatabase()
    with begin() as uow:
        for one in documents():
            uow.documents.put(*one, LOADED)
        uow.commit()
    return begin


@pytest.mark.parametrize(("question", "says"), ASKED.items())
def test_what_is_asked_of_them(begin: UnitOfWorkFactory, question: str, says: str | None) -> None:
    passage = told(Library(begin, None, is_spanish).look(question, 60.0))
    assert (passage is not None and says in passage.text) if says else passage is None


def test_how_to_prepare_for_one_study_is_told_with_its_name(begin: UnitOfWorkFactory) -> None:
    """Of another it may be otherwise: who has not said which is told of which it is."""
    whole = Library(begin, None, is_spanish)
    asked, named = (
        told(whole.look(question, 60.0))
        for question in ("¿me toca en ayunas?", "¿necesito ayuno para el electrocardiograma?")
    )
    assert asked is None or asked.text.startswith("Electrocardiograma: ")
    assert named is not None
    assert named.text.startswith("No necesitas ayuno")


def test_they_say_what_the_data_say() -> None:
    whole = " ".join(part.text for one in documents() for part in one.parts)
    for price in ANSWERS.prices:  # "Consulta de seguimiento": the amount behind it
        behind = folded(whole).split(folded(price.what).split()[-1], 1)[1]
        assert re.findall(r"\$\d[\d,]*\b", behind)[0] == price.said
    assert all(insurance in whole for insurance in ANSWERS.insurances)
    assert PARKING.partition(",")[0] in whole
    assert "Av. Revolución 1234, Zona Centro, Tijuana" in whole
