"""The rows of `table` about what was before: a question about it is answered anywhere, and the flow goes on; an
appointment that shall be as the one before is looked for as any other, once it is known how that was; who begins one is
told with whom the last one was."""

from __future__ import annotations

from booking.conversation.fsm.appointment_before import find_before, take_as_before
from booking.conversation.fsm.guards import as_before, before_found, memory_late, remembered, says_what, was_with
from booking.conversation.fsm.lookups import look_whom_last, search_memory
from booking.conversation.fsm.places import IDLE, ORDERS, SETTLED, besides
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.fsm.writes import begin_draft
from booking.conversation.replies.keys import ReplyKey as R
from booking.models import SubState as S

RECALL_ROWS: tuple[Row, ...] = (
    aside(
        (T.RECALL,),
        (),
        says((remembered, R.RECALLED), (memory_late, R.MEMORY_LATE), otherwise=R.NO_MEMORY),
        lookups=(search_memory,),
    ),
)

_FILLED = says((before_found, R.AS_BEFORE), otherwise=R.NO_BEFORE)

AS_BEFORE_ROWS: tuple[Row, ...] = (
    # What it leads to anyway, sooner: a turn fires only so many triggers.
    Row((T.START_BOOKING,), SETTLED, (as_before, says_what),
        reads=(find_before,), writes=(take_as_before,), reply=_FILLED, then=T.CHECK_AVAILABILITY),
    Row((T.START_BOOKING,), besides(ORDERS), (as_before,),
        reads=(find_before,), writes=(take_as_before,), reply=_FILLED, then=T.START_BOOKING),
    Row((T.CHECK_AVAILABILITY,), besides(ORDERS), (as_before,),
        reads=(find_before,), writes=(take_as_before,), reply=_FILLED, then=T.CHECK_AVAILABILITY),
)  # fmt: skip

LAST_VISIT_ROWS: tuple[Row, ...] = (
    # A change of topic: nothing was under way. It is told, and chooses nothing.
    Row((T.START_BOOKING, T.CHECK_AVAILABILITY), IDLE, (was_with,), S.OFFER,
        lookups=(look_whom_last,), writes=(begin_draft,), reply=R.WAS_WITH, then=T.CHECK_AVAILABILITY),
)  # fmt: skip
