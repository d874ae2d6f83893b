"""What stands beside a request in a clause of its own: a question and the wish beside it, a wish beside a change that is told
of or beside words that ask to wait."""

from __future__ import annotations

from booking.intents import AnyIntent, AskQuestion, SelectSlot, Shift
from nlu.acts import QUESTIONS, TOPICS, Act
from nlu.asking import known_things
from nlu.choosing.picks import chosen_beside
from nlu.existing_visits.changes import cancelled
from nlu.parts import Parts
from nlu.wishes.new_bookings import apart, booking
from nlu.words.message import Message
from nlu.words.statements import clauses_of


def beside_the_question(message: Message, question: set[int]) -> str:
    """The clauses that ask nothing, as they were written."""
    clauses = clauses_of(message)
    others = [clause for clause in clauses if not question & {*clause}]
    if len(others) == len(clauses):
        return ""
    return ", ".join(message.text[message.tokens[c.start].start : message.tokens[c.stop - 1].end] for c in others)


def asks_beside_the_change(parts: Parts) -> bool:
    """ "Me cancelaron la cita, quiero otra": something is wanted in another clause than the one that tells of it."""
    told_of, flat = parts.first(Act.CHANGED), parts.message.flat
    wanted = any(found.act is Act.START and apart(flat, told_of, found) for found in parts.found)
    return wanted or parts.has(Act.CANCEL, Act.MOVE) or wishes_beside(parts, Act.CHANGED)


def question_and_wish(parts: Parts, text: str) -> tuple[list[AnyIntent], bool]:
    """A question about the clinic, and a booking wish beside it when that stands in a clause of its own."""
    asked = parts.first(*QUESTIONS)
    about = [found.topic for found in parts.found if found.topic]
    question = AskQuestion(query=text, topic=TOPICS.get(asked.act) or next(iter(about), None))
    if asked.act is Act.HOURS:
        question = known_things.with_its_day(question, parts)
    if any(f.act is Act.CANCEL and apart(parts.message.flat, asked, f) for f in parts.found):
        return [question, *cancelled(parts)[0]], True  # "quiero cancelar mi cita del sábado, ¿cobran por eso?"
    wishes = (f for f in parts.found if f.act in (Act.START, Act.AVAILABILITY))
    beside = [f for f in wishes if apart(parts.message.flat, asked, f)]
    if beside:
        parts.found = [f for f in parts.found if f.act is not Act.START or f in beside]
        return [question, *booking(parts)], True
    number = chosen_beside(parts)
    return [question, *([SelectSlot(option=number)] if number else [])], True


def wished_apart(parts: Parts) -> bool:
    """ "¿Cuánto cuesta? Sería el lunes con la doctora Ríos": a time in no clause that asks about the clinic."""
    asked = [parts.message.between(one.start, one.end).start for one in parts.found if one.act in QUESTIONS]
    where = [clause for clause in parts.message.clauses() if any(place in clause for place in asked)]
    return bool(parts.wish) and not any(parts.timed & {*clause} for clause in where)


def asks_beside(parts: Parts) -> bool:
    """Whether a clause after the one that asks to wait ends with a question mark."""
    tokens, wait = parts.message.tokens, parts.first(Act.WAIT)
    waiting = parts.message.between(wait.start, wait.end)
    apart = any(token.kind == "mark" for token in tokens[waiting.stop :])
    return apart and any(token.kind == "ask" for token in tokens[-1:])


def wishes_beside(parts: Parts, act: Act = Act.WAIT) -> bool:
    """ "Espera, mejor el jueves": a time in another clause than the words that ask to wait, or tell of a change."""
    wait = parts.first(act)
    waiting = set(parts.message.between(wait.start, wait.end))
    if parts.shift is Shift.OTHER_DAY:
        return True  # "espera, mejor otro día"
    return any(set(c) & parts.timed and not set(c) & waiting for c in parts.message.clauses())
