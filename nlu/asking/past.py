"""A question about what was before: of which days, and about what."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Direction, Recall, Whose
from booking.models.folded_text import without_accents
from nlu.naming.name_shape import folded, take, written
from nlu.naming.name_words import GIVEN, RELATIVES_NOUN
from nlu.when.reader import read_spans
from nlu.words.filler import FILLER, INTERROGATIVES
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_SAYS_WHEN = word_set("""ultima ultimas ultimo ultimos otra otras pasada pasado pasadas pasados anterior anteriores
    antes vez veces semana semanas mes meses ano anos ayer anteayer antier hoy lunes martes miercoles jueves viernes
    sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre hace desde
    hasta reciente recientemente previa previas previo""")
_SAYS_NOTHING = word_set("""tenia tenias teniamos tuve tuvimos habia hubo hice hicimos hiciste dije dijimos dijiste
    dijeron hablamos hable hablaste platicamos acuerdas recuerdas acuerdan recuerdan acuerde recuerde historial
    antecedentes conversacion conversaciones chat pendiente pendientes ocasion pedi pedimos arregle sucedio fue fui era recuerdame recuerdeme
    eran estuve vine quedamos paso cosas cosa espera esperame oye tema mencione""")
_VISITS = word_set("""fui fuimos ido venido voy vengo vine vinimos estuve estuvimos toco tocaba atendio atendieron vio vieron
    reviso checo consulto valoro lleve llevamos llevado traje trajimos traido faltado falte consulta consultas visita visitas vi consulte""")
"""Who asks of these asks of an appointment."""
_NUMBERS = {"un": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "ocho": 8, "diez": 10}
_AGO = re.compile(rf"\bhace (?:como |unos |unas |casi |mas de )?([0-9]{{1,2}}|{'|'.join(_NUMBERS)}) (semana|mes|ano)")
_ABOUT = {"semana": (7, 4), "mes": (30, 20), "ano": (365, 120)}
"""Days, and how far around such a day is meant."""
_MOST = 12
_HAD = re.compile(r"\b(?:tuve|tuvimos|ten[ií]a|ten[ií]amos)\b", re.IGNORECASE)
_DONE_TO = (
    "lleve|llevamos|llevado|traje|trajimos|vio|vieron|reviso|revisaron|atendio|atendieron|checo|checaron|receto|recetaron|dio"
    "|dieron|toco|dejo|dejaron|mando|mandaron|dijo|dijeron|inyectaron|vacunaron|opero|operaron|hicieron|hizo"
)
_OF = (
    "cita|consulta|visita|revision|receta|resultados?|estudios?|analisis|cultivo|diagnostico|tratamiento|historial|expediente"
    "|vacunas?|control"
)
_THEIRS = re.compile(
    rf"(?: (?:{_DONE_TO})(?: (?!que )[^ ,?]+){{0,2}}? a| (?:{_OF}) de|^(?: (?:hola|oiga|y|,|buen[oa]s?|dias|tardes))* a) mi (?:{RELATIVES_NOUN})(?= )"
)
""" "La última vez que llevé a mi hijo", "a mi papá le toca revisión, ¿cuándo fue la última?"."""
_LAST_MONTH = re.compile(r"\bmes pasado\b")


def recalled(text: str, now: dt.datetime, query: str | None = None) -> Recall:
    """`query`: the words that ask, where they are a part of the text."""
    asked = query or text
    flat = without_accents(asked).lower()
    words = [word for word in re.findall(r"[a-z0-9]+", flat) if not word.isdigit()]
    # "cita" is filler in a wish; of what was before it is what is asked for.
    silent = (FILLER - {"cita", "citas"}) | INTERROGATIVES | _SAYS_WHEN | _SAYS_NOTHING | _VISITS | _NUMBERS.keys()
    about = [word for word in dict.fromkeys(words) if len(word) > 2 and word not in silent]
    if _VISITS & {*words} and not {"cita", "citas"} & {*about}:
        about.append("cita")
    since, until = _days(asked, flat, now)
    return Recall(query=asked, since=since, until=until, words=tuple(about[:_MOST]), whose=_whose(text))


def _whose(text: str) -> Whose | None:
    """Whose past is asked for, where it is said to be somebody else's."""
    message = Message.of(text)
    if (relative := _THEIRS.search(message.flat)) is None:
        return None
    taken = take(message.tokens, message.between(relative.start() + 1, relative.end()).stop)
    named = bool(taken) and folded(message.tokens[taken[0]]) in GIVEN
    return Whose(name=written(message.tokens, taken) if named else None)


def _days(asked: str, flat: str, now: dt.datetime) -> tuple[dt.date | None, dt.date | None]:
    """Days that are over, or today; nothing where none are said."""
    if _LAST_MONTH.search(flat):
        end = now.date().replace(day=1) - dt.timedelta(days=1)
        return end.replace(day=1), end
    if ago := _AGO.search(flat):
        number, (days, around) = ago[1], _ABOUT[ago[2]]
        at = now.date() - dt.timedelta(days=days * (int(number) if number.isdigit() else _NUMBERS[number]))
        return at - dt.timedelta(days=around), min(at + dt.timedelta(days=around), now.date())
    for said in (asked, _HAD.split(asked)[-1]):  # "la cita que tuve el 3" is read as one that there is
        reading = read_spans(said, now, direction=Direction.PAST).reading
        if whens := (reading.when,) if reading.when else reading.candidates:
            break
    from_, to = [when.date_from for when in whens if when.date_from], [when.date_to or when.date_from for when in whens]
    if not from_ or len(from_) < len(whens) or max(from_) > now.date():
        return None, None
    return min(from_), max(day for day in to if day)
