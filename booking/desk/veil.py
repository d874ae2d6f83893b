"""What was written, for whoever did not ask for whole data: names of patients shortened and numbers cut, wherever they
stand in it. Everything that shows words of a chat goes through here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from booking.desk.chat_views import Seen
from booking.desk.json_views import Json
from booking.desk.masking import last_four, short_name
from booking.models.draft_parts import patient_name_of
from booking.models.folded_text import folded
from booking.ports import UnitOfWork

_PHONE = re.compile(r"\+?\d[\d ()-]{8,}\d")
_PHONE_DIGITS = 10
_WORD = re.compile(r"\S+")
_EDGES = " \n\t*_~.,;:·•!?¡¿«»\"'()[]→…"
"""Signs that stand beside a name and are none of it."""
_MOST_WORDS = 8
"""Of a name."""


class Veil:
    """Over some texts. `names` are those of whom they may speak, folded (`folded_text`)."""

    def __init__(self, names: Collection[str]) -> None:
        self._names = {name for name in names if " " in name}

    def over(self, text: str) -> str:
        shown, at = list[str](), 0
        for start, end in _spans(text):
            if start >= at and folded(text[start:end]) in self._names:
                shown += [text[at:start], short_name(text[start:end]) or ""]
                at = end
        return _PHONE.sub(lambda found: _phone(found.group()), "".join((*shown, text[at:])))

    def over_all(self, value: Json) -> Json:
        """The same of each text in what is shown as JSON, but for its keys."""
        return {key: self._over(inner) for key, inner in value.items()}

    def _over(self, value: object) -> object:
        match value:
            case str():
                return self.over(value)
            case dict():
                return self.over_all(value)
            case list() | tuple():
                return [self._over(one) for one in value]
        return value


def veil(uow: UnitOfWork, seen: Seen, texts: Iterable[str]) -> Veil:
    """For these texts of a chat: whoever is on file or was named in it is veiled there. One statement."""
    named = {folded(text[start:end]) for text in texts for start, end in _spans(text)}
    return Veil({folded(one.name) for one in uow.patients.named(named)} | _named_in(seen))


def texts_in(value: object) -> Iterator[str]:
    """Every text in something that is shown as JSON, but for its keys."""
    match value:
        case str():
            yield value
        case dict():
            yield from texts_in(list(value.values()))
        case list() | tuple():
            for one in value:
                yield from texts_in(one)


def _named_in(seen: Seen) -> set[str]:
    """Who writes, and for whom they have given names."""
    names = {seen.conversation.person.name, patient_name_of(seen.conversation.draft, None)}
    for turn in seen.turns:
        names |= {getattr(intent, "name", None) for intent in (*turn.intents, *(step.intent for step in turn.steps))}
        names |= {turn.before.person.name, patient_name_of(turn.before.draft, None)}
    return {folded(name) for name in names if name}


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Where names may stand: every run of a few words, the longest from each word on first, with the signs at its edges
    and without."""
    words = [found.span() for found in _WORD.finditer(text)]
    for first, (start, _) in enumerate(words):
        for _, end in reversed(words[first + 1 : first + _MOST_WORDS]):
            yield start, end
            run = text[start:end]
            inner = start + len(run) - len(run.lstrip(_EDGES)), end - len(run) + len(run.rstrip(_EDGES))
            if inner != (start, end):
                yield inner


def _phone(text: str) -> str:
    """A phone's last digits; what has too few digits for a phone (a date) stays."""
    digits = "".join(c for c in text if c.isdigit())
    return (last_four(digits) or "") if len(digits) >= _PHONE_DIGITS else text
