"""The steps that a scripted conversation may take: one function each, named as in the YAML. See `scripts`.

What may stand after each is read by `script_values` when the script is loaded. Their messages say all there is to say:
PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from booking.access.identification import invite
from booking.appointments import appointment_changes, attendance
from booking.conversation.waiting_offers import WaitingOffers
from booking.intents import AnyIntent
from booking.models import COMING, Actor, ActorKind, Appointment, Control, Conversation, Grant, Role, State
from booking.ports import UnitOfWork
from booking.testing.clinic import Clinic, Exchange
from booking.testing.scripts import booked
from booking.testing.scripts import script_values as values
from booking.testing.scripts.script_values import KEYS, By
from booking.testing.wording import buttons_of

PATIENT = "Paciente"
_STAFF = Actor(kind=ActorKind.STAFF, name="recepción")
Run = TypeVar("Run", bound=Callable[..., None])


@dataclass
class Play:
    """A script being played: who spoke last, and what came of it. Raises LookupError before anybody has."""

    clinic: Clinic
    who: str = PATIENT
    came: Exchange | None = None

    def by(self, said: By) -> Any:
        """What is done; whoever does it has spoken last from now on."""
        self.who = said.who or self.who
        return said.what

    def conversation(self, who: str | None = None) -> Conversation:
        """The chat of this person, or of whoever spoke last."""
        if (who or self.who) not in self.clinic.conversations:
            raise LookupError(f"{who or self.who} has not written yet")
        return self.clinic.conversation(who or self.who)

    @property
    def exchange(self) -> Exchange:
        """What came of what was done last."""
        if self.came is None:
            raise LookupError("nothing has been said yet")
        return self.came


class Step(NamedTuple):
    """A step: how its value is read (ValueError for one it cannot take), and what it does."""

    read: Callable[[Any], Any]
    run: Callable[[Play, Any], None]


STEPS: dict[str, Step] = {}
"""Every step, by its name in the YAML."""


def takes(read: Callable[[Any], Any]) -> Callable[[Run], Run]:
    """Makes a step of a function: it takes what `read` makes of the YAML."""

    def register(run: Run) -> Run:
        STEPS[run.__name__] = Step(read, run)
        return run

    return register


@takes(values.of_somebody(values.text))
def rol(play: Play, value: By) -> None:
    """Somebody has rights from now on: {name: personal}, {name: admin}, or {name: a doctor's name};
    {name: paciente} has none any more."""
    who, role = str(value.who), str(value.what)
    if who not in play.clinic.conversations:
        play.clinic.say(who, "hola")
    with play.clinic.begin() as uow:
        person = uow.conversations.get(play.clinic.conversations[who]).person
        if role == "paciente":
            for grant in person.grants:
                uow.staff.revoke(person.id, grant.role)
            return uow.commit()
        doctors = uow.schedules.doctors()
        doctor = next((d.id for d in doctors if role in d.name), None)
        named = Role.DOCTOR if doctor is not None else {"personal": Role.STAFF, "admin": Role.ADMIN}.get(role)
        if named is None:
            raise LookupError(f"{role!r} is neither personal, admin nor one of {', '.join(d.name for d in doctors)}")
        uow.staff.grant(person.id, Grant(role=named, doctor_id=doctor), play.clinic.clock.now())
        uow.commit()


@takes(values.of_somebody(values.text))
def codigo(play: Play, value: By) -> None:
    """A one-time code as staff's waits for somebody's number: {name: code}."""
    person = play.conversation(value.who).person
    with play.clinic.begin() as uow:
        invite(uow, person.phone or "", Grant(role=Role.STAFF), str(value.what), "sal", play.clinic.clock.now())
        uow.commit()


@takes(values.by(values.text))
def paciente(play: Play, value: By) -> None:
    """Somebody writes: a text, or {name: text}."""
    text = play.by(value)
    play.came = play.clinic.say(play.who, text)


@takes(values.meant)
def significa(play: Play, value: By) -> None:
    """Somebody writes what is understood as just this: an intent as in `booking.intents`, or a list of them."""
    intents: list[AnyIntent] = play.by(value)
    play.came = play.clinic.mean(play.who, *intents)


@takes(values.by(values.several))
def rafaga(play: Play, value: By) -> None:
    """Somebody writes several messages in a row, read as one: a list of texts, or {name: [texts]}."""
    texts = play.by(value)
    play.came = play.clinic.burst(play.who, *texts)


@takes(values.by(values.label))
def toca(play: Play, value: By) -> None:
    """Somebody taps a button or row of the last message that has any: its title, a part of it, or its number."""
    label = play.by(value)
    play.came = play.clinic.tap(play.who, int(label) if label.isdecimal() else label)


@takes(values.by(values.label))
def toca_viejo(play: Play, value: By) -> None:
    """The same by its title, but in a message before that one."""
    title = play.by(value).casefold()
    play.conversation()
    messages = [buttons_of(item.content) for item in play.clinic.sent_to(play.who)]
    older = [choices for choices in messages if choices][:-1]
    found = next((c for choices in reversed(older) for c in choices if title in c[1].casefold()), None)
    if found is None:
        raise LookupError(f"no earlier button {title!r}")
    play.came = play.clinic.tap_payload(play.who, *found)


@takes(values.by(values.one_of(values.MEDIA)))
def manda(play: Play, value: By) -> None:
    """Somebody sends what cannot be read: image, audio, video, sticker, document, location, contacts, reaction; or
    archivo: a picture that this clinic keeps for its staff."""
    what = play.by(value)
    play.clinic.engine.keeps_files = kept = what == values.FILE
    play.came = play.clinic.send_media(play.who, "image" if kept else what, media="1" if kept else None)


@takes(values.nothing)
def repite(play: Play, value: None) -> None:
    """WhatsApp delivers the last message again: nothing may come of it."""
    play.conversation()
    assert play.clinic.deliver_twice() == [], "the repeated message was accepted"
    assert not play.clinic.drain(play.who).turns, "the repeated message led to a turn"


@takes(values.said)
def bot(play: Play, value: list[str]) -> None:
    """What is answered: a reply key of these turns, words of the answer, a list of such; nothing for silence."""
    exchange = play.exchange
    if not value:
        assert not exchange.messages, f"expected silence, got {exchange.keys}"
    for one in value:
        if one in KEYS:
            assert one in exchange.keys, f"expected {one}, got {exchange.keys}"
        else:
            assert one.casefold() in exchange.text.casefold(), f"expected {one!r} in: {exchange.text}"


@takes(values.unsaid)
def bot_no(play: Play, value: list[str]) -> None:
    """What must not be answered: a reply key, words, or a list of such."""
    for one in value:
        assert one not in play.exchange.keys, f"said {one}"
        assert one in KEYS or one.casefold() not in play.exchange.text.casefold(), f"said {one!r}"


@takes(values.row)
def fila(play: Play, value: str) -> None:
    """A row of the table that must have been used, by its name; without its guards, any of that name."""
    rows = play.exchange.rows
    assert any(value in (row, row.partition("[")[0]) for row in rows), f"expected {value}, used {rows}"


@takes(values.by(values.member(State)))
def estado(play: Play, value: By) -> None:
    """Where the conversation of whoever spoke last, or of {name: state}, stands."""
    expected = play.by(value)
    state = play.conversation().state
    assert state is expected, f"expected {expected}, stands in {state}"


@takes(values.by(values.member(Control)))
def control(play: Play, value: By) -> None:
    """Who answers the chat: bot or human."""
    expected = play.by(value)
    found = play.conversation().control
    assert found is expected, f"expected {expected}, it is {found}"


@takes(values.passed)
def avanza(play: Play, value: dict[str, float]) -> None:
    """Time passes: {minutos: 11}, {horas: 2}, {dias: 1, horas: 1}."""
    play.clinic.advance(**value)


@takes(values.fault)
def falla(play: Play, value: tuple[str, int]) -> None:
    """The next calls of a port's method fail: `appointments.hold`, or {commit: 3} for the next three."""
    name, times = value
    # A lost connection and a service that is down are what they are; a repository breaks as a bug would.
    usual = name in ("commit", "begin") or name.startswith(("knowledge.", "memory.", "extractor."))
    error = None if usual else RuntimeError("broken by the script")
    for nth in range(1, times + 1):
        play.clinic.break_service(name, nth, error)


@takes(values.at_the_desk)
def recepcion(play: Play, value: By) -> None:
    """Staff do something: `cancela`, `termina`, {mueve: moment} or {pasa: doctor} (the next appointment; with `avisa`
    patients are told of it, with `recuerda` reminded of what it is time for, with `ofrece` those who wait are offered
    what is free, with `pregunta` who was here is asked how it was), or {devuelve: name} (a chat, to the bot)."""
    if value.who is not None:
        play.conversation(value.who)
        play.who = value.who
        play.came = play.clinic.give_back(play.who)
        return
    if value.what[0] == "recuerda":
        play.clinic.remind()
        return
    if value.what[0] == "ofrece":
        WaitingOffers(play.clinic.begin, play.clinic.clock).run()
        return
    if value.what[0] == "avisa":
        play.clinic.tell_patients()
        return
    if value.what[0] == "pregunta":
        play.clinic.ask_how_it_was()
        return
    with play.clinic.begin() as uow:
        booked = uow.appointments.list(statuses=COMING)
        if not booked:
            raise LookupError("there is no appointment to cancel")
        what, said = value.what
        if what == "termina":
            _end(play, uow, booked[0])
        elif what == "cancela":
            appointment_changes.cancel(uow, uow.schedules.clinic(), booked[0], play.clinic.clock.now(), _STAFF)
        else:
            _move(play, uow, booked[0], said)
        uow.commit()


def _end(play: Play, uow: UnitOfWork, visit: Appointment) -> None:
    """The patient was here, at a clinic that asks how it was."""
    now = play.clinic.clock.now()
    uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update={"ask_rating": True}))
    begun = attendance.start(uow, visit, now, _STAFF)
    assert isinstance(begun, Appointment), f"it could not begin: {begun}"
    assert isinstance(attendance.complete(uow, begun, now, _STAFF), Appointment), "it could not end"


