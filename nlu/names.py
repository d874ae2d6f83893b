"""Whose appointment it is: names as people give them in a chat, and third parties ("es para mi hijo Luis")."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.models import State
from nlu.message import Message, Token, plain
from nlu.name_words import (
    GIVEN,
    JOINERS,
    NOT_A_NAME,
    ONLY_WITH_OTHERS,
    PARTICLES,
    RELATIONS,
    RELATIVES_NOUN,
    SURNAMES_TOO,
    TITLES,
)

MAX_CHARS = 60
MAX_WORDS = 7

_LATIN = re.compile(r"[a-zßøłđæœıð]+(?:['’ʼ-][a-zßøłđæœıð]+)*")
_LAUGHTER = re.compile(r"(?:ja|je|ji|jo|ha|he){2,}[jh]?|x+d+")
_ADDRESS = re.compile(r"[^\W\d_]{2}\.[^\W\d_]")  # "www.ana.com"
_HAMMERED = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}|(.)\1\1")
_VOWELS = frozenset("aeiouyæœøı")
_ROMAN = frozenset({"II", "III", "IV", "VI", "VII"})

_MI = r"(?:mi|mis|su|nuestra|nuestro|un|una|la|el)"
_INTRODUCED = re.compile(
    r" (?:me llamo|mi nombre(?: completo)? (?:es|seria)|mi nombre(?: completo)?(?= ,)"
    r"|(?:a|al|el|con el) nombre(?: completo)? (?:de(?: (?:el|la) paciente)?|del paciente|es|seria)(?: es| seria)?"
    r"|(?:el |su |al )?nombre(?: completo)?(?: del paciente| de la paciente)?(?: es| seria)?(?= ,)"
    r"|(?:el|la) paciente (?:es|seria|sera|se llama)|paciente(?= ,)|se llama|de parte de|mis datos(?: son)?)(?: ,)? "
)
_WEAK = re.compile(
    r" (?:soy|somos|(?:te|le|les) (?:habla|escribe|saluda)|habla|saluda|aqui|atentamente|atte) (?=\S)"
)
_CORRECTED = re.compile(r" (?:no|perdon|perdona|digo|disculpa|disculpe|mas bien|correccion) ,? ?(?:es|soy|era|seria) ")
_IT_IS = re.compile(r"(?:^| ,|^ no|^ ya) (?:es|seria) ")
_FOR_SOMEBODY = re.compile(
    r" (?:para|pa|de parte de|a nombre de|es|seria|sera|cita de|consulta de|paciente es|a|lleva a|revisar a) "
    rf"{_MI} (?:{RELATIVES_NOUN})(?= )(?: (?:menor|mayor|de [0-9]+ (?:anos?|mes|meses)|que|y|se|llama|llamado|llamada|,)(?= ))*"
)
_RELATIVE_NAMED = re.compile(rf" mi (?:{RELATIVES_NOUN}) (?:,? ?se llama|,|es) ")
_RELATIVE_FIRST = re.compile(rf"^(?: ,)? mi (?:{RELATIVES_NOUN}) ")
_FOR_NAME = re.compile(r" para (?=\S)")
_FOR_ME = re.compile(r"^(?: si ,?| no ,?)? ?(?:es |seria |la cita es |sera )?para (?:mi|mi mismo|mi misma|yo)(?: ,)? $")
_WRONG = re.compile(
    r" (?:(?:mi|el|ese) (?:nombre|apellido)(?: no)? (?:esta|es|quedo|lleva|no es|no esta|salio)"
    r"(?: mal| incorrecto| equivocado| correcto)"
    r"|(?:mi|el) (?:nombre|apellido) no es"
    r"|ese no es mi nombre|no es mi nombre|no me llamo asi|ese no soy yo"
    r"|(?:cambi\w+|corregir|corrige|corrija|corrijan|modificar) (?:mi|el|ese) (?:nombre|apellido)"
    r"|(?:esta|escribiste|escribieron|quedo) mal (?:escrito )?(?:mi|el) (?:nombre|apellido))(?= )"
)
_SPELT = re.compile(r"^(?: ,)?(?: (?:pero|va|se escribe|lleva|y))*(?: (?:con|sin) (?:doble |dos |acento |una |la )?\w+)+")


class Named(NamedTuple):
    """A name, whether it is a third party's, the tokens that said so, and whether it is surely a name."""

    name: str | None
    for_other: bool = False
    tokens: frozenset[int] = frozenset()
    sure: bool = True
    whole: bool = True  # nothing else was said


