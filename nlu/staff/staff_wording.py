"""What staff write around an order, in the order's own words: to whom it is said ("dile al sistema que …", "ponle que …"), what
is not to be done before what is ("no canceles la de Ofelia, muévela …"), that a doctor is ill, and days that are added
("no viene mañana ni el miércoles")."""

from __future__ import annotations

import calendar
import datetime as dt
import re

from booking.models import Role, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.staff.staff_act_words import NOT_THERE
from nlu.staff.staff_words import even
from nlu.when.words import DAY_NAMES, MONTH_OF, MONTHS, WEEKDAYS
from nlu.with_whom.specialties import wanted
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING, ENDING, MOVING

_SYSTEM = r"(?:sistema|programa|bot|asistente|robot|compu|computadora|maquina)"
_TO_THE_SYSTEM = re.compile(
    rf"^\W*(?:(?:hola|oye|oiga|por favor|porfa|a ver)\W+)*(?:(?:di|dig|avis|inform|ped|pid|escrib|ponle)\w*(?: por favor)? (?:al |en el |a )?(?:el |la )?{_SYSTEM}(?: (?:de )?que|:|,)"
    rf"|(?:el |la )?{_SYSTEM}\s*[,:])\s*"
)
""" "Dile al sistema que", "sistema:": nobody else is told."""
_SAID_TO_IT = re.compile(
    r"^\W*(?:(?:hola|oye|oiga|por favor|porfa|a ver)\W+)*(?:pon(?:le|me|lo|ga|gale)?|marc[ae](?:le|me|lo)?|anot[ae](?:le|me|lo)?|apunt[ae](?:le|me|lo)?|registr[ae](?:le|me|lo)?|captur[ae](?:le|me|lo)?|agreg[ae](?:le)?)"
    r"(?: (?:ahi|aqui|en (?:el sistema|la agenda|mi agenda|mi calendario)))? que (?!me\b|nos\b|les?\b)"
)
""" "Ponle que mañana no voy": what is put is an order by itself, or no order at all."""
_RATHER = re.compile(
    rf"^\W*(?:(?:oye|oiga|perdon|no)\W+)*no (?:me |la |le )?(?:vayas a )?(?:{ENDING})\w* (?P<whose>(?:a |(?:la|el)(?: cita| consulta)? (?:de |del )?)[^,;]{{2,60}}?)\s*(?:[,;.]|\bsino(?: que)?\b|\bmejor\b)"
    r"(?:\s*(?:[,;.]|sino(?: que)?|mejor|solo|nomas|nada mas))*\s*(?P<verb>muev[ae]n?|mov(?:er)?|pas[ae]n?|cambi[ae]n?|recorr[ae]n?|recorre|reagend[ae]n?|reprogram[ae]n?|adelant[ae]n?)(?:me|nos|se)?(?:la|lo)\b"
)
""" "No canceles la de Ofelia, muévela al lunes": it is to be moved."""
_ILL = re.compile(
    r"\s*,?\s*\b(?:(?:ya |hoy |ahorita )?(?:amanecio|esta|anda|se (?:siente|puso|sentia)|sigue) (?:muy |bien |un poco |algo )?(?:enferm[oa]|mal[ao]?|resfriad[oa]|agripad[oa]|hospitalizad[oa]|internad[oa]|indispuest[oa])"
    r"|se (?:enfermo|accidento|lastimo|cayo)|tiene (?:mucha )?(?:gripa|gripe|fiebre|calentura|covid|tos|diarrea|migrana))\b\s*(?:,|\.|;|\by\b|\basi que\b|\bentonces\b)+\s*"
)
""" "Amaneció enferma, no viene": why."""
_OFF = r"(?:congreso|curso|junta|cirugia|guardia|capacitacion|compromiso|reunion|viaje|vacaciones|evento|boda|tramite|cita|dentista|permiso)"
_CALLED_OFF = re.compile(
    rf"(?:\s*[,.;]\s*|\s+)(?:(?:porque|ya que|es que|que|pues)\s+)?(?:(?:ya )?se (?:me |le )?(?:cancelo|suspendio|pospuso|cayo)(?: (?:el|la|mi|su|un|una|las|mis))* {_OFF}"
    rf"|(?:(?:ya|siempre) )+no (?:voy|va|fui|fue|ire|ira|hay|tengo|tiene|hubo|habra|sali|salgo|sale)(?: (?:a|al|de|el|la|mi|su|un|una|las|mis))* {_OFF}"
    r"|(?:ya )?me siento (?:mejor|bien)|ya (?:estoy|esta|anda|ando|se siente) (?:mejor|bien))(?: (?:del|de la|en el|en la|al que iba) [^,;.]{1,20})?\W*$"
)
""" "Libera mañana, ya no voy al congreso": why, behind an order that frees."""
_FREES = re.compile(
    r"\b(?:desbloqu|liber|abr|habilit|quit|levant|elimin|cancel)\w*|\bsi (?:viene|va|voy|vengo|trabaja|trabajo|atiende|atiendo|doy|da|abrimos)\b"
)
_TO_HIM = re.compile(
    r"^\W*(?:(?:oye|oiga|ok|y|ahora|luego)\W+)*a (?P<whose>(?:(?:la|el) )?(?:senora? |don |dona )?[a-z]+(?: [a-z]+){0,3}?)\s*,?\s+(?P<verb>pas|muev|cambi|recorr|reagend|reprogram)(?P<end>a|e)(?:me|nos)?(?:lo|la)\b(?=.*\d|.* (?:al?|para) )"
)
""" "A Rigoberto pásamelo a las 6"."""
_THERE_AFTER_ALL = re.compile(
    r"(?<!siempre )\bs[ií] (?=(?:voy|vengo|trabajo|atiendo|doy consulta|va a venir|viene|va|trabaja|atiende|da consulta|abrimos|estar[eé]|estar[aá])\b)",
    re.IGNORECASE,
)
_A_DAY_BEFORE = re.compile(rf"(?:hoy|manana|pasado|(?:{DAY_NAMES})|\d{{1,2}}|semana|tarde)\s*,?\s*$")
""" "Mañana sí voy"; "si voy mañana" is a condition."""
_WHY_CLOSED = re.compile(
    r"\b(?:cerramos|cerraremos|cierra|cierren|cerrad[oa]s?|no (?:abrimos|abre|hay consulta|hay servicio|trabajamos|laboramos))\b[^,;.]*?(?P<why>\s+por (?!(?:(?:la|el|los|las|un|una|toda|todo) )*(?:manana|tarde|noche|dia|dias|medio|semana|semanas|mes|ano|hora|horas|rato|favor|whatsapp|telefono|\d)\b)[a-z]+(?: (?:de|del|la|el|[a-z]+)){0,4})\W*$"
)
""" "El sábado cerramos por posada": why."""
_RELATED = re.compile(rf"\b(?P<to>a) mi (?:{RELATIVES_NOUN})s?\s*,?\s+")
_NOT_TO_BE = re.compile(
    r"(?<=\w)\s*,?\s*\b(?:(?:pero )?que|siempre que|mientras) no sean?\b(?= (?:en|el|la|los|las|por|de|a|al|con|hoy|manana|antes|despues|temprano|tarde|muy|tan)\b)"
)
""" "El lunes que no sea en la mañana": but for that."""
_NO_NUMBER = re.compile(r"\s*,?\s*\bsin (?:telefono|celular|numero|tel|cel)\b")
""" "Agenda a mi mamá, Rosario Lara, sin teléfono": whose relative it is, and that there is no number."""
_IN_A_MONTH = re.compile(rf"\b(?:todos )?(?:los|cada) (?P<day>{DAY_NAMES}) de (?P<month>{'|'.join(MONTHS)})\b\s*,?")
_SURE = re.compile(r"\bsi (?=(?:ya )?(?:llego|vino|asistio|se presento|llegaron)\b)")
_PUT_RIGHT = re.compile(
    r"\s*[,.;]\s*(?:(?:fue|era) (?:un |mi )?error|corrig\w+(?:lo|la)?|corrij\w+|me equivoque|perdon|disculpa)\W*$"
)
""" "Teresa sí llegó, fue error": what became of it after all."""
_DAY = rf"(?:(?:el|la|los|este|esta) )?(?:hoy|manana|pasado manana|pasado|(?:{DAY_NAMES})\b|dia \d|\d{{1,2}}\b)"
_NOR = re.compile(rf"(?:\s*,)?\s+(?:ni|y tampoco|tampoco)\s+(?:voy\s+|va\s+|viene\s+|vengo\s+)?(?={_DAY})")
_NEITHER = re.compile(rf"(?<=\s)y\s+(?P<day>{_DAY}[^,;.]{{0,20}}?)\s+tampoco\b")
_ABSENT = re.compile(rf"\b(?:{NOT_THERE})\b")


