"""What staff may ask for, as one table: the words that say it, the tool, and which part of the sentence fills which
parameter. All on a text in small letters without accents and marks."""

from __future__ import annotations

import re
from typing import NamedTuple

from nlu.staff.staff_act_words import (
    ALL_THERE_IS,
    AMOUNT,
    ANY_WEEKLY,
    BEGINS_OR_ENDS,
    BOOKED,
    BUSY_WITH,
    CALLS_OFF,
    CAME,
    CLOCK,
    ERASES,
    FROM_A_DAY,
    GIVES_OFF,
    GO,
    HANDS_OVER,
    HAVE_MISSED,
    HORARIO,
    HOURS,
    I_MISS,
    ITS,
    LATE_FOR,
    LIST,
    MESSAGE,
    NOBODY,
    NOT_THERE,
    OF_A_DAY,
    OF_THE_DAY,
    OFF,
    OFFERS,
    ON,
    OPENS,
    PART,
    PUSHES,
    PUT,
    SEES_NOBODY,
    SPACE,
    TELLS,
    THE,
    THEY_MISS,
    VISIT,
    WEEKDAY,
    WEEKLY,
    WHICH,
    WHOM,
    WORK,
)

BOOK, CHANGE, CANCEL = "agendar_cita_medica_completa", "modificar_cita_medica", "cancelar_cita_medica"
FIND, AGENDA, PATIENTS = "buscar_citas_por_periodo", "actualizar_disponibilidad_doctor", "buscar_pacientes_doctor"
NEW, FREE = "crear_paciente_medico", "check_availability"
NEXT, DAYS = "find_next_available", "consultar_slots_disponibles"
DAY = "cambiar_dia_doctor"
MISSED = "contar_inasistencias"
DOCUMENTS = "search_documents"
CONTEXT = "contexto_medico"
WAITERS = "consultar_lista_espera"
JOINS, LEAVES = "anotar_lista_espera", "quitar_lista_espera"
ANYONE = "cualquiera"
"""As a doctor: whoever is free."""
WRITES = frozenset({BOOK, CHANGE, CANCEL, AGENDA, NEW, DAY, JOINS, LEAVES, ""})
CHANGES = frozenset({BOOK, CHANGE, CANCEL, DAY})
"""What a patient is told of."""
FREE_TIMES = frozenset({FREE, NEXT, DAYS})
OF_NO_DOCTOR = frozenset({PATIENTS, NEW, DOCUMENTS, CONTEXT, "datetime", ""})
"""Tools that are about no doctor in particular."""
OF_A_PATIENT = OF_NO_DOCTOR | {BOOK, CHANGE, CANCEL, JOINS, LEAVES}
"""Tools with which a surname alone may be a patient's. The others are about a doctor's days: there it is the doctor's."""


_NO_PATIENT = (
    rf"mi|mis|nosotr[oa]s|nuestr\w+|ella|el|la|las|los|un|una|su|sus|este|esta|hoy|manana|pasado|medio|{WEEKDAY}|[0-9]+"
)
""""Una cita para Ana", and not "para mi hija", "para el jueves"."""


class Act(NamedTuple):
    """Something to be done: the words that say it, whose named groups are parameters too; the tool, none where there is
    no tool for it; the parameters that words about time and a name fill; fixed ones. `needs`: the parts without which
    the words say something else."""

    words: re.Pattern[str]
    tool: str
    when: str | None = "cuando"
    who: str | None = "paciente"
    fixed: tuple[tuple[str, str], ...] = ()
    needs: frozenset[str] = frozenset()
    bound: str = ""  # what stands before the hour where it is a bound: "empiezo a las 10" is "hasta las 10"


def _act(words: str, tool: str, needs: str = "", **parts: object) -> Act:
    spaced = words.replace(" ?", r"\s*").replace(" ", r"\s+")
    return Act(re.compile(rf"\b(?:{spaced})\b"), tool, needs=frozenset(needs.split()), **parts)  # type: ignore[arg-type]


def _from_a_day(words: str, tool: str, **parts: object) -> Act:
    """With the day from which on it holds, said before or after it."""
    after = FROM_A_DAY.replace("desde>", "desde2>")
    return _act(rf"(?:{FROM_A_DAY}(?: ?,)? )?(?:{words})(?:(?: ?,)? {after})?", tool, **parts)  # type: ignore[arg-type]


