"""Cancelling and moving: whether that is about an appointment that exists or about what is being booked."""

from __future__ import annotations

import re

from booking.intents import (
    Anchor,
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    Deny,
    ListAppointments,
    Problem,
    Reading,
    RescheduleAppointment,
    Shift,
    Topic,
    Unknown,
    When,
)
from booking.models import Purpose, State
from nlu.acts import Act, Found
from nlu.existing_visits.corrections import perhaps_anothers, speaks_of_it, the_one_made, the_one_shown
from nlu.existing_visits.existing import CANNOT_COME, NO_OTHER_TIME, Told, bounds_a_new_one, told
from nlu.existing_visits.missed_visits import the_one_missed
from nlu.existing_visits.named_patients import known_patients
from nlu.existing_visits.whose import existing, is_of_several, whose
from nlu.parts import Parts
from nlu.wishes import refusals
from nlu.wishes.anchors import is_told, of_a_new_one, with_anchor
from nlu.wishes.seeking import availability, not_with
from nlu.wishes.several import all_cancelled, is_exchanged
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import ENDING
from nlu.words.verbs import Said, verbs

MOVES = re.compile(r"\b(?:cambi|mover|mueve|modific|recorr|pospon)")
"""Words that move what exists."""
_CANNOT_COME = re.compile(r"\b(?:ir|ire|iremos|asistir\w*|llegar|acudir|estar|presentarme|alcanzar|lograr)\b")
_WANTS_NONE = re.compile(r"olvid|\b(?:quiero|ocupo|necesito|querer|ocupar)\b")
_BOTH = re.compile(r" cancel\w* (?:a )?(?:las|los) (?:dos|2)(?= )")
_THAT_ONE = re.compile(r" cancel\w* (?:la|lo) del? (?!las? )(?=\w)")
_OWN = re.compile(r" (?:mi|la|esa) ")
""" "Ya no ocupo la cita": one that exists; "no quiero cita" asks for nothing."""
_CANCEL_IT = re.compile(
    rf"\b(?:{ENDING})\w*(?:la|lo|las|los)\b|\b(?:la|lo|mi cita|la cita)(?: [^ ]+){{0,3}}? cancel|\bcancel\w* (?:la|mi|esa)\b"
)
""" "Mejor cancélala", while another time is looked for: the appointment and not the search."""
_MINE_OR_THEIRS = re.compile(r" (?:la mia|la de (?:mi|el|la|su) [^ ,?]+|la (?:suya|otra)|el mio)(?= )")
_HAD_BEFORE = re.compile(
    r" (?:la|mi|cita|consulta)(?: otra| cita)? (?:que (?:ya )?(?:tengo|tenia|tenemos|teniamos)|anterior|de antes|pasada|vieja)(?= )"
)
""" "La que tenía antes": an appointment that exists."""
_EXISTING = (Purpose.MOVE, Purpose.CANCEL)
"""What is being done is about an appointment that exists: whoever names another one means that. A booking is not
given up for it, nor changed: which is meant is asked."""
_TO_ANOTHER = re.compile(
    r" (?:(?:a|para|por|en|de) )?otr[oa] (?:hora|dia|fecha)\b(?: y (?:a )?(?:otr[oa] )?(?:hora|dia))?"
)
_OTHER_HOUR = re.compile(r"(?<!toda) (?:la|de|otra|una) hora(?= )")
_OTHER_DAY = re.compile(r"(?<!todo)(?<!toda) (?:el|la|de|otro|otra|un|una) (?:dia|fecha)(?= )")
"""What of an appointment is to change: the other of the two stays as it is."""
_TO_ANOTHER_DOCTOR = re.compile(r" (?:a|con|para|por) otr[oa] (?:doctora?|medic[oa]|especialista|dentista)(?= )")
_RATHER = re.compile(rf" (?:{WANTS}|{RATHER}) ")


