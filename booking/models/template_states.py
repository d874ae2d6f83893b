"""What WhatsApp says of our templates."""

from __future__ import annotations

from typing import Final

from booking.intents import Frozen
from booking.models.persons import Moment

USABLE: Final = frozenset({"APPROVED", "FLAGGED", "REINSTATED"})
"""States in which a template is sent; "FLAGGED" is a warning."""


class TemplateNews(Frozen):
    """What is new of a template. What nothing is said about is None."""

    name: str
    language: str
    at: Moment
    status: str | None = None
    category: str | None = None
    quality: str | None = None
    reason: str | None = None


class TemplateState(TemplateNews):
    """All that was said of it; `at` is when its status was."""

    @property
    def is_usable(self) -> bool:
        """One of which nobody said anything is tried."""
        return self.status is None or self.status in USABLE

    def after(self, news: TemplateNews) -> TemplateState:
        """With what is new. Webhooks may come out of order: an older status is none."""
        said = {name: value for name, value in news if value is not None and name != "at"}
        if news.status is None or news.at < self.at:
            said.pop("status", None)
            said.pop("reason", None)
            return self.model_copy(update=said)
        return self.model_copy(update={"reason": None, **said, "at": news.at})


class RemoteTemplate(Frozen):
    """A template as WhatsApp has it. `category` and `status` are in capitals, as they come."""

    name: str
    language: str
    status: str
    category: str
    body: str = ""
    buttons: tuple[str, ...] = ()
    quality: str | None = None
    reason: str | None = None
