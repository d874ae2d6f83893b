"""A time beside what somebody does then: "a las 10 estoy en junta", "bañan a mi mamá en la mañana", "el viernes se me
complica". Such a time is none to look for, so the clause is read as what it says: that they cannot then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIONS
from nlu.when import stretches
from nlu.when.habits import HERE
from nlu.when.words import DAY_NAMES
from nlu.wishes.doing_verbs import AVOIDS, JOINTS, NO, Said, Verb, may_take, verb_at
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_NEVER = re.compile(
    r" (?:nel|nones|para nada|jamas|(?:no|tampoco) (?:se puede|hay forma|hay modo|creo)|ni (?!el |la |los |las |en |por |a |de (?:la|el)|antes|despues|"
    rf"{DAY_NAMES}|[0-9])(?:de )?[a-z]+(?: en suenos)?)(?= (?:,|$)| $)"
)
""" "El viernes ni loca", "a las 10 nel"."""
_IS_BUSY = re.compile(r"(?:est|and|teng|ten|trabaj|toca|voy|vamos)\w*")
""" "Vendo tamales mañana", of who is asked nothing: nobody can tell whether that is a day on which they cannot come."""
_BORN = re.compile(r"naci\w*|cump\w+")
_HERE = HERE | word_set("""citas consultas medica revision valoracion chequeo lugar espacio horario horarios opcion
    opciones libre libres chance tiempo disponible disponibles disponibilidad permiso hueco vuelta hora mejor unica unico perfecto
    bien primera segunda tercera ultima siguiente vacuna estudios analisis resultados paciente pacientes agenda""")
"""In a clause with one of these the time is that of coming."""
_APART = JOINTS - {"y", "e"} | {"que"}
_IS_SO = word_set("esta estan anda andan sigue siguen amanecio se")
_DAY = re.compile(rf"\b(?:{DAY_NAMES}|hoy|manana|semana|dia|[0-9]+ de)\b")
_ONE_DAY = re.compile(rf"\b(?:{DAY_NAMES}|hoy|manana)\b")
_LED_BY = re.compile(r"(?:[ ,]+(?:porque|es|que|ya|pues|y|pero|aunque|ese|d[ií]a))*[ ,]*$", re.IGNORECASE)
_LEADS_ON = re.compile(r"^[ ,.]*(?:(?:pero|y|entonces|as[ií] que) )?")
_OF_ONE = re.compile(r" (?:la|el) que (?:(?:le|se|me) )?(?:sigue|va|viene|esta|queda)(?= )")
""" "La que le sigue a la de las 2", "la que va al final": one of those on screen, or of theirs."""
_WHOLE = re.compile(r" (?:tod[oa] (?:el|la) (?:semana|mes|manana|tarde)|de [0-9:]+ a [0-9:]+)(?= )")
_EACH = re.compile(rf"(?:(?:el|los) )?\b({DAY_NAMES})\b")
_BARE_DAYS = re.compile(rf"(?:(?:(?:el|los) )?(?:{DAY_NAMES})(?:(?: ,)?(?: y)? )?)+")
_SINCE = re.compile(r"^(?:desde|hace|ayer|anoche|anti?er|anteayer|(?:l[ao]s?|el) (?:de|del|[0-9]+))\b|\bpasad")
_FREE_THEN = re.compile(
    r" (?:puedo|podemos|podria|podre|salgo|salimos|entro|libres?|me desocupo|alcanzo|hasta|despues|antes|a partir|en la (?:manana|tarde|noche)|temprano)(?= )"
)
""" "El lunes trabajo, pero salgo a las 3": of that day a part is left, and nothing is read into it here."""
_RESTS = re.compile(
    rf" (?:descanso|descansamos)(?= (?:(?:el|los|en) )?(?:{DAY_NAMES})(?: (?:,|y|o))* (?:(?:el|los) )?(?:{DAY_NAMES})(?: |$))"
)
""" "Nomás descanso sábado y domingo": then they can."""
_PART_FREE = re.compile(
    r"(?: ,)?(?: (?:y|pero|aunque))?(?: (?:ya|si|nomas|solo))*(?:(?P<part> (?:en|por) las? (?:mananas?|tardes?|noches?))"
    rf"(?: (?:ya|si|no|la|estoy|ando|tengo|quedo|libre|puedo|podria))+|(?P<day> (?:el|los|este) (?:{DAY_NAMES}))(?: ya)? no)(?= (?:$|,)| $)"
)
""" "…, y en la tarde estoy libre", "…, en la mañana no", "…, el sábado no"."""


_NEITHER = re.compile(r" no (?:(?:me|nos) )?(?:pued\w+|pod\w+|alcanz\w+|qued\w+|acomod\w+) ni (?:[^ ,?]+ ){1,4}ni(?= )")
""" "No puedo ni hoy ni mañana, ¿el jueves?": which days are refused is told by that alone."""
_HAS = re.compile(r"hay|tiene[ns]?|tendran?|tendrian?|habra")
_WHO = word_set("que el ella ellos ellas quien yo no")
_FREE_PLACE = word_set("para algo lugar lugares espacio disponible chance horario horarios mas otra otro")


class _Told(NamedTuple):
    """A stretch of tokens with one verb, and the times in it."""

    whole: range
    verb: str
    said: Said
    times: list[range]


_BESIDE_IT = re.compile(
    r"^[ ,.;]*(?:(?:que sea|mejor|entonces|algo|ser[ií]a|puede ser|pues|as[ií] que|y|pero) +)*"
    r"(?P<side>m[aá]s tard\w+|despu[eé]s|m[aá]s tempran\w+|antes)(?: de es[ao](?: hora)?)?(?=\W*$| +(?:el|este|los) )",
    re.IGNORECASE,
)
_AT = re.compile(r"\ba (?=las? )", re.IGNORECASE)
""" "El jueves a las 9 llevo a mi hija, que sea más tarde": the wish is bounded by that hour."""


def as_times_they_cannot(text: str, context: UnderstandingContext, *, left_out: bool = False) -> str:
    """A patient's text, with each such time as one at which they cannot, or those taken up `left_out`; as it is where it
    says nothing of the kind."""
    message = Message.of(text)
    several = context.state is State.SLOT_SELECTION or len(context.visits) > 1
    of_one = several and _OF_ONE.search(message.flat)
    if context.role is not Role.PATIENT or of_one or _NEITHER.search(message.flat):
        return text
    if rests := _RESTS.search(message.flat):
        text = _replaced(message, message.between(rests.start() + 1, rests.end()), "puedo")
        message = Message.of(text)
    if not any(may_take(message, i) for i in range(len(message.tokens))) and not _NEVER.search(message.flat):
        return text
    times = _times(message, context)
    told = [
        said for clause in (message.clauses() if times else []) for said in _told_in(message, clause, times, context)
    ]
    wished = [time for time in times if not any(time.start in said.whole for said in told)]
    for said in reversed(told):
        if left_out and said.said is Said.TAKEN:
            text = _without(message, said, text)
        else:
            text = _free_part(message, said, times, text) or _as_said(message, said, wished, text)
    return text


def _told_in(message: Message, clause: range, times: list[range], context: UnderstandingContext) -> Iterator[_Told]:
    """What a clause says of times that are none to look for; nothing of a question, nor of a message that tells no more
    than what somebody does then."""
    if message.tokens[clause.stop : clause.stop + 1] and message.tokens[clause.stop].kind == "ask":
        return
    for said in _said(message, clause, times):
        alone = context.state is State.IDLE and len(said.whole) == len(message.words)
        if not alone or said.said is Said.REFUSED or _IS_BUSY.fullmatch(said.verb):
            yield said


def _times(message: Message, context: UnderstandingContext) -> list[range]:
    """The stretches of tokens that say a time, those that join as one."""
    hours = (
        (context.opens, context.closes) if context.opens and context.closes and context.opens < context.closes else None
    )
    said = {message.within(start, end) for start, end in stretches(message.text, context.now, hours=hours)}
    said |= {message.between(more.start() + 1, more.end()) for more in _WHOLE.finditer(message.flat)}
    found: list[range] = []
    for place in sorted(said, key=lambda one: (one.start, -one.stop)):
        if found and place.start < found[-1].stop:
            continue
        if not place:
            continue
        between = {message.tokens[i].text for i in range(found[-1].stop, place.start)} if found else {"."}
        days = "," not in between or all(_DAY.search(_named(message, time)) for time in (found[-1], place))
        joined = between <= {"y", "e", ","} and days
        found[-1:] = [range(found[-1].start, place.stop)] if joined else [*found[-1:], place]
    return found


def _said(message: Message, clause: range, times: list[range]) -> Iterator[_Told]:
    """The parts of a clause that refuse a time or take it up, each with one verb."""
    inside = [time for time in times if time.start in clause]
    timed = {i for time in inside for i in time}
    never = [message.between(found.start() + 1, found.end()) for found in _NEVER.finditer(message.flat)]
    heads = [
        Verb(one.start, one.stop - 1, Said.REFUSED) for one in never if one.start in clause and one.start - 1 in timed
    ]
    said = {i for one in never for i in one}
    said |= _breaking_in(message, clause)
    heads += [verb for i in clause if i not in timed | said and (verb := verb_at(message, clause, i, timed))]
    verbs = sorted(heads)
    begin = clause.start
    for n, verb in enumerate(verbs):
        stop = _cut(message, verb, verbs[n + 1], inside) if n + 1 < len(verbs) else clause.stop
        stop = _until(message, verb, stop, timed)
        # "El martes trabajo y el sábado", "tiene fiebre y hoy no come": that time is of what follows.
        joined = (t.start for t in inside if verb.place < t.start < stop and message.tokens[t.start].text in ("y", "e"))
        stop = min([stop, *joined])
        joints = [i for i in range(begin, verb.begin) if message.tokens[i].text in _APART and i not in timed]
        own = [time for time in inside if max([begin, *joints]) <= time.start < stop]
        first = min([verb.begin, *(time.start for time in own)])
        denied = not n and any(message.tokens[i].text in NO for i in range(verb.begin, verb.place))  # read as it stands
        if (
            own
            and not denied
            and verb.said in (Said.TAKEN, Said.REFUSED)
            and _is_told(message, verb, range(first, stop), own)
        ):
            yield _Told(range(first, max(stop, own[-1].stop)), message.tokens[verb.place].text, verb.said, own)
        begin = stop


_BREAKS_IN = re.compile(r"esper\w+|perate|pereme|perame|perese|aguant\w+|perdon\w*|disculp\w+")
_CRIES = word_set("ah ay oh uy eh aah oye oiga chin hijole")
_MOST_BEFORE = 4
"""Words among which somebody breaks in."""


def _breaking_in(message: Message, clause: range) -> set[int]:
    """The tokens of "ah no, espera" in front of a clause: they say nothing of what follows."""
    ends = next((i + 1 for i in clause[:_MOST_BEFORE] if _BREAKS_IN.fullmatch(message.tokens[i].text)), clause.start)
    before = {message.tokens[i].text for i in range(clause.start, ends - 1)}
    return {*range(clause.start, ends)} if before <= NO | _CRIES else set()


def _cut(message: Message, verb: Verb, after: Verb, times: list[range]) -> int:
    """Where the part of a verb ends and that of the next begins: at a word that joins them, before the time that leads to
    the next."""
    between = [time for time in times if verb.place < time.start and time.stop <= after.begin]
    covered = {i for time in between for i in time[1:]}
    joints = [
        i for i in range(verb.place + 1, after.begin) if message.tokens[i].text in JOINTS | {"que"} and i not in covered
    ]
    if joints:
        return joints[-1]
    alone = verb.said is Said.WISHED and not any(time.stop <= verb.begin for time in times)
    if alone and len(between) == 1:
        return between[-1].stop  # "quiero una cita el jueves, exijo recibo": the only time is of the wish before it
    if between and between[-1].stop == after.begin:
        behind = any(time.start > after.place for time in times)
        return between[-1].stop if len(between) == 1 and behind else between[-1].start
    return after.begin


def _until(message: Message, verb: Verb, stop: int, timed: set[int]) -> int:
    """Where what a verb says ends: before a word that joins another clause to it, or asks what there is."""
    for i in range(verb.place + 1, stop):
        if (message.tokens[i].text in JOINTS and i not in timed) or _asks_what_there_is(message, verb, i, timed):
            return i
    return stop


def _asks_what_there_is(message: Message, verb: Verb, i: int, timed: set[int]) -> bool:
    """ "Ese día trabajo | tiene para el sábado", "en la mañana trabajo | que tienen en la tarde"; but not "tengo un hijo que
    tiene clase"."""
    texts = [token.text for token in message.tokens[i : i + 3]]
    has = texts[1:] if texts[0] == "que" else texts
    if not has or not _HAS.fullmatch(has[0]):
        return False
    if all(k in timed for k in range(verb.place + 1, i)):
        return True
    before = message.tokens[i - 1].text
    return texts[0] != "que" and before not in RELATIONS | _WHO and has[1:2] != [] and has[1] in _FREE_PLACE


