"""Times and doctors that are only told of: what happened, what others said, what somebody does then beside a wish."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from nlu.words.message import Message
from nlu.words.statements import CLITICS, clauses_of, is_telling, lists, tells, was_then
from nlu.words.word_sets import word_set

_OF_BIRTH = word_set("""cumplidos cumplio cumple cumpli cumplira cumplimos nacio naci nacimiento nacida nacido
    cumpleanos""")
_SINCE = word_set("desde hace")

_BIRTHDAY = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-](?:19\d\d|20[01]\d)")
""" "Ana Ruiz 24/05/1990": no day that an appointment could be on."""


def of_birth(message: Message) -> set[int]:
    """The tokens of clauses that say how old somebody is: "tiene siete años cumplidos en agosto"."""
    clauses = clauses_of(message)
    dated = {i for i, token in enumerate(message.tokens) if _BIRTHDAY.fullmatch(token.text)}
    return dated | {i for clause in clauses if {message.tokens[i].text for i in clause} & _OF_BIRTH for i in clause}


def told_of_the_past(message: Message, asked_for: set[int]) -> set[int]:
    """The tokens of clauses that tell of something past, "le salieron ronchas ayer", and of what somebody said, "me dijo
    que atienden el domingo": no time in them is wished for. `asked_for` are the words that ask for something."""
    told: set[int] = set()
    past, clauses = _SINCE | lists()["past_time"], clauses_of(message)
    for place, clause in enumerate(clauses):
        words = {message.tokens[i].text for i in clause}
        if any(was_then(message, clause, i) for i in clause):
            told |= {*clause}
        if asked_for & {*clause}:
            continue
        after = clauses[place + 1] if place + 1 < len(clauses) and clauses[place + 1].start == clause.stop else None
        heads = (
            after is not None and not asked_for & {*after} and tells(message, after)
        )  # "la semana pasada se me cayó"
        said = place > 0 and message.tokens[clause.start].text == "que" and _is_said(message, clauses[place - 1])
        if (
            said
            or words & _OF_BIRTH
            or (words & past and (tells(message, clause) or heads))
            or is_of_the_past(message, clause)
            or _is_of_a_body(message, clause)
        ):
            told |= {*clause}
    return told


def _is_of_a_body(message: Message, clause: range) -> bool:
    """ "Se me inflama el pie en las tardes": when it hurts is no wish."""
    known = lists()["body_verbs"] - _GIVES
    tokens = message.tokens
    return any(tokens[i].text in known and tokens[i - 1].text in CLITICS for i in clause[1:])


_DATED = word_set("""hoy manana lunes martes miercoles jueves viernes sabado domingo semana mes las la mediodia noche
    tarde""")
_BY_THEN = word_set("esa ese entonces antes despues ahi")
_IS = word_set("es son era esta estan este")
_REASON_LEADS = word_set("porque pq xq esque pues")
_OF_MINE = re.compile(r"(?:sal|entr|trabaj|lleg|desocup|desayun|com|regres|volv|vuelv|sueltan|labor)\w*")


_ASKED_OF_US = re.compile(
    r" (?:me|nos|se) (?:l[ao]s?|una?) (?:pon|da|dej|cambi|pas|muev|mov|agend|apart|acomod|recorr|adelant|atras)\w*(?= )"
)
""" "Si me la pone 5:30": asked of the clinic, whoever is spoken of."""


_FREE = re.compile(
    r" (?:tengo|tenemos)(?: (?:el|los|este|[a-z]+(?:es|o|os))){0,2} (?:libres?|tiempo|chance|permiso)(?= )"
    r"| (?:estoy|ando|estamos|andamos) (?:libres?|desocupad[oa]s?)(?= )| (?:descans(?:o|amos)|me desocupo)(?= )"
)
""" "Tengo libre el jueves": when one can come."""


def _goes_on(message: Message, clause: range, asked_for: set[int]) -> bool:
    """Whether a clause is the first of two that one verb has: "tengo libre el jueves | y el viernes"."""
    after = next((c for c in clauses_of(message) if c.start == clause.stop), None)
    joined = after is not None and message.tokens[after.start].text in ("y", "o", "e", "u")
    return joined and after is not None and not ({*after} & asked_for or tells(message, after))


