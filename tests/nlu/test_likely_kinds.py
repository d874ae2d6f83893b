"""What was learned of how messages look."""

from __future__ import annotations

import pytest

from booking.models import State
from nlu.likely_kinds import KINDS, PLACES, Looks, features
from tests.nlu import learn_kinds


def test_the_weights_are_those_of_the_messages() -> None:
    learned = learn_kinds.as_bytes(learn_kinds.learned(learn_kinds.of_examples(), learn_kinds.of_strangers()))
    kept = learn_kinds.WEIGHTS.read_bytes()
    assert len(kept) == len(KINDS) * PLACES
    far = sum(abs(one - other) > 1 for one, other in zip(learned, kept, strict=True))  # processors round differently
    assert far < len(kept) / 1000, "learn them with: python -m tests.nlu.learn_kinds"


@pytest.mark.parametrize(
    ("text", "kind", "other"),
    [
        ("¿Cuánto cuesta la consulta?", "ask", "book"),
        ("quiero cancelar mi cita", "cancel", "ask"),
        ("me puede pasar mi cita del lunes al martes", "move", "book"),
        ("¿a qué hora es mi cita?", "list", "ask"),
        ("¿qué me recetó el doctor la vez pasada?", "recall", "list"),
        ("necesito una cita para el viernes en la tarde", "book", "move"),
    ],
)
def test_how_a_message_looks(text: str, kind: str, other: str) -> None:
    looks = Looks(text, State.IDLE)
    assert looks.like(kind) > 0.5 > looks.like(other)


def test_accents_capitals_signs_and_which_number_do_not_matter() -> None:
    assert features("¡El Jueves 12, sí!", State.IDLE) == features("el jueves 3 si", State.IDLE)


def test_nothing_is_looked_at_but_it_is_a_message() -> None:
    for text in ("", "   ", "🙂", "ñ", "\n"):
        assert 0 <= Looks(text, State.IDLE).like("book") <= 1
