"""The row of `table` about what was before: answered anywhere, and the flow goes on."""

from __future__ import annotations

from booking.conversation.fsm.guards import memory_late, remembered
from booking.conversation.fsm.lookups import search_memory
from booking.conversation.fsm.row import Row, aside, says
from booking.conversation.fsm.triggers import Trigger as T
from booking.conversation.replies.keys import ReplyKey as R

RECALL_ROWS: tuple[Row, ...] = (
    aside(
        (T.RECALL,),
        (),
        says((remembered, R.RECALLED), (memory_late, R.MEMORY_LATE), otherwise=R.NO_MEMORY),
        lookups=(search_memory,),
    ),
)
