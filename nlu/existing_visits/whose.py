"""Whose appointment a message speaks of that wants to change or cancel one: "la mía", "la de mi hijo", "la de Sofía"."""

from __future__ import annotations

import re

from booking.intents import Whose
from booking.models import UnderstandingContext
from nlu.existing_visits.named_patients import known_patients, named_patient
from nlu.naming.name_shape import folded, take, written
from nlu.naming.name_words import GIVEN, RELATIVES_NOUN
from nlu.naming.named import Named
from nlu.when.words import MONTHS, PARTS, WEEKDAYS
from nlu.words.message import Message, plain

_MINE = re.compile(
    r" (?:(?:la|el|de la|a la) mi[ao]|(?:la|el|cita|consulta) (?:de|para) mi(?= (?:,|al?|para|el|por|y|en|mejor|si) | $))(?= )"
)
_RELATIVE = re.compile(rf" (?:mi (?:otr[oa] )?|(?:la|el|al|del|a la) )(?:{RELATIVES_NOUN}|nin[oa]|bebe|senor[a]?)(?= )")
_MY_APPOINTMENT = re.compile(
    r" (?:mi (?:citas?|citita|consulta|turno)|(?:cita|consulta|turno) que (?:tengo|tenia|hice|agende|saque|pedi))(?= )"
)
_AND_ME = re.compile(r" (?:y|o|ni)(?: (?:a|cuando|que dia|tambien|de|la|el))* (?:mi|yo)(?= (?:,|\?)| $)")
_FOR = re.compile(r" (?:de|del|para|pa|a|al|con|por) $")
_TOGETHER_WITH = re.compile(
    r" (?:(?:junto |juntas? |juntos )?con|que|como|despues de|antes de|junto a|pegad[ao] a|seguid[ao] de|igual que|acompanando a|acompanar a|llevar a)(?: (?:la|el|lo)(?: cita| consulta)?)?(?: de)? $"
)
""" "Al mismo día que la de mi mamá", "para ir junto con mi mamá": somebody else's by which one's own is told."""
_HAPPENED = re.compile(r"^[a-z]\w*(?:ó|aron|ieron)$")
""" "Mi abuelito falleció": no name."""
_MINE_STAYS = re.compile(
    r" la mia (?:del? [^ ,?]+ )?(?:(?:esa|esta|si) )*(?:,? ?no(?=(?: ,)* $)|dej\w+|que se quede|se queda|queda|asi|igual|si)(?= )"
)
""" "Cancele la de mi mamá, la mía no"."""
_THEIRS_STAYS = re.compile(
    r"(?: (?:el|ella))? si(?: (?:va|ira|puede|viene|quiere|asiste|la quiere|se queda)(?: ir| a ir)?)?(?: (?:el|la|al?|del?) [^ ,?]+)?(?: ,)* $"
)
""" "Yo no voy a poder ir, pero mi hijo sí": theirs is not meant."""
_I_CANNOT = re.compile(r" (?:yo|la mia)(?: ya)? no(?= )| no (?:voy|puedo|podre|alcanzo|llego)(?= )")
_SAYS = re.compile(
    r"(?: me| nos| les?){0,2} (?:dijo|dice|conto|comento|recomendo|paso|platico) (?!(?:que )?(?:(?:si|ya|no) )*(?:tiene|tenia|su|lo suyo|cuando|a que|que dia)(?: |$))"
)
_THAT = re.compile(r" (?:la|cita|consulta) (?:del? (?!las? |los |hoy |manana |[0-9])|mia )")
_A_NEW_ONE = re.compile(r" (?:otra|nueva)(?= |$)")
""" "Cancela mi cita y agenda otra para mi mamá": she has none yet."""


