"""A doctor who is asked for without a name: "con una doctora", "con el otro", "el doctor no, la doctora"."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.when.words import WEEKDAYS
from nlu.with_whom.doctors import Wanted
from nlu.with_whom.visits import A_DOCTOR
from nlu.words.message import Message, plain
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.word_sets import word_set

_END = r"(?= (?:,|\?|por|porfa|gracias|si|mejor|el|a|para|de|que|en|ese|esa|este|esta|hoy|manana) | $)"
_OTHER = re.compile(
    rf"(?<! no hay)(?<! ni) (?:(?:con|{WANTS}|{RATHER}|sea|de|me atienda|me atendiera|atienda) ){{1,4}}(?:el |la )?"
    rf"otr[oa](?: (?:{A_DOCTOR}|persona|dra?))?" + _END
)
_ANOTHER_WOMAN = re.compile(r" otra (?:doctora|medica|dra)$")
_ANOTHER_THAN = re.compile(
    rf" (?:cambi\w+)(?: (?:de|el|al|la|a|mi)){{0,2}} {A_DOCTOR}(?= )| (?:al|a la) otr[oa] {A_DOCTOR}(?= )"
)
""" "Quiero cambiar de doctor"."""
_NOT_HER = re.compile(
    r" no (?:\w+ ){1,4}con (?:ese|esa|este|esta) (?:doctor|doctora|medico|medica)(?= (?:,|\?)| $)"
    r"| (?:ya )?no (?:me|nos|le) (?:gust|ca[ei]|agrad|lat|convenc|inspir)\w*(?: (?:nada|bien|mucho|confianza|como atiende))* (?:ese|esa|este|esta) (?:doctora?|medic[oa])(?= (?:,|\?)| $)"
    r"| (?:con )?(?:ese|esa|este|esta) (?:doctora?|medic[oa]) (?:ya )?(?:no(?: (?:(?:me|nos) (?:gust|ca[ei]|agrad|lat|convenc)\w*(?: (?:nada|bien))?|lo quiero|la quiero|quiero))?)(?= (?:,|\?)| $)"
    r"| (?:con (?:el|ella) no|no con (?:el|ella)|que no sea (?:el|ella|con el|con ella))(?= (?:,|\?)| $)"
)
_BY = rf"(?:con|sea|{WANTS}|{RATHER}|de|a(?= una?)|(?:atien|vea|viera|revis|chec|cheque|atend|ver|valor|toque)\w*)"
_BETTER_ANOTHER = re.compile(
    rf" (?:pero|ahora|{RATHER}|{WANTS}|,)(?: (?:ahora|{RATHER}|esta vez|{WANTS}|ir|una cita|cita|que sea|me gustaria))*"
    r" (?:con|a) otr[oa](?: (?:doctora?|medic[oa]|especialista|persona))?(?= )"
)
_TELLS_OF = word_set("""mi el la los de siempre cabecera doctor doctora medico medica es era me nos atiende atendia ve veia voy
    vamos iba ibamos con antes normalmente casi usual toca toco dieron pusieron tocaba revisa revisaba si y que ya yo soy
    paciente""")
""" "Mi doctor de siempre es el Salas pero quiero con otro"."""
_A_WOMAN = re.compile(
    rf" {_BY} (?:(?:una?|las?) )?(?:doctoras?|medicas?|mujer(?:es)?|dra|(?:(?!la |una |mi )[a-z]+ ){{1,2}}mujer)"
    r"(?:(?: ,)?(?: y)? no(?: (?:con|quiero))* (?:un )?(?:hombre|varon|doctor|medico))?" + _END
)
_A_MAN = re.compile(
    rf" {_BY} (?:(?:un|los?) )?(?:doctor|medico|hombres?|varon(?:es)?|dr|(?:(?!el |un |mi )[a-z]+ ){{1,2}}(?:hombre|varon)|(?:doctores|medicos)(?: hombres)?)"
    r"(?:(?: ,)?(?: y)? no(?: (?:con|quiero))* (?:una )?(?:mujer|doctora|medica))?" + _END
)
_NOT = re.compile(
    r"(?: (?:que|pero|,))* (?:no|ni|tampoco|nunca|evit\w+|menos|excepto|(?:me|nos|le) dan? (?:pena|verguenza|cosa|miedo)|incomod\w+)"
    r"(?: (?:me|nos|le|lo|la|se|que|quiero|quisiera|quiere|gusta\w*|va\w*|a|voy|ir|por|favor|porfa|vea|toque|toca|atienda|ponga\w*|mande\w*|de|den"
    r"|con|sea|fuera|ver\w*|siento|siente|comod[oa]))* $"
)
""" "Que no me toque con mujer", "me da pena con hombres": it is they who will not do."""
_HER = re.compile(r" con (?:la|mi) (?:doctora|medica|dra)" + _END)
_HIM = re.compile(r" con (?:el|mi) (?:doctor|medico|dr)" + _END)

_WISHED = re.compile(rf" (?:citas?|consultas?|turno|lugar|espacio|hoy|manana|{'|'.join(WEEKDAYS)}|[0-9]\S*)(?= )")
_SHE, _HE = r"(?:con )?(?:la|una) (?:doctora|medica|dra|mujer)", r"(?:con )?(?:el|un) (?:doctor|medico|dr|hombre)"
_SO = rf" (?:, )?(?:(?:{RATHER}|{WANTS}|y) )?(?:que sea )?"
_NOT_HIM_HER = re.compile(rf" (?:no (?:quiero )?{_HE}|{_HE} no(?! con )){_SO}{_SHE}(?= (?:,|\?)| $)")
_NOT_HER_HIM = re.compile(rf" (?:no (?:quiero )?{_SHE}|{_SHE} no(?! con )){_SO}{_HE}(?= (?:,|\?)| $)")
""" "La doctora no, el doctor"."""

_EITHER = re.compile(
    r" (?:doctora?|medic[oa]|dra?) o (?:es )?(?:con |fue con )?(?:el |la |una? )?(?:doctora?|medic[oa]|dra?)(?= )"
)
""" "¿Quedó con el doctor o con la doctora?": neither is asked for."""
_GONE_TO = re.compile(
    r" (?:consegui\w*|fui|fuimos|encontr\w+|halle|hallamos)(?: (?:cita|a|al))* con otr[oa] (?:doctor|medic|dra?\b|dentista)"
)
""" "Ya conseguí con otro doctor": told of, and not asked for."""


class Unnamed(NamedTuple):
    """Who will do and who will not, and the tokens that said so. `another`: than the one spoken of so far."""

    name: str | None = None
    not_with: tuple[str, ...] = ()
    another: bool = False
    bare: bool = False  # "con la otra": where nobody's time is held that may be one of the hours
    nobody: bool = False  # a man or a woman is asked for, and there is none
    tokens: frozenset[int] = frozenset()


def another_than(message: Message, named: Wanted | None, doctors: tuple[str, ...]) -> Wanted | None:
    """Anybody but the doctor whom a message has named before it asks for another one; None where it does not."""
    match = _BETTER_ANOTHER.search(message.flat)
    told_of = (named or _told_of(message, doctors)) if match else None
    if match is None or told_of is None or not told_of.name or told_of.not_with:
        return None
    asks = message.between(match.start() + 1, match.end())
    if not max(told_of.tokens) < asks.stop - 1:
        return None  # "con otro, con Salas"
    begin = min(told_of.tokens)
    while begin and message.tokens[begin - 1].text in _TELLS_OF:
        begin -= 1
    between = {i for i in range(begin, asks.start) if message.tokens[i].text in _TELLS_OF}
    tokens = told_of.tokens | between | frozenset(asks)
    return Wanted(None, tokens, asked=True, not_with=(told_of.name,))


def _told_of(message: Message, doctors: tuple[str, ...]) -> Wanted | None:
    """The only doctor of whom a word of the name is told: "el mío es el Salas"."""
    said = [
        (name, index)
        for name in doctors
        for index, token in enumerate(message.tokens)
        if plain(token.raw) in plain(name).split()
        and len(token.raw) > 3
        and index
        and message.tokens[index - 1].text in _TELLS_OF
    ]
    return Wanted(said[0][0], frozenset({said[0][1]}), asked=False) if len({name for name, _ in said}) == 1 else None


def unnamed_one(message: Message, doctors: tuple[str, ...], *, in_flow: bool) -> Unnamed | None:
    """Whom a message asks for without a name; None where it asks for nobody so. Whether a doctor is a woman is known
    by the title that the clinic writes. Outside a flow "the doctor" is whoever will be it."""
    flat = message.flat
    if _EITHER.search(flat):
        return None
    women, men = _women_and_men(doctors)
    of_them = _man_or_woman(message, women, men)
    if _GONE_TO.search(flat):
        return None
    if match := _OTHER.search(flat) or _ANOTHER_THAN.search(flat) or _NOT_HER.search(flat):
        bare = match.group().endswith(("otro", "otra"))
        tokens = _tokens(message, match)
        if of_them is None:
            a_woman = in_flow and _ANOTHER_WOMAN.search(match.group()) and len(women) > 1
            return Unnamed(not_with=men if a_woman else (), another=True, bare=bare, tokens=tokens)
        return of_them._replace(another=True, tokens=of_them.tokens | tokens)
    for pattern, these, others in ((_NOT_HIM_HER, women, men), (_NOT_HER_HIM, men, women)):
        if (match := pattern.search(flat)) and these and others:
            one = these[0] if len(these) == 1 else None
            return Unnamed(one, () if one else others, tokens=_tokens(message, match))
    for pattern, these, others in ((_HER, women, men), (_HIM, men, women)):
        if in_flow and not message.asks and (match := pattern.search(flat)) and these and others:
            refused = _NOT.search(flat[: match.start() + 1])
            wanted, unwanted = (others, these) if refused else (these, others)
            tokens = _tokens(message, match)
            if refused:
                tokens |= frozenset(message.between(refused.start() + 1, match.end()))
            one = wanted[0] if len(wanted) == 1 else None
            return Unnamed(one, () if one else unwanted, tokens=tokens)  # whichever of them it will be
    begins = _WISHED.search(flat) and not message.asks
    if of_them is None and len(women) > 1 and men and begins and (match := _HER.search(flat)):
        return Unnamed(not_with=men, tokens=_tokens(message, match))  # whichever of them it will be
    return of_them


_OF_MEN = re.compile(r"hombre|varon")


def man_or_woman(message: Message, doctors: tuple[str, ...]) -> Unnamed | None:
    """Who is left out where a man, or a woman, is asked for."""
    return _man_or_woman(message, *_women_and_men(doctors))


def _women_and_men(doctors: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which doctors are which, by the title that the clinic writes."""
    women = tuple(name for name in doctors if plain(name).startswith(("dra", "doctora")))
    return women, tuple(name for name in doctors if name not in women)


def _man_or_woman(message: Message, women: tuple[str, ...], men: tuple[str, ...]) -> Unnamed | None:
    """Whoever is a woman, or a man, where that is asked for and the clinic has both."""
    flat = message.flat
    for pattern, these, others in ((_A_WOMAN, women, men), (_A_MAN, men, women)):
        if (match := pattern.search(flat)) is None:
            continue
        refused = _NOT.search(flat[: match.start() + 1])
        # "con un doctor" is also said of either.
        sure = pattern is _A_WOMAN or _OF_MEN.search(match.group()) or (refused and " sea " in match.group())
        if not sure:
            continue
        wanted, unwanted = (others, these) if refused else (these, others)
        tokens = _tokens(message, match)
        if refused:
            tokens |= frozenset(message.between(refused.start() + 1, match.end()))
        if not wanted:
            return Unnamed(nobody=True, tokens=tokens)
        return Unnamed(not_with=unwanted, tokens=tokens) if unwanted else None
    return None


def _tokens(message: Message, match: re.Match[str]) -> frozenset[int]:
    return frozenset(message.between(match.start() + 1, match.end()))
