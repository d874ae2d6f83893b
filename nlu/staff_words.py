"""The stretches of which what staff say is made: a name, a day, a clock time, a verb. Regular expressions, joined by the
rules; a stretch with braces is given the name of the parameter that it fills."""

from __future__ import annotations

import re

NAME = r"(?P<{}>[^\W\d_][^\W\d_'.-]*(?:\s+[^\W\d_][^\W\d_'.-]*){{0,4}}?)"
WHEN = (
    r"(?P<{}>(?:para\s+|de\s+|a\s+)?(?:(?:el|las?|est[ea]|hoy|ma[nñ]ana|pasado|ayer|lunes|martes|mi[eé]rcoles|jueves"
    r"|viernes|s[aá]bados?|domingos?|a\s+las?|al?\s+medio|pr[oó]xim[oa]s?|del|en|aqu[ií]|tod[oa]s?|fin(?:es)?|semana)\b|\d).*)"
)
BE = r"(?:citas?|agenda|pacientes|consultas)"
AT = WHEN.format("cuando")


def rule(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"[¿¡\s]*(?:{pattern})", re.IGNORECASE)


WHO = r"(?:la?\s+se[nñ]ora?\s+|don\s+|do[nñ]a\s+)?" + NAME
HOUR = r"(?:el|la)\s+(?:(?:cita|paciente|se[nñ]ora?)\s+)?de\s+(?P<{}>las?\s+\d[\w: .]*)"
ABSENT = r"(?:(?:no|nunca)\s+(?:lleg[oó]|vino|asisti[oó]|se\s+present[oó]|apareci[oó])|falt[oó])"
GONE = r"(?:ya\s+)?(?:cancel[oó]|no\s+(?:viene|va\s+a\s+venir|puede\s+venir))"
AWAY = (
    r"(?:no\s+(?:trabaj[ao]|vengo|viene|atiend[eo]|v(?:oy|a)(?:\s+a\s+(?:ir|estar|venir|trabajar|atender))?|est(?:oy|[aá])|estar[eé]"
    r"|pued[eo]\s+(?:ir|estar|venir|trabajar|atender))|no\s+(?:me\s+)?agend\w+\s+(?:nada|a\s+nadie)|voy\s+a\s+salir|va\s+a\s+salir)"
)
BOOK = r"(?:(?:ag[eé]nd|apart|reserv|program|apunt|an[oó]t|pon|met|haz)\w*\s+(?:(?:una\s+)?(?:cita|consulta)\s+)?|d[aá]l?\w*\s+(?:una\s+)?cita\s+)"

WEEKDAY = r"(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)"
WEEKLY = (
    rf"(?P<dias_semana{{}}>(?:(?:los|todos\s+los|cada)\s+)?{WEEKDAY}(?:(?:\s*,\s*|\s+(?:a|al|y|hasta)\s+)(?:los\s+)?{WEEKDAY})*"
    r"|entre\s+semana|(?:los\s+)?fines?\s+de\s+semana|todos\s+los\s+d[ií]as)"
)
WORK = r"(?:trabaj[ao]|atiend[eo]|d(?:oy|a)\s+consulta|estoy|consulto)"
ON_WORK = r"(?:(?:voy\s+a\s+)?(?:trabaj(?:o|ar)|atiend(?:o|er)|atender|dar\s+consulta)|doy\s+consulta)"
HOURS = r"(?P<horario{}>(?:de(?:sde)?\s+)?(?:las?\s+)?\d.*)"
PLURAL = rf"(?=(?:de\s+)?{WEEKDAY}\s+(?:a|al|y)\s+{WEEKDAY}|(?:de\s+)?(?:los|todos\s+los|cada)\s+|entre\s+semana)(?:de\s+)?{WEEKLY.format('')}"
EACH = r"(?:(?:los|todos\s+los|cada)\s+|entre\s+semana|(?:los\s+)?fines?\s+de|de\s+)"

DAY = rf"(?:hoy|ayer|ma[nñ]ana|pasado\s+ma[nñ]ana|{WEEKDAY}|(?:d[ií]a\s+)?\d{{1,2}}(?:\s+de\s+[^\W\d_]+)?)"
CLOCK = r"las?\s+\d{1,2}(?:[:.]\d\d)?(?:\s+(?:de\s+la\s+[^\W\d_]+|[ap]\.?m\.?))?"
OLD = rf"(?:(?:de\s+{CLOCK}(?:\s+(?:del?\s+|el\s+)?{DAY})?|del?\s+{DAY}(?:\s+(?:a|de)\s+{CLOCK})?))"
"""The time of an appointment that is to be moved; what follows it is the new one."""
MOVE = r"(?:muev|mov|camb|pas|reag[eé]nd|reprogram|recorr|rec[oó]rr)\w*\s+"
ON = rf"(?:hoy|ayer|(?:el|este)\s+{DAY})"
ON_AT = rf"(?:{ON}(?:\s+(?:a|de)\s+{CLOCK})?|(?:a|de)\s+{CLOCK}(?:\s+(?:del?\s+|el\s+)?{DAY})?)"
"""A day that has come, a clock time, or both."""
CANCEL = r"(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+"
_THINGS = r"(?:citas?|consultas?|pacientes?)"
SEVERAL = (
    rf"(?:(?:a\s+)?tod[oa]s?\s+(?:l[oa]s?\s+(?:{_THINGS}\s+)?(?=del?\b|para\b|con\b|a\b)|(?={_THINGS})|(?=(?:el|hoy|ma[nñ]ana)\b))?(?:{_THINGS}\s+)?"
    rf"|(?:a\s+)?l[oa]s\s+(?:{_THINGS}\s+)?(?=del?\b|para\b|con\b))"
)
"""More than one appointment, whatever they are called."""