def _move(play: Play, uow: UnitOfWork, booked: Appointment, to: dt.datetime | str) -> None:
    """To another time, or to another doctor at the time it has."""
    doctors = {doctor.name: doctor.id for doctor in uow.schedules.doctors()}
    if isinstance(to, str) and to not in doctors:
        raise LookupError(f"{to!r} is none of {', '.join(doctors)}")
    start, doctor = (booked.slot.start, doctors[to]) if isinstance(to, str) else (to, None)
    now = play.clinic.clock.now()
    moved = appointment_changes.move_to(uow, uow.schedules.clinic(), booked, start, now, _STAFF, doctor_id=doctor)
    assert isinstance(moved, Appointment), f"it could not be moved: {moved}"


@takes(values.agenda)
def citas(play: Play, value: int | list[dict[str, str]]) -> None:
    """The appointments in the database that are live and no holds: how many, or one {paciente, inicio, estado,
    doctor, motivo} each, in order; what is left out is not looked at."""
    found = [booked.facts(play.clinic, appointment) for appointment in booked.live(play.clinic, held=False)]
    many = value if isinstance(value, int) else len(value)
    assert len(found) == many, f"expected {many} appointments, found {len(found)}: {found}"
    for expected, seen in zip([] if isinstance(value, int) else value, found, strict=False):
        wrong = {name: seen[name] for name, wanted in expected.items() if seen[name] != wanted}
        assert not wrong, f"expected {expected}, found {wrong}"


@takes(values.count)
def apartados(play: Play, value: int) -> None:
    """How many holds are in the database, lapsed ones too."""
    found = len(booked.live(play.clinic, held=True))
    assert found == value, f"expected {value} holds, found {found}"


@takes(values.listed)
def avisos(play: Play, value: list[str]) -> None:
    """What staff were told, oldest first: human, urgent, late, privacy, rated_low, turn_failed."""
    with play.clinic.begin() as uow:
        told = [notice.kind for notice in reversed(uow.notices.list())]
    assert told == value, f"expected {value}, staff were told {told}"
