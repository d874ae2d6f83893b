"""Days known by name, Mexican first. A name is read only in full; a day with two observances is ambiguous."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from nlu.when.dates import easter, make, nth_weekday
from nlu.when.numbered import year_after
from nlu.when.parts import Context, Days, Span, meant_at
from nlu.when.text import Token
from nlu.words.word_sets import meanings, word_set

Rule = Callable[[int], tuple[Span, ...]]


def _on(month: int, day: int) -> Rule:
    return lambda year: ((make(year, month, day),) * 2,)


def _easter(shift: int, until: int | None = None) -> Rule:
    def spans(year: int) -> tuple[Span, ...]:
        sunday = easter(year)
        last = sunday + dt.timedelta(days=shift if until is None else until)
        return ((sunday + dt.timedelta(days=shift), last),)

    return spans


def _nth(month: int, weekday: int, count: int) -> Rule:
    return lambda year: ((nth_weekday(year, month, weekday, count),) * 2,)


def _day_or_bridge(month: int, day: int, count: int) -> Rule:
    """The date itself and the Monday on which Mexico rests for it."""
    return lambda year: tuple(dict.fromkeys((*_on(month, day)(year), *_nth(month, 0, count)(year))))


def _black_friday(year: int) -> tuple[Span, ...]:
    """The day after Thanksgiving."""
    thursday = nth_weekday(year, 11, 3, 4)
    return ((thursday + dt.timedelta(days=1),) * 2,) if thursday else ()


_ON_A_DATE = """
1/1 ano nuevo, dia de ano nuevo, yuandan; 6/1 reyes, dia de reyes, dia de los reyes magos, reyes magos, epifania; 2/2 dia de la candelaria, dia de la marmota
14/2 san valentin, dia de san valentin, dia del amor y la amistad, dia de los enamorados; 24/2 dia de la bandera
8/3 dia de la mujer, dia internacional de la mujer; 17/3 dia de san patricio, san patricio; 19/3 dia de san jose; 22/4 dia de la tierra
30/4 dia del nino; 1/5 dia del trabajo, dia del trabajador, dia de los trabajadores; 5/5 batalla de puebla
10/5 dia de las madres; 15/5 dia del maestro; 23/6 noche de san juan; 15/8 dia de la asuncion; 15/9 grito de independencia, dia del grito
16/9 dia de la independencia; 12/10 dia de la raza, dia de la hispanidad; 31/10 halloween, noche de brujas
1/11 dia de todos los santos, todos los santos; 2/11 muertos, dia de muertos, dia de los muertos, dia de los fieles difuntos; 11/11 dia de los veteranos
8/12 inmaculada concepcion, dia de la inmaculada, dia de la inmaculada concepcion
12/12 dia de la virgen, dia de la virgen de guadalupe, dia de guadalupe; 24/12 nochebuena; 25/12 navidad, dia de navidad
28/12 dia de los inocentes, dia de los santos inocentes; 31/12 nochevieja, ano viejo, noche de ano viejo
"""
"""Day and month of each, with its names; in Mexico and elsewhere."""
_FROM_EASTER = """
-47 martes de carnaval, -46 miercoles de ceniza, -7 domingo de ramos, -6 lunes santo, -5 martes santo, -4 miercoles santo, -3 jueves santo
-2 viernes santo, -1 sabado santo, -1 sabado de gloria, 0 domingo de resurreccion, 0 domingo de pascua, 0 pascua, 0 pascuas
1 lunes de pascua, 39 dia de la ascension, 49 pentecostes, 49 domingo de pentecostes, 60 corpus christi
"""
"""Days after Easter Sunday."""


_FESTIVE = (
    "fiestas|fiestas decembrinas|fiestas de diciembre|fiestas de fin de ano|fiestas de navidad|fiestas navidenas".split(
        "|"
    )
)
""" "Pasando las fiestas": the days from Christmas Eve to Epiphany."""
_ONLY_BOUNDED = frozenset({"fiestas", "reyes", "muertos"})
"""Bare words that are a day only right behind what bounds it: "pasando reyes", but not "con la doctora Reyes"."""
_LEADS = word_set("de del el los las dia")
_BOUNDED = word_set("pasando pasadas pasen despues antes hasta pasar")


def _rules() -> dict[str, Rule]:
    """What each name stands for in a year."""
    found: dict[str, Rule] = {
        "semana santa": _easter(-7, -1),
        **dict.fromkeys(_FESTIVE, lambda year: ((make(year, 12, 24), make(year + 1, 1, 6)),)),
        "dia de la constitucion": _day_or_bridge(2, 5, 1),
        "natalicio de benito juarez": _day_or_bridge(3, 21, 3),
        "dia de la revolucion": _day_or_bridge(11, 20, 3),
        "dia del padre": _nth(6, 6, 3),
        **dict.fromkeys(("dia de accion de gracias", "accion de gracias"), _nth(11, 3, 4)),
        **dict.fromkeys(("viernes negro", "black friday"), _black_friday),
        "dia de martin luther king": _nth(1, 0, 3),
        "dia de los presidentes": _nth(2, 0, 3),
        "dia de los caidos": _nth(5, 0, -1),
    }
    for line in re.split(r"[;\n]", _ON_A_DATE.strip()):
        date, _, names = line.strip().partition(" ")
        day, month = map(int, date.split("/"))
        found |= dict.fromkeys(names.split(", "), _on(month, day))
    for one in re.split(r"[,\n]", _FROM_EASTER.strip()):
        shift, _, name = one.strip().partition(" ")
        found[name] = _easter(int(shift))
    return found


_RULES = _rules()
_NAMES = meanings({name: name for name in _RULES})
STARTS = frozenset(_NAMES)


def _is_bounded(t: list[Token], i: int) -> bool:
    while i > 0 and t[i - 1].word in _LEADS:
        i -= 1
    return i > 0 and t[i - 1].word in _BOUNDED


def holiday(t: list[Token], i: int, context: Context) -> tuple[Days, int] | None:
    """The holiday named at a place: its next occurrence, or that of the year said after it."""
    named = meant_at(t, i, _NAMES)
    if named is None or (named[0] in _ONLY_BOUNDED and not _is_bounded(t, i)):
        return None
    rule, j = _RULES[named[0]], named[1]
    year, after = year_after(t, j, context)
    if year is not None:
        spans = rule(year)
        return Days(spans, ambiguous=len(spans) > 1), after
    step = -1 if context.back else 1
    for year in (context.today.year, context.today.year + step):
        spans = rule(year)
        last = max(span[1] for span in spans if span[1])
        first = min(span[0] for span in spans if span[0])
        if first <= context.today if context.back else last >= context.today:
            return Days(spans, ambiguous=len(spans) > 1), j
    return None
