"""`BookingStateMachine`: Hypothesis drives several people, staff, clocks and faults through a `Clinic`.

Subclass it with a rule or an invariant of your own; override `make_clinic` to run on something else.
"""

from __future__ import annotations

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from booking.intents import AnyIntent, CancelBooking, CheckAvailability, Confirm, Deny, Source, UseTool
from booking.testing import strategies
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import BREAKABLE, CHANGES, EVERYBODY, MINUTES, WORKERS, Acts
from booking.testing.hostile import MARK, PAYLOADS
from booking.testing.invariants import INVARIANTS, Invariant, check_all, every_turn_replays
from booking.testing.strategies import people
from booking.testing.tool_requests import REQUESTS
from booking.testing.walk import hostile_clinic

_YOURS = frozenset({"make_clinic", "must_hold", "teardown"})
"""What a subclass is meant to replace."""


def everybody() -> st.SearchStrategy[str]:
    """Patients oftener than those who work there."""
    return st.one_of(people(), st.sampled_from(EVERYBODY))


def options() -> st.SearchStrategy[int]:
    return st.integers(1, 3)


def answers() -> st.SearchStrategy[AnyIntent | None]:
    """What may be said to a question; None: nothing yet."""
    return st.sampled_from([Confirm(), Confirm(), Confirm(), Deny(), CancelBooking(), None])


def begun() -> st.SearchStrategy[tuple[str, int, AnyIntent | None]]:
    """Somebody's appointment, some days ahead, and what they have just said of it."""
    return st.tuples(people(), st.integers(1, 4), st.sampled_from([None, *CHANGES]))


