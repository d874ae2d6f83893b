"""Two models for labelled messages: one that knows every label and can only quote, one that lies. Both are heard by the
real extractor, over a loopback server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from booking.models import UnderstandingContext
from booking.testing.fields import INTENTS
from nlu.extractor import ModelExtractor, Provider
from nlu.masked import Masked
from nlu.message import Message
from nlu.model_answer import possible_intents
from nlu.parse_lines import context_of
from nlu.prompt import shown
from nlu.quoted import read
from nlu.shortcuts import Shortcuts, parse
from nlu.when.lines import written
from tests.nlu.corpus_score import DOCTORS, Line, is_whose, said_in, same_name
from tests.nlu.lying import lying
from tests.nlu.providers import Providers, providers, says
from tools.catalog import for_role, schema

MOST_WORDS = 12
"""Of a span that is tried."""
_WORD = re.compile(r"\[[A-Z]+ [0-9]+\]|[^\W_]+(?:[:.,/'-][^\W_]+)*")
_FIELD_OF = {
    "when": "when",
    "cands": "when",
    "dates": "when",
    "of": "of",
    "doctor": "doctor",
    "not_with": "not_with",
    "whose": "whose",
    "name": "name",
    "several": "several",
}
"""The field that says what a label names."""


@dataclass
class Stub:
    """A provider for one labelled message after another: `reader` gives the extractor that asks it."""

    server: Providers
    seed: int | None
    """None: it knows the labels."""
    unreached: list[str] = field(default_factory=list)
    """Labels that no words of their message say to our readers."""

    def reader(self, row: Line) -> ModelExtractor:
        self.server.asked.clear()
        if self.seed is None:
            self.server.answering = says(json.dumps({"items": [self._item(row)]}))
        else:
            self.server.answering = lying(self.seed)
        provider = Provider("deepseek/deepseek-flash", "key", self.server.deepseek)
        return ModelExtractor(Shortcuts(), (provider,), 60, tools=lambda role: schema(for_role(role)))

    def _item(self, row: Line) -> dict[str, Any]:
        """What a model that reads everything right would answer: an intent that is right, and for each label the
        fewest words that our readers read as what it says."""
        context = context_of({"doctors": DOCTORS, **row})
        said, expect = parse(row["text"], context), row["expect"]
        values = []
        if not said.sure:
            message = shown(row["text"], said, context)
            for label, name in _FIELD_OF.items():
                if label in expect and (span := _shortest(label, name, expect[label], message, context)) is not None:
                    values.append({"field": name, "text": span})
                elif label in expect:
                    self.unreached.append(f"{row['id']} {label} {expect[label]!r}: {row['text']!r}")
        kinds = [kind for kind in expect["intent"] if kind in possible_intents(context)] or ["unknown"]
        named = {value["field"] for value in values}
        kind = max(kinds, key=lambda kind: len(named & INTENTS[kind].model_fields.keys()))
        if kind != "use_tool":
            return {"intent": kind, "values": values, "tool": None, "arguments": []}
        arguments = [value for value in values if value["field"] == "doctor"]
        return {"intent": kind, "values": [], "tool": expect.get("tool", "").split("|")[0], "arguments": arguments}


@contextmanager
def stub(seed: int | None = None) -> Iterator[Stub]:
    with providers() as server:
        yield Stub(server, seed)


def _shortest(label: str, name: str, said: Any, message: Masked, context: UnderstandingContext) -> str | None:
    """The fewest words of the message, as it is shown, that say a label."""
    places = [found.span() for found in _WORD.finditer(message.text)]
    whole = Message.of(message.restored(message.text))
    for length in range(1, min(MOST_WORDS, len(places)) + 1):
        for (start, _), (_, end) in zip(places, places[length - 1 :], strict=False):
            span = message.text[start:end]
            if _says(label, said, read(name, message.restored(span), whole, context)):
                return span
    return None


def _says(label: str, said: Any, found: dict[str, Any]) -> bool:
    """Whether what was read is what a label says."""
    if not found:
        return False
    value = next(iter(found.values()))
    if label == "when":
        whens = [w for w in (getattr(value, "when", None), *getattr(value, "candidates", ())) if w]
        return any(all(written(when).get(key) == part for key, part in said.items()) for when in whens)
    if label == "name":
        return same_name(value, said)
    if label == "several":
        return bool(value)
    if label == "whose":
        return is_whose(said, [{"whose": value.model_dump()}])
    plain = json.dumps(value.model_dump(mode="json") if hasattr(value, "model_dump") else value, ensure_ascii=False)
    if label in ("cands", "dates"):
        return all(day in plain for day in said)
    return said in plain if label == "of" else said_in(said, plain)
