"""What a message asks for, by the words that ask for it. The words stand in files (`act_lines`); here
they are compiled.

A pattern is a row of words, each a choice of alternatives, matched on `Message.flat`. Gaps are bounded and stay
within a clause, so that matching is linear in the text.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from booking.intents import Shift, Topic
from nlu import act_lines
from nlu.words.filler import FILLER
from nlu.words.message import Message, found_once
from nlu.words.spelling import by_sound, nearest
from nlu.words.verb_forms import ENDING, FORMS, MOVING
from nlu.words.verbs import Said, Verb, conditioned, on_condition, verbs
from nlu.words.word_sets import word_set

_OF_APPOINTMENT = re.compile(r" (?:citas?|consultas?|turno|la)(?= )")


class Act(StrEnum):
    """What words can ask for, before the state says what that means."""

    EMERGENCY = "emergency"  # words of the body that need no other
    EPISODE = "episode"  # what is an emergency unless it is told of the past
    URGENCY = "urgency"  # the word alone: also said of other emergencies than the body's
    LATE = "late"
    HUMAN = "human"
    PRIVACY = "privacy"
    RECALL = "recall"
    LIST = "list"
    MOVE = "move"
    CANCEL = "cancel"
    WAIT = "wait"
    FAREWELL = "farewell"
    HOURS = "hours"
    ADDRESS = "address"
    PHONE = "phone"
    PARKING = "parking"
    DOCTORS = "doctors"
    ASSISTANT = "assistant"
    CHANGES = "changes"  # whether an appointment may be changed, not that it shall be
    CHANGED = "changed"  # told of: somebody cancelled or moved it
    QUESTION = "question"
    START = "start"
    AVAILABILITY = "availability"
    SHIFT = "shift"


TOPICS = {act: Topic(act.value) for act in Act if act.value in set(Topic)}
"""A question that the clinic's record answers bears the name of what it asks about."""
QUESTIONS = (*TOPICS, Act.QUESTION)

_OF_CHANGE = frozenset({Act.CANCEL, Act.MOVE})
_TOLD = {Said.TOLD: Act.CHANGED, Said.IF: Act.CHANGES}

_ASKED_WITH_NO = frozenset({Act.AVAILABILITY, Act.RECALL, Act.LATE, Act.SHIFT, *QUESTIONS})
""" "¿No tienen lugar?": a "no" before these does not turn them round."""

_NEGATED = re.compile(
    r" (?:no|ni|nunca|tampoco|sin)"
    r"(?: (?:me|te|se|le|les|lo|la|nos|quiero|quisiera|voy|vamos|a|puedo|necesito|deseo|es|para|que|ocupo|vaya|vayas|vayan|por|favor))*$"
)
_NOT_ILL = re.compile(
    r" (?:no|ni|sin|nunca)(?: (?:ha|he|hay|tengo|tiene|siento|presenta|presento|fue|creo|sea|dado|un|una))*$"
)
""" "No tengo dolor de pecho" tells of none."""
ILLNESS = frozenset({Act.EMERGENCY, Act.EPISODE})
"""Words of the body, which are never part of a name; looked for by their sound too."""
_OPENS_QUESTION = word_set(""", ? y pero o saber recordar acuerdo acuerda recuerda recuerdan recuerdo decir decirme dime
    digame diganme de no se oiga oye hola disculpe lo pues bueno tardes dias noches a pregunta preguntar preguntarle
    preguntarles con en por para sobre hasta desde""") | {""}
_NO_SHIFT = re.compile(r" (?:escribo|aviso|confirmo|digo|llamo|marco|contesto|respondo|hablo|busco|lo|la|el)$")
""" "Te confirmo más tarde" asks for no later time, "lo más pronto posible" for no earlier one."""


WRITES = r"(?:te|l[aeo]s?|me) (?:habl|llam|marc|escrib|avis|busc|dig|contact|confirm|comunic)(?:o|amos|imos|are|aremos|ire|re)"
_WRITES_THEN = re.compile(rf" (?:(?:mejor|ya|yo) )*{WRITES}(?= )")
""" "Otro día les hablo", "más tarde le marco"."""

