"""Numbers in digits and words, cardinal and ordinal."""

from __future__ import annotations

from nlu.when.text import Token
from nlu.words.word_sets import word_set

_SMALL = (
    *("cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    *("trece", "catorce", "quince", "dieciseis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiun"),
    *("veintidos", "veintitres", "veinticuatro", "veinticinco", "veintiseis", "veintisiete", "veintiocho"),
    "veintinueve",
)
WORDS: dict[str, int] = {word: value for value, word in enumerate(_SMALL)}
WORDS |= {"uno": 1, "una": 1, "zero": 0, "veintiuno": 21, "veintiuna": 21}
TENS: dict[str, int] = {"treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "noventa": 90}
ORDINALS: dict[str, int] = {
    "primer": 1, "primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercero": 3,
    "tercera": 3, "cuarta": 4, "quinto": 5, "quinta": 5,
}  # fmt: skip
_ORDINAL_MARKS = word_set("o a ro ero er do to ra era da ta vo")

Read = tuple[int, int]
"""What was read and the index of the token after it."""


def number(t: list[Token], i: int) -> Read | None:
    """A cardinal below 10 000 in digits, or below 100 in words."""
    token = t[i]
    if token.value is not None:
        return token.value, i + 1
    if token.word in WORDS:
        return WORDS[token.word], i + 1
    if token.word in TENS:
        if t[i + 1].word == "y" and 1 <= WORDS.get(t[i + 2].word, 0) <= 9:
            return TENS[token.word] + WORDS[t[i + 2].word], i + 3
        return TENS[token.word], i + 1
    return None


def count(t: list[Token], i: int) -> Read | None:
    """How many: a number, or "un par de"."""
    if t[i].word in ("un", "par") and "par" in (t[i].word, t[i + 1].word):
        i += 2 if t[i].word == "un" else 1
        return 2, i + 1 if t[i].word == "de" else i
    return number(t, i)


def ordinal(t: list[Token], i: int) -> Read | None:
    """An ordinal up to the fifth: "tercera", "3ra", "1.º"."""
    if t[i].word in ORDINALS:
        return ORDINALS[t[i].word], i + 1
    if t[i].value is not None and (after := _past_ordinal_mark(t, i + 1)) > i + 1:
        return t[i].value, after  # type: ignore[return-value]
    return None


def day_number(t: list[Token], i: int) -> Read | None:
    """A day of the month, cardinal or "primero" / "1ro" / "1.º". Up to 39: the caller says what is impossible."""
    if t[i].word == "primero" and t[i + 1].word == "dios":
        return None  # "el jueves, primero Dios"
    if t[i].word == "primero" or (t[i].word == "primer" and t[i + 1].word in ("de", "dia")):
        return 1, i + 1
    found = None if _one_of_two(t, i) else number(t, i)
    if found is None or not 1 <= found[0] <= 39 or (t[i].kind == "n" and len(t[i].word) > 2):
        return None
    return found[0], _past_ordinal_mark(t, found[1]) if t[i].kind == "n" else found[1]


def _one_of_two(t: list[Token], i: int) -> bool:
    """Whether "uno" counts appointments: "uno a las 9 y otro a las 9:30". "Una" does with any hour: days are masculine."""
    if t[i].word not in ("uno", "una") or t[i - 1].word in ("el", "dia"):
        return False
    hour = t[i + 1].word == "a" and t[i + 2].word in ("las", "la")
    other = any(token.word in ("otro", "otra") for token in t[i + 1 : i + 10])
    return other or (hour and t[i].word == "una")


def _past_ordinal_mark(t: list[Token], i: int) -> int:
    """The index after the mark of an ordinal written in digits, if there is one."""
    if t[i].word == "." and t[i].end == t[i + 1].start and t[i + 1].word in _ORDINAL_MARKS:
        return i + 2
    if (t[i].glued and t[i].word in _ORDINAL_MARKS) or t[i].word == "°":
        return i + 1
    return i