def _is_told(message: Message, verb: Verb, whole: range, times: list[range]) -> bool:
    """Whether the words around a verb say nothing of coming to the clinic, nor since when it is so."""
    words = {message.tokens[i].text for i in whole}
    if verb.said is Said.REFUSED:
        return True
    before = message.tokens[whole.start - 1].text if whole.start else ""
    if (
        before in ("si", "cuando", "donde", "para", "hasta", "desde")
        or words & (_HERE | NO)
        or any(map(_BORN.fullmatch, words))
    ):
        return False
    if message.tokens[verb.place].text in _IS_SO and all(message.tokens[time.stop - 1].text == "hoy" for time in times):
        return False  # "hoy está muy dormida": how somebody is
    return not any(_SINCE.search(_written(message, time).casefold()) for time in times)


def _written(message: Message, place: range) -> str:
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]


def _replaced(message: Message, place: range, said: str) -> str:
    start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
    return f"{message.text[:start]}{said}{message.text[end:]}"


def _free_part(message: Message, told: _Told, times: list[range], text: str) -> str | None:
    """The text with the part of the day that is left: "el lunes tengo clases y en la tarde estoy libre", "el viernes en la
    tarde trabajo, en la mañana no"."""
    behind = [time for time in times if time.start >= told.whole.stop]
    free = _PART_FREE.match(
        message.flat, message.place_of(told.whole.stop - 1) + len(message.tokens[told.whole.stop - 1].text)
    )
    if told.said is not Said.TAKEN or not behind or free is None:
        return None
    group = "day" if free["day"] else "part"
    days = [time for time in told.times if group == "part" and _DAY.search(_named(message, time))]
    days = [
        range(time.start, min([*(i for i in time[1:] if message.tokens[i].text in ("en", "por", "a")), time.stop]))
        for time in days
    ]
    said = " ".join(
        _written(message, time) for time in (*days, message.between(free.start(group) + 1, free.end(group)))
    )
    start, end = (
        message.tokens[told.whole.start].start,
        message.tokens[message.between(free.end() - 1, free.end())[0]].end,
    )
    return f"{text[:start]}{said} puedo{text[end:]}"


