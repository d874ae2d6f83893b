"""Words as they are compared: folded, without regard to their endings, and with a slip put right. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from booking.models.folded_text import searched

_STEM = 5
"""Letters that a word has in common with its other forms, where that alone tells; of one less, the endings must too."""
_LONGEST_ENDING = 7
_PLURAL = frozenset({"", "s", "es"})
_NOUNS = frozenset({"", "a", "o", "as", "os", "s", "es"})
_CONJUGATED = frozenset("a an ar ara are aba ado ada e en er era ido ir ira ue ues uen ando iendo amos emos".split())
"""Endings of verbs, which may be longer than what is before them."""
_OF_A_VERB = frozenset(
    "ar er ir an en ando iendo ado ada ados adas ido ida idos idas aron ieron aste iste amos emos imos aba aban ia ian"
    " ara ira aran iran aria iria arlo arla arme arse erlo irlo acion aciones amiento imiento".split()
)
"""Endings that only verbs have, or what is made of them: of a short word too they tell that it is one."""
_OF_ANY = frozenset({"", "o", "a", "e", "as", "os", "es"})
_SHORTEST_STEM = 3
_NO_VERB = frozenset("para como entre sobre cada nada caso casa mesa misma parte toda".split())
_DETERMINERS = frozenset("el la los las su sus cualquier ese esa este esta".split())
_LEADING = frozenset("en hasta".split())
_WORTH = {
    word: str(number)
    for number, word in enumerate("dos tres cuatro cinco seis siete ocho nueve diez once doce".split(), start=2)
} | {"quince": "15", "veinte": "20", "treinta": "30", "cuarenta": "40", "cincuenta": "50", "sesenta": "60"}
_WRITTEN = {number: word for word, number in _WORTH.items()}
_NUMBERS = frozenset({"un", "una", *_WORTH})
_CHANGES = {"ie": "e", "ue": "o", "e": "ie", "o": "ue"}
CLITIC = "me|te|se|le|les|lo|la|los|las|nos|selo|sela|selos|selas|melo|mela|telo|tela|noslo"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def folded_words(text: str) -> list[str]:
    """Its words without accents, marks or capitals."""
    return re.findall(r"[a-z0-9]+", searched(text))


def with_and_without_clitic(said: str, *, shortest: int = 5) -> tuple[str, ...]:
    """A verb with whom it is done to, and without: "asolearme", "asolear"; where that has so many letters."""
    plain = re.fullmatch(rf"(.+[aei]r)(?:{CLITIC})", said)
    return (said, plain[1]) if plain and len(plain[1]) >= shortest else (said,)


def in_another_number(word: str) -> tuple[str, ...]:
    """A word that may be a noun, as it is of one and of several: "lunar", "lunares", which full text tells apart."""
    if word.isdigit() or len(word) < 4:
        return (word,)
    if word.endswith("es"):
        return word, word[:-2], word[:-1]
    return (word, word[:-1]) if word.endswith("s") else (word, f"{word}s" if word[-1] in "aeiou" else f"{word}es")


def as_number(word: str) -> tuple[str, ...]:
    """A number in letters and in digits."""
    return tuple(filter(None, (word, _WRITTEN.get(word) or _WORTH.get(word))))


def with_other_stems(word: str) -> tuple[str, ...]:
    """A verb as its stem changes, which full text does not know: "cierran", "cerran"; "perder", "pierder"."""
    form = re.fullmatch(r"([a-z]*?)(ie|ue|e|o)([bcdfghjklmnpqrstvz]{1,3})([a-z]{1,5})", word)
    if form is None or form[4] not in _OF_A_VERB | {"o", "a", "e"} or len(form[1]) + len(form[3]) < _SHORTEST_STEM:
        return ()
    return (f"{form[1]}{_CHANGES[form[2]]}{form[3]}{form[4]}",)


def is_a_verb(word: str) -> bool:
    """Whether it ends as only verbs do, or what is made of them."""
    return any(word.endswith(end) and len(word) - len(end) >= _SHORTEST_STEM for end in _OF_A_VERB)


def stem(word: str) -> tuple[str, ...]:
    """What a verb, and what is made of it, begins with, where that is long enough: "dilaten", "dilatación"."""
    ends = (len(end) for end in _OF_A_VERB - {"ia"} if word.endswith(end) and len(word) - len(end) >= _STEM)
    longest = max(ends, default=0)
    return (f"{word[:-longest]}*",) if longest else ()


def not_small(word: str) -> tuple[str, ...]:
    """What a small one may be one of: "kilitos", "cafecito"."""
    small = re.fullmatch(r"(.{2,}?)(?:e?c)?it([oa])(s?)", word)
    if small is None:
        return ()
    stem, end, several = small.groups()
    return tuple(dict.fromkeys(f"{stem}{one}{several}" for one in (end, "e", "o", "a", "")))


def really(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether one of these ways to say it stands in a text's folded words. Full text cuts "partos" and "partir" down to
    the same letters."""
    return any(
        all(_alike(one, word) for one, word in zip(wanted, text[at:], strict=False))
        for way in ways
        for wanted in (way.split(),)
        for at in range(len(text) - len(wanted) + 1)
    )


