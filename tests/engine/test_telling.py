"""What staff do to an appointment its patient hears, once, in words that may be sent; or staff hear why not."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.appointments import appointment_changes, attendance, who_hears
from booking.conversation import outgoing
from booking.conversation.replies.templates import TEMPLATES as TEMPLATES_OF
from booking.conversation.replies.templates import Name
from booking.intents import CancelAppointment, Confirm, Greet, OptOut
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    Control,
    DeliveryStatus,
    MessageClass,
    OutTemplate,
    OutText,
    Refusal,
    Slot,
    Status,
    TellingState,
)
from booking.models.notices import Concerns
from booking.testing.clinic import buttons_of, phone_of, read
from booking.testing.clinic_acts import Acts
from booking.testing.world import OPENING_DAY, ZONE, memory_clinic

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
NINE, TEN = dt.time(9), dt.time(10)


class Patient:
    """Ana, of whose appointment this is about. `knows`: she booked it herself; else staff entered it and her."""

    def __init__(self, *, number: bool = True) -> None:
        self.clinic = memory_clinic()
        phone = f"+{phone_of('Ana')}" if number else None
        with self.clinic.begin() as uow:
            self.id = uow.patients.enter("Ana Luz", phone, None, self.now).id
            uow.commit()

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def at(self, day: int, time: dt.time) -> dt.datetime:
        return dt.datetime.combine(self.now.date() + dt.timedelta(days=day), time, ZoneInfo(ZONE))

    def appointment(self) -> Appointment:
        with self.clinic.begin() as uow:
            (one,) = uow.appointments.list(patient_id=self.id)
            return one

    def enter(self, day: int = 1, time: dt.time = NINE, *, tell: bool = True, by: Actor = DESK) -> None:
        self._change(
            lambda uow, clinic: appointment_changes.enter(
                uow, clinic, 1, self.id, self.at(day, time), self.now, by, tell=tell
            )
        )

    def move(self, day: int = 2, time: dt.time = TEN, *, tell: bool = True, by: Actor = DESK) -> None:
        one = self.appointment()
        self._change(
            lambda uow, clinic: appointment_changes.move_to(
                uow, clinic, one, self.at(day, time), self.now, by, tell=tell
            )
        )

    def cancel(self, *, tell: bool = True, by: Actor = DESK) -> None:
        one = self.appointment()
        self._change(lambda uow, clinic: appointment_changes.cancel(uow, clinic, one, self.now, by, tell=tell))

    def confirm(self) -> None:
        with self.clinic.begin() as uow:
            assert isinstance(attendance.confirm(uow, self.appointment(), self.now, DESK), Appointment)
            uow.commit()

    def late(self, minutes: int = 20) -> None:
        with self.clinic.begin() as uow:
            who_hears.keep_late(uow, self.appointment(), minutes, self.now, DESK)
            uow.commit()

    def _change(self, change: Callable[..., Appointment | Refusal]) -> None:
        with self.clinic.begin() as uow:
            assert isinstance(change(uow, uow.schedules.clinic()), Appointment)
            uow.commit()

    def hears(self) -> list[str]:
        """What reaches her now, each as the template it is or as it reads."""
        before = len(self.clinic.sender.sent)
        self.clinic.tell_patients()
        with self.clinic.begin() as uow:
            chats = uow.conversations.list()
        for chat in chats:
            self.clinic.delivery.deliver(chat.id, MessageClass.NOTICE)
        sent = [item.content for item in self.clinic.sender.sent[before:]]
        return [one.name if isinstance(one, OutTemplate) else read(one) for one in sent]

    def states(self) -> list[TellingState]:
        with self.clinic.begin() as uow:
            return [told.telling.state for told in uow.tellings.of([self.appointment().id])]

    def notices(self) -> list[Concerns | None]:
        """Of what staff are told that she could not be told of."""
        with self.clinic.begin() as uow:
            return [Concerns.of(n.kind, n.detail) for n in uow.notices.list() if n.kind == "untold"]


ACTS = {"enter": Patient.enter, "move": Patient.move, "cancel": Patient.cancel}
TEMPLATES = {"enter": "cita_agendada", "move": "cita_movida", "cancel": "cita_cancelada"}


def prepared(act: str, **kwargs: bool) -> Patient:
    """She knows of an appointment, if the act is about one."""
    ana = Patient(**kwargs)
    if act != "enter":
        ana.enter(tell=False)
    return ana


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


@pytest.mark.parametrize("button", ["Cambiarla", "Cancelarla"])
@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("later", ["as it was", "moved", "cancelled"])
def test_a_button_is_of_the_appointment_as_it_was_told_of(button: str, written: bool, later: str) -> None:
    """Under a free message as under a template. A tap asks, and the yes does it; where the appointment has changed
    since, that is told, and nothing is done to any."""
    ana = prepared("move")
    if written:
        ana.clinic.mean("Ana", Greet())
    ana.move()
    ana.hears()
    sent = ana.clinic.sender.sent[-1].content
    taps = dict(buttons_of(sent)) if written else dict(zip(sent.payloads, TITLES, strict=True))
    payload = next(payload for payload, title in taps.items() if title == button)
    {"as it was": lambda: None, "moved": lambda: ana.move(3, NINE), "cancelled": ana.cancel}[later]()
    before = ana.appointment()
    tapped = ana.clinic.tap_payload("Ana", payload, button)
    assert ana.appointment() == before, "a tap is no yes"
    last = tapped.keys[-1]
    if later == "cancelled":
        assert last == "not_theirs"
    elif later == "moved":
        assert last == "since_changed"
        assert "Jueves 26 de noviembre" in tapped.text
    else:
        assert last == ("cancel_proposal" if button == "Cancelarla" else "offer_slots")
        if button == "Cancelarla":
            ana.clinic.mean("Ana", Confirm())
            assert ana.appointment().status is Status.CANCELLED
            assert ana.hears() == [], "they did it themselves"


TITLES = [button.title for button in TEMPLATES_OF[Name.MOVED].buttons]


STEPS = ("move", "move, by telephone", "cancel", "told", "delivered", "writes", "a day")


@settings(max_examples=25)
@given(steps=st.lists(st.sampled_from(STEPS), max_size=8), first=st.booleans())
def test_who_is_told_knows_how_it_stands(steps: list[str], first: bool) -> None:
    """Whatever staff do, in whatever order it is taken up and goes out: what she heard last, from us or from whoever
    said it by telephone, is how the appointment stands; or it is cancelled, and she never heard of it."""
    ana = Patient()
    ana.enter(3, NINE, tell=first)
    knows: Slot | Status | None = None if first else ana.appointment().slot
    times = itertools.cycle([(3, TEN), (4, NINE), (4, TEN), (3, NINE)])
    for step in [*steps, "told", "delivered"]:
        over = ana.appointment().status is Status.CANCELLED or ana.now > OPENING_DAY + dt.timedelta(days=2)
        if step.startswith("move") and not over:
            ana.move(*_from_monday(ana, *next(times)), tell=step == "move")
            knows = ana.appointment().slot if step != "move" else knows
        elif step == "cancel" and not over:
            ana.cancel()
        elif step == "told":
            ana.clinic.tell_patients()
        elif step == "delivered":
            for said in ana.hears():
                knows = Status.CANCELLED if "cancelada" in said else _time_in(ana) if said != "bienvenida" else knows
        elif step == "writes":
            ana.clinic.mean("Ana", Greet())
        elif step == "a day":
            ana.clinic.advance(days=1)
    stands = ana.appointment()
    if stands.slot.start > ana.now:
        assert knows == stands.slot or (stands.status is Status.CANCELLED and knows in (None, Status.CANCELLED))


def _from_monday(ana: Patient, day: int, time: dt.time) -> tuple[int, dt.time]:
    """In so many days from the opening day on."""
    return day - (ana.now.date() - OPENING_DAY.date()).days, time


def _time_in(ana: Patient) -> Slot:
    """Of what was told last: by the version that its message is about."""
    item = ana.clinic.sender.sent[-1]
    with ana.clinic.begin() as uow:
        (events, now) = uow.events.list(ana.appointment().id), ana.appointment()
    assert item.about is not None
    return events[len(events) - 1 - (now.version - item.about.version)].after.slot


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


@pytest.mark.parametrize("wrote", [False, True])
def test_that_the_doctor_is_late_is_told_and_nothing_changes(wrote: bool) -> None:
    """As often as it is said; what has not gone out yet is said once, as it was said last."""
    ana = prepared("move")
    if wrote:
        ana.clinic.mean("Ana", Greet())
    before = ana.appointment()
    ana.late(20)
    ana.late(40)
    heard = ana.hears()
    if wrote:
        assert len(heard) == 1
        assert "Dra. Uno va con 40 minutos de retraso" in heard[0]
    else:
        assert heard == ["bienvenida", "doctor_retrasado"]
    ana.late(60)
    assert len(ana.hears()) == 1
    assert ana.appointment() == before
    assert ana.states() == [TellingState.SPOKEN, TellingState.OVERTAKEN, TellingState.WRITTEN, TellingState.WRITTEN]


@pytest.mark.parametrize("act", ["move", "cancel"])
@pytest.mark.parametrize("waits", [False, True])
def test_of_an_appointment_that_changes_nobody_hears_that_it_is_late(act: str, waits: bool) -> None:
    ana = prepared(act)
    ana.clinic.mean("Ana", Greet())
    ana.late()
    if waits:
        ana.clinic.tell_patients()
    ACTS[act](ana)
    (heard,) = ana.hears()
    assert "retraso" not in heard
    assert {"move": "cambió", "cancel": "cancelada"}[act] in heard


def test_a_change_and_that_it_is_late_are_both_told() -> None:
    ana = Patient()
    ana.clinic.mean("Ana", Greet())
    ana.enter()
    ana.late()
    first, second = ana.hears()
    assert "agendada" in first
    assert "retraso" in second


HERSELF = Actor(kind=ActorKind.PATIENT)
MEANWHILE: dict[str, Callable[[Patient], None]] = {
    "she cancels": lambda ana: ana.cancel(by=HERSELF),
    "she moves it": lambda ana: ana.move(3, NINE, by=HERSELF),
    "moved by telephone": lambda ana: ana.move(3, NINE, tell=False),
    "cancelled by telephone": lambda ana: ana.cancel(tell=False),
}


@pytest.mark.parametrize("what", ["enter", "move", "late"])
@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_what_waits_for_the_morning_is_not_said_once_it_is_not_so(what: str, meanwhile: str) -> None:
    """Whoever changed it knows."""
    ana = _told_at_night(what)
    MEANWHILE[meanwhile](ana)
    ana.clinic.advance(hours=11)
    assert ana.hears() == []
    assert TellingState.WAITING not in ana.states()


@pytest.mark.parametrize("what", ["enter", "move", "late"])
@pytest.mark.parametrize("meanwhile", ["nothing", "confirmed"])
def test_what_waits_for_the_morning_and_is_so_is_said(what: str, meanwhile: str) -> None:
    ana = _told_at_night(what)
    if meanwhile == "confirmed":
        ana.confirm()
    ana.clinic.advance(hours=11)
    (heard,) = ana.hears()
    assert {"enter": "agendada", "move": "cambió", "late": "retraso"}[what] in heard


def _told_at_night(what: str) -> Patient:
    """At 21:30 of the opening day, of an appointment of Wednesday."""
    ana = Patient()
    if what != "enter":
        ana.enter(3, tell=False)
    ana.clinic.advance(hours=13, minutes=30)
    ana.clinic.mean("Ana", Greet())
    {"enter": lambda: ana.enter(2), "move": ana.move, "late": ana.late}[what]()
    assert ana.hears() == []
    return ana
