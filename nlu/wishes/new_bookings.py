"""Choosing an offered time, asking for times, or beginning to: what the parts of a message say of a new appointment."""

from __future__ import annotations

import re

from booking.intents import (
    Anchor,
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Deny,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    Shift,
    Side,
    StartBooking,
    Topic,
    Unknown,
)
from booking.models import State
from nlu.acts import QUESTIONS, Act, Found
from nlu.asking import known_things
from nlu.carried import ATTENDS
from nlu.choosing import choices
from nlu.choosing.picking import is_for_another
from nlu.choosing.picks import (
    chosen_beside,
    is_refused,
    nth_of,
    offered_as,
    on_weekday,
    read_as_hour,
    the_one_of,
    weekday_and_hour,
)
from nlu.existing_visits.changes import MOVES, moved_appointment
from nlu.existing_visits.corrections import of_the_one_made
from nlu.existing_visits.existing import told
from nlu.parts import Parts
from nlu.wishes import next_one, one_besides, several
from nlu.wishes.seeking import availability, not_with, of_a_doctor, start
from nlu.words.turning_words import RATHER
from nlu.words.verb_forms import ENDING
from nlu.words.verbs import verbs

_THE_OFFERED_ONE = re.compile(r" (?:la|el) (?:opcion |hora |cita )?(?:de las|de la|del) ")
""" "La de las 4" speaks of what was offered, also when one was already chosen."""
_THAT_DAY = re.compile(
    r" (?:no (?:puedo|podre|podria|voy a poder|me queda|me acomoda)(?: (?:ir|asistir))? (?:ese|este|esa|a esa|en esa) (?:dia|fecha|hora)"
    r"|(?:ese|este) (?:dia|mismo dia) (?:ya )?no (?:puedo|podre|voy a poder|me queda|me acomoda))(?= )"
)
""" "No puedo ese día", with nothing under way: the day of an appointment that exists."""
_A_NEW_ONE = re.compile(
    r" (?:una|otra|nueva) (?:nueva )?(?:cita|citita|consulta|turno)(?= )| (?:agend|reserv|apart)\w*"
    r"| (?:una|otra) (?:mas|nueva|aparte|adicional|diferente)(?= )"
)
""" "Una cita", "agéndame": none of those that exist."""
_NOT_TO_BE_OFFERED = re.compile(
    r" no me (?:des|den|mande[ns]?|envie[ns]?|ofrezca[ns]?|ponga[ns]?)(?: \w+){0,2}? (?:horarios?|horas?|opcion\w*|citas?|espacios?|nada) "
)
""" "Ya no me mandes horarios en la mañana" speaks of what is offered, not of an appointment."""
_RATHER_ANOTHER = re.compile(rf" (?:{RATHER}) otr[ao](?: (?:,|porfa|por favor|gracias))* $")
""" "La de las 9… pero mejor otra": none of those named before."""
_RATHER_AT_ALL = re.compile(rf" (?:{RATHER}|en vez|en lugar)(?= )")
_JUDGED = re.compile(
    r" (?!(?:cual|que|quien|si|como|donde|esa|ese|esta|este|hora|dia|nombre|cita|consulta|doctor|doctora|no|y|ya|pero) )\w+"
    r" (?:es|son|sera|seria|esta(?! (?:semana|quincena|tarde|noche|manana|misma|fecha) )|estan|se me hacen?|me quedan?) (?!(?:muy )?(?:la (?!hora)|el|los|las|lo|un|una|buen[ao]?|perfect[ao]|excelente"
    r"|ideal|mejor|bien|genial|super|que|para|a|de|con|por|posible|primera|seguimiento|revision|consulta|urgente|correct[ao]|, )(?: |\b))\w"
)
""" "A las 3 es muy tarde", "las tres es hora de comida": what is said of a time, which takes it no more than refuses it."""
_DENIES = re.compile(r" no(?: \w+){0,3} $")


_OF_ONE_THAT_IS = re.compile(
    r" (?:(?:mi|la|esa|mis|las) (?:citas?|consultas?)|ir|voy|vamos|ire|iremos|asist\w+|acud\w+|lleg\w+|present\w+)(?= )"
)
""" "Mañana no voy a poder ir": to one that exists, or so they believe."""


def _means_a_new_one(parts: Parts) -> bool:
    """Whether days that will not do are said by who has no appointment, and speaks of none."""
    return parts.context.unbooked and not _OF_ONE_THAT_IS.search(parts.message.flat)


