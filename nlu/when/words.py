"""The vocabulary, folded (lower case, no accents). Only words and what they stand for; no rule."""

from __future__ import annotations

# --- spelling ---------------------------------------------------------------------------------

SPELLING: dict[str, tuple[str, ...]] = {
    "alas": ("a", "las"), "ala": ("a", "la"), "dela": ("de", "la"), "delas": ("de", "las"),
    "porla": ("por", "la"), "enla": ("en", "la"), "xla": ("por", "la"), "x": ("por",),
    "q": ("que",), "k": ("que",), "ke": ("que",), "qe": ("que",), "d": ("de",), "pa": ("para",),
    "pal": ("para", "el"), "p": ("para",), "dl": ("del",), "esq": ("es", "que"),
    "finde": ("fin", "de", "semana"), "findesemana": ("fin", "de", "semana"),
    "weekend": ("fin", "de", "semana"), "pasadomanana": ("pasado", "manana"),
    "apartir": ("a", "partir"), "aparti": ("a", "partir"), "ladelas": ("de", "las"),
    "mnn": ("manana",), "mna": ("manana",), "mnna": ("manana",), "manna": ("manana",), "mnana": ("manana",),
    "mannana": ("manana",), "maniana": ("manana",), "manaana": ("manana",), "manan": ("manana",),
    "oy": ("hoy",), "hoi": ("hoy",), "joy": ("hoy",),
    "dsps": ("despues",), "dspues": ("despues",), "despuez": ("despues",), "desp": ("despues",),
    "lunez": ("lunes",), "marte": ("martes",), "miercole": ("miercoles",), "miercolez": ("miercoles",),
    "mircoles": ("miercoles",), "miercles": ("miercoles",), "juebes": ("jueves",), "jueve": ("jueves",),
    "vierne": ("viernes",), "biernes": ("viernes",), "viernez": ("viernes",),
    "savado": ("sabado",), "sabdo": ("sabado",), "domigo": ("domingo",), "dominguito": ("domingo",),
    "setiembre": ("septiembre",), "septimbre": ("septiembre",), "novienbre": ("noviembre",),
    "disiembre": ("diciembre",), "dicienbre": ("diciembre",), "nobiembre": ("noviembre",),
    "prox": ("proximo",), "procsimo": ("proximo",), "sem": ("semana",), "semanita": ("semana",),
    "medodia": ("mediodia",), "sinco": ("cinco",), "sinko": ("cinco",),
    "dose": ("doce",), "onse": ("once",), "trese": ("trece",), "quinse": ("quince",), "seys": ("seis",),
    "nuebe": ("nueve",), "kuatro": ("cuatro",), "kuarto": ("cuarto",),
    "minuto": ("minutos",), "mins": ("minutos",), "min": ("minutos",), "porai": ("por", "ahi"),
}  # fmt: skip
"""Chat spelling, run-together words and frequent slips."""

JOINED: dict[tuple[str, str], str] = {
    ("medio", "dia"): "mediodia",
    ("media", "noche"): "medianoche",
    ("noche", "buena"): "nochebuena",
    ("noche", "vieja"): "nochevieja",
    ("inter", "semana"): "intersemana",
}

# --- days -------------------------------------------------------------------------------------

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

NAME_MARKS = frozenset(
    "soy llamo llama nombre doctor doctora dr dra don dona sr sra senor senora licenciado lic"
    " paciente san santa hijo hija esposo esposa hermano hermana".split()
)
"""What announces a person's name: "soy Domingo", "la doctora Abril"."""

PLACE_MARKS = frozenset(
    "calle av avenida blvd boulevard col colonia plaza escuela primaria privada calzada fracc parque"
    " ubicados ubicado metro".split()
)
"""What announces an address: "calle 5 de mayo"."""

# --- periods ----------------------------------------------------------------------------------

UNITS: dict[str, str] = {
    "dia": "day", "dias": "day", "diitas": "day", "semana": "week", "semanas": "week", "sems": "week",
    "mes": "month", "meses": "month", "ano": "year", "anos": "year",
    "hora": "hour", "horas": "hour", "horita": "hour", "hrs": "hour", "hr": "hour",
    "minutos": "minute", "minuto": "minute", "quincena": "fortnight", "quincenas": "fortnight",
}  # fmt: skip

THIS = frozenset("este esta estos estas presente mismo misma".split())
NEXT = frozenset("proximo proxima proximos proximas siguiente siguientes entrante venidero venidera".split())
LAST = frozenset("pasado pasada ultimo ultima anterior".split())
NEXT_AFTER: tuple[tuple[str, ...], ...] = (
    ("que", "viene"), ("que", "entra"), ("que", "sigue"), ("que", "viene", "ahora"), ("que", "vienen"),
)  # fmt: skip

