"""What asks in a message of strangers, and what only tells."""

from __future__ import annotations

import pytest

from booking.documents.asked_words import groups_of
from booking.documents.asking_clauses import clauses


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        (
            "mi esposo trabaja y no puede ir por sus analisis, puedo pasar yo? que ocupo llevar",
            ["puedo pasar yo", "que ocupo llevar"],
        ),
        ("me sacaron sangre hace rato cuánto me tengo que esperar", ["cuánto me tengo que esperar"]),
        ("hacen radiografias? me cai y traigo el tobillo hinchado", ["hacen radiografias"]),
        ("Me van a hacer el estudio del corazon, como me tengo que ir vestida?", ["como me tengo que ir vestida"]),
        ("cuanto se tardan con la nutriologa? es que salgo a comer a las 2", ["cuanto se tardan con la nutriologa"]),
        ("tengo gripa, ¿me ven hoy?", ["me ven hoy"]),
        ("para el ultrasonido cuánto ayuno es", ["para el ultrasonido cuánto ayuno es"]),
        ("el papanicolaou", ["el papanicolaou"]),
    ],
)
def test_what_asks(message: str, asks: list[str]) -> None:
    assert [one.text.strip() for one in clauses(message) if one.asks] == asks


@pytest.mark.parametrize("message", ["", "?", "¿?", "¿¿", ",,", "y", "¿" * 50, "pero " * 200])
def test_any_text_is_clauses(message: str) -> None:
    assert all(one.text.strip() for one in clauses(message) if not one.asks)


def test_what_is_told_of_is_beside_but_what_was_done_to_who_tells_it() -> None:
    groups = {one.said: one for one in groups_of("vengo de lejos y me mandaron un perfil tiroideo, lo manejan?")}
    assert not groups["tiroideo"].beside
    groups = {one.said: one for one in groups_of("ando en sandalias, tienen elevador?")}
    assert groups["sandalias"].beside
    assert groups["elevador"].head
