"""Which appointment is to be moved, where its time is said beside the new one: "cambia mi cita del lunes al martes"."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

from booking.intents import Reading, When
from nlu.existing_visits.theirs_words import GIVEN, HAVE
from nlu.naming.name_words import MY_RELATIVE
from nlu.parts import Parts
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.wishes.anchors import near
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, FORMS, MOVING

_THING = "(?:cita|citas|consulta|turno)"
_HAVE = f"(?:quede|{HAVE}|{GIVEN})"
_DAY = (
    "(?:el |la |los |las |este |esta |proximo |dia |de |hoy|manana|pasado|lunes|martes|miercoles|jueves|viernes|sabado"
    "|domingo|[0-9])"
)
_MOVES = rf"(?:{MOVING}|pas)\w*"
_CANNOT = (
    r"(?:no me (?:va a ser|sera|es) posible|no (?:creo|pienso)(?: que)?(?: pued[ao]|podamos)?|se (?:me|nos|le) (?:hizo|hace|complico)(?: muy)?(?: imposible| dificil| complicado)?|no (?:quiero|quiere|queremos|quieren)"
    r"|no (?:(?:voy|vamos) a|alcanz\w+(?: a)?|pued[oe]|podemos|podr\w+|pude|lleg[oa]|va a|(?:(?:voy|vamos|va) a )(?:poder|alcanzar a|lograr)))"
    r"(?: (?:poder|alcanzar(?: a)?))?(?: (?:ir|asistir|llegar|acudir|presentarme|estar|(?:alcanzar|lograr) (?:la|mi)))?(?: a (?:la|mi))?(?: cita)?(?: del?)?"
)
_CROSSED = (
    r"se (?:me|nos|le) (?:atraves|complic|cruz|junt|present|encim)\w+(?: (?:el|la|un|una|mi|otr[oa]|algo) ?[^ ,?]*){0,2}?"
    rf"(?= (?:el |este )?(?:{DAY_NAMES}|hoy|manana) )"
)
_HAS = "(?:tengo|tiene|tienen|tenia|tenian|tenemos|teniamos|traigo|trae|traia|agende|saque|puse|dieron|pusieron|toca|tocaba)"
_DOWN = r"(?:(?:agendad|apartad|programad|apuntad|anotad|registrad|citad)[oa]s?(?: con (?:el |la )?[^ ,?]+(?: (?!el|para)[^ ,?]+)?)?)"
_KIN = rf"{MY_RELATIVE}(?: (?!(?:ya|si|tiene|tenia|trae|esta|le|les) )[^ ,?]+)?"
_THEN = rf"(?:(?:el |este |ese |proximo |la )*(?:{DAY_NAMES}|hoy|manana|pasado|dia|primero|[0-9])|(?:a )?las? )"
_NAMED = re.compile(
    rf" (?:(?:{_THING}|l[ao]) (?:(?:de|con) (?!las? )(?:mi|el|la) \w+ (?:(?!(?:del?|es|para|pa|al?|el|por|en|con|como|que|antes|despues|luego|posterior|previo) )\w+ ){{0,3}})?(?:del|de|es|era|esta)"
    rf"|{_MOVES}(?: (?:a mi|mi|la|lo|me))?(?: \w+){{0,2}} (?:del|de)(?= (?:[^ ]+ ){{1,5}}(?:al|a las?|para|pal) )"
    rf"|(?:{ENDING})(?:a|e|o|ar|an|en|ame|eme|enme|alo|ala|elo|ela|arla)(?: (?:a mi|mi|la|lo|me|cita))*(?= {_DAY})|{FORMS['take_me_off']} (?:de la lista )?(?:del|de)(?= )"
    rf"|{_THING} (?:es|era) (?=a las? )|{_THING} era (?=(?:hoy|ayer|el (?:{DAY_NAMES})) )|{_THING} (?:agendada|programada|pendiente) (?:para|el|de|del)"
    rf"|(?P<has>{_THING} que (?:{_HAVE}|{_HAS})(?: {MY_RELATIVE})?|{_HAVE} (?:una |mi |la |su |lo |nuestra )?{_THING}(?: {MY_RELATIVE})?|{_KIN} (?:me|nos) (?:saco|hizo|agendo|pidio|aparto) (?:una |la )?{_THING}|(?:la|lo) {_HAS}(?: {_DOWN})?|{_KIN} (?:(?:ya|si) )?(?:{_HAS}(?: (?:una |su )?{_THING})?|esta {_DOWN})|(?:es|sale|cae|queda|quedo)(?= hasta )|{_HAVE}(?: {_DOWN})?)(?: (?:ya|hasta|para|pal?|para el|de|que))*(?= {_THEN})"
    rf"|(?:se me complico (?:ir|asistir|llegar)|{_CROSSED}|{_CANNOT}))(?: (?={_DAY}|a las? )|(?<= ))"
)
_FALLS = re.compile(
    rf" (?:(?={_DAY})(?:[^ ,?]+ ){{1,4}})?(?:me|nos|le) toca(?:ba|n)?(?: (?:la |mi )?(?:cita|consulta|revision|control|turno))? (?:a las?|el|la|hoy|manana|de)(?: [^ ,?]+){{0,4}}?(?= (?:,|pero|y|la|me|se) )"
)
""" "Mañana me toca a las 9, ¿la podemos pasar al viernes?": when the one that exists is."""
CANNOT_COME = re.compile(rf" (?:(?:ya|siempre|creo que) )*{_CANNOT}(?= )")
""" "No voy a poder ir", "no alcanzo a llegar": why an appointment is given up or moved."""
TO_BE_SEEN = re.compile(
    r" (?:que|ver si)(?: [^ ,?]+){0,4} (?:me|nos|l[aeo]s?) (?:ve|vean?|atienda?n?|atienden?|revisen?|chequen?|valoren?|reciban?)(?= )"
    r"| (?:puede|podria|puedan?|podra)n? (?:ver|atender|revisar|checar|valorar|recibir)(?:l[aeo]s?|me|nos)(?= )"
    r"| (?:pong|agend|apart|anot)\w*(?:l[aeo]s?|me|nos) con (?=[^ ])| (?:viendo|buscando) (?:citas?|lugar|espacio)(?= )"
)
""" "Quería ver si la doctora me ve un jueves", "qué día puede verlo": beside it what somebody cannot bounds a new one."""
_OF_THEIRS = re.compile(rf" (?:(?:mi|la|esa|su|nuestra|tengo|tenia) {_THING}|(?:la|lo) (?:del?|de las?) )")
_UNWILLING = re.compile(r" no (?:quiere|quieren|queria) (?:ir|venir|que)(?= )")


def bounds_a_new_one(flat: str, cannot: int) -> bool:
    """Whether the words at `cannot` of a folded text only say what a new appointment is to keep clear of, or why."""
    wished = TO_BE_SEEN.search(flat)
    if wished is None or _OF_THEIRS.search(flat):
        return False
    return wished.start() < cannot or _UNWILLING.match(flat, cannot - 1) is not None


_HAVE_ONE = re.compile(
    r" (?:(?:estoy|estamos|esta|tengo|tenemos|tenia|tiene|quede|quedo)(?: (?:ya|una?|la|mi))* (?:agendad|apartad|apuntad|anotad|programad)\w*"
    rf"|quedamos (?:de|en|que)|en (?:vez|lugar) de a las?(?= [0-9])|(?:cita|consulta) que (?:ya )?(?:tengo|tenia|tenemos)|encima de (?:ustedes|mi cita)|(?:dej|pon|pong)\w*(?:me|nos) (?:mi|la) {_THING})(?= )"
)
_ONE_MORE = re.compile(r" (?:otra(?! (?:fecha|hora|semana|vez))|tambien|ademas|una mas|nueva|igual|aparte)(?= )")


def named_beside(message: Message) -> range:
    """The words that speak of an appointment there is, where a time is looked for and none besides: "estoy agendado el
    jueves, póngame el viernes"."""
    found = None if _ONE_MORE.search(message.flat) else _HAVE_ONE.search(message.flat)
    return message.between(found.start() + 1, found.end()) if found else range(0)


