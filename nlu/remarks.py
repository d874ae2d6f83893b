"""What somebody tells beside a yes and changes nothing by it: "ya llegué a mi casa", "ya le pregunté a mi esposo".

Closed: of what is not on the list nobody can say that it changes nothing.
"""

from __future__ import annotations

import re

from nlu.message import Message

_PLACE = r"(?:(?:mi|la|el|las|mis) )?(?:casa|casita|trabajo|trabajar|oficina|escuela|chamba|jale|junta|reunion|clase|clases|banco|depa)"
_FAMILY = (
    r"mi (?:espos[oa]|mama|papa|hij[oa]|herman[oa]|marido|mujer|senor[a]?|novi[oa]|pareja|jef[ea]|suegr[oa]|abuel[oa])"
)
_SORRY = r"(?:(?:perdon|perdone|disculpe|disculpa|disculpen|una disculpa|lo siento|ay) )*"
_ANSWER = r"(?:contest|respond)"
_ARRIVED = rf"(?:ya|apenas|apenitas|ahorita|recien|por fin)?(?: (?:ya|apenas))? ?(?:llegue|llegamos|sali|regrese|volvi|estoy|me desocupe|me libere)(?: (?:a|de|en|del|al) {_PLACE}| del? {_PLACE})?"
_DELAYED = (
    rf"{_SORRY}(?:por )?(?:la|el|mi) (?:tardanza|demora|retraso|molestia)|por la hora"
    rf"|{_SORRY}(?:por|que) (?:no (?:haber(?:te|le|les)? )?|(?:me )?tard\w+ (?:tanto )?(?:en )?)(?:(?:te|le|les|habia) )?{_ANSWER}\w+(?: antes)?"
    rf"|{_SORRY}(?:no|apenas|hasta ahorita) (?:(?:habia|pude|alcance a) )*(?:(?:visto|vi|ver|lei|leer|leido) (?:el|su|tu|los|sus|tus) mensajes?|{_ANSWER}\w+(?: antes)?)"
    rf"|{_SORRY}(?:es que )?(?:estaba|andaba|venia|iba) (?:manejando|trabajando|ocupad[oa]|dormid[oa]|durmiendo|comiendo|cocinando|en llamada|en una llamada|en (?:el camion|{_PLACE}|una junta|una reunion))"
)
_CONSULTED = (
    rf"(?:ya|apenas)(?: (?:le|les|lo|la))? (?:pregunte|consulte|platique|comente|hable|pense|pensamos|decidi|vi|cheque|revise|avise|pedi permiso|tengo permiso|me dieron permiso)"
    rf"(?: (?:a|con|en) {_FAMILY}(?: (?:y )?(?:dice|dijo|dicen) que si)?| (?:mi|la) (?:agenda|calendario)| (?:en|con) (?:el|mi) (?:trabajo|jef[ea])| bien)?"
)
_GLAD = (
    r"que (?:bueno|bien|padre|alivio|suerte)(?: que (?:(?:si|aun|todavia) )?(?:hay|hubo|habia|tienen|alcance)(?: (?:lugar|espacio|cita|cupo))?)?"
    r"|(?:si )?(?:me|nos) urge(?: mucho)?|no hay (?:ningun )?problema|no (?:importa|pasa nada|le hace)"
)
_DEAR = r"(?:esta|es|sale) (?:un poco |un poquito |algo |muy |medio |bien )?(?:car[oa]|carit[oa]|lejos)"
_ANYWHERE = re.compile(rf"(?:{_DELAYED}|{_GLAD})")
_WITH_A_FIRM_YES = re.compile(rf"(?:{_DELAYED}|{_GLAD}|{_ARRIVED}|{_CONSULTED})")
_BEFORE = re.compile(rf"(?:{_DELAYED}|{_GLAD}|{_ARRIVED}|{_CONSULTED}|{_DEAR})")
_ROW = re.compile(
    rf"(?:{_DELAYED}|{_GLAD}|{_ARRIVED}|{_CONSULTED})(?: (?:{_DELAYED}|{_GLAD}|{_ARRIVED}|{_CONSULTED}))*"
)
_CLAUSES = re.compile(r"[^,.;!\n¡…]+")


def without(message: Message, *, before: bool, firm: bool) -> Message:
    """The message without the clauses that are such remarks. `before` the yes they are none of its objects: "sí, ya vi"
    and "sí, está caro" may be no more than a yes to that, unless the yes is a `firm` one, "sí la quiero"."""
    remark = _BEFORE if before else _WITH_A_FIRM_YES if firm else _ANYWHERE
    clauses = [clause.strip() for clause in _CLAUSES.findall(message.text)]
    return Message.of(", ".join(clause for clause in clauses if clause and not _is(remark, Message.of(clause))))


def is_one(message: Message) -> bool:
    """Whether a whole message is a row of such remarks, beside something else than a yes."""
    return _is(_ROW, message)


def _is(remark: re.Pattern[str], clause: Message) -> bool:
    return not (clause.asks or clause.odd or clause.emoji) and bool(remark.fullmatch(" ".join(clause.words)))
