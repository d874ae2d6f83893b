"""Whether somebody may be written to, and with what."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Final

from booking.intents import Frozen
from booking.models.persons import Moment

WINDOW = dt.timedelta(hours=24)
"""For so long after somebody wrote WhatsApp takes any message to them; later only templates that it has approved."""

MARGIN = dt.timedelta(minutes=1)
"""So much earlier nothing is left to chance: clocks differ, and a message takes a while to be taken."""

DIGEST: Final = "sha256:"


class NoticeGiven(Frozen):
    """Proof that somebody was sent the privacy notice: its version, the digest of the very text, and the message by
    WhatsApp's id. Of whoever was erased its digest stands there, for the number is inside of it; who has the id
    can still be shown that it was this message."""

    outbox_id: int
    wamid: str
    at: Moment
    version: str
    sha256: str

    def without_number(self) -> NoticeGiven:
        """As it stays when the person is erased."""
        if self.wamid.startswith(DIGEST):
            return self
        return self.model_copy(update={"wamid": DIGEST + hashlib.sha256(self.wamid.encode()).hexdigest()})


class Reach(Frozen):
    """`wrote_at`: when somebody wrote last, by WhatsApp's clock; None: never. `welcomed`: they were sent the privacy
    notice by us, without having written."""

    wrote_at: Moment | None = None
    opted_out: bool = False
    welcomed: bool = False

    def is_open(self, now: dt.datetime) -> bool:
        """Whether anything may be written to them, or only a template."""
        return self.wrote_at is not None and now < self.wrote_at + WINDOW - MARGIN