EDGES: dict[str, str] = {
    "inicio": "start", "inicios": "start", "principio": "start", "principios": "start",
    "comienzo": "start", "comienzos": "start", "mediado": "middle", "mediados": "middle",
    "medianos": "middle", "mitad": "middle", "fin": "end", "fines": "end", "final": "end",
    "finales": "end", "ultimos": "end",
}  # fmt: skip

# --- times of day -----------------------------------------------------------------------------

PARTS: dict[str, str] = {
    "manana": "manana", "mananita": "manana", "mananas": "manana", "tarde": "tarde", "tardes": "tarde",
    "tardecita": "tarde", "tardesita": "tarde", "tardcita": "tarde", "noche": "noche", "noches": "noche",
    "nochecita": "noche", "nochesita": "noche", "madrugada": "madrugada", "madrugadita": "madrugada",
    "mediodia": "mediodia", "mediodias": "mediodia",
}  # fmt: skip
EARLY = frozenset("temprano tempranito tempranita tempranitito".split())
GREETING = frozenset(
    "buen buena buenas buenos bonita bonito bonitas feliz felices linda lindo excelente excelentes bella".split()
)
HOUR_UNIT = frozenset("h hs hr hrs hora horas".split())
ON_THE_DOT = frozenset("exactas exacta exacto clavadas".split())

APPROXIMATE: tuple[tuple[str, ...], ...] = (
    ("a", "eso", "de"), ("eso", "de"), ("como", "a"), ("como", "por"), ("tipo",), ("alrededor", "de"),
    ("cerca", "de"), ("hacia",), ("sobre",), ("por", "ahi", "de"), ("por", "ahi", "como", "a"),
    ("por", "ahi", "a"), ("ahi", "como", "a"), ("mas", "o", "menos", "a"), ("aproximadamente", "a"),
    ("aprox", "a"), ("mas", "o", "menos", "como", "a"), ("como", "eso", "de"), ("como", "de"),
    ("casi", "a"), ("ahi", "por"), ("como", "tipo"),
)  # fmt: skip
APPROXIMATE_AFTER: tuple[tuple[str, ...], ...] = (
    ("aproximadamente",), ("aprox",), ("mas", "o", "menos"), ("y", "pico"), ("o", "por", "ahi"), ("o", "asi"),
)  # fmt: skip

ONWARD: tuple[tuple[str, ...], ...] = (
    ("en", "adelante"), ("para", "adelante"), ("en", "delante"), ("o", "despues"), ("o", "mas", "tarde"),
    ("adelante",), ("para", "delante"), ("hacia", "adelante"),
)  # fmt: skip

# --- what is no time, though it looks like one ------------------------------------------------

VAGUE: tuple[tuple[str, ...], ...] = (
    ("mas", "tarde"), ("mas", "tardecito"), ("mas", "temprano"), ("mas", "tempranito"), ("otro", "dia"),
    ("mas", "noche"), ("muy", "tarde"), ("tan", "tarde"), ("demasiado", "tarde"), ("tan", "temprano"),
    ("lo", "antes", "posible"), ("lo", "mas", "temprano", "posible"), ("lo", "mas", "temprano"),
    ("lo", "mas", "pronto", "posible"), ("hoy", "en", "dia"), ("todos", "los", "dias"), ("dia", "de", "la", "cita"),
    ("tarde", "o", "temprano"), ("hasta", "luego"), ("hasta", "pronto"), ("algun", "dia"), ("llego", "tarde"),
    ("ya", "es", "tarde"), ("se", "me", "hizo", "tarde"), ("demasiado", "temprano"),
)  # fmt: skip
UNSAID: tuple[tuple[str, ...], ...] = (
    ("en", "mitad", "del", "dia"), ("a", "mitad", "del", "dia"), ("a", "la", "mitad", "del", "dia"),
    ("a", "media", "manana"), ("a", "media", "tarde"), ("media", "manana"), ("media", "tarde"),
    ("al", "inicio", "del", "dia"), ("al", "empezar", "el", "dia"), ("al", "comenzar", "el", "dia"),
    ("antes", "de", "comer"), ("despues", "de", "comer"), ("antes", "de", "la", "comida"),
    ("despues", "de", "la", "comida"), ("durante", "la", "comida"), ("a", "la", "hora", "de", "la", "comida"),
    ("a", "la", "hora", "de", "comer"), ("al", "salir", "de", "trabajar"), ("saliendo", "de", "trabajar"),
    ("al", "salir", "del", "trabajo"), ("saliendo", "del", "trabajo"), ("despues", "del", "trabajo"),
    ("despues", "de", "trabajar"), ("despues", "de", "la", "escuela"), ("saliendo", "de", "la", "escuela"),
    ("antes", "del", "trabajo"), ("antes", "de", "trabajar"), ("al", "atardecer"), ("al", "anochecer"),
    ("al", "amanecer"), ("despues", "de", "almorzar"), ("antes", "de", "almorzar"), ("despues", "de", "desayunar"),
    ("despues", "de", "cenar"), ("antes", "de", "cenar"), ("a", "la", "salida", "del", "trabajo"),
    ("entre", "semana"), ("intersemana",),
    ("al", "acabar", "el", "dia"), ("al", "terminar", "el", "dia"),
)  # fmt: skip
"""Real times whose bounds nobody can know."""

