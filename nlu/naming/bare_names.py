"""A message that is a name and nothing else, or begins with one."""

from __future__ import annotations

import re

from nlu.acts import find
from nlu.naming.name_shape import evidence, folded, is_courtesy, spelling, spoken_of, take, written
from nlu.naming.name_words import GIVEN, ONLY_WITH_OTHERS, RELATIONS, SURNAMES_TOO, TITLES
from nlu.naming.named import Named
from nlu.naming.whole_names import is_doubtful, is_only_time, of_message, two_people
from nlu.words.message import Message
from nlu.words.spelling import is_spanish, vocabulary
from nlu.words.statements import tells
from nlu.words.word_sets import word_set

_ADDRESS = re.compile(r"[^\W\d_]{2}\.[^\W\d_]")  # "www.ana.com"


_NO_NAME = re.compile(r"(?<= )no (?:es|soy|era|se llama|me llamo|es asi)(?= )")
""" "Juan Carlos Cruz no es mi nombre": who it is not."""


def bare(message: Message) -> Named | None:
    """A message that is a name and nothing else (courtesies and its spelling aside), or begins with one."""
    tokens = message.tokens
    if message.odd or _ADDRESS.search(message.text) or _NO_NAME.search(message.flat):
        return None
    whole = [clause for clause in message.clauses() if not is_courtesy(tokens, clause)]
    if len(whole) > 1 and len(spoken_of(tokens, whole[-1])) > 1 and all(_is_excuse(message, c) for c in whole[:-1]):
        whole = whole[-1:]
    spoken = [spoken_of(tokens, clause) for clause in whole]
    if not spoken or not spoken[0]:
        return None
    if titled := of_message(message, spoken):
        if two_people(tokens, titled):
            return Named(None, False, frozenset(titled))
        return Named(written(tokens, titled), False, frozenset(titled))
    if is_only_time(tokens, spoken[0]):
        return None
    if message.asks and (tokens[whole[0].stop : whole[0].stop + 1] or tokens[-1:])[0].kind != "mark":
        return None  # "¿Ana?"
    if len(spoken) == 1 and is_doubtful(tokens, spoken[0]):
        return Named(None, False, frozenset(spoken[0]))
    names = [take(tokens, indexes[0], indexes[-1] + 1) for indexes in spoken if indexes]
    if all(_is_all(message, indexes, taken) for indexes, taken in zip(spoken, names, strict=False)):
        joined = _joined(message, names)
        if joined:
            return joined
    first = names[0]
    known = bool(first) and folded(tokens[first[0]]) in GIVEN
    complete = _is_all(message, spoken[0], first)
    if (known and (complete or len(first) > 1)) or (complete and len(first) > 1 and evidence(tokens, first)):
        return Named(written(tokens, first), False, frozenset(first), sure=False, whole=False)
    return None


def unheard_of(message: Message) -> Named | None:
    """A message of a given name and surnames that no list has, each with a capital, and none a word of the language."""
    tokens = message.tokens
    if not 1 < len(tokens) <= _MOST_NAMES or any(token.kind != "word" for token in tokens):
        return None
    if not all(token.raw[:1].isupper() and token.raw[1:].islower() and len(token.raw) > 2 for token in tokens):
        return None
    words = [folded(token) for token in tokens]
    if any(word in vocabulary() or word in RELATIONS | TITLES for word in words) or all(map(is_spanish, words)):
        return None
    return Named(written(tokens, list(range(len(tokens)))), False, frozenset(range(len(tokens))))


_MOST_NAMES = 4
_OF_OTHERS = (
    RELATIONS
    | TITLES
    | word_set(
        "comadre compadre vecina vecino amiga amigo con mejor otro otra cita citas consulta nombre apellido paciente para es soy asi"
    )
)
_DELAY = re.compile(r" (?:por )?(?:la|el|mi|una) (?:tardanza|demora|retraso|molestia|hora) $")


def _is_excuse(message: Message, clause: range) -> bool:
    """Whether a clause before a name tells of the writer, and of nobody else: "ya volví", "se me fue el internet"."""
    tokens = message.tokens[clause.start : clause.stop]
    said = Message.of(message.text[tokens[0].start : tokens[-1].end])
    if any(token.kind != "word" or token.text in _OF_OTHERS for token in tokens) or find(said):
        return False
    return bool(_DELAY.search(said.flat)) or (tells(message, clause) and not said.text.istitle())


def _is_all(message: Message, spoken: list[int], taken: list[int]) -> bool:
    """Whether a name is all that a clause says, but for a title before it and its spelling after."""
    if not taken:
        return False
    rest = {i for i in spoken if i not in taken} - spelling(message, taken[-1])
    return all(message.tokens[i].text in TITLES and i < taken[0] for i in rest)


def _joined(message: Message, parts: list[list[int]]) -> Named | None:
    """A name given on several lines, or "Ruiz López, Ana", which is turned round."""
    tokens = message.tokens
    if len(parts) == 2 and folded(tokens[parts[1][0]]) in GIVEN and folded(tokens[parts[0][0]]) not in GIVEN:
        if tokens[parts[0][0]].raw.islower() and tokens[parts[1][0]].raw[0].isupper():
            return None  # "la tardanza, Ana Ruiz" is no surname
        alone = _is_title(message, *parts) or _is_told_twice(message, *parts)
        parts = [parts[1]] if alone else [parts[1], parts[0]]
    elif len(parts) > 1 and "\n" not in message.text[tokens[parts[0][-1]].end : tokens[parts[1][0]].start]:
        return None
    taken = [index for part in parts for index in part]
    if len(taken) == 1 and (tokens[taken[0]].text in ONLY_WITH_OTHERS or _is_a_word(folded(tokens[taken[0]]))):
        return None
    if two_people(tokens, taken):
        return Named(None, False, frozenset(taken))
    name = written(tokens, taken)
    return Named(name, False, frozenset(taken), sure=evidence(tokens, taken, pairs=False)) if name else None


def _is_told_twice(message: Message, surname: list[int], name: list[int]) -> bool:
    """ "Mi apellido es Ruiz, Ana Ruiz López": the whole name has the surname already."""
    told, words = ([folded(message.tokens[i]) for i in part] for part in (surname, name[1:]))
    return any(words[n : n + len(told)] == told for n in range(len(words)))


_LONGEST_TITLE = 5


def _is_title(message: Message, before: list[int], name: list[int]) -> bool:
    """ "Pbro. Anselmo Quiroz": a short word with a dot, before a name that has its surname, is what somebody is called by."""
    token = message.tokens[before[0]]
    dotted = len(before) == 1 and message.tokens[before[0] + 1].raw == "."
    surname = len(name) > 1 and folded(message.tokens[name[-1]]) not in GIVEN
    return dotted and surname and len(token.raw) <= _LONGEST_TITLE and folded(token) not in SURNAMES_TOO


def _is_a_word(word: str) -> bool:
    """ "Híjole", "aguanta": a word of the language alone is asked about, unless it is known for a name."""
    return word not in GIVEN and word not in SURNAMES_TOO and is_spanish(word)
