"""What was just said, put right by who said it, where a booking is under way: "corrección: 3 de diciembre, no 2", "¿dije lunes?
quise decir martes", "si puse las 6 me equivoqué, quería a las 4", "no es el 2 sino el 4", "no era con Méndez, era con Salas". It is
read as what is right alone, and only where that is a time or a doctor and nothing else."""

from __future__ import annotations

import re

from booking.models import Role, State, UnderstandingContext
from nlu.when import read_spans
from nlu.with_whom.doctors import wanted
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, MOVING

_OPENS = r"(?: (?:,|ay|uy|no|oiga|oye|perdon|perdone|perdoneme|disculpe|disculpa|es que|ah|mire|mira|hijole|senorita|senora|doctora|le fallo|se equivoco)){0,5}"
_THING = r"(?: (?:en|de|con|mi|el|la|un|dia|hora|fecha|horario|doctora?|mes|semana|dato|mensaje)){0,5}"
_SLIP = (
    rf"(?:correccion|corrijo|rectifico|fe de erratas|aclaro|(?:me|nos) (?:equivo(?:que|camos)|confundi|hice bolas|revolvi|exprese mal|explique mal){_THING}|(?:se me fue|fue) (?:el dedo|la onda|un error)"
    rf"|(?:(?:les?|te|lo|la|los) )?(?:puse|dije|escribi|di|mande|anote|pedi|elegi|escogi) mal{_THING}|(?:el )?(?:auto)?corrector(?: \w+)?|hubo un error|(?:hay|fue) un error(?: mio)?|error mio|estuvo mal)"
)
_SAID = r"(?:dije|puse|escribi|pedi|mande|anote|habia dicho|habia puesto|teclee)"
_MEANT = r"(?:(?:(?:lo )?que (?:yo )?)?(?:quise|queria|quiero|quisiera) (?:decir|poner|pedir|escribir)|queria|quiero|es|era|eran|son|seria|debe ser|tiene que ser|va a ser|iba a ser|debia decir)"
_IT_IS = rf"(?: (?:,|que|pero|sino|y|\?|{_MEANT}|mas bien|la correcta es|lo correcto es)){{0,5}}"
_TO = r"(?P<right>(?: [^ ,?]+){1,9}?)"
_FROM = r"(?: [^ ,?]+){1,7}?"
_THEN = r"(?: (?:,|por favor|porfa|gracias|perdon|disculpe|entonces|en realidad)){0,5} $"
_NOT_THAT = rf"(?:(?: ,){{0,3}}(?: (?:y|que))? no(?: (?:es|era|con|para))*{_FROM})?"
_PUT_RIGHT = (
    re.compile(rf"^{_OPENS} {_SLIP}{_IT_IS}{_TO}{_NOT_THAT}{_THEN}"),
    re.compile(rf"^{_OPENS}(?: \?)?(?: si)?(?: yo)? {_SAID}(?: que)?{_FROM}(?: (?:,|\?|pero|y|no|{_SLIP})){{1,5}} (?:{_MEANT})(?: que)?(?: es)?{_TO}{_NOT_THAT}{_THEN}"),
    re.compile(rf"^{_OPENS} (?:(?:yo )?no|nunca) (?:es|era|eran|son|quise decir|{_SAID}){_FROM}(?: ,){{0,3}} (?:sino|(?:(?:que|si|mas bien|yo) )*{_MEANT})(?: que)?{_TO}{_THEN}"),
    re.compile(rf"^{_OPENS}(?: yo)?(?: (?:le|les|te))? {_SAID}(?: que)?(?: (?:para )?el)?{_TO}(?: ,){{0,3}} no{_FROM}{_THEN}"),
    re.compile(rf"^{_OPENS}{_TO} (?:es|era),?(?: ,){{0,3}} no{_FROM}{_THEN}"),
)  # fmt: skip
_MAY = frozenset("no era es equivoque confundi mal correccion corrijo rectifico aclaro quise error dije puse escribi bolas erratas dedo corrector autocorrector".split())  # fmt: skip
_RATHER_ENDED = re.compile(
    rf"^{_OPENS}(?: (?:lo que (?:quise|queria|quiero) decir es|me (?:exprese|explique) mal|correccion|,|que|pues|yo|ya)){{0,5}}"
    rf"(?: no (?:quiero|queria|es|era|queremos|la quiero|quise decir)(?: (?:que|me|la|lo)){{0,3}} (?:{MOVING}|reagend|pas)\w*(?: (?:la|mi) cita)?)?"
    rf"(?: (?:,|sino|que|quiero|queria|es|era|quisiera|la|lo|mejor|yo|pero)){{0,5}} (?P<ends>(?:{ENDING})\w*)(?: (?:la|mi) cita)?(?:(?: ,){{0,3}} no (?:{MOVING}|pas)\w*(?: (?:la|mi) cita)?)?{_THEN}"
)
""" "Ya no quiero mover la cita sino cancelarla"."""
_ONE_THERE_IS = re.compile(rf" (?:{MOVING})\w*(?= )")
_DENIES_THE_MOVE = re.compile(
    rf" (?:no (?:[^ ]+ ){{0,3}}(?:{MOVING})\w*|lo que (?:quise|queria|quiero) decir|(?:exprese|explique) mal)(?= )"
)


def put_right(text: str, context: UnderstandingContext) -> str:
    """The text as what is right; as it is where nothing is put right."""
    if context.role is not Role.PATIENT or context.state is State.IDLE or context.asked is not None:
        return text
    message = Message.of(text)
    if len(message.words) > 30 or not (_MAY & {*message.words}) or message.odd:
        return text
    ended = _RATHER_ENDED.match(message.flat)
    if ended and _DENIES_THE_MOVE.search(message.flat) and not message.asks:
        return "quiero cancelar"
    if context.state is State.CUSTOMER_DATA:
        return text
    for one in _PUT_RIGHT:
        if (found := one.match(message.flat)) and (
            place := message.between(found.start("right") + 1, found.end("right"))
        ):
            right = message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]
            if _is_one_thing(right, context):
                return f"mejor {right}"
    return text


def _is_one_thing(right: str, context: UnderstandingContext) -> bool:
    """Whether it is a time, or a doctor, and nothing else."""
    said = read_spans(right, context.now)
    if said.spans:
        return not said.leftover and not said.unread and not said.refused
    message = Message.of(right)
    doctor = wanted(message, context.doctors)
    return doctor is not None and doctor.name is not None and {*range(len(message.tokens))} - {*doctor.tokens} <= {0}
