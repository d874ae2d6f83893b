"""What is asked of a service before the transaction: for whom and until when; a turn goes on without an answer."""

from __future__ import annotations

import datetime as dt
import threading
import time
from dataclasses import dataclass, field

import pytest

from booking.conversation.engine import Pace
from booking.errors import ServiceUnavailable
from booking.intents import AskQuestion, Understanding
from booking.models import UnderstandingContext
from booking.ports import LookupRequest, Passage
from booking.testing.scripts.scripted import ScriptedExtractor
from tests.engine.desk import Desk

QUESTION = AskQuestion(query="¿cómo me preparo?")
ANSWER = Passage("Se llega en ayunas.", "Preparación")


def asking(text: str, context: UnderstandingContext) -> Understanding:
    """Reads everything as that question."""
    return Understanding(intents=(QUESTION,))


@dataclass
class Library:
    """Waits until it is let go, then raises or answers."""

    raises: Exception | None = None
    open: threading.Event = field(default_factory=threading.Event)
    asked: list[LookupRequest] = field(default_factory=list)

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        self.asked.append(request)
        self.open.wait(60)
        if self.raises is not None:
            raise self.raises
        return ANSWER


def told(library: Library, seconds: float = 60) -> tuple[Desk, str]:
    """What somebody hears who asks."""
    desk = Desk(ScriptedExtractor(asking))
    desk.engine.knowledge = library
    desk.engine.pace = Pace(pause=desk.engine.pace.pause, lookup=dt.timedelta(seconds=seconds))
    desk.write("Ana", "¿cómo me preparo?")
    desk.wait(1000)
    assert len(desk.turns("Ana")) == 1
    assert desk.pending("Ana") == 0
    return desk, "\n".join(item.content.model_dump()["body"] for item in desk.outbox("Ana"))


def test_the_answer_is_told_and_the_service_knows_for_whom() -> None:
    library = Library()
    library.open.set()
    desk, said = told(library)
    assert ANSWER.text in said
    (request,) = library.asked
    chat = desk.conversation("Ana")
    assert (request.person_id, request.conversation_id) == (chat.person.id, chat.id)
    assert 0 < request.seconds_left <= 60
    assert request.deadline > time.monotonic()


def test_a_service_that_is_slow_is_not_waited_for() -> None:
    library = Library()
    _, said = told(library, seconds=0.05)  # it would wait a minute
    library.open.set()
    assert library.asked
    assert ANSWER.text not in said
    assert said


@pytest.mark.parametrize("error", [ServiceUnavailable("down"), TimeoutError(), ValueError("a bug"), KeyError("x")])
def test_a_service_that_fails_fails_no_turn(error: Exception) -> None:
    library = Library(raises=error)
    library.open.set()
    desk, said = told(library)
    assert ANSWER.text not in said
    assert said
    (turn,) = desk.turns("Ana")
    assert [effect.value for effect in turn.lookups if effect.name == "documents"] == [None]
    assert desk.notices() == []
