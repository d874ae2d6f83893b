"""In which words a message of ours may go out, and what is left when WhatsApp does not take it. Pure.

Codes: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
"""

from __future__ import annotations

import datetime as dt
from typing import Literal, NamedTuple

from booking.models import MessageClass, OutboxItem, OutContent, OutTemplate, Reach, TemplateState

HOPELESS = frozenset(
    {
        *(131021, 131026, 131030, 131062),  # this person is not reached, whatever the words
        *(130472, 131049, 131050),  # or not within a day
        *(4, 80007, 130429, 131048, 131056, 131064),  # too many already
        *(
            0,
            3,
            10,
            190,
            *range(200, 300),
            368,
            131005,
            131031,
            131037,
            131042,
            131045,
            130497,
            133010,
        ),  # the account may not send
    }
)
"""Codes of failures that other words do not help against."""


class Ends(NamedTuple):
    """It is not sent. `failed` is for staff to see to, `expired` is as it should be."""

    state: Literal["failed", "expired"]
    why: str


WINDOW = Ends("failed", "window")
"""They have not written for a day, and there is no template that says the same."""

OPTED_OUT = Ends("expired", "opted_out")
"""They want no messages; what they ask is answered."""


def way_out(item: OutboxItem, reach: Reach, now: dt.datetime) -> OutContent | Ends:
    """What is to be sent of it now."""
    if item.is_expired(now):
        return Ends("expired", f"expired at {item.expires_at:%Y-%m-%d %H:%M %Z}")
    if reach.opted_out and item.message_class is not MessageClass.REPLY:
        return OPTED_OUT
    if isinstance(item.content, OutTemplate) or reach.is_open(now):
        return item.content
    return item.fallback or WINDOW


def without(template: TemplateState) -> Ends:
    """It would have to be a template that WhatsApp does not send any more, or not yet."""
    return Ends("failed", f"window: {template.name} {template.status}")


def other_words(item: OutboxItem, tried: OutContent, code: int | None) -> OutTemplate | None:
    """The template to try once, now that this was refused for good."""
    if tried != item.content or isinstance(tried, OutTemplate) or code in HOPELESS:
        return None
    return item.fallback
