"""What every turn must keep, over inputs, answers of the world, replies and the conversation."""

from __future__ import annotations

from booking.verification.action_properties import DOINGS
from booking.verification.agreement_properties import AGREEMENTS
from booking.verification.asking_properties import ASKINGS
from booking.verification.cases import Property
from booking.verification.heard_properties import HEARINGS
from booking.verification.order_properties import ORDERS
from booking.verification.pending_question_properties import ANSWERS_TO_QUESTIONS
from booking.verification.picking_properties import PICKINGS
from booking.verification.rating_properties import RATINGS
from booking.verification.reply_properties import SAYINGS
from booking.verification.retention_properties import KEEPINGS
from booking.verification.series_properties import SERIES
from booking.verification.truth_properties import TELLINGS
from booking.verification.waiting_list_properties import WAITINGS

PROPERTIES: tuple[Property, ...] = (
    *AGREEMENTS,
    *ASKINGS,
    *ANSWERS_TO_QUESTIONS,
    *DOINGS,
    *HEARINGS,
    *KEEPINGS,
    *ORDERS,
    *PICKINGS,
    *RATINGS,
    *SAYINGS,
    *SERIES,
    *TELLINGS,
    *WAITINGS,
)
"""All of them. What must hold between turns stands in `standing`, what only the whole shows in `proof`."""
