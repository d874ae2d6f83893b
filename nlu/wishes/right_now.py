""" "Para ahorita", "¿me pueden ver al rato?", "no voy a ir al ratito": today, where an appointment is wished for or one that
there is is spoken of. "Ahorita le digo" is no time; "oi", which may be "oye", is that day behind what is wished for."""

from __future__ import annotations

import re

from booking.models import Role, UnderstandingContext
from nlu.words.message import Message
from nlu.words.read_as import Rule, pattern, read_as
from nlu.words.word_sets import word_set

_NOW = r"(?:(?:ahorita|orita|ahoritita)(?: mismo)?|(?:mas )?al (?:rato|ratito))"
_LATER = r"(?:de |para |pa )?(?:mas )?al (?:rato|ratito)"
_ENDS = r"(?= (?:,|\?|por|porque|pero|es que|ya que|y|se|amanec\w+)| $)"
_SEES = r"(?:ve[ar]?|vean|ven|atiend[ae]n?|atender|recib[ae]n?|recibir|revis[ae]n?|revisar|cheque[n]?|checar|pasar|ir)"
_HAS = r"(?:hay|habra|tienen?|tendran?)(?: (?:algun|algo de|un|una|de casualidad))?"
_PLACE = r"(?:lugar(?:cito)?|espacio|citas?|campo|campito|chance|hueco)"
_RULES: tuple[Rule, ...] = (
    (pattern(rf"(?:para|pa) {_NOW}(?= (?:,|\?|por|porfa|si|con|urge|es|y)| $)"), "para hoy"),
    (pattern(rf"(?P<sees>(?:me|nos|l[aoe]s?) (?:pued\w+ |podr\w+ )?{_SEES}) {_NOW}(?= (?:,|\?|por|porfa|con)| $)"), "{sees} hoy"),
    (pattern(rf"(?P<sees>(?:pued\w+|podr\w+) (?:ver|atender|revisar|checar|recibir|valorar)(?:me|nos|lo|la|le)) {_NOW}(?= (?:,|\?|por|porfa|con)| $)"), "{sees} hoy"),
    (pattern(rf"(?P<has>{_HAS} {_PLACE}) (?:para )?{_NOW}(?= (?:,|\?|por|porfa|con)| $)"), "{has} hoy"),
    (pattern(rf"(?P<has>{_HAS}) {_NOW} (?P<place>{_PLACE})"), "{has} {place} hoy"),
    (pattern(rf"(?P<comes>no (?:(?:voy|vamos|va) a |pued[oe] |podemos |podr\w+ |alcanz\w+ a )?(?:poder )?(?:ir|venir|llegar|asistir|presentarme)) {_LATER}{_ENDS}"), "{comes} hoy"),
    (pattern(rf"(?P<one>(?:la|mi|una|cita|consulta|turno|lugar|espacio)) {_LATER}(?= (?:,|\?|por|porfa|con|si|y|para|que)| $)"), "{one} de hoy"),
    (pattern(rf"{_LATER} (?P<comes>(?:ya )?no (?:(?:voy|vamos|va) a |pued[oe] |podemos |podr\w+ )(?:poder )?(?:ir|venir|llegar|asistir))"), "hoy {comes}"),
)  # fmt: skip
_MISSPELT = re.compile(r"\b(?:oi|oy|hoi)\b", re.IGNORECASE)
_TODAY: Rule = (pattern(r"(?P<of>(?:para|pa|de|lugar(?:cito)?|espacio|citas?|campo|chance|cancel[ae]n?|desocup[ae]n?)) oye(?! (?:me|te|le|como|si) )"), "{of} hoy")  # fmt: skip
"""As which its spelling is read elsewhere."""
_MAY = word_set("ahorita orita ahoritita rato ratito oye")


def as_today(text: str, context: UnderstandingContext) -> str:
    """A patient's text with such words as the day that they mean; as it is where it has none."""
    if context.role is not Role.PATIENT or _MAY.isdisjoint(Message.of(text).words):
        return text
    return read_as(text, (*_RULES, _TODAY) if _MISSPELT.search(text) else _RULES)
