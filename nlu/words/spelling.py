"""Words that are misspelt: what stands in no Spanish word list and is one slip, or the sound, of one word that the reader
knows stands for that one ("cacela", "nesesito", "opsiones"). What may stand for two words is left alone."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from nlu import act_lines
from nlu.answers import yes_phrases
from nlu.naming.name_words import GIVEN, RELATIONS, SURNAMES_TOO, TITLES
from nlu.when import words as times
from nlu.words import chat_phrases, closed_phrases
from nlu.words.filler import FILLER, INTERROGATIVES
from nlu.words.word_sets import word_set

_SHORTEST = 4
"""Letters of a word that is looked at, and of one that it may sound like."""
_LONG = 5
"""Letters of a word that one slip may have made: shorter ones are too near to others."""
_RARE = 100
"""How often a word is counted that is no slip itself, of a list made of what was written."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TIMES = "medianoche quincena treinta veinte quince cuatro cinco siete nueve partir pasado proximo antes entre temprano".split()
_SHOPS = frozenset({"oxxo", "costco"})
"""Landmarks that sound like a word: "enfrente del Oxxo" says no eighth."""
_PRONOUNS = re.compile(r"(?<=[aeiounr])(?:me|te|se|nos|le|les)?(?:l[oa]s?|me|te|se|nos|les?)$")
_ENDINGS = re.compile(
    r"ando|iendo|yendo|ad[oa]s?|id[oa]s?|ar|er|ir|[oaei]|as|es|an|en|amos|emos|imos|aste|iste|io|aron|ieron|aba[ns]?|abamos"
    r"|ia[ns]?|iamos|[aei]r(?:e|an?|as|emos|ia[ns]?)|ara[ns]?|ieran?|ase|iese"
)
_CHANGED = (("ie", "e"), ("ue", "o"), ("i", "e"), ("qu", "c"), ("gu", "g"), ("c", "z"), ("zc", "c"), ("j", "g"))
"""How a stem differs from that of its infinitive: "duele" of "doler", "busque" of "buscar"."""
_ACTING = "agend reagend program reprogram reserv apart cancel confirm consult necesit program regist solicit busc cambi modific"
_KEPT = frozenset(
    "manten mantenla mantenlas mantener mantenga mantengala mantengan mantenganla conserva conserve conserven".split()
)
""" "Mantenla", "conserve": words by which an appointment stays."""
_ACTED = "o a e as es an en ar ame eme enme ando aria arla arlo ala ela enla alo elo enlo arme arle amela emela ada ado".split()


@lru_cache(maxsize=8192)
def meant(word: str) -> str:
    """The word that a folded one stands for: itself, unless it is misspelt."""
    if (full := _without_vowels(word)) is not None:
        return full
    known = vocabulary()
    if len(word) < _SHORTEST or word in known or word in _SHOPS or word in _names() or not word.isalpha():
        return word
    if word not in _NO_SUFFIX and (base := _without_suffix(word)) is not None:
        return base
    if is_spanish(word):
        return word
    heard = _by_sound().get(sound(word), frozenset())
    if len(heard) == 1:
        return next(iter(heard))
    for slips in (_left_out(word), _other_slips(word)):
        near = {one for one in slips if len(one) >= _LONG and one in known}
        if near:
            return next(iter(near)) if len(near) == 1 else word
    return word


_SUFFIX = re.compile(r"(?P<stem>\w{3,}?)(?:(?:e?[cs])?it|isim)(?P<end>[oa]s?)")
""" "Lugarcito", "consultita", "perfectisimo": small, dear or very much so, and the same word."""


_NO_SUFFIX = word_set("""debito debitos digito digitos perito peritos parasito parasitos favorito favorita favoritos favoritas delito meritos bonito bonita credito creditos
    deposito deposita""")


