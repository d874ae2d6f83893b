"""The vocabulary, folded (lower case, no accents). Only words and what they stand for; no rule."""

from __future__ import annotations

from nlu.words.word_sets import Phrases, meanings, phrases, word_set

# --- spelling ---------------------------------------------------------------------------------

SPELLING: dict[str, tuple[str, ...]] = {
    "alas": ("a", "las"), "ala": ("a", "la"), "dela": ("de", "la"), "delas": ("de", "las"),
    "porla": ("por", "la"), "enla": ("en", "la"), "xla": ("por", "la"), "x": ("por",),
    "q": ("que",), "k": ("que",), "ke": ("que",), "qe": ("que",), "d": ("de",), "pa": ("para",),
    "pal": ("para", "el"), "p": ("para",), "dl": ("del",), "esq": ("es", "que"), "xq": ("porque",), "pq": ("porque",),
    "finde": ("fin", "de", "semana"), "findesemana": ("fin", "de", "semana"),
    "imedia": ("y", "media"), "ymedia": ("y", "media"), "pasadomanana": ("pasado", "manana"),
    "apartir": ("a", "partir"), "aparti": ("a", "partir"), "ladelas": ("de", "las"),
    "mnn": ("manana",), "ls": ("las",), "mna": ("manana",), "mnna": ("manana",), "manna": ("manana",), "mnana": ("manana",),
    "maniana": ("manana",), "manan": ("manana",), "trd": ("tarde",), "tard": ("tarde",), "nche": ("noche",),
    "oy": ("hoy",), "hoi": ("hoy",), "joy": ("hoy",),
    "dsps": ("despues",), "desp": ("despues",), "despuesito": ("despues",),
    "antesito": ("antes",), "antesitos": ("antes",), "marte": ("martes",), "guebes": ("jueves",), "juebes": ("jueves",),
    "dominguito": ("domingo",), "setiembre": ("septiembre",),
    "prox": ("proximo",), "procsimo": ("proximo",), "sem": ("semana",), "semanita": ("semana",),
    "sinko": ("cinco",), "dies": ("diez",), "dose": ("doce",), "onse": ("once",), "trese": ("trece",), "seys": ("seis",),
    "kuarto": ("cuarto",), "tempra": ("temprano",),
    **{
        f"{stem}{joint}{unit}": (ten, "y", unit)
        for stem, ten in (("treint", "treinta"), ("cuarent", "cuarenta"), ("cincuent", "cincuenta"))
        for joint in ("i", "ai", "ay", "y")
        for unit in ("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve")
    },
    "minuto": ("minutos",), "mins": ("minutos",), "min": ("minutos",), "porai": ("por", "ahi"),
}  # fmt: skip
"""Chat spelling and run-together words; a single slip is undone by `nlu.words.spelling`."""

JOINED: dict[tuple[str, str], str] = {
    ("medio", "dia"): "mediodia",
    ("media", "noche"): "medianoche",
    ("noche", "buena"): "nochebuena",
    ("noche", "vieja"): "nochevieja",
    ("inter", "semana"): "intersemana",
    ("tarde", "noche"): "tardenoche",
}

# --- days -------------------------------------------------------------------------------------

DAY_NAMES = "lunes|martes|miercoles|jueves|viernes|sabados?|domingos?"
"""Weekdays written out, as alternatives of a pattern."""
WEEKDAYS: dict[str, int] = {
    "lunes": 0, "lun": 0, "martes": 1, "miercoles": 2, "mie": 2, "mier": 2, "mierc": 2, "jueves": 3,
    "jue": 3, "juev": 3, "viernes": 4, "vie": 4, "vier": 4, "sabado": 5, "sab": 5, "sabados": 5,
    "domingo": 6, "dom": 6, "domingos": 6, "sabadito": 5, "juevesito": 3, "viernesito": 4, "mart": 1,
}  # fmt: skip
SHORT_WEEKDAYS: dict[str, int] = {"lu": 0, "ma": 1, "mar": 1, "mi": 2, "ju": 3, "vi": 4, "sa": 5, "do": 6}
"""Also ordinary words ("mi hijo"): read only alone or right before a full date."""