def in_passing(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a text's folded words have it only as the place or the end of something else: "hasta el parto", "en
    cualquier farmacia"; "en efectivo" is no place."""
    places = [
        at
        for way in ways
        for wanted in (way.split(),)
        for at in range(len(text) - len(wanted) + 1)
        if all(_alike(one, word) for one, word in zip(wanted, text[at:], strict=False))
    ]
    return bool(places) and all(_is_led(text, at) for at in places)


def _is_led(text: Sequence[str], at: int) -> bool:
    before = at - 1
    while before >= 0 and text[before] in _DETERMINERS:
        before -= 1
    return 0 <= before < at - 1 and text[before] in _LEADING


def counts(ways: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a text's folded words say how many there are of it: "un solo acompañante", "24 elementos"."""
    return any(
        (word.isdigit() or word in _NUMBERS) and any(really(ways, text[at + 1 : at + 2 + more]) for more in (0, 1, 2))
        for at, word in enumerate(text)
    )


def fits(wanted: str, word: str) -> bool:
    """Whether a word is this one of a list, of which a star ends those of any ending."""
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted


@lru_cache(maxsize=65536)
def _alike(wanted: str, word: str) -> bool:
    """The same word with another ending: as many letters as a stem has begin both, or fewer before endings of which one
    is a verb's."""
    if wanted.endswith("*"):
        return word.startswith(wanted[:-1])
    if wanted == word:
        return True
    if word in _NO_VERB:
        return False
    shorter = min(len(wanted), len(word))
    same = next((n for n, (a, b) in enumerate(zip(wanted, word, strict=False)) if a != b), shorter)
    endings = {wanted[same:], word[same:]}
    if same >= _STEM:
        return same >= math.ceil(0.7 * shorter) and max(map(len, endings)) <= _LONGEST_ENDING
    if endings & {"o", "os"} and "es" in endings:
        return False  # "partos", "partes"
    if endings <= _PLURAL or (same == _STEM - 1 and (endings <= _NOUNS or endings <= _CONJUGATED)):
        return True
    return wanted not in _NO_VERB and _is_one_verb(wanted, word, same)


def _is_one_verb(one: str, other: str, same: int) -> bool:
    """What is wanted is a form that only a verb has: "partos" is none of "partir"."""
    return any(one[at:] in _OF_A_VERB and other[at:] in _OF_A_VERB | _OF_ANY for at in range(_SHORTEST_STEM, same + 1))


@lru_cache(maxsize=256)
def slips(word: str) -> frozenset[str]:
    """What one slip makes of a word: a letter too many, missing, another, or two in each other's place."""

    def made() -> Iterator[str]:
        for at in range(len(word) + 1):
            head, tail = word[:at], word[at:]
            yield head + tail[1:]
            if len(tail) > 1:
                yield head + tail[1] + tail[0] + tail[2:]
            for letter in _LETTERS:
                yield head + letter + tail
                yield head + letter + tail[1:]

    return frozenset(made()) - {word}