NO_OTHER_TIME = re.compile(
    r" (?:en |a )?otr[oa] (?:dia|hora|horario|fecha)(?: ya)? (?:no|tampoco) (?:(?:me|nos) )?(?:puedo|podemos|podria|quiero|queda|acomoda|conviene|sirve)(?: ir)?(?= (?:,|porque|es que)|$| $)"
    r"| (?:no|ni|tampoco) (?:(?:me|nos) )?(?:puedo|podemos|podria|quiero|queda|acomoda|conviene|sirve)(?: (?:ir|que sea))?(?: (?:en|a))? otr[oa] (?:dia|hora|horario|fecha)(?= (?:,|porque|es que)|$| $)"
)
""" "Otro día no puedo": as it is it stays."""
_END = re.compile(
    r" (?:,|\?|(?:del?|el|ese) mismo dia|para|pa|al|hasta|es|era|sera|ya|y(?! (?:media|cuarto|pico)(?: |$))|pero|mejor|me|la|lo|se|pas\w+|pon\w+|muev\w+|mov\w+|cambi\w+|recorr\w+|dej\w+|puedo|puede|podria|podrian|pueden|quiero|quisiera|por|porque|no|sino|de(?= (?:mi|ella|el(?= [,?])) )|con(?= (?:el|la|mi) )|quier\w+|prefier\w+|que(?= (?:sea|quede|fuera|quedara|pase|vaya) )|a(?! las? )|a(?= la (?:manana|tarde|noche)))(?= |$)"
)


_OFF_WORK = re.compile(r"(?: (?!pero|y )[^ ,?]+){1,4}? (?:libres?|descanso|permiso|vacaciones|desocupad[oa])(?= )")
""" "Tengo el jueves libre": then somebody can come."""
_IS = frozenset({"es", "era", "sera"})