MONTHS: dict[str, int] = {
    "enero": 1, "ene": 1, "febrero": 2, "feb": 2, "marzo": 3, "mar": 3, "mzo": 3, "abril": 4, "abr": 4,
    "mayo": 5, "may": 5, "junio": 6, "jun": 6, "julio": 7, "jul": 7, "agosto": 8, "ago": 8, "agto": 8,
    "septiembre": 9, "sep": 9, "sept": 9, "set": 9, "octubre": 10, "oct": 10, "noviembre": 11, "nov": 11,
    "diciembre": 12, "dic": 12, "dici": 12,
}  # fmt: skip
MONTH_NAMES = frozenset(w for w in MONTHS if len(w) > 4 or w == "mayo")
"""Spelled out in full: these may stand alone ("en mayo"); abbreviations need a day beside them."""
MONTH_OF = {number: name for name, number in MONTHS.items() if name in MONTH_NAMES}
"""The name of each, by its number."""

NAME_MARKS = word_set("""soy llamo llama nombre doctor doctora dr dra don dona sr sra senor senora licenciado lic
    paciente san santa hijo hija esposo esposa hermano hermana""")
"""What announces a person's name: "soy Domingo", "la doctora Abril"."""

PLACE_MARKS = word_set("""calle av avenida blvd boulevard col colonia plaza escuela primaria privada calzada fracc
    parque ubicados ubicado metro""")
"""What announces an address: "calle 5 de mayo"."""

# --- periods ----------------------------------------------------------------------------------

UNITS: dict[str, str] = {
    "dia": "day", "dias": "day", "diitas": "day", "semana": "week", "semanas": "week", "sems": "week",
    "mes": "month", "meses": "month", "ano": "year", "anos": "year",
    "hora": "hour", "horas": "hour", "horita": "hour", "hrs": "hour", "hr": "hour",
    "minutos": "minute", "minuto": "minute", "quincena": "fortnight", "quincenas": "fortnight",
}  # fmt: skip

THIS = word_set("este esta estos estas presente mismo misma")
NEXT = word_set("proximo proxima proximos proximas siguiente siguientes entrante venidero venidera")
LAST = word_set("pasado pasada ultimo ultima anterior")
NEXT_AFTER: Phrases = phrases("que viene, que entra, que sigue, que viene ahora, que vienen")

EDGES: dict[str, str] = {
    "inicio": "start", "inicios": "start", "principio": "start", "principios": "start",
    "comienzo": "start", "comienzos": "start", "mediado": "middle", "mediados": "middle",
    "medianos": "middle", "mitad": "middle", "fin": "end", "fines": "end", "final": "end",
    "finales": "end", "ultimos": "end",
}  # fmt: skip

# --- times of day -----------------------------------------------------------------------------

PARTS: dict[str, str] = {
    "manana": "manana", "mananita": "manana", "mananas": "manana", "tarde": "tarde", "tardes": "tarde",
    "tardecita": "tarde", "tardesita": "tarde", "tardcita": "tarde", "tardecito": "tarde", "noche": "noche", "noches": "noche",
    "nochecita": "noche", "nochesita": "noche", "tardenoche": "tarde_noche", "madrugada": "madrugada", "madrugadita": "madrugada",
    "mediodia": "mediodia", "mediodias": "mediodia",
}  # fmt: skip
EARLY = word_set("temprano tempranito tempranita tempranitito")
GREETING = word_set("""buen buena buenas buenos bonita bonito bonitas feliz felices linda lindo excelente excelentes
    bella""")
HOUR_UNIT = word_set("h hs hr hrs hora horas")
ON_THE_DOT = word_set("exactas exacta exacto clavadas")

APPROXIMATE: Phrases = phrases("""a eso de, eso de, como a, como por, tipo, alrededor de, cerca de, hacia, sobre, por
    ahi de, por ahi como a, por ahi a, ahi como a, mas o menos a, aproximadamente a, aprox a, mas o menos como a, como
    eso de, como de, casi a, ahi por, como tipo""")
APPROXIMATE_AFTER: Phrases = phrases("aproximadamente, aprox, mas o menos, y pico, o por ahi, o asi")

ONWARD: Phrases = phrases("""en adelante, para adelante, en delante, o despues, o mas tarde, adelante, para delante,
    hacia adelante""")