def whose(message: Message, named: Named | None, context: UnderstandingContext | None = None) -> Whose | None:
    """Whose it is, as far as that is said; None where it is not, or of several people."""
    mine, relative = _MINE.search(message.flat), _spoken_of(message.flat)
    own = mine or _MY_APPOINTMENT.search(message.flat)
    together = relative and own and own.start() < relative.start()
    if together and relative and _TOGETHER_WITH.search(message.flat[: relative.start() + 1]):
        return Whose(own=True) if mine else None  # "la mía al viernes para ir con mi mamá"
    if relative and _MY_APPOINTMENT.search(message.flat) and not _is_owner(message.flat, relative):
        relative = None  # "mi cita, es que se me enfermó el niño"
    if relative and _SAYS.match(message.flat, relative.end()):
        relative = None  # "mi hermana me dijo que …"
    theirs = relative.end() if relative else _end_of_named(message, context)
    if theirs and _THEIRS_STAYS.match(message.flat, theirs) and (mine or _I_CANNOT.search(message.flat)):
        return Whose(own=True)
    others = relative or named_patient(message, context)
    if mine and not (others and _MINE_STAYS.search(message.flat)):
        return None if others else Whose(own=True)
    if relative and not _A_NEW_ONE.search(message.flat[: relative.start()]):
        place = message.between(relative.start() + 1, relative.end())
        taken = [i for i in take(message.tokens, place.stop) if not _HAPPENED.search(message.tokens[i].raw)]
        if taken and not message.tokens[taken[0]].raw[:1].isupper() and folded(message.tokens[taken[0]]) not in GIVEN:
            taken = []  # "la de mi mamá cancélela"
        return Whose(name=written(message.tokens, taken) if taken else None)
    if name := named_patient(message, context):
        return Whose(name=name)
    only_why = relative is None and bool(_RELATIVE.search(message.flat))
    spoken_of = named is not None and named.for_other and not _A_NEW_ONE.search(message.flat) and not only_why
    return Whose(name=named.name) if named is not None and spoken_of else None


_TELLS_WHY = re.compile(
    r"(?: (?:ya|hoy|ayer|anoche|tambien|apenas|creo que|siempre))*(?:"
    r" (?:se (?:me |nos )?|me |nos )[a-z]+(?:o|aron|ieron)(?! su| la cita)| (?:murio|fallecio|nacio|trabaja|viaja|(?:que )?(?:me|nos) (?:lleva|trae|acompana|cuida)|(?:hizo|saco|agendo|pidio|aparto)(?: [^ ,?]+){0,3} (?:por|para) mi(?= )|esta(?! (?:programad|agendad|apuntad|anotad|citad|registrad))|anda|amanecio|sigue|tiene(?! (?:una |su |la |ya )?(?:cita|consulta)))"
    r"| se (?:casa|gradua|va|opera|alivia)| va a (?:dar a luz|tener|viajar|salir|nacer|operarse)"
    r"| no (?:me|nos) (?:(?:va a|podra|puede|quiere|quiso|pudo|da|dan|deja|dejan|dio|dejo|presta|llev\w+|acompan\w+|traer?)(?= ))"
    r"| no (?:va a poder|podra|puede|quiere|pudo) (?:llevar|acompanar|traer|recoger|cuidar|prestar)\w*| (?:ya )?no (?:me )?(?:lleva|acompana|trae)(?= )"
    r"| (?:quiere|pide|pidio|prefiere|insiste en) que (?:yo )?(?:vaya|vayamos|la|lo|me|nos)(?= )| (?:necesita|ocupa) (?:el carro|que (?:la|lo|le)|ayuda)(?= ))"
)
""" "Mi esposa no me puede llevar", "mi hijo se enfermó": why, and not whose."""
_WHY_OF = re.compile(
    r"(?: (?:se (?:me |nos )?[a-z]+(?:o|aron)|(?:hizo|saco|agendo|pidio|aparto|reservo)|(?:voy|vamos|ir|ire|iremos|asist\w+)(?: [^ ,?]+){0,3} con|(?:atender|atiendo|atendiendo)|(?:cuid|dej|llev|recog|recoj|acompan|visit|oper|intern|hospitaliz|bautiz)\w+|murio|fallecio|nacio))(?: a)? $"
)
""" "Tengo que cuidar a mi mamá", "se enfermó mi niña", "la cita que hizo mi esposo", "voy con mi hija"."""
_CANNOT_TAKE = re.compile(
    r" no (?:(?:la|lo) )?(?:voy a|vamos a|puedo|podemos|podre|podremos|alcanzo a)(?: poder)? (?:llevar|traer|acompanar)(?:la|lo)? a $"
)
""" "No voy a poder llevar a mi mamá" to hers."""
_THEY_DO_NOT_COME = re.compile(
    r" no (?:va|van|podra|podran|puede|pueden|pudo|quiere)(?: a)?(?: poder)? (?:ir|asistir|venir|llegar)(?= )| (?:el|ella|ellos) (?:ya )?no (?:va|puede|podra)(?= )"
)


