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
from nlu import giving_up
from nlu.account import left_over
from nlu.acts import QUESTIONS, Act
from nlu.carried import asking, asks
from nlu.closed_phrases import HELP, PLEASED_EMOJI, REPEAT
from nlu.courtesies import without_greeting
from nlu.message import Message, Token
from nlu.name_words import RELATIVES_NOUN
from nlu.parts import Parts, taken_apart
from nlu.yes_no import MOST_WORDS, acknowledges, agrees, says, says_cancel
from nlu.yes_phrases import COMES, YES

Reader = Callable[[str], tuple[AnyIntent, ...]]

_HARMLESS_ACTS = frozenset({*QUESTIONS, Act.LIST, Act.FAREWELL, Act.RECALL})
CHANGING = (
    r"no|mejor|pero|sino|otr[ao]s?|cambi\w+|diferentes?|distint[ao]s?|equivoc\w+|error|mal|falta\w*|menos|excepto"
    r"|salvo|en vez|en lugar|prefier\w+|preferi\w*|queria|espera|espere|aguanta|todavia|aun"
)
"""Words that change something, or may: a pattern of alternatives."""
_MAY_CHANGE = re.compile(
    rf" (?:{CHANGING}|si|solo|nomas|aunque|depende"
    r"|mientras|siempre|a menos|con tal|tal vez|a lo mejor|acaso|capaz|igual y|no (?:se|estoy segur[oa])|(?:puede|pueden|podria|podrian) ser|seria|tambien|ademas|mujer|hombre|creo|quiza\w*)(?= )"
)
"""What may change the proposal, or put a condition to it."""
_LIKE_IF = re.compile(r" si (?:confirmo|acepto|voy|asisto|ire|cancelo)(?= )")
""" "Si confirmo": without its accent also "if I confirm"."""
_REASONS = frozenset("porque pq xq esque".split())
_JOINTS = (("pero",), ("y",), ("aun", "asi"), ("de", "todos", "modos"), ("de", "todas", "formas"))
_WHERE_TO = (Topic.ADDRESS, Topic.PHONE)
"""Asked by whoever means to come."""


def read(message: Message, context: UnderstandingContext, reader: Reader) -> tuple[AnyIntent, ...] | None:
    """The yes with the intents of what stands beside it; None where that is not surely a yes. `reader` reads the rest."""
    if context.state is not State.CONFIRM or context.purpose is Purpose.STAFF or message.odd:
        return None
    if set(message.emoji) - PLEASED_EMOJI:
        return None
    if (after := _joint(message.tokens)) and message.tokens[after:]:
        yes = Message.of(message.text[message.tokens[after].start :])
        if not (yes.asks or _is_weak(yes) or _is_perhaps_if(yes)) and _is_clear(yes, context):
            return (Confirm(),)  # "pero sí, agéndala", to what was answered
    for yes, beside, last in _parted(message):
        if not _is_clear(yes, context):
            continue
        if context.purpose is Purpose.CANCEL and not last and giving_up.only_tells_why(beside, context):
            return (Confirm(),)  # "sí, cancélela, me salió trabajo"
        rest = without(beside, before=last, firm=len(yes.words) > 1)
        if not rest.words and (not _is_weak(yes) or supports(beside)):
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
        rest = _without_greeting(text[next_one.start :])
        if apart or next_one.text in _REASONS or (asks(tokens[n:]) and not _is_of_a_yes(rest)):
            yield Message.of(text[: before[-1].end]), rest, False
    for n in range(1, len(tokens)):
        mark, joint = tokens[n - 1], _joint(tokens[n:])
        behind = tokens[n + joint :]
        apart = mark.kind in ("mark", "ask") and "¿" not in mark.raw
        if not behind or any(token.kind == "ask" for token in behind) or not (apart or joint):
            continue
        if "\n" not in mark.raw and mark.kind != "ask" and (_might_be_if(behind) or (not apart and _is_if(tokens[n:]))):
            continue
        yield Message.of(text[behind[0].start :]), _without_greeting(text[: mark.end]), True


