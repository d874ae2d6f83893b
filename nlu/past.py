"""A question about what was before: of which days, and about what."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Direction, Recall
from booking.models.folded_text import without_accents
from nlu.filler import FILLER, INTERROGATIVES
from nlu.when.reader import read_spans
from nlu.word_sets import word_set

_SAYS_WHEN = word_set("""ultima ultimas ultimo ultimos otra otras pasada pasado pasadas pasados anterior anteriores
    antes vez veces semana semanas mes meses ano anos ayer anteayer antier hoy lunes martes miercoles jueves viernes
    sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre hace desde
    hasta reciente recientemente previa previas previo""")
_SAYS_NOTHING = word_set("""tenia tenias teniamos tuve tuvimos habia hubo hice hicimos hiciste dije dijimos dijiste
    dijeron hablamos hable hablaste platicamos acuerdas recuerdas acuerdan recuerdan acuerde recuerde historial
    antecedentes conversacion conversaciones chat pendiente pendientes ocasion pedi pedimos arregle sucedio fue fui era
    eran estuve vine quedamos paso cosas cosa espera esperame oye tema mencione""")
_MOST = 12
_LAST_MONTH = re.compile(r"\bmes pasado\b")


def recalled(text: str, now: dt.datetime, query: str | None = None) -> Recall:
    """`query`: the words that ask, where they are a part of the text."""
    asked = query or text
    flat = without_accents(asked).lower()
    words = [word for word in re.findall(r"[a-z0-9]+", flat) if not word.isdigit()]
    # "cita" is filler in a wish; of what was before it is what is asked for.
    silent = (FILLER - {"cita", "citas"}) | INTERROGATIVES | _SAYS_WHEN | _SAYS_NOTHING
    about = [word for word in dict.fromkeys(words) if len(word) > 2 and word not in silent]
    since, until = _days(asked, flat, now)
    return Recall(query=asked, since=since, until=until, words=tuple(about[:_MOST]))


def _days(asked: str, flat: str, now: dt.datetime) -> tuple[dt.date | None, dt.date | None]:
    """Days that are over, or today; nothing where none are said."""
    if _LAST_MONTH.search(flat):
        end = now.date().replace(day=1) - dt.timedelta(days=1)
        return end.replace(day=1), end
    when = read_spans(asked, now, direction=Direction.PAST).reading.when
    if when is None or when.date_from is None or when.date_from > now.date():
        return None, None
    return when.date_from, when.date_to or when.date_from
