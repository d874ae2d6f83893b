"""Words that what staff may ask for is made of, as patterns: what `staff_acts` puts together. All on a text in small letters
without accents and marks."""

from __future__ import annotations

import re

from nlu.when.words import DAY_NAMES

MONTH = r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)"
WEEKDAY = rf"(?:{DAY_NAMES})"
NEXT = r"(?: (?:que (?:viene|entra)|proxim[oa]|siguiente))"

FROM_A_DAY = (
    r"(?P<desde>(?:a partir|desde|apartir)(?: de| del)?"
    rf"(?: (?:el|la|este|esta))?(?: (?:mes|semana)(?: de)?)?(?: proxim[oa])? (?:manana|pasado manana|hoy|semana|mes|{MONTH}|(?:dia )?\d{{1,2}}(?: de {MONTH})?|primero de {MONTH}|{WEEKDAY}(?: \d{{1,2}}(?: de {MONTH})?)?)"
    rf"{NEXT}?(?: (?:de|del) (?:\d{{4}}|{MONTH}))?)"
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

_ITS_TIME = rf"(?: (?:el )?(?:{WEEKDAY}|hoy|manana|pasado|\\d|dia))"
ITS = rf"(?: (?:a|de|del)(?!{_ITS_TIME}))?"
"""What leads to whose appointment it is; before a day it says when it is."""
THE = r"(?:la|lo|las|los|el|me|le|mela|melo|sela|selo)?"
EACH = r"(?:los |todos los |cada )"
DAYS = rf"{WEEKDAY}(?:(?: ?, ?| (?:a|al|y|hasta) )(?:los )?{WEEKDAY})*"
WEEKLY = rf"(?:de )?(?P<dias_semana>{EACH}{DAYS}|{WEEKDAY} (?:a|al|y) {DAYS}|entre semana|(?:los )?fines? de semana|todos los dias)"
ANY_WEEKLY = WEEKLY.replace(EACH, f"{EACH}?")
CLOCK = r"(?:las? )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap] ?m)?"
HOURS = (
    rf"(?P<horario>(?:de(?:sde)? )?{CLOCK}(?: ?- ?| a | hasta ){CLOCK}"
    rf"(?:(?: y | , |  )(?:de )?{CLOCK}(?: ?- ?| a | hasta ){CLOCK})*)"
)
WORK = r"(?:(?:voy a|va a|quiero) (?:trabajar|atender|consultar|dar consulta|venir)|trabaj(?:o|a|are)|atiend[oe]|atendere|d(?:oy|a) consulta|estoy|consulto|consulta|vengo|viene|voy|va)"
PART = r"(?:en|por) la (?:manana|tarde|noche)"
BEGINS_OR_ENDS = (
    r"(?:salgo|sale|termino|termina|acabo|acaba|me voy|se va|entro|entra|empiezo|empieza|comienzo|comienza|llego|llega)"
)
HORARIO = r"(?:(?:cambi|pon|dej|haz)\w* )?(?:(?:el|mi|su) )?horario(?: de (?:consulta|trabajo))?"
VISIT = r"(?:citas?|consultas?)"
SPACE = r"(?:horarios?|espacios?|huecos?|lugar(?:es)?|campos?|libres?)"
WHICH = rf"(?:(?:quien(?:es)?|cuant[oa]s|que|cuales)(?: (?:pacientes|{VISIT}))?(?: (?:ya|me|nos|se|hay|estan|tengo|tenemos|fueron|siguen))* )"
CAME = r"(?:lleg|vin|asisti|present|aparec)"
GO = r"(?:venir|ir|estar|trabajar|atender|consultar|dar consulta)"
PUT = r"(?<!la\s)(?<!mi\s)(?<!su\s)(?:agend|apart|reserv|program|apunt|anot)(?!ad)\w*\b(?! que )"
BOOKED = r"(?:una? |la |le )?(?:cita|consulta|lugar|espacio|campo)"

OF_A_DAY = (
    r"(?:(?:a )?tod[oa]s? )?(?:a )?(?:mis|las|sus|nuestras|los|mi|la|su) (?:citas|consultas|pacientes|agenda)"
    r"(?: (?:agendad[oa]s|programad[oa]s|pendientes|que (?:tengo|tenga|hay|haya|tiene|tenga|tenemos|quedan|me quedan|faltan|siguen)))?"
)
ALL_THERE_IS = r"(?:a )?tod[oa]s?|(?:las|los) (?=del? )"
AMOUNT = r"(?:media hora|(?:una|dos|\d) horas?(?: y media)?|un cuarto de hora|\w+(?: y cinco)? min(?:uto)?s?)"
CALLS_OFF = r"(?:cancel(?!ad|o\b|aron)|anul|elimin|borr|quit|tumb|suspend)\w*(?: (?:me|le|les|nos))?"
PUSHES = r"(?:recorr|atras(?!ad)|retras(?!ad)|adelant(?!ad)|muev|mov(?!i)|pospon|aplaz|empuj|corr(?=e|er|an))\w*(?: (?:me|le|les|nos))?"
HANDS_OVER = (
    r"(?:pas|transfi|transfer|entreg|reasign|asign|encarg|ced|mand|dal|dar|da|cambi(?!o))\w*(?: (?:me|le|les|nos))?"
)
TELLS = r"(?:avis(?!o )|dil(?:e|es)|digan?(?:les|le)?|inform|notific|mand(?:a|ale|ales|arles|en|enles) (?:un )?(?:aviso|mensaje|whats\w*))\w*(?: (?:me|le|les|nos))?"
WHOM = r"(?: (?:por favor )?(?:a )?(?:tod[oa]s )?(?:a )?(?:mis|las|sus|nuestr[oa]s|los) (?:pacientes|citas|consultas)| a tod[oa]s(?: mis pacientes)?)?"

OTHER_TIME = r"(?:un |una |unos |unas )?(?:(?:otr|nuev)[oa]s? (?:dias?|fechas?|horarios?|horas?|opcion(?:es)?|citas?)|cambi\w+(?: (?:de )?(?:dia|fecha|su cita|sus citas|la cita|las citas))?|mover(?:se|la|las|los)?(?: (?:su cita|sus citas))?)"
OFFERS = re.compile(
    rf"\b(?:(?:ofre[cz]\w*|propon\w*|da(?:les?|rles?)(?: a escoger| a elegir)?|busca\w*)(?: (?:me|le|les))?(?: (?:a )?(?:mis|sus|los|las) (?:pacientes|citas))? {OTHER_TIME}"
    r"(?: (?:a|con|para) (?:tod[oa]s )?(?:mis|sus|los|las) (?:pacientes|citas))?"
    rf"|que (?:mis pacientes |sus pacientes |los pacientes |ellos )?(?:escojan|elijan|busquen|pidan|se cambien a|se pasen a|cambien a|tomen) {OTHER_TIME})\b".replace(
        " ", r"\s+"
    )
)
"""That whoever has an appointment is offered another time."""
I_MISS = r"(?:voy a )?(?:faltar|ausentarme)e?|me (?:voy a ausentar|ausento|ausentare)"
THEY_MISS = r"(?:va a )?(?:faltar|ausentarse)a?|se (?:va a ausentar|ausenta|ausentara)"
""" "La doctora va a faltar", "me voy a ausentar"."""
NOT_THERE = (
    rf"{I_MISS}|{THEY_MISS}|"
    rf"(?:ya )?no (?:voy|va|vamos) a (?:poder|alcanzar a)(?: {GO})?"
    rf"|(?:ya )?no (?:voy|vengo|trabajo|atiendo|consulto|doy consulta|estoy|estare|ire|vendre|va|viene|trabaja|atiende|consulta|esta|estara|ira|vendra)(?: a {GO})?"
    rf"|(?:ya )?no (?:puedo|podre|puede|podra|voy a poder|va a poder) {GO}"
    r"|(?:(?:me )?voy|se va|salgo|sale|estare|estara|estoy|esta|ando|anda) de (?:vacaciones|viaje)"
)
"""That the doctor will not be there."""
NOBODY = r"(?:(?: a)?(?: nadie| (?:mas )?pacientes| mas))"
""" "No voy a atender a nadie": what is not there adds nothing."""
SEES_NOBODY = rf"(?:ver|recibir|atender){NOBODY}"
OF_THE_DAY = rf"(?:todo )?lo (?=de (?:hoy|manana|pasado manana|la (?:tarde|manana)|esta (?:tarde|manana))|del? (?:el )?(?:{WEEKDAY}|dia)\b)"
""" "Recorre lo de hoy": all that there is of it."""
ONLY = "(?:solo|solamente|nomas|no mas|nada mas|unicamente)"
""" "Nomás el jueves", "solo atiendo en la tarde": that, and nothing else."""
BUSY_WITH = (
    r"(?:(?:un|una|el|la|mi|su) )?(?:congreso|curso|junta|cirugia|guardia|capacitacion|compromiso|reunion|viaje)"
)


MESSAGE = re.compile(
    r"\b(?:(?:mand|envi|pas|deja|escrib)\w* (?:un |el |este )?(?:mensaje|recado|whats\w*|texto)(?: a| que)?"
    r"|(?:di|avis|recuerd|pid|pon|mand|coment|inform|comunic)\w*les?\b(?=.*\bque\s+(?:no\s+)?(?:(?:se|me|nos|le|les|la|lo)\s+)*\w+))"
)
""" "Dile a Ana que traiga sus análisis": words for a patient to read."""
ERASES = (
    r"(?:borr|elimin|quit)\w* (?:del sistema )?(?:(?:al?|el|la|los|un) )*(?:ficha de |expediente de |registro de )?pacientes?(?= (?!de las? \d))"
    r"|(?:borr|elimin)\w* (?:(?:el|la|su|sus|los|todos) )*(?:expedientes?|registros?|fichas?|datos)"
    r"|(?:da|dar|dame|dale) de baja (?:al?|el|la)(?: la)? pacientes?"
)
""" "Borra al paciente": what the clinic knows of somebody."""
ERASES_THEM = re.compile(rf"(?:borr|elimin)\w*l[oe]s?\b(?! de (?!todo\b|la base|nuestr))|{ERASES}".replace(" ", r"\s+"))
""" "Cancela lo de Luis y bórralo": him, for an appointment is she in Spanish."""
LIST = r"(?:la |nuestra )?lista"
OFF = r"(?:quit|sac|elimin|borr|remuev|baj)\w*"
ON = r"(?:pon|pong|met|anot|apunt|agreg|inscrib|registr|sub|anad|form)\w*"
OFF_LIST, ON_LIST = (re.compile(rf"\b{verb} .*\blista\b") for verb in (OFF, ON))
"""That somebody is taken off the waiting list, or put on it: with a verb, and not only the list's name."""
GIVES_OFF = "(?:dame|deme|denme|dejame|dejeme|dejenme|quiero|necesito|ocupo|quisiera|ponme|marcame)"
""" "Dame libre de 12 a 2", of a doctor: no time is looked for, but given off."""
DONE = (
    r"(?:hic(?:e|imos|iste)|agend(?:e|amos|aste)|met(?:i|imos|iste)|pus(?:e|imos|iste)|registr(?:e|amos|aste)|mov(?:i|imos|iste)|cambi(?:e|amos|aste)"
    r"|apart(?:e|amos|aste)|anot(?:e|amos|aste)|apunt(?:e|amos|aste)|captur(?:e|amos|aste)|ped(?:i|imos)|reserv(?:e|amos|aste)|program(?:e|amos|aste)|pas(?:e|amos|aste)|d(?:i|imos|iste))"
)
""" "La que agendé", "la última que metimos": done by whoever writes."""
