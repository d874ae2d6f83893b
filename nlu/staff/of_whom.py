"""Of whom a message of one who works here speaks: of themselves, of somebody who is named, or of several."""

from __future__ import annotations

import re

from nlu.naming import names
from nlu.words.message import plain
from nlu.words.verb_forms import BOOKING, ENDING, MOVING
from nlu.words.word_sets import word_set

_CHANGES = re.compile(rf"\b(?:{ENDING}|{MOVING})\w*")
_MAKES = re.compile(rf"\b(?:{BOOKING})\w*")

_OWN = re.compile(r"\b(?:mis?|nuestras?) (?:\w+ )?(?:citas?|consultas?)\b|\b(?:la|las) mias?\b")
_OTHERS = re.compile(r"\b(?:citas|consultas|pacientes)\b|\b(?:su|sus) citas?\b|\b(?:la|el|las|los)(?: citas?)? del?\b")

_DOCTOR = re.compile(r"\b(?:dra?\.?|doctora?)\s+[^\W\d_]+(?:\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+)?", re.IGNORECASE)
_TO = re.compile(r"\b(?:a|de|para)\s+(?:la\s+|el\s+)?(?:señora?\s+|don\s+|doña\s+)?(?P<who>[^\W\d_]+)", re.IGNORECASE)

_NO_NAME = word_set("""lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre tijuana""")

_FOR_ONESELF = re.compile(
    r"\b(?:(?:para mi|mi (?:\w+ )?(?:cita|consulta)|mis (?:citas|consultas)|(?:la|las) mias?)|(?P<one>(?:una|otra) (?:\w+ )?(?:cita|consulta|turno)))\b"
)
_SOMEBODY = re.compile(r"\b(?:pacientes?|senor|senora|sr|sra|don|dona|le di)\b")
_LOOKS = re.compile(r"\W*(?:busc|encuentr|localiz)\w* (?:al? )?(?:el |la )?pacientes?\b")

_HELP = re.compile(
    r"(?:(?:que|como) (?:mas )?(?:te )?(?:puedo|se puede|puedes|sabes) (?:hacer|pedir(?:te)?|decir(?:te)?|preguntar(?:te)?)(?: (?:aqui|contigo|por aqui))?"
    r"|(?:como|para que) (?:funciona|funcionas|sirve|sirves|te uso|se usa)(?: esto)?|comandos|menu|instrucciones|(?:dame |muestrame )?(?:tus |las )?opciones"
    r"|ayuda|ayudame|help|necesito ayuda)"
)


def looks_for_patient(text: str) -> bool:
    """Whether it looks for a patient by name: only staff do, and whoever is not tells nobody's name so."""
    return _LOOKS.match(" ".join(plain(text).split())) is not None


def of_somebody(text: str) -> bool:
    """Whether it speaks of a patient: no question about the clinic."""
    return _SOMEBODY.search(" ".join(plain(text).split())) is not None


def for_oneself(text: str) -> bool:
    """Whether it is about an appointment of the writer's own; one that is for somebody who is named is not."""
    found = [*_FOR_ONESELF.finditer(" ".join(plain(text).split()))]
    return bool(found) and not (all(one["one"] for one in found) and names_somebody(text))


def asks_for_help(text: str) -> bool:
    """Whether it asks what may be said here, and nothing else."""
    return _HELP.fullmatch(" ".join(re.sub(r"[¿?¡!.,]", " ", plain(text)).split())) is not None


def of_others(text: str) -> bool:
    """Whether it changes or makes an appointment of somebody who is named, or of several people."""
    said = " ".join(plain(text).split())
    changes = _CHANGES.search(said) is not None
    if changes and _OTHERS.search(said) and not _OWN.search(said):
        return True
    return (changes or _MAKES.search(said) is not None) and names_somebody(text)


_BEGINS = re.compile(
    r"^\W*(?:(?:la|el)\s+)?(?:señora?\s+|sra?\.?\s+|don\s+|doña\s+)?(?P<who>[^\W\d_]{3,})\s+(?:[A-ZÁÉÍÓÚÑ][^\W\d_]+|tiene|quiere|quisiera|pide|necesita|ocupa|busca|dice|pregunta)\b"
)
""" "Luis Herrera tiene …", "Ana quiere …": of whom something is told."""


def names_somebody(text: str) -> bool:
    """Whether somebody is named who is no doctor."""
    rest = _DOCTOR.sub(" ", text)
    if (first := _BEGINS.match(rest)) and names.begins_given(first["who"]):
        return True
    told = [found["who"] for found in _TO.finditer(rest) if plain(found["who"]) not in _NO_NAME]
    return any((who[0].isupper() and not text.isupper()) or names.begins_given(who) for who in told)