def told_beside_a_wish(message: Message, asked_for: set[int]) -> set[int]:
    """The tokens of clauses that tell when somebody does something, where another clause wishes for a time: "mi esposo
    llega el jueves y quiere cita el viernes". `asked_for` are the words that ask for something. The hour at which the
    writer is free may be what the wish is counted from."""
    tokens, told, wished = message.tokens, set[int](), False
    words = {token.text for token in tokens}
    for clause in clauses_of(message):
        said = {tokens[i].text for i in clause}
        hours = any(tokens[i].kind == "number" for i in clause) or "las" in said
        if not (hours or said & _DATED - {"las", "la"}):
            continue
        does = any(is_telling(message, clause, i) for i in clause if tokens[i].text not in _IS)
        free = _FREE.search(f" {' '.join(tokens[i].text for i in clause)} ") and _goes_on(message, clause, asked_for)
        asks = free or _ASKED_OF_US.search(f" {' '.join(tokens[i].text for i in clause)} ")
        if asked_for & {*clause} or asks or not does:
            wished = True
        elif not ({"no", "cita", "consulta"} & said or said & _BY_THEN):
            wished = wished or (bool(asked_for) and _is_reason(message, clause))
            mine = hours and any(_OF_MINE.fullmatch(word) and word.endswith(("o", "an", "amos")) for word in said)
            told |= set() if mine else {*clause}
    return told if wished and not {"esa", "ese", "entonces"} & words else set()


def _is_reason(message: Message, clause: range) -> bool:
    """Whether a clause says why: "porque el lunes salgo", "es que a las 2 salen los niños"."""
    before = [message.tokens[i].text for i in range(max(clause.start - 1, 0), clause.start + 1)]
    first = [token.text for token in message.tokens[clause.start : clause.start + 2]]
    return first[0] in _REASON_LEADS or before == ["es", "que"] or first == ["es", "que"]


_TO_THE_APPOINTMENT = "quer|quis|deb|pod|pud|pid|ped|agend|sac|apart|reserv|qued|cambi|dij|cancel|busc|gust|dej|pus|mov"
_PRETERITE = re.compile(
    rf"(?!(?:{_TO_THE_APPOINTMENT}))\w{{2,}}(?:ó|ieron|aron)"
    rf"|(?!(?:{_TO_THE_APPOINTMENT}|saq|anot|asist|llegu))\w{{2,}}(?:(?<!r)é|í)"
)
_WENT = word_set("fue fueron fui fuimos vino vinieron vine vinimos estuvo estuvieron estuve")
_GIVES = word_set("da dan pasa pasan pone ponen late falta cuesta oye quita baja sube come cae caen")
"""Of a body, and of what is asked for too: "me da la de las cuatro"."""
_NO_PRETERITE = word_set("qué porqué aquí ahí allí así sí mí bebé café josé noé andré casí también")


@lru_cache(maxsize=8192)
def _is_preterite(written: str) -> bool:
    """Whether a word, as it is written, says that somebody did something."""
    word = written.casefold()
    return word not in _NO_PRETERITE and _PRETERITE.fullmatch(word) is not None


def is_of_the_past(message: Message, clause: range) -> bool:
    """Whether somebody did something: "mi mamá falleció el sábado"; what one did to an appointment is another matter."""
    said = [message.tokens[i] for i in clause]
    if any(_is_preterite(t.raw) for t in said):
        return True
    return any(message.tokens[i].text in _WENT and is_telling(message, clause, i) for i in clause)


_SAY = word_set("dijo dijeron dice dicen comento comentaron conto contaron aviso avisaron pidio recomendo mando")
_ASKED_OF_ONE = re.compile(
    r"\w+(?:ara|iera|era|iese|jera)[ns]?|\w*(?:vuelva|venga|vaya|regrese|saque|pida|agende|tome)[ns]?"
)
""" "Me dijo que volviera": what is asked of one, and when."""
_OF_THE_CLINIC = re.compile(r"(?:contest|atiend|abr|cierr|trabaj|labor|cobr|acept|recib|descans)(?:an|en)|son|estan")


def reported(message: Message, *, of_the_clinic: bool = False) -> set[int]:
    """The tokens of what others are said to have said of how things are: "me dijo que aquí contestan el domingo";
    where asked, only of what the clinic does."""
    found: set[int] = set()
    if message.asks or not any(token.text in _SAY for token in message.tokens):
        return found
    clauses = clauses_of(message)
    for before, clause in pairwise(clauses):
        words = [message.tokens[i].text for i in clause]
        if "si" in words[:3] or (of_the_clinic and not any(map(_OF_THE_CLINIC.fullmatch, words))):
            continue
        told = words[0] == "que" and _is_said(message, before) and before.stop == clause.start
        if told and not any(_ASKED_OF_ONE.fullmatch(word) for word in words):
            found |= {*clause}
    return found


def _is_said(message: Message, clause: range) -> bool:
    return any(message.tokens[i].text in _SAY for i in clause)
