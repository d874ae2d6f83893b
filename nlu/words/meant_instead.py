"""A time that was not meant, with the one that was: "dije jueves pero quise decir viernes", "¿cómo que a las 5? yo dije a las
6". It is read as the second alone: the first is never what is wished for."""

from __future__ import annotations

import re

from nlu.when.words import DAY_NAMES
from nlu.words.message import Message

_TIME = (
    rf"(?:(?:el|para el|al) )?(?:(?:{DAY_NAMES})(?: [0-9]{{1,2}})?|manana|hoy|[0-9]{{1,2}}(?: de [a-z]+)?)"
    r"|(?:(?:a|para) )?(?:las?|el) [^ ,?]+(?: y media)?"
)
_SAID = r"(?:dije|puse|escribi|pedi|queria|quise decir|quiero decir|queria decir|habia dicho|dijimos)"
_NOT_MEANT = re.compile(
    rf" (?:(?:yo )?(?:iba|ibamos) a (?:decir|pedir|poner|escoger|agarrar)(?: que)? (?:{_TIME})(?: (?:,|pero|y|mejor|no))* (?:pero|mejor)"
    rf"|(?:(?:pero|y|si|,) )*(?:quit|cambi|borr)(?:e|a|en)(?:me|l[ae]s?|mel[ao]|l[ao])?(?: la hora)?(?: de)? (?:{_TIME})(?: (?:,|y))* (?:pon|pong|dej|agend)\w*"
    rf"|como que (?:{_TIME})(?: (?:,|\?|si|pero))*(?: yo)? {_SAID}(?: que)?"
    rf"|(?<=^ )(?:(?:,|ay|pero|no|oiga|oye|perdon) )*(?:{_TIME})(?: \?)+(?: (?:,|si|pero))* yo {_SAID}(?: que)?"
    rf"|(?<=^ )(?:(?:,|ay|pero|oiga|oye|perdon) )*(?:{_TIME}) no(?: ,)* (?:pero )?yo {_SAID}(?: que)?"
    rf"|(?:yo )?(?:no|nunca) (?:dije|puse|pedi|escribi) (?:{_TIME})(?: (?:,|sino|pero|yo))* {_SAID}"
    rf"|(?:yo )?(?:dije|puse|escribi) (?:{_TIME})(?: (?:,|pero|y))* (?:quise|queria|quiero) decir)(?= (?:{_TIME})(?: |$))"
)


def as_meant(text: str) -> str:
    """The text with "mejor" in place of a time that was not meant."""
    message = Message.of(text)
    if (found := _NOT_MEANT.search(message.flat)) is None:
        return text
    place = message.between(found.start() + 1, found.end())
    start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
    return f"{message.text[:start]}mejor{message.text[end:]}"
