"""The shape of a name: which words can make one up, what stands around it, what speaks for it, and how it is written."""

from __future__ import annotations

import re

from nlu.naming.name_words import ABBREVIATED, GIVEN, JOINERS, NOT_A_NAME, PARTICLES, RELATIONS, SURNAMES_TOO, TITLES
from nlu.naming.where_names_end import ends_before, goes_on_with
from nlu.words.message import Message, Token, plain

MAX_CHARS = 60
MAX_WORDS = 7

_LATIN = re.compile(r"[a-zßøłđæœıð]+(?:['’ʼ-][a-zßøłđæœıð]+)*")
_LAUGHTER = re.compile(r"(?:ja|je|ji|jo|ha|he){2,}[jh]?|x+d+")
_HAMMERED = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}|(.)\1\1")
_VOWELS = frozenset("aeiouyæœøı")
_ROMAN = frozenset({"II", "III", "IV", "VI", "VII"})


def take(tokens: tuple[Token, ...], start: int, stop: int | None = None) -> list[int]:
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
    return [] if _leads_to_a_name(tokens, taken) else taken


def _leads_to_a_name(tokens: tuple[Token, ...], taken: list[int]) -> bool:
    """Whether the first word is none of the name that begins behind it: "mi sbrina | Juan Peña", "se llaa | Ana Ruiz"."""
    first, then = (tokens[i] for i in (taken[0], taken[min(1, len(taken) - 1)]))
    small = first.raw.islower() and folded(first) not in GIVEN | SURNAMES_TOO | PARTICLES
    return small and then.raw[:1].isupper() and folded(then) in GIVEN


def _fits(tokens: tuple[Token, ...], index: int, stop: int, taken: list[int]) -> bool:
    """Whether a word can be the next one of a name."""
    word, raw = folded(tokens[index]), tokens[index].raw
    if raw.endswith("."):
        return len(raw) < 5  # "M.", "Ma."
    if raw.casefold().endswith(("'s", "’s")):
        return False  # "Pedro's wife"
    if raw in _ROMAN or word == "jr":
        return len(taken) > 1
    if _initial(tokens[index]) and taken:
        return folded(tokens[taken[-1]]) in PARTICLES or (index + 1 < stop and plausible(tokens[index + 1]))
    if word in ("viuda", "vda") and taken:  # "Rosario Peralta viuda de Núñez"
        return index + 2 < stop and tokens[index + 1].text == "de" and plausible(tokens[index + 2])
    if word in PARTICLES and taken:
        # "la" and "los" belong to a name after "de" only; the others before a word that belongs to it.
        if word in ("la", "las", "los") and tokens[taken[-1]].text != "de":
            return False
        following = index + 1
        if word == "y" and following < stop and goes_on_with(tokens[following]):
            return False
        return (
            following < stop
            and tokens[following].kind == "word"
            and (folded(tokens[following]) in PARTICLES or _fits(tokens, following, stop, [*taken, index]))
        )
    if word in PARTICLES and word not in ("san", "santa"):
        return False
    if word == "dios" and len(taken) > 1 and tokens[taken[-1]].text == "de":
        return True  # "Juan de Dios"
    if word in NOT_A_NAME or word in RELATIONS:
        known = bool(taken) and folded(tokens[taken[0]]) in GIVEN
        return known and word in SURNAMES_TOO and raw[0].isupper() and not raw.isupper()
    return plausible(tokens[index]) and not ends_before(tokens, index, stop, taken)


def folded(token: Token) -> str:
    return plain(token.raw.rstrip("."))


def _initial(token: Token) -> bool:
    return len(token.raw) == 1 and token.raw.isupper()


def plausible(token: Token) -> bool:
    """Whether a word could stand in a name: Latin letters, a vowel, no laughter, no hammering on the keys."""
    word = token.raw
    folded = plain(word)
    if token.kind != "word" or len(word) < 2 or len(word) > 25 or folded in NOT_A_NAME:
        return False
    spelt_right = {*token.text.split()}  # "pa", "xfa", "esq"
    if folded not in GIVEN and spelt_right & NOT_A_NAME and token.text != folded:
        return False
    if token.text in ("porfa", "gracias", "por favor"):
        return False
    if folded in ABBREVIATED:
        return True
    if not _LATIN.fullmatch(folded) or _LAUGHTER.fullmatch(folded) or _HAMMERED.search(folded):
        return False
    return bool(set(folded) & _VOWELS)


def evidence(tokens: tuple[Token, ...], taken: list[int], *, pairs: bool = True, lenient: bool = False) -> bool:
    """What speaks for a name: a common given name, capitals, or (pairs) two words."""
    words = [tokens[i] for i in taken if tokens[i].text not in PARTICLES]
    if any(folded(t) in GIVEN for t in words):
        return True
    if all(t.raw[0].isupper() and not t.raw.isupper() for t in words):
        return True
    return lenient or (pairs and len(words) > 1)


def written(tokens: tuple[Token, ...], taken: list[int]) -> str | None:
    """The name with its capitals put right. Accents are never invented."""
    words = [tokens[i].raw.replace("’", "'").replace("ʼ", "'") for i in taken]
    if len(words) > 2 and words[0].casefold() == words[1].casefold() and folded(tokens[taken[0]]) in GIVEN:
        words = words[1:]  # "Ana Ana Sofía Mendoza": begun anew
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


_LETTER = r"(?:[a-zñ]|hache|zeta|ene|eñe|be|ve|uve|ese|ce|ka|jota|acento|tilde)"
SPELT = re.compile(
    rf"(?:[,.;]\s*\w+\s+|[,.;]?\s*)\b(?:(?:y|pero|va|lleva|es|se escribe)\s+)*(?:con|sin)\s+(?:(?:la|una|el|doble|dos)\s+)*{_LETTER}\b"
    r"(?:\s+(?:de\s+\w+|grande|chica|chiquita|may[uú]scula|min[uú]scula|griega|latina|alta|baja|al\s+(?:final|principio)|intermedia|en\s+la\s+\w))*",
    re.IGNORECASE,
)
""" "Con B de burro", "con doble s al final", "Johnson con h": how a name is spelt."""
COURTEOUS = frozenset("gracias porfa por favor saludos muchas mil".split())
_COURTEOUS_BEFORE = frozenset(
    "si ok claro va sale hola gracias perdon perdona disculpa disculpe digo ah uy ay oh cierto mire mira pues bueno".split()
)
_LONGEST_HINT = 80
"""Characters after a name that are searched for how it is spelt."""


def spelling(message: Message, last: int) -> frozenset[int]:
    """The tokens of "con doble n" after a name."""
    begin = message.tokens[last].end
    match = SPELT.match(message.text[begin : begin + _LONGEST_HINT])
    return frozenset(message.within(begin, begin + match.end())) if match else frozenset()


def spoken_of(tokens: tuple[Token, ...], clause: range) -> list[int]:
    """The words of a clause without courtesies at its end and without emoji after the name."""
    indexes = list(clause)
    while indexes and (tokens[indexes[-1]].kind == "emoji" or tokens[indexes[-1]].text in COURTEOUS):
        indexes.pop()
    while indexes and tokens[indexes[0]].text in _COURTEOUS_BEFORE:
        indexes.pop(0)
    return [i for i in indexes if tokens[i].kind != "mark"]


def is_courtesy(tokens: tuple[Token, ...], clause: range) -> bool:
    """Whether a clause is courtesies and nothing else."""
    said = COURTEOUS | _COURTEOUS_BEFORE | {"no"}
    return all(tokens[i].kind == "emoji" or tokens[i].text in said for i in clause)
