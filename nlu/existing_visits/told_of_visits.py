"""What a message says of the appointments that its writer has, where it says nothing else."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import Anchor, Reading, Side
from booking.models import UnderstandingContext
from nlu import acts
from nlu.account import left_over
from nlu.acts import Act, Found
from nlu.existing_visits.visit_clauses import Clause, Verdict, clauses
from nlu.existing_visits.whose import whose
from nlu.existing_visits.whose_visits import left_by
from nlu.wishes import anchors, next_one, one_besides
from nlu.wishes.anchors import is_told
from nlu.with_whom import doctors, unnamed_doctors
from nlu.words.courtesies import without_polite_no
from nlu.words.message import Message
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import BOOKING, CHANGING_TIME, ENDING, MOVING
from nlu.words.verbs import on_condition

_MOST_WORDS = 40
_OTHERWISE = (
    Act.EMERGENCY, Act.EPISODE, Act.URGENCY, Act.LATE, Act.HUMAN, Act.PRIVACY, Act.RECALL, Act.WAIT, Act.HOURS, Act.ADDRESS,
    Act.PHONE, Act.PARKING,
)  # fmt: skip
_IF_NOT = re.compile(r" si (?:(?:ya|me|se|nos) )*no (?!,)(?=\w+)| en caso de ")
""" "Si no puedo el martes, aviso"."""
_INSTEAD_OF = re.compile(r" en (?:vez|lugar) de (?:con )?(?:el|la) (?:doctora?|medic[oa])(?: \w+)?(?= )")
_AGAIN = re.compile(r" (?:pensandolo|lo pense)(?: (?:bien|mejor))?(?= )")
WANTS_ONE = re.compile(
    rf" (?:{WANTS}|busco|me urge|deme|dame|denme|tienen?|hay|(?:{BOOKING}|sac)\w*)(?: (?:hacer|agendar|sacar|pedir|apartar|me|para mi))?"
    r" (?:(?:una|otra|nueva|alguna|la) )*(?:cita|consulta|turno|lugar|espacio|horario|algo)(?= )| (?:otra|nueva) cita(?= )"
)
"""An appointment is asked for: what stands beside it is of that."""
_SIDE = re.compile(r" mas (?P<way>tarde|temprano|tardecito|tempranito)(?= )")
""" "¿Se puede un poquito más tarde?"."""
_SAID_BESIDE = (_INSTEAD_OF, _AGAIN, _SIDE)


_TAKES_BACK = re.compile(
    r" o (?:bueno|mejor) (?:(?:ya|siempre) )?si(?= )| mejor como estaba(?= )"
    r"| no (?:(?:me|nos|la|lo) )*(?:cancel|quit)\w+(?: ,)*(?: (?:mejor|solo))+ (?:pas|cambi|muev|recorr)\w*(?= )"
)


def takes_back(message: Message, context: UnderstandingContext) -> bool:
    """Whether one more is spoken of, the writer's own beside another's or not, or what was said of one is taken back or put right: "no puedo el martes, o bueno
    sí", "no me la cancelen, mejor pásenla"."""
    anothers = context.made_for is not None or {*context.visits} <= {*context.others_visits}
    own = anothers and not left_by(message, context) and next_one.speaks_of_the_writer(message)
    return own or bool(_TAKES_BACK.search(message.flat)) or one_besides.is_wanted(message.flat)


_RATHER = re.compile(rf" (?:{RATHER}|{WANTS})(?= )")
_MOVED = re.compile(
    rf"(?<! no)(?<! ni) (?:{CHANGING_TIME}|{MOVING})\w*?(?:me|nos)?l[ao]s?(?= )|(?<! no)(?<! ni)(?<! no me)(?<! no nos)(?<! no se) l[ao]s? (?:movemos|cambiamos|pasamos|recorremos|muev\w+|pas[ae]n?)(?= )"
)
_NOT_CANCELLED = re.compile(rf" (?:{ENDING})\w*(?= )")
_OTHER_HOUR = re.compile(r" otr[oa] (?:hora|horario)(?= )")
_OTHER_DAY = re.compile(
    rf" (?:otros? dias?|otras? fechas?)(?= )| (?:{WANTS}|mejor|deme|dame|denme|busco) otro(?= (?:,|\?|por|porfa)| $)| , otro(?: dia)?(?= (?:,|\?|por|porfa)| $)"
)


