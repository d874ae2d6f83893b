"""Which doctor of the clinic a message names: "con la doctora Ríos", by the clinic's own spelling, with a title or by the
whole name, and who is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from nlu.naming.name_shape import evidence, plausible, take, written
from nlu.naming.name_words import GIVEN
from nlu.with_whom.complained_of import complaint
from nlu.with_whom.fond_names import fond_of
from nlu.words import spelling
from nlu.words.filler import FILLER
from nlu.words.message import Message, plain
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import MOVING, SUITING
from nlu.words.word_sets import word_set

_TITLES = word_set("doctor doctora medico medica dr dra")
_LINKS = word_set("el la al con")
_WORK = re.compile(r"mente$|log[oa]s?$|ist[ao]s?$|iatras?$|lar$|geni[ao]$")
_SURNAMES = word_set("""garcia hernandez martinez lopez gonzalez rodriguez perez sanchez ramirez cruz flores gomez
    morales vazquez reyes jimenez torres diaz gutierrez ruiz mendoza aguilar ortiz castillo moreno romero alvarez chavez
    rivera juarez ramos dominguez herrera medina castro vargas guzman mendez salazar fernandez ortega santiago rojas
    contreras luna munoz soto delgado rios salas silva leon lara navarro campos vega ibarra valdez cortes""")
"""Frequent surnames: what tells one that is written small from any other word."""
_SMALL = word_set("de del la las los y")
_UNNAMED = word_set("""disponible general siempre joven nuevo nueva bueno buena mejor libre urgente mayor encargado
    encargada familiar particular anterior pasado pasada mismo misma gracias porfa tipo nomas tantito ratito tempranito
    rapidito cerquita tardecita revision control seguimiento rutina chequeo consulta valoracion ando ojala asap""")
"""What may be said of a doctor who is not named."""
_REFUSED_BEFORE = re.compile(
    r" (?:(?:no|tampoco|nunca|jamas)(?: (?:me|se|le|nos|lo|la|nada|quiero|quiere|quieren|quisiera|queremos|deseo|gustaria|prefiero|necesito|ocupo|gusta"
    r"|que|sea|fuera|este|estuviera|ir|ver|verme|cita|consulta|una|atienda|atendiera|vea|revise|cheque|trate|agenden?|agendes|pongan|toque|por|favor|vaya|ser|mande[ns]?|pase[ns]?|den|des))*"
    r"(?: (?:sea|fuera|este|estuviera|quiero|quiere|quieren|quisiera|queremos|deseo|gusta|gustaria|prefiero|necesito|ocupo|ir|ver|verme|cita|consulta"
    r"|atienda|atendiera|vea|revise|cheque|trate|agenden?|agendes|pongan|toque|vaya|ser|mande[ns]?|pase[ns]?|den|des|nada)|(?= con ))"
    rf"|no (?:me |nos |le )?(?:(?:{SUITING})\w*|quiero|voy|vamos|vengo) si (?:es|toca|me toca|va a ser|fuera)|que no (?:es|son)|(?<!lo )(?<!al )menos|sin|excepto|salvo|quitando|evit\w+|ni|aparte de|fuera de|en vez de|en lugar de|en vez|en lugar)"
    r"(?: (?:con|a|al|de|del|el|la|los|ese|esa|este|esta|tal|doctor|doctora|medico|medica))* $"
)
_REFUSED_AFTER = re.compile(
    r"^ (?:(?:ya |mejor )?(?:no|tampoco)(?: (?:quiero|gracias|porfa|por favor))?(?: ,| $| ni | y (?:con|tampoco|a|el|la|ni) )|no me (?:gust|cae|lat|conv))"
)
_INSTEAD = re.compile(rf" (?:con|{RATHER}|{WANTS}|deme|dame|denme)(?: (?:con|a|al|el|la|doctor|doctora)){{0,5}} $")
_BEFORE_STRANGER = re.compile(
    rf"(?: (?:con|citas?|consultas?|turno|lugar|espacio|agend\w+|reserv\w+|ver|{WANTS}|busco)"
    r"(?: (?:con|para|por|favor|porfa|a|al|del|de|el|la|mi|medica|medico)){0,6}|^) $"
)
"""What a doctor whom nobody here knows is asked for with."""
_SEES = word_set("vea vean atienda atiendan revise revisen cheque chequen valore trate opere consulte")
_TO_BE_SEEN = word_set("me nos lo la le los las que")
""" "Que me vea Salas": the doctor follows with neither title nor "con"."""
_PUT_RIGHT = re.compile(
    r" (?:(?:bueno|ay|ah|uy|pero) )*(?:no|digo|mejor dicho|perdon|mas bien) "
    r"(?:(?:no|digo|perdon|mejor|mas bien|que sea|con|el|la|doctora?) )*"
)
""" "Con Méndez, no, mejor con Salas": the one who comes last is meant."""
_LEFT = re.compile(
    r" (?:ya no|no) (?:voy|vamos|quiero|queremos|sigo|seguimos)(?: (?:a|ir|seguir|estar|ya))*(?: con)?(?: (?:el|la|doctora?))* $"
)
""" "Ya no voy a ir con Paula, me cambio con Laura": before who is left for another."""
_HAS_WITH = re.compile(
    r" (?:(?:mi|la|nuestra|esa|esta) (?:cita|consulta)|(?:tengo|tenia|tenemos|tiene)(?: ya)?(?: una?| mi| la)? (?:cita|consulta)|la (?:tengo|tenia))"
    r"(?: (?:es|esta|estaba|era|quedo|de|del|que|tengo|tenia|hoy|manana|el|la|[a-z]+(?:es|ado|ngo)|[0-9]+))*(?: (?:con|de|del|el|la|doctora?|dra?))* $"
)
_MOVES = re.compile(
    rf" (?:{MOVING})\w*|(?:por|con) (?:una|otra) |quiero que me (?:vea|atienda)|(?:pas|pon|pong|dej)(?:e|a|ar|en|an|es)?(?:me|nos)?l[ao] |l[ao] (?:quiero|quisiera|prefiero|puede[ns]? pasar|pasa[ns]?) con |(?:mejor|prefiero|prefiriria) con "
)
""" "Tengo cita con Salas, la quiero cambiar con la doctora Méndez": whose it is, before who is asked for."""
_TOO = re.compile(r"(?<! no) (?:y|ni|o|tampoco)(?: (?:con|a|al|el|la|tampoco))* $")
_NO = word_set("no tampoco nunca jamas")
_LEADS_TO_NO = word_set("que cuando pero")
_REFUSING_WORDS = _NO | word_set("""que cuando este estuviera sea fuera me nos le lo la se vea viera atienda atendiera
    atiendan revise cheque trate toque vaya a ser de pero con al el""")
_NEAR = 90
"""Characters before a doctor that may refuse them."""


class Wanted(NamedTuple):
    """The doctor, or None when the name fits several; and the tokens that said so. Who is asked for and is none of
    them is named as the person did: nobody else is meant."""

    name: str | None
    tokens: frozenset[int]
    asked: bool  # "con la doctora …", or named first
    refused: bool = False  # "que no sea el doctor …", and nobody else instead
    not_with: tuple[str, ...] = ()  # those of the clinic's who are refused


def wanted(
    message: Message, doctors: tuple[str, ...], is_told_of: Callable[[Wanted], bool] = lambda said: False
) -> Wanted | None:
    """The doctor whom a message asks for; None where it asks for none by name. One who is refused is never meant:
    where nobody is asked for instead, the answer says no more than that. Who is only told of is passed over."""
    known = {doctor: _parts(doctor) for doctor in doctors}
    refused: set[int] = set()
    without: list[str] = []
    unclear = False  # somebody else is named, neither refused nor asked for
    one: Wanted | None = None
    complained, told_of = None, set[int]()  # somebody of whom no good is said, and the words that say it
    for index in range(len(message.tokens)):
        if index in refused or not (said := _asked_at(message, index, known)) or is_told_of(said):
            continue
        if is_refused(message, said.tokens) or (one is None and refused and _TOO.search(_before(message, index))):
            refused |= said.tokens | _refusing(message, min(said.tokens))
            without += [said.name] if said.name in known else []
        elif said.name in known and (why := complaint(message, said.tokens)) and (one is None or one.name != said.name):
            complained = complained or said._replace(tokens=said.tokens if one is None else said.tokens | why)
            told_of |= why
        elif one is None and (not refused or _INSTEAD.search(_before(message, max(said.tokens)))):
            one = said._replace(tokens=said.tokens | refused, asked=said.asked or bool(refused))
        elif (
            one is not None and said.asked and not said.tokens & one.tokens and _is_put_right(message, said, one)
        ) or (one is not None and said.name in known and _is_left_for(message, one)):
            one = said._replace(tokens=said.tokens | one.tokens)
        else:
            unclear = unclear or one is None
    if one is None and complained is not None:
        one = complained._replace(tokens=complained.tokens | refused, asked=complained.asked or bool(refused))
    elif one is not None and complained is not None and one.name != complained.name:
        refused |= complained.tokens | (told_of - one.tokens)
    if one is not None:
        said = one._replace(
            tokens=one.tokens | refused, not_with=tuple(n for n in dict.fromkeys(without) if n != one.name)
        )
        return _either(message, one, known) or said
    anybody = _anybody(tuple(known))
    for index, token in enumerate(message.tokens):
        if plain(token.raw) in anybody - _SMALL and _REFUSED_BEFORE.search(_before(message, index)):
            first = index
            while first and message.tokens[first - 1].text in _TITLES | _LINKS - {"con", "al"}:
                first -= 1
            refused |= {*range(first, index + 1)} | _refusing(message, first)
            named = [doctor for doctor, parts in known.items() if plain(token.raw) in parts]
            without += named if len(named) == 1 else []
    if not refused:
        return None
    not_with = () if unclear else tuple(dict.fromkeys(without))
    return Wanted(None, frozenset(refused), asked=False, refused=True, not_with=not_with)


def _is_left_for(message: Message, one: Wanted) -> bool:
    """Whether the doctor named first is the one whom they leave, or whose appointment is to be another's."""
    before = _before(message, min(one.tokens))
    return bool(_LEFT.search(before) or (_HAS_WITH.search(before) and _MOVES.search(message.flat)))