class Told(NamedTuple):
    """The time of the appointment that exists, and the one wished for instead. `tokens`: where the first is named."""

    of: Reading
    new: Reading | None
    tokens: frozenset[int] = frozenset()


def told(parts: Parts) -> Told | None:
    """Which appointment a message means by its time; None where it names none."""
    flat, text = parts.message.flat, _without_told(parts)
    if instead := _INSTEAD.search(flat):
        return _given_up(parts, instead)
    if (falls := _FALLS.search(flat)) is not None:
        place = parts.message.between(falls.start() + 1, falls.end())
        start, stop = parts.message.tokens[place.start].start, parts.message.tokens[place.stop - 1].end
        of, new = _read(parts, parts.message.text[start:stop]), _read(parts, text[:start] + " ; " + text[stop:])
        return Told(of, new) if of and of.when else None
    found = (_at(parts, named, text) for named in _NAMED.finditer(flat))
    return next((one for one in found if one is not None), None)


def _at(parts: Parts, named: re.Match[str], text: str) -> Told | None:
    """The one that is `named`, at the time that follows; the new time is that of the rest of the `text`."""
    flat = parts.message.flat
    ends = _END.finditer(flat, named.end())  # "la tengo a las 6 el viernes": what somebody has goes on to its day
    end = next((one for one in ends if not (named["has"] and one[0].strip() in ("el", "a", "la"))), None)
    place = parts.message.between(named.end(), end.start() + 1 if end else len(flat))
    if not place or (named["has"] and _OFF_WORK.match(flat, named.end() - 1)):
        return None
    tokens = parts.message.tokens
    start, stop = tokens[place.start].start, tokens[place.stop - 1].end
    said = parts.message.text[start:stop]
    to = end is not None and end[0].strip() in ("al", "para", "pa", "hasta")
    dated = said.isdigit() and (to or named.group().rstrip().endswith(" del"))
    of = _read(parts, f"el {said}" if dated else said)
    if of is None or of.when is None:
        return None
    when = of.when
    if (
        when.time_from and when.time_to and " a la" in flat[named.end() : end.start() + 1 if end else None]
    ):  # "de las 4 a las 5": from one to the other
        old = when.model_copy(update={"time_to": None, "exact": True})
        return Told(Reading(when=old), Reading(when=When(time_from=when.time_to, exact=True)))
    if end is not None and end[0].strip() in _IS:  # "mi cita del 3 es a las 10 o a las 11": all of that is of it
        tail = _END.search(flat, end.end())
        stop = tokens[parts.message.between(end.start() + 1, tail.start() + 1 if tail else len(flat)).stop - 1].end
    naming = frozenset(parts.message.between(named.start() + 1, named.end())) | {*place}
    return Told(of, _read(parts, text[:start] + " ; " + text[stop:]), naming)


def _without_told(parts: Parts) -> str:
    """The message without what is only told of, each letter in its place."""
    text = list(parts.message.text)
    for token in (parts.message.tokens[i] for i in parts.told):
        text[token.start : token.end] = ";" + " " * (token.end - token.start - 1)
    return "".join(text)


_INSTEAD = re.compile(rf" en (?:vez|lugar) del? (?:a )?(?P<given>(?={_DAY}|las? )[^,?]*)")
""" "A las 5 en vez de a las 4": what is given up is when it is now."""


def _given_up(parts: Parts, instead: re.Match[str]) -> Told | None:
    """The one that exists is at the time given up, and on the day that is said, where no other one is."""
    flat, text, tokens = parts.message.flat, parts.message.text, parts.message.tokens
    begin, end = instead.start("given"), instead.end("given")
    end = next((one.start() for one in _END.finditer(flat, begin - 1, end + 1) if one.start() > begin), end)
    whole, given = parts.message.between(instead.start() + 1, end), parts.message.between(begin, end)
    start, stop = tokens[whole.start].start, tokens[whole.stop - 1].end
    of = _read(parts, text[tokens[given.start].start : stop]) if given else None
    new = _read(parts, text[:start] + " ; " + text[stop:])
    if of is None or of.when is None or new is None or new.when is None:
        return None
    if of.when.date_from is None and new.when.date_from is not None:
        days = {"date_from": new.when.date_from, "date_to": new.when.date_to}
        of = of.model_copy(update={"when": of.when.model_copy(update=days), "anchor": new.anchor})
    return Told(of, new)


_THE_SAME_DAY = re.compile(r"\b(?:(?:en|por|de|para) )?(?:el|ese|este|del) mismo d[ií]a\b", re.IGNORECASE)
""" "A las 12, el mismo día": the day is told by the other one, and the hour by itself."""


def _read(parts: Parts, text: str) -> Reading | None:
    context = parts.context
    if parts.wish and parts.wish.anchor and parts.wish.anchor.same_day:
        text = _THE_SAME_DAY.sub(" ; ", text)
    hours: tuple[dt.time, dt.time] | None = None
    if context.opens and context.closes and context.opens < context.closes:
        hours = context.opens, context.closes
    return near(read_spans(text, context.now, hours=hours))
