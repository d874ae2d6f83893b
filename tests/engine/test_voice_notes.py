"""A voice note that somebody writes down is a text that is shown back, and neither a yes nor a BAJA."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from booking.models import State
from booking.testing.clinic import Clinic
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts


@dataclass
class Ears:
    """Implements `Listener`: says what each recording says."""

    said: dict[str, str | None] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def hear(self, media: str) -> str | None:
        self.asked.append(media)
        return self.said.get(media)


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def clinic(ears: Ears) -> Clinic:
    made = memory_clinic(reader=Shortcuts())
    made.engine.listener = ears
    return made


def test_what_is_heard_is_shown_and_understood(clinic: Clinic, ears: Ears) -> None:
    ears.said["1"] = "quiero una cita para mañana"
    answer = clinic.send_media("Ana", "audio", media="1").text
    assert "Te escuché: «quiero una cita para mañana»." in answer
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION


@pytest.mark.parametrize("said", ["sí", "sí, confirmo", "BAJA"])
def test_what_is_heard_confirms_and_ends_nothing(clinic: Clinic, ears: Ears, said: str) -> None:
    clinic.say("Ana", "una cita para mañana")
    clinic.tap("Ana", 1)
    clinic.say("Ana", "Ana Gómez Ruiz")
    assert clinic.conversation("Ana").state is State.CONFIRM
    ears.said["1"] = said
    clinic.send_media("Ana", "audio", media="1")
    now = clinic.conversation("Ana")
    assert now.state is State.CONFIRM
    assert not now.person.opted_out
    clinic.say("Ana", "sí")
    assert clinic.conversation("Ana").state is State.IDLE


def test_what_cannot_be_heard_is_asked_for_in_writing(clinic: Clinic, ears: Ears) -> None:
    assert "¿Me lo escribes" in clinic.send_media("Ana", "audio", media="1").text
    assert ears.asked == ["1"]
    assert "¿Me lo escribes" in clinic.send_media("Ana", "audio").text
    clinic.engine.listener = None
    assert "¿Me lo escribes" in clinic.send_media("Ana", "audio", media="2").text


def test_nobody_listens_to_what_a_person_answers(clinic: Clinic, ears: Ears) -> None:
    clinic.say("Ana", "quiero hablar con una persona")
    ears.said["1"] = "una cita para mañana"
    assert clinic.send_media("Ana", "audio", media="1").text == ""
    assert ears.asked == []
