"""A walk in which everybody wants the same few hours and answers slowly: holds lapse, offers go stale, old buttons are
tapped, staff move and cancel what is being talked about. Otherwise as `walk`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from booking.conversation.buttons import decode
from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    When,
)
from booking.models import Opening, State
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import EVERYBODY, WORKERS
from booking.testing.decisions import Decisions
from booking.testing.hostile import Liar
from booking.testing.invariants import INVARIANTS, Invariant
from booking.testing.tool_requests import REQUESTS
from booking.testing.walk import Act, Walk, weighted
from booking.testing.wording import buttons_of
from booking.testing.world import PEOPLE, Seed, memory_clinic, small_seed

_HOURS = (dt.time(9), dt.time(9), dt.time(9, 30))
"""The times of a day, the first of them wanted oftenest."""
_DOCTORS = ("Dra. Uno", "Dr. Dos")
_WHO = (*PEOPLE[:2], *PEOPLE[:2], *EVERYBODY)


def crowded_seed() -> Seed:
    """Both doctors work from 9 to 10 on weekdays, and nobody can book further than four days ahead: mostly eight
    half hours for each, in all."""
    small = small_seed()
    hours = [(doctor, day) for doctor in (1, 2) for day in range(5)]
    openings = [Opening(doctor_id=id, weekday=day, start=dt.time(9), end=dt.time(10)) for id, day in hours]
    policy = small.clinic.policy.model_copy(update={"horizon_days": 4, "cancel_hours": 2})
    return replace(small, clinic=small.clinic.model_copy(update={"policy": policy}), openings=tuple(openings))


def crowded_clinic() -> Clinic:
    """That clinic on fakes, its reader a `Liar`."""
    return memory_clinic(crowded_seed(), Liar())


class Crowd(Walk):
    """People after the same times in one clinic."""

    def __init__(self, clinic: Clinic, invariants: Iterable[Invariant] = INVARIANTS) -> None:
        super().__init__(clinic, invariants, CROWDING)

    def wants_the_same_hour(self, decisions: Decisions) -> None:
        """One of very few times, by its clock; now and then with a doctor, or without one."""
        wish, who = self._an_hour(decisions), decisions.one_of(_WHO)
        named = decisions.one_of((None, None, None, *_DOCTORS))
        refused = (decisions.one_of(_DOCTORS),) if decisions.once_in(6) else ()
        self.clinic.mean(who, StartBooking(when=wish, doctor=named, not_with=tuple(d for d in refused if d != named)))

    def gets_to_the_question(self, decisions: Decisions) -> None:
        self.acts.come_to_the_question(decisions.one_of(_WHO), 1)

    def is_slow(self, decisions: Decisions) -> None:
        """About as long as an offer is fresh, or a time is held."""
        self.clinic.advance(minutes=decisions.one_of((1, 4, 6, 9, 11, 11, 16, 31)))

    def a_night_passes(self, decisions: Decisions) -> None:
        self.clinic.advance(hours=decisions.one_of((3, 14, 25)))

    def says_yes(self, decisions: Decisions) -> None:
        self.clinic.mean(decisions.one_of(_WHO), Confirm())

    def taps_a_yes(self, decisions: Decisions) -> None:
        """Of any of the last proposals, the newest oftenest."""
        who = decisions.one_of(_WHO)
        if who not in self.clinic.conversations:
            return
        buttons = [b for item in self.clinic.sent_to(who)[-12:] for b in buttons_of(item.content)]
        yes = [button for button in buttons if isinstance(decode(button[0]).intent, Confirm)]
        if yes:
            self.clinic.tap_payload(who, *decisions.one_of((yes[-1], yes[-1], *yes[-4:])))

    def changes_their_mind(self, decisions: Decisions) -> None:
        """In the middle of it: another name, doctor or time, a no, a choice from what was offered before."""
        said: tuple[AnyIntent, ...] = (
            ProvideCustomerData(name=decisions.one_of(("Eva Mora", "Luz Vega"))),
            ProvideCustomerData(name="Iván Mora", for_other=True),
            ProvideCustomerData(reason="me duele la rodilla"),
            CheckAvailability(another=True),
            CheckAvailability(anyone=True),
            CheckAvailability(when=self._an_hour(decisions)),
            CheckAvailability(not_with=(decisions.one_of(_DOCTORS),)),
            SelectSlot(option=1 + decisions.below(3)),
            Deny(),
        )
        self.clinic.mean(decisions.one_of(_WHO), decisions.one_of(said))

    def changes_what_they_have(self, decisions: Decisions) -> None:
        """Up to the question; the yes comes later, or never."""
        who = decisions.one_of(_WHO)
        change: AnyIntent = RescheduleAppointment(when=self._an_hour(decisions))
        self.clinic.mean(who, CancelAppointment() if decisions.once_in(2) else change)
        if self.acts.state(who) is State.SLOT_SELECTION:
            self.clinic.mean(who, SelectSlot(option=1 + decisions.below(2)))

    def staff_order(self, decisions: Decisions) -> None:
        """The yes comes later, or never."""
        self.acts.employ(who := decisions.one_of(WORKERS))
        self.acts.order(who, decisions.one_of(REQUESTS))

    def staff_move(self, decisions: Decisions) -> None:
        """To another of the times, or to the other doctor."""
        when = self._an_hour(decisions).when
        if when is not None and when.date_from is not None and when.time_from is not None:
            self.acts.move_at_the_desk(decisions.below(8), when.date_from, when.time_from, 1 + decisions.below(2))

    def _an_hour(self, decisions: Decisions) -> Reading:
        """One of the next days' times, mostly of the nearest."""
        day = self.clinic.clock.now().date() + dt.timedelta(days=decisions.one_of((1, 1, 1, 2, 3)))
        return Reading(when=When(date_from=day, date_to=day, time_from=decisions.one_of(_HOURS), exact=True))


CROWDING: tuple[Act, ...] = weighted(
    (Crowd.wants_the_same_hour, 6),
    (Crowd.gets_to_the_question, 4),
    (Crowd.is_slow, 6),
    (Crowd.a_night_passes, 1),
    (Crowd.says_yes, 3),
    (Crowd.taps_a_yes, 6),
    (Crowd.changes_their_mind, 3),
    (Crowd.changes_what_they_have, 3),
    (Crowd.staff_order, 2),
    (Crowd.staff_move, 2),
    (Walk.staff_cancel, 1),
    (Walk.taps, 2),
    (Walk.is_misread, 1),
    (Walk.something_fails, 1),
    (Walk.webhook_repeats, 1),
)
"""What a step may be."""
