"""What patients are told of an appointment: from when to when, with whom, in which room, and how to get there.

Nothing is printed for what the clinic has not given, and no message is longer than WhatsApp takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.models import Answers, OutButtons, OutList, OutText
from booking.testing.clinic import Clinic
from booking.testing.exchange import Exchange
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

MAP = "https://maps.app.goo.gl/aBc123"
ADDRESS = "Av. Revolución 1234, Zona Centro, Tijuana, B. C."


def clinic_with(room: str | None, address: str | None, map_link: str | None) -> Clinic:
    seed = demo_seed()
    said = seed.clinic.model_copy(update={"address": address, "answers": Answers(map_link=map_link)})
    doctors = tuple(doctor.model_copy(update={"room": room}) for doctor in seed.doctors)
    return memory_clinic(replace(seed, clinic=said, doctors=doctors), Shortcuts())


def told(clinic: Clinic) -> dict[str, Exchange]:
    """A booking, its list and its move, by what is told of each."""
    proposal = [clinic.say("Ana", text) for text in ("cita con la doctora Méndez el martes a las 11:30", "Ana Ruiz")][
        -1
    ]
    booked, mine = clinic.say("Ana", "sí"), clinic.say("Ana", "mis citas")
    change = clinic.say("Ana", "cámbiala al jueves a las 10")
    moved = clinic.say("Ana", "sí")
    keys = {"proposal": proposal, "booked": booked, "my_appointments": mine, "move_proposal": change, "moved": moved}
    assert {key: key in exchange.keys for key, exchange in keys.items()} == dict.fromkeys(keys, True)
    return keys


@pytest.mark.parametrize(
    ("room", "said"),
    [
        ("101", "onsultorio 101"),
        ("B", "onsultorio B"),
        ("Planta alta", "lanta alta"),
        ("Consultorio 3-B", "onsultorio 3-B"),
    ],
)
def test_when_it_ends_in_which_room_and_how_to_get_there(room: str, said: str) -> None:
    came = told(clinic_with(room, ADDRESS, MAP))
    for key, exchange in came.items():
        thursday = key.startswith("move")
        when = (
            "jueves 26 de noviembre, de 10:00 a.m. a 10:30 a.m."
            if thursday
            else "martes 24 de noviembre, de 11:30 a.m. a 12:00 p.m."
        )
        assert when in exchange.text, key
        assert exchange.text.count(said) == 1, key
    for key in ("booked", "my_appointments", "moved"):
        assert f"\n{ADDRESS}\n🗺️ {MAP}" in came[key].text, key
        assert "{" not in came[key].text


@settings(max_examples=12, deadline=None)
@given(
    room=st.sampled_from([None, "", "  ", "1", "x" * 60]),
    address=st.sampled_from([None, "", ADDRESS, "y" * 300]),
    map_link=st.sampled_from([None, MAP, "https://" + "z" * 300]),
)
def test_nothing_is_printed_for_what_is_not_given_and_limits_hold(
    room: str | None, address: str | None, map_link: str | None
) -> None:
    for key, exchange in told(clinic_with(room, address, map_link)).items():
        assert "None" not in exchange.text
        assert "\n\n\n" not in exchange.text
        assert ("🚪" in exchange.text) <= bool(room and room.strip())
        assert ("🗺️" in exchange.text) == bool(map_link and "propos" not in key)
        for message in exchange.messages:
            longest = 4096 if isinstance(message, OutText) else 1024
            assert len(message.body) <= longest
            if isinstance(message, OutButtons | OutList):
                assert message.body.strip()


def test_a_list_too_long_for_buttons_is_told_whole() -> None:
    clinic = clinic_with("x" * 60, "y" * 300, MAP)
    names = ("Ana", "Eva", "Luz", "Sol", "Mar", "Rosa", "Inés")
    for hour, name in enumerate(names, start=8):
        clinic.say("Ana", f"quiero otra cita el {'miércoles' if hour % 2 else 'jueves'} a las {hour % 12 or 12}")
        clinic.say("Ana", f"es para {name} Ruiz Luna")
        clinic.say("Ana", "sí")
    mine = clinic.say("Ana", "mis citas")
    whole = max((message.body for message in mine.messages if isinstance(message, OutText)), key=len)
    assert whole.count("•") == clinic_count(clinic) > 5
    assert "y" * 300 in whole


def clinic_count(clinic: Clinic) -> int:
    with clinic.begin() as uow:
        return len(uow.appointments.list(person_id=clinic.conversation("Ana").person.id))
