"""Staff put patients on the waiting list and take them off it by chat: what was shown is done, and nothing else."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments import appointment_changes
from booking.conversation.replies import tool_texts
from booking.conversation.replies.proposal_texts import shown_order
from booking.conversation.waiting_offers import WaitingOffers
from booking.models import Actor, ActorKind, Appointment, Identity, IdentityKind
from booking.models.tool_answers import Choose, Done, Proposed, ToolRefused, Why
from booking.models.who_waits import EntryState, WaitingEntry
from booking.testing.frozen_clock import FrozenClock
from tests.tools.house import CLINIC, DESK, NOW, ZONE, House, read_of

JOIN, LEAVE = "anotar_lista_espera", "quitar_lista_espera"
PHONE = "+526641110001"


def enter(house: House, name: str, phone: str | None = PHONE) -> int:
    with house.begin() as uow:
        id = uow.patients.enter(name, phone, None, NOW).id
        uow.commit()
    return id


def proposed(house: House, text: str, who: str = "staff", tool: str = JOIN) -> Proposed:
    answer = house.use(who, tool, **read_of(text))
    assert isinstance(answer, Proposed), answer
    return answer


def shown(answer: Proposed) -> str:
    order = shown_order(answer.order, ZONE)
    assert isinstance(order, dict)
    return tool_texts.order(order)


def active(house: House) -> list[WaitingEntry]:
    with house.begin() as uow:
        return list(uow.waiting_list.active())


def told(answer: object, tool: str) -> str:
    assert isinstance(answer, Done), answer
    return tool_texts.answer(tool, answer.result)


def test_somebody_is_put_on_the_list_as_it_was_shown(house: House) -> None:
    enter(house, "Norma Galindo")
    answer = proposed(house, "pon a Norma Galindo en lista de espera para antes del viernes con Salas")
    assert shown(answer) == (
        "Anotar a Norma Galindo en la lista de espera: hasta el jueves 26 de noviembre con Dr. Jorge Salas. Hay lugar "
        "ya: lunes 23 de noviembre, 11:30 a.m.; lunes 23 de noviembre, 12:00 p.m.; lunes 23 de noviembre, 12:30 p.m.; "
        "la lista avisa solo de lo que se libere."
    )
    assert active(house) == [], "nothing before the yes"
    said = told(house.done("staff", answer), JOIN)
    assert said.startswith("Norma Galindo queda en la lista de espera: hasta el jueves 26 de noviembre")
    (entry,) = active(house)
    assert (entry.name, entry.wish.doctor_id, entry.appointment_id, entry.added_by) == ("Norma Galindo", 2, None, "c3")
    assert entry.expires_at == dt.datetime(2026, 11, 27, tzinfo=ZONE), "with the last moment that would do"
    told(house.done("staff", answer), JOIN)
    assert active(house) == [entry], "said twice it is one"


def test_who_has_an_appointment_waits_for_that_one_to_be_earlier(house: House) -> None:
    patient = enter(house, "Norma Galindo")
    with house.begin() as uow:
        at = dt.datetime(2026, 11, 27, 12, tzinfo=ZONE)
        mine = appointment_changes.enter(uow, CLINIC, 2, patient, at, NOW, DESK)
        assert isinstance(mine, Appointment)
        uow.commit()
    answer = proposed(house, "pon a Norma Galindo en lista de espera con Salas")
    assert "antes del viernes 27 de noviembre" in shown(answer)
    assert "(para adelantar su cita del viernes 27 de noviembre, 12:00 p.m.)" in shown(answer)
    with house.begin() as uow:
        by = Actor(kind=ActorKind.STAFF, name="otra")
        at += dt.timedelta(hours=1)
        assert isinstance(appointment_changes.move_to(uow, CLINIC, mine, at, NOW, by), Appointment)
        uow.commit()
    assert house.done("staff", answer) == ToolRefused(tool=JOIN, why=Why.CHANGED)
    told(house.done("staff", proposed(house, "pon a Norma Galindo en lista de espera con Salas")), JOIN)
    (entry,) = active(house)
    assert (entry.appointment_id, entry.wish.before) == (mine.id, at)


@pytest.mark.parametrize("for_when", ["", "esta semana", "para el viernes en la tarde", "de mañana en adelante"])
@pytest.mark.parametrize("moved_by", [-1, 1])
def test_the_appointment_that_is_to_be_earlier_is_not_what_they_wait_for(
    house: House, for_when: str, moved_by: int
) -> None:
    """Whoever is put on the list stays on it, until theirs is earlier; later, they wait on."""
    patient = enter(house, "Norma Galindo")
    with house.begin() as uow:
        at = dt.datetime(2026, 11, 27, 15, tzinfo=ZONE)
        mine = appointment_changes.enter(uow, CLINIC, 2, patient, at, NOW, DESK)
        assert isinstance(mine, Appointment)
        uow.commit()
    answer = proposed(house, f"pon a Norma Galindo en lista de espera {for_when} con Salas")
    assert "antes del viernes 27 de noviembre, 3:00 p.m." in shown(answer)
    told(house.done("staff", answer), JOIN)
    offers = WaitingOffers(house.begin, FrozenClock(NOW + dt.timedelta(minutes=1)))
    offers.run()
    assert [entry.appointment_id for entry in active(house)] == [mine.id]
    with house.begin() as uow:
        mine = uow.appointments.get(mine.id)
        to = at + dt.timedelta(hours=moved_by)
        assert isinstance(appointment_changes.move_to(uow, CLINIC, mine, to, NOW, DESK), Appointment)
        uow.commit()
    offers.run()
    assert [entry.appointment_id for entry in active(house)] == ([] if moved_by < 0 else [mine.id])


def test_whom_nobody_could_tell_is_not_put_on_it(house: House) -> None:
    enter(house, "Nora Sin Número", None)
    asked = read_of("anota a Nora en la lista de espera")
    assert house.use("staff", JOIN, **asked) == ToolRefused(tool=JOIN, why=Why.NO_NUMBER)
    enter(house, "Norma Galindo")
    answer = proposed(house, "anota a Norma en la lista de espera")
    with house.begin() as uow:
        name = Identity(kind=IdentityKind.WA_ID, value=PHONE.removeprefix("+"))
        chat = uow.conversations.lock(uow.inbox.conversation_of([name], NOW))
        gone = chat.person.model_copy(update={"opted_out": True})
        uow.conversations.save(chat.model_copy(update={"person": gone}), NOW)
        uow.commit()
    assert house.done("staff", answer) == ToolRefused(tool=JOIN, why=Why.OPTED_OUT)
    assert active(house) == []


def test_what_is_past_is_refused_and_a_clinic_may_keep_no_list(house: House) -> None:
    enter(house, "Norma Galindo")
    asked = read_of("anota a Norma en la lista de espera")
    assert house.use("staff", JOIN, **asked, cuando="el 3 de noviembre de 2025") == ToolRefused(tool=JOIN, why=Why.PAST)
    never = house.use("staff", JOIN, **read_of("anota a Norma en la lista de espera para el domingo"))
    assert never == ToolRefused(tool=JOIN, why=Why.NEVER_FREE)
    assert house.use("patient", JOIN, **asked) == ToolRefused(tool=JOIN, why=Why.NOT_ALLOWED)


def test_a_doctor_puts_their_own_patients_on_it_for_themselves(house: House) -> None:
    with house.begin() as uow:
        uow.patients.enter("Norma Galindo", PHONE, 1, NOW)
        uow.commit()
    answer = proposed(house, "anota a Norma en la lista de espera", who="doctor")
    assert "con Dra. Laura Méndez" in shown(answer)
    asked = read_of("anota a Norma en la lista de espera con Salas")
    assert house.use("doctor", JOIN, **asked) == ToolRefused(tool=JOIN, why=Why.NO_SUCH_DOCTOR)
    enter(house, "Zoila Rey", "+526641110002")
    for text in ("anota a Norma en la lista de espera con Salas", "anota a Zoila en la lista de espera con Laura"):
        assert house.done("doctor", proposed(house, text)) == ToolRefused(tool=JOIN, why=Why.NOT_ALLOWED), text
    told(house.done("doctor", answer), JOIN)
    assert [entry.wish.doctor_id for entry in active(house)] == [1]


def test_somebody_is_taken_off_the_list(house: House) -> None:
    for name, phone in (("Norma Galindo", PHONE), ("Norma Ayón", "+526641110002")):
        enter(house, name, phone)
        told(house.done("staff", proposed(house, f"anota a {name} en la lista de espera con Salas")), JOIN)
    which = house.use("staff", LEAVE, **read_of("quita a Norma de la lista"))
    assert isinstance(which, Choose)
    assert [option.text for option in which.options] == ["Norma Galindo", "Norma Ayón"]
    answer = proposed(house, "quita a Norma Galindo de la lista de espera", tool=LEAVE)
    assert shown(answer) == "Quitar a Norma Galindo de la lista de espera: cualquier horario con Dr. Jorge Salas."
    assert house.done("doctor", answer) == ToolRefused(tool=LEAVE, why=Why.NOT_ALLOWED), "of another doctor"
    assert told(house.done("staff", answer), LEAVE) == "Norma Galindo ya no está en la lista de espera."
    assert [entry.name for entry in active(house)] == ["Norma Ayón"]
    with house.begin() as uow:
        states = {entry.name: entry.state for entry in uow.waiting_list.list()}
    assert states["Norma Galindo"] is EntryState.REMOVED
    assert house.done("staff", answer) == ToolRefused(tool=LEAVE, why=Why.NOT_WAITING)
    asked = read_of("quita a Zoila de la lista de espera")
    assert house.use("staff", LEAVE, **asked) == ToolRefused(tool=LEAVE, why=Why.NOT_WAITING)
