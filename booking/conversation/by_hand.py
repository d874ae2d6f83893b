"""Use case: somebody of the clinic answers a chat in place of the bot, for a while. Commits nothing."""

from __future__ import annotations

import datetime as dt

from booking.models import ByHand, ByHandKind, Control, Conversation, Handled
from booking.models.draft_parts import proposal_of
from booking.ports import UnitOfWork

WROTE = "wrote"
"""Kind of the notice that the patient wrote in a chat that a person has."""

_ANSWERS = frozenset({ByHandKind.ANSWERED, ByHandKind.TYPED})


def take_over(uow: UnitOfWork, chat: Conversation, until: dt.datetime, now: dt.datetime) -> None:
    """The bot says nothing in this chat until then. `chat` is locked. What is said to a human answers no proposal of
    ours, so that there is none any more; what else was under way waits."""
    draft = chat.draft
    if draft is not None and proposal_of(draft) is not None:
        draft = draft.model_copy(update={"proposal": None})
    taken = {"control": Control.HUMAN, "control_until": until, "misses": 0, "draft": draft, "question": None}
    uow.conversations.save(chat.model_copy(update=taken), now)


def took(uow: UnitOfWork, done: ByHand, wamid: str | None = None) -> bool:
    """Keep what somebody did, who has so seen what they were called for, and dealt with it by giving the chat back; who
    answers has dealt with what was written. False: it was known."""
    if not uow.at_work.record(done, wamid):
        return False
    open_ = uow.notices.open_in(done.conversation_id)
    called, who = [notice.id for notice in open_], Handled(by=done.by, at=done.at)
    if done.kind is ByHandKind.GIVEN_BACK:
        uow.notices.finish(called, who)
    else:
        uow.notices.see(called, who)
    if done.kind in _ANSWERS:
        uow.notices.finish([notice.id for notice in open_ if notice.kind == WROTE], who)
    return True