def proper(text: str) -> str | None:
    """The text as a person's name, well written, or None where it is none. Emoji, digits and signs are none."""
    message = Message.of(text)
    taken = _take(message.tokens, 0)
    if not taken or len(taken) != len(message.tokens):
        return None
    return _written(message.tokens, taken)


def introduced(message: Message, state: State) -> Named | None:
    """A name or a third party that the words around announce."""
    other = _third_party(message, state)
    own = _own(message, state)
    if other and own and other.name is None and not own.name:
        return other
    if other:
        name = other.name or (own.name if own and own.for_other else None)
        return Named(name, True, other.tokens | (own.tokens if own else frozenset()))
    return own or _misspelt(message, state) or _for_name(message)


def bare(message: Message) -> Named | None:
    """A message that is a name and nothing else (courtesies and its spelling aside), or begins with one."""
    tokens = message.tokens
    if message.asks or message.odd or _ADDRESS.search(message.text):
        return None
    whole = [clause for clause in message.clauses() if not _is_courtesy(tokens, clause)]
    spoken = [_spoken(tokens, clause) for clause in whole]
    if not spoken or not spoken[0]:
        return None
    names = [_take(tokens, indexes[0], indexes[-1] + 1) for indexes in spoken if indexes]
    if all(_is_all(message, indexes, taken) for indexes, taken in zip(spoken, names, strict=False)):
        joined = _joined(message, names)
        if joined:
            return joined
    first = names[0]
    known = bool(first) and _plain(tokens[first[0]]) in GIVEN
    complete = _is_all(message, spoken[0], first)
    if (known and (complete or len(first) > 1)) or (complete and len(first) > 1 and _evidence(tokens, first)):
        return Named(_written(tokens, first), False, frozenset(first), sure=False, whole=False)
    return None


def _is_all(message: Message, spoken: list[int], taken: list[int]) -> bool:
    """Whether a name is all that a clause says, but for a title before it and its spelling after."""
    if not taken:
        return False
    rest = {i for i in spoken if i not in taken} - _spelling_hint(message, taken[-1])
    return all(message.tokens[i].text in TITLES and i < taken[0] for i in rest)


def _joined(message: Message, parts: list[list[int]]) -> Named | None:
    """A name given on several lines, or "Ruiz López, Ana", which is turned round."""
    tokens = message.tokens
    if len(parts) == 2 and _plain(tokens[parts[1][0]]) in GIVEN and _plain(tokens[parts[0][0]]) not in GIVEN:
        parts = [parts[1], parts[0]]
    elif len(parts) > 1 and "\n" not in message.text[tokens[parts[0][-1]].end : tokens[parts[1][0]].start]:
        return None
    taken = [index for part in parts for index in part]
    if len(taken) == 1 and tokens[taken[0]].text in ONLY_WITH_OTHERS:
        return None
    name = _written(tokens, taken)
    return Named(name, False, frozenset(taken), sure=_evidence(tokens, taken, pairs=False)) if name else None


