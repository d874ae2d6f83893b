"""The appointment that an order made last, called so: no other is taken for it, nor it for another."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, Unknown, UnknownWhy, UseTool
from booking.models import LastTouched, Role, State, Touched, UnderstandingContext
from nlu.shortcuts import Rules
from nlu.staff.staff_acts import CANCEL, CHANGE

ZONE = dt.timezone(dt.timedelta(hours=-8))
NOW = dt.datetime(2026, 12, 8, 10, tzinfo=ZONE)
IDLE = UnderstandingContext(
    now=NOW,
    state=State.IDLE,
    role=Role.STAFF,
    opens=dt.time(8),
    closes=dt.time(20),
    doctors=("Dra. Laura Méndez", "Dr. Jorge Salas"),
)
MADE = LastTouched(start=NOW.replace(day=10, hour=11), at=NOW, patient="Luis Mora", how=Touched.MADE, ordered=True)
AFTER_AN_ORDER = IDLE.model_copy(update={"touched": MADE})
ITS_TIME = "el 10 de diciembre de 2026 a las 11:00"
ENDS = (
    "cancela la última que hice", "cancela la que acabo de hacer", "borra la cita que acabo de meter",
    "quita la última cita que puse",
    "cancela la que hicimos ahorita", "la última que agendé cancélala", "cancela la que te acabo de pedir, por favor",
)  # fmt: skip
MOVES = (
    ("mueve la última que agendé al viernes a las 10", {"nueva_fecha_hora": "al viernes a las 10"}),
    ("pasa la que acabo de agendar con Salas", {"doctor": "Salas"}),
    ("cambia la última que moví a las 12", {"nueva_fecha_hora": "a las 12"}),
)


def read(text: str, context: UnderstandingContext) -> AnyIntent:
    (said,) = Rules().understand(text, context).intents
    return said


@pytest.mark.parametrize("text", ENDS)
def test_it_is_what_is_cancelled(text: str) -> None:
    assert read(text, AFTER_AN_ORDER) == UseTool(
        tool=CANCEL, arguments=(("paciente", "Luis Mora"), ("cuando", ITS_TIME))
    )


@pytest.mark.parametrize(("text", "new"), MOVES)
def test_it_is_what_is_moved(text: str, new: dict[str, str]) -> None:
    said = read(text, AFTER_AN_ORDER)
    assert isinstance(said, UseTool)
    assert (said.tool, dict(said.arguments)) == (CHANGE, {"paciente": "Luis Mora", "cuando": ITS_TIME, **new})


CANCELLED = IDLE.model_copy(update={"touched": MADE.model_copy(update={"how": Touched.CANCELLED})})


@pytest.mark.parametrize("context", [IDLE, CANCELLED])
@pytest.mark.parametrize("text", [*ENDS, *(text for text, _ in MOVES), "cancela la última que hice a Ana Luna"])
def test_where_nothing_was_made_no_other_one_is_taken_for_it(text: str, context: UnderstandingContext) -> None:
    said = read(text, context)
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.ORDER_PARTLY


@pytest.mark.parametrize(
    "text", ["cancela la última de hoy", "cancela la última que tengo hoy", "cancela la última de Ana"]
)
def test_the_last_one_of_a_day_or_of_somebody_is_another(text: str) -> None:
    said = read(text, AFTER_AN_ORDER)
    assert isinstance(said, UseTool)
    assert dict(said.arguments)["lugar"] == "ultima"


@pytest.mark.parametrize(
    "text", ["mueve la de las 10 a las 11", "pasa la del jueves al viernes", "muévela a la de las 5"]
)
def test_one_that_is_named_by_its_time_is_not_taken_for_it(text: str) -> None:
    said = read(text, AFTER_AN_ORDER)
    assert isinstance(said, UseTool)
    assert ("paciente" in dict(said.arguments)) == text.startswith("muévela")
