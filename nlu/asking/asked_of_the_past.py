"""A message that only asks about what was: it asks, it tells of something lived or done, and when that was is over."""

from __future__ import annotations

import re

from booking.intents import Direction, Recall
from booking.models import UnderstandingContext
from nlu.asking.past import recalled
from nlu.when.reader import read_spans
from nlu.when.words import MONTHS
from nlu.words.message import Message

_LIVED = (
    r"(?:fui|fuimos|vine|vinimos|estuve|estuvimos|tuve|tuvimos|tenia|teniamos|toco|tocaba|atendio|atendieron|vio|vieron|reviso"
    r"|checo|quede|quedamos|pedi|pedimos|dije|dijimos|dijeron|pregunte|preguntamos|hable|hablamos|platicamos|falte|faltamos"
    r"|fue|fueron|era|paso|sucedio|(?:he|hemos) (?:ido|venido|faltado|tenido|estado|cancelado|hablado))"
)
_CHANGED = r"(?:(?:se |me |nos |la |le )*(?:cancelo|cancelaron|cancele|cambie|cambio|cambiaron|movi|movio|movieron))"
_ASKS = re.compile(
    r"\?|^(?: (?:oye|oiga|hola|disculpe?|perdon|espera|y|,|buen[oa]s|dias|tardes|noches))*"
    r" (?:(?:a|con|de|en|por) (?:que|quien|quienes)|quien|quienes|cual|cuales|cuantas|cuantos|hace cuanto|desde cuando|recuerdame|recuerdeme|dime"
    r"|que (?:citas?|consultas?|doctora?|medic[oa]|pedi|hice|hicimos|hablamos|dije|dijimos|paso))\b"
)
_BEFORE = re.compile(
    r" (?:ayer|anteayer|antier|antes de ayer)\b| (?:ultim[oa]s?|anterior(?:es)?|pasad[oa]s?)\b| otra vez\b"
    rf"| hace (?:como |unos |unas )?[a-z0-9]+ (?:dias?|semanas?|mes(?:es)?|anos?)\b| (?:en|de|desde) (?:{'|'.join(MONTHS)})\b"
    r"| (?:he|hemos) [a-z]+ (?:[a-z]+ )?(?:este ano|este mes|esta semana)"
)
_SINCE = re.compile(
    r" (?:hace cuanto|cuanto (?:tiempo )?(?:hace|tiene|tengo)|desde cuando)(?: tiempo)?(?: que)?(?: ya)?(?: no)? (?:voy|vamos|fui|fuimos|vengo|vine|he ido|me ve|me ven|ven|me checo|me atiend\w+)\b"
    r"| cuando (?:fue que )?(?:hable|hablamos|pregunte|pedi|falte)\b| (?:a )?cuantas (?:veces|citas|consultas) (?:he|hemos) (?:ido|venido|faltado|tenido|cancelado)\b"
)
_WHY = re.compile(rf" (?:por que|quien) {_CHANGED}(?: (?:la|mi|una|el))* (?:cita|consulta)(?: \?)* $")
_WISHES = re.compile(
    r" (?:quiero|quisiera|queria|necesito|necesitaba|ocupo|puedo|puede|pueden|podria|podrian|se puede|me urge|para agendar|agendar|agendame|apartar"
    r"|sacar|otra cita|nueva cita|una cita (?:para|el|con)|cancelar|cancelen|cancelala|cambiar|mover|reagendar|dame|deme|cuesta|cobran|cobraron|precio|domicilio|local"
    r"|l[ao] (?:pued\w+ |podr\w+ )?(?:cambi(?:a|an|e|en|ar)|muev\w+|mover|recorr(?:e|en|er)|pas(?:e|en|ar)|reagend\w+|reprogram\w+|reponer)|factura|receta|estudios|resultados|abren|atienden|tienen|hay|van a|voy a|mi (?:hij|mam|pap|espos|herman|abuel|novi|suegr)\w*)\b"
)
_OR_NOT = re.compile(r" o (?:(?:es|era|sera|fue|seria)(?: el)?|hoy|manana|pasado)(?= )")
""" "¿Mi cita era ayer o es mañana?": of one that may be to come."""
_SOON = 200
"""So many days ahead a day that was changed may still be to come."""


def asked(message: Message, context: UnderstandingContext) -> Recall | None:
    """What is asked of what was; None where it is not sure that it is over, or where anything else is said."""
    flat = message.flat
    if not _ASKS.search(flat) or _WISHES.search(flat) or _OR_NOT.search(flat) or flat.count(" , ") > 1:
        return None
    if _SINCE.search(flat) or (_WHY.search(flat) and not context.visits):
        return recalled(message.text, context.now)
    lived = re.search(rf" {_LIVED}\b", flat) is not None
    if not lived and not re.search(rf" {_CHANGED}\b", flat):
        return None
    found = recalled(message.text, context.now)
    today = context.now.date()
    over = found.since is None or (found.since < today and (found.until or found.since) <= today)
    if not over or not (_BEFORE.search(flat) or (found.since is not None and _dated(flat))):
        return None
    if found.since is not None and not lived:
        ahead = read_spans(message.text, context.now, direction=Direction.FUTURE).reading.when
        if ahead is not None and ahead.date_from is not None and 0 <= (ahead.date_from - today).days < _SOON:
            return None
    return found


def _dated(flat: str) -> bool:
    """Whether a day of a month is said."""
    return re.search(rf" [0-9]{{1,2}} (?:de|del) (?:{'|'.join(MONTHS)})\b", flat) is not None