def _refusing(message: Message, first: int) -> set[int]:
    """The words that refuse whoever stands at a place: "que no me vea"; of two that say no the nearer one."""
    begin = first
    while begin and message.tokens[begin - 1].text in _REFUSING_WORDS and message.tokens[begin].text not in _NO:
        begin -= 1
    if message.tokens[begin].text not in _NO:
        return set()
    while begin and message.tokens[begin - 1].text in _LEADS_TO_NO:
        begin -= 1
    return {*range(begin, first)}


def _is_put_right(message: Message, said: Wanted, one: Wanted) -> bool:
    """Whether a doctor is named in the place of the one before: "con Méndez, no, con Salas"."""
    between = message.tokens[max(one.tokens) + 1 : min(said.tokens)]
    flat = f" {' '.join(token.text for token in between if token.kind == 'word')} "
    return any(token.kind == "mark" for token in between) and bool(_PUT_RIGHT.fullmatch(flat))


def _either(message: Message, one: Wanted, known: dict[str, frozenset[str]]) -> Wanted | None:
    """ "Con Salas o con Laura": whichever of them it will be, and no other; None where one alone is named."""
    tokens, place, these = message.tokens, max(one.tokens) + 1, {one.name: one.tokens}
    anybody = _anybody(tuple(known))
    while one.name in known and place < len(tokens) and tokens[place].text in ("o", "u"):
        at = place + 1
        while at < len(tokens) and tokens[at].text in _LINKS | _TITLES:
            at += 1
        named = _of_these(message, range(at, len(tokens)), anybody)
        fits = [doctor for doctor, parts in known.items() if named and {plain(tokens[i].raw) for i in named} <= parts]
        if len(fits) != 1:
            return None
        these[fits[0]] = frozenset(range(place, named[-1] + 1))
        place = named[-1] + 1
    others = tuple(doctor for doctor in known if doctor not in these)
    if len(these) < 2 or not others:
        return None
    theirs = frozenset().union(*(known[doctor] for doctor in others)) - _SMALL
    also = {i for i, token in enumerate(tokens) if plain(token.raw) in theirs}
    return Wanted(None, one.tokens.union(*these.values(), also), asked=True, refused=True, not_with=others)


