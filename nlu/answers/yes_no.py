"""Yes, no and giving up: whole messages made of closed phrases and courtesies, and nothing else.

A yes that was none is the worst error there is, so whatever is of no list and no class is not a yes: a question
mark, a doubtful emoji or one unknown word is enough.
"""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CancelBooking,
    Confirm,
    Deny,
    ListAppointments,
    Smalltalk,
    Thank,
)
from booking.models import Purpose, State
from nlu.answers import yes_phrases as agreeing
from nlu.answers.agreement import RESIGNED, is_agreement
from nlu.answers.made_of import LONGEST, MOST_WORDS, made_of
from nlu.answers.yes_phrases import AnyOf
from nlu.words import closed_phrases as closed
from nlu.words.message import Message
from nlu.words.verb_forms import ENDING, FORMS
from nlu.words.verbs import told

_ENDING = tuple(ENDING.split("|"))
_BEFORE = closed.OPENERS | closed.LEADS | closed.POLITE
_YES_BEFORE = _BEFORE | agreeing.YES
_BEFORE_AN_ORDER = _BEFORE | agreeing.PLAIN_YES | closed.ACKNOWLEDGED | closed.NO_MATTER | agreeing.GLAD
_SO = frozenset({("pues",), ("entonces",)})
_POLITE_AFTER = (
    closed.POLITE
    | (closed.THANKS - {("igual",)})
    | _SO
    | {("esa",), ("ese",), ("eso",)}
    | frozenset(phrase for phrase in closed.NO_MATTER if phrase[0] != "no")
    | closed.GRATEFUL
)
_THANKED = closed.POLITE | _SO | (closed.THANKS - closed.FAREWELLS - {("igual",)}) | closed.GRATEFUL
_NOT_TO_CANCEL = _YES_BEFORE | closed.NOT_TO_CANCEL
_AFTER_YES = closed.POLITE | closed.THANKS | closed.LEADS | {("claro",), ("y",)} | agreeing.WILL_COME
_AFTER_FULL_YES = (
    frozenset(
        phrase for phrase in closed.POLITE | closed.ACKNOWLEDGED | agreeing.PLAIN_YES if phrase not in agreeing.COMES
    )
    | closed.NOT_COMING
)
_AGREES = (
    agreeing.TAKES_IT
    | agreeing.YES
    | agreeing.GLAD
    | closed.ACKNOWLEDGED
    | frozenset({("va", "va"), ("ok", "ok"), ("bien",), ("esta", "muy", "bien")})
)
_INSTEAD = _BEFORE | {("mejor",), ("ya",), ("no",)}
_SO_BE_IT = closed.ACKNOWLEDGED | agreeing.SLANG
_THANKS_TOO = closed.POLITE | closed.THANKS
_NO_BEFORE = _BEFORE | closed.NO
_POLITE_NO = closed.POLITE | closed.NO
_AROUND_GIVEN_UP = closed.POLITE | closed.THANKS | closed.NO
_GIVEN_UP_OR_POLITE = closed.GIVEN_UP | _AROUND_GIVEN_UP
_BEFORE_GIVEN_UP = _BEFORE | closed.NO_MATTER | closed.THOUGHT_AGAIN
_YES_OR_PLEASED = agreeing.YES | agreeing.PLEASED
_TAKES_OR_YES = agreeing.TAKES_IT | agreeing.YES | agreeing.PLEASED
_BEFORE_A_YES = RESIGNED | (_BEFORE | agreeing.GLAD | closed.NO_MATTER)
_GLAD_AFTER = _POLITE_AFTER | agreeing.GLAD
_NO_MATTER_BEFORE = _BEFORE | closed.NO_MATTER
_POLITE_AROUND = _BEFORE | _POLITE_AFTER
_THERE_AFTER = _GLAD_AFTER | agreeing.THERE
_TAKES_OR_LEAVES_IT = agreeing.TAKES_IT | agreeing.AS_IT_IS
_BEFORE_KEEPING = _BEFORE | closed.NO | closed.THOUGHT_AGAIN | {("si",)}
_YES_OF_ANY = agreeing.YES - agreeing.TAKES_THIS
_POLITE_OR_SO = closed.POLITE | _SO
_KEPT_AS_IT_IS = closed.NOT_CANCELLED | closed.LEFT_UNCHANGED | closed.LEFT_SO
"""Unions of phrases, made once: they are large."""


