"""Use case: WhatsApp says what became of a template of ours; staff hear of what keeps messages from going out."""

from __future__ import annotations

import datetime as dt

from booking.conversation.replies.templates import TEMPLATES
from booking.models import TemplateNews, TemplateState
from booking.ports import UnitOfWork

NOTICE = "template"
"""Kind of the notice to staff."""


def learn(uow: UnitOfWork, news: TemplateNews, now: dt.datetime) -> bool:
    """Keep it; whether it is about one of ours. The account may have others'."""
    ours = next((one for name, one in TEMPLATES.items() if (name, one.language) == (news.name, news.language)), None)
    if ours is None:
        return False
    before = uow.templates.get(news.name, news.language)
    after = (before or TemplateState(name=news.name, language=news.language, at=news.at)).after(news)
    uow.templates.put(after)
    was_usable = before is None or before.is_usable
    costs_more = after.category is not None and after.category != ours.category.value.upper()
    did_cost_more = before is not None and before.category == after.category
    if (was_usable and not after.is_usable) or (costs_more and not did_cost_more):
        words = [news.name, after.status or "", after.reason or "", after.category if costs_more else ""]
        uow.notices.add(NOTICE, None, " · ".join(word for word in words if word), now)
    return True
