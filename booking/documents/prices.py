"""Whether an amount that stands in a passage is that of what is asked for: pure.

An amount is that of what its sentence speaks of, of the heading only where the sentence names nothing else ("Cuesta
$950"); of one no packet of ten; and of a variant only where that is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from booking.documents.asked_words import Group, with_measures
from booking.documents.word_forms import as_number, folded_words, in_another_number, is_a_verb, really
from booking.documents.word_lists import Measure, lists
from booking.models.folded_text import without_accents

_PRICED = re.compile(
    r"\b(?:cuestan?|costaria|valen?|cobran?|cobrarian?|salen?|saldria"
    r"|(?<!hacen )(?<!hace )(?<!haran )precios?|costos?|tarifas?|cuanto(?: es| seria)?) "
    r"(?:(?:me|le|nos|aqui|ahi|ustedes|cada|en|a|que) )*"
    r"(?:(?:de|del|por) |(?:(?:de|por) )?(?:(?:el|la|los|las|un|una|unos|unas|mi|su|cada|sol[oa]) )+)"
    r"([a-z]{3,})"
)
""" "¿Cuánto cuesta la limpieza?" """
_ANY_THING = frozenset(
    "consulta consultas cita citas visita estudio estudios examen prueba servicio tratamiento procedimiento dia hora"
    " cosa todo paquete promocion plan doctor doctora dr dra especialista que".split()
)
"""What is said of all that has a price."""
_VARIANT = re.compile(
    r"\b(solas?|sueltas?|individual(?:es)?|separado|media|doble|triple|segund[oa]|siguientes|urgencias?|urgente|domicilio"
    r"|domingos?|sabados?|festivos?|fuera|extra|adicional(?:es)?|mensual(?:es)?|anual(?:es)?)\b"
)
_CONDITION = re.compile(r"(?<=gratis )si [^,;.]+|(?<=sin costo )si [^,;.]+")
""" "El examen es gratis si compra sus lentes": the lentes are not."""
_PER = re.compile(r"\b(?:por|cada|todo el|toda la|al) (dia|mes|semana|noche|hora|sesion|persona|pieza|diente|ano)\b")
_IN_A_VARIANT_ONLY = re.compile(r"\b(?:una sola (?:vez|consulta)|sola persona|yo sol[oa]|ir sol[oa])\b")
_HOW_MUCH = re.compile(r"\b(?:cuanto|precios?|costos?|cuestan?|valen?|tarifas?)\b")
_UNITS = frozenset(
    "hora horas dia dias sesion sesiones persona personas pieza piezas par pares dedo vez precio costo".split()
)
_AMOUNT = re.compile(r"\$|\bgratis\b|\bcuestan?\b|\bvalen?\b|\bcobr\w+|\bcosto\b|\bpesos\b|\d ?%|\bmitad\b")


def has_the_price(clause: str, groups: Sequence[Group], heading: Sequence[str], text: str) -> bool:
    """Whether the amounts of a passage are of what a clause asks the price of, as it asks it. Any other clause is no
    concern of this."""
    if not any(group.measure is Measure.AMOUNT for group in groups):
        return True
    said = with_measures(text, Measure.AMOUNT)
    words = folded_words(said)
    variants = _VARIANT.findall(_IN_A_VARIANT_ONLY.sub("", clause))
    variants += _PER.findall(clause)
    if any(not really(_ways(one, groups), [*words, *heading]) for one in variants):
        return False
    of_it = _CONDITION.sub("", said)
    return all(_is_of(thing, clause, groups, heading, of_it) for thing in _things(clause))


def _things(clause: str) -> Iterator[str]:
    for found in _PRICED.finditer(clause):
        if (
            not is_a_verb(found[1])
            and found[1] != "ver"
            and found[1] not in _ANY_THING
            and not lists().asks.fullmatch(found[1])
            and not lists().somebody.fullmatch(found[1])
            and not lists().little.fullmatch(found[1])
        ):
            yield found[1]


def headings_of(sentences: str, headings: str, groups: Sequence[Group]) -> str:
    """Of headings what sentences with amounts are of: all, where one of them names nothing that is neither there nor
    asked for; else what is said of anything that has a price."""
    words = folded_words(headings)
    known = [*words, *(word for group in groups for word in group.said.split())]
    if any(_names_nothing(one, known) for one in re.split(r"(?<=[.;])\s+", sentences)):
        return headings
    return " ".join(word for word in words if not _ANY_THING.isdisjoint(in_another_number(word)))


def _is_of(thing: str, clause: str, groups: Sequence[Group], heading: Sequence[str], said: str) -> bool:
    ways = _ways(thing, groups)
    words = folded_words(said)
    if really(ways, words):
        of_one = not thing.endswith("s") and re.search(rf"\b(?:una?|sola|cada|la|el|por) {thing}\b", clause) is not None
        return not of_one or not _are_many(in_another_number(thing), words)
    return really(ways, heading) and (
        _HOW_MUCH.search(clause) is None or any(_names_nothing(one, heading) for one in re.split(r"(?<=[.;])\s+", said))
    )


def _ways(said: str, groups: Sequence[Group]) -> Sequence[str]:
    return next((group.ways for group in groups if said in group.said.split()), in_another_number(said))


def _are_many(ways: Sequence[str], words: Sequence[str]) -> bool:
    """ "Diez sesiones cuestan …": wherever it stands."""
    places = [at for at in range(len(words)) if really(ways, words[at : at + 1])]
    return bool(places) and all(at > 0 and len(as_number(words[at - 1])) > 1 for at in places)


def _names_nothing(sentence: str, heading: Sequence[str]) -> bool:
    """Whether what stands before an amount names nothing that is not in the heading."""
    folded = without_accents(sentence)
    amount = _AMOUNT.search(folded)
    if amount is None:
        return False
    known = lists()
    return all(
        len(word) < 4
        or word in _UNITS
        or really((word,), heading)
        or any(pattern.fullmatch(word) for pattern in (known.asks, known.little, known.somebody, known.doing))
        for word in folded_words(folded[: amount.start()])
    )
