"""What is to become of an appointment that exists, in the plainest words, which every other reader knows."""

from __future__ import annotations

import re

from booking.models import UnderstandingContext
from nlu.account import TIME
from nlu.existing_visits import of_doctor
from nlu.existing_visits.theirs_times import Times, written
from nlu.existing_visits.theirs_words import Deed
from nlu.existing_visits.whose import whose
from nlu.naming.name_words import MY_RELATIVE
from nlu.when import read_spans
from nlu.when.words import MONTH_OF
from nlu.with_whom import doctors
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_KIN = re.compile(rf" (?P<kin>{MY_RELATIVE})(?= )")
SAME_DAY = re.compile(r" (?:(?:para|en) )?(?:el|ese|este|al|del) mismo dia(?= )")
_SAME = (
    (re.compile(r" (?:a la )?mism[oa] (?:hora|horario)(?= )"), "a la misma hora"),
    (SAME_DAY, "el mismo día"),
)
""" "Pásenla al lunes, mismo horario"."""


def in_plain_words(message: Message, deed: Deed, times: Times, context: UnderstandingContext) -> str:
    """An order, or a question, that says so."""
    kin = _KIN.search(message.flat)
    somebody = whose(message, None, context)
    theirs = f"la cita de {kin['kin']}" if kin and somebody and not somebody.own else "mi cita"
    place = " ".join(written(message, time) for time in times.of[:1])
    if not place and deed is not Deed.MOVES and len(times.new) == 1:
        place = written(message, times.new[0])
    which = f"{theirs}{of_time(place)}"
    match deed:
        case Deed.ENDS:
            return f"cancela {which}"
        case Deed.CANNOT:
            return f"no voy a poder ir a {which}"
        case Deed.COMES | Deed.ASKED:
            return f"cuándo es {theirs}"
    new = " o ".join(_to(written(message, time)) for time in times.new)
    that_day = _day_of(place, context) if SAME_DAY.search(message.flat) else ""
    same = (said for pattern, said in _SAME if pattern.search(message.flat) and not (that_day and pattern is SAME_DAY))
    new = " ".join([that_day, new, *same]).strip()
    doctor = doctors.wanted(message, context.doctors)
    whom = f" con {doctor.name}" if doctor and doctor.name and not doctor.refused else ""
    whom = " con otra doctora" if _ANOTHER_DOCTOR.search(message.flat) else whom
    return f"cambia {which} {new or _to_another(message)}{whom}".strip()


def _day_of(place: str, context: UnderstandingContext) -> str:
    """ "El mismo día": the day of the one that is spoken of, where it is said."""
    when = read_spans(place, context.now, hours=context.hours).reading.when if place else None
    if when is None or when.date_from is None or when.date_from != when.date_to:
        return ""
    return f"al {when.date_from.day} de {MONTH_OF[when.date_from.month]}"


_REPORTS = re.compile(
    r" (?:(?:me|te) )?(?:pide|pidio|dice|dijo|encarga|encargo|manda|mando|quiere)(?: a)?(?: (?:que|si|decir))?(?: (?:que|si))?"
    r"(?: (?:les?|te|yo|los|la))? (?:avis|dig|pregunt|pid|escrib|coment|inform)\w*(?: (?:que|si))?(?= )"
)
""" "Mi mamá me pide que les avise que …"."""
_ANOTHER_DOCTOR = re.compile(r" otr[oa] (?:doctora?|medic[oa])(?= )")
_WAY = re.compile(
    r" (?P<late>mas (?:tard\w+|al ratito|noch\w+)|despues|posterior)(?= )|(?P<early>mas (?:tempran\w+|pronto)|antes|adelant\w+|anticip\w+)(?= )"
)
_SOME_DAY = re.compile(r" otr[oa] (?:dia|fecha)(?= )")


def _to_another(message: Message) -> str:
    """ "Otro día", "más tarde": to when, where no time is said."""
    if _SOME_DAY.search(message.flat):
        return "a otro día"
    way = _WAY.search(message.flat)
    return "" if way is None else "a más tarde" if way["late"] else "a más temprano"


def of_time(time: str) -> str:
    """The time of an appointment, behind "mi cita"."""
    words = time.split(maxsplit=1)
    if not words:
        return ""
    first = words[0].casefold()
    if first in _LEADS | {"la", "lo"} and len(words) > 1:
        return of_time(words[1])
    if first in ("el", "del"):
        return f" del {words[1]}"
    if first == "a":
        return f" de {words[1]}"
    return (
        f" {time}"
        if first == "de"
        else f" del {time}"
        if first.isdigit() or Message.of(first).words[:1][0] in TIME - _NOW
        else f" de {time}"
    )


_LEADS = frozenset({"para", "pa", "hasta", "tipo", "como"})
_HALF, _QUARTER = re.compile(r"\b([0-9]{1,2}) y media\b"), re.compile(r"\b([0-9]{1,2}) y cuarto\b")
_NOW = word_set("hoy manana pasado")


def _to(time: str) -> str:
    words = _HALF.sub(r"\1:30", _QUARTER.sub(r"\1:15", time)).split(maxsplit=1)
    time, first = " ".join(words), words[0].casefold()
    if first in ("el", "al"):
        return f"al {words[1]}"
    if first in _LEADS - {"para"} and len(words) > 1:
        return _to(words[1])
    if first == "en" and len(words) > 1:
        return f"para {words[1]}"
    return time if first in ("a", "para") else f"para {time}"


def words_of(message: Message, deed: Deed, context: UnderstandingContext) -> set[int]:
    """The tokens that these words stand for: a relative, "a la misma hora", and whom it is with or moved to."""
    doctor = doctors.wanted(message, context.doctors)
    patterns = (_KIN, _REPORTS, *(pattern for pattern, _ in _SAME if deed is Deed.MOVES))
    said = (match for pattern in patterns for match in pattern.finditer(message.flat))
    tokens = {i for match in said for i in message.between(match.start() + 1, match.end())}
    tokens |= of_doctor.its_words(message, context)
    return tokens | (set(doctor.tokens) if doctor and not doctor.refused else set())
