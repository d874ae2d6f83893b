"""What staff say of a doctor's whole day: verb, scope, day, amount, doctor, exception, courtesy and story, in any
combination. What is meant is known before it is said."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import UnknownWhy, UseTool
from booking.models import Asked, Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.staff_asked import NOW

DAY = "cambiar_dia_doctor"
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
CALLS_OFF = ("cancela", "cancélame", "hay que cancelar", "anula", "quita", "cancele")
PUSHES = ("recorre", "recórreme", "atrasa", "mueve", "retrasa", "pospón")
HANDS_OVER = ("pásale", "pasa", "transfiere", "dale", "reasigna")
OWN = ("mis citas", "todas mis citas", "mi agenda", "todos mis pacientes", "mis consultas")
ALL = ("todo", "todas las citas", "las citas", "todos los pacientes", "todas las consultas")
WHEN = (
    "hoy",
    "mañana",
    "el jueves",
    "el viernes por la tarde",
    "hoy en la tarde",
    "el 3 de diciembre",
    "mañana de 4 a 6",
)
AMOUNTS = ("15 minutos", "media hora", "20 min", "una hora", "cuarenta minutos", "media hora más tarde")
BUT = ("la de Juana", "Juana", "a Juana", "la de las 4", "la de Juana y la de Pedro")
COURTESY = ("", "por favor ", "buenos días, ", "oye ", "me ayudas, ")
THANKS = ("", " por favor", ", gracias", " porfa")
STORIES = ("", "estoy enferma, ", "me siento mal, ", "se descompuso mi carro, ", "mi hija está en el hospital, ")
TITLED = ("de la doctora Méndez", "de la Dra. Ríos")


class Said(NamedTuple):
    """A message, and the parameters that it is to be read as."""

    text: str
    role: Role
    given: dict[str, str]


@st.composite
def messages(draw: st.DrawFn) -> Said:
    what = draw(st.sampled_from(["cancelar", "recorrer", "pasar", "avisar"]))
    doctor = draw(st.booleans())
    scope = draw(st.sampled_from(OWN if doctor else ALL))
    whose = "" if doctor else draw(st.sampled_from(["", *TITLED]))
    when = draw(st.sampled_from(WHEN))
    given = {"que": what}
    if what == "recorrer" and draw(st.booleans()):
        when = ""
    if what == "cancelar":
        body = [draw(st.sampled_from(CALLS_OFF)), scope, whose, when]
    elif what == "avisar":
        given["recorrer"], when = (
            draw(st.sampled_from(AMOUNTS[:-1])),
            draw(st.sampled_from(["", "de hoy", "de la tarde"])),
        )
        whom = "a mis pacientes" if doctor else "a los pacientes"
        late = "que voy" if doctor else "que va"
        how = [late, given["recorrer"], "tarde"] if draw(st.booleans()) else [late, "tarde", given["recorrer"]]
        body = [draw(st.sampled_from(["avísales", "avisa", "diles", "avísenles"])), whom, whose, when, *how]
    elif what == "recorrer":
        given["recorrer"] = draw(st.sampled_from(AMOUNTS))
        tail = [whose, when, given["recorrer"]] if draw(st.booleans()) else [whose, given["recorrer"], when]
        body = [draw(st.sampled_from(PUSHES)), scope, *tail]
    else:
        to = draw(st.sampled_from(["al Dr. Salas", "al doctor Salas", "a Salas"]))
        given["a_doctor"] = "Salas"
        body = [draw(st.sampled_from(HANDS_OVER)), scope, whose, when, to]
    if when:
        given["cuando"] = when
    if whose:
        given["doctor"] = whose.split()[-1]
    if draw(st.integers(0, 2)) == 0:
        given["menos"] = draw(st.sampled_from(BUT))
        body += [draw(st.sampled_from(["menos", "excepto", "salvo"])), given["menos"]]
    said = " ".join(word for word in body if word)
    story = draw(st.sampled_from(STORIES))
    text = f"{story}{draw(st.sampled_from(COURTESY))}{said}{draw(st.sampled_from(THANKS))}"
    return Said(text, Role.DOCTOR if doctor else Role.STAFF, given)


def context(role: Role, asked: Asked | None = None) -> UnderstandingContext:
    state = State.CONFIRM if asked else State.IDLE
    return UnderstandingContext(
        now=NOW, state=state, role=role, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS, asked=asked
    )


@given(messages())
def test_it_is_read_as_it_was_meant(said: Said) -> None:
    (meant, *rest) = Rules().understand(said.text, context(said.role)).intents
    assert not rest, said.text
    assert isinstance(meant, UseTool), (said.text, meant)
    found = dict(meant.arguments)
    assert meant.tool == DAY, said.text
    assert found.keys() == said.given.keys(), said.text
    for name, value in said.given.items():
        assert value in found[name] or found[name] in value, (said.text, name, found[name])


@given(messages(), st.sampled_from(["cada semana", "si llueve", "hasta que yo diga", "junto con la de ayer"]))
def test_what_limits_it_is_not_left_out(said: Said, limit: str) -> None:
    intents = Rules().understand(f"{said.text} {limit}", context(said.role)).intents
    assert not [one for one in intents if isinstance(one, UseTool) and one.tool == DAY], intents


@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
@pytest.mark.parametrize(
    "text",
    [
        "no canceles las citas de hoy",
        "ya cancelé todas las citas de hoy",
        "¿quién canceló las citas de hoy?",
        "cancela todo",
        "pásame las citas de hoy",
        "¿cuántas citas hay hoy?",
        "cancela las de Ana",
        "mueve la cita de Ana media hora",
    ],
)
def test_what_is_something_else_changes_no_day(text: str, role: Role) -> None:
    intents = Rules().understand(text, context(role)).intents
    assert not [one for one in intents if isinstance(one, UseTool) and one.tool == DAY]


def test_what_is_left_over_of_a_day_is_told() -> None:
    (meant,) = Rules().understand("cancela todas mis citas de hoy cada lunes", context(Role.DOCTOR)).intents
    assert meant.kind == "unknown"
    assert meant.why is UnknownWhy.ORDER_PARTLY


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("menos la de Juana", {"menos": "la de Juana"}),
        ("mejor 20 minutos", {"recorrer": "20 minutos"}),
        ("mejor mañana", {"cuando": "mañana"}),
        ("aunque se empalmen", {"sobrecupo": "si"}),
    ],
)
def test_what_is_proposed_may_be_changed(text: str, given: dict[str, str]) -> None:
    asked = Asked(tool=DAY, given=("que", "recorrer", "cuando"))
    (meant,) = Rules().understand(text, context(Role.DOCTOR, asked)).intents
    assert isinstance(meant, UseTool)
    assert dict(meant.arguments) == given
    assert meant.fills is not None


@pytest.mark.parametrize("role", [Role.DOCTOR, Role.STAFF])
@pytest.mark.parametrize(
    "offer", ["ofréceles otro día", "ofréceles otra fecha a mis pacientes", "que elijan otro horario"]
)
@pytest.mark.parametrize("why", ["", "estoy enferma, "])
@pytest.mark.parametrize("link", [", ", " y "])
def test_who_will_not_be_there_and_offers_another_time_gives_one_order(
    role: Role, offer: str, why: str, link: str
) -> None:
    away = "no voy el jueves" if role is Role.DOCTOR else "la doctora Méndez no viene el jueves"
    read = Rules().understand(f"{why}{away}{link}{offer}", context(role))
    (order,) = read.intents
    assert isinstance(order, UseTool)
    given = dict(order.arguments)
    assert (order.tool, given["que"], given["cuando"]) == (DAY, "ofrecer", "el jueves")
    assert given.get("doctor") == (None if role is Role.DOCTOR else "Méndez")


def test_who_only_will_not_be_there_blocks_and_offers_nothing() -> None:
    (order,) = Rules().understand("no voy el jueves", context(Role.DOCTOR)).intents
    assert isinstance(order, UseTool)
    assert order.tool == "actualizar_disponibilidad_doctor"