def cancelled(parts: Parts) -> tuple[list[AnyIntent], bool]:
    """What "cancel" is about here, and whether the words that ask are enough by themselves."""
    found = parts.first(Act.CANCEL)
    words = parts.words_of(found)
    if parts.wish and parts.wish.problem is Problem.PAST and _CANNOT_COME.search(words):
        return [], False  # "ayer no pude ir": told of, and nothing is left to give up
    if not parts.in_flow and bounds_a_new_one(parts.message.flat, found.start):
        return [], False  # "ver si me ve el jueves, porque antes no alcanzo a llegar"
    if not parts.in_flow and parts.context.visits and NO_OTHER_TIME.search(parts.message.flat):
        return [ListAppointments(stay=True)], True
    if not parts.has(Act.MOVE) and (all_of_them := all_cancelled(parts)):
        return [all_of_them], True
    if parts.in_flow and _only_asks(parts):
        return [AskQuestion(query=parts.message.text.strip(), topic=Topic.CHANGES)], True
    if parts.in_flow and parts.context.purpose is Purpose.BOOK and _HAD_BEFORE.search(parts.message.flat):
        return [], False  # "perfecto, y cancela la que tenía antes": not what is being booked
    if parts.in_flow and (said := existing(parts.message, parts.named, parts.context)):
        return (
            ([CancelAppointment(whose=said)], True)
            if parts.context.purpose in _EXISTING
            else ([Unknown(doubt=True)], True)
        )
    if parts.in_flow and parts.context.purpose is Purpose.BOOK and _is_anybodys(parts):
        return [Unknown(doubt=True)], True  # "cancélenme la mía, la de mi hijo sí": neither is given up unasked
    if is_exchanged(parts) and parts.in_flow:
        return [availability(parts, None if parts.wish else Shift.MORE)], True
    moves = any(verb.deed == "move" and verb.said in (Said.ORDER, Said.MAY) for verb in verbs(parts.message))
    if moves and _CANNOT_COME.search(words) and not parts.in_flow:
        return [moved_appointment(parts)], False
    elsewhen = bool(parts.wish and parts.refused and _CANNOT_COME.search(words)) and not parts.in_flow
    if not parts.in_flow and _CANNOT_COME.search(words) and _asks_when_else(parts, found):
        instead = moved_appointment(parts)
        return [instead if instead.of else instead.model_copy(update={"of": instead.when, "when": None})], True
    if is_exchanged(parts) and parts.wish and parts.wish.candidates and not told(parts):
        return [], False  # of two times nobody can tell which is whose
    if not parts.has(Act.MOVE) and is_exchanged(parts):
        moved = moved_appointment(parts)
        return [moved.model_copy(update={"when": of_a_new_one(moved.when, parts.message.flat)})], True
    if parts.has(Act.MOVE) or elsewhen:
        return [moved_appointment(parts)], True  # "no podré ir el viernes, ¿se puede el martes?"
    if parts.wish and _WANTS_NONE.search(words) and _RATHER.search(parts.message.flat[found.end - 1 :]):
        return [availability(parts, None)], False  # "no quiero cita el jueves, quiero el viernes"
    if parts.in_flow and _BOTH.search(parts.message.flat):
        return [], False  # two appointments, or the one at two o'clock
    if parts.in_flow and _CANNOT_COME.search(words):
        return [availability(parts, parts.shift or Shift.MORE)], False
    if not parts.in_flow:
        asked = [parts.words_of(f) for f in parts.found if f.act is Act.CANCEL]
        if not parts.refused and all(_WANTS_NONE.search(words) and not _OWN.search(f" {words} ") for words in asked):
            return [Deny()], False
        several = is_of_several(parts.message, parts.context)
        said = whose(parts.message, parts.named, parts.context) or the_one_shown(parts.message, parts.context)
        return [CancelAppointment(when=_refused_or_wished(parts), several=several, whose=said)], False
    if parts.wish:
        return [
            CancelAppointment(when=parts.wish)
            if " cita" in parts.message.flat or _THAT_ONE.search(parts.message.flat)
            else availability(parts, None)
        ], False
    if parts.message.words[0] in ("si", "claro", "ok", "va", "sale", "confirmo"):
        return [], False  # "sí, cancélala": yes to what, nobody can say
    if parts.context.purpose is Purpose.CANCEL and parts.context.state is State.CONFIRM:
        return [], False  # the same order once more, with something besides
    if parts.context.purpose is Purpose.MOVE and _CANCEL_IT.search(parts.message.flat[found.start :]):
        return [CancelAppointment()], False
    return [CancelBooking()], False


