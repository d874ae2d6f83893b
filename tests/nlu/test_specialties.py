"""Doctors asked for by what they treat, however that is said and wherever it stands in a wish; not where it is told."""

from __future__ import annotations

import pytest

from booking.intents import AskQuestion, CheckAvailability, StartBooking
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import DOCTORS, NOW

GENERAL, CHILDREN, SKIN = DOCTORS
HERE = UnderstandingContext(
    now=NOW,
    state=State.IDLE,
    doctors=DOCTORS,
    specialties=((GENERAL, "Medicina general"), (CHILDREN, "Pediatría"), (SKIN, "Dermatología")),
)


def wish(text: str) -> StartBooking | CheckAvailability:
    said = Rules().understand(text, HERE).intents
    (one,) = (one for one in said if isinstance(one, StartBooking | CheckAvailability))
    return one


@pytest.mark.parametrize(
    ("text", "doctor"),
    [
        ("Agendar: pediatría, miércoles 2 de diciembre, 4:30 pm", CHILDREN),
        ("viernes 11 am pediatra porfa", CHILDREN),
        ("Dermatología, el lunes en la tarde", SKIN),
        ("el jueves a las 11, medicina general", GENERAL),
        ("quiero cita el jueves. Medicina general", GENERAL),
        ("tengo libre el jueves en la mañana, para dermatología", SKIN),
        ("apúntame para el 16 con el doctor de niños", CHILDREN),
        ("una cita de pediatría el lunes", CHILDREN),
        ("quiero consulta d piel el jueves", SKIN),
        ("necesito que me vea la de piel", SKIN),
        ("quisiera que me viera la dermatóloga el sábado", SKIN),
        ("quiero que lo vea el pediatra hoy", CHILDREN),
        ("quiero ir al dermatólogo mañana en la tarde", SKIN),
        ("cita con mi pediatra el lunes a las 9", CHILDREN),
        ("el pediatra tiene lugar mañana?", CHILDREN),
        ("puede ser mañana con la doctora de niños?", CHILDREN),
        ("Ginecología, el martes por favor", "Ginecología"),
    ],
)
def test_who_is_asked_for(text: str, doctor: str) -> None:
    assert wish(text).doctor == doctor


@pytest.mark.parametrize(
    "told",
    [
        "me mandó el dermatólogo a hacer unos estudios",
        "el pediatra del seguro me dijo que no era nada",
        "mi dermatóloga me recetó una crema",
        "mi hermano es dermatólogo",
        "vengo del pediatra",
        "soy pediatra",
        "trabajo en pediatría del seguro",
    ],
)
def test_who_is_only_told_of(told: str) -> None:
    said = Rules().understand(f"{told}, quiero cita el jueves", HERE).intents
    assert not any(getattr(one, "doctor", None) for one in said)
    assert f"{CHILDREN}" not in f"{said}"
    assert f"{SKIN}" not in f"{said}"


def test_whose_specialty_will_not_do() -> None:
    assert wish("quiero cita pero no con el pediatra, el jueves").not_with == (CHILDREN,)
    assert wish("con el pediatra no, con la dermatóloga, el jueves a las 5").doctor == SKIN


@pytest.mark.parametrize("text", ["hay pediatra el sábado?", "tienen dermatólogo?", "tienen ginecólogo?"])
def test_whether_there_is_one_is_a_question(text: str) -> None:
    assert [type(one) for one in Rules().understand(text, HERE).intents] == [AskQuestion]
