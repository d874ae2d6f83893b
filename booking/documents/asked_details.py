"""What else of a question a passage has to tell, beside the thing itself: for whom it holds, how many, without what,
who gives it, how good it is. Pure, over the folded words of what asks, and of a passage."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from booking.documents.asked_words import Group
from booking.documents.word_forms import counts, folded_words, in_another_number, really
from booking.documents.word_lists import lists

Says = Callable[[str], bool]
"""Whether a passage has a word itself, or what is meant by it."""

_ANOTHER_TOO = re.compile(
    r"\b(?:cubr|aplic|val|sirv|alcanz|pas|prest|ced|regal|transf|compart|us|convenio|descuento)[a-z]*\b"
    r".*\b(?:a|para|con) (?:mis?|su|la|otra|un|una) ([a-z]+)$|\byo tambien\b"
)
""" "¿También cubre a mi esposa?", "¿puedo pasar mis sesiones a mi mamá?": what one has is not another's."""
_OF_OTHERS = (
    "famil* espos* pareja* hij* herman* beneficiari* dependient* person* acompan* tutor* papa mama cualquier*"
    " transferible*"
).split()
_SO_MANY = re.compile(r"\bcon (?:dos|tres|cuatro|varias|varios|[2-9]) ([a-z]{4,})")
_HOLDS = re.compile(r"\b(?:cabe|caben|quepo|quepa|quepan|cabemos|cupo)\b")
""" "¿Cuántos caben?" """
_ON_CREDIT = re.compile(r"\bcredito\b(?<!tarjeta de credito)(?<!tarjetas de credito)(?<!tarjeta credito)(?<!o credito)")
""" "¿Me dan crédito?" is of no card."""
_WITHOUT = re.compile(r"\b(?:aunque|sin que) no\b|\baunque (?:nunca|jamas)\b")
_HAS_WITHOUT = re.compile(r"\b(?:aunque|sin|no hace falta|no necesita|no es necesari[oa])\b")
_HOW_MUCH_SO = re.compile(r"\bque tan ([a-z]{4,})")
_MEASURED = re.compile(r"(?:car|barat|tard|rapid|lej|cerc|pront|larg|seguid|antes|temprano)[a-z]*")
_COVERED = re.compile(r"\bcubr[a-z]+\b")
_LESS = re.compile(r"\b(?:descuent|promoci|rebaj|ofert)[a-z]*")
_WHEN_LESS = re.compile(r"\b(?:promoci|ofert|descuent)[a-z]* .*\b(mes|navidad|temporada|cumpleanos)\b")
_GIVEN = re.compile(
    r"\b(?:la|lo|las|los|me la|me lo|se la|se lo) (?:dan|da|hacen|ponen|venden|prestan|regalan)"
    r"(?: ustedes| ahi| aqui| alla)?$"
    r"|\b(?:como|donde) (?:la |lo |se )?(?:consig|sac|tramit|obt|pid)[a-z]+ "
)
_BROUGHT = re.compile(
    r"\b(?:traiga|traer|trae|deje|dejar|presente|presentan?|presentando|lleve|llevar|muestre|envie|mande|anexe)"
    r" (?:[a-z]+ ){0,5}$"
)
""" "Deje en recepción su constancia": whoever has to bring it is not given it."""


def has_the_details(
    clause: str, groups: Sequence[Group], matched: Iterable[int], text: str, sentences: Sequence[str], says: Says
) -> bool:
    """Whether a passage of this folded `text`, with these of the groups, tells what else a clause asks."""
    words, has = folded_words(text), {*matched}
    return (
        all(really(_OF_OTHERS, words) for one in _ANOTHER_TOO.finditer(clause) if _is_another(one[1]))
        and all(counts(in_another_number(one[1]), words) for one in _SO_MANY.finditer(clause) if says(one[1]))
        and (_HOLDS.search(clause) is None or _HOLDS.search(" ".join(words)) is not None)
        and (_ON_CREDIT.search(clause) is None or _ON_CREDIT.search(text) is not None)
        and (_WITHOUT.search(clause) is None or _HAS_WITHOUT.search(text) is not None)
        and all(says(one[1]) for one in _HOW_MUCH_SO.finditer(clause) if not _MEASURED.fullmatch(one[1]))
        and not (_COVERED.search(clause) and _leaves_out(clause, groups, has))
        and not (_LESS.search(clause) and not _stands_together(clause, groups, has, sentences))
        and all(says(one) for one in _WHEN_LESS.findall(clause))
        and not (_GIVEN.search(clause) and " o " not in clause and _is_only_brought(clause, groups, has, sentences))
    )


def _is_another(said: str | None) -> bool:
    return said is None or said == "persona" or lists().somebody.fullmatch(said) is not None


def _leaves_out(clause: str, groups: Sequence[Group], has: set[int]) -> bool:
    """Whether something that is to be covered stands nowhere in it."""
    return any(
        group.names and group.measure is None and not group.beside and n not in has and group.said in clause
        for n, group in enumerate(groups)
    )


def _stands_together(clause: str, groups: Sequence[Group], has: set[int], sentences: Sequence[str]) -> bool:
    """Whether a sentence has all of it that some sentence has: who pays less for one thing pays all of another."""
    asked = [groups[n].ways for n in sorted(has) if groups[n].names and groups[n].said in clause]
    said = [folded_words(one) for one in sentences]
    found = [ways for ways in asked if any(really(ways, one) for one in said)]
    return not found or any(all(really(ways, one) for ways in found) for one in said)


def _is_only_brought(clause: str, groups: Sequence[Group], has: set[int], sentences: Sequence[str]) -> bool:
    """Whether every place that has one of the things that are asked for has it to be brought."""
    things = [groups[n] for n in sorted(has) if groups[n].names and groups[n].said in clause and not groups[n].measure]
    if not things:
        return False
    places = []
    for said in sentences:
        words = folded_words(said)
        for at in range(len(words)):
            if any(really(thing.ways, words[at : at + 1 + thing.said.count(" ")]) for thing in things):
                places.append(" ".join(words[:at]) + " ")
    return bool(places) and all(_BROUGHT.search(before) for before in places)