def _is_anybodys(parts: Parts) -> bool:
    """Whether it says whose is to be cancelled: what is being booked may be another's."""
    several = is_of_several(parts.message, parts.context)
    return several or bool(known_patients(parts.message, parts.context) or _MINE_OR_THEIRS.search(parts.message.flat))


def _asks_when_else(parts: Parts, cannot: Found) -> bool:
    """ "El viernes no podré ir a mi cita, ¿qué otro día hay?": another time is asked for after the words that decline."""
    after = [one for one in parts.found if one.start > cannot.start]
    return any(one.shift is Shift.OTHER_DAY or one.act is Act.AVAILABILITY for one in after)


def _only_asks(parts: Parts) -> bool:
    """ "¿Puedo cancelar?", "¿me la pueden cancelar?": where something is under way, an answer is better than to drop it."""
    said = [verb.said for verb in verbs(parts.message) if verb.deed == "cancel"]
    asks = parts.message.asks and not any(verb.said is Said.TOLD for verb in verbs(parts.message))
    return bool(said) and (all(one is Said.MAY for one in said) or asks)


_HABIT = re.compile(r" (?:en|por) las (?:mananas|tardes|noches|madrugadas)(?= )")
""" "No he podido dormir en las noches": no appointment is named so."""


def _refused_or_wished(parts: Parts) -> Reading | None:
    """The time of the appointment that somebody does not want: "la cita del jueves ya no"; where another is named it is
    that: "la del jueves, pero no la del viernes". Of the day alone, "no podré ir hoy", no more is known."""
    if not parts.refused or parts.wish:
        when = parts.wish.when if parts.wish else None
        habit = when and not when.exact and when.date_from is None and _HABIT.search(parts.message.flat)
        return None if habit else parts.wish
    only = len(parts.refused) == 1
    return parts.one_refused(parts.refused[0]) if only else Reading(candidates=parts.refused, alternatives=True)


def moved(parts: Parts) -> tuple[list[AnyIntent], bool]:
    """Another time: of what is being booked, or for an appointment that exists; and whether that is enough."""
    words = parts.words_of(parts.first(Act.MOVE))
    own = " mi cita" in words or " mi consulta" in words
    what = any(f" {w} " in f"{words} " for w in ("hora", "horario", "dia", "fecha"))
    if parts.in_flow and existing(parts.message, parts.named, parts.context):
        return (
            ([moved_appointment(parts)], True) if parts.context.purpose in _EXISTING else ([Unknown(doubt=True)], True)
        )
    if parts.in_flow and (what or not own):
        whom = parts.doctor or parts.unnamed or parts.visit.anyone
        return [availability(parts, parts.shift or (None if whom else Shift.MORE))], False
    return [moved_appointment(parts)], False


def _at_the_new_hour(parts: Parts, when: Reading | None, of: Reading | None) -> tuple[Reading | None, Reading | None]:
    """ "Cambia la del 15 a las dos", of one that is at another hour that day: the hour is the new one."""
    told_of = of.when if of is not None and when is None else None
    if told_of is None or not told_of.exact or told_of.date_from is None or told_of.date_from != told_of.date_to:
        return when, of
    zone = parts.context.now.tzinfo
    hours = [at.time() for at in (v.astimezone(zone) for v in parts.context.visits) if at.date() == told_of.date_from]
    if not hours or told_of.time_from in hours:
        return when, of
    day = When(date_from=told_of.date_from, date_to=told_of.date_to)
    return Reading(when=When(time_from=told_of.time_from, exact=True)), Reading(when=day)