_CHANGES_IT = re.compile(rf"{MOVES.pattern}| (?:pas|pon|pong|dej)\w*l[ao](?= )")
_TO_END = re.compile(rf" (?:hay|tienen?|habria) que (?:{ENDING})ar(?= )")
""" "La que hay que quitar es la del jueves": at no other time."""
_OWN = re.compile(r" mi (?:cita|citita|consulta|turno)(?= )")
_WITH_ANOTHER = re.compile(r" con otr[oa](?: (?:doctora?|medic[oa]|especialista|persona))?(?= (?:,|por|porfa|$)| $)")
""" "Siempre voy con Salas, pero ahora quiero con otro"."""


def booking(parts: Parts) -> list[AnyIntent]:
    """Choosing, asking for times, or beginning to."""
    context, flat = parts.context, parts.message.flat
    if choices.may_choose(parts.message, context) and (first := several.first_chosen(parts)):
        return [SelectSlot(option=first), StartBooking(several=True)]
    own = _OWN.search(parts.message.flat) is not None
    asked = parts.has(Act.START, Act.AVAILABILITY) and not own
    besides = one_besides.is_wanted(flat) and not _RATHER_AT_ALL.search(flat)
    ends = _TO_END.search(flat) is not None
    if not parts.in_flow and not (asked or besides or ends) and (exchanged := told(parts)) and exchanged.new:
        return [moved_appointment(parts)]
    if not parts.in_flow and own and parts.shift in (Shift.LATER, Shift.EARLIER):
        side = Side.AFTER if parts.shift is Shift.LATER else Side.BEFORE
        return [RescheduleAppointment(of=parts.wish, when=Reading(anchor=Anchor(same_day=True, side=side)))]
    if not parts.in_flow and not parts.wish and _THAT_DAY.search(parts.message.flat):
        return [moved_appointment(parts)]
    offers = _NOT_TO_BE_OFFERED.search(parts.message.flat)
    begins = offers or parts.has(Act.START, Act.AVAILABILITY)
    if not parts.in_flow and not parts.wish and parts.refused and not begins and _means_a_new_one(parts):
        return [start(parts)]
    one_or_all_but = len(parts.refused) == 1 or (parts.refused and parts.all_but)
    if not parts.in_flow and not parts.wish and one_or_all_but and not begins:
        if parts.all_but and not (context.visits or _OF_ONE_THAT_IS.search(flat) or _CHANGES_IT.search(flat)):
            return [start(parts)]
        part = parts.refused[0].date_from is None and not parts.refused[0].exact  # "pásala, pero no en la mañana"
        if part or parts.all_but:
            return [RescheduleAppointment(when=parts.sought)]
        return [RescheduleAppointment(of=parts.one_refused(parts.refused[0]))]
    anew = _A_NEW_ONE.search(flat) or next_one.is_for_the_writer(flat) or is_for_another(parts.named, context)
    if context.picking and anew:
        return [start(parts)]
    if parts.in_flow and _RATHER_ANOTHER.search(flat):
        return [CheckAvailability(shift=Shift.MORE)]
    number = chosen_beside(parts)
    if number is None and (number := read_as_hour(parts)):
        return [SelectSlot(option=number)]
    named = parts.doctor is not None and parts.doctor.asked and parts.doctor.name is not None
    asked_for = named and not parts.message.asks  # "la 2, ¿es con la doctora Ríos?" asks who it is
    if number and (parts.visit.visit or asked_for) and number <= len(context.offered) and not parts.wish:
        return [offered_as(parts, context.offered[number - 1])]
    if context.offered and parts.wish and _JUDGED.search(flat):
        return [Unknown()]
    choosing = context.state is State.SLOT_SELECTION or (parts.in_flow and _THE_OFFERED_ONE.search(parts.message.flat))
    if choosing and parts.wish and not parts.has(Act.AVAILABILITY):
        picks = choices.matching(parts.wish, context.offered)
        if struck := weekday_and_hour(parts):
            picks = [struck]
        if not picks and parts.wish.when and parts.wish.when.exact:
            picks = on_weekday(parts)
        picks = [n for n in picks if not is_refused(parts, context.offered[n - 1])]
        if len(picks) == 1 and number in (None, picks[0]) and parts.shift is not Shift.OTHER_DAY:
            if asked_for:
                return [offered_as(parts, context.offered[picks[0] - 1])]
            return [SelectSlot(option=picks[0])]
        if not picks and (placed := nth_of(parts) or the_one_of(parts)):
            return [SelectSlot(option=placed)]
    elif number and not parts.wish and not parts.has(Act.AVAILABILITY):
        return [SelectSlot(option=number)]
    wanted = parts.doctor.name if parts.doctor else None
    shift = parts.shift if parts.in_flow or context.offered else None
    shifted = parts.first(Act.SHIFT) if parts.shift else None
    if (
        shifted
        and not parts.in_flow
        and MOVES.search(parts.words_of(shifted))
        and not _DENIES.search(flat[: shifted.start])
    ):
        return [RescheduleAppointment(when=parts.wish)]
    attends = wanted is not None and ATTENDS.search(parts.message.flat)
    if attends and not parts.wish:
        parts.wish = known_things.every(parts)
    asks_when = bool(parts.has(Act.AVAILABILITY) or attends or (wanted is not None and parts.has(*QUESTIONS)))
    asks_for_times = bool(
        parts.wish or parts.unread_answer or asks_when or shift or (parts.refused and (parts.in_flow or offers))
    )
    told_beside = parts.named is not None and parts.named.name is not None  # "soy Ana Ruiz, ya soy paciente"
    asks_whom = parts.visit.anyone or (parts.visit.visit and parts.in_flow and not told_beside)
    asks_else = asks_for_times or wanted or asks_whom
    if parts.has(Act.START) and not _asks_rather(parts) and not (parts.in_flow and asks_else):
        return [start(parts)]
    if asks_for_times:
        return [availability(parts, shift)]
    if asks_whom:
        return [availability(parts, None) if parts.in_flow else start(parts)]
    another = bool(parts.doctor and parts.doctor.not_with and _WITH_ANOTHER.search(flat))
    if another or (wanted and parts.doctor and (parts.doctor.asked or parts.message.asks)):
        if parts.message.asks:
            return [availability(parts, None)]
        return [availability(parts, None) if parts.in_flow else start(parts)]
    return []