def answer(message: Message, state: State, purpose: Purpose | None = None) -> AnyIntent | None:
    """What a message says by yes, no or giving up, and nothing else; None when it says anything more. `purpose` is
    that of the proposal on screen: to cancel, "sí, cancélala" is a yes."""
    if message.odd or message.asks or told(message):
        return None
    if not message.words:
        return _by_emoji(message, state, purpose)
    words, idle, asked = message.words, state is State.IDLE, state is State.CONFIRM
    cancelling, pleased = asked and purpose is Purpose.CANCEL, not set(message.emoji) - closed.PLEASED_EMOJI
    if cancelling and says_cancel(message):
        return Confirm()
    if asked and message.emoji and made_of(words, closed.GREETINGS, closed.GREETINGS, closed.POLITE):
        return _by_emoji(message, state, purpose)  # "buenas tardes 👍"
    if asked and _keeps(words, purpose):
        return Deny() if cancelling else CancelBooking()  # the change is given up
    if asked and agrees(message, purpose):
        return Confirm()
    if cancelling and says(message, _SO_BE_IT):
        return Smalltalk()
    if asked and _is_no_plain_yes(words, purpose):
        return None
    if idle and says(message, closed.GIVEN_BACK):
        return CancelAppointment()
    if idle and made_of(words, closed.ACKNOWLEDGED, _BEFORE, _THANKS_TOO) and pleased:
        return Thank()
    if not asked and made_of(words, _YES_OF_ANY, _BEFORE, _POLITE_OR_SO) and pleased:
        if idle and {"cita", "asistencia", "consulta"} & {*words} and not _begins_booking(message):
            return ListAppointments()  # "sí confirmo mi cita"
        return None if _begins_booking(message) else Confirm()
    changing = purpose is Purpose.MOVE or (purpose is Purpose.CANCEL and state is State.SLOT_SELECTION)
    if changing and made_of(words, closed.CANCEL_IT, _INSTEAD, closed.POLITE):
        return CancelAppointment()  # one that exists, and no booking is under way
    if cancelling and says(message, closed.NO_LONGER):
        return None  # a reason to cancel, most likely
    if cancelling and made_of(words, closed.CANCEL_OR_NOT, _BEFORE, closed.POLITE):
        return Smalltalk()  # the order once more, or the end of it: asked again
    gone = gives_up(message)
    if gone and not idle:
        return CancelBooking()
    if set(message.emoji) & closed.YES_EMOJI:
        return None
    return Deny() if says(message, closed.NO) or (gone and _wants_nothing(message)) else None


def gives_up(message: Message) -> bool:
    """Whether the flow is given up, clause by clause: "siempre no, quítela por favor"."""
    may = made_of(message.words, closed.GIVEN_UP, _NO_BEFORE, _POLITE_NO)  # whatever lets go gives up
    if may and (says(message, closed.GIVEN_UP) or made_of(message.words, closed.LET_GO, _NO_BEFORE, _POLITE_NO)):
        return True
    clauses = [tuple(w for i in clause for w in message.tokens[i].text.split()) for clause in message.clauses()]
    if clauses == [message.words]:
        return False  # all of it, as it was tried
    return any(made_of(one, closed.GIVEN_UP, _BEFORE, closed.POLITE) for one in clauses) and all(
        made_of(one, _GIVEN_UP_OR_POLITE, _BEFORE_GIVEN_UP, _AROUND_GIVEN_UP) for one in clauses
    )


