"""A long walk through a clinic with a lying model: every step follows from one number, every invariant is checked.

A walk is a list of numbers, so it can be repeated, cut into pieces, and made shorter by Hypothesis (`shrinking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from booking import appointments
from booking.buttons import encode
from booking.errors import TurneroError
from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Deny,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
)
from booking.models import Actor, ActorKind, Control, State, Status
from booking.ports import Passage
from booking.testing.clinic import Clinic
from booking.testing.decisions import Decisions, numbers
from booking.testing.hostile import MARK, PAYLOADS, Liar, lie, reading
from booking.testing.invariants import INVARIANTS, Invariant, check_all
from booking.testing.scripted import ScriptedKnowledge
from booking.testing.wording import buttons_of
from booking.testing.world import PEOPLE, memory_clinic

STAFF = Actor(kind=ActorKind.STAFF, name="recepción")
BREAKABLE = (
    "commit",
    "begin",
    "appointments.hold",
    "appointments.book",
    "appointments.release_hold",
    "schedules.calendar",
    "conversations.save",
    "conversations.lock",
    "outbox.add",
    "turns.add",
    "inbox.close",
    "inbox.accept",
    "jobs.deliver",
    "knowledge.answer",
)
_MINUTES = (1, 1, 1, 6, 11, 16, 61, 12 * 60 + 1, 24 * 60 + 1)


class WalkBroken(AssertionError):
    """An invariant did not hold, or the engine raised. Knows the numbers that led there."""

    def __init__(self, why: str, steps: Sequence[int]) -> None:
        super().__init__(f"{why}\nafter the steps {list(steps)}")
        self.why = why
        self.steps = tuple(steps)


class Walk:
    """Several people, staff and an unlucky database in one clinic, whose reader is a `Liar`."""

    def __init__(self, clinic: Clinic, invariants: Iterable[Invariant] = INVARIANTS) -> None:
        self.clinic = clinic
        self.invariants = tuple(invariants)

    def step(self, number: int) -> None:
        """One thing that can happen, then every invariant."""
        decisions = Decisions(number)
        decisions.one_of(ACTS)(self, decisions)
        check_all(self.clinic, self.invariants)

    # --- patients -----------------------------------------------------------------------------------

    def goes_on(self, decisions: Decisions) -> None:
        """What a patient who wants to book says next, so that the yes is really reached."""
        self._goes_on(decisions.one_of(PEOPLE), decisions)

    def books(self, decisions: Decisions) -> None:
        """The whole way to a yes."""
        who = decisions.one_of(PEOPLE)
        for _ in range(4):
            self._goes_on(who, decisions)

    def is_misread(self, decisions: Decisions) -> None:
        """The model lies."""
        self.clinic.say(decisions.one_of(PEOPLE), f"{MARK}{decisions.number()}")

    def is_misread_sometimes(self, decisions: Decisions) -> None:
        """A burst of texts is read as one; the model lies about it."""
        self.clinic.burst(decisions.one_of(PEOPLE), f"{MARK}{decisions.number()}", "hola")

    def means_anything(self, decisions: Decisions) -> None:
        """Anything at all, and it was really meant."""
        today = self.clinic.clock.now().date()
        meant = [lie(decisions, today) for _ in range(1 + decisions.below(3))]
        self.clinic.mean(decisions.one_of(PEOPLE), *meant)

    def asks_for_a_time(self, decisions: Decisions) -> None:
        """A wish about time."""
        wish = reading(decisions, self.clinic.clock.now().date())
        self.clinic.mean(decisions.one_of(PEOPLE), CheckAvailability(when=wish))

    def answers(self, decisions: Decisions) -> None:
        """Yes, no, or leave it: to a question or out of the blue."""
        answers: tuple[AnyIntent, ...] = (Confirm(), Confirm(), Deny(), CancelBooking())
        self.clinic.mean(decisions.one_of(PEOPLE), decisions.one_of(answers))

    def changes_an_appointment(self, decisions: Decisions) -> None:
        """Cancel, move or list what exists, up to the yes."""
        who = decisions.one_of(PEOPLE)
        changes: tuple[AnyIntent, ...] = (CancelAppointment(), RescheduleAppointment(), ListAppointments())
        self.clinic.mean(who, decisions.one_of(changes))
        if decisions.once_in(2) and self._state(who) is State.SLOT_SELECTION:
            self.clinic.mean(who, SelectSlot(option=1 + decisions.below(3)))
        if decisions.once_in(2) and self._state(who) is State.CONFIRM:
            self.clinic.mean(who, Confirm())

    def taps(self, decisions: Decisions) -> None:
        """A button of one of the last messages."""
        who = decisions.one_of(PEOPLE)
        if who not in self.clinic.conversations:
            return
        with self.clinic.begin() as uow:
            recent = uow.outbox.list(self.clinic.conversations[who], limit=1 + decisions.below(4))
        choices = [choice for item in recent for choice in buttons_of(item.content)]
        if choices:
            self.clinic.tap_payload(who, *decisions.one_of(choices))

    def taps_an_old_button(self, decisions: Decisions) -> None:
        """A button of an earlier draft, or of a draft to come."""
        who = decisions.one_of(PEOPLE)
        if who in self.clinic.conversations:
            version = max(self.clinic.conversation(who).draft_version + 1 - decisions.below(5), 0)
            meant = lie(decisions, self.clinic.clock.now().date())
            self.clinic.tap_payload(who, encode(meant, version), "…")

    def taps_a_forged_button(self, decisions: Decisions) -> None:
        """A button that we never sent."""
        self.clinic.tap_payload(decisions.one_of(PEOPLE), decisions.one_of(PAYLOADS), decisions.one_of(("", "Sí")))

    def sends_media(self, decisions: Decisions) -> None:
        """Something that cannot be read."""
        self.clinic.send_media(decisions.one_of(PEOPLE), decisions.one_of(("image", "audio", "sticker", "location")))

    # --- everything else ----------------------------------------------------------------------------

    def time_passes(self, decisions: Decisions) -> None:
        """A minute, a hold's life, an offer's, half a day, a day."""
        self.clinic.advance(minutes=decisions.one_of(_MINUTES))

    def webhook_repeats(self, decisions: Decisions) -> None:
        """The same webhook twice changes nothing."""
        clinic = self.clinic
        before = {who: clinic.conversation(who) for who in clinic.conversations}
        assert clinic.deliver_twice() == [], "a repeated message was accepted"
        for who, conversation in before.items():
            assert not clinic.drain(who).turns, "a repeated message led to a turn"
            assert clinic.conversation(who) == conversation, "a repeated message changed a conversation"

    def something_fails(self, decisions: Decisions) -> None:
        """One of the next calls of a port fails."""
        error = None if decisions.once_in(2) else RuntimeError("a bug")
        name = decisions.one_of(BREAKABLE)
        # Outside a turn only an unreachable database is to be borne: a bug in the webhook's handler is seen by Meta.
        inside = name not in ("begin", "commit", "inbox.accept", "knowledge.answer")
        self.clinic.break_service(name, 1 + decisions.below(3), error if inside else None)

    def delivery_runs(self, decisions: Decisions) -> None:
        """What waits goes out."""
        self.clinic.faults.mend()
        for conversation_id in self.clinic.conversations.values():
            self.clinic.delivery.deliver(conversation_id)

    def staff_cancel(self, decisions: Decisions) -> None:
        """An appointment is cancelled at the desk, perhaps while its patient talks about it."""
        with self.clinic.begin() as uow:
            live = [a for a in uow.appointments.list(statuses=[Status.BOOKED, Status.CONFIRMED])]
            if live:
                now = self.clinic.clock.now()
                appointments.cancel(uow, uow.schedules.clinic(), decisions.one_of(live), now, STAFF)
                uow.commit()

    def staff_give_back(self, decisions: Decisions) -> None:
        """A chat that a human answers is given back to the bot."""
        who = decisions.one_of(PEOPLE)
        if who in self.clinic.conversations and self.clinic.conversation(who).control is Control.HUMAN:
            self.clinic.faults.mend()
            self.clinic.give_back(who)

    # --- how ----------------------------------------------------------------------------------------

    def _goes_on(self, who: str, decisions: Decisions) -> None:
        replies: dict[State, AnyIntent] = {
            State.IDLE: StartBooking(),
            State.SLOT_SELECTION: SelectSlot(option=1 + decisions.below(3)),
            State.CUSTOMER_DATA: ProvideCustomerData(name=f"{who} Apellido{who}"),
            State.CONFIRM: Confirm(),
        }
        self.clinic.mean(who, replies[self._state(who)])

    def _state(self, who: str) -> State:
        return self.clinic.conversation(who).state if who in self.clinic.conversations else State.IDLE


Act = Callable[[Walk, Decisions], None]

_WEIGHTS: tuple[tuple[Act, int], ...] = (
    (Walk.goes_on, 5),
    (Walk.books, 1),
    (Walk.is_misread, 7),
    (Walk.is_misread_sometimes, 1),
    (Walk.means_anything, 2),
    (Walk.asks_for_a_time, 1),
    (Walk.answers, 2),
    (Walk.changes_an_appointment, 2),
    (Walk.taps, 4),
    (Walk.taps_an_old_button, 2),
    (Walk.taps_a_forged_button, 1),
    (Walk.sends_media, 1),
    (Walk.time_passes, 3),
    (Walk.webhook_repeats, 1),
    (Walk.something_fails, 1),
    (Walk.delivery_runs, 1),
    (Walk.staff_cancel, 1),
    (Walk.staff_give_back, 1),
)
ACTS: tuple[Act, ...] = tuple(act for act, weight in _WEIGHTS for _ in range(weight))
"""What a step may be; the frequent ones more than once."""


def walk(make_clinic: Callable[[], Clinic], steps: Iterable[int], *, aloud: bool = False) -> Clinic:
    """Take these steps in a new clinic. Raises WalkBroken."""
    clinic = make_clinic()
    clinic.aloud = aloud
    walked, taken = Walk(clinic), []
    for number in steps:
        taken.append(number)
        try:
            walked.step(number)
        except (AssertionError, TurneroError, ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as e:
            raise WalkBroken(f"{type(e).__name__}: {e}", taken) from e
    return clinic


def hostile_clinic() -> Clinic:
    """The small clinic on fakes, its reader a `Liar`, one document in its shelf."""
    clinic = memory_clinic(reader=Liar())
    assert isinstance(clinic.knowledge, ScriptedKnowledge)
    clinic.knowledge.passages["¿?"] = Passage("Se llega en ayunas.", "Preparación")
    return clinic


def steps_of(seed: int, count: int) -> list[int]:
    """The walk of that seed."""
    return list(numbers(seed, count))