_LATE = r"(?:(?<!la )(?<!mi )(?<!manana )tarde|con retras\w+|retras\w+|atrasad\w+|demorad\w+)\b(?!.* hasta )"
_COMES = r"(?:llega|llegara|viene|vendra|entra|va|anda|trae|llegan|vienen|van|va a (?:llegar|venir|entrar)|van a (?:llegar|venir))\b"
_DOCTOR_LATE = re.compile(
    rf"^\W*(?:(?:hola|oye|oiga|buenos dias|buenas|buenas tardes)\W+)*(?:(?:el|la) )?(?:dra?\b\.?|doctora?) [a-z]+(?: [a-z]+)?? (?:(?:hoy|manana|avis[ao] que|hablo que|dice que|dijo que|hoy avis[ao] que) )*{_COMES}[^,;?]*\b{_LATE}[^,;]*$"
)
_I_AM_LATE = re.compile(
    rf"^\W*(?:(?:hola|oye|oiga|buenos dias|buenas|buenas tardes|hoy|ahorita|ya|que)\W+)*(?:voy|llego|vengo|ando|traigo|llevo|voy a (?:llegar|entrar)|llegare)\b[^,;?]*\b{_LATE}[^,;]*$"
)
_BY_HOW_MUCH = re.compile(r"\d|\b(?:media|cuarto|hora|horas|minutos|diez|quince|veinte|treinta|cuarenta)\b")
_TELLS_LATE = re.compile(rf"\b{_COMES}[^,;?]*\b{_LATE}")
_ORDERS = re.compile(rf"\b(?:{ENDING}|{MOVING.replace('retras|', '')}|{BOOKING}|bloque|avis[ae])")
_OF_A_DOCTOR = re.compile(r"\b(?:dra?|doctora?|doc)\b")


