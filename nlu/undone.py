"""What takes back what was done last: "perdón, sí voy" after a cancellation, "déjala como estaba" after a move, and of
staff "no, era a las 9:30" after an order. It only asks: what comes of it is proposed, and waits for its yes."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import (
    AnyIntent,
    CancelBooking,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    StartBooking,
    UseTool,
    When,
)
from booking.models import Asked, Purpose, Role, State, Touched, UnderstandingContext
from nlu import filling
from nlu.message import Message, plain
from nlu.parsed import Parse
from nlu.staff_acts import BOOK, CHANGE
from nlu.when import read as read_time

_BESIDE = (
    r"(?: (?:ay|ah|oh|uy|oye|oiga|no|si|perdon|perdone|perdona|disculp\w+|sorry|ups|espera\w*|espere\w*|mejor|siempre|pues|ya|pero|y|que"
    r"|es que|fijese|fijate|por favor|porfa|gracias|entonces|bueno|hola|buenas|me (?:equivoque|confundi)(?: de (?:dia|fecha|hora|cita|mes))?|fue (?:un |mi )?error"
    r"|fue sin querer|cambie de opinion|lo pense mejor|me arrepenti|dice|dijo|,|\?))*"
)
_COMES = (
    r"(?: siempre si| (?:siempre )?si (?:(?:me|la|lo|los|las|le|mi|yo|el|ella) )*"
    r"(?:voy|va|vamos|van|ire|ira|iremos|vengo|viene|vendra|puedo|puede|podemos|podre|podra|asisto|asistire|quiero|quiere|ocupo|ocupa|necesito|necesita|queda)"
    r"(?: (?:a|ir|poder|asistir|llegar|venir|la|mi|esa|cita|consulta|ella)(?= ))*)"
)
_NOT_CANCELLED = (
    r"(?: (?:ya )?no (?:(?:la|lo|me la|quise|queria|queriamos|era|quiero|hay que|se) )*(?:cancel\w+|quit\w+|borr\w+)"
    r"(?: (?:la|mi|esa|cita|consulta)(?= ))*| (?:la )?cancele (?:por (?:error|equivocacion)|sin querer))"
)
_AGAIN = (
    r"(?:(?<! no) (?:(?:me|la|lo|quiero|quisiera|puedo|puedes?|pueden|podrias?|podrian|vuelv\w+ a|volver a) )*"
    r"(?:dej|regres|recuper|devuelv|devolv|reactiv|restablec|pon|agend|apart|anot|quiero|ocupo|necesito)\w*"
    r"(?: (?:la|mi|esa|cita|consulta|otra vez|de nuevo|nuevamente|de vuelta|como estaba|donde estaba|igual|a la misma hora|el mismo dia)(?= ))+)"
)
_AS_BEFORE = (
    r"(?: (?:(?:me|la|lo|que|se|quiero|quisiera|puedo|puedes?|pueden|podrias?|podrian|a) )*(?:dej|regres|devuelv|devolv|pon|pas|qued|vuelv)\w*)?"
    r" (?:como estaba|donde estaba|a la hora (?:de antes|anterior|que estaba|que tenia)|el (?:dia|horario) (?:de antes|anterior)|al (?:dia|horario) (?:de antes|anterior)"
    r"|a como estaba|como la tenia|en (?:su|la) hora (?:anterior|original)|no la (?:cambi|muev)\w+)"
)
_BACK = re.compile(
    rf"^{_BESIDE}(?:{_COMES}|{_NOT_CANCELLED}|{_AGAIN}|(?: (?:me equivoque|fue (?:un )?error|fue sin querer|me arrepenti)))+{_BESIDE} $"
)
""" "Perdón, sí voy", "no, no la canceles", "me la puedes agendar otra vez"."""
_AS_IT_WAS = re.compile(rf"^{_BESIDE}{_AS_BEFORE}{_BESIDE} $")
""" "Mejor déjala como estaba"."""
_STAYS = re.compile(
    rf"^{_BESIDE} (?:(?:que )?(?:se )?(?:dej\w+|qued\w+)(?: (?:la|mi|cita))* (?:igual|asi|como esta|como estaba|donde esta)"
    rf"|(?:ya )?no (?:la|lo|me la) (?:cambi\w+|muev\w+))(?: como esta)?{_BESIDE} $"
)
""" "Déjala igual", while another time is looked for."""
_CORRECTS = re.compile(
    r"\b(?:no|perdon|perdone|mejor|era|eran|digo|corrijo|correccion|equivoque|confundi|quise decir|sino|cambi\w+|muev\w+|pas\w+la|siempre)\b"
)
_MONTHS = (
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
)  # fmt: skip


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """The booking of the appointment that was cancelled, or the move back of the one that was moved, at the time and
    with the doctor that it had; None where nothing is taken back."""
    last = context.touched
    if context.purpose is Purpose.MOVE and context.state is State.SLOT_SELECTION and _STAYS.search(message.flat):
        return Parse((CancelBooking(),))
    if last is None or last.ordered or context.state is not State.IDLE or message.odd:
        return None
    if last.how is Touched.CANCELLED and _BACK.search(message.flat):
        again: list[AnyIntent] = [StartBooking(when=_at(last.start, context), doctor=last.doctor)]
        if last.patient:
            again.append(ProvideCustomerData(name=last.patient, for_other=True))
        return Parse(tuple(again))
    if last.how is Touched.MADE and last.before and _AS_IT_WAS.search(message.flat):
        back = RescheduleAppointment(when=_at(last.before, context), of=_at(last.start, context), doctor=last.doctor)
        return Parse((back,))
    return None


def by_staff(text: str, context: UnderstandingContext) -> UseTool | None:
    """The order that corrects the one just done, or takes it back."""
    last = context.touched
    if last is None or not last.ordered or context.state is not State.IDLE or context.role is Role.PATIENT:
        return None
    flat = Message.of(text).flat
    who, when = last.patient or "", _told(last.start, context)
    if last.how is Touched.CANCELLED:
        again = (("paciente_nombre", who), ("fecha_hora_inicio", when), ("doctor", last.doctor or ""))
        return UseTool(tool=BOOK, arguments=_said(again)) if _BACK.search(flat) else None
    moved = (("paciente", who), ("cuando", when))
    if last.before and _AS_IT_WAS.search(flat):
        back = (*moved, ("nueva_fecha_hora", _told(last.before, context)), ("doctor", last.doctor or ""))
        return UseTool(tool=CHANGE, arguments=_said(back))
    if not _CORRECTS.search(plain(text)):
        return None
    said = filling.filled(text, Asked(tool=CHANGE), context)
    given = dict(said.arguments) if said else {}
    if not given or given.keys() - {"nueva_fecha_hora", "doctor"}:
        return None
    if new := given.get("nueva_fecha_hora"):
        wish = read_time(new, context.now, direction=None).when
        if wish and wish.date_from and not (wish.time_from or wish.time_to):
            given["nueva_fecha_hora"] = f"{new} a las {last.start.astimezone(context.now.tzinfo):%-H:%M}"
    return UseTool(tool=CHANGE, arguments=_said((*moved, *given.items())))


def _said(arguments: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, value) for name, value in arguments if value)


def _at(start: dt.datetime, context: UnderstandingContext) -> Reading:
    local = start.astimezone(context.now.tzinfo)
    day = local.date()
    return Reading(when=When(date_from=day, date_to=day, time_from=local.time().replace(tzinfo=None), exact=True))


def _told(start: dt.datetime, context: UnderstandingContext) -> str:
    """The time as staff would write it."""
    local = start.astimezone(context.now.tzinfo)
    return f"el {local.day} de {_MONTHS[local.month - 1]} de {local.year} a las {local.hour}:{local.minute:02d}"
