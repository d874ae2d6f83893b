"""A sentence of staff's taken apart: what is to be done, with which doctor, when, whose it is, and what is left over.

Every word belongs to a part, is of a closed class that asks for nothing of its own, or to a clause that only tells of
something. Whatever else stands there is left over, and then the sentence is no order yet.
"""

from __future__ import annotations

import re

from booking.models import Role, UnderstandingContext
from booking.models.tool_answers import REPEATS
from nlu.staff import staff_parts
from nlu.staff.staff_acts import ACTS, AGENDA, BLOCKING, BOOK, FIND, WRITES, Act
from nlu.staff.staff_sentence import Heard, Sentence
from nlu.staff.staff_times import stretched
from nlu.staff.staff_words import PASSING, REPORTED, blank, even, tidied
from nlu.wishes import repetition
from nlu.with_whom import visits

_LONGEST = 300
_POLITELY = re.compile(r"\b(?:puedes?|podrias?|pueden|podemos|me (?:ayudas|haces|das)|por favor|porfa)\b")
_ASKS = re.compile(r"\b(?:quien|quienes|cual|cuales|cuant[oa]s?)\b")
_BEGINS_ASKING = re.compile(
    r"\s*(?:(?:y|oye|oiga|hola|dime|a|de|con|para|me|puedes|decirme)\s+)*(?:quien|que|cual|cuant|cuando|dame|checa|busca)"
)
_OPENS_ASKING = re.compile(
    r"\W*(?:(?:y|oye|oiga|hola|buenas|disculpe|dime|digame)\W+)*(?:(?:a|de|con|para|en|desde|hasta) )?"
    r"(?:quien(?:es)?|cual(?:es)?|cuant[oa]s?|que (?:pacientes?|citas?|dias?|horas?|doctora?|doctores)|por que(?! no\b)|como (?:es|fue) que"
    r"|cuando (?:se|la|lo|le) \w+[oe])\b"
)
""" "Qué paciente faltó", "a qué hora cierran": a question, with its mark or without it, is no order."""
_WHAT = re.compile(r"\W*(?:(?:y|oye|oiga|hola|dime|dígame)\W+)*qué\b(?!\s+(?:tal|te\s+parece|onda))", re.IGNORECASE)
""" "Qué apunté de Iván", with its accent: "que la pasen al lunes" is none."""
_TOLD = re.compile(
    r"\bya (?:(?:la|lo|le|me|se|las|los) )*(?:cancel|mov|cambi|bloqu|cerr|agend|registr|apart|reserv|anot|apunt)\w*(?:e|i|o|amos|imos)\b"
)
""" "¿Quién canceló?", "ya cancelé la de Ana": what was done is asked or told, and nothing is to be done."""
_DENIED = re.compile(
    r"\b(?:no|nunca|tampoco|ni)\s+(?:quier[oae]s?\s+|vayas?\s+a\s+|hay\s+que\s+)?(?:(?:me|la|lo|le|les|las|los|se)\s+)*$"
)
_CORRECTS = re.compile(r"^\W*no\s*,")
""" "No, cancela la de Ana": what was said before is refused, and not this."""
_OWN = re.compile(r"\bmis? (?:\w+ )?(?:citas?|consultas?)\b")
_WANTED = re.compile(r"\b(?:una|otra) (?:\w+ )?(?:cita|consulta|turno)\b")


def read(said: str, context: UnderstandingContext) -> Heard | None:
    """The request; the one of the first act that takes the whole of it, else what the first one leaves over. None
    where nothing is asked for."""
    if len(said) > _LONGEST:
        return None
    tidy = tidied(said)
    heard = _read(said, tidy, context)
    if heard is not None and not heard.left:
        return heard
    return _series(said, tidy, context) or heard


def _series(said: str, tidy: str, context: UnderstandingContext) -> Heard | None:
    """Appointments that come again: the first as any other, of the words that do not say how often. Without a verb
    ("cada quince días, cuatro veces para Ana") they are to be booked all the same."""
    if (found := repetition.cut(tidy)) is None:
        return None
    rest = found.rest.strip(" ,")
    as_orders = (_read(said, text, context) for text in (rest, f"agenda {rest}"))
    for heard in sorted(filter(None, as_orders), key=lambda one: len(one.left)):
        if heard.order.tool == BOOK:
            given = (*heard.order.arguments, (REPEATS, found.words))
            return heard._replace(
                order=heard.order.model_copy(update={"arguments": given}), text=f"{heard.text}, {found.words}"
            )
    return None


def _read(said: str, tidy: str, context: UnderstandingContext) -> Heard | None:
    partly = None
    of_days, whose = _of_doctor_s_days(tidy, context)
    forms = {text: _without_passing(even(text)) for text in (tidy, of_days)}
    for act in ACTS:
        if act.tool == FIND and partly is not None and partly.order.tool in WRITES:
            break
        text = of_days if act.tool == AGENDA else tidy
        bare, passing = even(text), forms[text]
        if (match := act.words.search(passing)) is None or _is_no_order(text, bare, passing, act, match, context):
            continue
        sentence = Sentence(text, passing, act, match, context)
        if act.tool == AGENDA and whose:
            sentence.given["doctor"] = whose
        heard = sentence.heard()
        if heard is None:
            continue
        if not heard.left:
            return heard if act.tool else heard._replace(left=((0, len(text)),))
        if partly is None and (act.tool in WRITES or "?" in said or _BEGINS_ASKING.match(bare)):
            partly = heard
        if not act.tool:
            break
    return partly


def _of_doctor_s_days(text: str, context: UnderstandingContext) -> tuple[str, str | None]:
    """The text without the doctor whose days or hours are spoken of, who may stand anywhere in it."""
    found = staff_parts.doctor(even(text), BLOCKING, context)
    if found is None:
        return stretched(text), None
    (start, end), (first, last) = found.places
    return stretched(" ".join(f"{text[:start]} {text[end:]}".split())), text[first:last]


def _without_passing(bare: str) -> str:
    for passing in (REPORTED, PASSING):
        for found in passing.finditer(bare):
            bare = blank(bare, *found.span())
    return bare


def _is_no_order(
    text: str, bare: str, passing: str, act: Act, match: re.Match[str], context: UnderstandingContext
) -> bool:
    """Whether what may be done is denied, asked about or told of, or is the writer's own affair."""
    if act.tool not in WRITES:
        return _WANTED.search(bare) is not None
    own = context.role is not Role.DOCTOR and _OWN.search(bare) is not None
    rest = blank(passing, *match.span())
    if anyone := visits.anyone(rest):  # "con quien esté libre"
        rest = blank(rest, *anyone)
    asks = ("?" in text or "¿" in text or _ASKS.search(rest)) and not _POLITELY.search(bare)
    corrects = _CORRECTS.match(text)
    denied = _DENIED.search(bare, corrects.end() if corrects else 0, match.start())
    asks = asks or _OPENS_ASKING.match(bare) is not None or _WHAT.match(text) is not None
    told = _TOLD.search(bare)
    itself = told is not None and match.start() <= told.start() and told.end() <= match.end()  # "ya canceló"
    return bool(own or asks or denied or (told and not itself))