def _own(message: Message, state: State) -> Named | None:
    """A name after "me llamo", "soy", "a nombre de" or a correction; the last one said counts."""
    asked = state in (State.CUSTOMER_DATA, State.CONFIRM)
    found: list[tuple[int, Named]] = []
    for pattern, needs_evidence, other in (
        (_INTRODUCED, False, False),
        (_WEAK, True, False),
        (_CORRECTED, True, False),
        (_IT_IS, True, False),
    ):
        if pattern in (_CORRECTED, _IT_IS) and not asked:
            continue
        for match in pattern.finditer(message.flat):
            place = message.between(match.start() + 1, match.end())
            if not place:
                continue
            taken = _take(message.tokens, place.stop)
            if not taken or (needs_evidence and not _evidence(message.tokens, taken, lenient=asked)):
                continue
            name = _written(message.tokens, taken)
            if name:
                third = other or "se llama" in match.group()
                covered = frozenset(place) | frozenset(taken) | _spelling_hint(message, taken[-1])
                found.append((match.start(), Named(name, third, covered)))
    if not found:
        return None
    last = max(found, key=lambda item: item[0])[1]
    covered = frozenset().union(*(named.tokens for _, named in found))
    return last._replace(tokens=covered)


def _third_party(message: Message, state: State) -> Named | None:
    """ "Es para mi hijo Luis Pérez", "mi mamá se llama Rosa"."""
    for pattern in (_FOR_SOMEBODY, _RELATIVE_NAMED, _RELATIVE_FIRST):
        if pattern is _RELATIVE_FIRST and state is not State.CUSTOMER_DATA:
            continue
        matches = list(pattern.finditer(message.flat))
        if not matches:
            continue
        match = matches[-1]
        place = message.between(match.start() + 1, match.end())
        after = place.stop
        while after < len(message.tokens) and message.tokens[after].kind == "mark":
            after += 1
        taken = _take(message.tokens, after)
        name = _written(message.tokens, taken) if taken else None
        if pattern is not _FOR_SOMEBODY and name is None:
            continue
        covered = frozenset(place) | frozenset(taken if name else ())
        return Named(name, True, covered)
    return None


def _for_name(message: Message) -> Named | None:
    """ "Una cita para Luis Pérez": a name, not necessarily somebody else's."""
    for match in _FOR_NAME.finditer(message.flat):
        place = message.between(match.start() + 1, match.end())
        taken = _take(message.tokens, place.stop)
        words = [_plain(message.tokens[i]) for i in taken]
        if words and words[0] in GIVEN and words not in (["julio"], ["abril"], ["domingo"]):
            return Named(_written(message.tokens, taken), False, frozenset(place) | frozenset(taken))
    return None


def _misspelt(message: Message, state: State) -> Named | None:
    """ "Mi nombre está mal", "es para mí": the answer about the person is to be asked for again."""
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (match := _WRONG.search(message.flat)):
        return Named(None, False, frozenset(message.between(match.start() + 1, match.end())))
    if state is State.CUSTOMER_DATA and _FOR_ME.search(message.flat):
        return Named(None, False, frozenset(range(len(message.tokens))))
    return None


def _spelling_hint(message: Message, last: int) -> frozenset[int]:
    """The tokens of "con doble n" after a name."""
    begin = message.tokens[last].end
    rest = Message.of(message.text[begin:])
    match = _SPELT.match(rest.flat)
    if not match:
        return frozenset()
    return frozenset(last + 1 + i for i in rest.between(0, match.end()))


def _take(tokens: tuple[Token, ...], start: int, stop: int | None = None) -> list[int]:
    """The indexes of the words of a name that begins at a place; empty where none begins."""
    stop = len(tokens) if stop is None else stop
    taken: list[int] = []
    index = start
    if index < stop and tokens[index].text in TITLES:
        index += 1
    while index < stop and len(taken) < MAX_WORDS and tokens[index].kind == "word":
        if not _fits(tokens, index, stop, taken):
            break
        taken.append(index)
        index += 1
    while taken and tokens[taken[-1]].text in PARTICLES:
        taken.pop()
    if not any(len(tokens[i].raw) > 1 and tokens[i].text not in PARTICLES for i in taken):
        return []
    return taken