def moved_appointment(parts: Parts) -> RescheduleAppointment:
    """The move of an appointment that exists, as far as the message says which and to when."""
    doctor, both = parts.doctor.name if parts.doctor else None, told(parts)
    said = whose(parts.message, parts.named, parts.context) or the_one_shown(parts.message, parts.context)
    last = the_one_made(parts.context) if speaks_of_it(parts.message.flat) and not said else None
    when, of = (_told_too(parts, _but_for(parts, both)), both.of) if both else (parts.sought, last)
    if of is None and len(parts.refused) == 1 and (parts.has(Act.CANCEL) or _is_on(parts, parts.refused[0])):
        when, of = parts.wish, parts.one_refused(parts.refused[0])  # "el viernes no podré ir a mi cita, …"
    when, of = _at_the_new_hour(parts, when, of)
    of = the_one_missed(of, parts.message, parts.context)
    another = bool(parts.unnamed and parts.unnamed.another)
    without = not_with(parts)
    if doctor and (other := _TO_ANOTHER_DOCTOR.search(parts.message.flat)):
        without, doctor, another = (doctor,), None, True
        asked = parts.message.between(other.start() + 1, other.end()).start
        if of is None and parts.timed and max(parts.timed) < asked:
            when, of = None, when  # "la cita del doctor Salas del sábado a otro doctor"
    if another and when is None:
        when = Reading(anchor=Anchor(same_day=True, same_time=True))
    elif when is None:
        when = _what_stays(parts) or _put_off(parts)
    when = _within_its_day(parts, when, of)
    unsure = perhaps_anothers(said, parts.context) and existing(parts.message, parts.named, parts.context) is None
    return RescheduleAppointment(
        when=when,
        of=of,
        doctor=doctor,
        anyone=parts.visit.anyone,
        not_with=without,
        another=another,
        whose=said,
        unsure=unsure,
    )


def _within_its_day(parts: Parts, when: Reading | None, of: Reading | None) -> Reading | None:
    """ "Cambie mi cita del jueves a las 5": an hour alone is one of its day, where nobody says that then they cannot."""
    new, old = when.when if when else None, of.when if of else None
    timed = new is not None and new.exact and new.date_from is None and new.date_to is None
    dated = old is not None and old.date_from is not None and old.date_from == old.date_to
    if when is None or not (timed and dated) or when.anchor is not None:
        return when
    if (
        parts.refused
        or parts.has(Act.CANCEL)
        or CANNOT_COME.search(parts.message.flat)
        or _TO_ANOTHER.search(parts.message.flat)
    ):
        return when
    return when.model_copy(update={"anchor": Anchor(same_day=True)})


def _is_on(parts: Parts, refused: When) -> bool:
    """ "El miércoles no puedo, pásemela al jueves": that is the day of the one that they have, were none known of theirs."""
    zone, day = parts.context.now.tzinfo, refused.date_from
    theirs = [visit.astimezone(zone).date() for visit in parts.context.visits]
    return parts.wish is not None and day is not None and refused.date_to == day and (day in theirs or not theirs)


def _what_stays(parts: Parts) -> Reading | None:
    """ "Cambiar la hora de mi cita" leaves its day as it is, "cambiarla a otro día" its hour."""
    act = next((found for found in parts.found if found.act is Act.MOVE), None)
    if act is None:
        return None
    to = _TO_ANOTHER.match(parts.message.flat, act.end)
    words = f" {parts.words_of(act)}{to.group() if to else ''} "
    hour, day = _OTHER_HOUR.search(words), _OTHER_DAY.search(words)
    if bool(hour) == bool(day):
        return None
    return Reading(anchor=Anchor(same_day=True) if hour else Anchor(same_time=True))


_PUT_OFF = re.compile(
    r" (?:pospon|pospus|aplaz|retras|atras|difer|difier)\w*(?= )| (?:para|mas|hacia) adelante(?= )| para (?:despues|otro dia|mas tarde)(?= )"
)


def _put_off(parts: Parts) -> Reading | None:
    """ "Quiero posponerla", "recorrerla para adelante": to a later day, whichever."""
    if parts.shift not in (None, Shift.MORE) or not _PUT_OFF.search(parts.message.flat):
        return None
    return Reading(anchor=Anchor(days=1, onward=True))


def _but_for(parts: Parts, both: Told) -> Reading | None:
    """The new time, without days that will not do either: "la del viernes a cualquier día menos el lunes"."""
    day = both.of.when.date_from if both.of.when else None
    refused = tuple(one for one in parts.refused if one.date_from != day)
    return refusals.without(both.new, refused, parts.context.now.date(), (parts.context.opens, parts.context.closes))


def _told_too(parts: Parts, new: Reading | None) -> Reading | None:
    """The new time with what a known one says of it: "la del jueves para el viernes a la misma hora"."""
    anchor = parts.wish.anchor if parts.wish else None
    return with_anchor(new, anchor) if is_told(parts.wish) else new
