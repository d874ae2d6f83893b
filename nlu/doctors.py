"""Which doctor of the clinic a message names: "con la doctora Ríos", by the clinic's own spelling, or without a
name: "con el doctor no, con la doctora"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.filler import FILLER
from nlu.message import Message, plain
from nlu.name_shape import evidence, plausible, take, written
from nlu.name_words import GIVEN
from nlu.when.words import WEEKDAYS
from nlu.word_sets import word_set

_TITLES = word_set("doctor doctora medico medica dr dra")
_LINKS = word_set("el la al con")
_WORK = re.compile(r"mente$|log[oa]s?$|ist[ao]s?$|iatras?$|lar$|geni[ao]$")
_SURNAMES = word_set("""garcia hernandez martinez lopez gonzalez rodriguez perez sanchez ramirez cruz flores gomez
    morales vazquez reyes jimenez torres diaz gutierrez ruiz mendoza aguilar ortiz castillo moreno romero alvarez chavez
    rivera juarez ramos dominguez herrera medina castro vargas guzman mendez salazar fernandez ortega santiago rojas
    contreras luna munoz soto delgado rios salas silva leon navarro campos vega ibarra valdez cortes""")
"""Frequent surnames: what tells one that is written small from any other word."""
_SMALL = word_set("de del la las los y")
_UNNAMED = word_set("""disponible general siempre joven nuevo nueva bueno buena mejor libre urgente mayor encargado
    encargada familiar particular anterior pasado pasada mismo misma gracias porfa tipo nomas tantito ratito tempranito
    rapidito cerquita tardecita revision control seguimiento rutina chequeo consulta valoracion ando ojala asap""")
"""What may be said of a doctor who is not named."""
_REFUSED_BEFORE = re.compile(
    r" (?:(?:no|tampoco|nunca|jamas)(?: (?:me|se|le|nos|lo|la|nada|quiero|quiere|quieren|quisiera|queremos|deseo|gustaria|prefiero|necesito|ocupo|gusta"
    r"|que|sea|fuera|ir|ver|verme|cita|consulta|una|atienda|atendiera|agenden?|agendes|pongan|toque|por|favor|vaya|ser|mande[ns]?|pase[ns]?|den|des))*"
    r"(?: (?:sea|fuera|quiero|quiere|quieren|quisiera|queremos|deseo|gusta|gustaria|prefiero|necesito|ocupo|ir|ver|verme|cita|consulta"
    r"|atienda|atendiera|agenden?|agendes|pongan|toque|vaya|ser|mande[ns]?|pase[ns]?|den|des|nada)|(?= con ))"
    r"|(?<!lo )(?<!al )menos|sin|excepto|salvo|quitando|evit\w+|ni|aparte de|fuera de|en vez de|en lugar de|en vez|en lugar)"
    r"(?: (?:con|a|al|de|del|el|la|los|doctor|doctora|medico|medica))* $"
)
_REFUSED_AFTER = re.compile(
    r"^ (?:(?:ya |mejor )?no(?: (?:quiero|gracias|porfa|por favor))?(?: ,| $)|no me (?:gust|cae|lat|conv))"
)
_INSTEAD = re.compile(
    r" (?:con|sino|mejor|quiero|prefiero|quisiera|deme|dame|denme)(?: (?:con|a|al|el|la|doctor|doctora)){0,5} $"
)
_BEFORE_STRANGER = re.compile(
    r"(?: (?:con|citas?|consultas?|turno|lugar|espacio|agend\w+|reserv\w+|ver|quiero|quisiera|busco|necesito|ocupo)"
    r"(?: (?:con|para|por|favor|porfa|a|al|del|de|el|la|mi|medica|medico)){0,6}|^) $"
)
"""What a doctor whom nobody here knows is asked for with."""
_TOO = re.compile(r" (?:y|ni|o|tampoco)(?: (?:con|a|al|el|la|tampoco))* $")
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


def wanted(message: Message, doctors: tuple[str, ...]) -> Wanted | None:
    """The doctor whom a message asks for; None where it asks for none by name. One who is refused is never meant:
    where nobody is asked for instead, the answer says no more than that."""
    known = {doctor: _parts(doctor) for doctor in doctors}
    refused: set[int] = set()
    without: list[str] = []
    unclear = False  # somebody else is named, neither refused nor asked for
    for index in range(len(message.tokens)):
        if index in refused or not (one := _asked_at(message, index, known)):
            continue
        if is_refused(message, one.tokens):
            refused |= one.tokens
            without += [one.name] if one.name in known else []
        elif not refused or _INSTEAD.search(_before(message, max(one.tokens))):
            return one._replace(tokens=one.tokens | refused, asked=one.asked or bool(refused))
        elif _TOO.search(_before(message, index)):
            refused |= one.tokens
            without += [one.name] if one.name in known else []
        else:
            unclear = True
    anybody = frozenset().union(*known.values()) if known else frozenset()
    for index, token in enumerate(message.tokens):
        if plain(token.raw) in anybody - _SMALL and _REFUSED_BEFORE.search(_before(message, index)):
            refused.add(index)
            named = [doctor for doctor, parts in known.items() if plain(token.raw) in parts]
            without += named if len(named) == 1 else []
    if not refused:
        return None
    not_with = () if unclear else tuple(dict.fromkeys(without))
    return Wanted(None, frozenset(refused), asked=False, refused=True, not_with=not_with)


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
    if not titled and token.text != "con":
        return None
    anybody = frozenset().union(*known.values()) if known else frozenset()
    place = index + 1
    while place < len(tokens) and (tokens[place].raw == "." or (not titled and tokens[place].text in _LINKS | _TITLES)):
        place += 1
    if titled and known:
        if near := _one_letter_off(message, index, place, known):
            return near
        if other := _nobody_here(message, index, place, anybody):
            return other
    said: list[int] = []
    while place < len(tokens) and tokens[place].kind == "word":
        word = plain(tokens[place].raw)
        if word not in anybody and not (said and word in _SMALL):
            break
        said.append(place)
        place += 1
    while said and plain(tokens[said[-1]].raw) in _SMALL:
        said.pop()
    words = {plain(tokens[i].raw) for i in said} - _SMALL
    if not words:
        return None
    fits = [doctor for doctor, parts in known.items() if words <= parts]
    first = index - 1 if index and tokens[index - 1].text in _LINKS else index
    asked = index <= 1 or "con" in (t.text for t in tokens[max(0, index - 2) : index + 1])
    return Wanted(fits[0] if len(fits) == 1 else None, frozenset({first, index, *said}), asked)


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
    near = [doctor for doctor, parts in known.items() if any(_differ_by_one(word, p) for p in parts - GIVEN)]
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


def _parts(doctor: str) -> frozenset[str]:
    """The words of a name that tell a doctor apart."""
    words = {plain(token.raw) for token in Message.of(doctor).tokens if token.kind == "word"}
    return frozenset(words) - _TITLES - _SMALL


_END = r"(?= (?:,|\?|por|porfa|gracias|si|mejor|el|a|para|de|que|en|ese|esa|este|esta|hoy|manana) | $)"
_OTHER = re.compile(
    r"(?<! no hay)(?<! ni) (?:(?:con|quiero|quisiera|prefiero|mejor|sea|de|necesito|me atienda|me atendiera|atienda) ){1,4}(?:el |la )?"
    r"otr[oa](?: (?:doctor|doctora|medico|medica|especialista|persona|dr|dra))?" + _END
)
_ANOTHER_THAN = re.compile(
    r" (?:cambi\w+)(?: (?:de|el|al|la|a|mi)){0,2} (?:doctor|doctora|medico|medica|especialista)(?= )"
)
""" "Quiero cambiar de doctor"."""
_NOT_HER = re.compile(
    r" no (?:\w+ ){1,4}con (?:ese|esa|este|esta) (?:doctor|doctora|medico|medica)(?= (?:,|\?)| $)"
    r"| (?:con (?:el|ella) no|no con (?:el|ella)|que no sea (?:el|ella|con el|con ella))(?= (?:,|\?)| $)"
)
_A_WOMAN = re.compile(
    r" (?:con|sea|quiero|quisiera|prefiero|de|atienda|vea|revise|a(?= una)) (?:una )?(?:doctora|medica|mujer|dra|doctor mujer|doctora mujer)"
    + _END
)
_A_MAN = re.compile(
    r" (?:con|sea|quiero|quisiera|prefiero|de|atienda|vea|revise|a(?= un)) (?:un )?(?:doctor|medico|hombre|varon|dr|doctor hombre)"
    + _END
)
_HER = re.compile(r" con (?:la|mi) (?:doctora|medica|dra)" + _END)
_HIM = re.compile(r" con (?:el|mi) (?:doctor|medico|dr)" + _END)

_WISHED = re.compile(rf" (?:citas?|consultas?|turno|lugar|espacio|hoy|manana|{'|'.join(WEEKDAYS)}|[0-9]\S*)(?= )")
_SHE, _HE = r"(?:con )?(?:la|una) (?:doctora|medica|dra|mujer)", r"(?:con )?(?:el|un) (?:doctor|medico|dr|hombre)"
_SO = r" (?:, )?(?:mejor |sino |prefiero |quiero |y )?(?:que sea )?"
_NOT_HIM_HER = re.compile(rf" (?:no (?:quiero )?{_HE}|{_HE} no){_SO}{_SHE}(?= (?:,|\?)| $)")
_NOT_HER_HIM = re.compile(rf" (?:no (?:quiero )?{_SHE}|{_SHE} no){_SO}{_HE}(?= (?:,|\?)| $)")
""" "La doctora no, el doctor"."""

_GONE_TO = re.compile(
    r" (?:consegui\w*|fui|fuimos|encontr\w+|halle|hallamos)(?: (?:cita|a|al))* con otr[oa] (?:doctor|medic|dra?\b|dentista)"
)
""" "Ya conseguí con otro doctor": told of, and not asked for."""


class Unnamed(NamedTuple):
    """Who will do and who will not, and the tokens that said so. `another`: than the one spoken of so far; `unclear`:
    one is meant, and more than one it may be."""

    name: str | None = None
    not_with: tuple[str, ...] = ()
    another: bool = False
    bare: bool = False  # "con la otra": where nobody's time is held that may be one of the hours
    unclear: bool = False
    tokens: frozenset[int] = frozenset()


def unnamed_one(message: Message, doctors: tuple[str, ...], *, in_flow: bool) -> Unnamed | None:
    """Whom a message asks for without a name; None where it asks for nobody so. Whether a doctor is a woman is known
    by the title that the clinic writes. Outside a flow "the doctor" is whoever will be it."""
    flat = message.flat
    women = tuple(name for name in doctors if plain(name).startswith(("dra", "doctora")))
    men = tuple(name for name in doctors if name not in women)
    of_them = _man_or_woman(message, women, men)
    if _GONE_TO.search(flat):
        return None
    if match := _OTHER.search(flat) or _ANOTHER_THAN.search(flat) or _NOT_HER.search(flat):
        bare = match.group().endswith(("otro", "otra"))
        tokens = _tokens(message, match)
        if of_them is None:
            return Unnamed(another=True, bare=bare, tokens=tokens)
        return of_them._replace(another=True, tokens=of_them.tokens | tokens)
    for pattern, these, others in ((_NOT_HIM_HER, women, men), (_NOT_HER_HIM, men, women)):
        if (match := pattern.search(flat)) and these and others:
            one = these[0] if len(these) == 1 else None
            return Unnamed(one, () if one else others, tokens=_tokens(message, match))
    for pattern, these, others in ((_HER, women, men), (_HIM, men, women)):
        if in_flow and not message.asks and (match := pattern.search(flat)) and these and others:
            one = these[0] if len(these) == 1 else None
            return Unnamed(one, unclear=one is None, tokens=_tokens(message, match))
    begins = _WISHED.search(flat) and not message.asks
    if of_them is None and len(women) > 1 and men and begins and (match := _HER.search(flat)):
        return Unnamed(not_with=men, tokens=_tokens(message, match))  # whichever of them it will be
    return of_them


def _man_or_woman(message: Message, women: tuple[str, ...], men: tuple[str, ...]) -> Unnamed | None:
    """Whoever is a woman, or a man, where that is asked for and the clinic has both."""
    flat = message.flat
    for pattern, these, others in ((_A_WOMAN, women, men), (_A_MAN, men, women)):
        # "con un doctor" is also said of either.
        sure = pattern is _A_WOMAN or re.search(r"hombre|varon", flat)
        if (match := pattern.search(flat)) and these and others and sure:
            return Unnamed(not_with=others, tokens=_tokens(message, match))
    return None


def _tokens(message: Message, match: re.Match[str]) -> frozenset[int]:
    return frozenset(message.between(match.start() + 1, match.end()))