_THEIR_OWN = re.compile(r" su (?:cita|consulta|turno)(?= )")
_OF_WHAT = re.compile(r" ([a-z]+) (?:de|del) $")
_OF_AN_APPOINTMENT = frozenset(
    (
        *WEEKDAYS,
        *MONTHS,
        *PARTS,
        *"la el lo los las cita citas consulta turno lugar espacio hora horario reservacion dia media visita parte nombre asistencia".split(),
    )
)


def _is_of_something(before: str) -> bool:
    """ "La boda de mi hermana": of what is no appointment."""
    noun = _OF_WHAT.search(before)
    return noun is not None and noun[1] not in _OF_AN_APPOINTMENT


def _spoken_of(flat: str) -> re.Match[str] | None:
    """The relative whose appointment may be meant: one that it is said to be of, else the first that is no reason."""
    found = [*_RELATIVE.finditer(flat)]
    found = [one for one in found if not _is_of_something(flat[: one.start() + 1])]
    found = [one for one in found if not ("senor" in one[0] and flat[: one.start() + 1].endswith((" soy ", " habla ")))]
    if taken := next((one for one in found if _CANNOT_TAKE.search(flat[: one.start() + 1])), None):
        return taken
    if owner := next((one for one in found if _is_owner(flat, one)), None):
        return None if _WHY_OF.search(flat[: owner.start() + 1]) and not _THAT.search(flat) else owner
    if _THEY_DO_NOT_COME.search(flat) or _THEIR_OWN.search(flat):
        return next(iter(found), None)
    whom = (one for one in found if not (_TELLS_WHY.match(flat, one.end()) or _WHY_OF.search(flat[: one.start() + 1])))
    return next(whom, None)


def _is_owner(flat: str, one: re.Match[str]) -> bool:
    """Whether something is said to be of a relative: "la de mi hijo", "la del niño"."""
    return one.group().startswith(" del ") or bool(_FOR.search(flat[: one.start() + 1]))


def _end_of_named(message: Message, context: UnderstandingContext | None) -> int:
    """Where the only patient who is named ends; 0 where none is, or several are."""
    names = known_patients(message, context)
    said = f" {plain(names[0])} " if len(names) == 1 else None
    return message.flat.index(said) + len(said) - 1 if said and said in message.flat else 0


def existing(message: Message, named: Named | None, context: UnderstandingContext | None = None) -> Whose | None:
    """Whose appointment is meant where one is named as something that is there: "la de Eva", "la cita de mi hijo"."""
    return whose(message, named, context) if _THAT.search(message.flat) else None


def is_of_several(message: Message, context: UnderstandingContext | None = None) -> bool:
    """ "La de mi mamá y la mía", "la de Brenda y la de Iker": more than one person's."""
    others = _RELATIVE.search(message.flat) or known_patients(message, context)
    if others and _AND_ME.search(message.flat):
        return True
    both = _MINE.search(message.flat) and others and not _MINE_STAYS.search(message.flat)
    return bool(both) or len(known_patients(message, context)) > 1
