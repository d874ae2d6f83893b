"""Two people in one clinic, played twice: everything about one of them is another, but the times they occupy.

`A` is the one whose screen is compared. What `B` does is a list of `Move`s, the same in both worlds; who `B` is, how
they call themselves, what they are allowed and what else they say is a `Life`, and differs.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Greet,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    Reading,
    Recall,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Unknown,
    UseTool,
    When,
)
from booking.models import Control, Doctor, Grant, Identity, Opening, OutContent, Role, State
from booking.models.draft_parts import choices_of, hold_of
from booking.ports import IntentExtractor
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.scripts.scripted import ScriptedExtractor
from booking.testing.wording import buttons_of
from booking.testing.world import Seed, small_seed
from nlu.shortcuts import Shortcuts

A = "Alma"
ONE, TWO = "Dra. Uno", "Dr. Dos"


def seed() -> Seed:
    """Two doctors, each weekday 09:00-10:30: few enough times for two people to meet."""
    hours = [
        Opening(doctor_id=d, weekday=day, start=dt.time(9), end=dt.time(10, 30)) for d in (1, 2) for day in range(5)
    ]
    return replace(small_seed(), doctors=(Doctor(id=1, name=ONE), Doctor(id=2, name=TWO)), openings=tuple(hours))


class Move(StrEnum):
    """What `B` does to the calendar. Each begins by letting go of whatever was not finished."""

    HOLD = "hold"
    BOOK = "book"
    CANCEL = "cancel"
    RESCHEDULE = "reschedule"
    LEAVE = "leave"


@dataclass(frozen=True)
class Life:
    """All of `B` that is nobody else's business. `chatter[n]` is said at the n-th move, as intents or as text."""

    who: str
    name: str
    note: str | None = None
    grants: tuple[Grant, ...] = ()
    chatter: tuple[tuple[AnyIntent | str, ...], ...] = ()


@dataclass(frozen=True)
class Says:
    """`A` means these; `tap` then presses a button of the last message, by its place."""

    intents: tuple[AnyIntent, ...] = ()
    text: str | None = None
    tap: int | None = None


Step = Says | Move | int
"""Something said by `A`, done by `B`, or minutes that pass."""

Screen = list[tuple[Identity, OutContent]]

SAID_IDLY: tuple[AnyIntent | str, ...] = (
    Greet(),
    Smalltalk(),
    AskQuestion(query="¿?"),
    Recall(query="¿?"),
    ListAppointments(),
    PrivacyRequest(),
    Unknown(),
    "{slot} {patient}",
    "'; DROP TABLE citas_medicas; --",
    "\x00%s",
    "zapato " * 400,
)
"""Says nothing that touches the calendar, whatever the state."""
SAID_IN_PASSING: tuple[AnyIntent | str, ...] = (
    *SAID_IDLY,
    StartBooking(),
    StartBooking(doctor=TWO),
    CheckAvailability(when=Reading(when=When(date_from=dt.date(2026, 11, 24), date_to=dt.date(2026, 11, 24)))),
    ProvideCustomerData(name="Otra Persona"),
    ProvideCustomerData(for_other=True, reason="SECRETO de salud"),
    RequestHuman(),
    OptOut(),
    UseTool(tool="buscar_citas_por_periodo", arguments=(("cuando", "mañana"),)),
    UseTool(tool="buscar_pacientes_doctor", arguments=(("busqueda", "a"),)),
    UseTool(tool="actualizar_disponibilidad_doctor", arguments=(("cuando", "mañana por la mañana"),)),
    "¿quién sigue?",
    "bloquea el viernes",
)
"""The same of somebody who holds no time; what of it would write is never confirmed."""