def agrees(message: Message, purpose: Purpose | None) -> bool:
    """Whether words say yes to what is proposed, with courtesies and nothing else. To cancel takes a full yes: "ok" and
    "va" may as well acknowledge the question, and a cancelled appointment is lost."""
    words = message.words
    if set(message.emoji) - closed.PLEASED_EMOJI or _is_no_plain_yes(words, purpose) or is_if_it_suits(message):
        return False
    if purpose is Purpose.CANCEL:
        return made_of(words, agreeing.FULL_YES, _YES_BEFORE, _AFTER_FULL_YES) or (
            words[:1] in agreeing.FULL_YES and made_of(words[1:], closed.NO_LONGER, _BEFORE, closed.POLITE)
        )
    if purpose is Purpose.MOVE and _says_move(message):
        return True
    if made_of(words, agreeing.IS_THERE, _BEFORE, _POLITE_AFTER) and not is_perhaps_if(message):
        return True
    takes = is_agreement(message) or made_of(words, agreeing.TAKES_IT, _NOT_TO_CANCEL, _POLITE_AFTER)
    if announces(message) or (takes and purpose is not Purpose.MOVE):
        return True
    if made_of(words, closed.ACKNOWLEDGED, _BEFORE, _POLITE_AFTER):
        return made_of(words, _YES_OR_PLEASED, _BEFORE, _THANKED)  # "ok, hasta luego" may as well only take leave
    return made_of(words, _TAKES_OR_YES, _BEFORE_A_YES, _GLAD_AFTER)


_IF_IT_SUITS = re.compile(r"(?:^| )si (?:me|nos) \w+(?: \w+){0,2} (?:la|el|esa|ese|a) ")
""" "Si me acomoda la hora": without its accent a condition."""


def is_if_it_suits(message: Message) -> bool:
    """Whether it is said that it is a yes if something suits."""
    return bool(_IF_IT_SUITS.search(_as_typed(message)))


def _as_typed(message: Message) -> str:
    """The words on one line, "sí" with its accent where it has one."""
    return "".join("sí " if t.raw.casefold() == "sí" else f"{t.text} " for t in message.tokens if t.kind != "emoji")


def announces(message: Message) -> bool:
    """ "Ok, ahí estaré", "perfecto, muchas gracias, nos vemos ese día": agreement, and then that one comes."""
    words = message.words
    if len(words) > 2 * MOST_WORDS or is_perhaps_if(message):
        return False
    return any(
        made_of(words[:n], _AGREES, _NO_MATTER_BEFORE, _POLITE_AFTER)
        and made_of(words[n:], agreeing.COMES, _POLITE_AROUND, _POLITE_AFTER)
        for n in range(1, len(words))
    )


def is_perhaps_if(message: Message) -> bool:
    """ "Si llego a tiempo ahí estaré": without its accent and a mark after it, "si" is a condition unless a courtesy
    follows, or what one will do."""
    for place, token in enumerate(message.tokens[:-1]):
        if token.raw.casefold() == "si" and message.tokens[place + 1].kind == "word":
            said = Message.of(message.text[token.start :]).words
            after = any(said[1:n] in _AFTER_YES or said[:n] in closed.POLITE for n in range(2, LONGEST + 2))
            if not after:
                return True
    return False


def says_cancel(message: Message) -> bool:
    """ "Sí, cancélala": a yes by its verb to what asks whether to cancel."""
    words = message.words
    return made_of(words, closed.CANCEL_IT, _YES_BEFORE, closed.POLITE) or (
        words[:1] in agreeing.FULL_YES and made_of(words, closed.TAKE_OFF, _YES_BEFORE, closed.POLITE)
    )


def _says_move(message: Message) -> bool:
    """ "Sí, cámbiala", "muévemela a esa": a yes by its verb to what asks whether to move."""
    words, after = message.words, _THERE_AFTER
    return made_of(words, agreeing.MOVES_IT, _BEFORE_AN_ORDER, after) or (
        any(words[:n] in agreeing.PLAIN_YES for n in range(1, LONGEST))
        and made_of(words, agreeing.WANTS_IT_MOVED, _BEFORE_AN_ORDER, after)
        and not is_perhaps_if(message)
    )