class BookingStateMachine(RuleBasedStateMachine):
    """Every step is one thing that can happen to a clinic; after each, all invariants are checked."""

    clinic: Clinic
    acts: Acts
    must_hold: tuple[Invariant, ...] = (*INVARIANTS, every_turn_replays)

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Raises TypeError for a subclass that takes a rule or an invariant of the kit's away by using its name."""
        super().__init_subclass__(**kwargs)
        kept = {name for name in vars(BookingStateMachine) if not name.startswith("__")} - _YOURS
        if taken := sorted(kept & vars(cls).keys()):
            raise TypeError(f"{cls.__name__} would replace what the kit calls {', '.join(taken)}: name yours otherwise")

    def make_clinic(self) -> Clinic:
        """The clinic under test: fakes, one doctor and a half, few free times, so that people collide."""
        return hostile_clinic()

    @initialize(ahead=st.lists(begun(), max_size=3), employed=st.booleans())
    def open_clinic(self, ahead: list[tuple[str, int, AnyIntent | None]], employed: bool) -> None:
        """A clinic in which some have an appointment already and may want it changed, and perhaps its staff and doctor
        may write."""
        self.clinic = self.make_clinic()
        self.acts = Acts(self.clinic)
        for who, days, change in ahead:
            self.acts.book_ahead(who, days)
            if change is not None:
                self.clinic.mean(who, change)
        for who in WORKERS if employed else ():
            self.acts.employ(who)

    def teardown(self) -> None:
        if hasattr(self, "clinic"):
            for turn in self.clinic.records:
                for step in turn.steps:
                    event(step.row)

    # --- patients, and those who work there as patients ----------------------------------------------

    @rule(who=everybody(), intent=strategies.intents(), source=st.sampled_from(Source))
    def means_anything(self, who: str, intent: AnyIntent, source: Source) -> None:
        """Anything at all is understood, from a shortcut, a tap, or a model that lies."""
        self.clinic.mean(who, intent, source=source)

    @rule(who=everybody(), several=st.lists(strategies.intents(), min_size=2, max_size=5))
    def means_several_things(self, who: str, several: list[AnyIntent]) -> None:
        self.clinic.mean(who, *several)

    @rule(who=everybody(), option=options())
    def goes_on(self, who: str, option: int) -> None:
        """What a patient who wants to book would say next, so that the yes is really reached."""
        self.acts.go_on(who, option)

    @rule(who=everybody(), option=options())
    def books(self, who: str, option: int) -> None:
        self.acts.answer(who, option, Confirm())

    @rule(who=everybody(), option=options())
    def says_no_and_then_yes(self, who: str, option: int) -> None:
        self.acts.answer(who, option, Deny(), Confirm())

    @rule(who=everybody(), option=options(), change=st.sampled_from(CHANGES), answer=answers())
    def changes_what_they_have(self, who: str, option: int, change: AnyIntent, answer: AnyIntent | None) -> None:
        self.acts.change(who, change, option, *([answer] if answer else []))

    @rule(who=everybody(), answer=answers().filter(bool))
    def answers_the_question(self, who: str, answer: AnyIntent) -> None:
        """Yes, no, or leave it: to a question or out of the blue."""
        self.clinic.mean(who, answer)

    @rule(who=everybody(), when=strategies.readings())
    def asks_for_a_time(self, who: str, when: object) -> None:
        self.clinic.mean(who, CheckAvailability.model_validate({"when": when}))

    @rule(who=everybody(), lie=st.integers(0, 2**16))
    def is_misread(self, who: str, lie: int) -> None:
        """Whatever was written, the model says something else."""
        self.clinic.say(who, f"{MARK}{lie}")

    @rule(who=everybody(), lie=st.integers(0, 2**16))
    def is_misread_in_a_burst(self, who: str, lie: int) -> None:
        self.clinic.burst(who, f"{MARK}{lie}", "¿hola?")

    @precondition(lambda self: bool(self.clinic.conversations))
    @rule(data=st.data(), place=st.integers(1, 4))
    def taps(self, data: st.DataObject, place: int) -> None:
        try:
            self.clinic.tap(self._somebody(data), place)
        except LookupError:
            event("nothing to tap")

    @precondition(lambda self: bool(self.clinic.conversations))
    @rule(data=st.data(), age=st.integers(0, 4), intent=strategies.intents())
    def taps_an_old_button(self, data: st.DataObject, age: int, intent: AnyIntent) -> None:
        who = self._somebody(data)
        version = max(self.clinic.conversation(who).draft_version - age, 0)
        self.clinic.tap_meaning(who, intent, version)

    @rule(who=everybody(), payload=st.sampled_from(PAYLOADS))
    def taps_a_forged_button(self, who: str, payload: str) -> None:
        self.clinic.tap_payload(who, payload)

    @rule(who=everybody(), what=st.sampled_from(["image", "audio", "sticker"]))
    def sends_media(self, who: str, what: str) -> None:
        self.clinic.send_media(who, what)

    # --- those who work there --------------------------------------------------------------------------

    @rule(who=st.sampled_from(WORKERS))
    def is_employed(self, who: str) -> None:
        self.acts.employ(who)

    @rule(who=st.sampled_from(WORKERS), right=st.booleans())
    def enrols(self, who: str, right: bool) -> None:
        self.acts.enrol(who, right=right)

    @rule(who=st.sampled_from(WORKERS), request=st.sampled_from(REQUESTS), answer=answers())
    def orders_at_work(self, who: str, request: UseTool, answer: AnyIntent | None) -> None:
        self.acts.employ(who)
        self.acts.order(who, request, *([answer] if answer else []))

    @rule(who=everybody(), request=st.sampled_from(REQUESTS), answer=answers())
    def orders(self, who: str, request: UseTool, answer: AnyIntent | None) -> None:
        self.acts.order(who, request, *([answer] if answer else []))

    @rule(which=st.integers(0, 3))
    def staff_cancels(self, which: int) -> None:
        self.acts.cancel_at_the_desk(which)

    @rule(who=everybody())
    def staff_gives_back(self, who: str) -> None:
        self.acts.give_back(who)

    # --- everything else -------------------------------------------------------------------------------

    @rule()
    def webhook_repeats(self) -> None:
        self.acts.repeat_the_webhook()

    @rule(minutes=st.sampled_from(MINUTES))
    def time_passes(self, minutes: int) -> None:
        self.clinic.advance(minutes=minutes)

    @rule(name=st.sampled_from(BREAKABLE), nth=st.integers(1, 3), as_a_bug=st.booleans())
    def service_fails_once(self, name: str, nth: int, as_a_bug: bool) -> None:
        self.acts.fail(name, nth, as_a_bug=as_a_bug)

    @rule(who=everybody(), option=options(), name=st.sampled_from(BREAKABLE), nth=st.integers(1, 3))
    def service_fails_on_the_way(self, who: str, option: int, name: str, nth: int) -> None:
        """The same somewhere between the first word and the question."""
        self.acts.fail(name, nth, as_a_bug=False)
        self.acts.come_to_the_question(who, option)

    @rule()
    def delivery_runs(self) -> None:
        self.acts.deliver()

    # --- invariants -----------------------------------------------------------------------------------

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "clinic"):
            check_all(self.clinic, self.must_hold)

    # --- how --------------------------------------------------------------------------------------------

    def _somebody(self, data: st.DataObject) -> str:
        """One of those who have written."""
        return data.draw(st.sampled_from(sorted(self.clinic.conversations)))
