"""One slip of the finger in a word that tells a time: "juevs", "cinko", "ntre las 3 y las 4"."""

from __future__ import annotations

from collections.abc import Iterator

from nlu.when.words import EARLY, EDGES, LAST, MONTHS, NEXT, PARTS, UNITS, WEEKDAYS

_TOLD = (
    "lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril junio julio agosto septiembre octubre "
    "noviembre diciembre manana tarde noche mediodia medianoche madrugada temprano semana quincena pasado proximo proxima "
    "siguiente antes despues entre partir cuatro cinco siete nueve quince veinte treinta"
).split()
_REAL = frozenset(
    """
    abri abria abrid abrio abrir abris acosto agosta agostos agoto andes angosto anoche anotes antas ante
    aposto aproxima aproximo arde artes asado ates atril cantes centre cinc cinca cincho cincos cinico cino
    cinto circo cisco cuadro cuarto cuatros cunco dantes dominga domingos dominio domino emana enebro ente enter
    entere entero entra entren entres entro fabril ferrero genero jonio judio jueces juli julia juliao julie
    julios julo junco junin junior junto lines luces lules lunas macana madrugaba madrugadas madrugado maltes
    manaba manada magana mananas mananero manara mangana manzana marana marco marees mareo mares margo mario maro
    marro martas marte martel marten martos mates mazo mediodias nantes nieve noches nueva nueves nuevo pagado papado parado
    parir parti partia partio partira partire partis pasada pasador pasados pasalo pasando paseado pasmado
    pausado pesado pisado posado projimo proximal proximas proximos quincenal quincenas quinche quinte sabados
    sabalo sabato sabido sacado salado samana sanado semanal semanas setiembre siente sietes siguientes sirte site
    sobado tarda tarden tardes tardo tare trade tempano temprana tempranas tempranos treintas unes unio veintes venero
    venite vente vienes viente vieres viertes
    """.split()
)
"""Words of Spanish, names and chat among the slips: these stand for themselves ("cuarto", "vienes", "nuevo")."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ALIKE = ("bv", "csz", "ck", "gj")
"""First letters taken for one another; any other first letter makes another word ("noche", "coche")."""


def _one_off(word: str) -> Iterator[str]:
    for i in range(len(word)):
        head, letter, tail = word[:i], word[i], word[i + 1 :]
        yield head + tail
        if i:
            yield from (f"{head}{new}{letter}{tail}" for new in _LETTERS)
            yield head[:-1] + letter + head[-1] + tail
        same = [new for pair in _ALIKE if letter in pair for new in pair] if i == 0 else _LETTERS
        yield from (head + new + tail for new in same)
    yield from (word + new for new in _LETTERS)


def _slips() -> dict[str, str]:
    known = _REAL.union(_TOLD, NEXT, LAST, EARLY, WEEKDAYS, MONTHS, PARTS, UNITS, EDGES)
    found: dict[str, set[str]] = {}
    for word in _TOLD:
        for slip in _one_off(word):
            if slip not in known:
                found.setdefault(slip, set()).add(word)
    return {slip: words.pop() for slip, words in found.items() if len(words) == 1}


SLIPS = _slips()
"""What each slip stands for: one letter added, left out, changed or swapped with the next. Words of the language stand
for themselves, and what may stand for two words is left alone."""