class Said(NamedTuple):
    """What a message says of them: clause by clause, and for all of it counted from a known time, and with whom."""

    clauses: list[Clause]
    anchor: Anchor | None
    doctor: str | None
    not_with: tuple[str, ...]
    unnamed: bool  # "con otro doctor", "con el doctor"
    other_day: bool = False  # "¿qué otros días tienen?"
    moved: bool = False  # "no puedo, muévela", "no puedo, pero no la canceles"


def told(message: Message, context: UnderstandingContext) -> Said | None:
    """What is said of them; None where something else is said, or nobody could tell what."""
    if not context.visits or message.odd or not 0 < len(message.words) <= _MOST_WORDS:
        return None
    message = without_polite_no(message)
    flat = message.flat
    if WANTS_ONE.search(flat) or _IF_NOT.search(flat) or on_condition(message) or takes_back(message, context):
        return None
    if any(one.act in _OTHERWISE or one.act in acts.ILLNESS for one in acts.find(message)):
        return None
    said = clauses(message, context)
    if _OTHER_HOUR.search(flat) and any(one.verdict is Verdict.STAYS for one in said):
        return None  # "el viernes sí, pero a otra hora"
    doctor = doctors.wanted(message, context.doctors)
    unnamed = unnamed_doctors.unnamed_one(message, context.doctors, in_flow=False) if doctor is None else None
    known = anchors.told(message, context, [Found(Act.MOVE, 0, 0)])
    carried = {index for one in said for index in one.tokens} | known.tokens | _said_by(message, *_SAID_BESIDE)
    carried |= doctor.tokens if doctor else frozenset()
    whom = [whose(one.message, None, context) for one in said if (one.verdict or one.about) and one.whose is None]
    if any(one is not None and not one.own for one in whom) or (doctor and not doctor.name and not doctor.not_with):
        return None
    if left_over(message, carried):
        return None
    anchor = known.anchor if known.anchor and is_told(Reading(anchor=known.anchor)) else None
    if known.like and any(one.verdict is Verdict.STAYS for one in said):
        anchor = None  # "déjala igual" is of the one that stays
    if side := _SIDE.search(flat):
        way = Side.AFTER if side["way"].startswith("tard") else Side.BEFORE
        anchor = anchor or Anchor(same_day=True, side=way)
    named, without = (doctor.name, doctor.not_with) if doctor else (None, ())
    if doctor and any(_is_with(one, {message.tokens[i].text for i in doctor.tokens}) for one in said):
        named = None  # "no voy a poder ir con Paula el jueves": with whom it is that falls
    other_day = _OTHER_DAY.search(flat) is not None
    moved = _MOVED.search(flat) is not None or any(map(_is_not_cancelled, said))
    return Said(said, anchor, named, without, unnamed=unnamed is not None, other_day=other_day, moved=moved)


def _is_not_cancelled(one: Clause) -> bool:
    """ "… pero no la canceles", of the one that is spoken of."""
    return one.verdict is Verdict.UNTOUCHED and not one.named and bool(_NOT_CANCELLED.search(one.message.flat))


def _is_with(one: Clause, doctor: set[str]) -> bool:
    """Whether a clause says with whom the appointment is that they cannot come to."""
    return one.verdict is Verdict.FALLS and doctor <= {*one.message.words} and not _RATHER.search(one.message.flat)


def _said_by(message: Message, *patterns: re.Pattern[str]) -> set[int]:
    found = (match for pattern in patterns for match in pattern.finditer(message.flat))
    return {i for match in found for i in message.between(match.start() + 1, match.end())}