def _without_suffix(word: str) -> str | None:
    """The one known word that a diminutive or superlative is made of: "lugar" of "lugarcito"."""
    made = _SUFFIX.fullmatch(word)
    if made is None:
        return None
    stem, end = made["stem"], made["end"]
    many = "s" if end.endswith("s") else ""
    if f"{stem}{end[0]}" in _names():
        return None  # "martita"
    stems = (stem, f"{stem[:-2]}c" if stem.endswith("qu") else stem, f"{stem}i")
    lasts = (end[0], "e", "") if len(stem) > _SHORTEST - 1 else (end[0], "")
    whole = (f"{one}{last}{many}" for last in lasts for one in stems)
    return next((one for one in whole if one in vocabulary()), None)


_VOWELS = re.compile(r"[aeiou]")
_SHORTENED: dict[str, list[str]] = {}
for _word in (
    "cita citas para nino nina sacar quiero hora tarde noche lunes martes jueves viernes sabado domingo doctora gracias favor semana"
    " despues temprano hijo hija necesito agendar consulta cuando donde cuanto manana miercoles"
).split():
    _SHORTENED.setdefault(_VOWELS.sub("", _word), []).append(_word)
"""Words that are often written without their vowels, by what is left of them."""


def _without_vowels(word: str) -> str | None:
    """The word that one stands for that lacks some of its vowels: "cta", "sacr", "vrns"."""
    fulls = _SHORTENED.get(_VOWELS.sub("", word), ()) if len(word) > 2 else ()
    found = [full for full in fulls if len(word) < len(full) and _is_in_order(word, full)]
    return found[0] if len(found) == 1 and word not in _names() and not is_spanish(word) else None


def _is_in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)


@cache
def vocabulary() -> frozenset[str]:
    """The words that rules and lists of this package are made of, folded."""
    account = tomllib.loads(files("nlu").joinpath("account.toml").read_text(encoding="utf-8"))
    lines = [
        *act_lines.words().values(),
        *(line for kinds in act_lines.lines().values() for part in kinds.values() for line in part),
    ]
    found = set(re.findall(r"(?<!<)\b[a-z]+(?![a-z]*[*>_])", " ".join(lines)))
    found |= {word for words in account.values() if isinstance(words, str) for word in words.split()}
    found |= (
        FILLER
        | INTERROGATIVES
        | RELATIONS
        | TITLES
        | {*times.WEEKDAYS, *times.MONTHS, *times.PARTS, *times.EDGES, *_TIMES}
    )
    for module in (chat_phrases, closed_phrases, yes_phrases):
        found |= {*_phrased(vars(module).values())}
    found |= {stem + end for stem in _ACTING.split() for end in _ACTED} | _KEPT
    return frozenset(word for word in found if len(word) >= _SHORTEST)


def _phrased(values: object) -> Iterator[str]:
    """The words of every set of phrases among the values of a module."""
    assert hasattr(values, "__iter__")
    for value in values:
        if isinstance(value, frozenset):
            yield from (word for phrase in value if isinstance(phrase, tuple) for word in phrase)


@cache
def _by_sound() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word in vocabulary():
        found.setdefault(sound(word), set()).add(word)
    return {heard: frozenset(words) for heard, words in found.items()}


@cache
def _names() -> frozenset[str]:
    return GIVEN | SURNAMES_TOO


@cache
def _listed() -> frozenset[str]:
    from spellchecker import SpellChecker  # not before a word is met that nobody here knows

    counted = SpellChecker(language="es", distance=1).word_frequency.dictionary
    words = (unicodedata.normalize("NFD", word) for word, count in counted.items() if count >= _RARE)
    return frozenset("".join(c for c in word if c.isalpha()) for word in words)


_SMALL = re.compile(r"(\w{2,}?)c?it[oa]s?")


def is_spanish(word: str) -> bool:
    """Whether a folded word is one of Spanish: listed, the plural of one that is, or a form of a verb that is."""
    listed = _listed()
    if word in listed or (word.endswith("s") and {word[:-1], word[:-2], f"{word[:-3]}z"} & listed):
        return True
    if (small := _SMALL.fullmatch(word)) and {f"{small[1]}o", f"{small[1]}a", small[1]} & listed:
        return True  # "malita"
    bare = _PRONOUNS.sub("", word)
    return _is_verb(word, changed=True) or (bare != word and (bare in listed or _is_verb(bare, changed=False)))


