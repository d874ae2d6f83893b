"""A message of a doctor's or of staff's: what they order, what answers or changes an order that is under way, and what
is read as anybody's. From patients, only the code that makes them one of these."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Deny,
    Greet,
    HumanReason,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
    UnknownWhy,
    UseTool,
)
from booking.models import Asked, DayAct, Role, State, UnderstandingContext, is_called
from booking.models.tool_answers import PERSONS
from nlu.asking import doctors_records
from nlu.existing_visits import as_before
from nlu.naming import names
from nlu.parsed import MOST_INTENTS, Parse
from nlu.staff import (
    agenda_taken_back,
    asked,
    done_last,
    filling,
    narrowed,
    only_then,
    staff,
    staff_parts,
    staff_wording,
    until_when,
)
from nlu.staff.absences_told import put_together
from nlu.staff.filling import filled
from nlu.staff.staff_act_words import ERASES_THEM, MESSAGE, OFF_LIST, ON_LIST
from nlu.staff.staff_acts import (
    AGENDA,
    BOOK,
    CHANGE,
    DAY,
    FIND,
    JOINS,
    LEAVES,
    PATIENTS,
    WAITERS,
    WRITES,
)
from nlu.staff.staff_words import even
from nlu.wishes import waiting_requests
from nlu.words.message import plain
from nlu.words.verb_forms import BOOKING, ENDING, MOVING
from nlu.words.word_sets import word_set

_A_PATIENT_S = (StartBooking, CheckAvailability, CancelAppointment, RescheduleAppointment, ProvideCustomerData)
"""What those who work here mean of themselves only where they say so."""
Meant = Callable[[], tuple[AnyIntent, ...]]


_ONESELF = re.compile(r"\b(?:voy|vamos|llego|llegar[eé]|llegamos|ando|estoy|estamos)\b", re.IGNORECASE)
_ANOTHER_DAY = re.compile(r"¿?\s*y\s+(?:para\s+)?((?:el\s+|la\s+)?[^\W\d]+(?:\s+\w+){0,3})\s*\?$", re.IGNORECASE)
""" "¿Y mañana?": who comes then."""
_WAITING_LIST = re.compile(r"\blistas? de espera\b")
_OF_THEIRS = re.compile(r"\b(?:me|nos|\w{3,}(?:me|nos))\b")


def meant_by_staff(text: str, context: UnderstandingContext, meant: Meant) -> Parse | None:
    """What it means of their work; None where it is read as anybody's message, as which it is `meant`."""
    if (code := staff.enrolment(text)) is not None:
        return Parse((code,))
    if context.role is Role.PATIENT:
        calls = looks_for_patient(text) and not any(isinstance(one, RequestHuman) for one in meant())
        return Parse((Unknown(),)) if calls else None
    if (records := doctors_records.asked(text, context)) is not None:
        return Parse((records,))
    if (notice := staff.about_notice(text)) is not None:
        return Parse((notice,))
    if context.asked is not None and (until := until_when.read(text, context.asked, context)) is not None:
        return Parse((until,))
    if (corrected := as_before.by_staff(text, context) or agenda_taken_back.read(text, context)) is not None:
        return Parse((corrected,))
    if (last := done_last.read(text, context)) is not None:
        return Parse((last,), sure=isinstance(last, UseTool))
    if (rest := narrowed.read(text, context) or only_then.read(text, context)) is not None:
        return Parse((rest,))
    if anew := agenda_taken_back.put_right(text, context) or agenda_taken_back.one_more(text, context):
        return Parse(anew)
    if context.state is State.IDLE and context.asked is None and agenda_taken_back.of_nothing_known(text):
        return Parse((Unknown(),))
    of_itself = context.asked is None or ON_LIST.search(even(text)) or OFF_LIST.search(even(text))
    if of_itself and _WAITING_LIST.search(plain(text)):
        asked_for = staff.requests(text, context)
        of_the_list = all(order.tool in (WAITERS, JOINS, LEAVES) for order in asked_for.orders)
        if asked_for.orders and not asked_for.unread and of_the_list:
            return Parse(asked_for.orders)
        if _OF_THEIRS.search(plain(text)) and waiting_requests.asked(text, context):
            return None
        return Parse((Unknown(why=UnknownWhy.ORDER_PARTLY, left=(text.strip(),)),), sure=False)
    if handed_on := _hands_on(text, context):
        return Parse(handed_on)
    written, text = text, put_together(staff_wording.plainly(text, context))
    said = staff.requests(text, context)
    if not said.orders and (put := staff_wording.put(text)) is not None:
        alone = staff.requests(put, context)
        said = alone if alone.orders and not alone.unread else said
    orders = said.orders
    if any("disponible" in dict(one.arguments) for one in orders) and narrowed.mixed(written, context):
        return Parse((Unknown(why=UnknownWhy.ORDER_PARTLY, left=(written.strip(),)),), sure=False)
    if len(orders) == 1 and _asks_for_hours(orders[0], text):
        return None
    changed = {"nueva_fecha_hora", "recorrer", "estado"}
    settled = any(one.tool != CHANGE or changed & {name for name, _ in one.arguments} for one in orders)
    if not settled and staff_wording.patient_comes_late(text, context):
        return Parse((Unknown(why=UnknownWhy.ORDER_PARTLY, left=(text.strip(),), late=True),), sure=False)
    if _of_the_one_under_way(orders, text, context):
        orders = ()
    if context.asked is not None and not context.asked.field and denies(text):
        denied = denial(text, context, orders, meant())
        return Parse(denied if len(denied) <= MOST_INTENTS else (Unknown(doubt=True),))
    if orders:
        # More than a turn takes up: a question is better than leaving some of it out.
        return Parse(orders if len(orders) <= MOST_INTENTS else (Unknown(),))
    if context.asked is None and (other := _ANOTHER_DAY.match(text.strip())):
        again = staff.requests(f"citas de {other[1]}", context).orders
        if len(again) == 1 and [name for name, _ in again[0].arguments] == ["cuando"]:
            return Parse(again)
    if said.unread and (said.of_a_day or not for_oneself(text)):
        under_way = None if _is_another(said.partly, context) else context.asked
        if under_way is not None and (answered := asked.answer(text, under_way, context, meant())):
            return Parse((answered,))
        to_patient = MESSAGE.search(" ".join(plain(text).split())) is not None
        erases = any(ERASES_THEM.search(even(left)) for left in said.unread)
        told = {"to_patient": to_patient, "erases": erases}
        return Parse(
            (Unknown(why=UnknownWhy.ORDER_PARTLY, left=said.unread, order=said.read or None, **told),), sure=False
        )
    if _ASKS_WHO.match(plain(text)) and any(isinstance(intent, RequestHuman) for intent in meant()):
        return Parse((Unknown(),), sure=False)
    if of_others(text):
        return Parse((Unknown(doubt=context.asked is not None),))
    if asks_for_help(text):
        return Parse((Greet(),))
    if context.asked is not None:
        return _beside_an_order(text, context, context.asked, meant())
    if any(isinstance(intent, AskQuestion) for intent in meant()) and of_somebody(text):
        return Parse((Unknown(),), sure=False)
    if context.state is not State.IDLE or context.made or for_oneself(text):
        return None
    late = not _ONESELF.search(text) and any(
        isinstance(i, RequestHuman) and i.reason is HumanReason.LATE for i in meant()
    )  # "llegó tarde el de las 9"
    theirs = late or any(isinstance(intent, (*_A_PATIENT_S, ListAppointments)) for intent in meant())
    wished = any(isinstance(intent, StartBooking | CheckAvailability) for intent in meant())
    if wished and _names_somebody(text):
        return Parse((Unknown(why=UnknownWhy.ORDER_PARTLY, left=(text.strip(),)),), sure=False)
    return Parse((Unknown(),), sure=False) if theirs else None


