"""An absence and its offer in two sentences are one order: "No voy el viernes. Ofréceles otro horario"."""

from __future__ import annotations

import re

from nlu.message import plain
from nlu.staff_acts import NOT_THERE, OFFERS

_PAUSE = re.compile(r"\s*(?:[.;!\n]+)\s*(?:y\s+|por\s+favor\s*,?\s*|porfa\s*,?\s*)?", re.IGNORECASE)
_CLAUSE = re.compile(r"\s*[,.;!\n]+\s*(?:y\s+)?(?:por\s+favor\s*,?\s*|porfa\s*,?\s*)?", re.IGNORECASE)
_ABSENT = re.compile(rf"\b(?:{NOT_THERE})\b")
_TOLD = r"(?:(?:avis|dil|dig|inform|notific)\w+ y (?:que )?)?"
_THEM = r"(?:muev|mov|reagend|reprogram|reacomod|cambi)\w*(?:los|las|les)(?: (?:de|a|para) (?:otr[oa] )?(?:dia|fecha|horario|hora))?"
_ONLY_OFFERS = re.compile(
    rf"{_TOLD}(?:{OFFERS.pattern}|{_THEM})(?: a (?:mis|los|sus|las) (?:pacientes|citas))?(?: por favor| porfa| gracias)*"
)
_TELLS = re.compile(
    r"(?:(?:que )?(?:les )?(?:avis|inform|notific)\w+|dil\w+|digan\w*)(?: por favor| porfa)?"
    r"(?: a (?:mis|los|sus|las|tod[oa]s|tod[oa]s (?:mis|los|sus|las))(?: (?:pacientes|citas))?)?(?: por favor| porfa| gracias)*"
)
""" "Avísales a mis pacientes", of an absence: they are told of it and offered another time."""
_SAID = "ofréceles otro horario"


def put_together(text: str) -> str:
    """The text, where it is an absence, a pause and an offer to those who have appointments then, or that they
    are told; else as it is."""
    clauses = _CLAUSE.split(text.strip().rstrip(".! "))
    told = len(clauses) == 2 and "?" not in text and _TELLS.fullmatch(" ".join(plain(clauses[1]).split()))
    if told and _ABSENT.search(plain(clauses[0])):
        return f"{clauses[0]}, {_SAID}"
    parts = _PAUSE.split(text.strip(), maxsplit=1)
    if len(parts) != 2 or "?" in text or not _ABSENT.search(plain(parts[0])):
        return text
    offers = " ".join(re.sub(r"[^\w\s]", " ", plain(parts[1])).split())
    return f"{parts[0]}, {_SAID}" if _ONLY_OFFERS.fullmatch(offers) else text