CORRECTIONS: tuple[tuple[str, ...], ...] = (
    ("mejor",), ("perdon",), ("perdona",), ("digo",), ("mas", "bien"), ("corrijo",), ("quise", "decir"),
    ("quiero", "decir"), ("me", "equivoque"), ("disculpa",), ("disculpe",), ("rectifico",), ("correccion",),
    ("no", "espera"), ("no", "espere"), ("ay", "no"), ("sorry",), ("upss",), ("ups",), ("cambie", "de", "opinion"),
    ("pensandolo", "bien"),
)  # fmt: skip
CLAUSE_WORDS = frozenset("pero sino aunque porque entonces".split())
NEGATIONS = frozenset("no tampoco nunca excepto salvo menos ni imposible ocupado ocupada".split())
POLITE_NO: tuple[tuple[str, ...], ...] = (
    ("no", "tiene"), ("no", "tienes"), ("no", "tienen"), ("no", "tendra"), ("no", "tendran"), ("no", "tendras"),
    ("no", "tendria"), ("no", "tendrian"), ("no", "tendrias"), ("no", "hay"), ("no", "habra"), ("no", "habria"),
    ("no", "se", "puede"), ("no", "podria"), ("no", "podrian"), ("no", "podrias"), ("no", "puede", "ser"),
    ("no", "importa"), ("no", "se"), ("por", "que", "no"), ("porque", "no"), ("no", "mas"), ("no", "sera"),
    ("no", "seria"), ("no", "hay", "problema"), ("al", "menos"), ("por", "lo", "menos"), ("mas", "o", "menos"),
    ("no", "me", "podria"), ("no", "me", "da"), ("no", "me", "puede"), ("no", "te", "queda"), ("no", "les", "queda"),
    ("no", "le", "queda"), ("no", "manches"), ("no", "pasa", "nada"), ("porfa", "no"), ("no", "quedaria"),
    ("no", "estan", "ocupados"), ("no", "puedes"), ("no", "pueden"), ("no", "puede"), ("no", "me", "pueden"),
    ("no", "me", "puedes"), ("no", "me", "darias"), ("no", "les", "queda", "nada"), ("no", "olvide"), ("no", "quedo"),
)  # fmt: skip
"""A "no" that asks or shrugs instead of refusing."""

MOVING = ("cambi", "mover", "muev", "reagend", "reprogram", "pasar", "pasarl", "pasam", "recorr", "posponer")
"""Stems of verbs that move an appointment: "cambiar la cita del martes al jueves" means Thursday."""

NOISE = frozenset(
    "hola oye oiga buenas buenos buen tardes dias dia noches ola hey que tal disculpe disculpa quiero quisiera"
    " necesito me gustaria cita una un agendar para por favor porfa porfavor plis pls gracias seria puede ser si"
    " ok va sale entonces pues ah mm eh bueno y a el la las los de en con yo se podra podria podrian tienen tiene"
    " hay algo como ese esa eso este ya claro perfecto esta bien consulta sacar reservar no mas".split()
)
"""Words around a request that say nothing about time."""

COUNTED = frozenset(
    "persona hijo pastilla tableta litro kilo metro gota caja vaso cucharada taza personas hijos hijas citas opciones veces pesos dolares anos meses semanas dias horas minutos kilos kg cm mg"
    " ml metros pastillas tabletas gotas dosis consultas doctores hermanos ninos ninas mil litros grados usd mxn"
    " dlls porciento segundos km cuadras pisos piso monedas cajas ampolletas vacunas puntos miligramos embarazo"
    " ano mes semana dia hora minuto pregunta preguntas cosas cosa estudios".split()
)
"""What a number may count; such a number is no day and no hour."""
