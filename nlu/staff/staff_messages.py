"""A message of a doctor's or of staff's: what they order, what answers or changes an order that is under way, and what
is read as anybody's. From patients, only the code that makes them one of these."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Greet,
    HumanReason,
    ListAppointments,
    RequestHuman,
    StartBooking,
    Unknown,
    UnknownWhy,
    UseTool,
)
from booking.models import Role, State, UnderstandingContext
from nlu.asking import doctors_records
from nlu.existing_visits import as_before
from nlu.parsed import MOST_INTENTS, Parse
from nlu.staff import (
    agenda_taken_back,
    asked,
    codes,
    done_last,
    narrowed,
    only_then,
    staff,
    staff_wording,
    until_when,
)
from nlu.staff.absences_told import put_together
from nlu.staff.beside_the_order import A_PATIENT_S, beside_an_order, denial, denies, hands_on, is_another, is_of_it
from nlu.staff.of_whom import asks_for_help, for_oneself, looks_for_patient, names_somebody, of_others, of_somebody
from nlu.staff.staff_act_words import ERASES_THEM, MESSAGE, OFF_LIST, ON_LIST
from nlu.staff.staff_acts import (
    CHANGE,
    FIND,
    JOINS,
    LEAVES,
    WAITERS,
)
from nlu.staff.staff_words import even
from nlu.wishes import waiting_requests
from nlu.words.message import plain

Meant = Callable[[], tuple[AnyIntent, ...]]

_ONESELF = re.compile(r"\b(?:voy|vamos|llego|llegar[eé]|llegamos|ando|estoy|estamos)\b", re.IGNORECASE)
_ANOTHER_DAY = re.compile(r"¿?\s*y\s+(?:para\s+)?((?:el\s+|la\s+)?[^\W\d]+(?:\s+\w+){0,3})\s*\?$", re.IGNORECASE)
""" "¿Y mañana?": who comes then."""
_WAITING_LIST = re.compile(r"\blistas? de espera\b")
_OF_THEIRS = re.compile(r"\b(?:me|nos|\w{3,}(?:me|nos))\b")


def meant_by_staff(text: str, context: UnderstandingContext, meant: Meant) -> Parse | None:
    """What it means of their work; None where it is read as anybody's message, as which it is `meant`."""
    if (code := codes.enrolment(text)) is not None:
        return Parse((code,))
    if context.role is Role.PATIENT:
        calls = looks_for_patient(text) and not any(isinstance(one, RequestHuman) for one in meant())
        return Parse((Unknown(),)) if calls else None
    if (records := doctors_records.asked(text, context)) is not None:
        return Parse((records,))
    if (notice := codes.about_notice(text)) is not None:
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
    if handed_on := hands_on(text, context):
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
    if is_of_it(orders, text, context):
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
        under_way = None if is_another(said.partly, context) else context.asked
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
        return beside_an_order(text, context, context.asked, meant())
    if any(isinstance(intent, AskQuestion) for intent in meant()) and of_somebody(text):
        return Parse((Unknown(),), sure=False)
    if context.state is not State.IDLE or context.made or for_oneself(text):
        return None
    late = not _ONESELF.search(text) and any(
        isinstance(i, RequestHuman) and i.reason is HumanReason.LATE for i in meant()
    )  # "llegó tarde el de las 9"
    theirs = late or any(isinstance(intent, (*A_PATIENT_S, ListAppointments)) for intent in meant())
    wished = any(isinstance(intent, StartBooking | CheckAvailability) for intent in meant())
    if wished and names_somebody(text):
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