def is_of_a_patient(text: str, context: UnderstandingContext) -> bool:
    """ "Apunta que Carlos es alérgico", of who works here: what is to be kept of somebody is no note for a visit of
    one's own."""
    return context.role is not Role.PATIENT and not _OF_THEIRS.search(plain(text))


_ASKS_WHO = re.compile(r"\W*(?:(?:y|oye|oiga|hola)\W+)*(?:a )?(?:quien|quienes|cuant[oa]s|cuales)\b")
""" "¿Quién pidió hablar con alguien?", of who works here, asks for nobody."""
_HOURS_OF = re.compile(r"\ba que hora (?:llega|entra|sale|empieza|termina|acaba|atiende|viene|consulta|abre|se va)\b")


def _asks_for_hours(order: UseTool, text: str) -> bool:
    """ "¿A qué hora llega la doctora Ríos?", with no day: her hours, as anybody asks for them."""
    asked_of = [name for name, _ in order.arguments]
    return order.tool == FIND and asked_of == ["doctor"] and _HOURS_OF.search(plain(text)) is not None


_HANDS_ON = re.compile(
    r"\W*(?:(?:y|mejor|no|entonces)\W+)*(?:cambi|pas|d|asign|reasign|transfi|encarg)\w*(?:sel[oa]s|l[oa]s| (?:las|sus|esas|todas) (?:citas|pacientes))\s+(?:al?|con)\s.*"
)


