"""`turnero chat`: the terminal on the real engine."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from booking.conversation.engine import Engine
from booking.models import InboundMessage, Status
from tests.admin.conftest import Stage


def test_piped_conversation_books(any_stage: Stage) -> None:
    """Each line is a message; what is printed are the answers and nothing else."""
    result = any_stage.chat("hola", "martes 9", "soy Ana Gómez Ruiz", "/1")
    assert result.exit_code == 0, result.output
    assert "quedó agendada" in result.stdout
    assert "> " not in result.stdout
    assert result.stderr == ""
    with any_stage.begin() as uow:
        (booked,) = uow.appointments.list()
        assert booked.status is Status.BOOKED


def test_bare_number_taps_a_button_but_not_a_list_row(stage: Stage) -> None:
    """The greeting has buttons: 1 is the first. A list is answered by number in words of the conversation."""
    result = stage.chat("hola", "1", "1")
    with stage.begin() as uow:
        (chat,) = uow.conversations.list()
        turns = uow.turns.list(chat.id)
    assert [turn.source for turn in turns] == ["shortcut", "tap", "shortcut"]
    assert [turn.intents[0].kind for turn in turns] == ["greet", "start_booking", "select_slot"]
    assert "/1 [" in result.stdout


def test_slash_taps_and_refuses_what_is_not_there(stage: Stage) -> None:
    result = stage.chat("/1", "hola", "/9", "/1", "/salir", "hola")
    assert result.exit_code == 0
    assert "there are: none" in result.stderr
    assert "there are: 1 to 3" in result.stderr
    with stage.begin() as uow:
        (chat,) = uow.conversations.list()
        assert [turn.intents[0].kind for turn in uow.turns.list(chat.id)] == ["greet", "start_booking"]


def test_empty_input_leaves_cleanly(stage: Stage) -> None:
    assert stage.run("chat", stdin="").exit_code == 0
    assert stage.run("chat", stdin="\n\n").output == ""


def test_last_line_without_end(stage: Stage) -> None:
    assert "Hola" in stage.run("chat", stdin="hola").stdout


def test_says_when_a_human_answers(stage: Stage) -> None:
    result = stage.chat("humano", "hola")
    assert "a person answers this chat" in result.stderr


def test_another_run_goes_on_where_the_first_stopped(stage: Stage) -> None:
    stage.chat("martes 9")
    result = stage.chat("soy Ana Gómez Ruiz")
    assert "¿Confirmo la cita?" in result.stdout
    assert "A nombre de quién" not in result.stdout


def test_what_was_read_is_not_sent_later(stage: Stage) -> None:
    """Nothing may wait for the demo number until somebody configures WhatsApp."""
    stage.chat("hola")
    with stage.begin() as uow:
        (chat,) = uow.conversations.list()
        assert [item.state for item in uow.outbox.list(chat.id)] == ["sent"]


def test_with_whatsapp_the_number_must_be_named(stage: Stage) -> None:
    stage.wired.sender.ready = True
    refused = stage.run("chat", stdin="hola\n")
    assert refused.exit_code == 1
    assert "--como" in refused.stderr
    assert stage.chat("hola").exit_code == 0
    with stage.begin() as uow:
        (chat,) = uow.conversations.list()
        assert [item.state for item in uow.outbox.list(chat.id)] == ["pending"]


def test_phone_is_checked(stage: Stage) -> None:
    assert stage.run("chat", "--como", "casa").exit_code == 2


def test_ten_digits_are_a_mexican_telephone(stage: Stage) -> None:
    stage.chat("hola", number="664 111 2222")
    with stage.begin() as uow:
        (chat,) = uow.conversations.list()
        assert chat.reply_to is not None
        assert chat.reply_to.value == "5216641112222"


def test_without_a_clinic_it_says_how_to_get_one(empty_stage: Stage) -> None:
    refused = empty_stage.chat("hola")
    assert (refused.exit_code, "turnero db demo" in refused.stderr) == (1, True)


@dataclass
class QuickerWorker:
    """An engine whose turns are handled elsewhere, a little later, by a thread of its own."""

    engine: Engine
    threads: list[threading.Timer] = field(default_factory=list)

    def receive(self, messages: Sequence[InboundMessage]) -> list[int]:
        news = self.engine.receive(messages)
        for conversation_id in news:
            self.threads.append(threading.Timer(0.2, self.engine.process, (conversation_id,)))
            self.threads[-1].start()
        return news

    def process(self, conversation_id: int) -> int:
        return 0


@pytest.mark.parametrize("any_stage", ["postgres"], indirect=True)
def test_a_running_worker_may_be_quicker(any_stage: Stage) -> None:
    """Then the terminal waits for its turn, and prints the same."""
    worker = QuickerWorker(any_stage.wired.engine)
    any_stage.wired.engine = worker  # type: ignore[assignment]
    result = any_stage.chat("hola", "martes 9")
    for thread in worker.threads:
        thread.join()
    assert "¿En qué te ayudo?" in result.stdout
    assert "A nombre de quién" in result.stdout
