"""Two models for labelled messages: one that knows every label and can only quote, one that lies. Both are heard by the
real extractor, over a loopback server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from booking.intents import Reading
from booking.models import UnderstandingContext
from booking.testing.fields import INTENTS
from nlu.choosing.choices import matching
from nlu.model.extractor import ModelExtractor
from nlu.model.masked import Masked
from nlu.model.model_answer import possible_intents
from nlu.model.models_asked import Provider
from nlu.model.prompt import shown
from nlu.model.quoted import read
from nlu.parse_lines import context_of
from nlu.shortcuts import Shortcuts, likely
from nlu.when.lines import written
from nlu.words.message import Message
from tests.nlu.corpus_score import CLINIC, Line, is_whose, said_in, same_name
from tests.nlu.lying import lying
from tests.nlu.providers import Providers, providers, says
from tools.catalog import for_role, schema

MOST_WORDS = 12
"""Of a span that is tried."""
_WORD = re.compile(r"\[[A-Z]+ [0-9]+\]|[^\W_]+(?:[:.,/'-][^\W_]+)*")
_MASKED = re.compile(r"\[NOMBRE [0-9]+\]")
_FIELD_OF = {
    "when": "when",
    "option": "when",
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
_NAMED_AS = {"select_slot": "check_availability"}
"""A model names no choice of a time: to it that is a wish for one."""


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
            self.server.answering = says(json.dumps(self._answer(row)))
        else:
            self.server.answering = lying(self.seed)
        provider = Provider("deepseek/deepseek-flash", "key", self.server.deepseek)
        return ModelExtractor(Shortcuts(), (provider,), 60, tools=lambda role: schema(for_role(role)))

    def _answer(self, row: Line) -> dict[str, Any]:
        """What a model that reads everything right would answer: an intent that is right, for each label the fewest
        words that our readers read as what it says, and all other words as what belongs to nothing."""
        context = context_of({**CLINIC, **row})
        said, expect, known = likely(row["text"], context), row["expect"], len(self.unreached)
        values: list[dict[str, str]] = []
        message = shown(row["text"], said, context)
        if not said.certain:
            for label, name in _FIELD_OF.items():
                if label in expect and (span := _shortest(label, name, expect[label], message, context)) is not None:
                    values.append({"field": name, "text": span})
                elif label in expect:
                    self.unreached.append(f"{row['id']} {label} {expect[label]!r}: {row['text']!r}")
        wished = any(value["field"] == "when" for value in values)
        kinds = [_NAMED_AS.get(kind, kind) if wished else kind for kind in expect["intent"]]
        kinds = [kind for kind in kinds if kind in possible_intents(context)] or ["unknown"]
        named = {value["field"] for value in values}
        looks = (
            ("start_booking", "check_availability") if wished else ()
        )  # of who wishes for a time, that and no question
        kind = max(kinds, key=lambda kind: (len(named & INTENTS[kind].model_fields.keys()), kind in looks))
        item: dict[str, Any] = {"intent": kind, "asks": None, "values": values, "tool": None, "arguments": []}
        if kind == "use_tool":
            arguments = [value for value in values if value["field"] == "doctor"]
            item |= {"values": [], "tool": expect.get("tool", "").split("|")[0], "arguments": arguments}
        kept = [value["text"] for value in values]
        misread = not any(
            intent.kind in expect["intent"] for intent in said.intents
        )  # its words ask for something else
        others_say = {*(["name"] if "noname" in expect else []), *(["kind"] if misread else [])}
        kept += [words for name, words in said.carried if name not in others_say]
        if "noname" not in expect:  # a model that reads everything right says of no name that it belongs to nothing
            kept += _MASKED.findall(message.text)
        others = _others(message.text, kept)
        aside = others if len(self.unreached) == known else []
        item["asks"] = _from_first_to_last(message.text, others)
        return {"items": [item], "aside": aside}


@contextmanager
def stub(seed: int | None = None) -> Iterator[Stub]:
    with providers() as server:
        yield Stub(server, seed)


def _from_first_to_last(text: str, pieces: list[str]) -> str:
    """The stretch of a text that has all of these pieces of it; all of it where there are none."""
    if not pieces:
        return text.strip()[:400]
    start = end = _place(text, pieces[0], 0)[0]
    for piece in pieces:  # each behind the one before: the last may be a word that stands in others
        end = _place(text, piece, end)[1]
    return text[start:end][:400]


def _place(text: str, piece: str, begin: int) -> tuple[int, int]:
    """Where the whole words of a piece stand in a text, from a place on."""
    found = re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)").search(text, begin)
    return found.span() if found else (begin, begin)


def _others(text: str, spans: list[str]) -> list[str]:
    """The stretches of a text outside of these spans of it, or of their words."""
    for span in spans:
        for words in [span] if span in text else span.split():
            text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", "\n", text, count=1)
    stretches = (piece.strip(" ,.;:¿?¡!") for piece in text.split("\n"))
    return [piece[:400] for piece in stretches if piece][:12]


def _shortest(label: str, name: str, said: Any, message: Masked, context: UnderstandingContext) -> str | None:
    """The fewest words of the message, as it is shown, that say a label."""
    places = [found.span() for found in _WORD.finditer(message.text)]
    whole = Message.of(message.restored(message.text))
    for length in range(1, min(MOST_WORDS, len(places)) + 1):
        for (start, _), (_, end) in zip(places, places[length - 1 :], strict=False):
            span = message.text[start:end]
            if _says(label, said, read(name, message.restored(span), whole, context), context):
                return span
    return None


def _says(label: str, said: Any, found: dict[str, Any], context: UnderstandingContext) -> bool:
    """Whether what was read is what a label says."""
    if not found:
        return False
    value = next(iter(found.values()))
    if label == "when":
        whens = [w for w in (getattr(value, "when", None), *getattr(value, "candidates", ())) if w]
        return any(all(written(when).get(key) == part for key, part in said.items()) for when in whens)
    if label == "option":
        offered = tuple(start.astimezone(context.now.tzinfo) for start in context.offered)
        return isinstance(value, Reading) and matching(value, offered) == [said]
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
