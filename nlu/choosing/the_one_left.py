"""One of the times on screen told by those that are refused: "la del lunes no, la del martes sí", "el jueves no puedo, mejor la
otra", "la que sea menos la del lunes". It is chosen where just one is left, or just one is named."""

from __future__ import annotations

import re

from booking.intents import Reading, SelectSlot, Unknown
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.choosing.day_named import fits
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.when.words import WEEKDAYS
from nlu.words.message import Message
from nlu.words.verb_forms import SUITING

_DOUBT = Parse((Unknown(),), sure=False)
_MOST_WORDS = 24
_LED = r"(?:(?:,|mm+|a ver|pues|ay|uy|oiga|oye|mire|bueno|ok|si|es que|y|entonces|mejor|quiero|prefiero|deme|dame|que sea|me quedo con|con|seria) ){0,8}"
_ONE = r"(?P<{0}>(?:(?:la|el|las|los|es[ae]) )?(?:(?:del?|que es|a) )?(?:(?:la|las|el|dia) )?[^ ]+(?: (?:y (?:media|cuarto)|de la (?:manana|tarde|noche)|(?:de|en|por) la (?:manana|tarde)|[0-9]{{1,2}}|pm|am)){{0,4}})"
_SUITS_NOT = rf"(?: (?:(?:porque|que|ya) ){{0,2}}(?:me|nos|la|lo|puedo|podemos|podria|quiero|trabajo|trabajamos|(?:{SUITING})\w*|gracias|ese dia)){{0,8}}"
_REFUSED = re.compile(
    rf"{_LED}(?:{_ONE.format('a')} (?:no|tampoco){_SUITS_NOT}|(?:ni|no|no (?:quiero|puedo)|descartando|quitando) {_ONE.format('b')})"
)
_TAKEN = re.compile(
    rf"{_LED}{_ONE.format('one')}(?: (?:si|mejor|esta bien|por favor|porfa|gracias|(?:me|nos) (?:{SUITING})\w*|puedo|la quiero))*"
)
_OTHER = re.compile(
    rf"{_LED}(?:(?:me|nos) quedan? )?(?:la|el) (?:otr[oa]|que (?:queda|sobra|falta|resta)|restante)(?: (?:si|mejor|entonces|por favor|porfa|gracias|esta bien))*"
)
_ANY_BUT = re.compile(
    rf"{_LED}(?:(?:cualquiera|cualquier (?:dia|hora|horario|opcion)|(?:la|el) que (?:sea|guste|quiera)|tod[oa]s|me da igual)(?: (?:,|me (?:{SUITING})\w*|puedo))* )?(?:menos|excepto|salvo|que no sea) {_ONE.format('but')}(?: (?:por favor|porfa|gracias))*"
)
_JOINED = re.compile(
    rf" (?=(?:y|ni) (?:(?:la|el|las|los) (?:de|del|que) |(?:(?:el|los) )?(?:{'|'.join(WEEKDAYS)})(?: |$)))"
)
_NO_BEHIND = re.compile(rf" (?:no|tampoco){_SUITS_NOT}$")
_ANSWERED = re.compile(r" (?:si|no|tampoco)(?: |$)")
_LIGHT = frozenset("la el las los de del a es esa ese que dia".split())
_OF_MONTH = re.compile(r"(?:la|el) del? (?:dia )?[0-9]{1,2}")


def read(text: str, context: UnderstandingContext) -> Parse | None:
    """The choice; None where no time on screen is refused so, or anything else is said. "El lunes no puedo, la otra"
    is asked about where not just one is left: it is no other Monday."""
    if context.role is not Role.PATIENT or context.state is not State.SLOT_SELECTION or len(context.offered) < 2:
        return None
    if context.picking or context.another or context.purpose is Purpose.CANCEL or context.expected is not None:
        return None
    message = Message.of(text)
    if message.odd or message.asks or message.emoji or len(message.words) > _MOST_WORDS:
        return None
    everyone = {*range(1, len(context.offered) + 1)}
    if every := _ANY_BUT.fullmatch(" ".join(message.words)):
        refused = _options(every["but"], context)
        return _of(everyone - refused) if refused else None
    refused, taken, other, unknown = set[int](), list[set[int]](), False, False
    for words in _clauses(message):
        if _OTHER.fullmatch(words):
            other = True
        elif no := _REFUSED.fullmatch(words):
            refused |= (gone := _options(no["a"] or no["b"], context))
            unknown |= not gone
            if not gone and not _is_a_time(no["a"] or no["b"], context):
                return None
        elif one := _TAKEN.fullmatch(words):
            taken.append(_options(one["one"], context))
        else:
            return None
    if len(taken) + other != 1 or not (refused or unknown):
        return None
    if other:
        return (None if unknown else _of(everyone - refused)) or _DOUBT
    if unknown:
        return None
    return Parse((SelectSlot(option=min(taken[0])),)) if len(taken[0]) == 1 and not taken[0] & refused else None


def _clauses(message: Message) -> list[str]:
    """What stands between marks, and before "y la del …", "y el martes". A "descartando" goes for those joined to it so,
    and a "no" behind the last for those before it."""
    found = list[str]()
    for clause in message.clauses():
        words = " ".join(message.tokens[i].text for i in clause if message.tokens[i].kind in ("word", "number"))
        pieces = _JOINED.split(words)
        led = pieces[0].startswith(("descartando ", "quitando "))
        tail = _NO_BEHIND.search(words) if len(pieces) > 1 else None
        for n, piece in enumerate(pieces):
            bare = re.sub("^y ", "", piece) if n else piece
            refused = tail and n < len(pieces) - 1 and not _ANSWERED.search(bare)
            found.append(f"descartando {bare}" if led and n else f"{bare} no" if refused else bare)
    return [words for words in found if words]


def _options(said: str, context: UnderstandingContext) -> set[int]:
    """The options on the day or at the hour that is said; none where it says anything else."""
    heard = read_spans(said, context.now, hours=context.hours)
    when = heard.reading.when
    if when is None or heard.reading != Reading(when=when) or {*heard.leftover.split()} - _LIGHT:
        return set()
    local = [start.astimezone(context.now.tzinfo) for start in context.offered]
    month = bool(_OF_MONTH.fullmatch(said))
    return {n for n, start in enumerate(local, start=1) if fits(when, heard.bare, start, of_month=month)}


def _is_a_time(said: str, context: UnderstandingContext) -> bool:
    """Whether just a day or an hour is said, were it of none of the options."""
    heard = read_spans(said, context.now, hours=context.hours)
    when = heard.reading.when
    return when is not None and heard.reading == Reading(when=when) and not {*heard.leftover.split()} - _LIGHT


def _of(left: set[int]) -> Parse | None:
    """The one that is left, where that is one."""
    return Parse((SelectSlot(option=min(left)),)) if len(left) == 1 else None
