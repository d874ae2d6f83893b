"""Going back: what is, or was, to be as it was before. "Perdón, sí voy" after a cancellation, "regréseme a la de antes"
after a change, "mejor déjala como estaba" while one is asked about, or after the hour of a booking was changed. It only
asks: what comes of it waits for its yes, but for leaving an appointment alone."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from booking.intents import (
    AnyIntent,
    CancelBooking,
    CheckAvailability,
    Deny,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    StartBooking,
    When,
)
from booking.models import Purpose, State, Touched, UnderstandingContext
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.words.message import Message

BESIDE = (
    r"(?: (?:ay|ah|aah|oh|uy|oye|oiga|no|si|perdon|perdone|perdona|disculp\w+|sorry|ups|espera\w*|espere\w*|mejor|siempre|pues|ya|pero|y|que|nel|mm+"
    r"|es que|fijese|fijate|por favor|porfa|gracias|entonces|bueno|ok|hola|buenas|me (?:equivoque|confundi)(?: de (?:dia|fecha|hora|cita|mes))?|fue (?:un |mi )?error"
    r"|fue sin querer|cambie de opinion|lo pense mejor|me arrepenti|dice|dijo|(?:yo )?(?:asi )?no (?:pedi|queria|quise|dije|era|fue)(?: (?:(?:eso|asi)(?! (?:ya )?no )|ese cambio))?"
    r"|(?:me|nos) (?:la|lo) (?:cambi\w+|movi\w+|pas\w+)(?: de (?:dia|fecha|hora|doctora?))?|(?:ese|esa|eso|asi|este|esta) (?:ya )?no|,|\?))*"
)
""" "Oiga, me la cambió de día, yo no pedí eso": beside what goes back it says no more."""
_COMES = (
    r"(?: siempre si| (?:siempre )?si (?:(?:me|la|lo|los|las|le|mi|yo|el|ella) )*"
    r"(?:voy|va|vamos|van|ire|ira|iremos|vengo|viene|vendra|puedo|puede|podemos|podre|podra|asisto|asistire|quiero|quiere|ocupo|ocupa|necesito|necesita|queda)"
    r"(?: (?:a|ir|poder|asistir|llegar|venir|la|mi|esa|cita|consulta|ella)(?= ))*)"
)
_NOT_CANCELLED = (
    r"(?: (?:ya )?no (?:(?:la|lo|me la|quise|queria|queriamos|era|quiero|hay que|se) )*(?:cancel\w+|quit\w+|borr\w+)"
    r"(?: (?:la|mi|esa|cita|consulta)(?= ))*| (?:la )?cancele (?:por (?:error|equivocacion)|sin querer))"
)
_ASKING = r"(?:(?:me|nos|la|lo|se|que|quiero|quisiera|puedo|puedes?|pueden|podrias?|podrian|a|vuelv\w+ a|volver a) )*"
_AGAIN = (
    rf"(?:(?<! no) {_ASKING}"
    r"(?:(?:regres|recuper|devuelv|devolv|reactiv|restablec)\w*(?:(?<=la)|(?<=lo))(?= )"
    r"|(?:dej|regres|recuper|devuelv|devolv|reactiv|restablec|pon|agend|apart|anot|quiero|ocupo|necesito)\w*"
    r"(?: (?:la|mi|esa|cita|consulta|otra vez|de nuevo|nuevamente|de vuelta|como estaba|donde estaba|igual|a la misma hora|el mismo dia)(?= ))+))"
)
_LEAVES = rf" {_ASKING}(?:dej|regres|devuelv|devolv|pon|pas|qued|vuelv|mant|conserv|respet)\w*(?: (?:la|mi|cita|todo))*"
_HAD = r"(?:(?:ya )?(?:estaba|tenia|teniamos|tengo|habia|quede|quedamos|quedo|dije|dijimos|era)(?: (?:antes|primero|al principio))?|(?:de )?antes|anterior|original|primera?)"
_OF_BEFORE = (
    r"(?:(?:asi |tal )?(?:como|donde|a como)(?: (?:la|lo|ya|antes|me la|nos la))* (?:estaba|tenia|teniamos|era|quedo|habia quedado|habiamos quedado|quedamos|dije|dijimos)(?: antes)?"
    rf"|(?:(?:con|en|a|para) )?(?:la|el|lo|al|esa|su|mi) (?:(?:hora|horario|dia|fecha|cita|doctora?|lugar) )?(?:que )?{_HAD})"
)
""" "Como estaba", "con el de antes", "a la hora que tenía"."""
_WANTED = rf"(?: {_ASKING}(?:quiero|prefiero|quedo|quedamos|seria|sea|voy|vamos|regreso|vuelvo)(?: mejor)?)"
AS_IT_WAS = re.compile(
    rf"^{BESIDE}(?>(?:{_LEAVES}|{_WANTED}|(?! (?:(?:con|en|a|para) )?(?:la|el|lo) (?:que (?:ya )?tengo|primer[oa]?) )) {_OF_BEFORE}|{_LEAVES} (?:igual|(?:asi )?como esta|donde esta)|(?:{_LEAVES})? no (?:la|lo|me la) (?:cambi|muev)\w+)+{BESIDE} $"
)
""" "Mejor déjala como estaba", "no, me quedo con la de antes"."""
TAKES_BACK = re.compile(
    rf"^{BESIDE}(?:{_COMES}|{_NOT_CANCELLED}|(?>{_AGAIN})|,|(?: (?:me equivoque|fue (?:un )?error|fue sin querer|me arrepenti)))+{BESIDE} $"
)
""" "Perdón, sí voy", "no, no la canceles", "me la puedes agendar otra vez"."""
_STAYS = re.compile(
    rf"^{BESIDE} (?:(?:que )?(?:se )?(?:dej\w+|qued\w+)(?: (?:la|mi|cita))* (?:igual|asi|como esta|como estaba|donde esta)"
    rf"|(?:ya )?no (?:la|lo|me la) (?:cambi\w+|muev\w+))(?: como esta)?{BESIDE} $"
)
""" "Déjala igual", while another time is looked for."""
_LET_BE = re.compile(
    rf"^{BESIDE}(?<= no| ya|jor|pre|ces| ok|eno)(?: ,)* (?:que )?(?:se )?(?:dej[ae]n?l[ao]|qued[ae])(?: ya| mejor| asi)*{BESIDE} $"
)
""" "Mejor déjala", where it is asked which appointment is to be changed, or how."""
_AT_ITS_HOUR = re.compile(
    rf"^{BESIDE} (?:(?:que )?se qued[ae]|dej[ae]n?l[ao]|siempre(?: si)?)(?: (?:ya|mejor|entonces|nomas))* (?P<hour>a las? [^,?]+?)(?: como (?:esta|estaba))?{BESIDE} $"
)
""" "No, ya déjala a las 12", of one that is at twelve."""
_HOUR_WAS_WELL = re.compile(
    rf"^{BESIDE} (?:(?:a|la de|el de|lo de|la|el) )?(?:las? )?(?P<hour>[0-9]{{1,2}}(?:[:.][0-9]{{2}})?(?: y media)?|una|dos|tres|cuatro|cinco|seis|siete"
    rf"|ocho|nueve|diez|once|doce) (?:estaba|estuvo|quedaba|me quedaba)(?: (?:bien|mejor|perfecto|bueno))?{BESIDE} $"
)
""" "No no, las 11 estaba bien", where eleven was held before."""
_CHANGED = (Purpose.MOVE, Purpose.CANCEL)


def read(message: Message, context: UnderstandingContext) -> Parse | None:
    """An appointment that is left alone while it is asked about; the time that a booking had before it was changed; the
    booking of the one that was cancelled, or the move back of the one that was moved, at the time and with the doctor
    that it had. None where nothing is taken back."""
    if context.state is not State.IDLE:
        return _under_way(message, context)
    last = context.touched
    if last is None or last.ordered or message.odd:
        return None
    if last.how is Touched.CANCELLED and (TAKES_BACK.search(message.flat) or AS_IT_WAS.search(message.flat)):
        again: list[AnyIntent] = [StartBooking(when=_at(last.start, context), doctor=last.doctor)]
        if last.patient:
            again.append(ProvideCustomerData(name=last.patient, for_other=True))
        return Parse(tuple(again))
    if last.how is Touched.MADE and last.before and AS_IT_WAS.search(message.flat):
        back = RescheduleAppointment(when=_at(last.before, context), of=_at(last.start, context), doctor=last.doctor)
        return Parse((back,))
    return None


def _under_way(message: Message, context: UnderstandingContext) -> Parse | None:
    was = AS_IT_WAS.search(message.flat)
    if context.purpose in _CHANGED:
        looking = context.state is State.SLOT_SELECTION
        stays = bool(was or (looking and (_STAYS.search(message.flat) or _LET_BE.search(message.flat))))
        if context.purpose is Purpose.MOVE and not stays:
            theirs = [context.standing] if context.standing else context.visits if context.picking == 1 else ()
            stays = _at_its_hour(message, theirs, context)
        asked = context.state is State.CONFIRM and context.purpose is Purpose.CANCEL
        return Parse((Deny() if asked else CancelBooking(),)) if stays else None
    let_go = context.let_go
    if let_go is None or not (was or _at_its_hour(message, [let_go], context)):
        return None
    return Parse((CheckAvailability(when=_at(let_go, context), doctor=context.let_go_with),))


def _at_its_hour(message: Message, starts: Sequence[dt.datetime], context: UnderstandingContext) -> bool:
    """Whether it is to stay at the hour that one of these has, and none on another day is proposed."""
    said, zone = _AT_ITS_HOUR.search(message.flat) or _HOUR_WAS_WELL.search(message.flat), context.now.tzinfo
    if said is None or message.asks:
        return False
    local = [start.astimezone(zone) for start in starts]
    if context.proposed is not None:
        local = [start for start in local if start.date() == context.proposed.astimezone(zone).date()]
    hours = context.hours
    hour = said["hour"] if said["hour"].startswith("a la") else f"a las {said['hour']}"
    read = read_spans(hour, context.now, hours=hours)
    whens = [when for when in (read.reading.when, *read.reading.candidates) if when and when.exact]
    return not read.leftover.strip() and any(when.time_from == start.time() for when in whens for start in local)


def _at(start: dt.datetime, context: UnderstandingContext) -> Reading:
    local = start.astimezone(context.now.tzinfo)
    day = local.date()
    return Reading(when=When(date_from=day, date_to=day, time_from=local.time().replace(tzinfo=None), exact=True))
