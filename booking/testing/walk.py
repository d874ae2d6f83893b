"""A long walk through a clinic with a lying model: every step follows from one number, every invariant is checked.

A walk is a list of numbers, so it can be repeated, cut into pieces, and made shorter by Hypothesis (`shrinking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from booking.conversation.buttons import encode
from booking.errors import TurneroError
from booking.intents import AnyIntent, CancelBooking, CheckAvailability, Confirm, Deny
from booking.ports import Passage
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import BREAKABLE, CHANGES, EVERYBODY, MINUTES, WORKERS, Acts
from booking.testing.decisions import Decisions, numbers
from booking.testing.hostile import MARK, PAYLOADS, Liar, lie, reading
from booking.testing.invariants import INVARIANTS, Invariant, check_all
from booking.testing.scripts.scripted import ScriptedKnowledge
from booking.testing.tool_requests import REQUESTS
from booking.testing.wording import buttons_of
from booking.testing.world import PEOPLE, memory_clinic

_WHO = (*PEOPLE, *EVERYBODY)  # patients oftener than those who work there


class WalkBroken(AssertionError):
    """An invariant did not hold, or the engine raised. Knows the numbers that led there."""

    def __init__(self, why: str, steps: Sequence[int]) -> None:
        super().__init__(f"{why}\nafter the steps {list(steps)}")
        self.why = why
        self.steps = tuple(steps)


class Walk:
    """Several people, staff, a doctor and an unlucky database in one clinic, whose reader is a `Liar`."""

    def __init__(
        self, clinic: Clinic, invariants: Iterable[Invariant] = INVARIANTS, can_happen: Sequence[Act] = ()
    ) -> None:
        self.clinic = clinic
        self.acts = Acts(clinic)
        self.invariants = tuple(invariants)
        self.can_happen = tuple(can_happen or ACTS)

    def step(self, number: int) -> None:
        """One thing that can happen, then every invariant."""
        decisions = Decisions(number)
        decisions.one_of(self.can_happen)(self, decisions)
        check_all(self.clinic, self.invariants)

    # --- patients -----------------------------------------------------------------------------------

    def goes_on(self, decisions: Decisions) -> None:
        self.acts.go_on(decisions.one_of(_WHO), 1 + decisions.below(3))

    def books(self, decisions: Decisions) -> None:
        self.acts.answer(decisions.one_of(_WHO), 1 + decisions.below(3), Confirm())

    def changes_an_appointment(self, decisions: Decisions) -> None:
        """Every other time of what they have just booked."""
        who, option = decisions.one_of(_WHO), 1 + decisions.below(3)
        if decisions.once_in(2):
            self.acts.book_ahead(who, 1 + decisions.below(4))
        self.acts.change(who, decisions.one_of(CHANGES), option, *self._answers(decisions))

    def is_misread(self, decisions: Decisions) -> None:
        """The model lies."""
        self.clinic.say(decisions.one_of(_WHO), f"{MARK}{decisions.number()}")

    def is_misread_sometimes(self, decisions: Decisions) -> None:
        """A burst of texts is read as one; the model lies about it."""
        self.clinic.burst(decisions.one_of(_WHO), f"{MARK}{decisions.number()}", "hola")

    def means_anything(self, decisions: Decisions) -> None:
        """Anything at all, and it was really meant."""
        today = self.clinic.clock.now().date()
        meant = [lie(decisions, today) for _ in range(1 + decisions.below(3))]
        self.clinic.mean(decisions.one_of(_WHO), *meant)

    def asks_for_a_time(self, decisions: Decisions) -> None:
        """A wish about time."""
        wish = reading(decisions, self.clinic.clock.now().date())
        self.clinic.mean(decisions.one_of(_WHO), CheckAvailability(when=wish))

    def answers(self, decisions: Decisions) -> None:
        """Yes, no, or leave it: to a question or out of the blue."""
        answers: tuple[AnyIntent, ...] = (Confirm(), Confirm(), Deny(), CancelBooking())
        self.clinic.mean(decisions.one_of(_WHO), decisions.one_of(answers))

    def taps(self, decisions: Decisions) -> None:
        """A button of one of the last messages."""
        who = decisions.one_of(_WHO)
        if who not in self.clinic.conversations:
            return
        with self.clinic.begin() as uow:
            recent = uow.outbox.list(self.clinic.conversations[who], limit=1 + decisions.below(4))
        choices = [choice for item in recent for choice in buttons_of(item.content)]
        if choices:
            self.clinic.tap_payload(who, *decisions.one_of(choices))

    def taps_an_old_button(self, decisions: Decisions) -> None:
        """A button of an earlier draft, or of a draft to come."""
        who = decisions.one_of(_WHO)
        if who in self.clinic.conversations:
            version = max(self.clinic.conversation(who).draft_version + 1 - decisions.below(5), 0)
            meant = lie(decisions, self.clinic.clock.now().date())
            self.clinic.tap_payload(who, encode(meant, version), "…")

    def taps_a_forged_button(self, decisions: Decisions) -> None:
        """A button that we never sent."""
        self.clinic.tap_payload(decisions.one_of(_WHO), decisions.one_of(PAYLOADS), decisions.one_of(("", "Sí")))

    def sends_media(self, decisions: Decisions) -> None:
        """Something that cannot be read."""
        self.clinic.send_media(decisions.one_of(_WHO), decisions.one_of(("image", "audio", "sticker", "location")))

    # --- those who work there, and everything else --------------------------------------------------

    def is_employed(self, decisions: Decisions) -> None:
        self.acts.employ(decisions.one_of(WORKERS))

    def enrols(self, decisions: Decisions) -> None:
        self.acts.enrol(decisions.one_of(WORKERS), right=decisions.once_in(2))

    def orders(self, decisions: Decisions) -> None:
        """Mostly by who may: to others nothing is hinted at."""
        who = decisions.one_of(EVERYBODY) if decisions.once_in(4) else decisions.one_of(WORKERS)
        self.acts.order(who, decisions.one_of(REQUESTS), *self._answers(decisions))

    def staff_cancel(self, decisions: Decisions) -> None:
        self.acts.cancel_at_the_desk(decisions.below(8))

    def staff_ask_for_visits(self, decisions: Decisions) -> None:
        self.acts.ask_the_type_of_visit(decisions.once_in(2))

    def staff_give_back(self, decisions: Decisions) -> None:
        self.acts.give_back(decisions.one_of(EVERYBODY))

    def time_passes(self, decisions: Decisions) -> None:
        """Mostly a minute."""
        self.clinic.advance(minutes=decisions.one_of((1, 1, *MINUTES)))

    def webhook_repeats(self, decisions: Decisions) -> None:
        self.acts.repeat_the_webhook()

    def something_fails(self, decisions: Decisions) -> None:
        self.acts.fail(decisions.one_of(BREAKABLE), 1 + decisions.below(3), as_a_bug=decisions.once_in(2))

    def delivery_runs(self, decisions: Decisions) -> None:
        self.acts.deliver()

    def _answers(self, decisions: Decisions) -> tuple[AnyIntent, ...]:
        """To a question, if there is one: a yes, anything else, or nothing yet."""
        return decisions.one_of(((Confirm(),), (Confirm(),), (Deny(),), (CancelBooking(),), ()))


Act = Callable[[Any, Decisions], None]
"""One thing that can happen in a walk of this kind."""


def weighted(*acts: tuple[Act, int]) -> tuple[Act, ...]:
    """Each as often as its weight says."""
    return tuple(act for act, weight in acts for _ in range(weight))


ACTS: tuple[Act, ...] = weighted(
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
    (Walk.is_employed, 1),
    (Walk.enrols, 1),
    (Walk.orders, 3),
    (Walk.time_passes, 3),
    (Walk.webhook_repeats, 1),
    (Walk.something_fails, 1),
    (Walk.delivery_runs, 1),
    (Walk.staff_cancel, 1),
    (Walk.staff_ask_for_visits, 1),
    (Walk.staff_give_back, 1),
)
"""What a step may be; the frequent ones more than once."""


def walk(
    make_clinic: Callable[[], Clinic], steps: Iterable[int], *, aloud: bool = False, kind: type[Walk] = Walk
) -> Clinic:
    """Take these steps in a new clinic. Raises WalkBroken."""
    clinic = make_clinic()
    clinic.aloud = aloud
    walked, taken = kind(clinic), []
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
