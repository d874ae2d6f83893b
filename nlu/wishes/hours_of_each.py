"""Several people who are each given an hour of their own: "yo a las 10 y ella a las 10 y media"."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import (
    OWN,
    AnyIntent,
    CheckAvailability,
    OneMore,
    ProvideCustomerData,
    Reading,
    StartBooking,
    When,
)
from booking.models import Purpose, State, UnderstandingContext
from nlu.naming.name_words import RELATIONS, RELATIVES_NOUN
from nlu.naming.second_person import whose_of
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message

_THEN = rf"(?:(?:(?:el|este) )?(?:{DAY_NAMES}|hoy|manana)(?: [0-9]{{1,2}})? )?a las? "
_WHO = re.compile(
    rf" (?:(?:,|y|e|pero|entonces) )*(?:(?:para|pa|a) )?(?P<who>yo|mi(?= {_THEN})|(?:mi|la|el) (?:{RELATIVES_NOUN})|ella|el)"
    rf" (?:(?:quiere|quiero|va|voy|iria|seria|que sea|,) ){{0,2}}(?={_THEN})"
)
"""Who, before an hour, perhaps of a day of their own."""
_WOMEN = frozenset({"madre", "mujer", "nuera", "mami"})
_STATES = (State.IDLE, State.SLOT_SELECTION)


class Each(NamedTuple):
    """Whose and when each is, and what else is said."""

    ones: tuple[OneMore, ...]
    rest: Message

    def told(self, intents: list[AnyIntent]) -> list[AnyIntent] | None:
        """The intents of the rest, with these; None where it asks for something else."""
        wishes = [i for i in intents if isinstance(i, StartBooking | CheckAvailability)]
        about = [i for i in intents if isinstance(i, ProvideCustomerData)]
        if len(wishes) > 1 or any(wish.when and not wish.when.when for wish in wishes):
            return None
        wish = wishes[0] if wishes else StartBooking()
        day = wish.when.when if wish.when else None
        spoken_of = wish.other if isinstance(wish, StartBooking) and wish.other != OWN else None
        first, second, *following = (_on(one, day, spoken_of) for one in self.ones)
        whom = {name: getattr(wish, name) for name in ("doctor", "anyone", "not_with", "visit")}
        begun = StartBooking(when=first.when, several=True, following=tuple(following), **whom)
        begun = begun.model_copy(update={"other": second.other, "other_when": second.when})
        theirs: list[AnyIntent] = [] if first.other == OWN else [ProvideCustomerData(for_other=True)]
        return [*(i for i in intents if i not in wishes and i not in about), *theirs, begun]


def _on(one: OneMore, day: When | None, spoken_of: str | None) -> OneMore:
    """One of them on the day that is said for all; whom "ella" is, where somebody is spoken of."""
    when = one.when.when if one.when else None
    if when is not None and day is not None and day.date_from and not when.date_from:
        when = when.model_copy(update={"date_from": day.date_from, "date_to": day.date_to})
    return OneMore(other=one.other or spoken_of, when=Reading(when=when))


def _spoken_of(message: Message, *, she: bool) -> str | None:
    """Who "ella" or "él" is, where one who may be so called is spoken of."""
    related = [token for token in message.tokens if token.text in RELATIONS]
    so = [token for token in related if (token.text.endswith("a") or token.text in _WOMEN) is she]
    return whose_of(so[:1]) if len({token.text for token in so}) == 1 else None


def each(message: Message, context: UnderstandingContext) -> Each | None:
    """Those who are given hours; None where fewer than two are, or nobody can tell which."""
    if context.state not in _STATES or context.picking or context.purpose not in (None, Purpose.BOOK):
        return None
    found = [*_WHO.finditer(message.flat)]
    if len(found) < 2 or message.asks:
        return None
    hours = context.hours
    ones: list[OneMore] = []
    gone: list[tuple[int, int]] = []
    ends = [match.start() for match in found[1:]] + [len(message.flat)]
    for match, end in zip(found, ends, strict=True):
        who = message.between(match.start("who"), match.end("who"))
        at = message.between(match.end() + 1, end)
        if not at:
            return None
        begin = message.tokens[at.start].start
        said = read_spans(message.text[begin : message.tokens[at.stop - 1].end], context.now, hours=hours)
        when = said.reading.when
        if when is None or not when.exact or len(said.spans) != 1 or said.spans[0][0]:
            return None
        if said.leftover and match is not found[-1]:
            return None
        whose = OWN if match["who"] in ("yo", "mi") else whose_of(message.tokens[who.start : who.stop])
        if match["who"] in ("ella", "el"):
            whose = _spoken_of(message, she=match["who"] == "ella")
        ones.append(OneMore(other=whose, when=said.reading))
        joint = message.between(match.start() + 1, match.end())
        gone.append((message.tokens[joint.start].start, begin + said.spans[0][1]))
    dated = next((one.when.when for one in ones if one.when and one.when.when and one.when.when.date_from), None)
    text = message.text
    for start, end in reversed(gone):
        text = f"{text[:start].rstrip(' ,.')} {text[end:].lstrip(' ,')}"
    known = tuple(_on(one, dated, None) for one in ones)
    return Each(known, Message.of(text.strip())) if len({one.other for one in known}) == len(known) else None