def _of_these(message: Message, places: Sequence[int], names: frozenset[str]) -> list[int]:
    """The first of these places, as long as their words are of such names."""
    return [*takewhile(lambda i: plain(message.tokens[i].raw) in names, places)]


def with_title(called: Message, rest: Message, doctors: tuple[str, ...]) -> Message:
    """The rest of a message behind its greeting, with the title that was taken for one: "dra mendez"."""
    title = called.tokens[len(called.tokens) - len(rest.tokens) - 1] if len(called.tokens) > len(rest.tokens) else None
    if title is None or title.text not in _TITLES or title.kind != "word":
        return rest
    whole = Message.of(called.text[title.start :])
    return whole if (found := wanted(whole, doctors)) and found.name in doctors else rest


def _asked_at(message: Message, index: int, known: dict[str, frozenset[str]]) -> Wanted | None:
    """The doctor whom a title or "con" at a place leads to."""
    tokens, token = message.tokens, message.tokens[index]
    titled = token.text in _TITLES
    sees = token.text in _SEES and index > 0 and tokens[index - 1].text in _TO_BE_SEEN
    if not titled and token.text != "con" and not sees:
        return _called_so(message, index, known) if plain(token.raw) in _anybody(tuple(known)) else None
    anybody = _anybody(tuple(known))
    place = index + 1
    while place < len(tokens) and (tokens[place].raw == "." or (not titled and tokens[place].text in _LINKS | _TITLES)):
        place += 1
    fond = {fond_of(name): name for name in anybody & GIVEN} if titled else {}  # "la doctora Paulita"
    if titled and known:
        if near := _one_letter_off(message, index, place, known):
            return near
        if other := _nobody_here(message, index, place, anybody | fond.keys()):
            return other
    said: list[int] = []
    while place < len(tokens) and tokens[place].kind == "word":
        word = plain(tokens[place].raw)
        word = fond.get(word, word)
        if word not in anybody and not (said and word in _SMALL):
            break
        said.append(place)
        place += 1
    while said and plain(tokens[said[-1]].raw) in _SMALL:
        said.pop()
    words = {fond.get(word, word) for word in (plain(tokens[i].raw) for i in said)} - _SMALL
    if not words:
        return None
    fits = [doctor for doctor, parts in known.items() if words <= parts]
    first = index - 1 if index and tokens[index - 1].text in _LINKS else index
    asked = index <= 1 or sees or bool({"con", "este"} & {t.text for t in tokens[max(0, index - 2) : index + 1]})
    return Wanted(fits[0] if len(fits) == 1 else None, frozenset({first, index, *said}), asked)


