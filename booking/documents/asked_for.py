"""What a clause is about: the thing that is asked for ("¿tienen elevador?"), and what of a story the question is about
("me mandaron un estudio del sueño, ¿lo hacen ahí?"). Pure, over folded words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

HAS = frozenset(
    "tiene tienen hay hace hacen pone ponen aplica aplican vende venden da dan maneja manejan acepta aceptan atiende"
    " atienden ve ven incluye incluyen habla hablan ofrece ofrecen cuenta cuentan quita quitan"
    " existe necesito necesita necesitan ocupo ocupa ocupan requiere requieren".split()
)
"""After one of these stands what is asked for: whether there is such a thing, or such a thing is done."""
_DONE_TO = re.compile(r"(?:mand|ped|pid|toc|hic|hac|hag|quit|pus|sac|tra)[a-z]+|cita|lo")
_GENERAL = frozenset(
    "estudio estudios examen examenes prueba pruebas analisis perfil cirugia operacion cita consulta vacuna".split()
)
"""What says which only with what follows: "un estudio del sueño"."""
_DETERMINERS = frozenset("el la los las un una unos unas lo mi mis ese esa".split())
_BETWEEN = frozenset("de del ese esa la el los".split())


def head_of(words: Sequence[str], named: Sequence[int]) -> int | None:
    """The place of the thing that is asked for, of those where something is named; None where nothing is."""
    has = next((at for at, word in enumerate(words) if word in HAS), len(words))
    measured = (at for at in named if words[at - 1] == "de" and at > 2 and words[at - 3].startswith("cuant"))
    if (much := next(measured, None)) is not None:
        return much  # "cuántas horas de ayuno"
    which = next((at for at in named if at < has < len(words) and words[at - 1] in ("que", "cual", "cuales")), None)
    return next((at for at in named if at > has), None) if which is None else which


def topics_of(words: Sequence[str], named: Collection[int]) -> frozenset[int]:
    """The places of what was done to whoever tells of it, or is to be, of those where something is named."""
    found = set()
    for verb, word in enumerate(words):
        follows = words[verb + 1 : verb + 2]
        if not _DONE_TO.fullmatch(word) or (follows and follows[0] not in _DETERMINERS):
            continue
        at = _behind(words, verb + 1, _DETERMINERS)
        if at not in named:
            continue
        more = _behind(words, at + 1, _BETWEEN) if words[at] in _GENERAL else at + 1
        found |= {at, more} & {*named}
    return frozenset(found)


def _behind(words: Sequence[str], at: int, these: Collection[str]) -> int:
    while at < len(words) and words[at] in these:
        at += 1
    return at
