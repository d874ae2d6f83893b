"""What every turn must keep, over inputs, answers of the world, replies and the conversation."""

from __future__ import annotations

from booking.verification.agreements import AGREEMENTS
from booking.verification.answers import ANSWERS_TO_QUESTIONS
from booking.verification.doings import DOINGS
from booking.verification.keepings import KEEPINGS
from booking.verification.orders import ORDERS
from booking.verification.sayings import SAYINGS
from booking.verification.tellings import TELLINGS
from booking.verification.trial import Property

PROPERTIES: tuple[Property, ...] = (
    *AGREEMENTS,
    *ANSWERS_TO_QUESTIONS,
    *DOINGS,
    *KEEPINGS,
    *ORDERS,
    *SAYINGS,
    *TELLINGS,
)
"""All of them. What must hold between turns stands in `standing`, what only the whole shows in `proof`."""
