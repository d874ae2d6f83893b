"""What staff do to an appointment its patient hears, once, in words that may be sent; or staff hear why not."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.conversation import outgoing
from booking.intents import CancelAppointment, Confirm, Greet, OptOut
from booking.models import (
    Actor,
    ActorKind,
    Control,
    DeliveryStatus,
    MessageClass,
    OutText,
    Status,
    TellingState,
)
from booking.testing.clinic_acts import Acts
from booking.testing.world import ZONE, memory_clinic
from tests.engine.told_patient import ACTS, NINE, TEMPLATES, TEN, Patient, prepared


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("wrote", [False, True])
def test_each_act_is_told_once(act: str, wrote: bool) -> None:
    """Freely to who wrote within a day; to who never did by template, after the welcome."""
    ana = prepared(act)
    if wrote:
        ana.clinic.mean("Ana", Greet())
    ACTS[act](ana)
    heard = ana.hears()
    if wrote:
        assert len(heard) == 1
        assert "Ana Luz" in heard[0]
        assert "Dra. Uno" in heard[0]
    else:
        assert heard == ["bienvenida", TEMPLATES[act]]
    assert ana.states()[-1] is TellingState.WRITTEN
    for _ in range(2):
        assert ana.hears() == []
    assert ana.notices() == []


@pytest.mark.parametrize("act", ACTS)
def test_what_is_told_by_telephone_is_not_written(act: str) -> None:
    ana = prepared(act)
    ACTS[act](ana, tell=False)
    assert ana.hears() == []
    assert ana.states()[-1] is TellingState.SPOKEN


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("why", [TellingState.NO_NUMBER, TellingState.OPTED_OUT])
def test_of_who_cannot_be_told_staff_hear(act: str, why: TellingState) -> None:
    ana = prepared(act, number=why is TellingState.OPTED_OUT)
    if why is TellingState.OPTED_OUT:
        ana.clinic.mean("Ana", OptOut())
    ACTS[act](ana)
    assert ana.hears() == []
    assert ana.states()[-1] is why
    (about,) = ana.notices()
    assert about is not None
    assert about.appointment_id == ana.appointment().id


def test_who_wants_no_messages_meanwhile_gets_none() -> None:
    """BAJA came between the change and the message."""
    ana = Patient()
    ana.enter()
    ana.clinic.mean("Ana", OptOut())
    assert ana.hears() == []
    assert ana.states() == [TellingState.OPTED_OUT]
    assert len(ana.notices()) == 1
    ana = Patient()
    ana.enter()
    ana.clinic.tell_patients()
    ana.clinic.mean("Ana", OptOut())  # while it lies in the outbox
    assert ana.hears() == []
    assert len(ana.notices()) == 1


@pytest.mark.parametrize(
    "acts",
    [
        ("enter", "move", "move"),
        ("enter", "move"),
        ("enter", "cancel"),
        ("enter", "move", "cancel"),
        ("move", "move"),
        ("move", "back"),
        ("move", "cancel"),
    ],
)
@pytest.mark.parametrize("waits", [False, True])
def test_several_changes_are_one_message_of_how_it_stands(acts: tuple[str, ...], waits: bool) -> None:
    """Whether the earlier ones had not been taken up yet, or lay in the outbox. Who never heard of an appointment does
    not hear that it is cancelled, and one that is where it was has not moved; but for a message that may be on its
    way."""
    ana = prepared(acts[0])
    ana.clinic.mean("Ana", Greet())
    times = iter([(2, TEN), (3, NINE), (3, TEN)])
    for act in acts:
        if act == "move":
            ana.move(*next(times))
        elif act == "back":
            ana.move(1, NINE)
        else:
            ACTS[act](ana)
        if waits:
            ana.clinic.tell_patients()
    heard = ana.hears()
    if not waits and (acts[-1] == "back" or (acts[0], acts[-1]) == ("enter", "cancel")):
        assert heard == []
        return
    (said,) = heard
    stands = ana.appointment().slot.start.astimezone(ZoneInfo(ZONE))
    what = "cancelada" if acts[-1] == "cancel" else "agendada" if acts[0] == "enter" and not waits else "cambió"
    assert what in said
    assert f"{stands:%-d} de noviembre" in said
    if what == "cambió" and not waits:
        assert f"{ana.at(1, NINE):%-d} de noviembre" in said, "where she knew it to be"


def test_what_they_did_themselves_they_are_not_told() -> None:
    """Somebody of the clinic changes their own appointment, in their own chat."""
    ana = Patient()
    ana.clinic.mean("Ana", Greet())
    with ana.clinic.begin() as uow:
        mine = uow.conversations.get(ana.clinic.conversations["Ana"]).person.id
        (ana.id,) = [uow.patients.find_or_create(mine, "Ana Luz", None, ana.now).id]
        uow.commit()
    ana.enter(by=Actor(kind=ActorKind.STAFF, person_id=mine))
    assert ana.hears() == []
    assert ana.states() == [TellingState.KNOWN]


def test_what_patients_do_is_nothing_to_tell_them() -> None:
    clinic = memory_clinic()
    acts = Acts(clinic)
    acts.book_ahead("Ana", 1)
    acts.change("Ana", CancelAppointment(), 1, Confirm())
    with clinic.begin() as uow:
        (one,) = uow.appointments.list()
        assert (one.status, uow.tellings.of([one.id]), uow.tellings.waiting()) == (Status.CANCELLED, [], [])


def test_nothing_is_told_once_its_time_has_come() -> None:
    ana = Patient()
    ana.enter()
    ana.clinic.advance(days=1, hours=2)
    assert ana.hears() == []
    assert ana.states() == [TellingState.LATE]
    ana = Patient()
    ana.enter()
    ana.clinic.tell_patients()
    ana.clinic.advance(days=1, hours=2)  # in the outbox while WhatsApp was down
    assert ana.hears() == []


def test_it_is_told_while_somebody_answers_the_chat_and_they_keep_it() -> None:
    ana = Patient()
    ana.clinic.mean("Ana", Greet())
    chat = ana.clinic.conversation("Ana")
    with ana.clinic.begin() as uow:
        taken = {"control": Control.HUMAN, "control_until": ana.now + dt.timedelta(hours=3)}
        uow.conversations.save(chat.model_copy(update=taken), ana.now)
        uow.commit()
    ana.enter()
    assert len(ana.hears()) == 1
    assert ana.clinic.conversation("Ana").control is Control.HUMAN


def test_what_whatsapp_could_not_deliver_is_said_in_other_words_and_counts_as_those() -> None:
    ana = Patient()
    ana.clinic.mean("Ana", Greet())
    ana.enter()
    (said,) = ana.hears()
    failed = DeliveryStatus(
        wamid=f"wamid.sent-{len(ana.clinic.sender.sent)}", status="failed", at=ana.now, error_code=131047
    )
    ana.clinic.engine.receive([], [failed])
    assert ana.hears() == ["cita_agendada"]
    with ana.clinic.begin() as uow:
        (told,) = uow.tellings.of([ana.appointment().id])
    assert (told.message, told.heard) == ("sent", True), said


def test_a_second_message_of_a_version_is_caught_and_one_to_a_stranger() -> None:
    ana = Patient()
    ana.clinic.mean("Ana", Greet())
    ana.clinic.mean("Beto", Greet())
    ana.enter()
    ana.hears()
    item = ana.clinic.sender.sent[-1]
    beto = ana.clinic.conversations["Beto"]
    for whose, why in ((item.conversation_id, "told before"), (beto, "manages")):
        with ana.clinic.begin() as uow:
            chat = uow.conversations.get(whose)
            told = {"fallback": item.fallback, "about": item.about}
            outgoing.put(uow, chat, OutText(body="otra vez"), MessageClass.NOTICE, ana.now, **told)
            uow.commit()
        with pytest.raises(AssertionError, match=why):
            ana.clinic.delivery.deliver(whose, MessageClass.NOTICE)
