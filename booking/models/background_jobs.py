"""Pieces of background work, a type for each kind: what one is told, and how it is queued.

A new kind is a type here and its handler in `runtime/handlers`.
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from booking.intents import Frozen
from booking.models.messages import MessageClass

URGENT, NORMAL = 10, 0
UPKEEP = 100
"""Before everything that patients wait for."""


class Job(Frozen):
    """Its fields are what is stored for its handler. `name` is stored too, and never changes; one that fails runs
    `attempts` times in all."""

    name: ClassVar[str]
    attempts: ClassVar[int] = 1

    @property
    def lock(self) -> str | None:
        """Jobs of one lock run one after the other. One that is not due yet holds up those behind it that are not
        more urgent."""
        raise NotImplementedError

    @property
    def once(self) -> str | None:
        """While a job of this name waits to be run, whoever defers another changes that one: it is due when the later
        of the two is, and is told what that one is. None: each is queued."""
        return None

    @property
    def priority(self) -> int:
        return NORMAL


class PeriodicJob(Job):
    """A job that the clock brings again and again. It has no fields, for nobody tells it anything.

    It has no lock: that of a run whose worker died would keep the next from running (`storage/periodic`)."""

    cron: ClassVar[str]
    """When; a sixth field is of seconds."""

    @property
    def lock(self) -> None:
        return None

    @property
    def once(self) -> str:
        return self.name.removeprefix("turnero.")


class Sweep(PeriodicJob):
    """Take up what jobs alone would forget."""

    name = "turnero.sweep"
    cron = "* * * * * */5"

    @property
    def priority(self) -> int:
        return UPKEEP


class Purge(PeriodicJob):
    """Forget what has been kept long enough."""

    name = "turnero.purge"
    cron = "17 * * * *"


class ProcessChat(Job):
    """Handle what is pending in a conversation, and send the answers. `urgent` (a tap) overtakes waiting texts of the
    same one. However much is written, one of each urgency waits."""

    name = "turnero.process"

    conversation_id: int
    message_id: int = 0
    urgent: bool = Field(default=False, exclude=True)

    @property
    def lock(self) -> str:
        return f"conversation:{self.conversation_id}"

    @property
    def once(self) -> str:
        return f"conversation:{self.conversation_id}:{self.priority}"

    @property
    def priority(self) -> int:
        return URGENT if self.urgent else NORMAL


class TellPatient(Job):
    """Tell whoever manages a patient how an appointment of theirs stands, if staff changed it since they heard."""

    name = "turnero.tell"
    attempts = 5

    appointment_id: int

    @property
    def lock(self) -> str:
        return f"telling:{self.appointment_id}"


class FindReminders(PeriodicJob):
    """Find which chats are to be reminded of appointments."""

    name = "turnero.reminders"
    cron = "* * * * *"

    @property
    def priority(self) -> int:
        return NORMAL


class RemindChat(Job):
    """Remind somebody of these appointments, beside no turn of theirs. What is not done is found again."""

    name = "turnero.remind"

    conversation_id: int
    appointment_ids: tuple[int, ...] = ()

    @property
    def lock(self) -> str:
        return f"conversation:{self.conversation_id}"

    @property
    def once(self) -> str:
        return f"remind:{self.conversation_id}"


class MatchWaiting(Job):
    """Offer the times that are free to those on the waiting list whom they fit, in their order."""

    name = "turnero.match_waiting"
    attempts = 5

    @property
    def lock(self) -> str:
        return "match_waiting"

    @property
    def once(self) -> str:
        return self.lock


class WatchWaiting(PeriodicJob):
    """See to the waiting list whatever made a time free, and to offers that nobody answers."""

    name = "turnero.watch_waiting"
    cron = "* * * * *"


class KeepFiles(Job):
    """Fetch the files that somebody sent in a conversation, keep them, and say so. What WhatsApp does not give yet is
    taken up by the sweep."""

    name = "turnero.files"

    conversation_id: int

    @property
    def lock(self) -> str:
        return f"files:{self.conversation_id}"

    @property
    def once(self) -> str:
        return self.lock


class Remember(Job):
    """Keep what came to its end, in words, and make the vectors that are missing. It is found again by the sweep."""

    name = "turnero.remember"

    @property
    def lock(self) -> str:
        return "memory"

    @property
    def once(self) -> str:
        return self.lock


class DeliverClass(Job):
    """Send what is due of a class in a conversation. The jobs of each class run one after the other, those of several
    side by side; answers are sent by one job at a time, be it this or the one that found them."""

    name = "turnero.deliver"

    conversation_id: int
    message_class: MessageClass = MessageClass.REPLY

    @property
    def lock(self) -> str:
        if self.message_class is MessageClass.REPLY:
            return f"conversation:{self.conversation_id}"
        return f"delivery:{self.message_class.value}:{self.conversation_id}"

    @property
    def priority(self) -> int:
        return URGENT if self.message_class is MessageClass.REPLY else NORMAL
