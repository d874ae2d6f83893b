"""Who has an appointment and says in few words how it is to be another: "mejor otro día", "mismo día pero a las 12", "que sea
antes", "ya no puedo esperar hasta el lunes". Read only where every word is accounted for; what a verb of moving does not
say is asked, and nothing is moved without its yes."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import (
    Anchor,
    AskQuestion,
    CheckAvailability,
    Greet,
    Reading,
    RescheduleAppointment,
    Topic,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.own_visits import shown
from nlu.existing_visits.told_of_visits import WANTS_ONE, takes_back
from nlu.parsed import Parse, meant
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.wishes.anchors import is_told_of_one, near, with_anchor
from nlu.with_whom import doctors, unnamed_doctors
from nlu.words.courtesies import without_closing, without_greeting
from nlu.words.message import Message
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import CHANGING_TIME, MOVING, SUITING
from nlu.words.word_sets import word_set

_MOST_WORDS = 14
_ME_IT = r"(?: (?:me|nos|se|la|lo|mi|esa|cita|consulta)){0,3}"
_MOVED = re.compile(
    rf"{_ME_IT} (?:{MOVING})\w*{_ME_IT}(?:(?: ,)? (?:tantito|tantita|un poco|un poquito|poquito|nomas|media hora|unos? minut\w+))*(?= )"
    rf"| (?:{CHANGING_TIME}|dej)(?:a|e|en|an|ar|emos|amos)(?:me|nos)?l[ao]s?(?= )"
    rf"|(?: (?:me|nos))? (?:la|lo) (?:pas|dej)(?:a|o|e|as|en|an|amos|emos)(?= )"
)
""" "Muévemela tantito", "dejémosla", "¿la pasamos?", "¿podemos reagendar?"."""
_OTHER = re.compile(
    r" (?:(?:a|para|en) )?otr[oa] (?:dia|fecha|hora|horario|ocasion)(?! (?:le|les|te|lo|la|los|me|nos|hablo|llamo|voy|vuelvo|regreso|marco|paso) )(?= )"
    r"| (?:de |el |la |mi )?(?:hora|horario|fecha|dia)(?= $| ,)"
)
_NOT_THEN = re.compile(
    rf" (?:a )?(?:esa|la|ese|el) (?:hora|horario|dia|fecha)(?: (?:de mi cita|que me dieron|que tengo))?(?: ya)? no (?:me |nos )?(?:{SUITING})\w*(?= )"
    rf"| (?:ya )?no (?:me |nos )?(?:{SUITING})\w*(?: (?:a|mi|de|la))* (?:esa|la|ese|el) (?:hora|horario|dia|fecha)(?: (?:de mi cita|que me dieron|que tengo))?(?= )"
)
_BEFORE = re.compile(
    r" (?:(?:algo|lugar|uno|una) )?(?:antes|mas (?:pronto|temprano|cerca|cercano)|adelantar(?:la|lo)?)(?= )"
)
_CANNOT_WAIT = re.compile(
    r" (?:ya )?no (?:voy a |creo )?(?:(?:puedo|podre|podria|poder|alcanzo a) (?:esperar|aguantar)(?:me)?|aguanto|aguantare|aguantar|espero)(?: (?:tanto|mas|mucho|tantos dias|hasta))*"
    rf"(?: (?:hasta|al|para|que llegue|a que llegue|a|el|ese|dia|entonces|tanto|tiempo|{DAY_NAMES}|[0-9]+))*(?= )"
)
""" "Ya no puedo esperar hasta el lunes": not where, in a waiting room."""
_SAME_WEEKS_ON = re.compile(
    r" (?:el )?mism[oa] (?:dia|fecha)(?: (?:de|pero|en))* (?:la )?(?:otra semana|proxima semana|semana (?:que (?:viene|entra|sigue)|proxima|siguiente)|siguiente semana)(?= )"
)
_SAME_TIME = re.compile(r" (?:a |al |en )?(?:la |el )?mism[ao] (?:hora|horario)(?= )")
_SAME_DAY = re.compile(r" (?:en |para )?(?:el |ese )?mism[ao] (?:dia|fecha)(?= )")
_ILL = re.compile(
    r" (?:me siento|me he sentido|estoy|sigo|ando)(?: (?:muy|bien|cada vez|mas))* (?:mal|peor|malita|malito|enferm[oa])(?= )| me urge(?= )"
)
_LIGHT = re.compile(
    r" (?:no|nada) mas(?= (?:quiero|quisiera|necesito|ocupo|que|cambi|me|la|el|es|de|para|por))| no(?= (?:hay|habra|habria|tiene\w*|tendra\w*|tendria\w*|se puede|se podria|se podra|puede|podria\w*|podra\w*|sera|seria) )"
)
""" "Nomás quiero …", "¿no habrá …?": says no no."""
_AROUND = word_set("""da das dan dame deme denme busca busque busqueme buscame consigue consigueme consigame que sea pueda puede pueden puedo podria podrian podriamos podemos poder ser seria fuera se hay algo lugar habra habria
    tienen tiene tendra tendran tendria manera forma modo chance posibilidad de pero mejor y para pa pal el la a al con en ir vernos vemos nos me ver
    si quiero quisiera queremos necesito ocupo prefiero nomas nadamas nada mas solo solamente porque es entonces pues oiga oye
    por favor porfa , ? hasta un poco quede mi cita consulta lo asistir""")
"""What stands around these and says nothing of its own."""
_ASKS = re.compile(r"^(?: (?:,|y|oiga|oye|disculpe))* (?:que|cual|cuando|cuanto)(?= )")
_RATHER = re.compile(rf" (?:{RATHER}|{WANTS}|que sea|por favor|porfa)(?= )")


def read(text: str, said: Parse, context: UnderstandingContext) -> Parse | None:
    """The move; None where the message is understood without it, or says anything else."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE or not context.visits:
        return None
    lost = any(isinstance(one, Unknown) for one in meant(said)) or _says_little(said)
    message, hello = without_greeting(Message.of(text))
    message = without_closing(message)
    if not lost or message.odd or not 0 < len(message.words) <= _MOST_WORDS or WANTS_ONE.search(message.flat):
        return None
    if takes_back(message, context) or (moved := _moved(message, context)) is None:
        return None
    return Parse((*((Greet(),) if hello else ()), moved))


