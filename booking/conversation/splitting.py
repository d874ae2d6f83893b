"""Use case: the bodies that WhatsApp delivered are taken apart, one after the other, in the order they came in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from booking.conversation.intake import Intake
from booking.errors import DatabaseUnavailable
from booking.logs import where
from booking.models import Brought, WebhookBody
from booking.ports import Taken, UnitOfWorkFactory

log = structlog.get_logger()

TOGETHER = 50
"""Bodies of one transaction."""

ATTEMPTS = 3
"""A body that failed this often is kept aside as damaged, for staff."""

_SHOWN = 65_536  # characters kept of it


@dataclass(frozen=True, slots=True)
class Splitter:
    """One at a time is at work on a database, whichever processes try. A body is erased in the transaction that stores
    what it brings, so that a process may die at any moment."""

    begin: UnitOfWorkFactory
    read: Callable[[WebhookBody], Brought]
    intake: Intake
    together: int = TOGETHER

    def split(self) -> bool:
        """All that waits. False: another is at it. Raises DatabaseUnavailable, and what waits stays."""
        while True:
            try:
                taken = self._take()
            except DatabaseUnavailable:
                raise
            except Exception as error:  # one of them is to blame, which must not keep the others
                log.warning("split_apart", error=where(error))
                taken = self._apart()
            if taken is None:
                return False
            if not taken.more:
                return True

    def _take(self) -> Taken | None:
        with self.begin() as uow:
            taken = uow.bodies.take(self.together)
            if not taken or not taken.bodies:
                return taken
            brought = [self.read(body) for body in taken.bodies]
            # Somebody typing on the clinic's telephone locks a chat: with others it could wait in a circle.
            alone = len(brought) == 1 or not any(one.echoes for one in brought)
            if alone:
                self.intake.store(uow, brought)
                uow.commit()
                self._tell(brought)
        return taken if alone else self._apart()

    def _apart(self) -> Taken | None:
        """The same, each in a transaction of its own."""
        taken: Taken | None = None
        for _ in range(self.together):
            taken = self._one()
            if not taken or not taken.more:
                break
        return taken

    def _one(self) -> Taken | None:
        with self.begin() as uow:
            taken = uow.bodies.take(1)
            if not taken or not taken.bodies:
                return taken
            (body,) = taken.bodies
            try:
                brought = [self.read(body)]
                self.intake.store(uow, brought, apart=True)
                uow.commit()
            except DatabaseUnavailable:
                raise
            except Exception as error:
                failure = error
            else:
                self._tell(brought)
                return taken
        self._failed(body, failure)
        return taken

    def _failed(self, body: WebhookBody, error: Exception) -> None:
        log.error("body_not_split", body_id=body.id, error=where(error))
        with self.begin() as uow:
            attempts = uow.bodies.count_attempt(body.id)
            if attempts >= ATTEMPTS and uow.bodies.remove(body.id):
                shown = body.body.decode("utf-8", "replace")[:_SHOWN]
                uow.inbox.keep_damaged(shown, f"it cannot be taken apart: {type(error).__name__}", body.received_at)
            uow.commit()

    def _tell(self, brought: list[Brought]) -> None:
        messages, statuses = sum(len(one.messages) for one in brought), sum(len(one.statuses) for one in brought)
        damaged = sum(len(one.damaged) for one in brought)
        log.info("webhook_split", bodies=len(brought), messages=messages, statuses=statuses, damaged=damaged)
