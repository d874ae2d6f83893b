"""A question about what was before: when that was, and what it is about."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import Recall, Whose
from booking.models import State, UnderstandingContext
from nlu.asking.past import recalled
from nlu.shortcuts import Rules

CONTEXT = UnderstandingContext(now=dt.datetime(2026, 11, 30, 18, tzinfo=dt.UTC), state=State.IDLE)
WEEK = (dt.date(2026, 11, 23), dt.date(2026, 11, 29))
OCTOBER = (dt.date(2026, 10, 1), dt.date(2026, 10, 31))
FRIDAY = (dt.date(2026, 11, 27), dt.date(2026, 11, 27))
EVER = (None, None)


@pytest.mark.parametrize(
    ("text", "words", "days"),
    [
        ("¿Qué citas tenía pendientes la semana pasada?", ("citas",), WEEK),
        ("Espera, ¿qué citas tenía pendientes la semana pasada?", ("citas",), WEEK),
        ("¿qué tenía pendiente el viernes pasado?", (), FRIDAY),
        ("¿tuve cita con la doctora ríos el mes pasado?", ("cita", "rios"), OCTOBER),
        ("¿qué pasó con mi cita de la otra vez?", ("cita",), EVER),
        ("oye y qué hice la vez pasada", (), EVER),
        ("¿qué pedí la vez pasada?", (), EVER),
        ("¿qué hicimos la ocasión anterior?", (), EVER),
        ("¿qué me dijeron del estacionamiento?", ("estacionamiento",), EVER),
    ],
)
def test_what_was_before_is_asked_for(
    text: str, words: tuple[str, ...], days: tuple[dt.date | None, dt.date | None]
) -> None:
    (asked,) = Rules().understand(text, CONTEXT).intents
    assert isinstance(asked, Recall)
    assert (asked.words, (asked.since, asked.until)) == (words, days)


@pytest.mark.parametrize(
    "text",
    [
        "tuve cita la semana pasada y necesito seguimiento",
        "tuve consulta el mes pasado, quiero otra",
        "no tuve cita la semana pasada, quiero una",
        "quiero una cita el viernes",
        "¿qué pasó con mi cita?",
        "quiero lo de la otra vez",
    ],
)
def test_a_wish_is_none(text: str) -> None:
    assert not any(isinstance(one, Recall) for one in Rules().understand(text, CONTEXT).intents)


DAY = dt.date(2026, 11, 29)


@pytest.mark.parametrize(
    ("text", "words", "days"),
    [
        ("¿cuándo fue la última vez que fui?", ("cita",), EVER),
        ("¿con quién me tocó en octubre?", ("cita",), OCTOBER),
        ("¿fui en octubre?", ("cita",), OCTOBER),
        ("con quien fui en octubre", ("cita",), OCTOBER),
        ("¿quién me atendió el mes pasado?", ("cita",), OCTOBER),
        ("¿en qué quedamos ayer?", (), (DAY, DAY)),
        ("¿qué pedí ayer?", (), (DAY, DAY)),
        ("recuérdame qué cita tenía ayer", ("cita",), (DAY, DAY)),
        ("la cita que tuve el 29 de noviembre, ¿con quién fue?", ("cita",), (DAY, DAY)),
        ("¿qué pasó con mi cita de la semana pasada?", ("cita",), WEEK),
        ("¿me atendió la doctora Ríos la otra vez?", ("rios", "cita"), EVER),
        ("¿cuál fue mi cita anterior?", ("cita",), EVER),
        ("¿hace cuánto no voy?", ("cita",), EVER),
        ("¿desde cuándo no voy con la doctora Ríos?", ("rios", "cita"), EVER),
        ("¿cuántas veces he faltado?", ("cita",), EVER),
        ("¿por qué se canceló mi cita?", ("cancelo", "cita"), EVER),
        ("¿quién me canceló la cita?", ("cancelo", "cita"), EVER),
        ("¿cuándo hablé con recepción?", ("recepcion",), EVER),
        ("¿a qué doctora fui hace dos meses?", ("cita",), (dt.date(2026, 9, 11), dt.date(2026, 10, 21))),
        ("¿fui hace dos semanas?", ("cita",), (dt.date(2026, 11, 12), dt.date(2026, 11, 20))),
    ],
)
def test_what_only_asks_of_what_is_over_asks_that(
    text: str, words: tuple[str, ...], days: tuple[dt.date | None, dt.date | None]
) -> None:
    (asked,) = Rules().understand(text, CONTEXT).intents
    assert isinstance(asked, Recall)
    assert (asked.words, (asked.since, asked.until)) == (words, days)


@pytest.mark.parametrize(
    "text",
    [
        "¿me movieron la cita del jueves?",
        "¿a qué hora es mi cita del 4 de diciembre?",
        "¿por qué cancelaron la del 4 de diciembre?",
        "fui la semana pasada y quiero regresar",
        "no fui a mi cita de ayer, ¿puedo reagendar?",
        "¿puedo ir otra vez la semana que viene?",
        "¿hay lugar la otra semana?",
        "¿a qué hora era mi cita de hoy?",
        "la vez pasada me cobraron de más",
        "¿mi hijo fue en octubre?",
        "¿cuánto cobraron la vez pasada?",
        "cuando fui la semana pasada me dolía la espalda",
        "como la vez pasada fui con la doctora ríos",
        "que el mes pasado fui y no me atendieron",
        "ayer fui y estaba cerrado",
    ],
)
def test_what_may_be_to_come_or_is_something_else_asks_nothing_of_the_past(text: str) -> None:
    assert not any(isinstance(one, Recall) for one in Rules().understand(text, CONTEXT).intents)


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("¿cuándo fue la última vez que llevé a mi hijo con el doctor?", Whose()),
        ("¿qué le recetaron a mi hija Sofía la vez pasada?", Whose(name="Sofía")),
        ("¿cuándo fue la última vez que fui con mi hijo?", None),
        ("¿cuándo fue mi última cita?", None),
        ("¿cuándo fue mi última cita? se la voy a decir a mi esposo", None),
        ("¿cuándo fue la última vez que fui? mi esposa quiere saber", None),
    ],
)
def test_whose_past_is_asked_for(text: str, whose: Whose | None) -> None:
    assert recalled(text, CONTEXT.now).whose == whose


@pytest.mark.parametrize("text", ["¿mi cita era ayer o es mañana?", "mi cita era hoy o mañana?"])
def test_of_one_that_may_be_to_come_the_appointments_are_shown(text: str) -> None:
    assert not any(isinstance(one, Recall) for one in Rules().understand(text, CONTEXT).intents)
