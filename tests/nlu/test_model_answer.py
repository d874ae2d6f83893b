"""What counts as a model's answer: right by its schema, or with what is empty left out or added."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.model.model_answer import Answer, Item, Value, parse_answer

_FULL: dict[str, Any] = {
    "intent": "start_booking",
    "values": [{"field": "when", "text": "el martes"}],
    "tool": None,
    "arguments": [],
}
_EMPTY = st.sampled_from([None, "", [], {}])


def _read(item: dict[str, Any], **beside: Any) -> Answer | None:
    return parse_answer(json.dumps({"items": [item], **beside}))


@given(
    st.dictionaries(st.sampled_from(["option_text", "when_text", "reason"]), _EMPTY),
    st.sets(st.sampled_from(["tool", "arguments"])),
)
def test_empty_keys_say_nothing_whether_they_are_there_or_not(added: dict[str, Any], left_out: set[str]) -> None:
    item = {key: value for key, value in _FULL.items() if key not in left_out} | added
    wanted = Item(intent="start_booking", values=[Value(field="when", text="el martes")], tool=None, arguments=[])
    assert _read(item) == _read(item, aside=None) == Answer(items=[wanted], aside=[])


@pytest.mark.parametrize(
    "damaged",
    [
        _FULL | {"when_text": "el martes"},
        _FULL | {"intent": None},
        _FULL | {"values": "el martes"},
        _FULL | {"values": [{"field": "date", "text": "2026-11-24"}]},
        {key: value for key, value in _FULL.items() if key != "intent"},
    ],
)
def test_a_key_that_says_something_nobody_knows_makes_it_none(damaged: dict[str, Any]) -> None:
    assert _read(damaged) is None
    assert _read(_FULL) is not None


def test_a_provider_that_keeps_to_a_schema_is_told_of_every_key() -> None:
    told = Answer.model_json_schema()
    for one in (told, *told["$defs"].values()):
        assert one["required"] == list(one["properties"])
        assert not any("default" in key for key in one["properties"].values())
