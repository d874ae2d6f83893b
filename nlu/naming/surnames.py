"""The surname of somebody whose first name was told, where that is what was asked for: "Ruiz", "se apellida Ruiz"."""

from __future__ import annotations

import re

from booking.intents import ProvideCustomerData
from booking.models import State, UnderstandingContext
from nlu.naming import bare_names
from nlu.naming.name_shape import take, written
from nlu.naming.name_words import GIVEN
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message, plain

_SURNAME = re.compile(
    r"^(?: ,)?(?: mi [a-z]+| (?:es|son|su|sus|el|los|se|y))* apellid\w+(?: (?:es|son))?(?: ,)? (?=\S)"
)
_LED = re.compile(r"^(?: ,)?(?: (?:es|son|y))+ (?=\S)")
_HAS_NONE = r"(?: (?:aun|todavia))? no (?:le )?(?:tiene|hemos puesto)(?: apellidos?)?(?: (?:aun|todavia))?"
_PUT = r" (?:pon(?:ga|gan)?le|anot[ea]n?le|apunt[ea]n?le)"
_THE_PARENTS = r" (?:con )?(?:el|los) (?:apellidos? )?(?:de (?:la|su|mi)|del) (?:mama|papa|madre|padre)"
_GIVEN_TO = re.compile(
    rf"^(?: ,)?(?:(?P<who> [a-z]+)?{_HAS_NONE}(?: ,)?(?: (?:pero|asi que|entonces))?(?:{_PUT})?(?:{_THE_PARENTS})?"
    rf"|{_PUT}(?:{_THE_PARENTS})?|{_THE_PARENTS})(?: (?:,|es|seria|que es))* (?=\S)"
)
""" "Ian no tiene apellido todavía, póngale el de la mamá, Cota"."""
_GIVEN_TOO = frozenset("cruz leon santiago trinidad rosario angeles reyes martin santos alonso simon german".split())
"""Given names that are surnames as often."""


def joined(name: str, surname: str) -> str:
    """A name with a surname that is told beside it: without what of it the name has already, "Ana Ruiz López" beside
    "Ruiz", or ends with, "Ana Ruiz" beside "Ruiz López"."""
    told, more = name.split(), surname.split()
    words, added = [plain(word.strip(",.")) for word in told[1:]], [plain(word.strip(",.")) for word in more]
    if any(words[n : n + len(added)] == added for n in range(len(words))):
        return name
    shared = next((n for n in range(min(len(words), len(added)), 0, -1) if words[-n:] == added[:n]), 0)
    return " ".join((*told, *more[shared:]))


def completed(message: Message, context: UnderstandingContext) -> ProvideCustomerData | None:
    """The whole name of the patient; None where the message gives none, or that of somebody else."""
    first = context.surname_of
    if first is None or context.state is not State.CUSTOMER_DATA:
        return None
    message, _ = without_greeting(message)
    led = _SURNAME.match(message.flat) or _given_to(message, first) or _LED.match(message.flat)
    rest = message
    if led:
        rest = Message.of(message.text[message.tokens[message.between(led.start(), led.end()).stop - 1].end :])
    name = _name(rest)
    begins = plain(name.split()[0]) if name else plain(first)
    if begins == plain(first):
        return None
    if name and " " in name and begins in GIVEN - _GIVEN_TOO:
        return None
    return ProvideCustomerData(name=f"{first} {name}")


def _given_to(message: Message, first: str) -> re.Match[str] | None:
    found = _GIVEN_TO.match(message.flat)
    return found if found and (found["who"] or "").strip() in ("", plain(first)) else None


def _name(message: Message) -> str | None:
    """The whole of a message as words of a name, one that means something else by itself among them."""
    taken = take(message.tokens, 0)
    if taken and len(taken) == len(message.tokens):
        return written(message.tokens, taken)
    named = bare_names.bare(message)
    return named.name if named and named.whole else None