class World:
    """One of the two."""

    def __init__(self, clinic: Clinic, reader: ScriptedExtractor, life: Life, *, doctor: bool) -> None:
        """`doctor`: `A` is Dra. Uno, and `B` then goes to the other one only."""
        self.clinic, self.reader, self.life, self.doctor = clinic, reader, life, doctor
        self.moves = 0
        self.screen: Screen = []  # everything A was sent, and to which address
        self.told: list[object] = []  # what a reader of A's texts was told
        self.occupied: list[object] = []  # after each move
        clinic.say(A, "hola")
        if doctor:
            employ(clinic, A, Grant(role=Role.DOCTOR, doctor_id=1))
        if life.grants:
            clinic.say(life.who, "hola")
            employ(clinic, life.who, *life.grants)

    def play(self, steps: Sequence[Step]) -> None:
        for step in steps:
            match step:
                case Move():
                    self._chatter()
                    self._move(step)
                    self.occupied.append(self._occupied())
                case Says():
                    self._says(step)
                case int():
                    self.clinic.advance(minutes=step)
        self.screen = [(item.to, item.content) for item in self.clinic.sent_to(A)]

    # --- A ----------------------------------------------------------------------------------------

    def _says(self, said: Says) -> None:
        if self.clinic.conversation(A).control is Control.HUMAN:
            self.clinic.give_back(A)
        if said.intents:
            self.clinic.mean(A, *said.intents)
        if said.text is not None:
            self.clinic.say(A, said.text)
            self.told.append(self.reader.heard[-1])
        if said.tap is not None:
            shown = [choice for item in self.clinic.sent_to(A)[-1:] for choice in buttons_of(item.content)]
            if shown:
                self.clinic.tap_payload(A, *shown[said.tap % len(shown)])

    # --- B ----------------------------------------------------------------------------------------

    def _chatter(self) -> None:
        all_said = self.life.chatter
        for said in all_said[self.moves] if self.moves < len(all_said) else ():
            if said in SAID_IDLY or not self._holds():
                self._say(said)
        self.moves += 1

    def _say(self, said: AnyIntent | str) -> None:
        if isinstance(said, str):
            self.clinic.say(self.life.who, said)
        else:
            self.clinic.mean(self.life.who, said)

    def _move(self, move: Move) -> None:
        who = self.life.who
        if who in self.clinic.conversations and self.clinic.conversation(who).control is Control.HUMAN:
            self.clinic.give_back(who)
        self._say(OptOut(undo=True))
        self._say(CancelBooking())
        self._say(ProvideCustomerData(name=self.life.name))
        match move:
            case Move.HOLD | Move.BOOK:
                self._say(StartBooking(doctor=TWO if self.doctor else None))
                self._choose()
                if self.life.note and self._holds():
                    self._say(ProvideCustomerData(reason=self.life.note))
                if move is Move.BOOK:
                    self._yes()
            case Move.CANCEL:
                self._say(CancelAppointment())
                self._choose()
                self._yes()
            case Move.RESCHEDULE:
                self._say(RescheduleAppointment())
                if self._state() is State.SLOT_SELECTION and self._choices():
                    self._choose()
                self._choose()
                self._yes()

    def _choose(self) -> None:
        if self._state() is State.SLOT_SELECTION:
            self._say(SelectSlot(option=1))

    def _yes(self) -> None:
        if self._state() is State.CONFIRM:
            self._say(Confirm())

    def _choices(self) -> bool:
        return bool(choices_of(self.clinic.conversation(self.life.who).draft))

    def _holds(self) -> bool:
        if self.life.who not in self.clinic.conversations:
            return False
        return hold_of(self.clinic.conversation(self.life.who).draft) is not None

    def _state(self) -> State:
        return self.clinic.conversation(self.life.who).state

    def _occupied(self) -> list[tuple[int, dt.datetime, dt.datetime]]:
        """The times that are nobody's any more, by doctor."""
        now = self.clinic.clock.now()
        holds = {
            hold.appointment_id: hold.expires_at
            for who in self.clinic.conversations
            if (hold := hold_of(self.clinic.conversation(who).draft)) is not None
        }
        live = self.clinic.stored().live
        return sorted((a.doctor_id, a.slot.start, a.slot.end) for a in live if holds.get(a.id, now) >= now)


def played(
    open_clinic: Callable[[IntentExtractor], Clinic], life: Life, steps: Sequence[Step], *, doctor: bool
) -> World:
    """A world in which `B` leads this life, after these steps."""
    reader = ScriptedExtractor(Shortcuts().understand)
    world = World(open_clinic(reader), reader, life, doctor=doctor)
    world.play(steps)
    return world
