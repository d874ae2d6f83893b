"""What of a question is looked for: its words, folded, each with the other ways to say it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from booking.documents.asked_for import HAS, head_of, topics_of
from booking.documents.asking_clauses import clauses
from booking.documents.word_forms import (
    as_number,
    folded_words,
    in_another_number,
    not_small,
    slips,
    stem,
    with_and_without_clitic,
    with_other_stems,
)
from booking.documents.word_lists import Measure, Same, listed_words, lists, meant
from booking.models.documents import Area
from booking.models.folded_text import without_accents

LITTLE = 1 / 3
"""What a word that says little counts for, beside one that names something."""
_AREAS = {area.value: area for area in Area if area is not Area.OTHER} | {"informacion": Area.OTHER}
_WHOSE = frozenset("mi mis tu tus su sus nuestro nuestra nuestros nuestras un una el la".split())
_PAPERS = frozenset("papel papeles papelito documento documentos requisitos cosas".split())
"""What is to be brought or is given, whatever it is."""
_PROFESSION = re.compile(r"[a-z]+(?:olog[oa]|iatra|ontologo|ontologa|dentista|terapeuta)s?")
"""Who does it, as it is asked for; a text may have the name of what they do."""
_OF_A_PROFESSION = re.compile(r"[a-z]*(?:olog|iatr|odont|dentist|terap)[a-z*]*")
_LONG = frozenset("ano anos mes meses min minuto minutos hora horas rato".split())
_KINDS = frozenset("estudios pruebas analisis examenes servicios vacunas".split())
_GENERAL = frozenset(
    "sesion sesiones tratamiento tratamientos procedimiento procedimientos proceso resultado resultados".split()
)
_SO_MUCH = re.compile(r"\$ ?\d[\d,.]*|\b\d[\d,.]*(?= ?(?:pesos|varos|mil)\b)")
""" "Debo $4,000, ¿puedo …?": what somebody pays is in no text."""
_ANYWAY = re.compile(
    r"(?i)\b(?:de (?:tod[ao]s|cualquier) (?:formas?|maneras?|modos?)|de una vez|en dado caso|por si acaso|de plano)\b"
)
""" "¿Me cobran de todas formas?" is of no form."""
_FEW, _RARE = 2, 0.1
_CONTAINS = frozenset("trae traen incluye incluyen lleva llevan viene vienen contiene entran".split())
_SHORTEST_SLIP = 6
_SHORTEST_NAME = 4


class Group(NamedTuple):
    """One thing that is looked for: any of the `ways` to say it; `said` is the one that was. `weight`: how much it
    says; `measure`: what is asked of something else, what it costs or how long it takes; `beside`: it was told before
    or after the question itself; `listed`: other ways to say it are known; `counted`: how many are asked for; `head`:
    whether there is such a thing is what is asked; `among`: words for all
    things of its kind."""

    ways: tuple[str, ...]
    weight: float = 1.0
    said: str = ""
    measure: Measure | None = None
    beside: bool = False
    listed: bool = False
    counted: bool = False
    head: bool = False
    among: tuple[str, ...] = ()

    @property
    def names(self) -> bool:
        """It names something, and does not say little."""
        return self.weight == 1.0


def groups_of(question: str) -> tuple[Group, ...]:
    """What it names, in its order; each thing once, as it says most."""
    found: dict[tuple[str, ...], Group] = {}
    parts = clauses(question)
    for clause in parts:
        words = folded_words(_ANYWAY.sub(" ", _SO_MUCH.sub(" ", clause.text)))
        placed = list(_groups(words, not clause.asks))
        named = [at for at, _, group in placed if group.names and group.measure is None]
        head = head_of(words, named) if clause.asks else None
        topics = frozenset() if clause.asks else topics_of(words, named)
        for at, thing, one in placed:
            group = one._replace(head=at == head, beside=one.beside and at not in topics)
            known = found.get(thing)
            if known is None or (known.weight, not known.beside) < (group.weight, not group.beside):
                found[thing] = group
    priced = any(group.measure is Measure.AMOUNT for group in found.values())
    return tuple(_of_money(group) if priced else group for group in found.values())


def _of_money(group: Group) -> Group:
    """Of a price it says little that it is paid: "ando corta de lana, ¿cuánto es?"."""
    return group._replace(weight=LITTLE) if "dinero" in group.ways else group


def _groups(words: Sequence[str], beside: bool) -> Iterator[tuple[int, tuple[str, ...], Group]]:
    """Each with its place and what makes it one with others: the ways of its line."""
    known, place = lists(), 0
    while place < len(words):
        same, length = _meant(words, place)
        said = " ".join(words[place : place + length])
        little = words[place] in HAS or (beside and words[place] in known.body)
        weight = LITTLE if little or _says_little(words, place, length, of_list=same is not None) else 1.0
        if words[place] in _PAPERS and words[place - 1 : place] in (["que"], ["cuales"]):
            pass  # what it is, is asked
        elif same:
            measure = None if beside or _is_a_case(same.measure, words, place) else same.measure
            ways = _of_a_profession(said, same.ways)
            ways = (*ways, *_literally(said)) if length == 1 and measure is None else ways
            counted = _is_counted(words, place)
            weight = LITTLE if same.measure and measure is None else weight
            yield place, same.ways, Group(ways, weight, said, measure, beside, True, counted, among=same.among)
        elif not any(map(known.asks.fullmatch, with_and_without_clitic(said, shortest=2))) and (
            len(said) > 2 or any(c.isdigit() for c in said)
        ):
            yield place, (said,), Group(_literally(said), weight, said, None, beside, False, _is_counted(words, place))
        place += length


def _is_a_case(measure: Measure | None, words: Sequence[str], place: int) -> bool:
    """ "Cuánto es si me tardo tres horas": how long it takes is not asked."""
    return measure is Measure.LASTING and "si" in words[max(place - 2, 0) : place]


def _literally(said: str) -> tuple[str, ...]:
    """A word in the forms that a text may have it in."""
    plain = with_and_without_clitic(said)
    forms = (
        *plain,
        *in_another_number(said)[1:],
        *not_small(said),
        *as_number(said),
        *with_other_stems(plain[-1]),
        *stem(plain[-1]),
    )
    return tuple(dict.fromkeys(forms))


def _of_a_profession(said: str, ways: tuple[str, ...]) -> tuple[str, ...]:
    """Who asks for a dermatologist is not told of the skin alone."""
    if _PROFESSION.fullmatch(said) is None:
        return ways
    return tuple(way for way in ways if _OF_A_PROFESSION.match(way) or way[:4] == said[:4]) or (said,)


def _meant(words: Sequence[str], place: int) -> tuple[Same | None, int]:
    """As `meant`; a small one is meant as what it is one of."""
    same, length = meant(words, place)
    if same is not None:
        return same, length
    small = (meant([*words[:place], one, *words[place + 1 :]], place) for one in not_small(words[place]))
    return next((found for found in small if found[0] is not None), (None, 1))


def area_of(question: str) -> tuple[Area | None, str]:
    """The area that a question begins with and what it asks of that: "preparación de ultrasonido"."""
    said = re.fullmatch(r"\W*(\w+) (?:del? )(?:las? |los )?(.+)", without_accents(question))
    area = _AREAS.get(said[1]) if said else None
    return (area, said[2]) if said and area else (None, question)


def capitals_of(question: str) -> frozenset[str]:
    """What is written with a capital within a sentence, folded: a name, whatever else it means."""
    return frozenset(map(without_accents, re.findall(r"(?<=[\w,] )[A-ZÁÉÍÓÚÑ][\w]{2,}", question)))


def names_what_is_nowhere(
    groups: Sequence[Group], frequencies: Sequence[int], capitals: frozenset[str], is_word: Callable[[str], bool]
) -> bool:
    """Whether it has a name, which has a capital or is no Spanish word, and stands nowhere: what is told of others is
    no answer."""
    return any(
        times == 0
        and group.names
        and len(group.said) >= _SHORTEST_NAME
        and group.said.isalpha()
        and (group.said in capitals or not is_word(group.said))
        and not (group.said.endswith("i") and is_word(f"{group.said}r"))  # "arrepentí"
        for group, times in zip(groups, frequencies, strict=True)
        if not group.beside
        and not group.listed
        and len(with_and_without_clitic(group.said)) == 1
        and not not_small(group.said)
    )


def weighed(groups: Sequence[Group], frequencies: Sequence[int], passages: int) -> tuple[Group, ...]:
    """The same, beside what the clinic has written: a word for anything that is done says little where it stands
    nowhere, and of a question that names nothing what stands in few passages names something."""
    asked = [
        group._replace(weight=LITTLE) if times == 0 and group.said in _GENERAL else group
        for group, times in zip(groups, frequencies, strict=True)
    ]
    things = [n for n, group in enumerate(asked) if not group.measure and _is_a_thing(group.said)]
    if any(group.names and group.measure is None for group in asked):
        return tuple(asked)
    few = max(_FEW, passages * _RARE)
    rare = [(-frequencies[n], n) for n in things if 0 < frequencies[n] <= few]
    _, named = max(rare, default=(0, -1))
    return tuple(group._replace(weight=1.0) if n == named else group for n, group in enumerate(asked))


def _is_a_thing(said: str) -> bool:
    known = lists()
    return not said.isdigit() and not any(one.fullmatch(said) for one in (known.somebody, known.doing))


def _is_counted(words: Sequence[str], place: int) -> bool:
    return place > 0 and words[place - 1] in ("cuantos", "cuantas")


def _says_little(words: Sequence[str], place: int, length: int, *, of_list: bool) -> bool:
    """Whether what stands there tells little of what is asked: what anybody does, who somebody is, how old."""
    known, before = lists(), words[max(place - 2, 0) : place]
    if words[place] in _PAPERS or (
        before[-1:] in (["que"], ["cuales"])
        and words[place] in _KINDS
        and _CONTAINS.intersection(words[place + 1 : place + 3])
    ):
        return True  # "¿qué estudios trae el paquete?"
    if length == 1 and words[place] in ("muestra", "muestras") and words[place + 1 : place + 2] == ["de"]:
        return True  # of what it is, is asked
    said = " ".join(words[place : place + length])
    if said.isdigit():
        after = words[place + 1 : place + 2]
        of_somebody = before[-1:] == ["de"] and bool(before[:-1]) and known.somebody.fullmatch(before[0]) is not None
        of_age = before[-1:] and before[-1] in ("tengo", "tiene", "cumplio", "cumpli")
        of_age = of_age or before[-1:] == ["mis"] or (bool(after) and known.somebody.fullmatch(after[0]) is not None)
        return of_age or of_somebody or before[-1:] in (["las"], ["la"]) or (bool(after) and after[0] in _LONG)
    if known.somebody.fullmatch(said) and before[-1:] and before[-1] in _WHOSE:
        return True
    plain = with_and_without_clitic(said, shortest=2)
    return any(map(known.little.fullmatch, plain)) or (not of_list and any(map(known.doing.fullmatch, plain)))


_SENTENCES = re.compile(r"(?<=[.!?])\s+|;\s+(?=(?:el|la|los|las|un|una) )")
"""What has a subject of its own: "El dispositivo cuesta $1,800; el implante lo trae la paciente"."""


_A_NAME = re.compile(r"[a-záéíóúñ]{4,} [A-ZÁÉÍÓÚÑ][a-záéíóúñ]{2,}")


def with_measures(text: str, measure: Measure) -> str:
    """Those of its sentences that say what something costs, how long it takes, or when it is."""
    each = _SENTENCES.split(text)
    told = lists().told[measure]
    measured = [one for one in each if told.search(without_accents(one))]
    if measure is Measure.NAME:  # "el edificio Plaza Médica"
        measured = [one for one in each if one in measured or _A_NAME.search(one)]
    if measure is Measure.AMOUNT:  # what a packet has in it is not what that amount is for
        measured = [re.sub(r"\([^()]*,[^()]*\)", "", one) for one in measured]
        measured = [re.sub(r"\b([Ii]ncluyen?)\b.*", r"\1", one, flags=re.DOTALL) for one in measured]
    return " ".join(measured)


_LASTS = re.compile(
    r"\b(?:dur(?!ante)|tard|demor|entreg|emit|venc|vigen|sesion|garantia)\w*|\b(?:es|sera) de\b|\bson\b"
    r"|\blist[oa]s?\b|\b(?:sale|toma|lleva|queda)n?\b"
    r"|\b(?:mismo|siguiente|al) dia\b"
    r"|\ben (?:\w+ ){1,3}(?:minutos?|horas?|dias?|semanas?|mes(?:es)?)\b|\bdentro de\b|\bplazo\b|\bde \d"
)
""" "Descanse una hora" does not say how long anything takes."""
_GOES_ON = re.compile(
    r"\b(?:dur(?!ante)|tard|demor|venc|vigen|sesion|garantia|minuto)\w*|\b(?:es|son|sera) de\b|\b(?:toma|lleva)n?\b"
)


def that_last(text: str, asked: Iterable[str]) -> str:
    """Those of these sentences that say how long something takes; or how long it lasts, where that is asked."""
    says = _GOES_ON if any(re.search(r"\bdur", one) for one in asked) else _LASTS
    return " ".join(one for one in _SENTENCES.split(text) if says.search(without_accents(one)))


def put_right(
    groups: Sequence[Group],
    frequencies: Sequence[int],
    known: Callable[[], Iterable[str]],
    capitals: frozenset[str],
    is_word: Callable[[str], bool],
) -> tuple[Group, ...]:
    """The same, where a word that stands nowhere is a slip of one that does, or is in the lists. A name or
    a Spanish word is no slip, and one that may be of two is left alone."""
    stands: frozenset[str] | None = None
    mended = []
    for group, times in zip(groups, frequencies, strict=True):
        word = group.said
        may_be_slip = times == 0 and not group.listed and len(word) >= _SHORTEST_SLIP and word not in capitals
        if may_be_slip and not is_word(word):
            stands = frozenset(known()) | listed_words() if stands is None else stands
            right = {one for one in slips(word) if one in stands}
            if len({one.removesuffix("s") for one in right}) == 1:
                said = min(right)
                same, _ = meant([said], 0)
                ways = same.ways if same else tuple(sorted(right))
                group = group._replace(ways=ways, said=said, listed=same is not None)
        mended.append(group)
    return tuple(mended)
