"""What ails the patient, as somebody tells it who asks for an appointment: "me duele la espalda desde el lunes"."""

from __future__ import annotations

import re

from nlu.account import TIME
from nlu.message import Message
from nlu.name_words import RELATIVES_NOUN
from nlu.statements import clauses_of, lists, tells

_AILS = re.compile(
    r" (?:dol[ieo]\w*|duel[ea]\w*|ard[eio]\w*|punz\w+|pica\w*|comezon|ronchas?|salpullido|sarpullido|granos?|manchas?|fiebre"
    r"|calentura|temperatura|tos|tose|gripa|gripe|catarro|mocos|flemas?|vomit\w+|diarrea|nauseas?|asco|mare[ao]\w*|migranas?|jaqueca"
    r"|hinch\w+|inflam\w+|moretones?|sangr\w+|infeccion\w*|infect\w+|quemad\w+|cortada|herida|fractur\w+|torc\w+|esguince|bolita"
    r"|calambres?|entum\w+|adormec\w+|insomnio|estrenid\w+|agruras|gastritis|reflujo|colitis|presion alta|azucar alta|muelas?"
    r"|mal[oa]s?|malit[oa]s?|enferm\w+|delicad[oa]|lastim\w+|golpe\w*|cai|cayo|caries|verrugas?|hongos?|unero|zumb\w+|cansancio|debil|tiembl\w+|temblor)(?= )"
)
"""Words of the body's complaints; none of an emergency, which goes to a person."""
_LEADS = re.compile(
    r"^(?:(?:y|e|ya|pues|pos|oiga|oye|mire|mira|porque|pq|xq|que|es|esque|lo|fijese|fijate|disculpe|no mas|pero|o sea)[\s,]+)+",
    re.IGNORECASE,
)
_APPOINTMENT = re.compile(
    r"[\s,]+(?:para|pa) (?:mañana|manana|hoy|el|la|este|esta|pasado|ver|que) .*|[\s,]+(?:por favor|porfa|gracias).*",
    re.IGNORECASE | re.DOTALL,
)
"""What follows in the same breath and is about the appointment."""
_WANTS = re.compile(
    r" (?:no tengo|no tiene|no traigo|no trae|no es|sin|cita|citas|consulta|ver si|quier\w+|quisier\w+|necesit\w+|ocup\w+|agend\w+|cancel\w+|no puedo ir)(?= )"
)
_WISHES = re.compile(
    r" (?:citas?|consultas?|ver si|quier\w+|quisier\w+|queria|necesit\w+|ocup\w+|lugar|agend\w+"
    r"|(?:me|nos|la|lo|las|los|le) (?:pued|podr)\w+)(?= )"
)
_OF_THE_BODY = frozenset("no ni sin nunca jamas tampoco cuando hasta menos siempre".split())
""" "Ya no aguanta", "cuando camina"."""
_MOST = 200
"""Characters that are kept."""


def told(message: Message) -> str | None:
    """The clauses that tell what ails somebody, as they were written; None where none does."""
    tokens, runs = message.tokens, list[range]()
    for clause in clauses_of(message):
        words = " " + "".join(f"{tokens[i].text} " for i in clause)
        goes_on = bool(runs) and runs[-1].stop >= clause.start - 1
        if not _AILS.search(words) or _WANTS.search(words) or not (goes_on or tells(message, clause)):
            continue
        runs[-1:] = [range(runs[-1].start, clause.stop)] if goes_on else [*runs[-1:], clause]
    written = (message.text[tokens[run.start].start : tokens[run.stop - 1].end] for run in runs)
    whole = ", ".join(_APPOINTMENT.sub("", _LEADS.sub("", said)) for said in written)
    return (whole if len(whole) <= _MOST else whole[:_MOST].rsplit(" ", 1)[0]) or None


_OF_A_RELATIVE = re.compile(rf"(?:^| )(?:a )?mi (?:{RELATIVES_NOUN}|nin[oa]|bebe|senor[a]?)(?! y yo )(?= )")
_MINE = re.compile(r" (?:me|yo|traigo|tengo|ando|estoy|siento|amaneci)(?= )")


def is_of_a_relative(told: str) -> bool:
    """Whether what ails somebody is told of a relative of the writer's, and not of the writer: "mi niño trae tos"."""
    flat = Message.of(told).flat
    return bool(_OF_A_RELATIVE.search(flat)) and not _MINE.search(flat)


def accounts_for(told: str, left: str) -> bool:
    """Whether words that nobody read belong to it; not where they say a time, or what may be asked for."""
    said = Message.of(_LEADS.sub("", left))
    heavy = TIME | (lists()["weighty"] - _OF_THE_BODY)
    return bool(said.words) and said.text in told and not any(word in heavy or word.isdigit() for word in said.words)


def wishes(text: str) -> bool:
    """Whether some words wish for an appointment: beside a time alone, what is told may be all that is said."""
    return _WISHES.search(Message.of(text).flat) is not None
