"""The steps that a scripted conversation may take: one function each, named as in the YAML. See `scripts`.

Their messages say all there is to say: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from booking import appointments
from booking.identification import invite
from booking.intents import INTENT
from booking.models import LIVE, Actor, ActorKind, Appointment, Control, Grant, Role, State, Status
from booking.replies.keys import ReplyKey
from booking.testing.clinic import Clinic, Exchange
from booking.testing.wording import buttons_of

PATIENT = "Paciente"
_KEYS = frozenset(key.value for key in ReplyKey)
_UNITS = {"segundos": "seconds", "minutos": "minutes", "horas": "hours", "dias": "days", "días": "days"}
_STAFF = Actor(kind=ActorKind.STAFF, name="recepción")


@dataclass
class Play:
    """A script being played: who spoke last, and what came of it."""

    clinic: Clinic
    who: str = PATIENT
    exchange: Exchange = field(default_factory=lambda: Exchange([], []))

    def speaks(self, value: Any) -> Any:
        """`value`, said by whom it names (`{Beto: hola}`), else by whoever spoke last."""
        if isinstance(value, dict):
            ((self.who, value),) = value.items()
        return value


def rol(play: Play, value: Any) -> None:
    """Somebody has rights from now on: {name: personal}, {name: admin}, or {name: a doctor's name}."""
    ((who, role),) = value.items()
    if who not in play.clinic.conversations:
        play.clinic.say(who, "hola")
    with play.clinic.begin() as uow:
        person = uow.conversations.get(play.clinic.conversations[who]).person
        doctor = next((d.id for d in uow.schedules.doctors() if str(role) in d.name), None)
        named = Role.DOCTOR if doctor is not None else {"personal": Role.STAFF, "admin": Role.ADMIN}[str(role)]
        uow.staff.grant(person.id, Grant(role=named, doctor_id=doctor), play.clinic.clock.now())
        uow.commit()


def codigo(play: Play, value: Any) -> None:
    """A one-time code as staff's waits for somebody's number: {name: code}."""
    ((who, code),) = value.items()
    with play.clinic.begin() as uow:
        person = uow.conversations.get(play.clinic.conversations[who]).person
        invite(uow, person.phone or "", Grant(role=Role.STAFF), str(code), "sal", play.clinic.clock.now())
        uow.commit()


def paciente(play: Play, value: Any) -> None:
    """Somebody writes: a text, or {name: text}."""
    text = play.speaks(value)
    play.exchange = play.clinic.say(play.who, str(text))


def significa(play: Play, value: Any) -> None:
    """Somebody writes what is understood as just this: an intent as in `booking.intents`, or a list of them."""
    meant = value if isinstance(value, list) else [value]
    play.exchange = play.clinic.mean(play.who, *(INTENT.validate_python(intent) for intent in meant))


def rafaga(play: Play, value: Any) -> None:
    """Somebody writes several messages in a row, read as one: a list of texts, or {name: [texts]}."""
    texts = play.speaks(value)
    play.exchange = play.clinic.burst(play.who, *(str(text) for text in texts))


def toca(play: Play, value: Any) -> None:
    """Somebody taps a button or row of the last message that has any: its title, a part of it, or its number."""
    label = play.speaks(value)
    number = int(label) if str(label).isdigit() else None
    play.exchange = play.clinic.tap(play.who, number or str(label))


def toca_viejo(play: Play, value: Any) -> None:
    """The same, but in a message before that one."""
    title = str(play.speaks(value)).casefold()
    messages = [buttons_of(item.content) for item in play.clinic.sent_to(play.who)]
    older = [choices for choices in messages if choices][:-1]
    found = next((c for choices in reversed(older) for c in choices if title in c[1].casefold()), None)
    if found is None:
        raise LookupError(f"no earlier button {title!r}")
    play.exchange = play.clinic.tap_payload(play.who, *found)


def manda(play: Play, value: Any) -> None:
    """Somebody sends what cannot be read: image, audio, sticker, document, location."""
    what = play.speaks(value)
    play.exchange = play.clinic.send_media(play.who, str(what))


def repite(play: Play, value: Any) -> None:
    """WhatsApp delivers the last message again: nothing may come of it."""
    assert play.clinic.deliver_twice() == [], "the repeated message was accepted"
    assert not play.clinic.drain(play.who).turns, "the repeated message led to a turn"


def bot(play: Play, value: Any) -> None:
    """What is answered: a reply key of these turns, words of the answer, a list of such; nothing for silence."""
    exchange = play.exchange
    if value is None or value == []:
        assert not exchange.messages, f"expected silence, got {exchange.keys}"
        return
    for one in value if isinstance(value, list) else [value]:
        if one in _KEYS:
            assert one in exchange.keys, f"expected {one}, got {exchange.keys}"
        else:
            assert str(one).casefold() in exchange.text.casefold(), f"expected {one!r} in: {exchange.text}"


def bot_no(play: Play, value: Any) -> None:
    """What must not be answered: a reply key, words, or a list of such."""
    for one in value if isinstance(value, list) else [value]:
        assert one not in play.exchange.keys, f"said {one}"
        assert one in _KEYS or str(one).casefold() not in play.exchange.text.casefold(), f"said {one!r}"


def fila(play: Play, value: Any) -> None:
    """A row of the table that must have been used."""
    assert any(str(value) in row for row in play.exchange.rows), f"expected {value}, used {play.exchange.rows}"


def estado(play: Play, value: Any) -> None:
    """Where the conversation of whoever spoke last stands."""
    state = play.clinic.conversation(play.who).state
    assert state is State(play.speaks(value)), f"expected {value}, stands in {state}"


def control(play: Play, value: Any) -> None:
    """Who answers the chat: bot or human."""
    found = play.clinic.conversation(play.who).control
    assert found is Control(value), f"expected {value}, it is {found}"


def avanza(play: Play, value: Any) -> None:
    """Time passes: {minutos: 11}, {horas: 2}, {dias: 1, horas: 1}."""
    play.clinic.advance(**{_UNITS[unit]: float(amount) for unit, amount in value.items()})


def falla(play: Play, value: Any) -> None:
    """The next calls of a port's method fail: `appointments.hold`, or {commit: 3} for the next three."""
    name, times = next(iter(value.items())) if isinstance(value, dict) else (str(value), 1)
    # A lost connection and a service that is down are what they are; a repository breaks as a bug would.
    usual = name in ("commit", "begin") or name.startswith(("knowledge.", "extractor."))
    error = None if usual else RuntimeError("broken by the script")
    for nth in range(1, int(times) + 1):
        play.clinic.break_service(name, nth, error)


def recepcion(play: Play, value: Any) -> None:
    """Staff do something: `cancela` (the next appointment), or {devuelve: name} (a chat, to the bot)."""
    if isinstance(value, dict):
        ((what, who),) = value.items()
        if what != "devuelve":
            raise LookupError(f"staff do not {what}")
        play.who = str(who)
        play.exchange = play.clinic.give_back(play.who)
        return
    if value != "cancela":
        raise LookupError(f"staff do not {value}")
    with play.clinic.begin() as uow:
        first = uow.appointments.list(statuses=[Status.BOOKED, Status.CONFIRMED])[0]
        appointments.cancel(uow, uow.schedules.clinic(), first, play.clinic.clock.now(), _STAFF)
        uow.commit()


def citas(play: Play, value: Any) -> None:
    """The appointments in the database that are live and no holds: how many, or one {paciente, inicio, estado,
    doctor} each, in order; what is left out is not looked at."""
    found = _live(play.clinic, held=False)
    many = len(value) if isinstance(value, list) else int(value)
    assert len(found) == many, f"expected {many} appointments, found {len(found)}"
    if isinstance(value, list):
        for expected, appointment in zip(value, found, strict=True):
            seen = _facts(play.clinic, appointment)
            wrong = {k: seen.get(k) for k, wanted in expected.items() if str(seen.get(k)) != str(wanted)}
            assert not wrong, f"expected {expected}, found {wrong}"


def apartados(play: Play, value: Any) -> None:
    """How many holds are in the database, lapsed ones too."""
    found = len(_live(play.clinic, held=True))
    assert found == int(value), f"expected {value} holds, found {found}"


def avisos(play: Play, value: Any) -> None:
    """What staff were told, oldest first: human, urgent, late, privacy, turn_failed."""
    with play.clinic.begin() as uow:
        told = [kind for _, _, kind, _, _ in reversed(uow.notices.list())]
    assert told == list(value), f"expected {value}, staff were told {told}"


def _live(clinic: Clinic, *, held: bool) -> list[Appointment]:
    statuses = [Status.HELD] if held else sorted(LIVE - {Status.HELD})
    with clinic.begin() as uow:
        return list(uow.appointments.list(statuses=statuses))


def _facts(clinic: Clinic, appointment: Appointment) -> dict[str, str | None]:
    """What a script may say of an appointment, by the names it uses."""
    with clinic.begin() as uow:
        zone = ZoneInfo(uow.schedules.clinic().zone)
        patients = uow.patients.get_many([appointment.patient_id] if appointment.patient_id else [])
        doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    start: dt.datetime = appointment.slot.start.astimezone(zone)
    return {
        "paciente": patients[0].name if patients else None,
        "inicio": f"{start:%Y-%m-%d %H:%M}",
        "estado": appointment.status.value,
        "doctor": doctors.get(appointment.doctor_id),
        "motivo": appointment.reason,
    }


STEPS: dict[str, Callable[[Play, Any], None]] = {
    step.__name__: step
    for step in (
        rol,
        codigo,
        paciente,
        significa,
        rafaga,
        toca,
        toca_viejo,
        manda,
        repite,
        bot,
        bot_no,
        fila,
        estado,
        control,
        avanza,
        falla,
        recepcion,
        citas,
        apartados,
        avisos,
    )
}
"""Every step, by its name in the YAML."""