FROM, AFTER, BEFORE, UNTIL = "from", "after", "before", "until"
BOUNDS = meanings(
    {
        FROM: "a partir de, a partir del, desde, no antes de, no antes del, ni antes de, ni antes del, empezando, comenzando",
        AFTER: """
    despues de, despues del, hasta despues de, hasta despues del, hasta pasando, luego de, luego del, pasando, pasadas, cuando pasen, cuando pase, ya que pasen, ya que pase, en cuanto pasen, en cuanto pase, pasado el, pasados los, mas tarde de, mas tarde del, mas tarde que, posterior a, posterior al
    """,
        BEFORE: "antes de, antes del, mas temprano de, mas temprano que, previo a, previo al",
        UNTIL: """
    hasta, de aqui al, de hoy al, a mas tardar, mas tardar, mas tardar para, a mas tardar para, no despues de, no despues del, ni despues de, ni despues del,
    no mas tarde de, no mas tarde del, ni mas tarde de, ni mas tarde del, no mas de, no mas alla de, maximo, como maximo, a lo mucho
    """,
    }
)
"""What bounds a time or a day, and on which side."""

FREE: Phrases = phrases("""puedo, podria, podriamos, podemos, puede, tengo chance, tengo tiempo, tengo libre, tengo dinero, tengo permiso,
    me desocupo, nos desocupamos, descanso, descansa, regreso, regresa, regresamos, llego, llega, cobro, me pagan, vuelvo, salgo,
    estoy libre, voy a poder, se puede""")
"""After "hasta enero" these say that one is not free before: "hasta enero tengo chance"."""

# --- what is no time, though it looks like one ------------------------------------------------

VAGUE: Phrases = phrases("""mas temprano que tengan, mas temprano que tenga, mas temprano que haya, mas temprano que hay,
    mas temprano que tienen, mas temprano que tiene, mas temprano que se pueda, mas temprano que puedan, mas temprano que pueda,
    mas tarde, mas tardecito, mas temprano, mas tempranito, otro dia, mas noche, muy tarde, tan
    tarde, demasiado tarde, tan temprano, lo antes posible, lo mas temprano posible, lo mas temprano, lo mas pronto
    posible, hoy en dia, todos los dias, dia de la cita, tarde o temprano, hasta luego, hasta pronto, algun dia, llego
    tarde, ya es tarde, se me hizo tarde, demasiado temprano, ninguna de las dos, ninguna de las tres, ni una de las dos,
    cualquiera de las dos, cualquiera de las tres, alguna de las dos, una de las dos""")
AT_WORK = word_set("""que yo me mi mis su el la los las al del de a es por recoger llevar entre entro entra entrar entremos salga salgo sale salir
salgamos salen ir irme vaya trabajar trabajo trabaja chamba jale turno escuela clase clases kinder gimnasio gym negocio
tienda taller oficina maquila hijo hija hijos nino nina ninos esposo esposa""")
"""Between "antes de" or "después de" and an hour: what begins or ends then."""
UNSAID: Phrases = phrases("""despues de la escuela, saliendo de la escuela, antes del trabajo, antes de trabajar, al
    atardecer, al anochecer, al amanecer, despues de desayunar, despues de cenar, antes de cenar, despues de vacaciones, despues de las vacaciones, pasando vacaciones,
    pasando las vacaciones, pasadas las vacaciones""")
"""Real times whose bounds nobody can know."""

CORRECTIONS: Phrases = phrases("""mejor, perdon, perdona, digo, mas bien, corrijo, quise decir, quiero decir, me
    equivoque, disculpa, disculpe, rectifico, correccion, no espera, no espere, ay no, sorry, upss, ups, cambie de
    opinion, pensandolo bien""")
EXPLAINING: Phrases = phrases("porque, ya que, es que, debido a")
MUST_BE: Phrases = phrases("tiene que ser, tendria que ser, tendra que ser, debe ser, deberia ser")
""" "Tiene que ser la próxima semana" is a wish, and no tale of what somebody has."""
MUST_NOT_BE = word_set("sea sean fuera fueran este esten caiga caigan toque toquen")
""" "Una que no sea en lunes", "que no caiga en miércoles"."""
CLAUSE_WORDS = word_set("pero sino aunque porque entonces")
NEGATIONS = word_set("no tampoco nunca excepto salvo menos ni imposible ocupado ocupada")
CANNOT = word_set("""puedo podria podre podemos podriamos podremos puede podra podran pueden acomoda acomodan queda
    quedan conviene convienen sirve sirven funciona funcionan late alcanzo ajusta gusta quiero quisiera quisieramos
    queremos prefiero imposible ocupado ocupada necesito necesitamos ocupo voy ire vamos iremos poder asistire
    asistiremos des den mandes manden mande ofrezcas ofrezcan ofrezca pongas pongan ponga agendes agenden agende apartes
    aparten envies envien""")
