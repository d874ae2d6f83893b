"""Few turns need a model."""

from __future__ import annotations

from tests.nlu.share import scripted, written


def test_few_turns_of_scripted_conversations_need_a_model() -> None:
    share = scripted()
    assert share.of_all < 0.2, share.asked


def test_few_turns_of_written_dialogues_need_a_model() -> None:
    share = written()
    assert share.turns > 60
    assert share.of_all < 0.2, share.asked
