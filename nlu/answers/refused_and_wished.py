"""What is on screen refused, in whatever words, and what is wanted instead: "esos están muy temprano; algo después de las 5",
"si tuvieran el viernes sí, esas no", "dice mi hijo que a esas horas está en la escuela, que mejor en la tarde".

The message falls into clauses: those that refuse, by what they point at ("esas", "a esa hora") and what is said of it, and the
rest, which is read by itself. Where the rest is no wish that is sure, nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import AskQuestion, CheckAvailability, Deny, Greet, ListAppointments, Shift, Unknown
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.answers.yes_to_that_time import hours_of, is_that_time
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES, MONTH_OF
from nlu.with_whom.doctors import wanted
from nlu.words.message import Message
from nlu.words.statements import tells
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import BOOKING, SUITING

_MOST_WORDS = 50
_THING = r"(?:horas?|horarios?|horitas?|dias?|opciones|citas?|fechas?|lugares|espacios|turnos)"
_THESE = rf"(?:(?:(?:tod[oa]s )?(?:es[aeo]s?|est[aeo]s?)|(?:la|el|las|los) (?:que|de) (?:me )?(?:\w+)|ningun[oa]?(?: de (?:es[ao]s?|est[ao]s?|ell[ao]s))?|tod[oa]s)(?: {_THING})?(?: que (?:me )?(?:dio|dan|manda|mando|da|puso|ofrece|dice))?)"
_AT = rf"(?:(?:a|en|para) )?(?:es[aeo]s?|est[aeo]s?) (?:{_THING}|semana|mes|quincena)|(?:a )?ningun[oa] {_THING}|ahi"
_TIME = rf"a las? [0-9a-z:]+(?: y (?:media|cuarto|[0-9]+))?(?: de la (?:manana|tarde|noche))?|(?:el |ese |este )?(?:{DAY_NAMES})(?: [0-9]{{1,2}})?|el (?:dia )?[0-9]{{1,2}}"
_ME = r"(?:(?:se|me|nos|le|les) ){0,3}"
_BY_NO_MEANS = r"ni (?:de (?:chiste|broma|loc[oa]|relajo|milagro)|loc[oa]|muert[oa]|al caso|en suenos)|para nada"
_NO = rf"(?:(?:ya|pues|la verdad|creo que|siempre) ){{0,3}}(?:{_BY_NO_MEANS}|no|tampoco|ni)"
_SUITS_NOT = rf"{_NO} {_ME}(?:(?:{SUITING}|hac|va|vien|jal|arregl)\w*)(?: (?:nada|para nada|bien|mucho|tanto|asi))?"
_CANNOT = (
    rf"{_NO} {_ME}(?:(?:voy|vamos|puedo|podemos|puede|pueden|podre|podremos|podria|podra|alcanzo|alcanzamos|alcanza|llego|llegamos|llega|la armo|la arma|la hago|quiero|queremos|quiere"
    r"|(?:voy|vamos|va) a (?:poder|alcanzar|llegar|ir|estar)|es posible|se(?: va a)? (?:puede|podra|poder|hace)|va a poder|va a ser posible|hay modo|hay chance|da tiempo|va a dar tiempo|tengo (?:tiempo|chance)|estoy|ando))"
    r"(?: (?:a )?(?:ir|llegar|alcanzar|asistir|estar|poder))?|(?:es |esta |seria |me es )?imposible|nomas no|no mas no|esta (?:dificil|canijo|complicado)|se me complica"
)
_TOO = r"(?:(?:me |nos |se (?:me|nos|le) )?(?:estan?|quedan?|hacen?|son|es|caen?|parecen?) )?(?:muy|bien|demasiado|re|algo|medio) (?:temprano|tarde|tempran\w+|noche|lejos|pronto|apretad[oa]s?)"
_OTHERS = rf"(?:(?:(?:de|da|pas|muestr|mand|ensen|busqu|ech|avient|consig|dig)\w*(?:me|nos)|quiero|quisiera|necesito|ocupo|prefiero|mejor|hay|tienen?|habra|tendra)(?: (?:mejor|por favor|porfa))* )?otr[ao]s?(?: {_THING})?(?: (?:mejor|por favor|porfa))*"
_BARE_NO = r"no|nop|nel|negativo|chale|no gracias|asi no|no asi no|ay no|no no|nombre|no hombre|todavia no|aun no|(?:que )?(?:mejor|siempre) no"
_WITH = rf"con (?:el |la )?(?!otr)[a-z]+(?: [a-z]+)? no|(?:es[aeo]s?|est[aeo]s?)(?: {_THING})? (?:es|son|seria) con [^ ]+(?: [^ ]+){{0,2}}"
""" "Con la doctora no", "esas son con Salas"."""
_WAITS = (
    rf"(?:mejor )?(?:nos )?espera(?:mos|remos)(?: [^ ]+){{0,6}}|(?:que )?(?:mejor )?(?:nos |me )?esper(?:emos|e|en)(?: [^ ]+){{0,6}}|que (?:luego|despues|al rato|mejor no|siempre no)|(?:mejor )?(?:luego|despues|al rato) (?:vemos|vuelvo|le aviso|les aviso|te aviso)"
    rf"|(?:no )?(?:espere(?:se|me)?|aguante(?:se)?|espereme tantito|un momento|permitame)|(?:todavia |aun )?no (?:me |nos |se )?(?:l[oae] )?(?:{BOOKING}|confirm|cierr|guard)(?:a|e|en|es|an)(?: (?:todavia|aun|nada))*"
)
_WHO = rf"(?:(?:(?:yo|el|ella|ellos|ell[ao]s)|(?:mi|mis|el|la|los|las) (?:{RELATIVES_NOUN}|nin[oa]s|hij[oa]s|nietos?|jefe|esposo|patron)) )?"
_DOES = r"(?:est(?:oy|a|an|amos)|and(?:o|a|an|amos)|trabaj(?:o|a|an|amos)|teng(?:o)|tenemos|tienen?|salgo|salimos|salen?|entr(?:o|a|an|amos)|v(?:oy|a|an|amos)|llev(?:o|a|an|amos)|recoj(?:o)|recog(?:e|en|emos)|cuid(?:o|a|amos)|estudi(?:o|a|an)|com(?:o|emos|e)|duerm(?:o|e|en)|ocupo|hay|vengo|viene|es)"
_TAIL = rf"(?: (?!(?:pero|mejor|si|puedo|podria|sirve|queda|quiero|otr[oa]s?|{DAY_NAMES}|tarde|antes|despues)(?: |$))[^ ]+){{0,14}}"
_LED = r"(?:(?:ah|nel|chale|pues|es que|esque|la verdad|fijese que|fijate que|hijole|ay|uy|oiga|oye|disculpe|perdon|porque|pero|y|mire|mmm?|gracias pero|le agradezco pero|le agradezco|gracias|que|asi|senorita|doctora?) ){0,6}"


def _refusing(at: str, does: str) -> re.Pattern[str]:
    """A clause that refuses; `at` says when, as what is on screen is pointed at, and `does` what somebody does then."""
    return re.compile(
        rf"^{_LED}(?:(?:{_THESE} )?{_SUITS_NOT}(?: (?:{_THESE}|{at}))?|(?:(?:{at}|{_THESE}) )?(?:{_CANNOT})(?: (?:{at}|con {_THESE}|en {_THESE}|{_THESE}))?"
        rf"|(?:no )?(?:{_THESE}|{at}) (?:ya )?(?:no|tampoco|ni|{_BY_NO_MEANS})|no {_THESE}|(?:{_THESE} )?{_TOO}(?: (?:{_THESE}|{at}|para (?:mi|nosotros)))?|{_PART} no(?: {_ME}(?:{SUITING})\w*| es| era)?|{_OTHERS}|{_BARE_NO}|{_WAITS}|{_WITH}"
        rf"|{does})$"
    )


_PART = r"(?:(?:el|ese|este|del) (?:mismo )?(?:dia|horario|doctor)|(?:la|esa|esta|con la|a la) (?:misma )?(?:hora|fecha|doctora)|hora|dia|fecha|(?:todo )?lo demas|todo)"
_WELL = r"(?:si(?: puedo)?|ok|bien|perfect[oa]|excelente|igual|correct[oa])"
_ACCEPTED = re.compile(
    rf"(?:pues |bueno |ok |si )*(?:(?:{_PART}|(?P<day>{_TIME}))(?: (?:si|me|esta|queda|es|muy|sigue|dejelo|dejala))* {_WELL}|(?:si )?(?:esta|queda|me parece) (?:muy )?bien (?:{_PART}|(?P<after>{_TIME}))|si a todo|todo bien|si|ok|si esta bien|esta bien|de acuerdo|me parece bien|claro que si)"
    rf"(?: menos (?:a |con )?{_PART})?"
)
""" "El jueves sí", "está bien el día", "sí a todo menos al doctor": what of the proposal stays, before what does not."""
_SORRY = re.compile(
    r"(?:(?:perdon|perdone|disculp\w+|que pena|ay)(?: (?:por|que|con|las?|los?|les?|tanta|tantas|usted|haga|molestias?|molest\w+|batallar|lata|dar|doy))*(?: |$))+"
)
_BUSY = rf"(?: ya| apenas| si| todavia){{0,2}} {_WHO}(?:apenas |todavia |siempre )?"
_DOES_THEN = rf"(?:{_AT}){_BUSY}{_DOES}{_TAIL}|{_WHO}(?:apenas |todavia |siempre )?{_DOES}{_TAIL} (?:{_AT})"
_DOES_AT = rf"{_DOES_THEN}|{_WHO}(?:ya )?(?:tengo|tenemos|hay){_TAIL} (?:{_TIME}){_TAIL}|(?:{_TIME}){_BUSY}(?!sal|entr){_DOES}{_TAIL}"
""" "A esas horas está en la escuela", "a las 11 tengo que ir por mi nieto"; whoever leaves at five tells their own hours."""
_ON_SCREEN = _refusing(_AT, _DOES_THEN)
_PROPOSED = _refusing(rf"{_AT}|{_TIME}", _DOES_AT)
_BARELY = re.compile(rf"^{_LED}(?:{_BARE_NO})$")
_CUT = re.compile(
    r"(?<!dice)(?<!dijo)(?<!icen)(?<!enta)(?<!que)\s(?=(?:pero|mejor|que mejor|deme|d[eé]me|b[uú]squeme|quiero|consígame|yo|porque|pq|xq|es que)\s)",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s+y\s+(?!media|cuarto|\d)", re.IGNORECASE)
_REPORTED = re.compile(
    rf"^(?:(?:ay|no|oiga|fijese que|es que|me|nos|le) )*(?:(?:mi|el|la) (?:{RELATIVES_NOUN}|jef[ea]|patron) (?:me )?(?:dice|dijo|comenta|dicen)|(?:dice|dijo|comenta)(?: (?:mi|el|la) (?:{RELATIVES_NOUN}|jef[ea]|patron))?) que "
)
_IF = re.compile(
    r"^(?:(?:pues|ay|no|pero) )*si (?:(?:me|nos|se|le|les) )*(?:hubiera|habia|hay|tuvieran?|tienen?|tendrian?|fuera|pudiera(?: ser)?|pudieran|podria ser|puede|dieran?|da|consiguen?|consigue|es|acomoda)(?: (?:algo|lugar|cita|espacio|dar|ser))* (?P<wish>.+?)"
    r"(?: (?:(?:ahi|yo|pues|ya|entonces) )*(?:si(?: (?:puedo|voy|la tomo|la quiero|me queda))?|(?:le|les) (?:digo|agradezco|agradeceria|confirmo|acepto)(?: (?:que si|mucho))?|con gusto|la tomo|me la quedo|mejor|perfecto))?$"
)
""" "Si tuvieran el viernes en la mañana, sí"."""
_ASKS_FOR = re.compile(
    r"^(?:(?:que|pues|entonces|y|pero|por favor|porfa|a ver si|ya|no|me|nos) )*(?:se )?(?:busqu\w*|busc\w*|consig\w*|chequ\w*|ech[ae]\w*|avient\w*|vea|ve|fijese|revise|p[oa]ngame|deme|paseme)(?: (?:si hay|a ver|mejor|algo|una?|otra))* (?!no )"
)
_RATHER = re.compile(
    r"^(?:(?:que|pues|entonces|y|pero|sino|siempre|si|nada mas|no mas|solo|necesito|ocupo) )*(?:y )?(?:(?:que tal )?si (?:mejor )?(?:(?:me|nos) )?(?:l[oa] )?(?:dej|mov|cambi|pas|pon|recorr|hac)\w+(?= (?:para|al?|el) )|l[oa] dejamos(?= para )|(?:mejor|de preferencia|prefiere|prefiero)(?: (?:ya|que sea|que|seria|pues|si))*|que sea|estaria mejor|seria mejor|tendria que ser|tendria que|(?:yo )?(?:l[aoe]s? )?(?:pedi|habia pedido|queria|solicite|dije|habia dicho)(?: que)?(?= (?:con|para|el|a|en) )) "
)
_LEADS_ON = re.compile(r"^(?:(?:pero|y) )+|^(?:la|una) de (?=la (?:manana|tarde))")
_AS_WISHED = re.compile(
    r" (?:era|es) la que (?:yo )?(?:queria|quiero|dije|pedi)$| (?:en (?:lugar|vez)|y no) (?:de )?(?:a )?(?:las? \w+|el \w+)$| porque .*$"
)
_WHAT_IS_THERE = re.compile(
    r"^(?:para )?la (?:otra|proxima|siguiente|que (?:viene|entra|sigue))(?: semana)?(?: que)?(?: (?:dias|horas|horarios))? (?:hay|tienen?|habra|tendra)$"
)
""" "La otra qué días hay", where this week will not do."""
_NO_THERE = re.compile(
    r"^(?:(?:y|pero|entonces|oiga) )*no (?=(?:hay|habra|tiene|tienen|tendra|tendran|habria|tendria) )"
)
_OR_WHAT = re.compile(r" o (?:que|no)$")
_TOO_EARLY = re.compile(r" (?:muy|demasiado|bien|re|algo|medio) (tempran\w+|tarde|noche)(?= )")
_DENIES = re.compile(r" (?:no|ni|tampoco|imposible|muy|demasiado|otr[ao]s?|esper\w+|aguant\w+|nel|luego|complica)(?= )")
_POINTS = re.compile(r" (?:es[ao]s?|ningun[oa]s?|si|no|ni|pero|tampoco)(?= )")


def read(text: str, said: Parse, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """The wish, or the no alone; None where nothing is refused, or the message was understood."""
    asked = context.state is State.CONFIRM and context.purpose in (None, Purpose.BOOK)
    listed = context.state is State.SLOT_SELECTION and bool(context.offered) and not context.picking
    if context.role is not Role.PATIENT or not (asked or listed) or context.expected is not None:
        return None
    refuses = asked and said.intents == (CheckAvailability(shift=Shift.MORE),)  # "no, esa no puedo"
    if said.sure and not said.unread and not (refuses or _may_be_put_better(said)):
        return None
    message = Message.of(text)
    if message.odd or len(message.words) > _MOST_WORDS:
        return None
    refused, rest, day = _taken_apart(text, context)
    if not refused or (refuses and said.sure and not _is_a_plain_no(refused)):
        return None
    accepted = any(_ACCEPTED.fullmatch(one) for one in refused)
    if not rest:
        if accepted and not any(_DENIES.search(f" {one} ") for one in refused if not _ACCEPTED.fullmatch(one)):
            return None
        told = not any(_DENIES.search(f" {one} ") and not _BARELY.fullmatch(one) for one in refused)
        early = next((found[1] for one in refused if (found := _TOO_EARLY.search(f" {one} "))), None)
        other = "ninguna" if early is None else "más tarde" if early.startswith("tempran") else "más temprano"
        return None if told else Parse((Deny(),)) if asked else parse(other)
    wish = _wish(rest)
    if day and not wish.endswith("?") and (when := read_spans(wish, context.now, hours=hours_of(context)).reading.when):
        wish = wish if when.date_from else f"{day} {wish}"
    if _POINTS.search(f" {Message.of(wish).flat} "):
        return None
    heard = parse(wish)
    intents = [intent for intent in heard.intents if not isinstance(intent, Greet)]
    wished = bool(intents) and all(isinstance(i, CheckAvailability) and _wishes(i) for i in intents)
    return heard if wished and heard.sure and not heard.unread else None


_OTHERS_WANTED = re.compile(_OTHERS)


def _is_a_plain_no(refused: list[str]) -> bool:
    """Whether it begins with a "no" of its own and asks for no others."""
    return bool(_BARELY.fullmatch(refused[0])) and not any(_OTHERS_WANTED.fullmatch(one) for one in refused)


def _may_be_put_better(said: Parse) -> bool:
    """Whether nothing was understood, or of several times one is refused and nobody can say which."""
    unclear = any(isinstance(one, CheckAvailability) and one.when and one.when.ambiguous for one in said.intents)
    return unclear or all(
        isinstance(one, Unknown | ListAppointments) or (isinstance(one, AskQuestion) and not one.topic)
        for one in said.intents
    )


def _wishes(intent: CheckAvailability) -> bool:
    return bool((intent.when and not intent.when.ambiguous) or intent.doctor or intent.another or intent.shift)


def _taken_apart(text: str, context: UnderstandingContext) -> tuple[list[str], list[str], str]:
    """The clauses that refuse or accept what is on screen, the others, in their words, and the day that is accepted."""
    refused, rest, day = list[str](), list[str](), ""
    for piece in (piece for clause in _clauses(text) for piece in _CUT.split(clause)):
        asks = "?" in piece
        parts = _JOINED.split(piece) if _JOINED.search(piece) else [piece]
        if not any(_refuses(_words(one), context) for one in parts):
            parts = [piece]
        for one in parts:
            words = _words(one)
            if not words or words in ("por favor", "porfa", "gracias"):
                continue
            if sorry := _SORRY.match(words):
                refused.append(sorry[0].strip())
                words = one = words[sorry.end() :]
                if not words:
                    continue
            if not asks and (stays := _accepted(words, context)) is not None:
                refused.append(words)
                day = stays or day
            elif not asks and _refuses(words, context):
                refused.append(words)
            elif not _is_a_story(one, context):
                rest.append(one.strip())
    return refused, rest, day


def _accepted(words: str, context: UnderstandingContext) -> str | None:
    """The day that a clause leaves as it is proposed, or "" where it names none; None where it leaves nothing so."""
    found = _ACCEPTED.fullmatch(words) if context.proposed else None
    if found is None or context.proposed is None:
        return None
    start = context.proposed.astimezone(context.now.tzinfo)
    named = found["day"] or found["after"]
    if named and not is_that_time(read_spans(named, context.now, hours=hours_of(context)), start):
        return None
    return f"el {start.day} de {MONTH_OF[start.month]}" if named or " dia" in f" {words}" else ""


def _clauses(text: str) -> list[str]:
    """What stands between marks, as it was written, with the sign of a question behind it."""
    message, found = Message.of(text), list[str]()
    for clause in message.clauses():
        behind = message.tokens[clause.stop : clause.stop + 1]
        asks = "?" if behind and behind[0].kind == "ask" and "¿" not in behind[0].raw else ""
        found.append(message.text[message.tokens[clause.start].start : message.tokens[clause.stop - 1].end] + asks)
    return found


def _is_a_story(text: str, context: UnderstandingContext) -> bool:
    """Whether a clause only tells of something, and of no time: "apenas vi el calendario", "porque andamos de mudanza"."""
    said = Message.of(text)
    timed = any(token.kind == "number" for token in said.tokens)
    told = tells(said, range(len(said.tokens))) and not (said.asks or timed or _TURNS.search(said.flat))
    return told and not read_spans(text, context.now).spans and not wanted(said, context.doctors)


_TURNS = re.compile(rf" (?:{RATHER}|{WANTS}|si|no|con|para)(?= )")


def _words(text: str) -> str:
    """What a clause says, without whose words these are."""
    return _REPORTED.sub("", " ".join(Message.of(text).words))


def _refuses(words: str, context: UnderstandingContext) -> bool:
    if context.state is State.SLOT_SELECTION:
        return bool(_ON_SCREEN.fullmatch(words))
    if not _PROPOSED.fullmatch(words):
        return False
    said = read_spans(re.sub(r"\b(?:no|imposible)\b", " ", words), context.now, hours=hours_of(context))
    own = context.proposed and said.spans
    return not own or is_that_time(said, context.proposed.astimezone(context.now.tzinfo))  # type: ignore[union-attr]


def _wish(rest: list[str]) -> str:
    """What is left, in the words of a wish."""
    found = list[str]()
    for piece in rest:
        words = _AS_WISHED.sub("", _words(piece))
        if condition := _IF.match(words):
            words = condition["wish"]
        if _WHAT_IS_THERE.match(words):
            words = "hay la próxima semana?"
        words = _NO_THERE.sub("", _OR_WHAT.sub("", words))
        words = _LEADS_ON.sub("", _RATHER.sub("", _ASKS_FOR.sub("", words)))
        found.append(f"{words}?" if "?" in piece else words)
    return ("mejor " if len(found) == 1 and "?" not in found[0] else "") + ", ".join(found)