def patient_comes_late(text: str, context: UnderstandingContext) -> bool:
    """ "Beto habló que llega 15 minutos tarde": told of a patient."""
    bare = even(text)
    asks = "?" in text or "¿" in text or re.match(r"\W*(?:quien|cual|cuant|como|que )", bare) is not None
    doctors = {word for name in context.doctors for word in even(name).split()} - {"dr", "dra"}
    of_a_doctor = _OF_A_DOCTOR.search(bare) is not None or not doctors.isdisjoint(bare.split())
    ordered = _ORDERS.search(bare) is not None
    return not (asks or of_a_doctor or ordered) and _TELLS_LATE.search(bare) is not None


def plainly(text: str, context: UnderstandingContext) -> str:
    """The order alone; the text as it is where nothing stands around it."""
    own = context.role is Role.DOCTOR and _I_AM_LATE.match(even(text))
    if (own or _DOCTOR_LATE.match(even(text))) and _BY_HOW_MUCH.search(even(text)):
        return f"avísales que {text}"
    if led := _TO_THE_SYSTEM.match(even(text)):
        text = text[led.end() :]
    text = _each_doctor(_by_name(text, context), context)
    if (off := _CALLED_OFF.search(even(text))) and _FREES.search(even(text), 0, off.start()):
        text = text[: off.start()]
    month, absent = _IN_A_MONTH.search(even(text)), _ABSENT.search(even(text))
    if month and absent and not re.search(r"\bya no\b", even(text)):
        days = _each(month["day"], MONTHS[month["month"]], context.now.date())
        rest = " ".join(f"{text[: month.start()]} {text[month.end() :]}".split())
        absent = _ABSENT.search(even(rest))
        text = f"{rest[: absent.end()]} {days}{rest[absent.end() :]}" if absent and days else text
    if closes := _WHY_CLOSED.search(even(text)):
        text = text[: closes.start("why")]
    if (related := _RELATED.search(even(text))) and text[related.end() : related.end() + 1].isupper():
        text = f"{text[: related.end('to')]} {text[related.end() :]}"
    for apart in reversed([*_NOT_TO_BE.finditer(even(text))]):
        text = f"{text[: apart.start()]} menos{text[apart.end() :]}"
    if none := _NO_NUMBER.search(even(text)):
        text = f"{text[: none.start()]}{text[none.end() :]}"
    if him := _TO_HIM.match(even(text)):
        whose = text[slice(*him.span("whose"))]
        text = f"{him['verb']}{him['end']} a {whose}{text[him.end() :]}"
    there = _THERE_AFTER_ALL.search(text) if "?" not in text else None
    if there and (there[0][1] in "íÍ" or _A_DAY_BEFORE.search(even(text[: there.start()]))):
        text = f"{text[: there.start()]}siempre sí {text[there.end() :]}"
    if sure := _SURE.search(even(text)):
        right = _PUT_RIGHT.search(even(text), sure.end())
        text = f"{text[: sure.start()]}{text[sure.end() : right.start() if right else None]}"
    if rather := _RATHER.match(even(text)):
        whose, verb = text[slice(*rather.span("whose"))], text[slice(*rather.span("verb"))]
        return f"{verb} {whose}{text[rather.end() :]}"
    if absent := _ABSENT.search(even(text)):
        ill = _ILL.search(even(text), 0, absent.start())
        if ill and ill.start() > 0 and not even(text[ill.end() : absent.start()]).strip(" ,"):
            text = f"{text[: ill.start()]} {text[ill.end() :]}"
        for found in reversed([*_NOR.finditer(even(text))]):
            text = f"{text[: found.start()]} y {text[found.end() :]}"
        return _with_neither(text)
    return text