_ATTENDS = re.compile(r" dan? consultas?(?= )")
""" "¿El doctor da consulta los domingos?" asks for none."""
_TO_BE_TOLD = re.compile(
    r" (?:informes?|informacion|info|detalles|costos?|precios?) (?:de|del|sobre|acerca|con respecto) "
)
""" "Me da informes de la consulta": to be told of it is asked for, and no appointment."""
_OF_THE_ONE = re.compile(r"[aei]r(?: [^ ]+){0,3} (?:a|de|en|sobre|por) (?:la|mi|su|esa|nuestra) (?:cita|consulta)$")
""" "¿Puedo llevar a alguien a la cita?": the one that exists."""
_FORGOTTEN = re.compile(r" (?:olvid|perd)\w+ (?:la|mi|su|esa|nuestra)$")
_GONE_TO = re.compile(
    r" (?:consegui\w*|fui|fuimos|encontr\w+|halle|hallamos|vi|vimos|ire|voy)(?: (?:cita|a|ver|al?))*$"
)
""" "Ya conseguí con otro doctor"."""

_PERHAPS = re.compile(
    r" (?:a lo mejor|quizas?|tal vez|puede que|puede ser que|capaz que|capaz y|chance y|por si)(?: ya)?$"
)
""" "A lo mejor no voy a poder ir" gives nothing up."""
_BUT_NOT = re.compile(r" (?:, )?no(?= (?:,|sino|solo|nomas|nada mas|mejor|es que|porfa|por favor|$)| $)")
""" "Cancelar no, cambiar"."""
_THEY_DID = re.compile(rf" (?:{ENDING})(?:aron|aste|aba[ns]?)(?= )")
""" "La otra vez me quitaron la cita": told, and not asked for."""
_WORD = r" [^ ,?#]+"
_END = r"(?=(?: (?:[,?]|por|favor|porfa|gracias))* $)"


class Found(NamedTuple):
    """An act, where it stands in `flat`, and which shift it names, or what a question is about."""

    act: Act
    start: int
    end: int
    shift: Shift | None = None
    topic: Topic | None = None
    gaps: tuple[tuple[int, int], ...] = ()
    """Stretches of `flat` inside that any words may fill: they are passed over, and not read."""


@found_once
def find(message: Message) -> tuple[Found, ...]:
    """Every act the words ask for, in the order of `Act`; what is negated asks for nothing, and a verb of change only
    by its form."""
    flat = message.flat
    spelt = heard(flat)
    found: list[Found] = []
    said = tuple(v for v in verbs(message) if not _is_by(message, v.place))
    begun = frozenset().union(*map(_called_for, {*flat.split(), *spelt.split()}))
    for act, shift, topic, pattern in (_patterns()[number] for number in sorted(begun)):
        text = spelt if act in ILLNESS else flat
        for match in pattern.finditer(text):
            start, end = (_same_word(text, flat, at) for at in match.span())
            before = flat[max(0, start - 60) : start]
            if act in _OF_CHANGE and _is_no_order(act, message.between(start + 1, match.end()), said):
                continue
            if act is Act.CANCEL and (_PERHAPS.search(before) or _BUT_NOT.match(flat, end) or before.endswith(" o")):
                continue
            if act is Act.CANCEL and _THEY_DID.search(flat[start : match.end()] + " "):
                found.append(Found(Act.CHANGED, start + 1, match.end()))
                continue
            if act is Act.CANCEL and on_condition(message):
                found.append(Found(Act.CHANGES, start + 1, match.end()))
                continue
            if act is Act.CANCEL and conditioned(message, start + 1, match.end()):
                found.append(Found(Act.CHANGES, start + 1, match.end()))
                continue
            if act not in _ASKED_WITH_NO and _NEGATED.search(before):
                continue
            if act in (*ILLNESS, Act.URGENCY) and _NOT_ILL.search(before):
                continue
            if act is Act.AVAILABILITY and (
                flat.startswith(" no hay de otra ", start - 3) or before.endswith(" hasta")
            ):
                continue
            if act in (Act.RECALL, *QUESTIONS) and not _may_ask(text[start:], before):
                continue
            if (
                act is Act.HUMAN
                and _TO_THE_DOCTOR.search(before)
                and not _AT_THE_DESK.search(text[start : match.end()])
            ):
                continue
            if act is Act.SHIFT and (_NO_SHIFT.search(before) or _WRITES_THEN.match(flat, end)):
                continue
            if act is Act.START and _ATTENDS.match(text[start:]) and not before.endswith((" me", " nos", " le")):
                continue
            if act is Act.START and (_OF_THE_ONE.search(flat[start : match.end()]) or _FORGOTTEN.search(before)):
                continue
            if act is Act.START and _TO_BE_TOLD.search(flat[start : match.end()]):
                continue
            if act is Act.START and text[start : match.end()] == " agenda" and before.endswith((" mi", " su", " tu")):
                continue  # "deje checo mi agenda"
            if act is Act.DOCTORS and _GONE_TO.search(before):
                continue
            if act is Act.ADDRESS and before.endswith((" no tengo", " no tenemos", " no tiene", " no hay")):
                continue  # "no tengo cómo llegar a esa hora"
            gaps = tuple((_same_word(text, flat, a), _same_word(text, flat, b)) for a, b in match.regs[1:] if b > a)
            found.append(Found(act, start + 1, end, shift, topic, gaps))
    for verb in said:
        told_as = _TOLD.get(verb.said)
        about_it = told_as is Act.CHANGES or verb.deed == "cancel" or _OF_APPOINTMENT.search(flat)
        if told_as is not None and about_it:
            start = message.place_of(verb.place)
            found.append(Found(told_as, start, start + len(message.tokens[verb.place].text)))
    return tuple(found)


