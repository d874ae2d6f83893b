"""What takes back that an agenda was blocked, closed or freed a moment ago: "quítalo", "mejor no lo bloquees", "siempre sí
voy". It only asks: what comes of it waits for its yes. And what would take back something that nobody knows of."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Reading, UseTool
from booking.models import Asked, Role, State, Touched, UnderstandingContext
from booking.models.told_stretches import stretches_in_words
from nlu.staff import filling
from nlu.staff.staff_acts import AGENDA, DAY
from nlu.when import read as read_time
from nlu.when import read_spans
from nlu.words.message import Message, plain

_BESIDE = (
    r"(?: (?:ay|ah|oh|uy|oye|oiga|no|si|perdon|perdona|perdone|disculp\w+|sorry|ups|espera\w*|mejor|siempre|pues|ya|pero|y|que|es que|fijate"
    r"|por favor|porfa|gracias|entonces|bueno|ok|me (?:equivoque|confundi)(?: de (?:dia|fecha|hora|doctora?))?|fue (?:un |mi )?error|fue sin querer"
    r"|cambie de opinion|lo pense mejor|me arrepenti|se cancelo(?: (?:el|la|mi) \w+)?|ya no hace falta|(?:siempre|ya) no (?:sale|salgo|va|voy|hay|viaja|viajo|tiene|tengo)(?: (?:a|al|de|el|la|un|una|mi|su|congreso|junta|viaje|curso|cirugia|compromiso|evento))*|ya no (?:lo )?(?:ocupo|necesito)|eso|todo|otra vez|de nuevo|,|\?))*"
)
_IT = r"(?:lo|los)"
_WHAT = r"(?:(?:el|los|ese|este|esos|mi|la|esa|esta|lo) )?(?:bloqueos?|ausencias?|cierres?|eso|esto|rato|ratos|que (?:acabas de|te pedi)(?: (?:hacer|bloquear))?|ultimo)"
_OFF = r"(?:quit|borr|elimin|cancel|anul|levant|revert|reviert|remuev|desha[cgz]|desbloqu|liber|retir)"
_BLOCKS = r"(?:bloqu|cierr|cerr|apart)"
_UNBLOCKS = (
    rf"(?: {_OFF}\w*{_IT}(?: bloqueos?)?| (?:me )?{_IT} (?:puedes |podrias )?{_OFF}\w*| {_OFF}\w* {_WHAT}| (?:puedes |podrias |quiero |hay que ){_OFF}\w*{_IT}"
    rf"| (?:ya |siempre |mejor )*no (?:me )?(?:{_IT} |la )?(?:vayas a |quiero |hay que )?{_BLOCKS}\w*(?: (?:nada|la agenda|mi agenda|eso))?"
    r"| (?:dej\w*|regres\w*|pon\w*|vuelv\w*)(?: (?:lo|la|los|mi agenda|la agenda))* (?:como (?:estaba|antes)|libres?|abiert[oa]s?|disponibles?)"
    r"| (?:reabr|abr|habilit)\w*(?: (?:la|mi) agenda)?"
    r"| (?:siempre )?si (?:voy|vengo|trabajo|atiendo|doy consulta|estoy|estare|voy a (?:estar|venir|trabajar|atender|dar consulta)|puedo|viene|va|trabaja|atiende|abrimos|vamos a abrir|trabajamos)"
    r"| (?:me equivoque|fue (?:un |mi )?error|fue sin querer|me arrepenti))+"
)
_BLOCKS_AGAIN = (
    rf"(?: (?:vuelv\w+ a |si )?{_BLOCKS}\w*(?: eso)?| (?:si )?(?:dej\w*|pon\w*|vuelv\w*)(?: (?:lo|los|la))* (?:como estaba|bloquead[oa]s?|cerrad[oa]s?)"
    r"| (?:siempre |mejor )*no (?:voy|vengo|trabajo|atiendo|doy consulta|puedo|abrimos|trabajamos|viene|va)| no (?:lo (?:liber|desbloqu|abr)|liber|desbloqu|abr(?!imos ))\w+"
    r"| (?:me equivoque|fue (?:un |mi )?error|fue sin querer|me arrepenti))+"
)
_TAKES_BACK = {
    Touched.BLOCKED: re.compile(rf"^{_BESIDE}{_UNBLOCKS}{_BESIDE} $"),
    Touched.FREED: re.compile(rf"^{_BESIDE}{_BLOCKS_AGAIN}{_BESIDE} $"),
}
_PUTS_RIGHT = re.compile(
    r"\W*(?:(?:no|perdon|perdona|ay|ups|oye|oiga|disculpa|sorry)\W+)*(?:no|perdon|mejor|era|eran|digo|corrijo|me (?:equivoque|confundi)|quise decir)\b[^?¿]*$"
)
_OF_NOTHING_KNOWN = re.compile(
    rf"^{_BESIDE} (?:{_OFF}\w*(?:l[oa]s?)|(?:ya |siempre |mejor )*no l[oa]s? {_BLOCKS}\w*|{_OFF}\w* (?:eso|esto)){_BESIDE} $"
)


def read(text: str, context: UnderstandingContext) -> UseTool | None:
    """The order that frees what was blocked, or blocks what was freed; also while those in its way are to be offered
    another time."""
    last = context.agenda
    if last is None or context.role is Role.PATIENT:
        return None
    if context.asked is not None and (context.asked.tool != DAY or context.asked.field):
        return None
    if not _TAKES_BACK[last.how].search(Message.of(text).flat):
        return None
    return _opposite(context, frees=last.how is Touched.BLOCKED)


def put_right(text: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "No, era de 10 a 11", "no, era a Salas": what was blocked is freed first, and then that is blocked."""
    last = context.agenda
    whose = last.doctor if last else None
    if last is None or whose is None or context.role is Role.PATIENT or context.state is not State.IDLE:
        return ()
    if last.how is not Touched.BLOCKED or len(last.stretches) > 1 or not _PUTS_RIGHT.match(plain(text)):
        return ()
    said = filling.filled(text, Asked(tool=AGENDA), context)
    given = dict(said.arguments) if said else {}
    if not given or given.keys() - {"cuando", "doctor"} or (frees := _opposite(context, frees=True)) is None:
        return ()
    if when := given.get("cuando"):
        wish = read_time(when, context.now, direction=None).when
        day, _, hours = stretches_in_words(last.stretches, context.now).partition(" ")
        if wish is None or (wish.date_from is None and day == "del"):
            return ()
        if wish.date_from is None:
            given["cuando"] = f"{day} {when}"
        elif not (wish.time_from or wish.time_to) and day != "del":
            given["cuando"] = f"{when} {hours}".strip()
    anew = {"cuando": stretches_in_words(last.stretches, context.now), "doctor": whose, **given}
    if context.role is Role.DOCTOR:
        del anew["doctor"]
    return (frees, UseTool(tool=AGENDA, arguments=tuple(anew.items())))