def _says_little(said: Parse) -> bool:
    """Whether times are asked for and no more is said of them, or which doctors there are."""
    only = [one for one in said.intents if not isinstance(one, Greet)]
    if len(only) != 1:
        return False
    return only[0] == CheckAvailability() or (isinstance(only[0], AskQuestion) and only[0].topic is Topic.DOCTORS)


def _moved(message: Message, context: UnderstandingContext) -> RescheduleAppointment | None:
    found: dict[re.Pattern[str], bool] = {}
    taken: set[int] = set()
    for pattern in (
        _LIGHT,
        _CANNOT_WAIT,
        _NOT_THEN,
        _SAME_WEEKS_ON,
        _SAME_TIME,
        _SAME_DAY,
        _OTHER,
        _BEFORE,
        _MOVED,
        _ILL,
    ):
        places = [{*message.between(one.start() + 1, one.end())} for one in pattern.finditer(message.flat)]
        places = [one - taken for one in places if one - taken]
        found[pattern] = bool(places)
        taken |= {i for one in places for i in one}
    doctor = doctors.wanted(message, context.doctors)
    unnamed = unnamed_doctors.unnamed_one(message, context.doctors, in_flow=False) if doctor is None else None
    taken |= doctor.tokens if doctor else unnamed.tokens if unnamed else frozenset()
    text = list(message.text)
    for i in taken:
        token = message.tokens[i]
        text[token.start : token.end] = " " * (token.end - token.start)
    spans = read_spans("".join(text), context.now, hours=_hours(context))
    taken |= {i for start, end in spans.spans for i in message.within(start, end)}
    rest = [word for i, token in enumerate(message.tokens) if i not in taken for word in token.text.split()]
    if any(word not in _AROUND for word in rest) or (doctor and not doctor.name):
        return None
    return _meant(message, found, near(spans), doctor, unnamed, context)


def _meant(
    message: Message,
    found: dict[re.Pattern[str], bool],
    wish: Reading | None,
    doctor: doctors.Wanted | None,
    unnamed: unnamed_doctors.Unnamed | None,
    context: UnderstandingContext,
) -> RescheduleAppointment | None:
    sooner = found[_BEFORE] or found[_CANNOT_WAIT]
    other = found[_OTHER] or found[_NOT_THEN]
    weeks = 1 if found[_SAME_WEEKS_ON] else 0
    anchor = Anchor(same_day=found[_SAME_DAY], same_time=found[_SAME_TIME], days=7 * weeks)
    if wish is not None and wish.problem:
        return None
    told = anchor != Anchor()
    if sooner and (wish or told):
        return None
    whom = bool((doctor and doctor.name) or (unnamed and (unnamed.name or unnamed.another or unnamed.not_with)))
    if not (found[_MOVED] or other or sooner or told or (unnamed and unnamed.another)):
        return None
    if found[_ILL] and not (sooner or other or found[_MOVED]):
        return None
    if sooner:
        when: Reading | None = Reading(anchor=Anchor(days=-1, onward=True))
    elif told:
        when = with_anchor(wish, anchor)
    else:
        when = wish
    if when is None and whom:
        when = Reading(anchor=Anchor(same_day=True, same_time=True))
    rather = (other or sooner or told) and bool(_RATHER.search(message.flat))
    sure = found[_MOVED] or found[_CANNOT_WAIT] or found[_NOT_THEN] or rather
    of = None if is_told_of_one(context) else shown(context)
    return RescheduleAppointment(
        when=when,
        of=of,
        doctor=doctor.name if doctor else unnamed.name if unnamed else None,
        not_with=unnamed.not_with if unnamed else (),
        another=bool(unnamed and unnamed.another),
        unsure=of is not None and (not sure or bool(_ASKS.search(message.flat))),
    )


def _hours(context: UnderstandingContext) -> tuple[dt.time, dt.time] | None:
    opens, closes = context.opens, context.closes
    return (opens, closes) if opens and closes and opens < closes else None
