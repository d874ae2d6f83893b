"""A mark that is typed answers how a visit was, while that is asked; whatever else a message says stays that."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.meaning.pending_question import expected_by
from booking.intents import AnyIntent, AsTold, Rate
from booking.models import Question, State, UnderstandingContext
from nlu.shortcuts import parse

NOW = dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC)
VISIT = AsTold(appointment_id=7, version=3)
ASKED = Question(reply="rating", version=0, at=NOW, asked_by=NOW, told=(VISIT,))

MARKS = {
    "5": 5, "un 4": 4, "excelente 5": 5, "Excelente, 5": 5, "5, todo muy bien gracias": 5, "5/5": 5, "⭐⭐⭐⭐⭐": 5,
    "⭐ ⭐": 2, "4 de 5": 4, "5 estrellas": 5, "le doy un 3, me tardaron mucho": 3, "cinco!!": 5,
    "1 pésimo servicio": None, "1, pésimo servicio": 1, "1": 1, "2 porque no me revisó bien": 2, "tres": 3,
    "5 gracias": 5, "Hola buenas tardes, un 5": 5, "excelente": 5, "el 4": 4, "a las 5": None,
    "quiero una cita a las 5": None, "5, y quiero otra cita": None, "¿5?": None, "6": None, "entre 4 y 5": None,
    "4 o 5": None, "10": None, "0": None, "2 personas": None, "gracias": None, "no": None,
    "3 días después me sentí mal": None, "5 de la tarde": None, "no le doy 5": None,
    "5, cámbieme la cita al 4": None, "buena": 4, "muy bien, 5": 5,
}  # fmt: skip


def read(text: str, question: Question | None) -> tuple[AnyIntent, ...]:
    expected = expected_by(question, State.IDLE) if question is not None else None
    return parse(text, UnderstandingContext(now=NOW, state=State.IDLE, expected=expected)).intents


@pytest.mark.parametrize("text", MARKS)
def test_a_mark_is_one_while_it_is_asked_for(text: str) -> None:
    given = [intent for intent in read(text, ASKED) if isinstance(intent, Rate)]
    mark = MARKS[text]
    assert given == ([] if mark is None else [Rate(mark=mark, told=VISIT)])
    assert not any(isinstance(intent, Rate) for intent in read(text, None))
