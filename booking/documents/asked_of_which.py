"""Of which one it is asked: a passage that tells of one thing, day, kind of people or bank tells nothing of another.
Pure, over the folded words of what asks, and of a passage."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from booking.documents.word_forms import as_number, folded_words, really

Says = Callable[[str], bool]
"""Whether a passage has a word itself, or what is meant by it."""

_OTHER = re.compile(
    r"\b(?:en|de|a|por|si|con|para|alguna|algun) (?:\w+ ){0,4}?otr[oa]s? "
    r"(?:dia|clinica|hospital|lado|lugar|sucursal|ciudad|horario|hora|laboratorio|empresa|nombre)s?\b"
)
_OTHERS = frozenset("otro otra otros otras".split())
_WHOM = re.compile(
    r"\bpara (?:(?:un|una|los|las|el|la) )?"
    r"((?:nin|bebe|adult|mujer|hombre|embarazad|adolescent|ancian|jubilad|pensionad)[a-z]*)"
    r"|\b(?:un|una|los|las|soy) ((?:jubilad|pensionad|maestr|estudiante|militar|policia)[a-z]*)"
)
_PAST = re.compile(r"\b(mes|ano|semana)e?s? (?:pasad[oa]|anterior)\b|\bde hace (?:\w+ )?(mes|ano|semana)")
_DAY = re.compile(r"\b(?:el|los|en) (?:dias? )?(lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)\b")
_ALL_DAYS = re.compile(r"\b(?:lunes|todos los dias|diari[oa]|entre semana)\b")
_SO_MANY = re.compile(
    r"\b(\d{1,3}|dos|tres|cuatro|cinco|seis|ocho|diez|doce|quince|veinte|treinta)"
    r" (?!(?:min|hora|dia|semana|mes|ano|vece|pesos)[a-z]*)([a-z]{4,})\b"
)
""" "24 elementos": no time, nor what it costs."""
_KINDS = (  # of each kind, those that a text tells apart by name
    "banorte bbva bancomer banamex santander hsbc banregio scotiabank coppel inbursa azteca afirme",
    "gnp axa metlife mapfre allianz inbursa monterrey atlas bupa zurich qualitas banorte",
    "visa mastercard amex american discover carnet",
    "imss issste pemex sedena inapam",
)
_EITHER = re.compile(
    r"\b([a-z]{3,}) o (?:(?:de|del|en|con|por|para|a|al|el|la|los|las|un|una|hay que|se|lo|me) )*([a-z]{3,})\b"
)
_NO_CHOICE = frozenset(
    "nada solo algo mas menos como que cual nomas otro otra alguien asi tambien aqui ahi cuando donde".split()
)


def is_of_the_same(clause: str, words: Sequence[str], says: Says) -> bool:
    """Whether a passage of these words tells of that which is asked about, and not of another one."""
    return (
        (_OTHER.search(clause) is None or not _OTHERS.isdisjoint(words))
        and is_for_them(clause, says)
        and all(says(one[1] or one[2]) for one in _PAST.finditer(clause))
        and all(_has_day(day, words) for day in _DAY.findall(clause))
        and all(_has_instance(kind.split(), clause, words) for kind in _KINDS)
        and not any(_is_of_another_number(one[1], one[2], words) for one in _SO_MANY.finditer(clause))
        and all(_has_either(one[1], one[2], says) for one in _EITHER.finditer(clause))
    )


def is_for_them(clause: str, says: Says) -> bool:
    """ "¿Hay check-up para niños?": what there is for some people is there for those that it names."""
    return all(says(one[1] or one[2]) for one in _WHOM.finditer(clause))


def _is_of_another_number(number: str, noun: str, words: Sequence[str]) -> bool:
    """ "Química de 24 elementos" is none of 35."""
    counted = {words[at - 1] for at in range(1, len(words)) if really((noun,), words[at : at + 1])}
    return any(len(as_number(one)) > 1 or one.isdigit() for one in counted) and counted.isdisjoint(as_number(number))


def _has_day(day: str, words: Sequence[str]) -> bool:
    text = " ".join(words)
    return really((day,), words) or _ALL_DAYS.search(text) is not None


def _has_instance(kind: Sequence[str], clause: str, words: Sequence[str]) -> bool:
    """Where it names others of the kind it has that one too."""
    asked, told = {*kind} & {*clause.split()}, {*kind} & {*words}
    return not told or asked <= told


def _has_either(one: str, other: str, says: Says) -> bool:
    """ "¿Antes o después?": it has one of both."""
    return bool({one, other} & _NO_CHOICE) or says(one) or says(other)


def asked_by_the_way(told: Sequence[str]) -> list[str]:
    """What else is asked for beside the question: "hay check-up para niños y cuánto vale"."""
    each = (" ".join(folded_words(one)) for one in told)
    return [one for one in each if re.search(r"\b(?:hay|tienen|hacen)\b", one)]
