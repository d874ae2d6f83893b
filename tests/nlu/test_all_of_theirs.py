"""Of who has several appointments "las dos" are both of them, to be changed one by one, in every order of the words;
with a preposition of a clock before it, or with one appointment, it is an hour."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import RescheduleAppointment
from tests.nlu.known_visits import NOW, read

FIRST, SECOND = (NOW + dt.timedelta(days=n, hours=5) for n in (3, 10))
ALL = st.sampled_from(["las dos", "ambas", "todas mis citas", "mis citas", "mis dos citas", "las dos citas"])
TO = st.sampled_from(["al jueves", "a la mañana", "para enero", "al jueves a las 5", "con la doctora Ríos", ""])
FORMS = st.sampled_from(
    [
        "cambia {all} {to}",
        "{all} pásalas {to}",
        "quiero mover {all} {to}",
        "me puede cambiar {all} {to}?",
        "oiga, muéveme {all} {to}",
    ]
)


@given(FORMS, ALL, TO)
def test_all_of_them_are_changed(form: str, every: str, to: str) -> None:
    text = form.format(all=every, to=to).strip()
    said = read(text, FIRST, SECOND)
    assert [type(one) for one in said] == [RescheduleAppointment], text
    (change,) = said
    assert isinstance(change, RescheduleAppointment)
    assert change.several, text
    hour = change.when.when.time_from if change.when and change.when.when else None
    assert hour is None or hour.hour != 14 or "mañana" not in to, text
    assert change.of is None, text


@pytest.mark.parametrize(
    "text",
    [
        "cambia mi cita a las dos",
        "no cambies las dos",
        "cambia la de las dos al jueves",
        "¿cuáles son mis citas?",
        "las dos siguen igual",
        "quiero una cita a las dos",
    ],
)
def test_an_hour_or_what_stays_changes_not_all(text: str) -> None:
    assert not any(isinstance(one, RescheduleAppointment) and one.several for one in read(text, FIRST, SECOND))


@given(FORMS, TO)
def test_with_one_appointment_there_are_not_two(form: str, to: str) -> None:
    text = form.format(all="las dos", to=to).strip()
    assert not any(isinstance(one, RescheduleAppointment) and one.several for one in read(text, FIRST))


def test_the_hour_of_none_that_day_is_the_new_one() -> None:
    day = FIRST.day
    (change,) = read(f"cambia la del {day} a las 6", FIRST, SECOND)
    assert isinstance(change, RescheduleAppointment)
    of, when = (one.when if one else None for one in (change.of, change.when))
    assert of is not None
    assert when is not None
    assert (of.date_from, when.time_from) == (FIRST.date(), dt.time(18))


@pytest.mark.parametrize(
    "too", ["y la de Rosa también", ", y la de mi mamá igual", "y también la de mi hijo Leo también"]
)
def test_one_of_them_named_once_more_changes_nothing(too: str) -> None:
    (change,) = read(f"las dos páselas al lunes {too}", FIRST, SECOND)
    assert isinstance(change, RescheduleAppointment)
    assert change.several
    assert change.whose is None
