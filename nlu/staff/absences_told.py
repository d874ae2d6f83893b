"""That a doctor will not be there, told in several sentences: why, and that those who have appointments then are told."""

from __future__ import annotations

import re

from nlu.staff.staff_act_words import NOT_THERE, OFFERS
from nlu.words.message import plain

_PAUSE = re.compile(r"\s*(?:[.;!\n]+)\s*(?:y\s+|por\s+favor\s*,?\s*|porfa\s*,?\s*)?", re.IGNORECASE)
_ABSENT = re.compile(rf"\b(?:{NOT_THERE})\b")
_TOLD = r"(?:(?:avis|dil|dig|inform|notific)\w+ y (?:que )?)?"
_THEM = r"(?:muev|mov|reagend|reprogram|reacomod|cambi)\w*(?:los|las|les)(?: (?:de|a|para) (?:otr[oa] )?(?:dia|fecha|horario|hora))?"
_ONLY_OFFERS = re.compile(
    rf"{_TOLD}(?:{OFFERS.pattern}|{_THEM})(?: a (?:mis|los|sus|las) (?:pacientes|citas))?(?: por favor| porfa| gracias)*"
)
_CLAUSE = re.compile(r"\s*[,.;!\n]+\s*(?:y\s+)?(?:por\s+favor\s*,?\s*|porfa\s*,?\s*)?", re.IGNORECASE)
_TELLS = re.compile(
    r"(?:(?:que )?les (?:avis|inform|notific)\w+|(?:avis|inform|notific)\w+les|diles|digan?les|(?:avis|inform|notific)\w+(?= a (?!la |el )))(?: por favor| porfa)?"
    r"(?: a (?:mis|los|sus|las|tod[oa]s|tod[oa]s (?:mis|los|sus|las))(?: (?:pacientes|citas))?)?(?: por favor| porfa| gracias)*"
)
""" "Avísales a mis pacientes", of an absence: they are told of it and offered another time."""
_SAID = "ofréceles otro horario"


_ILL = re.compile(
    r"\b(?P<absent>no\s+(?:llego|voy\s+a\s+llegar|alcanzo))?(?:\s*,\s*|\s+)(?:porque\s+|es\s+que\s+)?(?:estoy|ando|amanec[ií]|me\s+siento|me\s+puse)\s+(?:muy\s+|bien\s+)?"
    r"(?:enferm[oa]|mal[oa]?|resfriad[oa])\b",
    re.IGNORECASE,
)
""" "Hoy no llego, estoy enfermo": who works here does not come; of a patient's it is told that they did not."""


def put_together(text: str) -> str:
    """The text, where it is an absence, a pause and an offer to those who have appointments then, or that they
    are told; else as it is, but for an illness that only says why."""
    ill = _ILL.search(text)
    if ill and ill["absent"]:
        text = f"{text[: ill.start()]}no voy a ir{text[ill.end() :]}"
    clauses = _CLAUSE.split(text.strip().rstrip(".! "))
    if len(clauses) == 2 and "?" not in text and _ABSENT.search(plain(clauses[0])):
        then = " ".join(plain(clauses[1]).split())
        if _TELLS.fullmatch(then) or _ONLY_OFFERS.fullmatch(then):
            return f"{clauses[0]}, {_SAID}"
    parts = _PAUSE.split(text.strip(), maxsplit=1)
    if len(parts) != 2 or "?" in text or not _ABSENT.search(plain(parts[0])):
        return text
    offers = " ".join(re.sub(r"[^\w\s]", " ", plain(parts[1])).split())
    return f"{parts[0]}, {_SAID}" if _ONLY_OFFERS.fullmatch(offers) else text
