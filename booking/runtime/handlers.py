"""What runs each kind of background job, and those of the clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from booking.conversation.delivery import Delivery
from booking.conversation.engine import Engine
from booking.models import DeliverClass, Job, ProcessChat

Handlers = Mapping[type[Job], Callable[[Any], object]]
"""By kind; each takes a job of it."""


def handlers(engine: Engine, delivery: Delivery) -> Handlers:
    """One for every kind of job."""

    def process(job: ProcessChat) -> None:
        engine.process(job.conversation_id, job.message_id)

    def deliver(job: DeliverClass) -> None:
        delivery.deliver(job.conversation_id, job.message_class)

    return {ProcessChat: process, DeliverClass: deliver}