def _is_of_a_yes(rest: Message) -> bool:
    """ "Agéndame cuando la cita": what follows the question word is the rest of the yes."""
    said = rest.words[1:]
    return any(phrase[-len(said) :] == said for phrase in YES)


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
    if any(isinstance(i, AskQuestion) and i.topic is Topic.PROPOSAL for i in intents):
        return False
    if _MAY_CHANGE.search(rest.flat) or says(rest, HELP | REPEAT):
        return False
    parts = taken_apart(rest, context)
    if _speaks_of_it(parts) or any(found.act not in _HARMLESS_ACTS for found in parts.found):
        return False
    if _is_left(rest, parts):
        return False
    asked = [i for i in intents if isinstance(i, AskQuestion)]
    return not asked or parts.has(*QUESTIONS) or asks(rest.tokens) or asks(rest.tokens[1:])


def _is_left(rest: Message, parts: Parts) -> bool:
    """Whether clauses that ask nothing say what nobody has read: "¿dónde es?, requiero intérprete"."""
    return bool(left_over(rest, asking(parts)))


def _speaks_of_it(parts: Parts) -> bool:
    """Whether a time, a doctor, a patient or a type of visit is named."""
    whom = parts.named or parts.doctor or parts.unnamed or parts.specialists or parts.visit.visit or parts.visit.anyone
    return bool(parts.wish or parts.refused or parts.shift or whom)


_WHOM = rf"(?:(?:mi|mis|el|la|los|su) )?(?:{RELATIVES_NOUN}|patron\w*|jef[ea]\w*|maestr[oa]|gerente|supervisor\w*|trabajo|chamba|jale|escuela|familia|marido|mujer)"
_PLACE = r"(?:(?:mi|la|el|las|mis) )?(?:casa|casita|trabajo|trabajar|oficina|escuela|chamba|jale|junta|reunion|clase|clases|banco|depa)"
_SORRY = r"(?:(?:perdon|perdone|disculpe|disculpa|disculpen|una disculpa|lo siento|ay) )*"
_ANSWER = r"(?:contest|respond)"
_ARRIVED = rf"(?:ya|apenas|apenitas|ahorita|recien|por fin)?(?: (?:ya|apenas))? ?(?:llegue|llegamos|sali|regrese|volvi|estoy|me desocupe|me libere)(?: (?:a|de|en|del|al) {_PLACE}| del? {_PLACE})?"
_DELAYED = (
    rf"{_SORRY}(?:por )?(?:la|el|mi) (?:tardanza|demora|retraso|molestia)|por la hora"
    rf"|{_SORRY}(?:por|que) (?:no (?:haber(?:te|le|les)? )?|(?:me )?tard\w+ (?:tanto )?(?:en )?)(?:(?:te|le|les|habia) )?{_ANSWER}\w+(?: antes)?"
    rf"|{_SORRY}(?:no|apenas|hasta ahorita) (?:(?:habia|pude|alcance a) )*(?:(?:visto|vi|ver|lei|leer|leido) (?:el|su|tu|los|sus|tus) mensajes?|{_ANSWER}\w+(?: antes)?)"
    rf"|{_SORRY}(?:es que )?(?:estaba|andaba|venia|iba) (?:manejando|trabajando|ocupad[oa]|dormid[oa]|durmiendo|comiendo|cocinando|en llamada|en una llamada|en (?:el camion|{_PLACE}|una junta|una reunion))"
)
_SAYS_SO = r"(?:y )?(?:(?:me|nos) )?(?:dice|dijo|dicen|dijeron|dio|dieron)(?: que)? (?:si|permiso|chance|el dia)"
_OF_WHOM = rf"(?:(?: que si)|(?: (?:a|con|en|al|del|de)(?: (?:a|con|en))? {_WHOM})|(?: (?:mi|la) (?:agenda|calendario))| bien| {_SAYS_SO})*"
_SETTLED = rf"(?:ya|apenas|si)(?: (?:me|les?|nos))* (?:avise|arregle|organice|pedi (?:permiso|el dia|chance)|(?:dieron|tengo) permiso|tengo (?:quien me lleve|con quien (?:ir|dejar\w+))){_OF_WHOM}|{_WHOM} {_SAYS_SO}"
"""Done by whoever means to come."""
_CONSULTED = rf"(?:ya|apenas)(?: (?:les?|l[oa]|nos|me))* (?:(?:pregunt|consult|coment|habl|chequ|revis|plat[ií]qu)e|dije|pense|pensamos|decidi|vi){_OF_WHOM}"
_PRESSED = (
    r"(?:si )?(?:(?:me|nos|le) urge|(?:la|lo) (?:necesito|ocupo|necesitamos))(?: (?:mucho|bastante|ya))?"
    r"|(?:es que |porque |pues )*(?:ya )?no (?:aguanto|soporto|puedo (?:ni )?(?:dormir|comer|caminar|moverme|respirar bien|agacharme|trabajar asi|doblar\w*|levantar\w*|masticar)|me deja (?:dormir|en paz|comer))(?: (?:mas|el|la|los|las|este|esta|mi|tanto|dolor\w*|molesti\w*|del?|muelas?|espalda|rodillas?|cabeza|pie|pies))*"
    r"|(?:porque|pq|xq|es que|esque|ya que|pues) (?:si )?(?:(?:me|le|nos) (?:sigue |siguen |esta |estan )?(?:duel|dol|ard|pic|molest|sangr|hinch|inflam)\w+|(?:me|se|nos) (?:sient|estoy|anda|esta)\w*|(?:ando|anda|estoy|esta|sigo|sigue|traigo|trae|tengo|tiene)(?: (?:muy|bien|bastante|mucho|mucha))* (?:mal[oa]?|enferm[oa]|dolor|molestias?|fiebre|tos|adolorid[oa]|hinchad[oa]|preocupad[oa]|con))"
    r"(?: (?!(?:no|ni|pero|mejor|si|otr[oa]s?|cancel\w*|cambi\w*|hasta|antes|despues|manana|hoy) )[a-z]+)*"
)
_GLAD = (
    r"que (?:bueno|bien|padre|alivio|suerte)(?: que (?:(?:si|aun|todavia) )?(?:hay|hubo|habia|tienen|alcance|encontre|me toco)(?: (?:lugar|espacio|cita|cupo))?)?"
    r"|no hay (?:ningun )?problema|no hay de otra|no (?:importa|pasa nada|le hace)(?: (?:que sea|esperar|la hora)(?: \w+){0,2})?|ni modo|ya que|(?:si )?soy (?:yo|el mismo|la misma)"
)
_DEAR = r"(?:esta|es|sale) (?:un poco |un poquito |algo |muy |medio |bien )?(?:car[oa]|carit[oa]|lejos)"
_ANYWHERE = rf"{_DELAYED}|{_GLAD}|{_PRESSED}|{_SETTLED}"
_WITH_A_YES = re.compile(rf"(?:{_ANYWHERE})")
_HAS_SETTLED = re.compile(_SETTLED)
_WITH_A_FIRM_YES = re.compile(rf"(?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED})")
_BEFORE = re.compile(rf"(?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED}|{_DEAR})")
_ROW = re.compile(rf"(?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED})(?: (?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED}))*")
_CLAUSES = re.compile(r"[^,.;!\n¡…]+")


