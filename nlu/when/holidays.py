"""Days known by name, Mexican first. A name is read only in full; a day with two observances is ambiguous."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from nlu.when.dates import easter, make, nth_weekday
from nlu.when.parts import Context, Days, Span
from nlu.when.text import Token

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


_NAMES: dict[str, Rule] = {
    "ano nuevo": _on(1, 1),
    "dia de ano nuevo": _on(1, 1),
    "dia de reyes": _on(1, 6),
    "dia de los reyes magos": _on(1, 6),
    "reyes magos": _on(1, 6),
    "dia de la candelaria": _on(2, 2),
    "dia de la constitucion": _day_or_bridge(2, 5, 1),
    "san valentin": _on(2, 14),
    "dia de san valentin": _on(2, 14),
    "dia del amor y la amistad": _on(2, 14),
    "dia de los enamorados": _on(2, 14),
    "dia de la bandera": _on(2, 24),
    "dia de la mujer": _on(3, 8),
    "dia internacional de la mujer": _on(3, 8),
    "natalicio de benito juarez": _day_or_bridge(3, 21, 3),
    "dia del nino": _on(4, 30),
    "dia del trabajo": _on(5, 1),
    "dia del trabajador": _on(5, 1),
    "dia de los trabajadores": _on(5, 1),
    "batalla de puebla": _on(5, 5),
    "dia de las madres": _on(5, 10),
    "dia del maestro": _on(5, 15),
    "dia del padre": _nth(6, 6, 3),
    "grito de independencia": _on(9, 15),
    "dia del grito": _on(9, 15),
    "dia de la independencia": _on(9, 16),
    "dia de la raza": _on(10, 12),
    "halloween": _on(10, 31),
    "noche de brujas": _on(10, 31),
    "dia de todos los santos": _on(11, 1),
    "todos los santos": _on(11, 1),
    "dia de muertos": _on(11, 2),
    "dia de los muertos": _on(11, 2),
    "dia de los fieles difuntos": _on(11, 2),
    "dia de la revolucion": _day_or_bridge(11, 20, 3),
    "dia de accion de gracias": _nth(11, 3, 4),
    "accion de gracias": _nth(11, 3, 4),
    "dia de la virgen": _on(12, 12),
    "dia de la virgen de guadalupe": _on(12, 12),
    "dia de guadalupe": _on(12, 12),
    "nochebuena": _on(12, 24),
    "navidad": _on(12, 25),
    "dia de navidad": _on(12, 25),
    "dia de los inocentes": _on(12, 28),
    "dia de los santos inocentes": _on(12, 28),
    "nochevieja": _on(12, 31),
    "miercoles de ceniza": _easter(-46),
    "domingo de ramos": _easter(-7),
    "jueves santo": _easter(-3),
    "viernes santo": _easter(-2),
    "sabado santo": _easter(-1),
    "sabado de gloria": _easter(-1),
    "domingo de resurreccion": _easter(0),
    "domingo de pascua": _easter(0),
    "lunes de pascua": _easter(1),
    "semana santa": _easter(-7, -1),
    "corpus christi": _easter(60),
    "pascua": _easter(0),
    "pascuas": _easter(0),
    "martes de carnaval": _easter(-47),
    "lunes santo": _easter(-6),
    "martes santo": _easter(-5),
    "miercoles santo": _easter(-4),
    "dia de la ascension": _easter(39),
    "pentecostes": _easter(49),
    "domingo de pentecostes": _easter(49),
    # Elsewhere than in Mexico
    "yuandan": _on(1, 1),
    "epifania": _on(1, 6),
    "dia de martin luther king": _nth(1, 0, 3),
    "dia de la marmota": _on(2, 2),
    "dia de los presidentes": _nth(2, 0, 3),
    "dia de san patricio": _on(3, 17),
    "san patricio": _on(3, 17),
    "dia de san jose": _on(3, 19),
    "dia de la tierra": _on(4, 22),
    "dia de los caidos": _nth(5, 0, -1),
    "noche de san juan": _on(6, 23),
    "dia de la asuncion": _on(8, 15),
    "dia de la hispanidad": _on(10, 12),
    "dia de los veteranos": _on(11, 11),
    "viernes negro": _black_friday,
    "black friday": _black_friday,
    "inmaculada concepcion": _on(12, 8),
    "dia de la inmaculada": _on(12, 8),
    "dia de la inmaculada concepcion": _on(12, 8),
    "ano viejo": _on(12, 31),
    "noche de ano viejo": _on(12, 31),
}
_BY_FIRST: dict[str, list[tuple[tuple[str, ...], Rule]]] = {}
for _name, _rule in _NAMES.items():
    _words = tuple(_name.split())
    _BY_FIRST.setdefault(_words[0], []).append((_words, _rule))
STARTS = frozenset(_BY_FIRST)


def holiday(t: list[Token], i: int, context: Context) -> tuple[Days, int] | None:
    """The holiday named at a place: its next occurrence, or that of the year said after it."""
    best: tuple[tuple[str, ...], Rule] | None = None
    for words, rule in _BY_FIRST.get(t[i].word, ()):
        longer = best is None or len(words) > len(best[0])
        if longer and all(t[i + k].word == word for k, word in enumerate(words)):
            best = words, rule
    if best is None:
        return None
    words, rule = best
    j = i + len(words)
    year, after = _year_after(t, j, context)
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


def _year_after(t: list[Token], j: int, context: Context) -> tuple[int | None, int]:
    """The year said after a name: "navidad de 2027", "navidad del próximo año", "este año"."""
    k = j + 1 if t[j].word in ("de", "del") else j
    k = k + 1 if t[k].word == "el" else k
    if t[k].value is not None and 1900 <= t[k].value <= 2200:  # type: ignore[operator]
        return t[k].value, k + 1
    for phrase, shift in ((("proximo", "ano"), 1), (("este", "ano"), 0), (("ano", "que", "viene"), 1)):
        if all(t[k + n].word == word for n, word in enumerate(phrase)):
            return context.today.year + shift, k + len(phrase)
    return None, j
