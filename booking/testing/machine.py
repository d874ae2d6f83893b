"""`BookingStateMachine`: Hypothesis drives several people, rivals, clocks and faults through a `Clinic`.

Subclass it with a rule or an invariant of your own; override `make_clinic` to run on something else.
"""

from __future__ import annotations

from hypothesis import event, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from booking.intents import (
    AnyIntent,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Deny,
    ProvideCustomerData,
    SelectSlot,
    Source,
    StartBooking,
)
from booking.models import State, TurnRecord
from booking.testing import strategies
from booking.testing.clinic import Clinic
from booking.testing.decisions import Decisions
from booking.testing.hostile import MARK
from booking.testing.invariants import INVARIANTS, Invariant, check_all, every_turn_replays
from booking.testing.strategies import people
from booking.testing.walk import Walk, hostile_clinic

CALLS = (
    "commit",
    "appointments.hold",
    "appointments.book",
    "schedules.calendar",
    "conversations.save",
    "outbox.add",
)
"""Calls of ports that may fail."""


class BookingStateMachine(RuleBasedStateMachine):
    """Every step is one thing that can happen to a clinic; after each, all invariants are checked."""

    clinic: Clinic
    must_hold: tuple[Invariant, ...] = (*INVARIANTS, every_turn_replays)

    def make_clinic(self) -> Clinic:
        """The clinic under test: fakes, one doctor and a half, few free times, so that people collide."""
        return hostile_clinic()

    @initialize()
    def open_clinic(self) -> None:
        self.clinic = self.make_clinic()

    def teardown(self) -> None:
        if hasattr(self, "clinic"):
            for line in self.clinic.transcript[-60:]:
                note(line)

    # --- rules --------------------------------------------------------------------------------------

    @rule(who=people(), intent=strategies.intents(), source=st.sampled_from(Source))
    def means_anything(self, who: str, intent: AnyIntent, source: Source) -> None:
        """Anything at all is understood, from a shortcut, a tap, or a model that lies."""
        self._seen(self.clinic.mean(who, intent, source=source).turns)

    @rule(who=people(), several=st.lists(strategies.intents(), min_size=2, max_size=5))
    def means_several_things(self, who: str, several: list[AnyIntent]) -> None:
        self._seen(self.clinic.mean(who, *several).turns)

    @rule(who=people(), option=st.integers(1, 3))
    def goes_on(self, who: str, option: int) -> None:
        """What a patient who wants to book would say next, so that the yes is really reached."""
        state = self._state(who)
        replies: dict[State, AnyIntent] = {
            State.IDLE: StartBooking(),
            State.SLOT_SELECTION: SelectSlot(option=option),
            State.CUSTOMER_DATA: ProvideCustomerData(name=f"{who} Apellido{who}"),
            State.CONFIRM: Confirm(),
        }
        says = replies[state]
        self._seen(self.clinic.mean(who, says).turns)

    @rule(who=people(), option=st.integers(1, 3))
    def comes_to_the_question(self, who: str, option: int) -> None:
        """The same until there is something to say yes or no to: chance alone seldom gets that far."""
        for _ in range(4):
            if self._state(who) is State.CONFIRM:
                return
            self.goes_on(who, option)

    @rule(who=people(), option=st.integers(1, 3))
    def books(self, who: str, option: int) -> None:
        self.comes_to_the_question(who, option)
        self._seen(self.clinic.mean(who, Confirm()).turns)

    @rule(who=people(), option=st.integers(1, 3))
    def says_no_and_then_yes(self, who: str, option: int) -> None:
        self.comes_to_the_question(who, option)
        for answer in (Deny(), Confirm()):
            self._seen(self.clinic.mean(who, answer).turns)

    @rule(who=people(), answer=st.sampled_from([Confirm(), Deny(), CancelBooking()]))
    def answers_the_question(self, who: str, answer: AnyIntent) -> None:
        """Yes, no, or leave it: to a question or out of the blue."""
        self._seen(self.clinic.mean(who, answer).turns)

    @rule(who=people(), when=strategies.readings())
    def asks_for_a_time(self, who: str, when: object) -> None:
        self._seen(self.clinic.mean(who, CheckAvailability.model_validate({"when": when})).turns)

    @rule(who=people(), lie=st.integers(0, 2**16))
    def is_misread(self, who: str, lie: int) -> None:
        """Whatever was written, the model says something else."""
        self._seen(self.clinic.say(who, f"{MARK}{lie}").turns)

    @rule(who=people(), lie=st.integers(0, 2**16))
    def is_misread_in_a_burst(self, who: str, lie: int) -> None:
        self._seen(self.clinic.burst(who, f"{MARK}{lie}", "¿hola?").turns)

    @precondition(lambda self: bool(self.clinic.conversations))
    @rule(data=st.data(), place=st.integers(1, 4))
    def taps(self, data: st.DataObject, place: int) -> None:
        who = data.draw(st.sampled_from(sorted(self.clinic.conversations)))
        try:
            self._seen(self.clinic.tap(who, place).turns)
        except (LookupError, IndexError):
            event("nothing to tap")

    @precondition(lambda self: bool(self.clinic.conversations))
    @rule(data=st.data(), age=st.integers(0, 4), intent=strategies.intents())
    def taps_an_old_button(self, data: st.DataObject, age: int, intent: AnyIntent) -> None:
        who = data.draw(st.sampled_from(sorted(self.clinic.conversations)))
        version = max(self.clinic.conversation(who).draft_version - age, 0)
        self._seen(self.clinic.tap_meaning(who, intent, version).turns)

    @rule(who=people(), what=st.sampled_from(["image", "audio", "sticker"]))
    def sends_media(self, who: str, what: str) -> None:
        self._seen(self.clinic.send_media(who, what).turns)

    @rule()
    def webhook_repeats(self) -> None:
        """The same webhook twice changes nothing."""
        before = {who: self.clinic.conversation(who) for who in self.clinic.conversations}
        assert self.clinic.deliver_twice() == [], "a repeated message was accepted"
        for who, conversation in before.items():
            assert not self.clinic.drain(who).turns, "a repeated message led to a turn"
            assert self.clinic.conversation(who) == conversation, "a repeated message changed a conversation"

    @rule(minutes=st.sampled_from([1, 6, 11, 16, 61, 24 * 60 + 1]))
    def time_passes(self, minutes: int) -> None:
        self.clinic.advance(minutes=minutes)

    @rule(name=st.sampled_from(CALLS))
    def service_fails_once(self, name: str) -> None:
        """The next call of a port fails; the turn it hits leaves nothing behind and is tried again."""
        self.clinic.break_service(name)

    @rule(who=people(), option=st.integers(1, 3), name=st.sampled_from(CALLS), nth=st.integers(1, 3))
    def service_fails_on_the_way(self, who: str, option: int, name: str, nth: int) -> None:
        """The same somewhere between the first word and the question."""
        self.clinic.break_service(name, nth)
        self.comes_to_the_question(who, option)

    @rule(which=st.integers(0, 3))
    def staff_cancels(self, which: int) -> None:
        """At the desk, perhaps while its patient talks about it."""
        Walk(self.clinic).staff_cancel(Decisions(which))

    @rule()
    def delivery_runs(self) -> None:
        self.clinic.faults.mend()
        for conversation_id in self.clinic.conversations.values():
            self.clinic.delivery.deliver(conversation_id)

    # --- invariants -----------------------------------------------------------------------------------

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "clinic"):
            check_all(self.clinic, self.must_hold)

    # --- how --------------------------------------------------------------------------------------------

    def _state(self, who: str) -> State:
        return self.clinic.conversation(who).state if who in self.clinic.conversations else State.IDLE

    def _seen(self, turns: list[TurnRecord]) -> None:
        for turn in turns:
            for step in turn.steps:
                event(step.row)