def _asks_rather(parts: Parts) -> bool:
    """ "¿Hay cita para hoy?": the words that would begin a booking are part of a question for times."""
    start = parts.first(Act.START)
    bare = " cita" in " " + parts.words_of(start)[:10]
    asked = [f for f in parts.found if f.act is Act.AVAILABILITY and f.start <= start.start]
    return any(start.start < f.end or (bare and not apart(parts.message.flat, f, start)) for f in asked)


def apart(flat: str, one: Found, other: Found) -> bool:
    """Whether a mark stands between two stretches."""
    between = flat[min(one.end, other.end) : max(one.start, other.start)]
    return any(mark in between for mark in (",", "?", " y "))


def is_next(parts: Parts) -> bool:
    """Whether it is about another appointment than the one just made: one more, or the writer's own after somebody
    else's."""
    if parts.context.made is None or parts.has(*QUESTIONS, Act.LIST, Act.MOVE, Act.CANCEL, Act.WAIT, Act.FAREWELL):
        return next_one.is_one_more(parts.message.flat) if parts.context.made else False
    moves = any(verb.deed == "move" for verb in verbs(parts.message))
    own = parts.context.made_for is not None and not moves and not (parts.named and parts.named.for_other)
    return next_one.is_one_more(parts.message.flat) or (own and next_one.speaks_of_the_writer(parts.message))


def with_whom_else(parts: Parts, text: str) -> list[AnyIntent]:
    """What comes of a doctor who is refused, or asked for without a name. Where nobody knows who is meant they are told
    who there is, and what a yes would do is withdrawn."""
    unnamed = parts.unnamed
    refused = parts.doctor is not None and parts.doctor.refused
    if not refused and unnamed is None:
        return []
    if not is_next(parts) and (change := of_the_one_made(parts)):
        return [change]
    known = bool(not_with(parts)) or (unnamed is not None and unnamed.another and of_a_doctor(parts.context))
    if known and not parts.has(Act.CANCEL, Act.MOVE):
        return [availability(parts, None) if parts.in_flow else start(parts)]
    if known and refused and parts.has(Act.MOVE) and not parts.has(Act.CANCEL):
        return []  # "muévela, pero que no sea con Salas": a change, and with whom it shall not be
    if unnamed and unnamed.nobody and not parts.has(Act.CANCEL, Act.MOVE):  # who there is, and when
        wished = availability(parts, None) if parts.in_flow else start(parts)
        return [AskQuestion(query=text, topic=Topic.DOCTORS), wished]
    if refused or (unnamed and not unnamed.name and not parts.has(Act.MOVE, Act.CANCEL)):
        if parts.has(Act.START) and not (
            parts.in_flow or refused
        ):  # who there is, and when: the wish is heard all the same
            return [AskQuestion(query=text, topic=Topic.DOCTORS), start(parts)]
        withdrawn = [Deny()] if parts.context.state is State.CONFIRM else []
        return [AskQuestion(query=text, topic=Topic.DOCTORS), *withdrawn]
    return []
