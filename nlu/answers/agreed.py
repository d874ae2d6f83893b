"""A yes to the proposal on screen beside something else: "sí, ¿cuál es la dirección?", "¿dónde es? sí, confirmo".

It is a yes only where what stands beside it is understood and can change nothing of what was proposed: a question about
the clinic, thanks, a farewell, a remark. A condition, another time, another person, a "pero" make it none: the proposal is shown
again, and said not to be done yet. The yes itself comes from the closed lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from booking.intents import AnyIntent, AskQuestion, Confirm, Topic, changes_nothing, only_note
from booking.models import Purpose, State, UnderstandingContext
from nlu.account import left_over
from nlu.acts import QUESTIONS, Act
from nlu.answers import giving_up, remarks
from nlu.answers.made_of import MOST_WORDS
from nlu.answers.yes_no import acknowledges, agrees, says, says_cancel
from nlu.answers.yes_phrases import YES
from nlu.carried import asking, asks
from nlu.parts import Parts
from nlu.taken_apart import taken_apart
from nlu.words.chat_phrases import HELP, REPEAT
from nlu.words.closed_phrases import PLEASED_EMOJI
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message, Token
from nlu.words.statements import lists
from nlu.words.turning_words import RATHER

Reader = Callable[[str], tuple[AnyIntent, ...]]

_HARMLESS_ACTS = frozenset({*QUESTIONS, Act.LIST, Act.FAREWELL, Act.RECALL})
CHANGING = (
    rf"no|{RATHER}|pero|otr[ao]s?|cambi\w+|diferentes?|distint[ao]s?|equivo[cq]\w+|confund\w+|error|mal|falta\w*|menos|excepto"
    rf"|salvo|en vez|en lugar|queria|espera|espere|aguanta|todavia|aun"
)
"""Words that change something, or may: a pattern of alternatives."""
_MAY_CHANGE = re.compile(
    rf" (?:{CHANGING}|si|solo|nomas|aunque|depende"
    r"|mientras|siempre|a menos|con tal|tal vez|a lo mejor|acaso|capaz|igual y|no (?:se|estoy segur[oa])|(?:puede|pueden|podria|podrian) ser|seria|tambien|ademas|mujer|hombre|creo|quiza\w*)(?= )"
)
"""What may change the proposal, or put a condition to it."""
_LIKE_IF = re.compile(r" si (?:confirmo|acepto|voy|asisto|ire|cancelo)(?= )")
""" "Si confirmo": without its accent also "if I confirm"."""
_THAT_THEY = re.compile(r" que (?:me|nos|se|l[aeo]s?|ya)(?= )(?!.*\?)")
""" "Con gusto, que me la confirmen cuando me paguen": a wish, and no question."""
_REASONS = frozenset("porque pq xq esque aunque antes".split())
_JOINTS = (("pero",), ("y",), ("aun", "asi"), ("de", "todos", "modos"), ("de", "todas", "formas"))
_WHERE_TO = (Topic.ADDRESS, Topic.PHONE)
"""Asked by whoever means to come."""


_WHY_NOT = re.compile(r"^(?: (?:,|\?|y|pues|pos))* como (?:de que |que )?no(?: \?)+(?= [^ ])")
""" "¿Y cómo no? Claro": asks nothing."""


def read(message: Message, context: UnderstandingContext, reader: Reader) -> tuple[AnyIntent, ...] | None:
    """The yes with the intents of what stands beside it; None where that is not surely a yes. `reader` reads the rest."""
    if context.state is not State.CONFIRM or context.purpose is Purpose.STAFF or message.odd:
        return None
    if set(message.emoji) - PLEASED_EMOJI:
        return None
    if (asks := _WHY_NOT.match(message.flat)) and (place := message.between(0, asks.end())):
        yes = Message.of(message.text[message.tokens[place.stop].start :])
        return (Confirm(),) if not yes.asks and _is_clear(yes, context) else None
    if (after := _joint(message.tokens)) and message.tokens[after:]:
        yes = Message.of(message.text[message.tokens[after].start :])
        if not (yes.asks or _is_weak(yes) or _is_perhaps_if(yes)) and _is_clear(yes, context):
            return (Confirm(),)  # "pero sí, agéndala", to what was answered
    for yes, beside, last in _parted(message):
        if not _is_clear(yes, context):
            continue
        if context.purpose is Purpose.CANCEL and not last and giving_up.only_tells_why(beside, context):
            return (Confirm(),)  # "sí, cancélela, me salió trabajo"
        if not last and not _is_weak(yes) and _only_tells_why(beside, context):
            return (Confirm(),)
        rest = remarks.without(beside, before=last, firm=len(yes.words) > 1)
        if not rest.words and (not _is_weak(yes) or remarks.supports(beside)):
            return (Confirm(),)
        intents = reader(rest.text) if rest.words else ()
        if _stands_beside(intents, rest, context) and (not _is_weak(yes) or _means_to_come(intents)):
            return Confirm(), *intents
    return None


def changes(note: str, context: UnderstandingContext) -> bool:
    """Whether what is told the doctor may be meant for the appointment: "que mejor en la tarde"."""
    parts = taken_apart(Message.of(note), context)
    return _speaks_of_it(parts) or parts.has(Act.MOVE, Act.CANCEL, Act.START, Act.AVAILABILITY, Act.LATE)


def _parted(message: Message) -> Iterator[tuple[Message, Message, bool]]:
    """The yes that begins or ends a message, with the rest of it and whether it ends it; the longest first. A mark
    stands between them, or the rest begins with a question word, or words that join a yes to what comes before."""
    tokens, text = message.tokens, message.text
    for n in range(min(len(tokens) - 1, 2 * MOST_WORDS), 0, -1):
        before, next_one = tokens[:n], tokens[n]
        if any(token.kind == "ask" for token in before):
            continue
        apart = before[-1].kind == "mark" or (next_one.kind == "ask" and next_one.raw.startswith("¿"))
        apart = apart or next_one.text in _REASONS
        if not (apart or asks(tokens[n:])):
            continue
        rest = _without_greeting(text[next_one.start :])
        if (rest.asks and not rest.words and not asks(tokens[n:])) or (
            next_one.raw.casefold() == "que" and _THAT_THEY.match(rest.flat)
        ):
            continue  # "confírmela, señorita?"
        if apart or not _is_of_a_yes(rest):
            yield Message.of(text[: before[-1].end]), rest, False
    said = [n for n, token in enumerate(tokens) if token.kind in ("word", "number")]
    first = said[-2 * MOST_WORDS - 1] if len(said) > 2 * MOST_WORDS else 0  # more words are no yes
    for n in range(max(1, first), len(tokens)):
        mark, joint = tokens[n - 1], _joint(tokens[n:])
        behind = tokens[n + joint :]
        apart = mark.kind in ("mark", "ask") and "¿" not in mark.raw
        if not behind or any(token.kind == "ask" for token in behind) or not (apart or joint):
            continue
        if "\n" not in mark.raw and mark.kind != "ask" and (_might_be_if(behind) or (not apart and _is_if(tokens[n:]))):
            continue
        yield Message.of(text[behind[0].start :]), _without_greeting(text[: mark.end]), True


_ENDS_OF_YES = frozenset(phrase[n:] for phrase in YES for n in range(len(phrase)))


def _is_of_a_yes(rest: Message) -> bool:
    """ "Agéndame cuando la cita": what follows the question word is the rest of the yes."""
    return rest.words[1:] in _ENDS_OF_YES


def _joint(tokens: tuple[Token, ...]) -> int:
    """How many tokens join a yes to what comes before it: "…, pero sí", "… y sí"."""
    words = tuple(token.text for token in tokens[:3])
    return next((len(joint) for joint in _JOINTS if words[: len(joint)] == joint), 0)


def _is_if(tokens: tuple[Token, ...]) -> bool:
    """ "Y si": without its accent a condition, most likely."""
    return len(tokens) > 1 and tokens[0].text == "y" and tokens[1].raw.casefold() == "si"


def _is_perhaps_if(yes: Message) -> bool:
    """ "Pero si", "pero si quiero": without its accent, and with no mark after it, it may be a condition."""
    apart = len(yes.tokens) > 1 and yes.tokens[1].kind == "mark"
    return yes.tokens[0].raw.casefold() == "si" and not apart


def _without_greeting(text: str) -> Message:
    return without_greeting(Message.of(text.strip()))[0]


def _might_be_if(tokens: tuple[Token, ...]) -> bool:
    """ "…, si confirmo": with a verb and no accent it may be a condition."""
    said = [token for token in tokens if token.kind == "word"]
    return len(said) > 1 and said[0].raw.casefold() == "si" and bool(_LIKE_IF.match(Message.of(_raw(said)).flat))


def _raw(tokens: list[Token]) -> str:
    return " ".join(token.raw for token in tokens)


def _is_clear(yes: Message, context: UnderstandingContext) -> bool:
    """Whether the words are a yes to what is proposed: beside something else, a cancellation is told by its verb."""
    if context.purpose is Purpose.CANCEL:
        return says_cancel(yes)
    return agrees(yes, context.purpose)


def _is_weak(yes: Message) -> bool:
    """Words that may as well acknowledge what was read, or put a condition."""
    accented = any(token.raw.casefold() == "sí" for token in yes.tokens)
    return acknowledges(yes.words) or (not accented and bool(_LIKE_IF.search(yes.flat)))


def _means_to_come(intents: tuple[AnyIntent, ...]) -> bool:
    """Whether it is asked where to come, or the doctor is told something; the answer to "ok, ¿cuánto cuesta?" may
    decide, and "ok, nos vemos" may only take leave."""
    asked = [intent for intent in intents if isinstance(intent, AskQuestion)]
    return all(question.topic in _WHERE_TO for question in asked) and bool(asked or any(map(only_note, intents)))


def _stands_beside(intents: tuple[AnyIntent, ...], rest: Message, context: UnderstandingContext) -> bool:
    """Whether what was read beside the yes is understood, and leaves the proposal as it is."""
    if not intents or not all(map(changes_nothing, intents)):
        return False
    asked = [i for i in intents if isinstance(i, AskQuestion)]
    if any(question.topic is Topic.PROPOSAL for question in asked):
        return False
    if rest.asks and not asked and rest.text.rstrip().endswith("?") and "¿" not in rest.text:
        return False  # "confírmela, señorita?": all of it is asked
    if _MAY_CHANGE.search(rest.flat) or says(rest, HELP | REPEAT) or _is_for_then(rest):
        return False
    parts = taken_apart(rest, context)
    if _speaks_of_it(parts) or any(found.act not in _HARMLESS_ACTS for found in parts.found):
        return False
    if _is_left(rest, parts):
        return False
    return not asked or parts.has(*QUESTIONS) or asks(rest.tokens) or asks(rest.tokens[1:])


def _is_for_then(rest: Message) -> bool:
    """ "Sí, cuando me paguen", "sí, ya cuando regrese": with no sign of a question it is no yes before that."""
    written = rest.text.casefold()
    return rest.words[:1] == ("cuando",) and "?" not in written and "cuándo" not in written


_SUFFERS = frozenset("urge urgen preocupa siento siente sentimos aguanto aguanta aguantamos".split())
_OF_ONE = frozenset("una uno otra otro cita consulta".split())
""" "Es que ya tengo una": it may speak of an appointment."""
_WHY = re.compile(r" (?:porque|es que|ya que)(?= )")


def _only_tells_why(rest: Message, context: UnderstandingContext) -> bool:
    """ "Sí, es que ya me duele mucho": what one suffers from, and nothing that may be about the proposal."""
    if context.purpose is Purpose.MOVE or rest.asks or not _WHY.match(rest.flat) or _MAY_CHANGE.search(rest.flat):
        return False
    parts = taken_apart(rest, context)
    suffers = {*rest.words} & (lists()["body_verbs"] | _SUFFERS) and not {*rest.words} & _OF_ONE
    told = bool(suffers) and not any(token.kind in ("number", "odd") for token in rest.tokens)
    return told and not _speaks_of_it(parts) and not parts.found and not left_over(rest, set())


def _is_left(rest: Message, parts: Parts) -> bool:
    """Whether clauses that ask nothing say what nobody has read: "¿dónde es?, requiero intérprete"."""
    return bool(left_over(rest, asking(parts)))


def _speaks_of_it(parts: Parts) -> bool:
    """Whether a time, a doctor, a patient or a type of visit is named."""
    whom = parts.named or parts.doctor or parts.unnamed or parts.specialists or parts.visit.visit or parts.visit.anyone
    return bool(parts.wish or parts.refused or parts.shift or whom)