def without(message: Message, *, before: bool, firm: bool) -> Message:
    """The message without the clauses that are such remarks. `before` the yes they are none of its objects: "sí, ya vi"
    and "sí, está caro" may be no more than a yes to that, unless the yes is a `firm` one, "sí la quiero"."""
    remark = _BEFORE if before else _WITH_A_FIRM_YES if firm else _WITH_A_YES
    return Message.of(", ".join(one.text.strip() for one in _clauses(message) if not _is(remark, one)))


def supports(message: Message) -> bool:
    """Whether all of it tells what is only done by whoever comes: it makes a yes of a mere acknowledgement."""
    clauses = _clauses(message)
    return bool(clauses) and all(_is(_HAS_SETTLED, one) for one in clauses)


def _clauses(message: Message) -> list[Message]:
    return [Message.of(clause) for clause in _CLAUSES.findall(message.text) if clause.strip()]


def is_one(message: Message) -> bool:
    """Whether a whole message is a row of such remarks, or tells that one is free then, beside something else."""
    return _is(_ROW, message) or (message.words in COMES and not (message.asks or message.odd))


def _is(remark: re.Pattern[str], clause: Message) -> bool:
    return not (clause.asks or clause.odd or clause.emoji) and bool(remark.fullmatch(" ".join(clause.words)))