def _hands_on(text: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "Pásaselas al doctor Salas", of the appointments in a stretch that is to be blocked: these go to that doctor, and
    then it is blocked."""
    blocks = context.asked is not None and context.asked.tool == AGENDA and not context.asked.field
    if not blocks or _HANDS_ON.fullmatch(even(text)) is None:
        return ()
    to = staff_parts.to_doctor(even(text), context)
    if to is None or {"dias_semana", "clinica", "disponible"} & {name for name, _ in context.order_said}:
        return ()
    meant = tuple((name, said) for name, said in context.order_said if name in ("cuando", "doctor"))
    passed = (("que", DayAct.HAND_OVER.value), *meant, ("a_doctor", text[slice(*to.places[1])]))
    return (UseTool(tool=DAY, arguments=passed), UseTool(tool=AGENDA, arguments=context.order_said))


def _beside_an_order(
    text: str, context: UnderstandingContext, under_way: Asked, meant: tuple[AnyIntent, ...]
) -> Parse | None:
    """What is said while an order is asked about or proposed. Where it speaks of an appointment, and nobody can say of
    whose, a yes after it is none to that order."""
    if answered := asked.answer(text, under_way, context, meant):
        return Parse((answered,))
    own = [intent for intent in meant if isinstance(intent, ProvideCustomerData) and not intent.for_other]
    if for_oneself(text) or not any(isinstance(i, _A_PATIENT_S) and i not in own for i in meant):
        return None
    return Parse((Unknown(doubt=True),), sure=False)


def _of_the_one_under_way(orders: tuple[UseTool, ...], text: str, context: UnderstandingContext) -> bool:
    """ "Cámbiala al viernes", "pásala con Salas", "Iván quiere el lunes", "su tel es 664 …", while Iván's order is asked about or proposed: it is spoken of."""
    if context.asked is None or len(orders) != 1:
        return False
    given = dict(orders[0].arguments)
    if given.keys() == {"nueva_fecha_hora"}:
        return True
    fills = filling.filled(text, context.asked, context)
    if fills is not None and orders[0].tool == PATIENTS and "telefono" in dict(fills.arguments):
        return True
    if fills is not None and orders[0].tool == filling.MOVING and _with_whom(fills) and "estado" not in given:
        return True
    who = next((said for name, said in given.items() if name in PERSONS), None)
    the_same = who and context.order_for and is_called(who, context.order_for)
    makes = orders[0].tool in (BOOK, filling.MOVING)
    return bool(the_same and makes and fills)


def _is_another(partly: tuple[UseTool, ...], context: UnderstandingContext) -> bool:
    """Whether what was understood in part is an order of its own, and no answer to what the one under way still needs:
    it does something else, to somebody or something that is named with it."""
    if context.asked is None:
        return False
    others = (one for one in partly if one.tool in WRITES and one.tool != context.asked.tool)
    return any(one.tool != filling.MOVING or {name for name, _ in one.arguments} & PERSONS for one in others)


def _with_whom(fills: UseTool) -> bool:
    """It names a doctor, and no patient."""
    said = {name for name, _ in fills.arguments}
    return "doctor" in said and not said & PERSONS


_LEADS = r"(?:(?:ay|uy|oh|ah|eh|em|mm+|oye|oiga|pues|bueno|perdon|disculpa|ok|mira|hola|mejor|que|siempre|todavia|aun|ya|ahorita|por ahora)\W+)*"
_DENIES = re.compile(
    rf"^\W*{_LEADS}(?:no+|nop|nope|nel|nah|noup|nanay|negativo|tampoco|nunca|jamas|esper\w*|aguant\w*|alto|deten\w*)\b(?!\s+mas\b)"
)
_TALK = (Deny, CancelBooking, Greet, Thank, Smalltalk)
_ASIDE = (AskQuestion, ListAppointments, OptOut, PrivacyRequest, RequestHuman)


def denies(text: str) -> bool:
    """Whether a message begins with a no."""
    return _DENIES.match(plain(text[:80])) is not None


def denial(
    text: str, context: UnderstandingContext, orders: Sequence[UseTool], meant: Sequence[AnyIntent]
) -> tuple[AnyIntent, ...]:
    """What a message that begins with a no means, which holds these `orders` and otherwise reads as `meant`."""
    if orders:
        return (Deny(), *orders)
    change = filled(text, context.asked, context) if context.asked else None
    if change is not None and not _only_names_the_same(change, context):
        return (change.model_copy(update={"denies": True}),)
    if meant and all(isinstance(intent, _TALK) for intent in meant):
        return next(((intent,) for intent in meant if isinstance(intent, CancelBooking)), (Deny(),))
    if meant and all(isinstance(intent, _ASIDE + _TALK) for intent in meant):
        return (Deny(), *(intent for intent in meant if isinstance(intent, _ASIDE)))
    return (Unknown(doubt=True),)


def _only_names_the_same(change: UseTool, context: UnderstandingContext) -> bool:
    """ "No la de Iván", of an order for Iván: nobody knows what is to be changed."""
    return all(
        name in PERSONS and context.order_for is not None and is_called(said, context.order_for)
        for name, said in change.arguments
    )


_CHANGES = re.compile(rf"\b(?:{ENDING}|{MOVING})\w*")
_MAKES = re.compile(rf"\b(?:{BOOKING})\w*")
_OWN = re.compile(r"\b(?:mis?|nuestras?) (?:\w+ )?(?:citas?|consultas?)\b|\b(?:la|las) mias?\b")
_OTHERS = re.compile(r"\b(?:citas|consultas|pacientes)\b|\b(?:su|sus) citas?\b|\b(?:la|el|las|los)(?: citas?)? del?\b")
_DOCTOR = re.compile(r"\b(?:dra?\.?|doctora?)\s+[^\W\d_]+(?:\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+)?", re.IGNORECASE)
_TO = re.compile(r"\b(?:a|de|para)\s+(?:la\s+|el\s+)?(?:señora?\s+|don\s+|doña\s+)?(?P<who>[^\W\d_]+)", re.IGNORECASE)
_NO_NAME = word_set("""lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre tijuana""")


_FOR_ONESELF = re.compile(
    r"\b(?:(?:para mi|mi (?:\w+ )?(?:cita|consulta)|mis (?:citas|consultas)|(?:la|las) mias?)|(?P<one>(?:una|otra) (?:\w+ )?(?:cita|consulta|turno)))\b"
)
_SOMEBODY = re.compile(r"\b(?:pacientes?|senor|senora|sr|sra|don|dona|le di)\b")
_LOOKS = re.compile(r"\W*(?:busc|encuentr|localiz)\w* (?:al? )?(?:el |la )?pacientes?\b")
_HELP = re.compile(
    r"(?:(?:que|como) (?:mas )?(?:te )?(?:puedo|se puede|puedes|sabes) (?:hacer|pedir(?:te)?|decir(?:te)?|preguntar(?:te)?)(?: (?:aqui|contigo|por aqui))?"
    r"|(?:como|para que) (?:funciona|funcionas|sirve|sirves|te uso|se usa)(?: esto)?|comandos|menu|instrucciones|(?:dame |muestrame )?(?:tus |las )?opciones"
    r"|ayuda|ayudame|help|necesito ayuda)"
)


def looks_for_patient(text: str) -> bool:
    """Whether it looks for a patient by name: only staff do, and whoever is not tells nobody's name so."""
    return _LOOKS.match(" ".join(plain(text).split())) is not None


def of_somebody(text: str) -> bool:
    """Whether it speaks of a patient: no question about the clinic."""
    return _SOMEBODY.search(" ".join(plain(text).split())) is not None


def for_oneself(text: str) -> bool:
    """Whether it is about an appointment of the writer's own; one that is for somebody who is named is not."""
    found = [*_FOR_ONESELF.finditer(" ".join(plain(text).split()))]
    return bool(found) and not (all(one["one"] for one in found) and _names_somebody(text))


def asks_for_help(text: str) -> bool:
    """Whether it asks what may be said here, and nothing else."""
    return _HELP.fullmatch(" ".join(re.sub(r"[¿?¡!.,]", " ", plain(text)).split())) is not None


def of_others(text: str) -> bool:
    """Whether it changes or makes an appointment of somebody who is named, or of several people."""
    said = " ".join(plain(text).split())
    changes = _CHANGES.search(said) is not None
    if changes and _OTHERS.search(said) and not _OWN.search(said):
        return True
    return (changes or _MAKES.search(said) is not None) and _names_somebody(text)


_BEGINS = re.compile(
    r"^\W*(?:(?:la|el)\s+)?(?:señora?\s+|sra?\.?\s+|don\s+|doña\s+)?(?P<who>[^\W\d_]{3,})\s+(?:[A-ZÁÉÍÓÚÑ][^\W\d_]+|tiene|quiere|quisiera|pide|necesita|ocupa|busca|dice|pregunta)\b"
)
""" "Luis Herrera tiene …", "Ana quiere …": of whom something is told."""


def _names_somebody(text: str) -> bool:
    rest = _DOCTOR.sub(" ", text)
    if (first := _BEGINS.match(rest)) and names.begins_given(first["who"]):
        return True
    told = [found["who"] for found in _TO.finditer(rest) if plain(found["who"]) not in _NO_NAME]
    return any((who[0].isupper() and not text.isupper()) or names.begins_given(who) for who in told)