def _fits(tokens: tuple[Token, ...], index: int, stop: int, taken: list[int]) -> bool:
    """Whether a word can be the next one of a name."""
    word, raw = _plain(tokens[index]), tokens[index].raw
    if raw.endswith("."):
        return len(raw) < 5  # "M.", "Ma."
    if raw in _ROMAN or word == "jr":
        return len(taken) > 1
    if _initial(tokens[index]) and taken:
        return _plain(tokens[taken[-1]]) in PARTICLES or (index + 1 < stop and _plausible(tokens[index + 1]))
    if word in PARTICLES and taken:
        # "la" and "los" belong to a name after "de" only; the others before a word that belongs to it.
        if word in ("la", "las", "los") and tokens[taken[-1]].text != "de":
            return False
        following = index + 1
        return following < stop and tokens[following].kind == "word" and (
            _plain(tokens[following]) in PARTICLES or _fits(tokens, following, stop, [*taken, index])
        )
    if word in PARTICLES and word not in ("san", "santa"):
        return False
    if word in NOT_A_NAME or word in RELATIONS:
        known = bool(taken) and _plain(tokens[taken[0]]) in GIVEN
        return known and word in SURNAMES_TOO and raw[0].isupper() and not raw.isupper()
    return _plausible(tokens[index])


def _plain(token: Token) -> str:
    return plain(token.raw.rstrip("."))


def _initial(token: Token) -> bool:
    return len(token.raw) == 1 and token.raw.isupper()


def _plausible(token: Token) -> bool:
    """Whether a word could stand in a name: Latin letters, a vowel, no laughter, no hammering on the keys."""
    word = token.raw
    folded = plain(word)
    if token.kind != "word" or len(word) < 2 or len(word) > 25 or folded in NOT_A_NAME:
        return False
    if not _LATIN.fullmatch(folded) or _LAUGHTER.fullmatch(folded) or _HAMMERED.search(folded):
        return False
    return bool(set(folded) & _VOWELS)


def _evidence(
    tokens: tuple[Token, ...], taken: list[int], *, pairs: bool = True, lenient: bool = False
) -> bool:
    """What speaks for a name: a common given name, capitals, or (pairs) two words."""
    words = [tokens[i] for i in taken if tokens[i].text not in PARTICLES]
    if any(_plain(t) in GIVEN for t in words):
        return True
    if all(t.raw[0].isupper() and not t.raw.isupper() for t in words):
        return True
    return lenient or (pairs and len(words) > 1)


def _spoken(tokens: tuple[Token, ...], clause: range) -> list[int]:
    """The words of a clause without courtesies at its end and without emoji after the name."""
    indexes = list(clause)
    while indexes and (tokens[indexes[-1]].kind == "emoji" or tokens[indexes[-1]].text in _COURTEOUS):
        indexes.pop()
    while indexes and tokens[indexes[0]].text in _COURTEOUS_BEFORE:
        indexes.pop(0)
    return [i for i in indexes if tokens[i].kind != "mark"]


_COURTEOUS = frozenset("gracias porfa por favor saludos muchas mil".split())
_COURTEOUS_BEFORE = frozenset("si ok claro va sale hola gracias perdon perdona disculpa disculpe digo".split())


def _is_courtesy(tokens: tuple[Token, ...], clause: range) -> bool:
    said = _COURTEOUS | _COURTEOUS_BEFORE | {"no"}
    return all(tokens[i].kind == "emoji" or tokens[i].text in said for i in clause)


def _written(tokens: tuple[Token, ...], taken: list[int]) -> str | None:
    """The name with its capitals put right. Accents are never invented."""
    words = [tokens[i].raw.replace("’", "'").replace("ʼ", "'") for i in taken]
    name = " ".join(_capitals(word, first=place == 0) for place, word in enumerate(words))
    return name if len(name) <= MAX_CHARS else None


def _capitals(word: str, *, first: bool) -> str:
    if word in _ROMAN:
        return word
    lower = word.lower()
    if lower in JOINERS and not first:
        return lower
    if word[0].isupper() and not word.isupper() and any(c.isupper() for c in word[1:]):
        return word  # "McDonald", "DeLeón": as the person writes it
    parts = re.split(r"(['-])", lower)
    parts = [_capital(part) for part in parts]
    return "".join(parts)


def _capital(part: str) -> str:
    if part.startswith("mc") and len(part) > 3:
        return "Mc" + part[2].upper() + part[3:]
    return part[:1].upper() + part[1:]
