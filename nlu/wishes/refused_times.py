"""What will not do, in other words than "pero que no sea el lunes" and "con Salas no": "siempre y cuando no sea muy tarde", "no
conviene que sea lunes", "que no me la pongan en la tarde", "el jueves ni loca", "si es con Salas mejor no me agende". They are
read as those; that all the rest will do says nothing more."""

from __future__ import annotations

from booking.models import Role, State, UnderstandingContext
from nlu.when.words import DAY_NAMES
from nlu.wishes.booked_for_them import is_of_a_new_one
from nlu.words.message import Message
from nlu.words.read_as import Rule, pattern, read_as

_IS = r"(?:sea|fuera|caiga|cayera|quede|quedara|toque|tocara|este)"
_ON_CONDITION = r"(?:con tal (?:de )?que|siempre y cuando|siempre que|mientras(?: que)?|a condicion de que|con la condicion de que|bajo la condicion de que)"
_PUT = r"(?:pong|d|agend|apunt|anot|program|coloqu|acomod)[a-z]{1,3}"
_ITS = r"(?:la (?:cita|consulta)|mi (?:cita|consulta)|eso)"
_ALL_WELL = r"(?:(?:me |nos )?dan? (?:igual|lo mismo)|(?:todos |todas )?si(?: puedo| podemos)?|estan? bien|cualquiera(?: esta bien)?|como sea|no hay problema|no importan?|lo que sea|el que sea|la que sea|(?:me )?(?:quedan|acomodan|sirven)(?: bien)?)"
_DOCTOR = r"(?:(?:el |la )?(?:doctora?|dra?) )?(?!quien|cual|el |la )[^ ,?]+"
_MAD = r"(?:loc[oa]|de loc[oa]|de (?:chiste|broma|relajo)|en suenos|pensarlo|muert[oa]|pagad[oa]|a rastras|amarrad[oa])"

_REFUSED: tuple[Rule, ...] = (
    (pattern(r"nombre(?: ,)?(?= (?:el|los|este|ese|esas?|en) (?:[^ ,?]+ ){1,3}ni )"), ""),
    (pattern(rf"no {_IS} (?:ni )?hoy ni(?= manana )"), "no sea hoy y que no sea"),
    (pattern(rf"(?:, )?{_ON_CONDITION}(?= (?:no )?{_IS} )"), ", que"),
    (pattern(rf"(?:, )?sin que(?= {_IS} )"), ", que no"),
    (pattern(rf"(?P<when>(?:(?:el|los|este) )?(?:{DAY_NAMES}|mananas?|tardes?|dia [0-9]+|[0-9]+)) ni {_MAD}(?: (?:ja|je)\w*)*(?: ,)*"), "{when} no puedo,"),
    (pattern(rf"(?:,|y) (?:ya )?(?:(?:los|las) (?:demas|otros|otras)(?: (?:dias|horas|horarios))?|el resto(?: de (?:la semana|los dias))?) {_ALL_WELL}(?= [,?]| $)"), ","),
    (pattern(r"(?:la|lo) que sea(?= (?:en|por) la (?:manana|tarde) )"), ""),
    (pattern(r"(?P<when>(?:en|por) la (?:manana|tarde)) (?:la|lo|el) que sea"), "{when}"),
)  # fmt: skip
_NEW: tuple[Rule, ...] = (
    (pattern(rf"(?:no (?:me |nos )?(?:conviene|gustaria|quiero|quisiera|queremos|queda|late)|prefiero que no|preferiria que no) (?:que )?(?:{_ITS} )?{_IS}"), "quiero cita que no sea"),
    (pattern(rf"que {_ITS} no (?:(?:se|me|nos|la) )*(?:{_PUT}|{_IS})"), "quiero cita que no sea"),
    (pattern(rf"que no (?:(?:se|me|nos) )*(?:la )?{_PUT}(?= (?:en|por|el|los|temprano|tarde) )"), "quiero cita que no sea"),
    (pattern(rf"si es con (?P<who>{_DOCTOR}) (?:, )?(?:mejor |entonces )?(?:ya )?(?:no me {_PUT}|no quiero(?: nada)?|no voy|paso|ni me {_PUT}|olvid\w+)"), "quiero cita, si es con {who} no"),
)  # fmt: skip
_WORDS = frozenset(
    "paso quiero apunte olvidelo tal siempre mientras condicion sin ni demas otros otras resto sea fuera caiga ponga pongan den agende agenden apunten programen toque quede".split()
)


def as_refusals(text: str, context: UnderstandingContext) -> str:
    """A patient's text with such words in the words that are known; as it is where it has none."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or _WORDS.isdisjoint(message.words):
        return text
    new = context.state is State.IDLE and context.made is None and not context.visits and is_of_a_new_one(message)
    return read_as(text, (*_REFUSED, *_NEW) if new else _REFUSED)
