"""The job that handles a message sends the answer: at once, in order, and also what a process that died left."""

from __future__ import annotations

from typing import cast

import pytest

from booking.conversation.keeping_files import FileKeeper
from booking.conversation.remembering import Rememberer
from booking.models import DeliverClass, Job, MessageClass, OutText, ProcessChat, Text
from booking.ports import MediaSource
from booking.runtime.handlers import handlers
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic
from booking.testing.fakes import MemoryDatabase
from booking.testing.world import memory_clinic


class House:
    """A clinic whose jobs are done by the worker's own handlers."""

    def __init__(self) -> None:
        self.clinic: Clinic = memory_clinic()
        self.database = cast(MemoryDatabase, self.clinic.begin)
        upkeep = Upkeep(self.clinic.begin, self.clinic.clock, self.clinic.sender, lambda chat: None)
        keeper = FileKeeper(self.clinic.begin, self.clinic.clock, cast(MediaSource, None))  # nobody sends files
        remembers = Rememberer(self.clinic.begin, self.clinic.clock)
        self.handlers = handlers(self.clinic.engine, self.clinic.delivery, upkeep, keeper, remembers)
        self.clinic.say("Ana", "hola")
        self.clinic.delivery.deliver(self.chat)
        self.database.take_jobs()

    @property
    def chat(self) -> int:
        return self.clinic.conversations["Ana"]

    def receive(self, *texts: str) -> None:
        for text in texts:
            self.clinic.receive("Ana", Text(body=text))

    def work(self) -> list[Job]:
        """Does each job that waits; which they were."""
        jobs = [waiting.job for waiting in self.database.take_jobs()]
        for job in jobs:
            self.handlers[type(job)](job)
        return jobs

    def states(self) -> list[str]:
        with self.clinic.begin() as uow:
            return [item.state for item in uow.outbox.list(self.chat)]


def test_an_answer_needs_no_job_of_its_own() -> None:
    house = House()
    house.receive("¿a qué hora abren?", "¿dónde están?")
    assert [type(job) for job in house.work()] == [ProcessChat]
    assert house.database.jobs == []
    assert set(house.states()) == {"sent"}


def test_what_a_process_that_died_left_is_sent_by_whoever_takes_up_its_job() -> None:
    house = House()
    house.receive("¿a qué hora abren?")
    (waiting,) = house.database.take_jobs()
    sent = len(house.clinic.sender.sent)

    class Died(BaseException):
        pass

    def die(*_: object) -> None:
        raise Died

    with pytest.raises(Died):
        house.clinic.engine.process(house.chat, None, die)
    assert house.states()[-1] == "pending"
    assert house.database.jobs == []
    house.handlers[ProcessChat](waiting.job)
    assert len(house.clinic.sender.sent) == sent + 1
    house.handlers[ProcessChat](waiting.job)
    assert len(house.clinic.sender.sent) == sent + 1


def test_an_answer_waits_for_what_stands_before_it() -> None:
    house = House()
    with house.clinic.begin() as uow:
        to = uow.conversations.get(house.chat).reply_to
        assert to
        now = house.clinic.clock.now()
        (first,) = uow.outbox.add(house.chat, to, [OutText(body="antes")], None, now)
        uow.outbox.mark_failed(first, "busy", now.replace(year=now.year + 1))
        uow.commit()
    house.receive("¿a qué hora abren?")
    house.work()
    assert house.states()[-2:] == ["pending", "pending"]


def test_jobs_that_send_answers_of_a_chat_never_run_beside_those_that_handle_it() -> None:
    answers = DeliverClass(conversation_id=3)
    assert answers.lock == ProcessChat(conversation_id=3).lock
    assert DeliverClass(conversation_id=3, message_class=MessageClass.OFFER).lock != answers.lock