"""Says that a time will not do."""
REFUSING = MUST_NOT_BE | word_set("""siempre no ni tampoco nunca menos excepto salvo el la los las en a al por de del para que sea yo me se
    nos le nada y o pues es solo eso ese esa ya este esta pero cualquier cualquiera dia dias hora horas horario todos da
    igual bien imposible excepto salvo menos ocupado ocupada estoy estare ando porfa favor""")
"""Around a time that will not do; any other word, and the clause is about something else."""
KEPT_BY = word_set("""mi ir llegar asistir acudir presentarme presentarse tengo tenemos junta reunion trabajo compromiso clase clases escuela viaje
    evento salir cita consulta estar una un horario horarios opcion opciones citas espacio espacios lugar mas tan""")
"""Why it will not do, beside words that say that it will not."""
EXCEPT = word_set("menos excepto salvo")
POLITE_NO: Phrases = phrases("""o si no, si no hay, si no se puede, no tiene, no tienes, no tienen, no tendra, no
    tendran, no tendras, no tendria, no tendrian, no tendrias, no hay, no habra, no habria, no se puede, no podria, no
    podrian, no podrias, no puede ser, no importa, no se, por que no, porque no, no mas, no sera, no seria, no hay
    problema, al menos, por lo menos, mas o menos, no me podria, no me da, no me puede, no te queda, no les queda, no le
    queda, no manches, no pasa nada, no quedaria, no estan ocupados, no puedes, no pueden, no puede, no me pueden, no me
    puedes, no me darias, no les queda nada, no olvide, no quedo""")
"""A "no" that asks or shrugs instead of refusing."""
TAKING = word_set(
    "llevar llevarme llevarnos acompanar acompanarme acompanarnos traer traerme recoger cuidar cuidarme prestar prestarme"
)
""" "No me puede llevar el jueves" refuses that day."""
FREE_THEN: Phrases = phrases("""no trabajo, no trabajamos, no laboro, no laboramos, no tengo trabajo, no tengo clases, no tengo
    clase, no tengo escuela, no tengo que trabajar, no voy a trabajar, no voy a la escuela, no voy a la chamba, no tengo
    nada, no tengo nada que hacer, no tengo compromisos, no tengo compromiso, no entro, no me toca trabajar""")
""" "El lunes no trabajo": then one can come."""

REPLACED: Phrases = phrases("en vez, en lugar")
"""What comes right after is given up: "el jueves en vez del martes"."""
NARRATIVE = word_set("""naci nacio nacimiento cumpleanos operaron dolio tuve tuvo sufri sufrio infarto fallecio cumple
    cumplo cumplio viajo viajamos vuelo viaje examen opero operan vacaciones gradua graduacion boda bautizo funeral
    entierro velorio sepelio casan divorcio mudanza mudamos""")
"""Clauses that tell of something else than the wish: a birthday, working hours."""
SYMPTOMS = word_set("""duele duelen inflama hincha arde dolor fiebre tos gripe gripa enfermo enferma mal sintomas
    molestia sangra tengo siento""")

MOVING = (
    "cambi",
    "mover",
    "muev",
    "reagend",
    "reprogram",
    "pasar",
    "pasarl",
    "pasam",
    "pasal",
    "pasen",
    "recorr",
    "posponer",
)
"""Stems of verbs that move an appointment: "cambiar la cita del martes al jueves" means Thursday."""

NOISE = word_set("""hola oye oiga buenas buenos buen tardes dias dia noches ola hey que tal disculpe disculpa quiero
    quisiera necesito me gustaria cita una un agendar para por favor porfa porfavor plis pls gracias seria puede ser si
    ok va sale entonces pues ah mm eh bueno y a el la las los de en con yo se podra podria podrian tienen tiene hay algo
    como ese esa eso este ya claro perfecto esta bien consulta sacar reservar no mas""")
"""Words around a request that say nothing about time."""

COUNTED = word_set("""persona hijo pastilla tableta litro kilo metro gota caja vaso cucharada taza personas hijos hijas
    citas opciones veces pesos dolares anos meses semanas dias horas minutos kilos kg cm mg ml metros pastillas tabletas
    gotas dosis consultas doctores hermanos ninos ninas mil litros grados usd mxn dlls porciento segundos km cuadras
    pisos piso monedas cajas ampolletas vacunas puntos miligramos embarazo ano mes semana dia hora minuto pregunta
    preguntas cosas cosa estudios""")
"""What a number may count; such a number is no day and no hour."""
