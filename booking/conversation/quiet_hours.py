"""What goes out even in the hours when the clinic writes to nobody by itself. Pure."""

from __future__ import annotations

import datetime as dt
from typing import Final

from booking.conversation.replies import templates
from booking.models import Clinic, MessageClass, OutboxItem
from booking.scheduling.quiet import end_of_quiet

SOON: Final = dt.timedelta(hours=2)
"""Of an appointment that begins so soon after the quiet hours they are told at once."""

_MAY_BE_URGENT: Final = frozenset({MessageClass.NOTICE, MessageClass.STAFF})


def held_until(
    clinic: Clinic, item: OutboxItem, appointment_starts: dt.datetime | None, now: dt.datetime
) -> dt.datetime | None:
    """Until when this message waits, which is about an appointment that starts then (None: about none); None: it may go
    now. What answers somebody always may, and what is urgent."""
    if item.message_class is MessageClass.REPLY or item.urgent:
        return None
    ends = end_of_quiet(clinic, now)
    if ends is None or appointment_starts is None or item.message_class not in _MAY_BE_URGENT:
        return ends
    return None if appointment_starts < ends + SOON else ends


def is_paused(clinic: Clinic, item: OutboxItem) -> bool:
    """Whether it is something that the clinic says by itself, which staff have paused: to patients, and what its own
    people hear of without asking. What answers somebody, tells of what staff did, calls them, or is urgent goes."""
    to_staff = item.fallback is not None and item.fallback.name == templates.Name.TO_STAFF and not item.urgent
    return clinic.policy.paused and (to_staff or item.message_class in (MessageClass.REMINDER, MessageClass.OFFER))
