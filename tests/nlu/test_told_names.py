"""A name given in a sentence of its own, where it is asked for: written down, of a child without papers, behind the
question said back or a slip, beside an e-mail, a telephone, a birthday. The name alone is heard, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelBooking, HumanReason, ProvideCustomerData, RequestHuman
from booking.models import State
from nlu.shortcuts import Rules, parse
from tests.nlu.messages import context

NAMES = st.sampled_from(
    ["Brenda Lizeth Ochoa Murillo", "Rubén Darío Montes Gil", "Perla Rubí Chávez", "jose luis cano"]
)
ORDERS = st.sampled_from(["Anote: ", "apunte ", "Escriba, por favor: ", "registre a ", "ponga ahí "])
ASKED_BACK = st.sampled_from(
    ["¿nombre completo? ", "¿con apellidos? ", "¿el mío o el de ella? ", "así nomás el nombre? "]
)
SLIPS = st.sampled_from(
    [
        "lo escribí mal, es ",
        "se me fue el dedo: ",
        "corrección ",
        "puse mal el apellido, soy ",
        "me equivoqué en el nombre: ",
    ]
)
REPORTED = st.sampled_from(["dice mi mamá que la ponga como ", "me pide mi papá que lo anote como "])
BESIDE = st.sampled_from(
    [
        "",
        ", y mi correo es jaz.burgos@gmail.com",
        " luis_cano@hotmail.com",
        " 664 123 4567",
        ", mi cel 6641234567",
        ", nacida el 5 de marzo del 58",
        ", va a cumplir 3 en enero",
        ", de Rosarito",
        " jajaja",
    ]
)
CHILD = st.sampled_from(
    [
        "aún no tiene acta, pero se va a llamar ",
        "apenas tiene un mes, lo vamos a registrar como ",
        "nació ayer, le vamos a poner ",
    ]
)
WHO_GOES = st.sampled_from(
    [
        "la que va a ir es {}, cuyo nombre es ",
        "quien ocupa la cita es {}, su nombre es ",
        "hay que ponerla a nombre de {}, ",
    ]
)


def named(text: str) -> ProvideCustomerData | None:
    """The name, where it is all that was read and nobody doubts it."""
    said = parse(text, context(State.CUSTOMER_DATA))
    one = said.intents[0]
    return one if said.sure and len(said.intents) == 1 and isinstance(one, ProvideCustomerData) else None


def is_urgent(text: str) -> bool:
    """Whether staff is told of an emergency at once, and nobody doubts it."""
    said = parse(text, context(State.CUSTOMER_DATA)).intents
    return any(isinstance(one, RequestHuman) and one.reason is HumanReason.URGENT and not one.unsure for one in said)


@given(NAMES, st.one_of(ORDERS, ASKED_BACK, SLIPS, REPORTED), BESIDE)
def test_the_name_alone_is_heard(name: str, lead: str, beside: str) -> None:
    said = named(lead + name + beside)
    assert said is not None
    assert ((said.name or "").lower(), said.for_other) == (name.lower(), False)


@given(
    st.sampled_from(["Mateo Sandoval Ruiz", "Iker Saúl Medina Rubio"]), st.sampled_from(["mi bebé", "mi hijo"]), CHILD
)
def test_of_a_child_without_papers(name: str, who: str, lead: str) -> None:
    said = named(f"{who} {lead}{name}")
    assert said is not None
    assert (said.name, said.for_other) == (name, True)


@given(
    st.sampled_from(["Martha Alicia Quintero", "Eulalia Cota Peralta"]),
    st.sampled_from(["mi cuñada", "mi abuela"]),
    WHO_GOES,
)
def test_of_whoever_goes(name: str, who: str, lead: str) -> None:
    said = named(lead.format(who) + name)
    assert said is not None
    assert (said.name, said.for_other) == (name, True)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("soy la Paty, bueno Patricia Elena Armenta Rubio", "Patricia Elena Armenta Rubio"),
        ("soy el Beto, Alberto Ramírez Luna", "Alberto Ramírez Luna"),
        ("la Nena, o sea María Elena Castro", "María Elena Castro"),
        ("mi apellido es Olivares, no Olivera: Sergio Olivares Pineda", "Sergio Olivares Pineda"),
        ("hola, perdón, me equivoqué de nombre: Ana Ruiz López", "Ana Ruiz López"),
        ("disculpe, hubo un error en el apellido, gracias: Ana Ruiz López", "Ana Ruiz López"),
    ],
)
def test_the_whole_name_counts(text: str, name: str) -> None:
    said = named(text)
    assert said is not None
    assert said.name == name


@pytest.mark.parametrize(
    "text",
    [
        "no se va a llamar Ana Ruiz",
        "le van a poner una inyección",
        "Anote mi queja por favor",
        "mi correo es ana@x.com",
        "664 123 4567",
        "vivo en Rosarito",
        "Ana Ruiz, 6641234567 es el de mi mamá",
    ],
)
def test_nothing_else_is_made_a_name(text: str) -> None:
    assert named(text) is None


@pytest.mark.parametrize(
    "alarm",
    [
        "mi mamá está muy mal, no puede respirar",
        "mi bebé nació y no respira",
        "mi hijo se desmayó",
        "se está convulsionando",
        "tengo mucho dolor de pecho",
        "mi hija se quiere matar",
    ],
)
@pytest.mark.parametrize(
    "frame",
    [
        "{}: Rosa Luna Pérez",
        "perdón, {}: Rosa Luna Pérez",
        "{}, se va a llamar Mateo Sandoval Ruiz",
        "{}, su nombre es Rosa Luna Pérez",
        "{}, dice que la anote como Rosa Luna Pérez",
        "{}, anote: Rosa Luna Pérez",
        "lo escribí mal, {}, es Rosa Luna Pérez",
        "Rosa Luna Pérez, rosa@gmail.com, {}",
    ],
)
def test_an_emergency_is_heard_above_the_name(alarm: str, frame: str) -> None:
    assert is_urgent(frame.format(alarm))


@pytest.mark.parametrize("text", ["auxilio, su nombre es Rosa Luna Pérez", "auxilio, perdón: Ana Ruiz López"])
def test_a_call_for_help_is_heard_beside_the_name(text: str) -> None:
    assert is_urgent(text)


@pytest.mark.parametrize("text", ["Anote: Socorro Ruiz Luna", "Rosa Luna Pérez, emergencias.rosa@gmail.com"])
def test_a_name_or_an_address_is_no_emergency(text: str) -> None:
    assert named(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "no, mejor cancele: Ana Ruiz López",
        "ya no quiero la cita: Ana Ruiz López",
        "perdón, cancele la cita: Ana Ruiz López",
        "mi nombre es Ana, no quiero la cita: Ana Ruiz López",
    ],
)
def test_what_they_want_before_a_colon_is_no_slip(text: str) -> None:
    assert any(isinstance(one, CancelBooking) for one in parse(text, context(State.CUSTOMER_DATA)).intents)


@pytest.mark.parametrize("before", ["no es para mí, es para mi hija", "me equivoqué, es para mi hija"])
def test_for_whom_it_is_before_a_colon_is_kept(before: str) -> None:
    said = parse(f"{before}: Ana Ruiz López", context(State.CUSTOMER_DATA)).intents[0]
    assert isinstance(said, ProvideCustomerData)
    assert (said.name, said.for_other) == ("Ana Ruiz López", True)


@pytest.mark.parametrize("before", ["mi mamá está mal", "no es López", "disculpe, no puedo ir"])
def test_a_name_behind_anything_else_is_not_sure(before: str) -> None:
    assert named(f"{before}: Ana Ruiz López") is None


@pytest.mark.parametrize(
    "text",
    [
        "ya no quiero la cita, su nombre es Rosa Luna Pérez",
        "cancele la cita, su nombre es Rosa Luna Pérez",
        "no era Ana Ruiz López",
    ],
)
def test_more_than_a_name_is_not_cut_to_it(text: str) -> None:
    read = Rules().understand(text, context(State.CUSTOMER_DATA)).intents
    assert not (len(read) == 1 and isinstance(read[0], ProvideCustomerData))