def _called_so(message: Message, index: int, known: dict[str, frozenset[str]]) -> Wanted | None:
    """ "Lunes 10 am Laura Méndez": the name and surname of a doctor, with no title."""
    run = range(index, min(index + 4, len(message.tokens)))
    for doctor, parts in known.items():
        said = _of_these(message, run, parts)
        if len({plain(message.tokens[i].raw) for i in said}) > 1:
            return Wanted(doctor, frozenset(said), asked=True)
    return None


def _before(message: Message, index: int) -> str:
    """The words before a token, folded, as `flat` has them."""
    return (" " + "".join(f"{t.text} " for t in message.tokens[max(0, index - 14) : index]))[-_NEAR:]


_UNLESS_THERE = re.compile(
    r" si no (?:esta|estuviera|atiende|viene|hay|es|fuera|puede|tiene lugar)(?: con)?(?: el| la)?(?: (?:dra?|doctora?))? $"
)
""" "Si no está el doctor Salas, no": nobody but him."""


def is_refused(message: Message, tokens: frozenset[int]) -> bool:
    """Whether the words around say that somebody is not wanted: "no quiero con …", "menos …", "con … no"."""
    after = " " + "".join(f"{t.text} " for t in message.tokens[max(tokens) + 1 : max(tokens) + 5])
    before = [_before(message, place) for place in tokens]
    if any(map(_UNLESS_THERE.search, before)):
        return False
    return any(map(_REFUSED_BEFORE.search, before)) or bool(_REFUSED_AFTER.search(after))


