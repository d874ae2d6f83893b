"""What the clinic's record and documents say of a question, or that nobody has said it: raw values. No Spanish here."""

from __future__ import annotations

from pydantic import JsonValue

from booking.conversation.replies.keys import ReplyKey
from booking.conversation.turn import Turn
from booking.documents.medical_questions import wants_advice
from booking.intents import AskQuestion
from booking.models.clinic_answers import is_of_specialty
from booking.ports import Passage

_ANSWERS = frozenset({ReplyKey.ANSWER_RECORD, ReplyKey.ANSWER_DOCUMENT})


def record(turn: Turn) -> JsonValue:
    """What the clinic's own record says of the topic asked about."""
    clinic, topic = turn.clinic, getattr(turn.intent, "topic", None)
    query = turn.intent.query if isinstance(turn.intent, AskQuestion) else ""
    return {
        "topic": topic,
        "said": clinic.says(topic, query),
        "clinic": clinic.name,
        "address": clinic.address,
        "map_link": clinic.answers.map_link,
        "specialties": list(clinic.answers.specialties),
        "phone": clinic.phone,
        "opens": clinic.opens.isoformat("minutes"),
        "closes": clinic.closes.isoformat("minutes"),
        "cancel_hours": clinic.policy.cancel_hours,
        "open": turn.found.open.model_dump(mode="json") if turn.found.open else None,
        "asked_doctor": getattr(turn.intent, "doctor", None),
        "asked_date": _asked_date(turn),
        "weekly": getattr(turn.intent, "weekly", False),
        "attends": None if turn.found.attends is None else [a.model_dump(mode="json") for a in turn.found.attends],
        "doctors": [{"name": d.name, "specialty": d.specialty} for d in turn.found.doctors or () if d.active],
        "specialists": _specialists(turn),
        "between": _asked_hours(turn),
    }


def _specialists(turn: Turn) -> JsonValue:
    """The doctors of the specialty that is asked about, and what the clinic says that it has of it; None where none
    is."""
    asked = turn.intent.specialty if isinstance(turn.intent, AskQuestion) else None
    if asked is None:
        return None
    theirs = [d for d in turn.found.doctors or () if d.active and is_of_specialty(d.specialty, asked)]
    return {
        "doctors": [{"name": d.name, "specialty": d.specialty} for d in theirs],
        "besides": list(turn.clinic.answers.specialties_called(asked)),
    }


def _asked_hours(turn: Turn) -> JsonValue:
    """The part of the day that is asked about; None where none is."""
    when = turn.intent.when.when if isinstance(turn.intent, AskQuestion) and turn.intent.when else None
    if when is None or not (when.time_from or when.time_to):
        return None
    return [hour.isoformat("minutes") if hour else None for hour in (when.time_from, when.time_to)]


def unanswered(turn: Turn) -> JsonValue:
    """What was asked and nobody has said, by its topic, which may be none; and whether something else was answered. Of
    a topic that the clinic does speak of it is only what was asked: "¿aceptan dólares?"."""
    topic = turn.intent.topic if isinstance(turn.intent, AskQuestion) else None
    topic = None if topic and turn.clinic.answers.says(topic) is not None else topic
    answered = any(reply.key in _ANSWERS for reply in turn.replies)
    medical = isinstance(turn.intent, AskQuestion) and wants_advice(turn.intent.query)
    return {"topic": topic.value if topic else None, "besides": answered, "medical": medical}


def _asked_date(turn: Turn) -> JsonValue:
    when = turn.intent.when.when if isinstance(turn.intent, AskQuestion) and turn.intent.when else None
    return when.date_from.isoformat() if when and when.date_from else None


def recalled(turn: Turn) -> JsonValue:
    """What is remembered, each with when it was, in the clinic's zone."""
    found = turn.looked_up.remembered or ()
    return [{"text": one.text, "at": one.at.astimezone(turn.zone).isoformat()} for one in found]


def _looked_up(turn: Turn) -> Passage | None:
    return turn.looked_up.passage_of(turn.intent.query) if isinstance(turn.intent, AskQuestion) else None


def passage(turn: Turn) -> JsonValue:
    passage = _looked_up(turn)
    return {**passage._asdict(), "areas": list(passage.areas)} if passage else None


def near_passage(turn: Turn) -> JsonValue:
    """The passage that is nearest to what nothing answers."""
    found = _looked_up(turn)
    return passage(turn) if found and found.near else None
