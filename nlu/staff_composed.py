"""A request of staff's taken apart: what is to be done, with which doctor, when, and whose it is.

For what no rule reads whole ("Ana Torres ya no va a venir mañana"). Every word must belong to one of these parts: what is
left over, or a second thing to do, makes it no request.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from booking.intents import UseTool
from booking.models import Role, UnderstandingContext
from nlu import names
from nlu.when import read_spans

BOOK, CHANGE, CANCEL = "agendar_cita_medica_completa", "modificar_cita_medica", "cancelar_cita_medica"
FIND, AGENDA, PATIENTS = "buscar_citas_por_periodo", "actualizar_disponibilidad_doctor", "buscar_pacientes_doctor"


class Act(NamedTuple):
    """Something to be done: the words that say it, the tool, the parameters that its parts fill, and fixed ones.
    `needs`: the parts without which the words say something else."""

    words: re.Pattern[str]
    tool: str
    when: str | None = "cuando"
    who: str | None = "paciente"
    fixed: tuple[tuple[str, str], ...] = ()
    needs: frozenset[str] = frozenset()


def _act(words: str, tool: str, **parts: object) -> Act:
    return Act(re.compile(rf"\b(?:{words})\b"), tool, **parts)  # type: ignore[arg-type]


_COMES = r"(?:lleg|vin|asisti|present|aparec)"
_ACTS: tuple[Act, ...] = (
    _act(
        rf"(?:no|nunca) (?:se )?(?:{_COMES}\w*)(?: a (?:su |la )?(?:cita|consulta))?|falto(?: a (?:su |la )?(?:cita|consulta))?"
        r"|(?:pon|marc|anot)\w* (?:una )?(?:falta|inasistencia)|me dejo plantad[oa]",
        CHANGE, fixed=(("estado", "no_asistio"),),
    ),
    _act(
        r"(?:ya )?(?:termin\w+|acab\w+)(?: (?:la )?(?:cita|consulta))?(?: con)?", CHANGE,
        fixed=(("estado", "completada"),), needs=frozenset({"who"}),
    ),
    _act(
        r"(?:ya )?(?:paso|entro)(?: ya)?(?: a consulta)?|(?:ya )?empe\w+ (?:la )?consulta(?: con)?", CHANGE,
        fixed=(("estado", "en_curso"),), needs=frozenset({"who"}),
    ),
    _act(r"(?:ya )?lleg(?:o|aron)|ya esta(?: aqui| en (?:la )?sala(?: de espera)?)?|aqui esta", CHANGE, fixed=(("estado", "llego"),)),
    _act(
        r"(?:quit|levant|elimin|borr|cancel)\w* (?:el|los|mi|ese) bloqueos?|desbloqu\w+|habilit\w+|liber\w+|abr(?:e|eme|ir|ela|an|elo)"
        r"|siempre si (?:trabajo|vengo|atiendo|voy|va|viene)(?: a (?:ir|venir|trabajar|atender|estar))?",
        AGENDA, who=None, fixed=(("disponible", "si"),), needs=frozenset({"when"}),
    ),
    _act(
        r"bloqu\w+|cierr\w+|cerrar|inhabilit\w+|(?:ya )?no voy a (?:venir|ir|estar|trabajar|atender|dar consulta)"
        r"|no (?:vengo|trabajo|atiendo|doy consulta|estoy|estare)|no (?:puedo|podre) (?:venir|ir|estar|trabajar|atender)"
        r"|(?:(?:me )?voy|salgo|estare|estoy|ando) de (?:vacaciones|viaje)|no me agend\w+(?: a nadie| nada| citas?)?",
        AGENDA, who=None, needs=frozenset({"when"}),
    ),
    _act(
        r"(?:ya )?no (?:va|puede|podra) a? ?(?:venir|ir|estar|trabajar|atender|dar consulta)|no (?:viene|trabaja|atiende|esta|estara)"
        r"|(?:se va|sale|esta|estara|anda) de (?:vacaciones|viaje)",
        AGENDA, who=None, needs=frozenset({"when", "doctor"}),
    ),
    _act(
        r"(?:cancel|anul|elimin|borr|quit|tumb)\w*|dar? de baja|(?:ya )?no (?:va a|puede|podra|va a poder|quiere) venir|ya no viene|no viene",
        CANCEL, needs=frozenset({"any"}),
    ),
    _act(
        r"(?:muev|mov|cambi|reagend|reprogram|recorr|pospon|pospus|adelant|atras|retras)\w*|pas(?:a|ar|ame|ale|alo|ala|alos)", CHANGE,
        when="nueva_fecha_hora", needs=frozenset({"any"}),
    ),
    _act(
        r"(?:agend|apart|reserv|program|apunt|anot)(?!ad)\w*|(?:pon|met|haz|da|das|dal|dame|ponm|registr|hac|sac)\w* (?:una? |la |le )?(?:cita|consulta|lugar|espacio|campo)|(?:quiere|pide|necesita|solicita) (?:una )?(?:cita|consulta)",
        BOOK, when="fecha_hora_inicio", who="paciente_nombre", needs=frozenset({"who"}),
    ),
    _act(
        r"(?:quiere|quisiera|pide|necesita|solicita)", BOOK,
        when="fecha_hora_inicio", who="paciente_nombre", needs=frozenset({"who", "when"}),
    ),
    _act(r"agend\w* (?:una )?(?:cita )?(?:a|para) (?:un|una) paciente|(?:y )?(?:luego )?(?:agend|apart|apunt|anot)al[eoa]s?(?: cita)?", BOOK, when="fecha_hora_inicio", who="paciente_nombre"),
    _act(
        r"(?:registr(?!ad)|captur|agreg|anad|cre|ingres)\w*|(?:da|dar|dame|dale|denle|damelo) de alta(?: en el sistema)?|alta (?:de|a)(?: (?:un|una|la|el))? paciente|pacientes? nuev[oa]s?|nuev[oa]s? pacientes?",
        "crear_paciente_medico", when=None, who="nombre",
    ),
    _act(
        r"(?:busc|encuentr|localiz)\w*|(?:numero de )?(?:telefono|celular|cel|tel|contacto)|datos|numero|registrad[oa]s?|expediente"
        r"|quien es", PATIENTS, when=None, who="busqueda", needs=frozenset({"who"}),
    ),
    _act(
        r"(?:proximos?|siguientes?|primer|primeros?|cuando hay|mas proximo) (?:horarios?|espacios?|huecos?|lugar(?:es)?|campo)|cuando (?:hay|tiene|tienes|habra) (?:horarios?|espacios?|huecos?|lugar(?:es)?|campo)",
        "find_next_available", when=None, who=None,
    ),
    _act(
        r"(?:horarios?|espacios?|huecos?|lugar(?:es)?|campos?)(?: (?:libres?|disponibles?|quedan|hay|tiene|tienes|tengo|tenemos))*|libres?|disponibles?",
        "check_availability", when="date", who=None, needs=frozenset({"when"}),
    ),
    _act(
        r"citas?|agenda|consultas?|pacientes?|lista|tengo|toca|viene|vienen|agendad[oa]s?|citad[oa]s?|atiendo|veo|llega|faltan"
        r"|pendientes?|lo de|lo que hay|que hay|que tiene|mi dia|que tal|como (?:esta|va|viene|anda|pinta)",
        FIND, needs=frozenset({"any"}),
    ),
)  # fmt: skip
"""What may be asked for, what is more exact first."""
_WRITES = frozenset({BOOK, CHANGE, CANCEL, AGENDA, "crear_paciente_medico"})

_FILLER = frozenset(
    """
    a al con de del el en es la las le lo los para por que se su sus y ya o un una unos me nos te mi mis tu hay cita citas
    consulta consultas paciente pacientes senor senora sra sr don dona doctor doctora dr dra cuando quien quienes cual cuales
    cuantos cuantas cuanto como donde hora horas dia horario hola oye oiga ver favor porfa gracias puedes podrias quiero
    necesito ocupo quisiera tiene tienes tengo tenemos tienen va vas voy venir viene vienen esta estan este esto ese esa estas
    si no todo toda todos todas ahora ahorita luego hoy nuevo nueva nuevos proximo proxima primer primero primera ultimo
    ultima libre libres disponible disponibles quedan queda lugar espacio espacios hueco huecos dame dime pasa pasas pasame
    manda mandame ensename muestrame revisa checa checame fijate mira lista agenda agendas agendado agendada agendados
    llega llegan ver faltan falta toca tocan veo atender atiendo seguimiento apellido llama nombre sistema aqui alguien algo
    avisa aviso hablo llamo dice dijo cliente alta baja tambien mas son sea seria hacer haz das da dan dale pendiente
    pendientes mejor registro persona quiere puede sabes saber numero anda paciente lleva llevo
    """.split()
)
"""What may stand around a request without asking for anything of its own."""
_NO_NAME = re.compile(r"\b(?:y|ni|o|pero|luego|menos|excepto|salvo|otr[oa]s?|nadie|todos|todas)\b")
_PHONE = re.compile(r"\+?\d[\d\s()-]{8,}\d")
_LEAD = re.compile(r"\b(?:a|de|para|con|llama|es|viene|senora?|don|dona|paciente|apellido)\s+$")
_TO = re.compile(r"\b(?:a|al|para|hasta)\s+(?:el\s+|las?\s+)?$")
_EACH_WEEK = re.compile(
    r"\b(?:los|todos los|cada) (?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)\b|entre semana"
)
_WANTED = re.compile(r"\b(?:una|otra) (?:\w+ )?(?:cita|consulta|turno)\b")
_FIRST_OR_LAST = re.compile(r"\b(?:primer|ultim)\w*")
""" "La última cita": which one that is, nobody has looked up."""
_BY = re.compile(
    r"\b(?:media hora|(?:una|dos|\d) horas?(?: y media)?|un cuarto de hora|(?:\d{1,3}|cinco|diez|quince|veinte|treinta|cuarenta|cuarenta y cinco) min(?:uto)?s?)"
    r"(?: (?:antes|despues|mas tarde|mas temprano|mas))?\b"
)
""" "Media hora": by how much it moves."""
_NEGATED = re.compile(r"\b(?:no|ni|nunca|tampoco)\b")
_CORRECTS = re.compile(r"^\W*no\s*,")
""" "No, cancela la de Ana": what was said before is refused, and not this."""
_ASKS = re.compile(r"\b(?:quien|quienes|cual|cuales|cuant[oa]s?|por que|para que)\b")
_POLITELY = re.compile(r"\b(?:puedes?|podrias?|pueden|me (?:ayudas|haces|das))\b")
_TOLD = re.compile(
    r"\bya (?:(?:la|lo|le|me|se) )*(?:cancel|mov|cambi|bloqu|agend|registr|apart|reserv|anot|apunt)\w*(?:e|i|o|amos|imos)\b"
)
""" "¿Quién canceló?", "ya cancelé la de Ana": what was done is asked or told, and nothing is to be done."""
_SOONER = re.compile(r"\badelant\w*")
_DIRECTION = re.compile(r"\b(?:antes|despues|mas)\b")
_ALL = re.compile(r"\btod[oa]s?\b")
_OWN = re.compile(r"\bmis? (?:\w+ )?(?:citas?|consultas?)\b")
_MONTHS = frozenset("enero febrero marzo mayo junio agosto septiembre octubre noviembre diciembre".split())
"""Those that nobody is called by."""
_LONGEST = 200


def composed(text: str, context: UnderstandingContext, *, doctor: bool) -> UseTool | None:
    """The request; None where a word of it belongs nowhere. `doctor`: one was named, and is left out of the text."""
    if len(text) > _LONGEST:
        return None
    bare = _even(text)
    own = context.role is not Role.DOCTOR and _OWN.search(bare) is not None
    for act in _ACTS:
        said = act.words.search(bare)
        if said is not None and not (own and act.tool in _WRITES):
            if act.tool in _WRITES and _is_no_order(text, bare, said.start(), said.end()):
                continue
            found = _fitting(text, _blank(bare, said.start(), said.end()), act, context, doctor)
            if found is not None:
                return found
    return None


def _is_no_order(text: str, bare: str, start: int, end: int) -> bool:
    """Whether what may be done is denied, asked about or told of. The words that say what to do stand between
    `start` and `end`; their own "no" denies nothing."""
    around = _blank(bare, start, end)
    corrects = _CORRECTS.match(text)
    denied = _NEGATED.search(around, corrects.end() if corrects else 0)
    asks = ("?" in text or "¿" in text or _ASKS.search(around)) and not _POLITELY.search(bare)
    return bool(denied or asks or _TOLD.search(bare))


def _fitting(text: str, rest: str, act: Act, context: UnderstandingContext, doctor: bool) -> UseTool | None:
    """The request, if everything else is a part of it. `rest` is the text without what says the act, each letter in
    its place."""
    given: dict[str, str] = {}
    if act.who in ("nombre", "busqueda") and (phone := _PHONE.search(rest)):
        given["telefono" if act.who == "nombre" else "busqueda"] = text[phone.start() : phone.end()]
        rest = _blank(rest, phone.start(), phone.end())
    if act.when == "nueva_fecha_hora" and (by := _BY.search(rest)):
        stretch, rest = text[by.start() : by.end()], _blank(rest, *by.span())
        sooner = _SOONER.search(_even(text)) and not _DIRECTION.search(_even(stretch))
        given["recorrer"] = f"{stretch} antes" if sooner else stretch
        act = act._replace(when="cuando")
    if act.when is not None:
        when, rest = _time(text, rest, act, context)
        if when is not None:
            if act.words.search(_even(when)) and act.when != "date":
                return None  # what is to be done stands among the words about time: nobody knows what they tell
            given[act.when] = when
    left = [m for m in re.finditer(r"\S+", rest) if m[0] not in _FILLER]
    if left:
        who = _name(text, rest, left[0].start(), left[-1].end()) if act.who and act.who not in given else None
        if who is None or act.who is None:
            return None
        if who in _MONTHS and act.when is not None and act.when not in given:
            given[act.when] = f"en {who}"  # "mis citas de diciembre"
        else:
            given[act.who] = who
    parts = {"who": act.who in given, "when": act.when in given, "any": bool(given), "doctor": doctor}
    if not all(parts[need] for need in act.needs) or (act.tool == AGENDA and _EACH_WEEK.search(rest)):
        return None
    if _FIRST_OR_LAST.search(rest) if act.tool in _WRITES else _WANTED.search(_even(text)):
        return None
    several = (("todas", "si"),) if act.tool in (CANCEL, CHANGE) and _ALL.search(rest) else ()
    return UseTool(tool=act.tool, arguments=(*given.items(), *act.fixed, *several))


def holds_more(text: str) -> bool:
    """Whether a text in lower case without accents has a word that asks for something of its own."""
    return any(word not in _FILLER for word in re.findall(r"\w+", text))


def _time(text: str, rest: str, act: Act, context: UnderstandingContext) -> tuple[str | None, str]:
    """The words about time, and the rest without them. A new time must be said to be one."""
    hours = (context.opens, context.closes) if context.opens and context.closes else None
    if act.tool == AGENDA and _EACH_WEEK.search(rest):
        return None, rest
    spans = read_spans(rest, context.now, hours=hours, direction=None).spans
    if not spans:
        return None, rest
    start, end = min(first for first, _ in spans), max(last for _, last in spans)
    if (
        act.when == "nueva_fecha_hora"
        and not re.match(r"\s*(?:a|al|para)\b", rest[start:])
        and not _TO.search(rest[:start])
    ):
        return None, rest
    return text[start:end].strip(" ,.?!"), _blank(rest, start, end)


def _name(text: str, rest: str, start: int, end: int) -> str | None:
    """The one name that these words are."""
    said = rest[start:end]
    if (
        "," in text[start:end].strip(" ,")
        or _NO_NAME.search(said)
        or any(c.isdigit() for c in said)
        or len(said.split()) > 5
    ):
        return None
    written = text[start:end].strip(" ,.?!")
    if len(written.split()) != len(said.split()):
        return None  # other words stand among these
    shown = written[:1].isupper() and not text.isupper() and start > 0
    if names.begins_given(said) or shown or _LEAD.search(rest[:start]):
        return written
    return None


def _even(text: str) -> str:
    """Small letters without accents and marks, each in its place."""
    folded = "".join(unicodedata.normalize("NFKD", letter)[0].lower()[:1] for letter in text)
    return re.sub(r"[¿?¡!,.;\"«»]", " ", folded)


def _blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"
