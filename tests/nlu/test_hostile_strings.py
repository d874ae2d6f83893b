"""Naughty strings and prompt injections mean nothing, in every state."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context

CORPUS = Path(os.environ.get("TURNERO_CORPORA", "../shared/corpora")) / "hostile_strings.jsonl"
HARMLESS = {"unknown", "provide_customer_data", "greet", "smalltalk", "ask_question"}


def _texts() -> list[str]:
    if not CORPUS.exists():
        return []
    return [json.loads(line)["text"] for line in CORPUS.read_text(encoding="utf-8").split("\n") if line]


@pytest.mark.skipif(not CORPUS.exists(), reason=f"{CORPUS} is absent")
@pytest.mark.parametrize("state", State)
def test_hostile_strings_do_nothing(state: State) -> None:
    done = {
        text: [
            intent.kind for intent in Rules().understand(text, context(state)).intents if intent.kind not in HARMLESS
        ]
        for text in _texts()
    }
    # A bare "1" is an option and "0.00" is midnight to anybody; neither confirms or books.
    assert {text: kinds for text, kinds in done.items() if kinds and text not in ("1", "0.00")} == {}
