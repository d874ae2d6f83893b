"""Two of the offered times in one message: both are wanted ("la 2, ¿me aparta la 3 también?"), or which it is hangs on
something ("la de las 4 si no es muy tarde, si no la de las 3"), and none is chosen."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import SelectSlot, StartBooking, Unknown
from booking.models import Purpose, State, UnderstandingContext
from nlu.choosing import choices
from nlu.existing_visits.corrections import exactly
from nlu.naming.second_person import whose_of
from nlu.parsed import Parse
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING

_POINTED = re.compile(
    r" (?:la|el|opcion|numero) (?:(?P<hour>de (?:a )?las? )|(?:opcion |numero )?)"
    rf"(?P<which>[0-9]{{1,2}}|{'|'.join(sorted({*choices.NUMBERS, *choices.ORDINALS}))})(?! (?:y (?:media|cuarto|pico)|menos) )(?= )"
)
_HANGS_ON = re.compile(
    r" (?:si|en caso de|a menos|por si) (?:no|ya|se|es|esta|hay|puedo|puede|pueden|alcanzo|llego|todavia|sigue|aun|mi|me|queda|que|de)(?= )"
)
_BOOKED = re.compile(rf" (?:{BOOKING})\w*(?= )")
_TOO = re.compile(r" (?:tambien|ademas|las dos|ambas)(?= )")
_EITHER = re.compile(r" (?:o|u|no|ni|queda|acomoda|sirve|conviene|late)(?= )")


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """Both, one after the other, or that nobody can tell which; None where two are not named, or only one is meant."""
    if context.state is not State.SLOT_SELECTION or not context.offered or message.odd or context.picking:
        return None
    hours = _two_hours(message, context) if context.another else []
    options = hours or list(dict.fromkeys(_options(message, context)))
    if len(options) < 2:
        return None
    flat = message.flat
    too = bool(hours) or (len(options) == 2 and _BOOKED.search(flat) and _TOO.search(flat) and not _EITHER.search(flat))
    if too:
        if context.purpose not in (None, Purpose.BOOK):
            return Parse((Unknown(),))
        second = exactly(context.offered[options[1] - 1].astimezone(context.now.tzinfo))
        more = StartBooking(several=True, other=whose_of(message.tokens), other_when=second)
        return Parse((SelectSlot(option=options[0]), more))
    return Parse((Unknown(),)) if _HANGS_ON.search(flat) or message.asks else None


_IF_NOT = re.compile(
    r" (?:, )?(?:(?:o|y|u) )?si no(?: se puede| hay| esta| alcanzo)?(?: ,)? (?=(?:a las?|las?|el|de) )"
)


def rather(text: str, context: UnderstandingContext, reader: Callable[[str], Parse]) -> Parse | None:
    """ "A las 11 y media, o si no a la 1": the first of two that are shown; it waits for a yes, and where it is taken
    meanwhile they are shown anew. None where one of them is no choice."""
    message = Message.of(text)
    if context.state is not State.SLOT_SELECTION or not context.offered or message.asks:
        return None
    if len(found := [*_IF_NOT.finditer(message.flat)]) != 1:
        return None
    places = message.between(found[0].start() + 1, found[0].end())
    first = text[: message.tokens[places.start].start].strip(" ,.;")
    second = text[message.tokens[places.stop - 1].end :].strip(" ,.;")
    if "si" in (*Message.of(first).words, *Message.of(second).words):
        return None  # "la 1 si no es muy tarde": it hangs on something
    both = [reader(part) for part in (first, second)]
    chosen = [said for said in both if len(said.intents) == 1 and isinstance(said.intents[0], SelectSlot) and said.sure]
    return chosen[0] if len(chosen) == 2 else None


_HOUR = r"(?:(?P<at{0}>(?:a|la de) las?|la de a las?) |las? )?(?P<hour{0}>[0-9]{{1,2}})(?::(?P<minute{0}>[0-9]{{2}})| y (?P<part{0}>media|cuarto|15|30))?"
_TWO_HOURS = re.compile(
    rf"^(?: (?:,|si|pues|va|ok|entonces|mejor|queremos|quiero|quisiera))* {_HOUR.format(1)}(?: ,)? y (?:(?:la )?otra )?{_HOUR.format(2)}"
    r"(?: (?:de la tarde|de la manana|pm|am|p m|a m|por favor|porfa|gracias|,))* $"
)
_PARTS = {"media": 30, "cuarto": 15, "30": 30, "15": 15}


def _two_hours(message: Message, context: UnderstandingContext) -> list[int]:
    """ "4 y 4 y media", of who wants another one besides: the two options at these hours; nothing where either may be
    another, or both may be the numbers of options."""
    if (said := _TWO_HOURS.search(message.flat)) is None:
        return []
    found: list[int] = []
    for which in ("1", "2"):
        minutes = int(said["minute" + which] or _PARTS.get(said["part" + which], 0))
        hour = int(said["hour" + which]) % 12
        local = (start.astimezone(context.now.tzinfo) for start in context.offered)
        found += [n for n, at in enumerate(local, start=1) if (at.hour % 12, at.minute) == (hour, minutes)]
    bare = not any(said[part + which] for part in ("at", "minute", "part") for which in ("1", "2"))
    numbered = bare and all(choices.is_listed(int(said["hour" + which]), context) for which in ("1", "2"))
    return found if len(found) == len({*found}) == 2 and not numbered else []


def _options(message: Message, context: UnderstandingContext) -> list[int]:
    """The options that are pointed at, in their order."""
    found: list[int] = []
    for match in _POINTED.finditer(message.flat):
        said = match["which"]
        number = int(said) if said.isdigit() else choices.NUMBERS.get(said) or choices.ORDINALS.get(said, 0)
        if match["hour"]:
            local = (start.astimezone(context.now.tzinfo) for start in context.offered)
            found += [n for n, at in enumerate(local, start=1) if not at.minute and at.hour % 12 == number % 12][:1]
        elif number and choices.is_listed(number, context):
            found.append(number)
    return found
