"""One's own appointment that somebody else goes to instead is given to them by people: it never falls by it, and moves
nowhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, RequestHuman
from booking.models import Purpose, State
from nlu.shortcuts import parse
from tests.nlu.known_visits import FIRST, knowing

HERE = knowing(FIRST)
CANNOT = ["no puedo ir yo", "ya no voy a ir", "yo ya no voy a ir", "no voy a poder ir", "ya no puedo", "no voy"]
JOINTS = [" pero ", ", ", " y ", ", mejor ", ", entonces "]
GOES = ["va {who}", "va a ir {who}", "{who} va a ir", "{who} sí puede ir", "puede ir {who}", "mando a {who}",
        "que vaya {who}", "{who} va"]  # fmt: skip
THEN = ["", " a esa hora", " en mi lugar", " por mí", " a la cita", "?"]
WHO = ["mi esposo", "mi mamá", "mi hija", "mi hermana Pilar Lerma"]


@given(*map(st.sampled_from, (CANNOT, JOINTS, GOES, THEN, WHO)))
def test_people_give_it_to_them(cannot: str, joint: str, goes: str, then: str, who: str) -> None:
    assert parse(cannot + joint + goes.format(who=who) + then, HERE).intents == (RequestHuman(),)


@pytest.mark.parametrize("name", ["nomás cambie el nombre", "solo cámbiele de nombre", "ponle otro nombre"])
def test_its_name_is_changed_by_people(name: str) -> None:
    proposed = HERE.model_copy(update={"state": State.CONFIRM, "purpose": Purpose.CANCEL})
    assert parse(f"no, no la cancele, {name}", proposed).intents == (RequestHuman(),)


@pytest.mark.parametrize(
    "why", ["mi mamá está enferma", "viene mi mamá de Culiacán", "mi esposo trabaja", "va a ir mi suegra al doctor"]
)
def test_a_relative_who_is_only_told_of_goes_nowhere(why: str) -> None:
    said = parse(f"no voy a poder ir porque {why}", HERE)
    assert not any(isinstance(one, RequestHuman) for one in said.intents)
    assert any(isinstance(one, CancelAppointment) for one in said.intents)
