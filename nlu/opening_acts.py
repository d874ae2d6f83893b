"""Words of a doctor's and of staff's about days that open after all, hours that hold from a day on, and a patient whom
the doctor will not be in time for. Patterns alone; `staff_acts` says what each asks for."""

from __future__ import annotations

_MONTH = r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)"
_DAY = r"(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)"
_NEXT = r"(?: (?:que (?:viene|entra)|proxim[oa]|siguiente))"

FROM_A_DAY = (
    r"(?P<desde>(?:a partir|desde|apartir)(?: de| del)?"
    rf"(?: (?:el|la|este|esta))?(?: (?:mes|semana)(?: de)?)?(?: proxim[oa])? (?:manana|pasado manana|hoy|semana|mes|{_MONTH}|(?:dia )?\d{{1,2}}(?: de {_MONTH})?|primero de {_MONTH}|{_DAY}(?: \d{{1,2}}(?: de {_MONTH})?)?)"
    rf"{_NEXT}?(?: (?:de|del) (?:\d{{4}}|{_MONTH}))?)"
)
""" "Desde diciembre", "a partir del lunes": beside weekly hours."""

OPENS = (
    r"(?:siempre )?si (?:abrimos|abriremos|vamos a abrir|se abre|abre|trabajamos|trabajaremos|laboramos|atendemos|atenderemos|hay servicio|habra servicio|damos servicio)(?: (?:la|el) (?:clinica|consultorio))?"
    r"|re ?abr(?:e|an?|ir|imos|iremos|elo|ela|eme)(?: (?:la|el) (?:clinica|consultorio))?"
    r"|abr(?:e|an?|ir|imos|iremos|eme) (?:la clinica|el consultorio)"
    r"|(?:la clinica|el consultorio) (?:siempre )?si abre"
)
""" "Sí abrimos el 24", "reabre el lunes"."""

LATE_FOR = (
    r"(?:ya )?no (?:llego|alcanzo(?: a llegar)?|alcanzare(?: a llegar)?|voy a (?:llegar|alcanzar|poder)(?: a llegar)?|podre(?: llegar| estar)?|puedo(?: llegar| estar)?|me da tiempo(?: de llegar)?)"
    r"(?=(?: (?:hoy|manana|el \w+|a tiempo))? con (?:la|el|mi) (?:(?:cita|consulta|paciente) )?del? )"
)
""" "No llego hoy con la de las 5": the doctor will not be there."""

HAVE_MISSED = r"cuant[oa]s(?: (?:pacientes|citas|veces))?(?: ya)?(?: (?:me|nos|le|les))? (?:han|habian) (?:faltado|fallado|dejado plantad[oa]|quedado mal)|cuantas faltas(?: (?:tuve|tuvo|tuvimos|llevo|lleva|llevamos|tengo|tiene|hubo|hay|ha habido))?|cuant[oa]s(?: (?:pacientes|citas))? (?:me|nos|le|les) (?:faltaron|fallaron|quedaron mal|dejaron plantad[oa])"
""" "¿Cuántos me han faltado este mes?"."""
