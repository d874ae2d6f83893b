"""What came of one arm, read off what was stored: the times given back and who got them, who came, what was sent."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from booking.desk import message_metrics
from booking.models import ActorKind, AppointmentEvent, Clinic, EventKind, ReminderState
from booking.models.who_waits import OfferState, WaitingOffer
from booking.scheduling.quiet import end_of_quiet
from tests.bench.refills.edge import ZEROS
from tests.bench.refills.people import HERE
from tests.bench.refills.season import BEGINS, Season
from tests.bench.report import percentile

AHEAD: Final = dt.timedelta(hours=4)
LATE: Final = dt.timedelta(minutes=15)
"""After so long a reminder did not come when it was due; quiet hours are waited for."""
RATE: Final = Decimal("0.0085")
"""Of a utility template: the example of `turnero metricas`. WhatsApp's rate for Mexico is not known here."""


@dataclass(frozen=True)
class Freed:
    """A time that somebody gave back, `ahead` of it, and when it was taken again (None: it was not)."""

    doctor_id: int
    start: dt.datetime
    at: dt.datetime
    moved: bool
    again: dt.datetime | None
    by_offer: bool
    offers: tuple[WaitingOffer, ...]

    @property
    def ahead(self) -> dt.timedelta:
        return self.start - self.at

    def lost(self, clinic: Clinic) -> str:
        """Where it was, if nobody got it."""
        deadline = self.start - dt.timedelta(minutes=clinic.policy.min_notice_minutes)
        if not self.offers:
            asleep = end_of_quiet(clinic, self.at)
            return "quiet hours until it was too late" if asleep and asleep >= deadline else "nobody matching"
        last = self.offers[-1]
        ended = last.done_at or last.hold.expires_at
        answers = {offer.state for offer in self.offers}
        if ended + dt.timedelta(minutes=15) < deadline and end_of_quiet(clinic, ended) is None:
            return "a yes came too late" if OfferState.LATE in answers else "all whom it fits were asked"
        return "too little time for all whom it fits"


def measure(season: Season) -> dict[str, Any]:
    """Everything that is shown, as plain values."""
    whole = season.house.everything()
    tables, clinic = whole.store.tables, season.house.seed.clinic
    freed = [one for one in freed_times(tables) if one.start < season.ends]
    cancelled = [one for one in freed if not one.moved]
    came, missed = season.came, season.missed
    with whole() as uow:
        until = (season.ends - dt.timedelta(days=1)).date().isoformat()
        told = message_metrics.counted(
            uow, BEGINS.date().isoformat(), until, season.house.now, {"utility": RATE, "marketing": RATE}
        )
    happened = came + missed
    return {
        "arm": season.arm.name,
        "accepting": season.behaviour.accepting,
        "waiting, mean": round(statistics.fmean(season.waited), 1) if season.waited else 0,
        "appointments": happened,
        "no-shows": missed,
        "no-show rate": round(missed / happened, 4),
        "times": _times(season),
        "cancelled": _refills(cancelled, clinic),
        "cancelled or moved": _refills(freed, clinic),
        "reminders": _reminders(tables, clinic),
        "offers": dict(sorted(Counter(one.state.value for one in tables["waiting_offers"].values()).items())),
        "messages": told["mensajes"],
        "messages per appointment": round(told["mensajes"] / happened, 2),
        "messages by class": told["por_clase"],
        "messages by category": told["por_categoria"],
        "charged": told["se_cobran"],
        "cost per appointment": round(float(told["costo"] or 0) / happened, 4),
        "talks": dict(season.ended.most_common()),
        "stuck": dict(season.stuck.most_common(5)),
        "zeros": {what: season.edge.broken[what] for what in ZEROS},
        "examples": season.edge.examples,
    }