def _is_verb(form: str, *, changed: bool) -> bool:
    """Whether it is a form of a verb in the list, perhaps with a stem that has `changed`."""
    return any(
        f"{stem}{end}" in _listed()
        for at in range(3 if changed else 2, len(form))
        if _ENDINGS.fullmatch(form, at)
        for stem in (_stems(form[:at]) if changed else (form[:at],))
        for end in ("ar", "er", "ir")
    )


@lru_cache(maxsize=8192)
def is_unknown(word: str) -> bool:
    """Whether a folded word is of no list: neither Spanish nor one that rules have, nor somebody's name."""
    return word.isalpha() and not (word in vocabulary() or word in _names() or is_spanish(word))


_PRESENT = {
    "o": ("ar", "er", "ir"),
    **dict.fromkeys(("a", "an", "amos"), ("ar",)),
    "e": ("er", "ir"),
    "en": ("er", "ir"),
}


@lru_cache(maxsize=8192)
def in_the_present(word: str) -> bool:
    """Whether a folded word may be the present of a listed verb, as it tells of what is: "cierra" of "cerrar"; "cierre",
    which asks for it, is not."""
    return any(
        f"{stem}{infinitive}" in _listed()
        for end, infinitives in _PRESENT.items()
        if word.endswith(end) and len(word) - len(end) > 2
        for stem in _stems(word.removesuffix(end))
        for infinitive in infinitives
    )


def _stems(stem: str) -> Iterator[str]:
    yield stem
    for changed, plain in _CHANGED:
        head, found, tail = stem.rpartition(changed)
        if found:
            yield head + plain + tail


def _left_out(word: str) -> Iterator[str]:
    """What a letter that was left out makes of a word: the slip that is made most."""
    for at in range(len(word) + 1):
        yield from (word[:at] + letter + word[at:] for letter in _LETTERS)


def _other_slips(word: str) -> Iterator[str]:
    """What one letter less, another one, or one swapped with the next makes of a word; but for the first."""
    for at in range(1, len(word)):
        head, tail = word[:at], word[at:]
        yield head + tail[1:]
        yield from (head + letter + tail[1:] for letter in _LETTERS)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


_SOUNDS = (
    (re.compile(r"ch"), "x"),
    (re.compile(r"ll"), "y"),
    (re.compile(r"qu|[kq]|c(?![ei])"), "k"),
    (re.compile(r"c|z"), "s"),
    (re.compile(r"g(?=[ei])"), "j"),
    (re.compile(r"h"), ""),
    (re.compile(r"v"), "b"),
    (re.compile(r"n(?=[bpf])"), "m"),
    (re.compile(r"(.)\1"), r"\1"),
)
_HEARD = 5
"""Letters of a word that a slip is looked for in: shorter ones are too near to others."""


def sound(word: str) -> str:
    """What is the same of words that sound alike in Mexico, folded."""
    for pattern, letter in _SOUNDS:
        word = pattern.sub(letter, word)
    return word


def by_sound(words: frozenset[str]) -> dict[str, str]:
    """The words, long enough for a slip, by how they sound."""
    return {sound(word): word for word in sorted(words) if len(word) >= _HEARD}


def nearest(word: str, known: Mapping[str, str]) -> str:
    """Which of the `known` words a word stands for, by its sound or one letter; the word itself if for none."""
    if len(word) < _HEARD - 1:
        return word
    heard = sound(word)
    if heard in known:
        return known[heard]
    return next((right for key, right in known.items() if _one_slip(heard, key) or _one_slip(word, right)), word)


def _one_slip(one: str, other: str) -> bool:
    """Whether one letter added, left out, changed or swapped with the next makes one of the other; never the first."""
    if one[:1] != other[:1] or abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < _HEARD - 1:
        return False
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    if len(one) == len(other):
        return swapped or one[at + 1 :] == other[at + 1 :]
    return one[at + (len(one) > len(other)) :] == other[at + (len(other) > len(one)) :]
