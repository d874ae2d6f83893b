"""How the service does, in figures that a monitor keeps: nothing in them names anybody."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import quantiles
from typing import NamedTuple

from booking.models import LIVE, Condition, Control, EventKind
from booking.ports import UnitOfWork

_DAY = dt.timedelta(days=1)
_MOST = 1000
_CHECKS = {"ok": 1.0, "absent": float("nan"), "error": 0.0}


class Figure(NamedTuple):
    """One gauge: its name, what it is, what its values are told apart by, and each value."""

    name: str
    told: str
    labels: tuple[str, ...]
    values: Sequence[tuple[tuple[str, ...], float]]


def figures(uow: UnitOfWork, condition: Condition, now: dt.datetime) -> list[Figure]:
    """Of this moment and of the last 24 hours. `condition` is how each service is."""
    sent = Counter[str]()
    for one in uow.outbox.sent(now - _DAY, now):
        sent[one.message_class.value] += one.messages
    kinds = (EventKind.BOOKED, EventKind.MOVED, EventKind.CANCELLED, EventKind.NO_SHOW)
    happened = {kind.value: uow.events.count(kind, now - _DAY, now) for kind in kinds}
    ahead = Counter(one.status.value for one in uow.appointments.list(start=now, end=now + _DAY, statuses=[*LIVE]))
    open_notices = Counter(one.kind for one in uow.notices.list(_MOST, open_only=True))
    human = len(uow.conversations.list(control=Control.HUMAN, limit=_MOST))
    checks = [((name,), _CHECKS.get(state, 0.0)) for name, state in sorted(condition.checks.items())]
    return [
        Figure(
            "turnero_check_ok",
            "1 where a service is well, 0 where it fails, NaN where it is absent",
            ("check",),
            checks,
        ),
        _single("turnero_sweep_age_seconds", "Since a worker last looked for what is left undone", condition.sweep_age),
        _single("turnero_oldest_unread_seconds", "Since the oldest delivery came in that waits", condition.unread_age),
        _by("turnero_messages_sent_24h", "Messages that went out in 24 hours", "class", sent),
        _by("turnero_appointment_events_24h", "What happened to appointments in 24 hours", "event", happened),
        _by("turnero_appointments_next_24h", "Appointments of the next 24 hours", "status", ahead),
        _by("turnero_notices_open", "What staff are called for and nobody has dealt with", "kind", open_notices),
        _single("turnero_chats_under_human", "Chats that a person answers", float(human)),
        _stages(uow),
    ]


def _single(name: str, told: str, value: float | None) -> Figure:
    return Figure(name, told, (), [] if value is None else [((), value)])


def _by(name: str, told: str, label: str, counts: Mapping[str, int]) -> Figure:
    return Figure(name, told, (label,), [((key,), float(number)) for key, number in sorted(counts.items())])


def _stages(uow: UnitOfWork) -> Figure:
    """The median and the 95th hundredth of how long each stage took, of the last ones that were kept."""
    took: dict[str, list[float]] = defaultdict(list)
    for one in uow.metrics.list(_MOST):
        took[one.stage].append(one.took_ms)
    values = []
    for stage, times in sorted(took.items()):
        cuts = quantiles(times, n=20, method="inclusive") if len(times) > 1 else times * 19
        values += [((stage, "0.5"), cuts[9]), ((stage, "0.95"), cuts[18])]
    return Figure("turnero_stage_milliseconds", "How long stages of turns and jobs took", ("stage", "quantile"), values)