ACTS: tuple[Act, ...] = (
    # a doctor's whole day
    _act(rf"{OFFERS.pattern}|(?:{NOT_THERE})", DAY, "no-who when offers", fixed=(("que", "ofrecer"),)),
    _act(rf"{TELLS}{WHOM}", DAY, "no-who late", fixed=(("que", "avisar"),)),
    _act(rf"{CALLS_OFF} {OF_A_DAY}", DAY, "no-who", fixed=(("que", "cancelar"),)),
    _act(rf"{CALLS_OFF} (?:{ALL_THERE_IS})", DAY, "no-who when", fixed=(("que", "cancelar"),)),
    _act(rf"{PUSHES}(?: (?:{OF_A_DAY}|{OF_THE_DAY}|{ALL_THERE_IS})|(?= {AMOUNT} (?:a )?(?:{OF_A_DAY}|{OF_THE_DAY}|{ALL_THERE_IS})))", DAY, "no-who by", fixed=(("que", "recorrer"),)),
    _act(rf"{HANDS_OVER} (?:{OF_A_DAY}|{ALL_THERE_IS})", DAY, "no-who to-doctor", fixed=(("que", "pasar"),)),
    _act(r"(?:que|donde) (?:dice|dicen|hay) (?:en )?(?:el|los) (?:documento|texto)s?(?: de la clinica)? (?:sobre|de|del|acerca de) (?P<query>.+)|busc\w+ en (?:los )?(?:documentos|textos)(?: de la clinica)?(?: (?:sobre|de))? (?P<query2>.+)", DOCUMENTS, when=None, who=None),
    _act(
        r"(?:quien(?:es)? (?:son|fueron|han sido) |(?:dame|muestrame|ver|dime|a quien(?:es)?|cuales (?:son|fueron)) )?(?:mis|los) (?:(?:\d+|diez|cinco) )?(?:ultim[oa]s|mas recientes|recientes) (?:(?:\d+|diez|cinco) )?pacientes(?: recientes| que (?:vi|he visto|atendi|he atendido))?"
        r"|(?:mis )?pacientes (?:mas )?recientes|a quien(?:es)? (?:he visto|he atendido|atendi|vi) (?:ultimamente|al ultimo|por ultimo|de ultimo)"
        r"|(?:(?:quien(?:es)?|cual(?:es)?) (?:son|es|fue|fueron|ha sido|han sido) |(?:dame|muestrame|ver|dime) )?(?:mis?|el|los|las?) ultim[oa]s? (?:pacientes? |en )?(?:(?:a )?(?:que|quien(?:es)?) (?:(?:yo )?(?:vi|he visto|atendi|he atendido|consulte|revise)|pas(?:o|aron)(?: conmigo)?|vin(?:o|ieron)(?: conmigo)?)|pasar(?: conmigo)?)"
        r"|(?:(?:quien(?:es)?|cual) (?:fue|es) )?mi ultim[oa] paciente(?! (?:del? (?:dia|hoy|manana)|hoy|de la (?:tarde|manana)))",
        CONTEXT, when=None, who=None, fixed=(("que", "pacientes"),),
    ),
    _act(
        r"(?:como|que tal) (?:voy|vamos|me ha ido|ando)(?: (?:de (?:citas|pacientes|trabajo|consultas)))?(?: (?:esta semana|en la semana|hoy|hasta ahora|el dia de hoy))?|(?:(?:dame|ver|muestrame|cuales son) )?(?:mis|las) (?:cifras|numeros|estadisticas)(?: (?:de hoy|del dia|de la semana|de esta semana|esta semana|semanales))?"
        r"|(?:(?:dame|ver|muestrame) )?(?:el|mi|un) resumen (?:de mi |del |de la |de )?(?:dia|hoy|semana)|cuant[oa]s (?:pacientes|consultas|personas|citas) (?:ya )?(?:he (?:atendido|visto)|llevo (?:atendid|vist)[oa]s|atendi|vi) (?:ya )?(?:hoy|(?:en )?esta semana|en la semana|el dia de hoy|hasta ahora|en el dia)",
        CONTEXT, when=None, who=None, fixed=(("que", "cifras"),),
    ),
    _act(
        r"cuant[oa]s pacientes (?:tengo|llevo|he tenido|son)(?: en total| ya)?(?: registrados)?", CONTEXT, "no-when",
        when=None, who=None, fixed=(("que", "cifras"),),
    ),
    _act(
        r"(?:(?:busc|encuentr|muestr|hay|tengo|ver|dame)\w* )?(?:en )?(?:mis |los |el |mi )?(?:historial(?:es)?(?: medicos?)?|casos|expedientes) (?!de citas|de consultas)(?:parecidos|similares|como|sobre|con|de)(?: (?:a|al|de|con))?(?: (?:los? de|un[oa]?|el|la))? (?P<busqueda>.+)"
        r"|(?:que|cuales|cuantos) (?:de mis )?pacientes (?:mios )?(?:(?:he tenido|tengo|han tenido|tuve|vi|he visto) (?:con|parecidos a|similares a|como)|tienen|padecen|presentan|sufren de) (?P<busqueda2>(?!(?:una? |su |el |la )?(?:citas?|consultas?|turnos?)\b).+)|(?:mis )?pacientes (?:parecidos|similares) a(?:l)? (?P<busqueda3>.+)|mis pacientes (?:que (?:tienen|padecen)|con) (?P<busqueda7>(?!(?:una? |su |el |la )?(?:citas?|consultas?|turnos?|dra?|doctora?|seguros?|adeudos?)\b).+)|busc\w+ en mis historiales (?P<busqueda4>.+)"
        r"|(?:(?:no )?(?:tengo|tuve|he tenido|tendre|habre tenido)) (?:yo )?(?:algun|un|otr|mas)(?:[oa]s?)?(?: otr[oa])? pacientes?(?: mi[oa]s?)? (?:que (?:tenga|tuviera|haya tenido|trajera|traiga|presente) |con |como (?:este|ese|esta)(?: de| con)? )(?P<busqueda5>(?!(?:una? |su |el |la )?(?:citas?|consultas?|turnos?|dra?|doctora?)\b).+)"
        r"|(?:(?:no )?(?:he|hemos|habre) (?:visto|tenido|atendido)|(?:vi|tuve|atendi)|me ha tocado)(?: (?:antes|yo|alguna vez))* (?:(?:algun|un|otr|mas)(?:[oa]s?)? )*casos? (?:(?:como (?:este|ese|esta)|parecidos?|similar(?:es)?)(?: (?:a (?:este|ese|esta)|al?))? )?(?:de |con )?(?P<busqueda6>.+)",
        CONTEXT, when=None, who=None, fixed=(("que", "historiales"),),
    ),
    _act(
        r"(?:(?:quien(?:es)?|cuant[oa]s|que pacientes) (?:hay|est[a]n?|tengo|tenemos|siguen?|esperan?|anote|anotaste) |(?:dame|muestrame|ver|ensename|pasame|como va|como esta|que hay|hay alguien|alguien) )?(?:en )?(?:la |mi )?lista de espera"
        r"|(?:quien(?:es)?|cuant[oa]s)(?: pacientes)? (?:estan? esperando|esperan?)(?: a)? (?:que se (?:libere|abra|desocupe)|un|algun) (?:algo|un lugar|lugar|un espacio|espacio|horario|un horario)",
        WAITERS, when=None, who=None,
    ),
    _act(rf"{OFF}(?=.* {LIST})|(?:de|en) {LIST}(?: de espera)?", LEAVES, "who off-list", when=None, who="paciente_nombre"),
    _act(rf"{ON}(?=.* {LIST} de espera)|(?:en|a|de|para) {LIST} de espera", JOINS, "who on-list", who="paciente_nombre"),
    _act(r"(?<!a\s)que hora es(?: alla)?(?: en (?P<timezone>.+))?|(?:la )?hora (?:de|en) (?P<timezone2>.+)|que (?:dia|fecha) es", "datetime", when=None, who=None),
    _act(r"a que hora (?:empiez[oa]|acabo|termino|salgo|entro|llega|viene|es|tengo|tiene|le toca|veo|comienzo|sale|salen|acaba|termina|empieza|abro|cierro|empezamos|acabamos|salimos)(?!.*\b(?:libres?|hueco|espacio|lugar)\b)", FIND),
    # what no tool does
    _act(
        ERASES,
        "", who="quien",
    ),
    _act(rf"(?<!quien\s)(?<!quienes\s)(?<!no\s)(?:ya )?(?:me )?confirmo(?! (?:mi|la mia))(?: (?:que (?:si )?viene|su {VISIT}))?(?: por (?:telefono|llamada|whatsapp|mensaje|aqui))?(?!.*\?)", "", "who", when=None, who="quien"),
    _act(r"(?:da|dar|dale|denle|demosle|doy) el alta(?: medica)?", "", when=None, who="quien"),
    _act(r"(?:apunt|anot|escrib|pon|agreg|registr|captur|guard)\w* (?:(?:una |esta )?nota )?(?:en|a) (?:la|su|el|las|sus) (?:cita|consulta|notas?|expediente|historial|ficha)(?: (?:clinic|medic)[oa])?(?= .*\b(?:que|tiene|trae|es)\b)", "", when=None, who="quien"),
    _act(r"(?:cambi|correg|corrij|corrig|actualiz|modific)\w* (?:(?:el|la|su|los|sus) )?(?:telefono|celular|numero|nombre|apellidos?|correo|direccion|datos)(?: (?:de (?:la|su) cita )?del?)?", "", who="quien"),
    _act(r"(?:dr|dra|doctora?)\.? \w+(?: (?:hoy|manana))? (?:viene|llega|llegara|entra|va a (?:llegar|venir|entrar))(?= (?:\w+ )?(?:tarde|con retraso|despues|temprano))(?!.* hasta )", "", when=None, who="quien"),
    # when the doctor's day begins or ends
    _act(r"(?:empiezo|comienzo|entro|llego|voy a (?:empezar|llegar|entrar))(?: a (?:trabajar|atender|consultar|dar consulta))?", AGENDA, "bounded", who=None, bound="hasta"),
    _act(r"(?:salgo|termino|acabo|me voy|voy a (?:salir|terminar)|atiendo hasta)(?: (?:temprano|de (?:trabajar|atender|consultar)))?", AGENDA, "bounded", who=None, bound="desde"),
    _act(r"(?:salimos|terminamos|acabamos|nos vamos|(?:solo |nomas )?(?:abrimos|atendemos|trabajamos|hay consulta) (?:solo |nomas )?hasta)", AGENDA, "bounded no-doctor", who=None, bound="desde", fixed=(("clinica", "si"),)),
    _act(r"(?:empieza|comienza|entra|llega|llegara|va a (?:empezar|llegar|entrar))", AGENDA, "bounded doctor", who=None, bound="hasta"),
    _act(r"(?:sale|termina|acaba|se va|va a (?:salir|terminar))(?: temprano)?", AGENDA, "bounded doctor", who=None, bound="desde"),
    # what is for a patient to read, which nobody writes here
    _act(MESSAGE.pattern, "", when=None, who="quien"),
    # whom the doctor will not be there for: to when it moves is asked
    _act(LATE_FOR, CHANGE, "when"),
    # what became of an appointment
    _act(
        rf"(?:(?:marc|anot|pon|reg[i]str)\w* (?:que |como (?:que )?)?)?(?:no|nunca) (?:se )?(?:{CAME}\w*(?: nadie)?|me aviso)(?: a (?:su |la )?{VISIT})?|falto(?: a (?:su |la )?{VISIT})?"
        r"|(?:pon|marc|anot|registr)\w* (?:como |de |con |que |una )*(?:falta|inasistencia|que no (?:asistio|vino|llego|se presento))|me dejo plantad[oa]",
        CHANGE, fixed=(("estado", "no_asistio"),),
    ),
    _act(
        rf"(?:ya )?(?:acabo|termine|termino|acabe|acabamos|terminamos|sali|salio|listo(?= con))(?! temprano)(?: (?:la )?{VISIT})?(?: con)?|ya (?:(?:la|lo|le) )?aten(?:dieron|dimos|di|dio)|(?:marc|pon)\w* (?:como|de) (?:terminad|completad|atendid|list)[oa]",
        CHANGE, "any", fixed=(("estado", "completada"),),
    ),
    _act(
        rf"(?:ya )?(?:paso|entro)(?: ya)?(?: a {VISIT})?|(?:ya )?empe(?:zo|ce|zamos) (?:la )?{VISIT}(?: con)?", CHANGE, "any",
        fixed=(("estado", "en_curso"),),
    ),
    _act(
        r"(?:(?:marc|anot|pon|reg[i]str)\w* (?:que |como (?:que )?))?(?:ya )?lleg(?:o|aron)(?! tarde)(?!.* hasta )|acaba de llegar|ya esta(?: aqui| en (?:la )?sala(?: de espera)?)?|aqui esta", CHANGE,
        fixed=(("estado", "llego"),),
    ),
    # weekly hours
    _from_a_day(
        rf"{HORARIO} (?:los |de )?{ANY_WEEKLY}(?: (?:es|sera|queda))? (?:a )?{HOURS}|{HORARIO} {HOURS.replace('horario>', 'horario2>')} {WEEKLY.replace('semana>', 'semana2>')}"
        rf"|{WEEKLY.replace('semana>', 'semana3>')} (?:(?:ya )?{WORK} )?{HOURS.replace('horario>', 'horario3>')}"
        rf"|{WORK} {WEEKLY.replace('semana>', 'semana4>')} {HOURS.replace('horario>', 'horario4>')}",
        AGENDA, when=None, who=None,
    ),
    _from_a_day(
        rf"(?:ya )?no {WORK} {WEEKLY}|{WEEKLY.replace('semana>', 'semana2>')} (?:ya )?no {WORK}", AGENDA,
        when=None, who=None, fixed=(("sin_horario", "si"),),
    ),
    _from_a_day(  # the hours that are left are asked for
        rf"{WEEKLY} (?:ya )?no {WORK} {PART}|(?:ya )?no {WORK} {PART} {WEEKLY.replace('semana>', 'semana2>')}|(?:ya )?no {WORK} {WEEKLY.replace('semana>', 'semana3>')} {PART}"
        rf"|(?:de (?:hoy|ahora|aqui) en adelante(?: ,)? )?{WEEKLY.replace('semana>', 'semana4>')} (?:ya )?{BEGINS_OR_ENDS} (?:a |desde |hasta )*{CLOCK}(?: de la (?:manana|tarde|noche))?",
        AGENDA, when=None, who=None,
    ),
    # days on which a doctor is not there, or is after all; the clinic too
    _act(rf"(?:(?:el|este|todo el) puente|semana santa|las (?:vacaciones|fiestas)|los (?:feriados|festivos))(?: de [a-z]+)? (?:ya )?no (?:{WORK}|abro|vengo|voy|trabajo)", AGENDA, who=None),
    _act(OPENS, AGENDA, "when no-doctor", who=None, fixed=(("clinica", "si"), ("disponible", "si"))),
    _act(
        r"(?:quit|levant|elimin|borr|cancel)\w* (?:el|los|mi|ese) bloqueos?(?: que (?:tengo|puse|hice))?|desbloqu\w+|habilit\w+|liber\w+|abr(?:e|eme|ir|ela|an|elo|ele)(?: (?:mi|la|su) agenda)?"
        rf"|siempre si (?:trabajo|vengo|atiendo|voy|va|viene)(?: a {GO})?",
        AGENDA, "when", who=None, fixed=(("disponible", "si"),),
    ),
    _act(r"(?:desbloque|liber|abr|habilit)\w* (?:mi|la) agenda", AGENDA, who=None, fixed=(("disponible", "si"),)),
    _act(
        r"(?:cierr(?!\w*(?:me|le|les)\b)\w+|cerr(?:ar|amos|aremos))(?! (?:con llave|(?:la |mi |su |las )?(?:agendas?(?! de tod[oa]s)|puerta)))(?: (?:la|el) (?:clinica|consultorio)| (?:las? )?agendas? de tod[oa]s(?: (?:los|las) (?:doctor(?:e|a)s|medic[oa]s))?)?|(?:esta|estara|estamos|estaremos) cerrad[oa]s?"
        r"|(?:ya )?no (?:abrimos|abriremos|vamos a abrir|se abre|abre (?:la clinica|el consultorio)|se trabaja|trabajamos|trabajaremos|laboramos|atendemos|atenderemos)(?: (?:la|el) (?:clinica|consultorio))?"
        r"|no (?:hay|habra|va a haber|tenemos|damos) servicio",
        AGENDA, "when no-doctor", who=None, fixed=(("clinica", "si"),),
    ),
    _act(
        rf"bloqu\w+|cierr\w+|cerrar|inhabilit\w+|(?:{I_MISS})|(?:ya )?no voy a (?:poder|alcanzar a)(?: {SEES_NOBODY}| {GO}{NOBODY}?)?|(?:ya )?no voy(?: a (?:{SEES_NOBODY}|{GO}{NOBODY}?))?|(?:ya )?no (?:veo|vere){NOBODY}|(?:ya )?no (?:vengo|trabajo|atiendo|consulto|doy consulta|abro|estoy|estare|recibo|recibire|atendere)(?: a)?(?: nadie| (?:mas )?pacientes| mas)?|(?:ya )?no (?:puedo|podre) (?:{SEES_NOBODY}|{GO}{NOBODY}?)|tengo {BUSY_WITH}"
        rf"|(?:(?:me )?voy|salgo|estare|estoy|ando) de (?:vacaciones|viaje)|no (?:me )?(?:agend|pong|met|cit)\w*(?: a nadie| nada| citas?| pacientes?)?|no (?:abras|abran)(?: (?:mi |la )?agenda)?|voy a salir(?: temprano)?|(?:voy a estar|estare|estoy) (?:fuera|ocupad[oa]|en {BUSY_WITH}|de (?:guardia|congreso))|(?:(?:mis|tomo|tomare|voy a tomar|pido|agarro|saco) )*vacaciones(?= (?:del|desde|a partir) )|aparta\w* (?:una hora|un rato|media hora|tiempo)"
        rf"|aparta\w*(?= (?:mi agenda )?(?:el |la |hoy|manana|{WEEKDAY}|de \d))(?: mi agenda)?|no (?:va a haber|hay|habra) consulta|llego(?: tarde)?(?= (?:manana |hoy |el \w+ )?hasta )",
        AGENDA, "when", who=None,
    ),
    _act(
        rf"(?:ya )?no (?:va|puede|podra)(?: a)?(?: poder| alcanzar a)? {GO}|(?:{THEY_MISS})(?!.*\bpacientes?\b)|no (?:viene|vino|vendra|trabaja|trabajo|atiende|atendio|consulta|da consulta|dio consulta|esta|estara|estuvo|recibe|abre)(?: a)?(?: nadie| (?:mas )?pacientes| mas)?|no va a salir|va a salir|(?:se va|sale|esta|estara|anda) (?:de|en|a) (?:vacaciones|viaje|congreso|curso|junta|cirugia|guardia)"
        r"|(?:(?:y|se) )?de (?:vacaciones|viaje|permiso|congreso)(?= (?:del|desde|el|la|toda|hasta|esta|este|hoy|manana)\b)|(?:toma|tiene|pidio|agarra) (?:su |sus |el |un |una )?(?:vacaciones|dia libre|descanso)|tiene {BUSY_WITH}|descansa(?:ra)?|(?:llega|llegara|viene|va a llegar)(?: tarde)?(?: ?, ?(?:cierr|bloqu)\w*)?(?=.* hasta )",
        AGENDA, "when doctor", who=None,
    ),
    _act(r"(?:bloqu|inhabilit|cierr)\w*", AGENDA, "only", who=None),
    _act(rf"{GIVES_OFF} libre(?! {SPACE})|me tomo(?= (?:el|la|hoy|manana) )|me tomo libre", AGENDA, "when no-doctor", who=None),
    _act(r"(?:dale|denle|dejale|dejenle|ponle) libre", AGENDA, "when doctor", who=None),
    # appointments
    _act(
        rf"(?:hay que )?(?:cancel(?!ad)|anul|elimin|borr|quit|tumb)\w*(?: {THE} ?{VISIT})?|(?:da|dar|dale) de baja(?: (?:la|su) {VISIT})|(?:ya )?no (?:va a|puede|podra|va a poder|quiere|alcanza a) (?:venir|asistir|llegar)|(?:ya )?no viene|(?:ya|siempre) no (?:(?:va a )?quer(?:er|ra)|quiere|ocupa|necesita)(?= (?:la|su|esa|esta|ninguna)(?: (?:cita|consulta))?(?: (?:de|del|que|con)\b| ?[,.]| ?$))|ya (?:me |nos )?cancelo(?! (?:la|el|al?|mi|las|los)\b)(?: su {VISIT})?(?: por \w+)?",
        CANCEL, "any",
    ),
    _act(
        rf"(?:muev|mov(?!io)|cambi(?!o\b|aron)|reagend|reprogram|recorr|pospon|pospus|adelant|atras|retras)\w*(?: {THE} ?(?:cita|consulta|hora){ITS})?|pas(?:a|ar|ame|ale|alo|ala|alos)(?! (?:la|mi|mis|las|los|el|su) (?:agenda|citas|lista|pacientes|consultas|telefono|numero|datos|cel|celular|contacto)\b)", CHANGE, "any",
        when="nueva_fecha_hora",
    ),
    _act(rf"(?:cancel(?!ad)|anul|elimin|borr|quit|tumb)\w* (?:una|la|tod[oa]s l[oa]s) (?:{VISIT}|pacientes)", CANCEL, "only"),
    _act(rf"(?:muev|mov|cambi(?!o\b)|reagend|reprogram|recorr|pas)\w* (?:una|la) {VISIT}", CHANGE, "only", when="nueva_fecha_hora"),
    _act(r"(?:que )?mejor(?: (?:la|lo) pas\w+)?|(?:quiere |pide |prefiere )?que (?:sea|venga|quede|llegue|pase)", CHANGE, "which new", when="nueva_fecha_hora"),
    _act(r"(?:ingres|captur|registr)\w* (?:a )?(?:un |una )?(?:nuev[oa] )?pacientes?(?: nuev[oa])?|(?:da|dar|dame|dale|denle|damelo) de alta(?: en el sistema)?|alta (?:de|a)(?: (?:un|una|la|el))? paciente|pacientes? nuev[oa]s?|nuev[oa]s? pacientes?", NEW, when=None, who="nombre"),
    _act(
        r"(?:(?:un|el|dale|dame|haz(?:me|le)?|abre(?:le|me)?|pon(?:le|me)?|mete|agrega(?:le)?|anota(?:le)?|agenda(?:le)?) )*sobrecupo",
        BOOK, "who", when="fecha_hora_inicio", who="paciente_nombre", fixed=(("sobrecupo", "si"),),
    ),
    _act(
        rf"(?!agenda de (?![0-9])){PUT}(?: {BOOKED}(?: nueva)?)?|(?:pon(?!er)|met|haz|da|das|dal|dame|ponm|registr|hac|sac|agreg|anad)\w* {BOOKED}|(?:quiere|quisiera|pide|necesita|solicita) (?:una )?{VISIT}",
        BOOK, "who", when="fecha_hora_inicio", who="paciente_nombre",
    ),
    _act(
        rf"(?:pon(?!er|ch)|met|haz|da|das|dal|dale|denle|hac|sac|agreg|anad)\w*(?= (?:a|para) (?:[^ ,]+ ){{1,6}}(?:una |otra )(?:nueva )?{VISIT}\b)|(?:dal|den|haz|pon|saca|agreg)\w*(?= otra\b)",
        BOOK, "who when", when="fecha_hora_inicio", who="paciente_nombre",
    ),
    _act(
        rf"(?<!tiene\s)(?<!tenia\s)(?<!tengo\s)(?<!hay\s)(?:una|otra) (?:nueva )?{VISIT}(?= (?:[^ ]+ ){{0,12}}?(?:para|de|a nombre de) (?:(?:el |la )?(?:senora?|sra?|don|dona|joven|paciente) )?(?!(?:{_NO_PATIENT})\b))",
        BOOK, "who", when="fecha_hora_inicio", who="paciente_nombre",
    ),
    _act(
        r"cit(?:ame|ale|ar|a(?= a ))|(?:pon|pong|met|agreg|agregu|anad|registr|acomod)(?:a|an|ar|e|en|er|es)?(?:me|nos|le|les|lo|la)?|haz(?:me|le)? (?:un )?(?:huequito|hueco)|(?:quiere|quisiera|pide|necesita|solicita)",
        BOOK, "who when", when="fecha_hora_inicio", who="paciente_nombre",
    ),
    _act(rf"agend\w* (?:una )?(?:cita )?(?:a|para) (?:un|una) paciente|(?:agend|apart|reserv|program|apunt|anot)\w* (?:una )?(?:nueva )?{VISIT}(?: nueva)?|(?:y )?(?:luego )?(?:agend|apart|apunt|anot|agreg|mete|met|pon)(?:al|l)[eoa]s?(?: cita)?", BOOK, "one", when="fecha_hora_inicio", who="paciente_nombre"),
    _act(r"(?:registr(?!ad)|captur|agreg|anad|cre|ingres)\w*", NEW, when=None, who="nombre"),
    # looking up
    _act(
        r"(?:busc|encuentr|localiz|rastre)\w*|(?:numero de )?(?:telefono|celular|cel|tel|contacto)|datos|numero|registrad[oa]s?|expediente|quien(?: es| tiene)?(?= (?!es )(?:el )?\+?\d{2})"
        r"|quien es(?! (?:el|la|mi) )|pacientes? (?:\w+ )?(?:de apellido|que se (?:apellid|llam)\w+)"
        r"", PATIENTS, "who", when=None, who="busqueda",
    ),
    _act(r"(?:busc|encuentr|localiz)\w* (?:a )?(?:un|una|el|la|al) paciente", PATIENTS, "only", when=None, who=None),
    _act(r"cuando (?:vuelve|regresa)(?: a venir)?|(?:cuando )?(?:vuelve a venir|le toca (?:volver|regresar|venir)|viene (?:otra vez|de nuevo))", FIND, "who", when=None),
    # who was offered another time and has not said
    _act(
        rf"{WHICH}?(?:no (?:me |nos |han? )*(?:contestado|respondido|contesto|contestaron|respondieron)|(?:me |nos |mas )*faltan? (?:por|de) (?:contestar|responder)|sin (?:contestar|responder))(?: (?:de lo |lo )?(?:del?|de los?|sobre) (?:el |la |lo )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|hoy|manana|ayer|cambio|bloqueo|otro horario|otra fecha))?",
        "consultar_sin_respuesta", "only", when=None, who=None,
    ),
    # some of the appointments, and not all
    _act(
        r"(?:cuando (?:(?:le |la |lo )?(?:vi|vimos|atendi|atendimos|atendieron)|vino|estuvo|consulto|fue))?(?: por)?(?: la)? ?ultima (?:vez|visita|consulta|cita)(?: que)?(?: (?:vino|estuvo|consulto|(?:le |la |lo )?(?:vi|vimos|atendi)))?(?: (?:de|a|con))?|cuando (?:vino|(?:le |la |lo )?(?:vi|atendi)(?=.* ultima vez))",
        FIND, "who", when=None, fixed=(("ultima", "si"),),
    ),
    _act(rf"{WHICH}(?:cancelaron|cancelo|han cancelado|ha cancelado|canceladas)|{VISIT} canceladas", FIND, fixed=(("solo", "canceladas"),)),
    _act(
        rf"{WHICH}?(?:(?:mas |me |nos )*faltan? (?:por|de) confirmar|no (?:me )?(?:han?) confirmado|sin confirmar|no confirmaron)",
        FIND, fixed=(("solo", "sin_confirmar"),),
    ),
    _act(rf"{WHICH}(?:confirmaron|confirmo|han confirmado|ha confirmado|confirmad[oa]s)|{VISIT} confirmadas", FIND, fixed=(("solo", "confirmadas"),)),
    _act(rf"{WHICH}(?:(?:mas |me |nos )*faltan? (?:por|de) (?:llegar|venir|pasar|atender)|no han? llegado)", FIND, fixed=(("solo", "por_llegar"),)),
    _act(
        rf"{HAVE_MISSED}|(?:cuantas )?inasistencias(?: (?:hubo|hay|ha habido|tuv[eo]|tuvimos|tengo|tiene|llevo|llevamos))?|(?:cuant[oa]s|quien(?:es)?|cuales|que)(?: (?:de mis )?pacientes| citas)? (?:faltaron|falto|no (?:llegaron|llego|vinieron|vino|asistieron|asistio|se presentaron|se presento))|cuant[oa]s (?:{VISIT} )?(?:se )?(?:perdieron|faltaron)",
        MISSED, who=None,
    ),
    _act(
        r"(?:y )?quien (?:sigue|me toca|viene (?:ahora|despues(?! de)))|(?:y )?que sigue|(?:quien es )?(?:el|la|mi) (?:que sigue|(?:siguiente|proxim[oa]) (?:paciente|cita|consulta))|quien es (?:el|la|mi) (?:que sigue|siguiente)|a quien (?:veo|atiendo|tengo|me toca) (?:ahora|ahorita|despues)",
        FIND, "any-or-none", fixed=(("siguiente", "si"),),
    ),
    _act(rf"(?:el )?siguiente(?: paciente)?(?! {SPACE})", FIND, "only", fixed=(("siguiente", "si"),)),
    _act(
        rf"(?:(?:el |la |los )?(?:proxim[oa]s?|siguientes?|primer|primer[oa]s?|mas proxim[oa]) (?:\w+ )?{SPACE}(?: (?:libres?|disponibles?))?|cuando (?:hay|tiene|tienes|tengo|habra) (?:algo )?{SPACE}|lo mas (?:pronto|cercano|proximo)(?: que (?:hay|haya|tengas?|tienes))?)",
        NEXT, "no-when", when=None, who=None,
    ),
    _act(
        rf"(?:estoy |esta )?{SPACE}(?: (?:libres?|disponibles?|quedan|hay|tiene|tienes|tengo|tenemos))*|disponibles?|(?:estoy |esta )?desocupad[oa]",
        FREE, "when", when="date", who=None,
    ),
    _act(rf"{SPACE}(?: (?:libres?|disponibles?|hay|tengo))*", DAYS, "plural", when=None, who=None),
    _act(
        r"agenda|citas|(?:mi|el) dia|que (?:me )?(?:tengo|toca)|mis (?:citas|pacientes|consultas)|(?:cuant[oa]s|quien(?:es)?|que) (?:me |mas )*(?:faltan?|quedan?|llevo|veo)|(?:como|que) (?:pinta|tal|viene) mi (?:dia|tarde|manana|agenda)|quien es (?:el|la|mi) (?:primer|ultim)[oa]", FIND, "only",
    ),
    _act(
        r"citas?|agenda|consultas?|pacientes?|lista|tengo|tenia|tenian|tuve|tuvo|tuvimos|atendi|atendimos|vi|vimos|traigo|toca|viene|vienen|(?:quien(?:es)?|cuant[oa]s|que)(?: pacientes)? (?:vino|vinieron|han venido|ha venido)|agendad[oa]s?|citad[oa]s?|atiendo|veo|llevo|llega|faltan?|quien|quienes|cuant[oa]s"
        r"|pendientes?|lo de|lo que hay|hay|hubo|que tiene|tiene|mi dia|que tan (?:llen|cargad|ocupad|saturad|apretad|pesad)[oa]s?|que tal|como (?:esta|va|viene|anda|pinta)|que hay|me queda[n]?",
        FIND, "any",
    ),
)  # fmt: skip
"""What is more exact first; the first that takes a sentence whole."""
BLOCKING = next(act for act in ACTS if act.tool == AGENDA)
