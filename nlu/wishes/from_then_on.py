"""What is counted from an hour of one's own that is said beside it: "salgo a las 3, así que tendría que ser después", "me
desocupo a la 1, de ahí en adelante", "entro a la 1, que sea antes", "si salgo a las 4, ¿a qué hora me recibirían?". The
hour itself bounds the wish (`own_hours`); the words that count from it are read as the wish for an appointment."""

from __future__ import annotations

import re

from booking.models import Role, State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.wishes.booked_for_them import is_of_a_new_one
from nlu.words.message import Message
from nlu.words.read_as import replaced

_SO = r"(?: (?:,|y|ya|pues|asi que|asi es que|entonces|por eso|por lo que|pero|algo|lo que (?:tenga|haya)))*"
_MUST = r"(?: (?:(?:la (?:cita|consulta) )?(?:tendria|tiene|tendra|deberia|debe|habria|necesito|necesitaria|ocupo|quiero|busco)(?: (?:que|de|q))*(?: (?:ser|sea|fuera))?|(?:(?:una |la )?(?:cita|consulta) )?que (?:sea|fuera)|(?:me|nos) (?:la|lo) (?:den|dieran)|seria|para|puede ser|podria ser|tiene que quedar))?"
_IS_THERE = r"(?: (?:que (?:hay|habra|habria|tiene[ns]?|tendran?|tendrian?)|(?:hay|habra|habria|tiene[ns]?|tendran?|tendrian?)(?: algo)?|algo))?"
_OF_THAT = r"(?: (?:de|a) (?:es[ao]|ahi|es[ae] (?:hora|horario)|entonces|ahi mismo))?"
_ENDS = r"(?= (?:[,?]|por favor|porfa|gracias|el|este|la|para|cualquier|y|hoy|manana|de(?! (?:las? |[0-9])))|$| $)"
_AFTER = re.compile(
    rf"{_SO}{_MUST}{_IS_THERE} (?:despues|mas tarde|luego){_OF_THAT}{_ENDS}"
    rf"|{_SO} (?:ya )?(?:de|a partir de|desde) (?:ahi|es[ae] hora)(?: (?:en|pa|para) ?(?:a?delante)| pa)?(?= |$)"
)
_BEFORE = re.compile(rf"{_SO}{_MUST}{_IS_THERE} (?:antes|mas temprano){_OF_THAT}{_ENDS}")
_WHICH_HOUR = re.compile(
    r"(?: (?:,|entonces|pues|y))* a que hora (?:es que )?(?:me|nos|la|lo|le) (?:(?:pued|podr)\w* )?(?:recib|atend|atiend|v[ea]|revis|chec|d[ae]|agend)\w*(?: cita)?(?= )"
)
_ANYTHING = re.compile(
    r"(?: (?:,|y|entonces|pues|que))* (?:hay|habra|habria|tienen?|tendran?|alcanzo|alcanzaria)(?: (?:algo|lugar|lugarcito|espacio|cita|consulta|chanc[ea]|cupo))+(?= )"
)
""" "Salgo a las 5, ¿hay algo?"."""
_UNTIL = re.compile(r" (?:trabajo|trabajamos|estudio) hasta(?= las? )")
_IF = re.compile(
    r"(?:(?<=^)|(?<= ,)) (?:si|como)(?= (?:yo )?(?:ya )?(?:salgo|salimos|entro|entramos|me desocupo|trabajo) )"
)
_LEAVES = re.compile(
    r" (?:salgo|salimos|me desocupo|trabajo|nos desocupamos|sale)(?= (?:[^ ,?]+ ){0,5}?(?:a|hasta) las? )"
)
_BEGINS = re.compile(r" (?:entro|entramos|entra|me voy)(?= (?:[^ ,?]+ ){0,5}?a las? )")
_BUSY = re.compile(
    r" (?:recojo|dejo|llevo|traigo|cuido|(?:voy|paso|tengo que ir) por|(?:corro|voy|tengo que ir) a (?:recoger|dejar|llevar|traer|cuidar)|tengo que (?:recoger|dejar|llevar|traer|cuidar))(?: (?!(?:cita|consulta) )[^ ,?]+){1,5}? (?:a|hasta)(?= las? [0-9])"
)
""" "Recojo a mis hijos a la 1, después de eso": what one does until then."""
_AFTER_THAT = re.compile(r" (?:despues de es[ao]|(?:de|a partir de|desde) (?:ahi|es[ao]))(?= )")
_ANOTHER_THING = frozenset(
    "alguien cierran cierra abren abre abierto abierta abiertos cerrado estacionamiento pagar cobran cuesta analisis resultados receta"
    " estudios laboratorio farmacia camion".split()
)
"""Of which something else than an appointment is asked."""
_NEEDED = frozenset(
    "que recibir reciben recibirian recibirme atienden atender pueden podrian hay habra habria tiene tienen tendra tendran alcanzo despues tarde luego ahi hora antes temprano".split()
)


def as_wished(text: str, context: UnderstandingContext) -> str:
    """A patient's text with such words as the wish itself; as it is where nothing is counted from an hour of theirs."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or context.state is not State.IDLE or _NEEDED.isdisjoint(message.words):
        return text
    if not _ANOTHER_THING.isdisjoint(message.words):
        return text
    if context.made is not None or context.visits or not is_of_a_new_one(message):
        return text
    busy = _BUSY.search(message.flat)
    if busy and _AFTER_THAT.search(message.flat, busy.end()):
        message = Message.of(replaced(message, busy, "salgo a"))
    if until := _UNTIL.search(message.flat):
        message = Message.of(replaced(message, until, "salgo a"))
    leaves, begins = _LEAVES.search(message.flat), _BEGINS.search(message.flat)
    for own, counted in (
        (leaves, _AFTER),
        (begins, _BEFORE),
        (leaves or begins, _WHICH_HOUR),
        (leaves or begins, _ANYTHING),
    ):
        if own and (found := counted.search(message.flat, own.end())):
            rest = Message.of(replaced(message, found, ","))
            asked = any(one.act is Act.START for one in acts.find(rest))
            message = rest if asked else Message.of(replaced(message, found, ", quiero cita,"))
            if condition := _IF.search(message.flat):
                message = Message.of(replaced(message, condition, ""))
            return message.text
    return text