def _by_name(text: str, context: UnderstandingContext) -> str:
    """The text with "la dermatóloga" called by her name, where she is the only one."""
    message = Message.of(text)
    asked = wanted(message, context.specialties)
    if asked is None or len(asked.doctors) != 1 or len(asked.tokens) != 1:
        return text
    said = message.tokens[min(asked.tokens)]
    led = _ARTICLE.search(even(text), 0, said.start)
    return f"{text[: led.start() if led else said.start]}{asked.doctors[0]}{text[said.end :]}"


_ARTICLE = re.compile(r"\b(?:el|la)\s+(?:dra?\.?\s+|doctora?\s+)?$")
_FREE_OF = re.compile(r"\b(?:libres?|disponib\w+|espacios?|huecos?|lugar(?:es)?|horarios?|campos?|cupo)\b")


def _each_doctor(text: str, context: UnderstandingContext) -> str:
    """ "¿Qué hay libre mañana con Méndez o con Ríos?": asked of each, a line for each."""
    words = {word for name in context.doctors for word in even(name).replace(".", " ").split()} - {"dr", "dra"}
    bare = even(text)
    if not words or not _FREE_OF.search(bare) or _ORDERS.search(bare):
        return text
    name = "|".join(re.escape(word) for word in sorted(words))
    one = rf"(?:(?:el|la)\s+)?(?:(?:dra?|doctora?)\b\s*)?(?:{name})\b(?:\s+(?:{name})\b)?"
    two = re.search(
        rf"\b(?P<lead>con|de|a|tiene)\s+(?P<first>{one})(?:\s*,\s*(?:[oyu]\s+)?|\s+[oyu]\s+)(?:(?:con|de|a)\s+)?(?P<second>{one})",
        bare,
    )
    if two is None:
        return text
    lead = text[slice(*two.span("lead"))]
    return "\n".join(
        f"{text[: two.start()]}{lead} {text[slice(*two.span(which))]}{text[two.end() :]}"
        for which in ("first", "second")
    )


def _each(weekday: str, month: int, today: dt.date) -> str:
    """Every such day of that month, the next one of its name: "el 4, el 11 y el 18 de diciembre"."""
    year = today.year + (month < today.month)
    dates = [dt.date(year, month, day) for day in range(1, calendar.monthrange(year, month)[1] + 1)]
    said = [f"el {day.day}" for day in dates if day.weekday() == WEEKDAYS[weekday] and day >= today]
    if not said:
        return ""
    return f"{', '.join(said[:-1])}{' y ' if said[1:] else ''}{said[-1]} de {MONTH_OF[month]}"


def _with_neither(text: str) -> str:
    """ "Mañana no voy y el miércoles tampoco": the days stand together."""
    bare = even(text)
    found, absent = _NEITHER.search(bare), _ABSENT.search(bare)
    if found is None or absent is None or found.start() < absent.end():
        return text
    day, rest = text[slice(*found.span("day"))], f"{text[: found.start()].rstrip()}{text[found.end() :]}"
    at = absent.start()
    return f"{rest[:at].rstrip()} y {day} {rest[at:]}" if re.search(_DAY, bare[:at]) else f"{rest} y {day}"


def put(text: str) -> str | None:
    """What is put where only the system can hear it: "anota que mañana no vengo"."""
    led = _SAID_TO_IT.match(even(text))
    return text[led.end() :] if led else None
