"""A yes is put together of closed classes: every composition of them is one, and anything else in it makes it none."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from booking.intents import Confirm
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import NOW, context

PROPOSED = dt.datetime(2026, 11, 26, 17, tzinfo=NOW.tzinfo)  # a Thursday
ORDERS = [
    f"{stem}{end}"
    for stem in ("confírm", "regístr", "apárt", "agénd", "anót", "apúnt", "ciérr", "asegúr")
    for end in ("ela", "enla", "amela", "emela", "enosla", "enmela")
] + [
    "puede registrarla",
    "pueden apartármela",
    "quiero apartarla",
    "que ya quede apartada",
    "que quede así",
    "que me la confirmen",
    "déjela confirmada",
    "déjenla así",
    "nomás confírmela y listo",
    "favor de agendarla",
]
ACCEPTED = [
    f"{sure}{verb}"
    for sure in ("", "sí ", "por supuesto que ", "claro que sí ")
    for verb in (
        "acepto ese horario",
        "se la confirmo",
        "la aceptamos",
        "le entramos",
        "jalo con esa",
        "quiero esa cita",
        "nos quedamos con ese horario",
        "estoy de acuerdo en todo",
        "asisto ese día",
    )
]
AGREES = st.sampled_from(
    ORDERS
    + ACCEPTED
    + """
    queda confirmado. confirmada. ya quedamos. ándele pues. sea pues. simón que sí. tal cual. por mí queda. por
    nosotros está bien. me late. nos parece perfecto. suena bien. está correcto lo que me puso. es correcta la
    hora. los datos están bien. todo está correcto. esa mera es. es la hora que quería. cuente conmigo. cuenten
    con nosotros para esa cita. no le mueva nada. no tengo cambios. no hay ninguna corrección. sin cambios. así
    déjela. nada que corregir. ahí estaré
    """.replace("\n", " ").split(".")
).map(lambda words: " ".join(words.split()))
SUITS = ["me late", "nos parece perfecto", "por mí queda", "sí asisto", "cuente conmigo", "está correcto", "ahí estaré"]
COURTESY = st.sampled_from(
    [
        "{}",
        "{} por favor",
        "{}, señorita",
        "señorita, {}",
        "{}, muchas gracias",
        "perfecto, {}",
        "con todo gusto, {}",
        "{}, con mucho gusto",
        "no hay ningún problema, {}",
        "{}, ahí nos vemos",
        "{}. Llego puntual",
        "mi mamá está de acuerdo, {}",
        "ya revisé, {}",
        "¡Claro! {}",
        "{} 👍",
    ]
)
OWN = st.sampled_from(["{}", "{}, el jueves", "{}: jueves 26 a las 5", "{}. El jueves a las 5", "{} y a esa hora"])
OWN_BEFORE = st.sampled_from(["el jueves, {}", "a las 5 de la tarde {}", "el jueves a las 5, {}"])
SPOILS = [
    "{} zarambeque",
    "{}, traigo zarambeque",
    "no, {}",
    "{}, no",
    "no {}",
    "{}, creo",
    "creo que {}",
    "a lo mejor {}",
    "si me pagan, {}",
    "{} si me dan permiso",
    "{} si puedo",
    "deje ver y {}",
    "{}, pero más tarde",
    "{} pero con otro doctor",
    "{}, a las 6",
    "{}, el viernes",
    "{} el jueves a las 4",
    "mejor {} en la mañana",
    "{} cuando me paguen",
    "{} para mi vecina Rosa",
    "luego {}",
    "dice mi esposo que si {}",
    "{}, excepto la hora",
    "todavía no, {}",
    "{}, espere",
]


def confirms(text: str, about: str = "") -> bool:
    known = context(State.CONFIRM, about).model_copy(update={"proposed": PROPOSED, "offered": (PROPOSED,)})
    return Confirm() in parse(text, known).intents


@given(AGREES, COURTESY, OWN)
def test_what_agrees_with_courtesies_and_the_own_time_is_a_yes(agrees: str, courtesy: str, own: str) -> None:
    date_unread = own == "{}: jueves 26 a las 5" and ("entramos" in agrees or "no " in agrees)
    said = own.format(courtesy.format(agrees))
    assume(not date_unread and len(said.split()) <= 12)  # more words, or a date that may be denied, are asked about
    assert confirms(said)


@given(st.sampled_from(SUITS), COURTESY, OWN_BEFORE)
def test_the_own_time_may_stand_before_what_is_not_done_then(agrees: str, courtesy: str, own: str) -> None:
    assert confirms(own.format(courtesy.format(agrees)))


@given(AGREES, COURTESY, st.sampled_from(SPOILS))
def test_anything_else_in_it_makes_it_none(agrees: str, courtesy: str, spoils: str) -> None:
    assert not confirms(spoils.format(courtesy.format(agrees)))


@given(AGREES, st.sampled_from(["{}?", "¿{}?", "{}, señorita?", "señorita, ¿{}?", "entonces {}?"]))
def test_what_is_only_asked_is_no_yes(agrees: str, asked: str) -> None:
    assert not confirms(asked.format(agrees))


@pytest.mark.parametrize(
    "text",
    """
    ya se la confirmo. le confirmo. luego se la confirmo. el jueves se la confirmo. se la confirmo el jueves. se
    la confirmo para el jueves. confírmela el jueves. confírmeme la hora. confirma la hora por favor. que la
    confirme mi esposo. quiero que me lo confirme una persona. sí quiero que me lo confirme una persona. a mi
    nombre. para mi hija sí. sí, para mi hija. sí, a nombre de mi esposo. la hora está bien. no, tengo cambios.
    no, hay cambios. con gusto. sí, ya vi. y si.
    no le mueva el día. ya revisé. mi esposo dice que sí. así la dejamos. gracias por confirmarla.
    cerrado. hecho. me queda lejos. sí queda confirmada la de mi hijo. ok, hasta luego. déjelo así. me la puede
    confirmar. si queremos la cita luego avisamos
    """.replace("\n", " ").split("."),
)
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert not confirms(" ".join(text.split()))