_JUST_NOW = dt.timedelta(minutes=10)
_TOO = re.compile(
    r"\W*(?:(?:ah|oye|oiga|perdon)\W+)*(?:y\W+)?(?:(?:tambien|tampoco|igual)\W+)?(?P<when>[^,;?¿]{3,60}?)(?:\W+(?:tampoco|tambien|igual(?:mente)?)(?: (?:no )?(?:voy|va|viene|vengo|trabaja|trabajo|hay|abrimos))?)?(?:\W+(?:por favor|porfa))?\W*"
)


def one_more(text: str, context: UnderstandingContext) -> tuple[UseTool, ...]:
    """ "Y el miércoles tampoco", after an agenda was blocked: that too, and then what was asked about."""
    last, bare = context.agenda, plain(text)
    if last is None or last.how is not Touched.BLOCKED or context.role is Role.PATIENT:
        return ()
    if context.now - last.at > _JUST_NOW or "?" in text or "¿" in text:
        return ()
    if context.asked is not None and (context.asked.tool != DAY or context.asked.field):
        return ()
    said = _TOO.fullmatch(bare)
    if said is None or not re.search(r"\b(?:tampoco|tambien|igual(?:mente)?)\b", bare):
        return ()
    when = text[slice(*said.span("when"))]
    spans = read_spans(when, context.now, direction=None)
    if spans.refused or spans.reading == Reading() or not _ONLY_TIME.fullmatch(_beside(plain(when), spans.spans)):
        return ()
    whose = (("clinica", "si"),) if last.doctor is None else (("doctor", last.doctor),)
    given = (("cuando", when), *(() if context.role is Role.DOCTOR else whose))
    again = (UseTool(tool=DAY, arguments=context.order_said),) if context.asked else ()
    return (UseTool(tool=AGENDA, arguments=given), *again)


_ONLY_TIME = re.compile(r"(?:\s|\b(?:el|la|los|en|por|de|del|y|todo|toda|dia|no|va|voy|viene|vengo)\b)*")


def _beside(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _opposite(context: UnderstandingContext, *, frees: bool) -> UseTool | None:
    last = context.agenda
    if last is None or not (when := stretches_in_words(last.stretches, context.now)):
        return None
    said = [("cuando", when)]
    if last.doctor is None:
        said.append(("clinica", "si"))
    elif context.role is not Role.DOCTOR:
        said.append(("doctor", last.doctor))
    return UseTool(tool=AGENDA, arguments=(*said, ("disponible", "si")) if frees else tuple(said))


def of_nothing_known(text: str) -> bool:
    """Whether something is to be taken away that stands in no message before."""
    return _OF_NOTHING_KNOWN.search(Message.of(text).flat) is not None
