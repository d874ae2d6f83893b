"""Who says that they come, are on their way, late or here; that they cannot come; or that their appointment is to stay as
it was. A message is taken apart into what says so (`coming_words`) and what only tells why; where anything else is asked
for or wished, nothing is read here. Of a relative it is read as of the writer, where the verb is of the third person."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    AskQuestion,
    Attend,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Deny,
    Greet,
    HumanReason,
    ListAppointments,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    Whose,
)
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.coming_parts import Parts, taken_apart
from nlu.existing_visits.coming_words import Coming
from nlu.existing_visits.delays import minutes_in, told_to_others
from nlu.existing_visits.in_plain_words import of_time
from nlu.existing_visits.theirs_words import OF_THE_PAST
from nlu.parsed import Parse
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message

_MOST_WORDS = 45
_MAY_BE = (
    StartBooking, CheckAvailability, ProvideCustomerData, AskQuestion, Unknown, Greet, Smalltalk, Thank, ListAppointments,
    RescheduleAppointment, CancelAppointment,
)  # fmt: skip
"""What a message may have been read as for want of a better reading."""


_KNOW_WHAT = re.compile(r"^\W*(?:sabe[ns]?|adivine)\s+qu[eé]\W+", re.IGNORECASE)
""" "¿Sabe qué? Déjela así"."""


def read(text: str, said: Parse, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """The reading; None where nobody says so, or says anything else."""
    if context.role is not Role.PATIENT or context.asked is not None:
        return None
    if not all(isinstance(one, _MAY_BE) or (said.unread and isinstance(one, Deny)) for one in said.intents):
        return None
    expected = context.expected.yes if context.expected is not None else None
    if context.state not in (State.IDLE, State.SLOT_SELECTION) or isinstance(expected, Attend):
        return None
    message = without_greeting(Message.of(_KNOW_WHAT.sub("", text)))[0]
    if message.odd or not 0 < len(message.words) <= _MOST_WORDS:
        return None
    parts = taken_apart(message, context)
    if parts is None:
        return None
    found = _while_looking(parts, said) if context.state is State.SLOT_SELECTION else _meant(parts, said, parse)
    if found is None:
        return None
    hello = tuple(intent for intent in said.intents[:1] if isinstance(intent, Greet))
    return Parse((*hello, found))


def _while_looking(parts: Parts, said: Parse) -> AnyIntent | None:
    """What is looked for is given up, where the one there is shall stay."""
    lost = bool(said.unread) or all(
        isinstance(one, Unknown)
        or (isinstance(one, AskQuestion) and one.topic is None)
        or (isinstance(one, CheckAvailability) and (one.when is None or not said.sure))
        for one in said.intents
    )
    return CancelBooking() if lost and parts.stays_while_looking else None


_STILL_OPEN = re.compile(
    r" (?:todavia|aun) (?:atienden|reciben|estan atendiendo)(?= (?:hoy|ahorita|a esta hora|gente|pacientes|,|\?))"
)
""" "¿Todavía atienden hoy?", of who has no appointment that is known."""


def _meant(parts: Parts, said: Parse, parse: Callable[[str], Parse]) -> AnyIntent | None:
    if parts.wonders or (_is_read(said) and not _says_less(parts, said)):
        return None
    if parts.says(Coming.STAYS):
        return None if parts.says(Coming.CANNOT) or parts.asks else _shown(parts, stay=True)
    if parts.says(Coming.CANNOT, Coming.CLASHES) and not parts.has_number(Coming.LATE):
        return _given_up(parts, parse)
    if parts.says(Coming.HERE):
        return RequestHuman()
    if parts.says(Coming.LATE, Coming.ASKS_STILL) and not parts.is_bare(Coming.ASKS_STILL):
        only_asks = parts.says(Coming.ASKS_STILL) and not parts.says(Coming.LATE, Coming.ON_THE_WAY)
        if only_asks and _STILL_OPEN.search(parts.message.flat) and not parts.context.visits:
            return None
        if only_asks and OF_THE_PAST.search(parts.message.flat):
            return None  # "fui la semana pasada y no pedí factura, ¿todavía alcanzo?"
        nobody = told_to_others(parts.message) or (parts.message.asks and parts.context.visits and not parts.today)
        return None if nobody else RequestHuman(reason=HumanReason.LATE, minutes=minutes_in(parts.message))
    if parts.says(Coming.ON_THE_WAY):
        return _on_the_way(parts)
    return _shown(parts) if parts.says(Coming.COMES) and not parts.message.asks and _is_known(parts) else None


def _is_read(said: Parse) -> bool:
    """Whether it was understood as it is."""
    taken_back = said.sure and any(isinstance(one, StartBooking) and one.when for one in said.intents)
    lost = any(isinstance(one, Unknown | CheckAvailability | AskQuestion) for one in said.intents)
    lost = lost or any(isinstance(one, ProvideCustomerData) and not taken_back for one in said.intents)
    return not said.unread and not lost


def _says_less(parts: Parts, said: Parse) -> bool:
    """Whether it was read as a courtesy, without the day that is said, or as a change that nobody asks for."""
    intents = [one for one in said.intents if not isinstance(one, Greet)]
    thanked = (
        all(isinstance(one, Thank) for one in intents) and parts.says(Coming.ON_THE_WAY) and not parts.says(Coming.LATE)
    )
    listed = all(isinstance(one, ListAppointments) for one in intents)
    clashes = listed and parts.says(Coming.CLASHES)
    comes = (
        listed and parts.says(Coming.COMES) and not parts.says(Coming.STAYS, Coming.CANNOT) and not parts.context.visits
    )
    moved = all(isinstance(one, RescheduleAppointment) and one.when is None and one.doctor is None for one in intents)
    return thanked or clashes or comes or (moved and parts.says(Coming.STAYS))


def _is_known(parts: Parts) -> bool:
    """ "Ahí estaré" alone is a courtesy, and "sí voy" a yes: of an appointment they are where more is said."""
    return len(parts.message.words) > len(parts.tokens(Coming.COMES)) or parts.day is not None


def _shown(parts: Parts, *, stay: bool = False) -> ListAppointments:
    return ListAppointments(stay=stay, whose=parts.whose, of=parts.reading)


def _on_the_way(parts: Parts) -> AnyIntent | None:
    """Who is on the way to one of today is thanked; of one that may have begun reception hears."""
    if parts.whose is not None:
        return _shown(parts)
    if parts.today or parts.context.made is not None:
        return Thank()
    return RequestHuman(reason=HumanReason.LATE, minutes=minutes_in(parts.message))


def _given_up(parts: Parts, parse: Callable[[str], Parse]) -> AnyIntent | None:
    """The one that they cannot come to, which is asked about; None where it was read so, or they come nevertheless."""
    if parts.says(Coming.COMES, Coming.ON_THE_WAY, Coming.HERE, Coming.STAYS) or parts.later or not parts.is_theirs:
        return None
    whose = parts.kin
    if parts.of_somebody and whose is None:
        return None
    theirs = f"la cita de {whose}" if whose else "mi cita"
    heard = parse(f"cancela {theirs}{of_time(parts.day) if parts.day else ''}")
    found = next((one for one in heard.intents if isinstance(one, CancelAppointment)), None)
    if found is None or heard.unread:
        return None
    return found if found.whose or not whose else found.model_copy(update={"whose": Whose()})