def compiled(lines: list[str]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Lines as the files of this package write them: as one pattern on `Message.flat`, and what one of its words is like
    where it fits."""
    words = act_lines.words() | FORMS
    return _compile(lines, words), _needed(lines, words)


def _is_by(message: Message, place: int) -> bool:
    """ "Den por cancelada la cita": what an appointment is to be taken for, and nothing that was done to it."""
    before = [token.text for token in message.tokens[max(0, place - 2) : place]]
    return before[-1:] == ["por"] and before[0] not in ("dieron", "dio")


_OF_ONES_OWN, _BROKEN = word_set("mi nuestra nuestro"), word_set("cayo robaron robo rompio quebro apago descargo murio")
_PHONE = re.compile(r" (?:(?:el|un) )?(?:telefono|celular)(?= )")
_WHERE = re.compile(r" (?:(?:el|la|un) )?(?:ubicacion|direccion|telefono|celular|numero)(?= )")


def _may_ask(found: str, before: str) -> bool:
    """Whether "que" may open a question here: "¿qué me dijeron?", but not "es que me dijo", "el meme que me mandaron". Of
    what is one's own, or came to harm, nobody is asked: "les mando mi ubicación", "se me cayó el cel"."""
    last = before.rsplit(" ", 1)[-1]
    if (last in _OF_ONES_OWN and _WHERE.match(found)) or (last in _BROKEN and _PHONE.match(found)):
        return False
    return not found.startswith(" que ") or last in _OPENS_QUESTION


def _is_no_order(act: Act, stretch: range, said: tuple[Verb, ...]) -> bool:
    """Whether the verb among these words orders nothing. Of what is moved that is known only where it is told."""
    here = [verb.said for verb in said if verb.place in stretch and verb.deed == act.value]
    no_order = {Said.TOLD, Said.DENIED, Said.IF} | (set() if act is Act.MOVE else {Said.OTHER})
    return bool(here) and set(here) <= no_order


def heard(flat: str) -> str:
    """The words with those of an illness spelt right."""
    return " ".join(map(_spelt, flat.split(" ")))


def _same_word(text: str, flat: str, at: int) -> int:
    """The place in `flat` of the space at a place in `text`, which has the same words in other spelling."""
    if text == flat:
        return at
    place = -1
    for _ in range(text.count(" ", 0, at + 1)):
        place = flat.index(" ", place + 1)
    return place


_MOVES = tuple(MOVING.split("|"))


@lru_cache(maxsize=8192)
def _spelt(word: str) -> str:
    words, sounds = _words_of_illness()
    moves = word.startswith(_MOVES)  # "si me muevo al viernes" is no slip for "muero"
    right = moves or word in words or word in FILLER or word in act_lines.distress()["no_slips"].split()
    return word if right else nearest(word, sounds)


@cache
def _words_of_illness() -> tuple[frozenset[str], dict[str, str]]:
    """Words of illness that are heard however they are spelt, and these by their sound."""
    words = frozenset(act_lines.distress()["words"].split())
    return words, by_sound(words)


@cache
def _patterns() -> tuple[tuple[Act, Shift | None, Topic | None, re.Pattern[str]], ...]:
    """The patterns of the acts in their order, compiled once; of a shift or a question each kind of its own."""
    data, words = act_lines.lines(), act_lines.words() | FORMS
    return tuple(
        (
            act,
            Shift(kind) if act is Act.SHIFT and kind != "any" else None,
            Topic(kind) if act is Act.QUESTION and kind != "any" else None,
            _compile(lines, words),
        )
        for act in Act
        for kind, lines in data.get(act, {}).items()
    )


@lru_cache(maxsize=8192)
def _called_for(word: str) -> frozenset[int]:
    """The patterns that can fit only where some word like this one stands, by their places: others need not be tried."""
    return frozenset(number for number, needs in enumerate(_words_needed()) if needs.fullmatch(word))


@cache
def _words_needed() -> tuple[re.Pattern[str], ...]:
    """For each of the patterns the words of which it needs one."""
    data, words = act_lines.lines(), act_lines.words() | FORMS
    return tuple(_needed(lines, words) for act in Act for lines in data.get(act, {}).values())


def _needed(lines: list[str], words: dict[str, str]) -> re.Pattern[str]:
    """Of each line the words of its longest part that is no perhaps."""
    return re.compile("|".join(_needed_of(_spelled_out(line, words)) for line in lines))


_VERBS = frozenset(FORMS.values())


def _needed_of(elements: list[str]) -> str:
    """The verb of a line by its form, else the first words of the alternatives of its part that says most; as a regular
    expression."""
    verbs = [one for one in elements if one in _VERBS]
    if verbs:
        return verbs[0]
    plain_ones = [_choices(one) for one in elements if not {*one} & {*"^$!.,()[]?"}]
    firsts = [[choice.split("+")[0] for choice in part] for part in plain_ones]
    told = max(firsts, key=lambda words: min(map(len, words)), default=["*"])
    return "|".join(word.replace("*", ".*") for word in told)


def _compile(lines: list[str], words: dict[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{_pattern(line, words)})" for line in lines))


def _pattern(line: str, words: dict[str, str]) -> str:
    """One line of them as a regular expression that begins with the space before the first word."""
    return "".join(map(_element, _spelled_out(line, words))) + "(?= )"


def _spelled_out(line: str, words: dict[str, str]) -> list[str]:
    """The parts of a line, with the lists of words that it names."""
    for name, members in words.items():
        line = line.replace(f"<{name}>", members)
    return re.sub(r"\s+\|", "|", line).split()


def _element(element: str) -> str:
    if element == "^":
        return "^(?: ,)*"
    if element == "$":
        return _END
    if element == "[?]":
        return r" \?"
    if element == "[?]|$":
        return r"(?: \?|" + _END + ")"
    if gap := re.fullmatch(r"\.\.(\.|\d)", element):
        return f"((?:{_WORD}){{0,{4 if gap[1] == '.' else gap[1]}}}?)"
    if element == "(...)?":
        return f"((?:{_WORD}){{0,4}}?)"
    if element.startswith("!"):
        return f"(?! (?:{_choice(element[1:])})(?= ))"
    if element.endswith(")?"):
        return f"(?: (?:{_choice(element[1:-2])}))?"
    return f" (?:{_choice(element)})(?= )"


_TO_THE_DOCTOR = re.compile(r" (?:citas?|consultas?|turno|lugar|espacio)(?: [^ ,?]+){0,3} (?:para|y)(?: poder| ir a)?$")
""" "Una cita para hablar con la doctora" asks for no human at the desk."""
_AT_THE_DESK = re.compile("person|human|alguien|asesor|agente|recepcion|secretari|encargad|gerente")
_CAN = "puede|pueden|puedes|podra|podran|podras|podria|podrian|podrias|pudiera|pudieran|pudieras|podia|podian|podias"
"""One verb in the forms that ask for a favour: a pattern that has one of them has all."""


def _choice(alternatives: str) -> str:
    return "|".join(_choices(alternatives)).replace("+", " ").replace("*", r"[^ ,?#]*")


def _choices(alternatives: str) -> list[str]:
    choices = alternatives.split("|")
    return list(dict.fromkeys([*choices, *_CAN.split("|")])) if {"puede", "pueden", "puedes"} & {*choices} else choices
