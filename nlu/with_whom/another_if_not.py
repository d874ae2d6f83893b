"""A doctor, and another one if that one has no time: "con la doctora Ríos, y si no se puede con Salas". The first is looked
for; whoever else has times is offered where that one has none, so that the second is never looked for in its place."""

from __future__ import annotations

import re

from booking.models import Role, UnderstandingContext
from nlu.wishes.second_choice import CONDITION, IF, NONE_THERE, THEN
from nlu.words.message import Message, plain

_LEADS = r"(?: (?:,|y|o|pero|aunque|de preferencia))*"
_NEEDED = frozenset("si que falta defecto perdis perdida plan no faltando".split())
_NONE = (
    r"no(?: (?:se|me|le))*(?: (?:hay|ha[yb]\w*|tien\w+|tuv\w+|teng\w+|pued\w+|pud\w+|est[ae]\w*|est[ae]n|atiend\w+|vien\w+|trabaj\w+|alcanz\w*|queda\w*))?"
    r"(?: (?:lugar|citas?|espacio|horarios?|nada|con (?:ella|el)|ella|el|disponible|libre|ese dia|entonces|pues|ya|,))*"
)
_ANYONE = r"(?:quien sea|cualquiera|cualquier (?:otr[oa] )?(?:doctora?|medic[oa])|otr[oa](?: (?:doctora?|medic[oa]))?|(?:el|la) que (?:sea|haya|este|tenga)|quien (?:este|haya|tenga|pueda)|alguien mas)"
_SHE = r"(?:(?:el|ella|la doctora|el doctor) )?"
_ASKED = r"no (?:hay|tiene|esta|se puede) \?(?= (?:, )*entonces )"
""" "¿No hay?, entonces con Salas"."""
_WHO = r"(?:(?:el|la) )?(?:(?:dra?|doctora?|medic[oa]) )?"


def first_of_them(text: str, context: UnderstandingContext) -> str:
    """A patient's text without whom it names only for the case that another one, who is named before, has no time."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or _NEEDED.isdisjoint(message.words):
        return text
    words = {word for name in context.doctors for word in plain(name).replace(".", " ").split() if len(word) > 3}
    if not words:
        return text
    name = rf"(?:{'|'.join(sorted(map(re.escape, words)))})(?: (?:{'|'.join(sorted(map(re.escape, words)))}))?"
    other = rf"(?:{_ANYONE}|{_WHO}{name}|la otra|el otro)"
    beside = re.search(
        rf"{_LEADS} (?:si (?:(?:el|ella|la doctora|el doctor)(?: {name})? )?{_NONE}|{IF} {_SHE}(?:{NONE_THERE})|{CONDITION}|{_ASKED})"
        rf"(?: {THEN}){{0,5}} (?:con {other}|otr[oa] (?:doctora?|medic[oa]))(?= )",
        message.flat,
    )
    if beside and re.search(rf" {name}(?= )", message.flat[: beside.start() + 1]):
        place = message.between(beside.start() + 1, beside.end())
        begin, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
        return f"{text[:begin].rstrip(' ,')} {text[end:].lstrip(' ,')}".strip()
    alone = re.match(
        rf"^(?: (?:,|y|oiga|oye|pues|bueno))* si (?P<who>{_WHO}{name}) {_NONE}(?P<when>(?: [^ ,?]+){{0,4}}?)(?: (?:,|entonces|pues))* con {other}(?: (?:,|por favor|porfa|gracias))* $",
        message.flat,
    )
    if alone is None:
        return text
    said = []
    for part in ("who", "when"):
        if alone[part].strip():
            place = message.between(alone.start(part) + (alone[part][0] == " "), alone.end(part))
            said.append(text[message.tokens[place.start].start : message.tokens[place.stop - 1].end])
    return f"con {' '.join(said)}"
