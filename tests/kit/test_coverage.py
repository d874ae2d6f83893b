"""Every row, every reply and every cell of the repair matrix is used: by the scripted conversations and the matrix."""

from __future__ import annotations

import datetime as dt

from booking.conversation.engine import Pace
from booking.conversation.fsm.conversation_machine import CONVERSING
from booking.conversation.fsm.guards import guessed
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Services, Turn
from booking.intents import (
    AsTold,
    Attend,
    CheckAvailability,
    Confirm,
    Greet,
    Like,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    StartBooking,
)
from booking.models import COMING, Grant, Role, State
from booking.ports import UnitOfWork
from booking.testing.clinic import Clinic
from booking.testing.coverage import SEEN, Coverage
from booking.testing.repairs import PLACES, REPAIRS, cell
from booking.testing.world import clinic_on, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.questions import OF_JOBS
from tests.kit.played import SCRIPTS, played


def test_nothing_in_the_machine_is_left_unused() -> None:
    seen = Coverage()
    for path in SCRIPTS:
        seen.add(played(path).records)
    for repair in REPAIRS:
        for place in PLACES:
            run = cell(place, repair)
            seen.add([*run.exchange.turns, *run.next.turns])
            seen.add_cell(run.name, len(REPAIRS) * len(PLACES))
    seen.add(_left_alone_with_a_human().records)
    seen.add_steps(_never_due().steps)
    seen.add(_after_baja_and_with_a_human().records)
    seen.add(_said_aloud().records)
    seen.add(_told_of_a_notice().records)
    seen.add(_changed_while_they_confirm().records)
    seen.add(_without_a_waiting_list().records)
    seen.add(_as_before_once_settled().records)
    SEEN.merge(seen)
    print(seen.summary())
    # Scripts are read by rules; what acts on a model's reading alone is gone through in tests/engine/test_opt_out.py.
    by_model = [row for row in TABLE if guessed in row.guards]
    assert [name for name in seen.missing_rows if name not in {row.name for row in by_model}] == []
    no_row = {reply for row in by_model for reply in row.replies} | OF_JOBS
    assert [key for key in seen.missing_replies if key not in no_row] == []
    assert len(seen.repairs) == seen.cells == len(REPAIRS) * len(PLACES)


def _said_aloud() -> Clinic:
    """A voice note that somebody writes down."""

    class Ears:
        def hear(self, media: str) -> str | None:
            return "quiero una cita"

    clinic = memory_clinic(reader=Shortcuts())
    clinic.engine.listener = Ears()
    clinic.send_media("Ana", "audio", media="1")
    return clinic


def _told_of_a_notice() -> Clinic:
    """Who works here marks what they were told of."""
    clinic = memory_clinic(reader=Shortcuts())
    clinic.say("Rosa", "hola")
    with clinic.begin() as uow:
        uow.staff.grant(clinic.conversation("Rosa").person.id, Grant(role=Role.STAFF), clinic.clock.now())
        uow.notices.add("human", None, "", clinic.clock.now())
        uow.notices.mark_pushed([notice.id for notice in uow.notices.list()], clinic.clock.now())
        uow.commit()
    assert clinic.say("Rosa", "atendido").keys == ["notice_marked"]
    return clinic


def _without_a_waiting_list() -> Clinic:
    """A clinic may keep none."""
    clinic = memory_clinic(reader=Shortcuts())
    with clinic.begin() as uow:
        uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update={"waiting_list": False}))
        uow.commit()
    assert "no_waiting_list" in clinic.say("Ana", "avísame si se abre algo el jueves").keys
    return clinic


def _as_before_once_settled() -> Clinic:
    """Another appointment is begun while one is confirmed; rules read it as a change of that one, a model need not."""
    clinic = memory_clinic()
    for intent in (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name="Ana Ruiz")):
        clinic.mean("Ana", intent)
    assert clinic.conversation("Ana").state is State.CONFIRM
    assert "no_before" in clinic.mean("Ana", StartBooking(anyone=True, like=Like(hour=True))).keys
    return clinic


def _left_alone_with_a_human() -> Clinic:
    """Where a human keeps a chat for longer than a flow may be left alone, the flow is dropped without a word."""
    opened = memory_clinic()
    clinic = clinic_on(opened.begin)
    clinic.engine.pace = Pace(pause=dt.timedelta(), handoff=dt.timedelta(days=3))
    for intent in (StartBooking(), SelectSlot(option=1), RequestHuman()):
        clinic.mean("Ana", intent)
    clinic.advance(hours=25)
    assert clinic.mean("Ana", Greet()).messages == []
    assert clinic.conversation("Ana").state is State.IDLE
    assert clinic.stored().live == []
    return clinic


def _after_baja_and_with_a_human() -> Clinic:
    """Who opted out is told the way back once; the assistant is asked back, and asked for where it is there."""
    clinic = memory_clinic()
    for who, before in (("Ana", ()), ("Beto", (StartBooking(),))):
        for intent in (*before, RequestHuman(undo=True), RequestHuman(), OptOut(undo=True), RequestHuman(undo=True)):
            clinic.mean(who, intent)
    for intent in (OptOut(), PrivacyRequest(), StartBooking(), StartBooking()):
        clinic.mean("Caro", intent)
    for intent in (RequestHuman(), OptOut(), StartBooking()):
        clinic.mean("Dora", intent)
    for intent in (CheckAvailability(), SelectSlot(option=99)):  # text that names no option of the list is read as none
        clinic.mean("Eva", intent)
    return clinic


def _changed_while_they_confirm() -> Clinic:
    """Staff change an appointment in the moment in which its patient says that they come."""
    stored, racing = memory_clinic().begin, False

    def begin() -> UnitOfWork:
        uow = stored()
        if racing:
            uow.appointments.mark = lambda *args, **kwargs: None  # type: ignore[method-assign]
        return uow

    clinic = clinic_on(begin)
    for intent in (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name="Ana Ruiz"), Confirm()):
        clinic.mean("Ana", intent)
    with clinic.begin() as uow:
        (mine,) = uow.appointments.list(statuses=COMING)
    racing = True
    told = AsTold(appointment_id=mine.id, version=mine.version)
    assert clinic.mean("Ana", Attend(those=(told,))).keys == ["attend_changed"]
    return clinic


def _never_due() -> Turn:
    """The rows that only make the table total: their triggers are never due where nothing is under way."""
    clinic = memory_clinic()
    clinic.mean("Ana", OptOut())
    with clinic.begin() as uow:
        turn = Turn(clinic.conversation("Ana"), clinic.clock.now(), uow.schedules.clinic(), Services(uow))
        CONVERSING.fire(turn, Trigger.TIMEOUT)
        CONVERSING.fire(turn, Trigger.FILL_ORDER)
    assert turn.replies == [], "who opted out is written to"
    return turn
