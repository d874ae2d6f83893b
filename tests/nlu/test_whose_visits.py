"""Of two appointments, one the writer's own and one of somebody of theirs: which one a clause is about by the person it
names; and a relative who only tells why is nobody's appointment."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, AsTold, Attend, CancelAppointment, ListAppointments, RescheduleAppointment, Whose
from booking.models import Expected
from tests.nlu.known_visits import FIRST, SECOND, read

OWN, THEIRS = AsTold(appointment_id=1, version=1), AsTold(appointment_id=2, version=1)
BOTH = (OWN, THEIRS)
REMINDED = Expected(yes=Attend(those=BOTH), no=Attend(those=BOTH, coming=False))
TWO = {"visits_of": ("Ana Ruiz", "Sofía Ruiz"), "others_visits": (SECOND,)}

OWN_FALLS = [
    "mi mamá sí va pero yo ya no",
    "mi hija sí va, la mía quítala",
    "Sofía sí va pero a mí ya se me quitó, la mía quítala",
    "yo ya no voy, mi hija sí",
    "yo no puedo el 15 pero mi hija sí va el 23",
    "confirma la de mi hija y cancela la mía",
]
THEIRS_FALLS = [
    "yo sí voy pero la de mi hija quítala",
    "la de Sofía cancélala, la mía no",
    "Sofía ya no puede ir, yo sí",
    "la mía sí, la de ella ya no",
    "mi hija no va a poder pero yo sí",
    "cancela la de mi hija, la mía déjala",
    "mi hija no, yo sí",
    "yo sí, mi hija ya no",
]
BY_DAY = [
    ("al primero sí, al del miércoles ya no", OWN, THEIRS),
    ("a la primera sí voy, a la del miércoles ya no", OWN, THEIRS),
    ("al del martes no, al del miércoles sí", THEIRS, OWN),
    ("la primera confírmala y la segunda cancélala", OWN, THEIRS),
    ("confirmo la del martes y cancelo la del miércoles", OWN, THEIRS),
    ("el 15 ahí estaré, el 23 ya no", OWN, THEIRS),
    ("la del martes sí, la del miércoles no", OWN, THEIRS),
]


def answers(comes: AsTold, falls: AsTold) -> tuple[tuple[AnyIntent, ...], ...]:
    """What is said of each: of the one that falls, where it is ordered, that it be cancelled."""
    return tuple(
        (Attend(those=(comes,)), of) for of in (Attend(those=(falls,), coming=False), CancelAppointment(told=falls))
    )


def is_confirmed(said: AnyIntent) -> bool:
    return isinstance(said, Attend) and said.coming and not said.unsaid


@pytest.mark.parametrize("text", OWN_FALLS)
def test_the_writers_own_falls_and_the_other_stays(text: str) -> None:
    (said,) = read(text, FIRST, SECOND, **TWO)
    assert said == CancelAppointment(whose=Whose(own=True))
    assert read(text, FIRST, SECOND, **TWO, expected=REMINDED) in answers(THEIRS, OWN)


@pytest.mark.parametrize("text", THEIRS_FALLS)
def test_the_others_falls_and_the_own_stays(text: str) -> None:
    (said,) = read(text, FIRST, SECOND, **TWO)
    assert isinstance(said, CancelAppointment)
    assert said.whose in (Whose(), Whose(name="Sofía"))
    assert read(text, FIRST, SECOND, **TWO, expected=REMINDED) in answers(OWN, THEIRS)


@pytest.mark.parametrize(("text", "comes", "falls"), BY_DAY)
def test_of_a_reminder_of_two_each_is_answered_by_its_day(text: str, comes: AsTold, falls: AsTold) -> None:
    said = read(text, FIRST, SECOND, expected=REMINDED)
    assert said in answers(comes, falls)


@pytest.mark.parametrize("text", ["no confirmo la del martes", "no me confirmen la primera", "no conserves las dos"])
def test_what_is_not_confirmed_is_not_said_to_stay(text: str) -> None:
    for expected in (None, REMINDED):
        said = read(text, FIRST, SECOND, expected=expected)
        assert not any(isinstance(one, ListAppointments) or is_confirmed(one) for one in said)


def test_a_day_says_which_one_before_the_person_does() -> None:
    (said,) = read("yo no puedo ir el 23 con mi hija", FIRST, SECOND, **TWO)
    assert isinstance(said, CancelAppointment)
    assert said.whose != Whose(own=True)
    assert said.when
    assert said.when.when
    assert said.when.when.date_from == SECOND.date()


def test_where_more_is_to_come_than_was_reminded_of_nothing_is_said_of_each() -> None:
    third = SECOND + dt.timedelta(days=7)
    said = read("al del martes sí, al del 23 no", FIRST, SECOND, third, expected=REMINDED)
    assert not any(isinstance(one, Attend) for one in said)


THURSDAY, NEXT_FRIDAY = dt.date(2026, 12, 10), dt.date(2026, 12, 11)


def moved(text: str) -> RescheduleAppointment:
    said: tuple[AnyIntent, ...] = read(text, FIRST)
    (one,) = (intent for intent in said if isinstance(intent, RescheduleAppointment))
    return one


@pytest.mark.parametrize(
    "text",
    [
        "mi esposa no me puede llevar el martes, pásela al jueves",
        "mi hijo no me puede acompañar el martes, cámbiela al jueves",
        "mi hermana no me presta el carro el martes, muévamela al jueves",
        "mi jefe no me deja salir el martes, cámbiela al jueves",
        "se enfermó mi niña y no puedo ir el martes, pásemela al jueves",
        "mi esposa va a dar a luz el martes, muévela al jueves",
        "es que mi esposo se accidentó, cámbieme la cita al jueves",
        "no podré ir, mi mamá se puso mala, me la cambia al jueves?",
        "el martes es la boda de mi hermana, me la pasa al jueves?",
        "mi nieta tiene festival el martes, cámbiela al jueves",
        "tengo que cuidar a mi mamá ese día, pásela al jueves",
        "mi hijo no va a poder llevarme, cámbiela al jueves",
        "llevo a mi hijo al dentista ese día, cámbieme al jueves",
        "mi señora quiere que vaya antes, pásela al jueves",
        "mi mamá está internada, no puedo ir, muévala al jueves",
    ],
)
def test_a_relative_who_tells_why_is_not_whose_it_is_nor_is_their_day_wished_for(text: str) -> None:
    move = moved(text)
    assert move.whose is None
    assert move.when
    assert move.when.when
    assert move.when.when.date_from == THURSDAY == move.when.when.date_to


@pytest.mark.parametrize(
    "text",
    [
        "la cita de mi hijo pásela al jueves",
        "mi hijo no podrá ir, pásela al jueves",
        "cámbiele la cita a mi hijo al jueves",
        "mi mamá tiene cita el martes pero no va a poder, la podemos pasar al jueves?",
    ],
)
def test_whoever_it_is_of_is_still_meant(text: str) -> None:
    move = moved(text)
    assert move.whose == Whose()
    assert move.when
    assert move.when.when
    assert move.when.when.date_from == THURSDAY


def test_the_day_that_somebody_has_is_not_the_day_wished_for() -> None:
    move = moved("fíjese que mi mamá tiene cita mañana pero no va a poder, la podemos pasar para el viernes")
    assert move.of
    assert move.of.when
    assert move.of.when.date_from == dt.date(2026, 12, 9)
    assert move.when
    assert move.when.when
    assert move.when.when.date_from == NEXT_FRIDAY


@pytest.mark.parametrize(
    "text", ["la de mi mamá cancélela", "mi hija se enfermó, cancela su cita", "cancele la cita de mi tío"]
)
def test_no_verb_is_a_name(text: str) -> None:
    (said,) = read(text, FIRST)
    assert said == CancelAppointment(whose=Whose())


@pytest.mark.parametrize("text", ["mi hijo amaneció con fiebre, cancela mi cita", "cancele la cita, mi papá falleció"])
def test_a_reason_cancels_nobody_elses(text: str) -> None:
    (said,) = read(text, FIRST)
    assert isinstance(said, CancelAppointment)
    assert said.whose is None
