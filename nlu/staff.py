"""What doctors and staff say every day, without a model: which tool, with which words of theirs as parameters.

A whole message, or each of its lines or sentences, is one request. Words about time are handed on as they stand;
nothing here decides what they mean. Patients never get here but for the code that enrols a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from booking.intents import UseTool
from nlu.message import plain
from nlu.staff_courtesies import bare_request

ENROL = "alta_personal"

_CODE = re.compile(r"\s*(?:mi\s+)?(?:alta|c[oó]digo)\W{0,4}(?:es\W{0,2})?(\d{4}[\s-]?\d{4})\W*", re.IGNORECASE)
_SPLIT = re.compile(r"[\n;]+|(?<=[?!.])(?<![Dd]r\.)(?<![Dd]ra\.)\s+(?=[¿¡A-Za-zÁÉÍÓÚÑáéíóúñ])")
_AND = re.compile(
    r"\s*,\s*(?:y\s+)?|\s+(?:y|adem[aá]s|luego|despu[eé]s)\s+(?:luego\s+|despu[eé]s\s+|tambi[eé]n\s+)?", re.IGNORECASE
)
_PLACES = re.compile(r"\s*,\s*(?:y\s+)?(?:en\s+)?|\s+y\s+(?:en\s+)?", re.IGNORECASE)

_NAME = r"(?P<{}>[^\W\d_][^\W\d_'.-]*(?:\s+[^\W\d_][^\W\d_'.-]*){{0,4}}?)"
_WHEN = (
    r"(?P<{}>(?:para\s+|de\s+|a\s+)?(?:(?:el|las?|est[ea]|hoy|ma[nñ]ana|pasado|ayer|lunes|martes|mi[eé]rcoles|jueves"
    r"|viernes|s[aá]bados?|domingos?|a\s+las?|al?\s+medio|pr[oó]xim[oa]s?|del|en|aqu[ií]|tod[oa]s?|fin(?:es)?|semana)\b|\d).*)"
)
_BE = r"(?:citas?|agenda|pacientes|consultas)"
_AT = _WHEN.format("cuando")


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"[¿¡\s]*(?:{pattern})", re.IGNORECASE)


_WHO = r"(?:la?\s+se[nñ]ora?\s+|don\s+|do[nñ]a\s+)?" + _NAME
_HOUR = r"(?:el|la)\s+(?:(?:cita|paciente|se[nñ]ora?)\s+)?de\s+(?P<{}>las?\s+\d[\w: .]*)"
_ABSENT = r"(?:(?:no|nunca)\s+(?:lleg[oó]|vino|asisti[oó]|se\s+present[oó]|apareci[oó])|falt[oó])"
_GONE = r"(?:ya\s+)?(?:cancel[oó]|no\s+(?:viene|va\s+a\s+venir|puede\s+venir))"
_AWAY = (
    r"(?:no\s+(?:trabaj[ao]|vengo|viene|atiend[eo]|v(?:oy|a)(?:\s+a\s+(?:ir|estar|venir|trabajar|atender))?|est(?:oy|[aá])|estar[eé]"
    r"|pued[eo]\s+(?:ir|estar|venir|trabajar|atender))|no\s+(?:me\s+)?agend\w+\s+(?:nada|a\s+nadie)|voy\s+a\s+salir|va\s+a\s+salir)"
)
_BOOK = r"(?:(?:ag[eé]nd|apart|reserv|program|apunt|an[oó]t|pon|met|haz)\w*\s+(?:(?:una\s+)?(?:cita|consulta)\s+)?|d[aá]l?\w*\s+(?:una\s+)?cita\s+)"

_WEEKDAY = r"(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)"
_WEEKLY = (
    rf"(?P<dias_semana{{}}>(?:(?:los|todos\s+los|cada)\s+)?{_WEEKDAY}(?:(?:\s*,\s*|\s+(?:a|al|y|hasta)\s+)(?:los\s+)?{_WEEKDAY})*"
    r"|entre\s+semana|(?:los\s+)?fines?\s+de\s+semana|todos\s+los\s+d[ií]as)"
)
_WORK = r"(?:trabajo|atiendo|doy\s+consulta|estoy|consulto)"
_HOURS = r"(?P<horario{}>(?:de(?:sde)?\s+)?(?:las?\s+)?\d.*)"
_PLURAL = rf"(?=(?:de\s+)?{_WEEKDAY}\s+(?:a|al|y)\s+{_WEEKDAY}|(?:de\s+)?(?:los|todos\s+los|cada)\s+|entre\s+semana)(?:de\s+)?{_WEEKLY.format('')}"
_EACH = r"(?:(?:los|todos\s+los|cada)\s+|entre\s+semana|(?:los\s+)?fines?\s+de|de\s+)"

_DAY = rf"(?:hoy|ayer|ma[nñ]ana|pasado\s+ma[nñ]ana|{_WEEKDAY}|(?:d[ií]a\s+)?\d{{1,2}}(?:\s+de\s+[^\W\d_]+)?)"
_CLOCK = r"las?\s+\d{1,2}(?:[:.]\d\d)?(?:\s+(?:de\s+la\s+[^\W\d_]+|[ap]\.?m\.?))?"
_OLD = rf"(?:(?:de\s+{_CLOCK}(?:\s+(?:del?\s+|el\s+)?{_DAY})?|del?\s+{_DAY}(?:\s+(?:a|de)\s+{_CLOCK})?))"
"""The time of an appointment that is to be moved; what follows it is the new one."""
_MOVE = r"(?:muev|mov|camb|pas|reag[eé]nd|reprogram|recorr|rec[oó]rr)\w*\s+"
_ON = rf"(?:hoy|ayer|(?:el|este)\s+{_DAY})"

_RULES: tuple[tuple[re.Pattern[str], str, Mapping[str, str]], ...] = (
    (_rule(rf"{_MOVE}(?:la\s+(?:cita\s+)?|el\s+)(?P<cuando>{_OLD})\s+(?:a|al|para)\s+{_WHEN.format('nueva_fecha_hora')}"
           rf"|{_MOVE}(?:la\s+(?:cita\s+)?|el\s+)?(?:de\s+|a\s+)?{_WHO.format('paciente')}\s+(?P<cuando2>{_OLD})\s+(?:a|al|para)\s+{_WHEN.format('nueva_fecha_hora2')}"),
     "modificar_cita_medica", {}),
    (_rule(rf"(?P<cuando>{_ON})\s+{_ABSENT}\s+{_WHO.format('paciente')}|{_WHO.format('paciente2')}\s+{_ABSENT}\s+(?P<cuando2>{_ON})"
           rf"|{_ABSENT}\s+(?P<cuando3>{_ON})\s+{_WHO.format('paciente3')}|{_ABSENT}\s+{_WHO.format('paciente4')}\s+(?P<cuando4>{_ON})"),
     "modificar_cita_medica", {"estado": "no_asistio"}),
    (_rule(r"(?:y\s+)?qui[eé]n\s+(?:sigue|es\s+(?:el|la)\s+(?:que\s+sigue|siguiente)|me\s+toca|viene(?:\s+ahora|\s+despu[eé]s)?)"),
     "buscar_citas_por_periodo", {"siguiente": "si"}),
    (_rule(r"(?:(?:y\s+)?qu[eé]\s+sigue|(?:qui[eé]n\s+es\s+)?(?:el|la)\s+(?:que\s+sigue|(?:siguiente|pr[oó]xim[oa])\s+paciente))"),
     "buscar_citas_por_periodo", {"siguiente": "si"}),
    (_rule(rf"(?:cu[aá]ndo|a\s+qu[eé]\s+hora)\s+(?:viene|llega|le\s+toca|tiene\s+(?:su\s+)?cita)\s+(?:a\s+)?{_WHO.format('paciente')}|tiene\s+cita\s+{_WHO.format('paciente2')}"),
     "buscar_citas_por_periodo", {}),
    (_rule(rf"a\s+qu[eé]\s+hora\s+(?:tengo|es)\s+(?:la|mi)\s+(?:primera|[uú]ltima)\s+(?:cita|consulta)\s+{_AT}|a\s+qui[eé]n(?:es)?\s+(?:tengo|veo|atiendo)\s+{_WHEN.format('cuando2')}|(?:tengo|hay)\s+(?:algo|(?:a\s+)?alguien|pacientes)\s+{_WHEN.format('cuando3')}"),
     "buscar_citas_por_periodo", {}),
    (_rule(rf"{_ABSENT}\s+{_HOUR.format('cuando')}|{_HOUR.format('cuando2')}\s+{_ABSENT}"),
     "modificar_cita_medica", {"estado": "no_asistio"}),
    (_rule(rf"(?:ya\s+)?lleg[oó]\s+{_HOUR.format('cuando')}|{_HOUR.format('cuando2')}\s+ya\s+(?:lleg[oó]|est[aá](?:\s+aqu[ií])?)"),
     "modificar_cita_medica", {"estado": "llego"}),
    (_rule(rf"{_NAME.format('paciente')}\s+ya\s+est[aá](?:\s+aqu[ií])?|ya\s+est[aá]\s+aqu[ií]\s+(?:{_HOUR.format('cuando')}|{_NAME.format('paciente2')})"),
     "modificar_cita_medica", {"estado": "llego"}),
    (_rule(rf"{_HOUR.format('cuando')}\s+{_GONE}"), "cancelar_cita_medica", {}),
    (_rule(rf"(?:el|la)\s+(?:cita\s+)?(?P<cuando>de\s+las?\s+\d[\w:]*)\s+(?:muev|p[aá]s|c[aá]mbi|rec[oó]rr)\w*\s+(?:a|para|al)\s+{_WHEN.format('nueva_fecha_hora')}"),
     "modificar_cita_medica", {}),
    (_rule(rf"(?:a\s+)?(?:cu[aá]nt[oa]s|qu[eé])(?:\s+{_BE})?\s+(?:me\s+(?:faltan|quedan)|llevo|veo)(?:\s+{_WHEN.format('cuando')})?|qui[eé]n(?:es)?\s+(?:me\s+|m[aá]s\s+)*faltan?(?:\s+{_WHEN.format('cuando2')})?"
           rf"|a\s+qu[eé]\s+hora\s+(?:empie[cz]\w+|entro|acabo|termino|salgo)(?:\s+{_WHEN.format('cuando3')})?|a\s+qu[eé]\s+hora\s+es\s+mi\s+(?:primera|[uú]ltima)\s+(?:cita|consulta)"
           rf"|qui[eé]n\s+es\s+(?:el|la)\s+(?:primer[oa]?|[uú]ltim[oa])(?:\s+paciente)?\s+{_WHEN.format('cuando4')}|c[oó]mo\s+pinta\s+mi\s+(?:d[ií]a|agenda)|qui[eé]n\s+tiene\s+cita\s+{_WHEN.format('cuando5')}|qu[eé]\s+me\s+queda\s+{_WHEN.format('cuando6')}"),
     "buscar_citas_por_periodo", {}),
    (_rule(rf"{_NAME.format('paciente')}\s+tiene\s+cita"), "buscar_citas_por_periodo", {}),
    (_rule(rf"falt[oó]\s+{_NAME.format('paciente')}"), "modificar_cita_medica", {"estado": "no_asistio"}),
    (_rule(rf"{_PLURAL}\s+{_HOURS.format('')}"), "actualizar_disponibilidad_doctor", {}),
    (_rule(rf"{_NAME.format('paciente')}\s+(?:ya\s+)?(?:cancel[oó](?:\s+su\s+(?:cita|consulta))?|no\s+(?:viene|va\s+a\s+venir|puede\s+venir))|ya\s+no\s+(?:viene|va\s+a\s+venir)\s+{_NAME.format('paciente2')}"),
     "cancelar_cita_medica", {}),
    (_rule(rf"(?:(?:cambia|pon)\w*\s+)?(?:mi\s+)?horario(?:\s+de\s+(?:consulta|trabajo))?\s+(?:(?:de|los)\s+)?{_WEEKLY.format('')}(?:\s+(?:es|ser[aá]|queda))?,?\s+(?:a\s+)?{_HOURS.format('')}"
           rf"|(?={_EACH})(?:de\s+)?{_WEEKLY.format('2')}\s+(?:(?:voy\s+a\s+)?{_WORK}|trabajar[eé]|atender[eé])\s+{_HOURS.format('2')}"
           rf"|{_WORK}\s+(?={_EACH})(?:de\s+)?{_WEEKLY.format('3')}\s+{_HOURS.format('3')}"),
     "actualizar_disponibilidad_doctor", {}),
    (_rule(rf"(?:ya\s+)?no\s+(?:trabajo|atiendo|doy\s+consulta)\s+(?={_EACH}){_WEEKLY.format('')}|(?={_EACH}){_WEEKLY.format('2')}\s+ya\s+no\s+(?:trabajo|atiendo|doy\s+consulta)"),
     "actualizar_disponibilidad_doctor", {"sin_horario": "si"}),
    (_rule(rf"{_WHEN.format('cuando')}\s+{_AWAY}|{_AWAY}\s+{_WHEN.format('cuando2')}"), "actualizar_disponibilidad_doctor", {}),
    (_rule(rf"siempre\s+s[ií]\s+(?:trabajo|vengo|atiendo|voy(?:\s+a\s+\w+)?)\s+{_AT}"),
     "actualizar_disponibilidad_doctor", {"disponible": "si"}),
    (_rule(rf"(?:la\s+|mi\s+)?agenda\s+(?:para|de)\s+(?P<cuando>hoy|ma[nñ]ana|pasado\s+ma[nñ]ana|(?:el\s+|este\s+)?{_WEEKDAY}|(?:esta|la)\s+semana)"),
     "buscar_citas_por_periodo", {}),
    (_rule(rf"{_WHEN.format('fecha_hora_inicio')}\s+(?:ag[eé]nd|apart|an[oó]t|apunt)\w*\s+(?:a|para)\s+{_WHO.format('paciente_nombre')}"),
     "agendar_cita_medica_completa", {}),
    (_rule(rf"{_BOOK}(?:a|para)\s+{_WHO.format('paciente_nombre')}\s+{_WHEN.format('fecha_hora_inicio')}"),
     "agendar_cita_medica_completa", {}),
    (_rule(r"(?:(?:dame|dime|p[aá]same|cu[aá]l\s+es|pasas|das|tienes|busca(?:me)?)\s+)?(?:el\s+|su\s+)?(?:tel[eé]fono|tel|n[uú]mero|cel(?:ular)?|contacto|datos)\s+de\s+(?P<busqueda>.+)|(?:de\s+)?qui[eé]n\s+(?:tiene|es)\s+(?:el\s+)?(?:n[uú]mero\s+|tel[eé]fono\s+)?(?P<busqueda2>\+?\d[\d\s()-]{8,})"),
     "buscar_pacientes_doctor", {}),
    (_rule(r"(?:cu[aá]l\s+es\s+)?(?:mi|la)\s+(?:siguiente|pr[oó]xima)\s+(?:cita|consulta|paciente)|(?:el\s+)?siguiente(?:\s+paciente)?"
           r"|a\s+qui[eé]n\s+(?:veo|atiendo)\s+(?:ahora|despu[eé]s)"),
     "buscar_citas_por_periodo", {"siguiente": "si"}),
    (_rule(r"qu[eé]\s+hora\s+es\s+(?:all[aá]\s+)?en\s+(?P<timezone>.+)|(?:la\s+)?hora\s+(?:de|en)\s+(?P<timezone2>.+)"), "datetime", {}),
    (_rule(r"qu[eé]\s+hora\s+es|qu[eé]\s+d[ií]a\s+es(?:\s+hoy)?|qu[eé]\s+fecha\s+es(?:\s+hoy)?"), "datetime", {}),
    (_rule(rf"(?:(?P<paciente>[^\W\d_]+(?:\s+[^\W\d_]+){{0,3}})\s+)?(?:no|nunca)\s+(?:lleg[oó]|vino|asisti[oó]|se\s+present[oó]|apareci[oó])(?:\s+(?P<paciente2>(?!{_BE})[^\W\d_]+(?:\s+[^\W\d_]+){{0,3}}))?"),
     "modificar_cita_medica", {"estado": "no_asistio"}),
    (_rule(r"(?:ya\s+)?lleg[oó]\s+(?P<paciente>[^\W\d_]+(?:\s+[^\W\d_]+){0,3})|(?P<paciente2>[^\W\d_]+(?:\s+[^\W\d_]+){0,3})\s+ya\s+lleg[oó]"),
     "modificar_cita_medica", {"estado": "llego"}),
    (_rule(r"ya\s+lleg[oó]"), "modificar_cita_medica", {"estado": "llego"}),
    (_rule(rf"(?:desbloque|liber|abr|habilit)\w*\s+(?:mi\s+agenda\s+|la\s+agenda\s+)?{_AT}"),
     "actualizar_disponibilidad_doctor", {"disponible": "si"}),
    (_rule(rf"(?:bloqu[eé]|cierr|apart|inhabilit)\w*\s+(?:mi\s+agenda\s+|la\s+agenda\s+|mi\s+horario\s+)?{_AT}|no\s+(?:voy\s+a\s+estar|estar[eé]|atiendo|voy\s+a\s+atender|voy\s+a\s+trabajar|trabajo)\s+{_WHEN.format('cuando2')}"),
     "actualizar_disponibilidad_doctor", {}),
    (_rule(rf"(?:ag[eé]nd|apart|reserv|program|cit|apunt|an[oó]t)\w*\s+(?:una\s+(?:cita|consulta)\s+)?(?:a|para|con)\s+(?:la?\s+se[nñ]ora?\s+|don\s+|do[nñ]a\s+)?{_NAME.format('paciente_nombre')}\s+{_WHEN.format('fecha_hora_inicio')}"),
     "agendar_cita_medica_completa", {}),
    (_rule(r"(?:ag[eé]nd|apart|reserv|program|apunt|an[oó]t)\w*\s+(?:una\s+(?:cita|consulta)\s+)?(?:a|para)\s+(?P<paciente_nombre>[^\W\d_]+(?:\s+[^\W\d_]+){0,4})"),
     "agendar_cita_medica_completa", {}),
    (_rule(rf"(?:muev|mov|camb|pas|reag[eé]nd|reprogram|recorr)\w*\s+(?:la\s+(?:cita\s+)?|el\s+)?(?:(?:de|a)\s+)?{_NAME.format('paciente')}\s+(?:a|para|al)\s+{_WHEN.format('nueva_fecha_hora')}"),
     "modificar_cita_medica", {}),
    (_rule(rf"(?:muev|mov|camb|pas|reag[eé]nd|reprogram|recorr)\w*\s+la\s+(?:cita\s+)?(?P<cuando>de\s+las?\s+[\w:]+)\s+(?:a|al|para)\s+{_WHEN.format('nueva_fecha_hora')}"),
     "modificar_cita_medica", {}),
    (_rule(r"(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+(?:la\s+)?(?:cita|consulta)?\s*(?:de\s+)?(?P<cuando>(?:(?:de|a)\s+)?las?\s+\d.*|(?:de\s+|del\s+)?(?:el\s+)?(?:hoy|ma[nñ]ana|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado).*)"),
     "cancelar_cita_medica", {}),
    (_rule(rf"(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+(?:(?:la\s+)?(?:cita|consulta)\s+(?:de\s+|a\s+)?|(?:a|la\s+de|el\s+de)\s+){_NAME.format('paciente')}\s+{_AT}"),
     "cancelar_cita_medica", {}),
    (_rule(r"(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+(?:(?:la\s+)?(?:cita|consulta)\s+(?:de\s+|a\s+)|(?:a|la\s+de)\s+)(?P<paciente>[^\W\d_]+(?:\s+[^\W\d_]+){0,4})"),
     "cancelar_cita_medica", {}),
    (_rule(r"(?:(?:registr|cre|da(?:me)?\s+de\s+alta|agreg|a[nñ]ad)\w*\s+|(?=nuev[oa]\s+paciente))(?:al?\s+)?(?:un\s+|una\s+)?(?:(?:nuev[oa]\s+)?paciente(?:\s+nuev[oa])?\s*:?\s*)?(?:a\s+)?(?P<nombre>[^\W\d_]+(?:\s+(?!tel|cel|n[uú]mero)[^\W\d_]+){1,5})(?:\W+(?:tel[eé]fono|tel|cel|celular|n[uú]mero)?\W*(?P<telefono>\+?\d[\d\s()-]{8,}))?"),
     "crear_paciente_medico", {}),
    (_rule(r"(?:b[uú]sc|encuentr|localiz)\w*\s+(?:a\s+)?(?:un|una|el|la)\s+paciente"), "buscar_pacientes_doctor", {}),
    (_rule(r"(?:b[uú]sc|encuentr|localiz)\w*\s+(?:al?\s+)?(?:(?:el|la|al)\s+)?(?:(?:paciente|se[nñ]ora?|n[uú]mero|tel[eé]fono)\s+)?(?P<busqueda>.+)|(?:datos|tel[eé]fono|n[uú]mero)\s+de\s+(?P<busqueda2>.+)"),
     "buscar_pacientes_doctor", {}),
    (_rule(rf"(?:qu[eé]\s+)?(?:horarios?|espacios?|huecos?|lugares?)\s+(?:libres?\s+|disponibles?\s+|hay\s+|tengo\s+|tiene\s+)*{_WHEN.format('date')}"
           rf"|(?:tengo|hay)\s+(?:alg[uú]n\s+)?(?:espacios?|huecos?|lugar|horarios?|algo\s+libre)\s+{_WHEN.format('date2')}|estoy\s+libre\s+{_WHEN.format('date3')}"),
     "check_availability", {}),
    (_rule(r"(?:cu[aá]l\s+es\s+(?:mi|el)\s+)?(?:pr[oó]ximo|primer)\s+(?:horario|espacio|hueco|lugar)(?:\s+(?:libre|disponible))?|(?:cu[aá]ndo\s+)?(?:hay|tengo)\s+(?:algo\s+libre|espacio|lugar|hueco)"),
     "find_next_available", {}),
    (_rule(r"(?:mis\s+|qu[eé]\s+)?(?:horarios|espacios|huecos)\s+(?:libres|disponibles|hay|tengo)(?:\s+(?:libres|disponibles))?(?:\s+(?:esta\s+semana|en\s+la\s+semana))?"),
     "consultar_slots_disponibles", {}),
    (_rule(rf"(?:(?:qu[eé]|cu[aá]nt[oa]s|qui[eé]n(?:es)?|c[oó]mo)\s+)?(?:(?:{_BE}|pendientes)\s+)?(?:tengo|traigo|tiene|hay|vienen?|est[aá]|viene|va)\s+(?:(?:agendad[oa]s?|citad[oa]s?|{_BE}|mi\s+agenda|la\s+agenda|mi\s+d[ií]a)\s+)?(?:para\s+)?{_AT}"),
     "buscar_citas_por_periodo", {}),
    (_rule(rf"(?:ver\s+|mu[eé]stra(?:me)?\s+|ens[eé][nñ]a(?:me)?\s+|dame\s+|dime\s+|lista(?:me)?\s+|(?:p[aá]sa|m[aá]nda)(?:me)?\s+)?(?:mis?\s+|las?\s+|los\s+)?{_BE}\s+{_AT}"),
     "buscar_citas_por_periodo", {}),
    (_rule(r"(?:ver\s+|mu[eé]stra(?:me)?\s+|ens[eé][nñ]a(?:me)?\s+|dame\s+|lista(?:me)?\s+|(?:p[aá]sa|m[aá]nda)(?:me)?\s+)?(?:mis?\s+|la\s+)?(?:agenda|citas|pacientes\s+de\s+hoy)|qu[eé]\s+(?:me\s+)?(?:tengo|toca)|c[oó]mo\s+(?:est[aá]|viene|va)\s+(?:mi\s+d[ií]a|mi\s+agenda)"),
     "buscar_citas_por_periodo", {}),
    (_rule(rf"(?:ag[eé]nd|apart|reserv|program|apunt|an[oó]t)\w*\s+(?:una\s+)?(?:nueva\s+)?(?:cita|consulta)(?:\s+nueva)?(?:\s+{_WHEN.format('fecha_hora_inicio')})?"),
     "agendar_cita_medica_completa", {}),
    (_rule(r"(?:registr|cre|da\s+de\s+alta|agreg|a[nñ]ad)\w*\s+(?:a\s+)?(?:un|una)?\s*(?:nuev[oa]\s+)?paciente(?:\s+nuev[oa])?|(?:un\s+)?paciente\s+nuevo|nuev[oa]\s+paciente"),
     "crear_paciente_medico", {}),
    (_rule(r"(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+(?:una|la)\s+(?:cita|consulta)"), "cancelar_cita_medica", {}),
    (_rule(rf"{_MOVE}(?:una|la)\s+(?:cita|consulta)(?:\s+(?:a|al|para)\s+{_WHEN.format('nueva_fecha_hora')})?"), "modificar_cita_medica", {}),
    (_rule(rf"(?:muev|mov|camb|pas|reag[eé]nd|reprogram|recorr)\w*\s+(?:(?:la\s+cita|la)\s+de|a)\s+{_NAME.format('paciente')}"),
     "modificar_cita_medica", {}),
    (_rule(rf"(?:(?:dame|dime|mu[eé]stra(?:me)?|busca(?:me)?|ver)\s+)?(?:las?\s+)?citas?\s+de\s+{_WHO.format('paciente')}|(?:qu[eé]|cu[aá]l(?:es)?|cu[aá]ntas)\s+citas?\s+tiene\s+{_WHO.format('paciente2')}"),
     "buscar_citas_por_periodo", {}),
    (_rule(r"(?:bloqu[eé]|inhabilit)\w*"), "actualizar_disponibilidad_doctor", {}),
    (_rule(r"(?:bloqu[eé]|cierr|inhabilit)\w*\s+(?:mi|la)\s+agenda"), "actualizar_disponibilidad_doctor", {}),
    (_rule(r"(?:desbloque|liber|abr|habilit)\w*\s+(?:mi|la)\s+agenda"), "actualizar_disponibilidad_doctor", {"disponible": "si"}),
)  # fmt: skip
"""The first that takes a request whole. A name ending in a digit is the same parameter said otherwise."""

_NO_SURNAME = (
    r"(?:hoy|manana|pasado|ayer|el|la|los|las|un|una|a|al|de|del|en|para|por|que|este|esta|lunes|martes|miercoles|jueves|viernes|sabados?"
    r"|domingos?|no|ya|si|y|tiene|va|viene|esta|atiende|trabaja|llego|vino)\b"
)
_DOCTOR = re.compile(
    r"(?:\b(?:con|de|del|al?|para)\s+)?\b(?:(?:el|la)\s+)?(?:dra?\.?|doctora?)\s+(?P<doctor>(?!{0})[^\W\d_]+(?:\s+(?!{0})[^\W\d_]+)?)"
    r"(?=\s|$|[?!.,])".replace("{0}", _NO_SURNAME),
    re.IGNORECASE,
)
"""A doctor who is named; the surname is enough."""
_NO_DOCTOR = frozenset({"buscar_pacientes_doctor", "crear_paciente_medico", "datetime"})
"""Tools that are about no doctor in particular."""
_TIMES = frozenset({"cuando", "date", "fecha_hora_inicio", "nueva_fecha_hora", "horario"})
_MORE = re.compile(
    r"\b(?:y|luego|despues|ademas|tambien)\s+(?:luego\s+|tambien\s+|despues\s+)?(?!(?:a(?=\s+(?:las?|el|los|medio|partir|\d)\b)|de|del|desde|al|el|la|las|los|en|por|hasta|media|cuarto|todo"
    r"|toda|hoy|manana|pasado|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|no|que|fin|\d+)\b|\d)",
    re.IGNORECASE,
)
"""After words about time: another thing, not more about time."""
_PERSONS = frozenset({"paciente", "paciente_nombre", "nombre"})
_NO_PERSON = re.compile(
    r"(?:el|las|los|al?|del?|una?)\b|(?:mis?|tus?|sus?)\s+(?:citas?|consultas?)\b|.*\b(?:y|ni|citas?|hoy|ayer|manana|lunes|martes|miercoles|jueves"
    r"|viernes)\b",
    re.IGNORECASE,
)
"""What is no name, though it stands where one may."""
_WITH = re.compile(r"(?P<time>.*\S)\s+con\s+(?P<doctor>[^\W\d_]+(?:\s+[^\W\d_]+)?)", re.IGNORECASE)
"""After words about time: with whom."""
_VERB = re.compile(
    rf"(?:{_BOOK}(?=(?:a|para)\s)|(?:canc[eé]l|an[uú]l|elimin|borr|quit)\w*\s+(?=(?:a|el|la)\s))", re.IGNORECASE
)
_ELIDED = re.compile(
    rf"(?!(?:a|para)\s+(?:{_CLOCK}|el|las?|los|medio|partir|{_DAY})\b)(?:(?:a|para)\s|(?:la|el)\s+(?:cita\s+)?del?\s)",
    re.IGNORECASE,
)
"""What goes on after an "y" as if the verb before were said again."""
_MOST_CUTS = 6
_LONGEST = 600


def enrolment(text: str) -> UseTool | None:
    """The one-time code that gives a number its right; anybody may send one."""
    found = _CODE.fullmatch(text[:200])
    return UseTool(tool=ENROL, arguments=(("codigo", re.sub(r"\D", "", found[1])),)) if found else None


def requests(text: str) -> tuple[UseTool, ...]:
    """The requests of a message, in order, if every part of it is one; else none. None of a longer text than anybody
    gives orders in."""
    if len(text) > _LONGEST:
        return ()
    parts = [part for part in _SPLIT.split(text) if part and plain(part).strip(" ?!.¿¡")]
    found = [_joined(part) for part in parts]
    return tuple(one for several in found for one in several) if all(found) else ()


def _joined(text: str) -> tuple[UseTool, ...]:
    """The requests of a sentence: cut at every "y" and comma after which another begins, and nowhere else."""
    cuts = list(_AND.finditer(text))
    for cut in cuts if len(cuts) <= _MOST_CUTS else ():
        first = request(text[: cut.start()])
        if first is not None and (rest := _joined(_with_verb(text[: cut.start()], text[cut.end() :]))):
            return (*_each_place(first), *rest)
    whole = request(text)
    return _each_place(whole) if whole else ()


def _with_verb(before: str, text: str) -> str:
    """ "Agenda a Ana el jueves a las 12 y a Luis a la 1": the verb is meant twice."""
    verb = _VERB.match(_bare(bare_request(before)))
    return f"{verb[0]}{text}" if verb and _ELIDED.match(_bare(text)) else text


def _each_place(asked: UseTool) -> tuple[UseTool, ...]:
    """ "¿Qué hora es en Tokio y en Londres?" is asked twice."""
    if asked.tool != "datetime":
        return (asked,)
    places = [place for _, value in asked.arguments for place in _PLACES.split(value)]
    return tuple(UseTool(tool=asked.tool, arguments=(("timezone", place),)) for place in places) or (asked,)


def request(text: str) -> UseTool | None:
    """One request."""
    said = bare_request(text)
    if (named := _DOCTOR.search(_bare(said))) is not None:
        rest = " ".join(f"{said[: named.start()]} {said[named.end() :]}".split())
        asked = _by_rule(rest)
        if asked is not None and asked.tool not in _NO_DOCTOR:
            doctor = said[named.start("doctor") : named.end("doctor")]
            return UseTool(tool=asked.tool, arguments=(*asked.arguments, ("doctor", doctor)))
    return _by_rule(said)


def _by_rule(said: str) -> UseTool | None:
    bare = _bare(said)
    for pattern, tool, fixed in _RULES:
        if (found := pattern.fullmatch(bare)) is not None:
            spans = {name: found.span(name) for name, value in found.groupdict().items() if value}
            given = {name.rstrip("0123456789"): said[start:end].strip() for name, (start, end) in spans.items()}
            if any(_NO_PERSON.match(_bare(value)) for name, value in given.items() if name in _PERSONS):
                continue
            times = {name: value for name, value in given.items() if name in _TIMES}
            if any(_MORE.search(_bare(value)) or _DOCTOR.search(_bare(value)) for value in times.values()):
                return None  # something else is asked for that no rule reads: better to ask than to leave it out
            for name, value in times.items():
                if named := _WITH.fullmatch(value):
                    given |= {name: named["time"], "doctor": named["doctor"]}
            return UseTool(tool=tool, arguments=tuple({**given, **fixed}.items()))
    return None


def _bare(text: str) -> str:
    """The same letters without accents, each in its place."""
    return "".join(unicodedata.normalize("NFKD", letter)[0] for letter in text)