def _times(season: Season) -> int:
    """That there were, whether anybody came to them or not: the doctors' hours."""
    days = Counter((BEGINS.date() + dt.timedelta(days=n)).weekday() for n in range(season.days))
    hours = season.house.seed.openings
    return sum(days[one.weekday] * (one.end.hour - one.start.hour) * 2 for one in hours)


def freed_times(tables: dict[str, dict[Any, Any]]) -> list[Freed]:
    """Every time that a patient gave back, by when."""
    events: Sequence[AppointmentEvent] = sorted(tables["events"].values(), key=lambda event: event.at)
    offers: list[WaitingOffer] = sorted(tables["waiting_offers"].values(), key=lambda offer: offer.id)
    found = []
    for place, event in enumerate(events):
        gave = event.kind is EventKind.CANCELLED or event.kind is EventKind.MOVED
        if not gave or event.before is None or event.by.kind is not ActorKind.PATIENT:
            continue
        slot, doctor = event.before.slot, event.before.doctor_id
        again = next((later for later in events[place + 1 :] if _takes(later, doctor, slot.start, slot.end)), None)
        theirs = tuple(
            one
            for one in offers
            if one.made_at >= event.at
            and one.hold.doctor_id == doctor
            and one.hold.slot.start < slot.end
            and slot.start < one.hold.slot.end
            and (again is None or one.made_at <= again.at)
        )
        found.append(
            Freed(
                doctor_id=doctor,
                start=slot.start,
                at=event.at,
                moved=event.kind is EventKind.MOVED,
                again=again.at if again else None,
                by_offer=bool(again and theirs and theirs[-1].state is OfferState.TAKEN),
                offers=theirs,
            )
        )
    return found


def _takes(event: AppointmentEvent, doctor: int, start: dt.datetime, end: dt.datetime) -> bool:
    after = event.after
    takes = event.kind in (EventKind.BOOKED, EventKind.MOVED, EventKind.OVERBOOKED)
    return bool(takes and after and after.doctor_id == doctor and after.slot.start < end and start < after.slot.end)


def _refills(freed: Sequence[Freed], clinic: Clinic) -> dict[str, Any]:
    soon = [one for one in freed if one.ahead >= AHEAD]
    again = [one for one in soon if one.again is not None]
    offered = [one for one in again if one.by_offer]
    minutes = [(one.again - one.at).total_seconds() / 60 for one in again if one.again]
    by_offer = [(one.again - one.at).total_seconds() / 60 for one in offered if one.again]
    lost = Counter(one.lost(clinic) for one in soon if one.again is None)
    return {
        "given back": len(freed),
        "4 h ahead or more": len(soon),
        "taken again": len(again),
        "rate": round(len(again) / len(soon), 4) if soon else None,
        "by an offer": len(offered),
        "rate by an offer": round(len(offered) / len(soon), 4) if soon else None,
        "minutes, median": round(percentile(minutes, 50), 1) if minutes else None,
        "minutes, p90": round(percentile(minutes, 90), 1) if minutes else None,
        "minutes by an offer, median": round(percentile(by_offer, 50), 1) if by_offer else None,
        "minutes by an offer, p90": round(percentile(by_offer, 90), 1) if by_offer else None,
        "offers for each": round(statistics.fmean([len(one.offers) for one in soon]), 2) if soon else None,
        "lost": dict(lost.most_common()),
    }


def _reminders(tables: dict[str, dict[Any, Any]], clinic: Clinic) -> dict[str, Any]:
    """What became of those that were due, and how many came late."""
    became: Counter[str] = Counter()
    late = 0
    for one in tables["reminders"].values():
        became[one.why.value if one.state is ReminderState.SKIPPED else one.state.value] += 1
        row = tables["outbox"].get(one.outbox_id)
        if row is not None and row.item.sent_at is not None:
            due = end_of_quiet(clinic, one.due_at) or one.due_at
            late += row.item.sent_at.astimezone(HERE) > due + LATE
    return {"became": dict(sorted(became.items())), "late": late}
