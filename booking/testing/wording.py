"""What people and the clinic say in a test: texts that carry their meaning, numbers for names, messages as read."""

from __future__ import annotations

import json
from collections.abc import Sequence

from booking.conversation.replies import templates
from booking.intents import INTENT, AnyIntent, Source, Understanding, Unknown
from booking.models import OutButtons, OutContent, OutList, OutMedia, OutTemplate, Text, UnderstandingContext
from booking.ports import IntentExtractor

_MEANT = "\u2063"  # an invisible separator: text that carries its intents


class MeaningReader:
    """Reads text made by `meaning` back into its intents; hands other text to the real reader, if any."""

    def __init__(self, reader: IntentExtractor | None = None) -> None:
        self.reader = reader

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        if text.startswith(_MEANT):
            source, *intents = json.loads(text.split("\n")[0].removeprefix(_MEANT))
            return Understanding(intents=tuple(INTENT.validate_python(i) for i in intents), source=Source(source))
        if self.reader is None:
            return Understanding(intents=(Unknown(),))
        return self.reader.understand(text, context)


def meaning(*intents: AnyIntent, source: Source = Source.SHORTCUT) -> Text:
    """The content of a message that `MeaningReader` understands as just these intents."""
    meant = [i.model_dump(mode="json") for i in intents]
    return Text(body=_MEANT + json.dumps([source.value, *meant]))


def phone_of(who: str) -> str:
    """A stable number for a name: Tijuana's area code and seven digits."""
    number = sum(ord(letter) * 31**place for place, letter in enumerate(who)) % 10_000_000
    return f"52664{number:07d}"


def buttons_of(content: OutContent) -> list[tuple[str, str]]:
    """(id, title) of everything that can be tapped."""
    match content:
        case OutButtons():
            return [(b.id, b.title) for b in content.buttons]
        case OutList():
            return [(row.id, row.title) for row in content.rows]
    return []


def read(content: OutContent) -> str:
    """A message as a person sees it."""
    if isinstance(content, OutTemplate):
        return templates.words(content)
    if isinstance(content, OutMedia):
        raise ValueError(f"the conversation says no {content.type} yet")
    titles: Sequence[str] = [title for _, title in buttons_of(content)]
    return content.body + "".join(f"\n  [{title}]" for title in titles)


def short(intent: AnyIntent) -> str:
    """An intent in a line of a transcript."""
    given = intent.model_dump(mode="json", exclude_defaults=True)
    given.pop("kind", None)
    return f"{intent.kind} {given}" if given else intent.kind