def _named(message: Message, time: range) -> str:
    """A time as folded words, without a part of the day that may be a day: "mañana"."""
    return re.sub(r"(?:en|por|de) las? mananas?", "", " ".join(message.tokens[i].text for i in time))


def _without(message: Message, told: _Told, text: str) -> str:
    """The text without what was told and the words that join it to the rest."""
    start, end = message.tokens[told.whole.start].start, message.tokens[told.whole.stop - 1].end
    return f"{_LED_BY.sub('', text[:start])}{text[end:] if told.whole.start else _LEADS_ON.sub('', text[end:])}"


def _as_said(message: Message, told: _Told, wished: list[range], text: str) -> str:
    """The text with what was told as what it says of the time; what stands behind it is read anew already."""
    times = " ".join(_written(message, time) for time in told.times)
    start, end = message.tokens[told.whole.start].start, message.tokens[told.whole.stop - 1].end
    beside, at = _BESIDE_IT.match(text[end:]), _AT.search(times)
    if told.said is Said.TAKEN and beside and at and not _AT.search(times, at.end()):
        side = "antes de" if beside["side"].casefold().startswith(("antes", "más temp", "mas temp")) else "después de"
        return f"{text[:start]}{times[: at.start()]}{side} {times[at.end() :]}{text[end + beside.end() :]}"
    rest = Message.of(text[end:]).flat
    another = re.search(rf" (?:{DAY_NAMES})(?= )", rest)
    days = any(_DAY.search(_named(message, time)) for time in told.times)
    if (
        told.said is Said.TAKEN
        and days
        and len(told.times) == 1
        and _FREE_THEN.search(rest[: another.start() + 1 if another else None])
    ):
        return text
    if _BARE_DAYS.fullmatch(Message.of(times).flat.strip()):
        times = (
            _EACH.sub(r"los \1", Message.of(times).flat.strip()) if not times.startswith(("el ", "este ")) else times
        )
    if told.said is Said.TAKEN and days and any(_ONE_DAY.search(_named(message, time)) for time in wished):
        return _without(message, told, text)
    apart = "" if told.whole.start == 0 or message.tokens[told.whole.start - 1].text in {*JOINTS, "que", ","} else ", "
    times = times.replace("toda la semana", "esta semana").replace("todo el mes", "este mes")
    but = AVOIDS.fullmatch(told.verb)
    return f"{text[:start].rstrip() if apart else text[:start]}{apart}{f'menos {times}' if but else f'{times} no puedo'}{text[end:]}"