def _one_letter_off(message: Message, index: int, place: int, known: dict[str, frozenset[str]]) -> Wanted | None:
    """ "La doctora Mendes": the surname of one doctor but for one letter, and no other name that people have."""
    if place >= len(message.tokens) or not plausible(message.tokens[place]):
        return None
    word = plain(message.tokens[place].raw)
    if len(word) < 4 or word in _SURNAMES or word in GIVEN or any(word in parts for parts in known.values()):
        return None
    strange = spelling.is_unknown(word)  # "la doctora Laur": no other name either
    near = [
        doctor
        for doctor, parts in known.items()
        if any(_differ_by_one(word, p) for p in parts if p not in GIVEN or strange)
    ]
    if len(near) != 1:
        return None
    first = index - 1 if index and message.tokens[index - 1].text in _LINKS else index
    asked = index <= 1 or "con" in (t.text for t in message.tokens[max(0, index - 2) : index])
    return Wanted(near[0], frozenset({first, index, place}), asked)


def _differ_by_one(one: str, other: str) -> bool:
    """Whether one letter added, left out or changed makes one word of the other; the first is never changed."""
    if len(one) > len(other):
        one, other = other, one
    if len(one) < 4 or len(other) - len(one) > 1 or one[0] != other[0]:
        return False
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    return one != other and one[same + (len(one) == len(other)) :] == other[same + 1 :]


def _nobody_here(message: Message, index: int, place: int, anybody: frozenset[str]) -> Wanted | None:
    """ "Con la doctora García", who is none of the clinic's."""
    tokens = message.tokens
    if not _BEFORE_STRANGER.search(_before(message, index)):
        return None
    taken = take(tokens, place)
    strange = [i for i in taken if plain(tokens[i].raw) not in anybody | _SMALL]
    if not strange or any(_WORK.search(plain(tokens[i].raw)) for i in strange):
        return None
    if not any(plain(tokens[i].raw) in _SURNAMES for i in strange) and not evidence(tokens, strange, pairs=False):
        if strange[0] != place or {plain(tokens[place].raw), tokens[place].text} & (_UNNAMED | FILLER):
            return None
        taken = [place]
    title = "Dra." if tokens[index].text in ("doctora", "medica", "dra") else "Dr."
    return Wanted(f"{title} {written(tokens, taken)}", frozenset({index - 1, index, *taken}), True)


@lru_cache(maxsize=64)
def _anybody(doctors: tuple[str, ...]) -> frozenset[str]:
    """The words of the names of all of them."""
    return frozenset().union(*map(_parts, doctors))


@lru_cache(maxsize=1024)
def _parts(doctor: str) -> frozenset[str]:
    """The words of a name that tell a doctor apart."""
    words = {plain(token.raw) for token in Message.of(doctor).tokens if token.kind == "word"}
    return frozenset(words) - _TITLES - _SMALL
