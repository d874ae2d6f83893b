"""What was sent, for how many appointments, and what it costs at the rates given: as WhatsApp told of each message, and
by our own count where it has not."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.conversation.replies.templates import TEMPLATES
from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json
from booking.models import EventKind, MessageClass
from booking.ports import SentCount, UnitOfWork

SERVICE, UTILITY = "service", "utility"
CATEGORIES = (SERVICE, UTILITY, "marketing", "marketing_lite", "authentication", "authentication_international")
FREE = 1000
"""Messages in free words of a number and month that cost nothing; those beyond cost what a utility template does."""


_CLASSES = {
    MessageClass.REPLY: "respuestas",
    MessageClass.NOTICE: "avisos",
    MessageClass.REMINDER: "recordatorios",
    MessageClass.OFFER: "lugares ofrecidos",
    MessageClass.STAFF: "escritos por el personal",
}


def class_lines(counted: Json) -> list[tuple[str, int]]:
    """What messages were for, in words, with how many there were."""
    return in_classes(counted["por_clase"])


def in_classes(counted: Mapping[str, int]) -> list[tuple[str, int]]:
    """Numbers of messages by class, with the classes in words."""
    return [(_CLASSES[MessageClass(name)], number) for name, number in counted.items()]


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
    """From a day to another, both included: this month, where none are said. Raises BadValue, DeskRefused."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    here = now.astimezone(zone)
    first, last = staff_dates.validity(since, until, here)
    last = last or max(first or here.date(), here.date())
    first = first or last.replace(day=1)
    start, end = staff_dates.midnight(first, here), staff_dates.midnight(last + dt.timedelta(days=1), here)
    by_class, by_category, billed = Counter[str](), Counter[str](), Counter[str]()
    repeated = told = 0
    for begin, stop, before in _months(uow, start, end):
        words = before
        for sent in uow.outbox.sent(begin, stop):
            category = _category(uow, sent)
            by_class[sent.message_class.value] += sent.messages
            by_category[category] += sent.messages
            repeated += sent.repeated
            charged = sent.pricing.is_charged if sent.pricing else None
            told += sent.messages if charged is not None else 0
            if category == SERVICE and charged is not True:
                words = words.and_of(sent)
            elif charged is not False:
                billed[category] += sent.messages
        billed[SERVICE] += words.beyond(free) - before.beyond(free)
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
        "precio_dicho_por_whatsapp": told,
        "repetidos": repeated,
        "costo": str(sum((cost for cost in costs.values() if cost), Decimal())) if known and rate_of else None,
    }


class _FreeWords(NamedTuple):
    """Messages in free words, of a number and month, not charged: WhatsApp said so, or has said nothing."""

    told: int = 0
    untold: int = 0

    def and_of(self, sent: SentCount) -> _FreeWords:
        if sent.pricing is not None and sent.pricing.is_charged is False:
            return self._replace(told=self.told + sent.messages)
        return self._replace(untold=self.untold + sent.messages)

    def beyond(self, free: int) -> int:
        """How many of those that WhatsApp has not told the price of are beyond the free ones."""
        return max(0, self.untold - max(0, free - self.told))


def _months(
    uow: UnitOfWork, start: dt.datetime, end: dt.datetime
) -> Iterator[tuple[dt.datetime, dt.datetime, _FreeWords]]:
    """The period month by month, with what in free words had been sent in that month before it."""
    while start < end:
        of_month = staff_dates.midnight(start.date().replace(day=1), start)
        following = staff_dates.midnight((of_month.date() + dt.timedelta(days=32)).replace(day=1), start)
        before = _FreeWords()
        for sent in uow.outbox.sent(of_month, start) if of_month < start else ():
            if _category(uow, sent) == SERVICE and not (sent.pricing and sent.pricing.is_charged):
                before = before.and_of(sent)
        yield start, min(end, following), before
        start = following


def _category(uow: UnitOfWork, sent: SentCount) -> str:
    """What WhatsApp charged it as; else what it says the template is, and else what that is meant to be."""
    if sent.pricing is not None and sent.pricing.category is not None:
        return sent.pricing.category
    if sent.template is None:
        return SERVICE
    ours = next((one for name, one in TEMPLATES.items() if name == sent.template), None)
    said = uow.templates.get(sent.template, ours.language) if ours else None
    if said is not None and said.category:
        return said.category.casefold()
    return ours.category.value if ours else UTILITY


def _cost(category: str, number: int, rate_of: Mapping[str, Decimal]) -> Decimal | None:
    """None where its rate was not given."""
    rate = rate_of.get(UTILITY if category == SERVICE else category)
    return number * rate if rate is not None else None if number else Decimal()
