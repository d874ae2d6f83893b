"""A name as people fill in a form, where one was asked for: "Nombre Ana apellidos Ruiz López", "Juan Pérez tel 664…",
"la Lupita Pérez", "Luz Toro, yo soy su mamá". What is no part of the name is laid aside, and the rest read as a name."""

from __future__ import annotations

import re

from booking.intents import ProvideCustomerData
from booking.models import State, UnderstandingContext
from nlu.message import Message, plain
from nlu.name_shape import take, written
from nlu.name_words import GIVEN, RELATIVES_NOUN
from nlu.names import bare
from nlu.parts import without_greeting

_ASIDE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"[,.;]?\s*\b(?:y )?(?:nacid[oa]|nac[ií]|naci[oó]|(?:mi |su )?fecha de nacimiento|f\.? ?nac|cumplo|cumple)\b.*$",
        r"[,.;]?\s*\b(?:y )?(?:de |edad |tengo |tiene )?\d{1,3} (?:a[nñ]os|a[nñ]itos|meses)\b(?: de edad)?",
        r"[,.;]?\s*\b(?:y )?(?:(?:mi|su|el) )?(?:tel(?:[eé]fono)?|cel(?:ular)?|n[uú]mero|whats(?:app)?|wasap)\b\W*(?:es )?\W*\+?\d[\d\s-]{6,}\d",
        r"[,.;]?\s*\+?\b\d[\d\s-]{7,}\d\b",
    )
)
_LED = re.compile(
    r"^\s*(?:(?:pos|pues|ok|si|sí|bueno)\s+)?"
    r"(?:(?:(?:ap[uú]nta|an[oó]ta|ag[eé]nda|pon)(?:l[aeo]|me)?\s+(?:a|como|de)|de(?!\s+parte)|ponl[ea]|ponga(?:le|la)|pon|anota(?:l[ea])?|apunta(?:l[ea])?|agenda(?:la)?|va|es)\s+)?"
    r"(?:(?:a\s+)?(?:mi\s+|el\s+)?nombre(?:\s+completo)?(?:\s+de)?\s*[:,]?\s+|(?:el|la)\s+(?=[A-ZÁÉÍÓÚÑ]))?",
    re.IGNORECASE,
)
_SURNAMES = re.compile(
    r"\s*,?\s*(?:y\s+)?(?:(?:mi|su|mis|sus|el|los|de)\s+)?apellidos?(?:\s+(?:es|son))?\s*:?\s+", re.IGNORECASE
)
_CALLED = re.compile(r"^\s*(?:me llamo|soy|(?:mi )?nombre es|se llama|es)\s+", re.IGNORECASE)
_THEIR = re.compile(
    rf"\s*[,;.]?\s*(?:y\s+|pero\s+)?(?:yo\s+)?soy\s+(?:su|la|el)\s+(?:{RELATIVES_NOUN}|mam[aá]|pap[aá])\b.*$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    rf"^(?: ,)?(?: (?:es|para|a|de|seria))* mi (?:{RELATIVES_NOUN})(?: de [0-9]+ (?:anos?|meses|mes))?(?: ,| por favor| porfa| gracias)* $"
)


def filled_in(message: Message, context: UnderstandingContext) -> ProvideCustomerData | None:
    """The name in an answer that is a name and such things; None where it says anything else, or is a name alone."""
    if message.asks or message.odd or context.state is not State.CUSTOMER_DATA:
        return None
    if _RELATIVE.match(message.flat):
        return ProvideCustomerData(for_other=True)
    message, _ = without_greeting(message)
    text = message.text
    theirs = _THEIR.search(text)
    text = text[: theirs.start()] if theirs else text
    for aside in _ASIDE:
        text = aside.sub("", text)
    text = _LED.sub("", text, count=1)
    if _SURNAMES.search(text):
        text = _SURNAMES.sub(" ", _CALLED.sub("", text, count=1), count=1)
    text = re.sub(r"^M[ª°]\.?(?=\s)", "Ma.", text)
    if text.strip() == message.text.strip():
        return None
    rest = Message.of(text)
    taken = take(rest.tokens, 0)
    if taken and len(taken) == len(rest.tokens) and plain(rest.tokens[taken[0]].raw.rstrip(".")) in GIVEN | {"ma"}:
        return ProvideCustomerData(name=written(rest.tokens, taken), for_other=theirs is not None)
    named = bare(rest)
    if named is None or named.name is None or not named.whole:
        return None
    return ProvideCustomerData(name=named.name, for_other=theirs is not None)
