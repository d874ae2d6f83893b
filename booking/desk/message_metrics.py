"""What was sent, for how many appointments, and what it costs at the rates given."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from zoneinfo import ZoneInfo

from booking.conversation.replies.templates import TEMPLATES
from booking.desk import staff_dates
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json
from booking.models import EventKind
from booking.ports import UnitOfWork

SERVICE, UTILITY = "service", "utility"
CATEGORIES = (SERVICE, UTILITY, "marketing", "authentication")
FREE = 1000
"""Messages in free words of a number and month that cost nothing; those beyond cost what a utility template does."""


def rates(texts: list[str]) -> dict[str, Decimal]:
    """ "utility=0.0085" → the rate of a message. Raises BadValue."""
    found = {}
    for text in texts:
        category, _, rate = text.partition("=")
        try:
            found[category.strip().casefold()] = Decimal(rate.strip())
        except InvalidOperation:
            raise BadValue(Field.RATE, f"«{text}» no se entiende; por ejemplo: utility=0.0085") from None
    if wrong := found.keys() - set(CATEGORIES[1:]):
        raise BadValue(Field.RATE, f"no hay una categoría {wrong.pop()!r}; hay: {', '.join(CATEGORIES[1:])}")
    return found


def counted(
    uow: UnitOfWork,
    since: str | None,
    until: str | None,
    now: dt.datetime,
    rate_of: Mapping[str, Decimal],
    free: int = FREE,
) -> Json:
    """From a day to another, both included: this month, where none are said. Raises BadValue."""
    zone = ZoneInfo(uow.schedules.clinic().zone)
    here = now.astimezone(zone)
    first, last = staff_dates.validity(since, until, here)
    last = last or max(first or here.date(), here.date())
    first = first or last.replace(day=1)
    start, end = _midnight(first, zone), _midnight(last + dt.timedelta(days=1), zone)
    by_class, by_category, billed = Counter[str](), Counter[str](), Counter[str]()
    repeated = 0
    for begin, stop, used in _months(uow, start, end, zone):
        free_words = 0
        for sent in uow.outbox.sent(begin, stop):
            category = _category(uow, sent.template)
            by_class[sent.message_class.value] += sent.messages
            by_category[category] += sent.messages
            repeated += sent.repeated
            if category == SERVICE:
                free_words += sent.messages
            else:
                billed[category] += sent.messages
        billed[SERVICE] += max(0, used + free_words - free) - max(0, used - free)
    booked = uow.events.count(EventKind.BOOKED, start, end)
    total = by_class.total()
    costs = {category: _cost(category, number, rate_of) for category, number in billed.items()}
    known = None not in costs.values()
    return {
        "desde": first.isoformat(),
        "hasta": last.isoformat(),
        "citas_agendadas": booked,
        "mensajes": total,
        "por_cita": round(total / booked, 2) if booked else None,
        "por_clase": dict(sorted(by_class.items())),
        "por_categoria": dict(sorted(by_category.items())),
        "se_cobran": {category: number for category, number in sorted(billed.items()) if number},
        "repetidos": repeated,
        "costo": str(sum((cost for cost in costs.values() if cost), Decimal())) if known and rate_of else None,
    }


def _midnight(day: dt.date, zone: ZoneInfo) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), zone)


def _months(
    uow: UnitOfWork, start: dt.datetime, end: dt.datetime, zone: ZoneInfo
) -> Iterator[tuple[dt.datetime, dt.datetime, int]]:
    """The period month by month, with how many in free words had been sent in that month before it."""
    while start < end:
        of_month = _midnight(start.date().replace(day=1), zone)
        following = _midnight((of_month.date() + dt.timedelta(days=32)).replace(day=1), zone)
        before = uow.outbox.sent(of_month, start) if of_month < start else ()
        yield start, min(end, following), sum(sent.messages for sent in before if sent.template is None)
        start = following


def _category(uow: UnitOfWork, template: str | None) -> str:
    """What WhatsApp says it is, else what it is meant to be."""
    if template is None:
        return SERVICE
    ours = next((one for name, one in TEMPLATES.items() if name == template), None)
    said = uow.templates.get(template, ours.language) if ours else None
    if said is not None and said.category:
        return said.category.casefold()
    return ours.category.value if ours else UTILITY


def _cost(category: str, number: int, rate_of: Mapping[str, Decimal]) -> Decimal | None:
    """None where its rate was not given."""
    rate = rate_of.get(UTILITY if category == SERVICE else category)
    return number * rate if rate is not None else None if number else Decimal()
