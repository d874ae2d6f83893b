"""Who waits for a time, as staff ask for it by chat."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.replies import tool_texts
from booking.intents import Reading, When
from booking.models import Hold, Slot
from booking.models.tool_answers import Done, ToolRefused, Why
from booking.models.who_waits import WaitingEntry, WaitingOffer, WaitingWish
from booking.testing.contracts.contract_world import chat
from tests.tools.house import NOW, House, asked_of, read_of

TOOL = "consultar_lista_espera"
THURSDAY = NOW.date() + dt.timedelta(days=3)


def waits(house: House, name: str, doctor: int | None, minutes: int, when: Reading | None = None) -> int:
    chat_id = chat(house.begin)
    with house.begin() as uow:
        id = uow.waiting_list.add(
            WaitingEntry(
                conversation_id=chat_id,
                wish=WaitingWish(doctor_id=doctor, when=when),
                name=name,
                created_at=NOW + dt.timedelta(minutes=minutes),
                expires_at=NOW + dt.timedelta(days=30),
            )
        )
        uow.commit()
    return id


def told(house: House, who: str, text: str) -> str:
    answer = house.use(who, TOOL, **read_of(text))
    assert isinstance(answer, Done), answer
    return tool_texts.answer(TOOL, answer.result)


def test_everybody_who_waits_is_shown_in_order_to_those_of_the_whole_clinic(house: House) -> None:
    thursday = Reading(when=When(date_from=THURSDAY, date_to=THURSDAY))
    second = waits(house, "Beto Lara", 2, 5)
    first = waits(house, "Ana Ruiz", 1, 0, thursday)
    anybody = waits(house, "Caro Díaz", None, 9)
    assert told(house, "staff", "¿quién está en la lista de espera?").splitlines() == [
        "En la lista de espera, en este orden:",
        f"• {first}: Ana Ruiz, el jueves 26 de noviembre con Dra. Laura Méndez",
        f"• {second}: Beto Lara, cualquier horario con Dr. Jorge Salas",
        f"• {anybody}: Caro Díaz, cualquier horario",
    ]
    of_one = told(house, "staff", "la lista de espera del doctor Salas")
    assert "Beto Lara" in of_one
    assert "Ana" not in of_one
    assert "Caro" not in of_one


def test_a_doctor_sees_those_who_wait_for_them_alone(house: House) -> None:
    waits(house, "Ana Ruiz", 1, 0)
    waits(house, "Beto Lara", 2, 5)
    waits(house, "Caro Díaz", None, 9)
    mine = told(house, "doctor", "mi lista de espera")
    assert "Ana Ruiz" in mine
    assert "Beto" not in mine
    assert "Caro" not in mine
    asked = read_of("la lista de espera del doctor Salas")
    assert house.use("doctor", TOOL, **asked) == ToolRefused(tool=TOOL, why=Why.NO_SUCH_DOCTOR)
    assert house.use("doctor of nobody", TOOL) == ToolRefused(tool=TOOL, why=Why.NOT_ALLOWED)
    assert house.use("patient", TOOL) == ToolRefused(tool=TOOL, why=Why.NOT_ALLOWED)


def test_what_is_held_for_somebody_is_told(postgres_house: House) -> None:
    house = postgres_house
    id = waits(house, "Ana Ruiz", 1, 0)
    leo = house.appointments["leo"]
    at = Slot(start=NOW + dt.timedelta(days=1), end=NOW + dt.timedelta(days=1, minutes=30))
    until = NOW + dt.timedelta(minutes=30)
    with house.begin() as uow:
        hold = Hold(appointment_id=leo.id, slot=at, doctor_id=1, doctor="Dra. Laura Méndez", expires_at=until)
        uow.waiting_list.offer(WaitingOffer(entry_id=id, hold=hold, made_at=NOW))
        uow.commit()
    said = told(house, "staff", "quién está en la lista de espera")
    assert said.endswith("(se le ofreció martes 24 de noviembre, 10:00 a.m., apartado hasta las 10:30 a.m.)")


def test_nobody_waits(house: House) -> None:
    assert told(house, "staff", "ver lista de espera") == "Nadie está en la lista de espera."


@pytest.mark.parametrize(
    "text",
    [
        "mete a Ana a la lista de espera y dime quién está",
        "¿quién está en la lista de espera del jueves?",
    ],
)
def test_what_changes_the_list_or_asks_for_a_part_of_it_is_not_taken_for_a_look(text: str) -> None:
    assert asked_of(text) == []