def _is_no_plain_yes(words: tuple[str, ...], purpose: Purpose | None) -> bool:
    """Words that agree to a booking, under the question whether to change an appointment that exists: "la quiero" or
    "ok, gracias" to one that is to be cancelled, "así déjala" to one that is to be moved."""
    if purpose is Purpose.MOVE:
        return made_of(words, agreeing.AS_IT_IS, _BEFORE, closed.POLITE)
    thanked = "gracias" in words and made_of(words, closed.ACKNOWLEDGED, _BEFORE, closed.POLITE)
    takes = made_of(words, _TAKES_OR_LEAVES_IT, _YES_BEFORE, closed.POLITE)
    full = made_of(words, agreeing.FULL_YES, _YES_BEFORE, _AFTER_FULL_YES)
    return purpose is Purpose.CANCEL and (thanked or (takes and not full))


def _keeps(words: tuple[str, ...], purpose: Purpose | None) -> bool:
    """Whether an appointment that exists stays as it is: "no, déjela así", "que se quede como estaba"."""
    if purpose is Purpose.CANCEL:
        return made_of(words, _KEPT_AS_IT_IS, _BEFORE_KEEPING, closed.POLITE)
    if purpose is Purpose.MOVE:
        so = words[:1] == ("no",) and made_of(words, closed.LEFT_SO, _NO_BEFORE, closed.POLITE)
        return so or made_of(words, closed.LEFT_UNCHANGED, _NO_BEFORE, closed.POLITE)
    return False


def says(message: Message, phrases: AnyOf) -> bool:
    """Whether the words are some of the phrases, with courtesies around them and nothing else."""
    return made_of(message.words, phrases, _BEFORE, closed.POLITE)


def says_yes(words: tuple[str, ...]) -> bool:
    """Whether words say yes and nothing else."""
    return made_of(words, agreeing.YES, _BEFORE, closed.POLITE)


_AGAIN = agreeing.phrases(
    "pensandolo bien, pensandolo mejor, pensandolo, lo pense bien, lo pense mejor, ya lo pense bien, ahora que lo pienso"
)
_BEFORE_AGAIN = closed.BEFORE | _AGAIN | agreeing.phrases("la verdad, ay")
_A_NO = agreeing.phrases("no")


def thinks_better(message: Message) -> bool:
    """ "Ay no, siempre no", "pensándolo bien, no": what was said before is taken back."""
    words = message.words
    again = words[:1] != ("no",) and made_of(words, _A_NO, _AGAIN, closed.POLITE)
    return not message.asks and (again or made_of(words, closed.THOUGHT_BETTER, _BEFORE_AGAIN, closed.POLITE))


_END_IT = re.compile(FORMS["end_it"])
""" "Quítala": an order about one that there is."""
_NEEDING = ("necesit", "ocup", "requ", "usar")


def _wants_nothing(message: Message) -> bool:
    """ "Ya no", "olvídalo" with nothing begun. "Cancelar", "quita mi cita", "no la voy a ocupar" are not meant: they may be
    about an appointment."""
    words = {*message.words}
    needs = any(word.startswith(_NEEDING) for word in words) and words & {"la", *closed.APPOINTMENTS}
    about_appointment = words & {"ir", "ire"} or any(
        word.startswith(_ENDING)
        and (word.startswith("cancel") or _END_IT.fullmatch(word) or words.intersection(closed.APPOINTMENTS))
        for word in words
    )
    return says(message, closed.GIVEN_UP) and not (about_appointment or needs)


def _begins_booking(message: Message) -> bool:
    """ "Agéndame" answers a proposal; before one it asks for an appointment."""
    return any(word.startswith(("agend", "reserv", "apart")) for word in message.words)


def acknowledges(words: tuple[str, ...]) -> bool:
    """ "Ok", "perfecto": with nothing asked, these close the chat. A bare "sí" does not."""
    return made_of(words, closed.ACKNOWLEDGED, _BEFORE, closed.POLITE)


def _by_emoji(message: Message, state: State, purpose: Purpose | None) -> AnyIntent | None:
    """Emoji alone: 👍 is a yes where something is asked, but no full one; 👎 a no."""
    signs = set(message.emoji)
    if signs & closed.YES_EMOJI and not signs - closed.PLEASED_EMOJI:
        if state is State.CONFIRM and purpose is Purpose.CANCEL:
            return Smalltalk()
        return Thank() if state is State.IDLE else Confirm()
    if signs & closed.NO_EMOJI and not signs & closed.PLEASED_EMOJI:
        return Deny()
    return None
