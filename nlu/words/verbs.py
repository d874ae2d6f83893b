"""What a verb of cancelling or moving says by its form: an order, a question, a condition, or something told.

Person, tense and mood decide, with the accent where it is written ("canceló", "cancelé"), the subject ("la doctora
cancelo"), the words that govern an infinitive ("quiero", "tuve que", "cobran por") and the object: "mi vuelo" is no
appointment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Literal, NamedTuple

from nlu.naming.name_words import GIVEN, RELATIONS
from nlu.when.words import MONTHS, WEEKDAYS
from nlu.words import spelling
from nlu.words.message import Message, Token, found_once
from nlu.words.word_sets import word_set

Deed = Literal["cancel", "move"]


class Said(StrEnum):
    """What is said with a verb of change."""

    ORDER = "order"  # "cancela mi cita", "quiero cancelar", "¿me la puedes cancelar?"
    MAY = "may"  # "¿puedo cancelar?", "¿se puede cancelar?"
    IF = "if"  # "¿si cancelo me cobran?", "si no puedo la cancelo"
    TOLD = "told"  # "la doctora canceló mi cita", "se canceló", "me la cambiaron"
    DENIED = "denied"  # "no vengo a cancelar", "nunca pedí cambiarla"
    OTHER = "other"  # "cancelé mi vuelo", "cobran por cancelar", "ojalá no cancelen"


class Verb(NamedTuple):
    """A verb of change: its token, and what is said with it."""

    place: int
    deed: Deed
    said: Said


_CANCEL = r"(?:cancel|anul)"
_MOVE_AR = r"(?:cambi|modific|aplaz|adelant|atras|retras|reagend|reprogram)"
_MOVE_ER = r"(?:mov|muev|recorr|pospon|pospus)"
_AR = re.compile(
    rf"(?P<stem>{_CANCEL}|{_MOVE_AR})"
    r"(?P<end>o|a|as|an|amos|e|es|en|emos|ar|ando|ad[oa]s?|aron|aste|aba|abas|aban|aria|arias|arian|are|aremos|ara|aran)"
    r"(?P<tail>(?:me|te|se|nos)?(?:l[ao]s?|les?)?)"
)
_ER = re.compile(
    rf"(?P<stem>{_MOVE_ER})(?P<end>o|e|es|en|emos|a|as|an|amos|er|iendo|id[oa]s?|i|io|ieron|iste|ia|ian|eria|ere|eremos|era)"
    r"(?P<tail>(?:me|te|se|nos)?(?:l[ao]s?|les?)?)"
)
_PAST = word_set("aron aste aba abas aban i io ieron iste ia ian")
_WITH = word_set("me te se le les nos la lo las los")
"""Pronouns before a verb."""
_OURS = word_set("""cita citas citita consulta consultas turno turnos revision valoracion chequeo reserva reservacion
    visita visitas sesion sesiones lugar espacio hora horario horarios apartado proceso tramite registro solicitud
    seguimiento limpieza terapia control estudio procedimiento agenda dia fecha todo proxima primera segunda tercera
    ultima otra otro anterior siguiente misma mismo unica una dos tres mia mio suya suyo tuya nuestra vez""")
"""Nouns that stand for an appointment, and words in the place of a noun."""
_STAFF = word_set("""doctor doctora medico medica especialista pediatra dentista dermatologa dermatologo recepcion
    clinica secretaria senorita enfermera consultorio""")
_DET = word_set("mi mis la el las los una un su sus tu nuestra nuestro esa ese esta este")
_NO_NOUN = word_set("""de del que para con a por en y o ya mejor favor porfa hoy manana tarde noche ahorita gracias pero
    si no al""")
_WANTS = word_set("""quiero quisiera quisieramos queremos necesito necesitamos deseo deseamos voy vamos tengo tenemos
    debo debemos prefiero preferiria gustaria ocupo puedes podrias podrian podria puede pueden favor ayudas ayudame
    ayuda ayudan quiere quieren mejor solicito pido hay tocaria toca urge vengo amable amables necesita pienso decidi
    queria""")
"""Before an infinitive, or "que": the person wants it done."""
_MAY = word_set("puedo podemos podre posible")
_TELLS = word_set("""van va vas iban iba ibas tuve tuvo tuvieron tuvimos quiso quisieron pudo pudieron acaba acaban
    acabo hubo vayan vaya vayas""")
_LASTS = word_set("sigo sigue seguimos estoy esta amanezco amanece siento puedo llueve hay tengo ando veo")
_BESIDES = word_set("por sin al tras antes despues")
_ALWAYS = word_set("siempre seguido luego")
_BEEN = word_set("fue esta estan quedo ha han he habia habian sido aparece sale dice sigue era fueron hayan haya")
_DONE, _JOINS = word_set("ya ayer anoche"), word_set("y e pero mejor")
_IF = re.compile(
    r"(?<! saber)(?<! preguntar)(?<! ver)(?<! decirme)(?<! checar) (?:si|cuando|por si)(?: (?:yo|luego|despues|al final|no (?:puedo|voy a poder|voy|alcanzo|llego)(?: ir)?|,))*$"
)


_IF_NOT = re.compile(
    r" si (?:ya )?no (?:se |me |les |le )?(?:hay|tien|hab|tendr|qued|pued|podr|alcanz|consig|encuentr|lleg|contest|confirm)\w*(?: [^ ,]+){0,5}(?: ,)?"
    r"(?: (?:entonces|mejor|pues|que|me|la|lo|se|porfa|por|favor|de))*$"
)
""" "Si no hay el jueves, cancélela": an order for then, and not for now."""


@lru_cache(maxsize=8192)
def _form(word: str) -> re.Match[str] | None:
    """A verb of cancelling or moving in its parts."""
    return _AR.fullmatch(word) or _ER.fullmatch(word)


def _has_pronoun(word: str) -> bool:
    """ "Siempre si cancélala": an order has its pronoun behind it, a condition before: "si la cancelo"."""
    form = _form(word)
    return form is not None and form["tail"].endswith(("la", "lo", "las", "los"))


@found_once
def verbs(message: Message) -> tuple[Verb, ...]:
    """Every verb of cancelling or moving that a message says something with."""
    return tuple(_verbs(message))


def _verbs(message: Message) -> Iterator[Verb]:
    for place, token in enumerate(message.tokens):
        if token.kind != "word":
            continue
        form = _form(token.text)
        if form is None or _is_noun(message, place):
            continue
        deed: Deed = "cancel" if re.match(_CANCEL, form["stem"]) else "move"
        yield Verb(place, deed, _said(message, place, form, deed))


def told(message: Message) -> bool:
    """Whether a change is told of that somebody made."""
    return any(verb.said is Said.TOLD for verb in verbs(message))


_NEGATIONS = word_set("no ni nunca jamas tampoco sin ningun ninguna")
_OF_ANOTHER = word_set("""ir asistir llegar poder podre acudir estar cita consulta alcanzo alcanzamos entonces mejor asi
    porque pq xq como donde si puede pueden podria podrian puedes podras podra hay habra habria manera forma deja dejan
    sirve gustaria ya pero olvide olviden olvides puedo podemos supe se pude pudimos necesito ocupo gracias favor tengo
    tiempo voy""")
"""Between a negation and a verb these end what is denied: "no voy a poder ir, cancela", "no sé cómo cancelar"."""
_NEAR = 6
"""Words between a negation and what it denies."""


def _is_denied(words: list[str], verb: str) -> bool:
    """Whether a verb stands under a negation: "no vengo a cancelar", "nunca dije que cancelaran"."""
    at = next((n for n in range(len(words) - 1, -1, -1) if words[n] in _NEGATIONS), None)
    if at is None or len(words) - at > _NEAR:
        return False
    between = [word for word in words[at + 1 :] if word not in _WITH | {"yo", "que", "a", "vaya", "vayan", "vayas"}]
    going = between[:1] in (["voy"], ["vamos"]) and words[at + 1 : at + 3][-1:] == ["a"]
    between = between[1:] if going else between
    if _OF_ANOTHER & {*between}:
        return False
    wishes = [n for n, word in enumerate(between) if word in ("quiero", "quisiera", "deseo", "prefiero", "queremos")]
    return (going or bool(between)) and (not wishes or wishes[0] == 0) and not verb.endswith(("la", "lo"))


def _said(message: Message, place: int, form: re.Match[str], deed: Deed) -> Said:
    before, after = _clause(message, place)
    if _object_is_other(before, after, form):
        return Said.OTHER
    if _is_denied([token.text for token in before], message.tokens[place].text):
        return Said.DENIED
    while before and before[-1].text in _WITH:
        before = before[:-1]
    words = [token.text for token in before]
    pronouns = {token.text for token in _clause(message, place)[0][len(before) :]}
    asked = bool(pronouns & {"me", "nos"})  # "me mueven al viernes" asks
    if deed == "move":
        pronouns -= {"me"}  # "mejor me cambio al jueves"
    past = _is_past(message.tokens[place], form, pronouns, before, after)
    if past:
        return Said.TOLD
    if deed == "cancel" and _conditioned(message, place):
        return Said.IF
    if deed == "cancel" and _IF_NOT.search(" " + " ".join(t.text for t in message.tokens[:place])):
        return Said.OTHER
    end, tail = form["end"], form["tail"]
    if end in ("ar", "er"):
        return Said.IF if _is_asked_how(words, [token.text for token in after]) else _infinitive(words)
    if end in ("es", "en", "e", "a", "an", "as", "o") and "que" in words[-3:] and not tail:
        at = len(words) - 1 - words[::-1].index("que")
        return Said.ORDER if at == 0 or words[at - 1] in _WANTS or words[at - 1] in ("si", "mejor") else Said.OTHER
    they = "an" if form.re is _AR else "en"  # "cambian" is told, "muevan" is asked for
    if end in (they, "as") and (
        _ALWAYS.intersection(words) or (end == they and not (asked or pronouns & {"la", "lo"}))
    ):
        return Said.TOLD if end == they else Said.OTHER
    if end[:2] in ("ad", "id") or end in ("ando", "iendo", "aria", "arias", "arian", "eria"):
        return Said.OTHER
    return Said.ORDER


def _is_past(
    token: Token, form: re.Match[str], pronouns: set[str], before: tuple[Token, ...], after: tuple[Token, ...]
) -> bool:
    """Whether somebody did it: a past tense, by its ending, its accent, or its subject where the accent is left out."""
    end, raw, tail = form["end"], token.raw.casefold(), form["tail"]
    words = {t.text for t in before}
    if end in _PAST:
        return True
    if end[:2] in ("ad", "id"):
        return bool(_BEEN & (words | {t.text for t in after[:1]}))
    if tail or end not in ("o", "a", "e"):
        return False
    if raw.endswith(("ó", "é")):
        return True
    if end == "e" and form.re is _AR:
        said = [t.text for t in before]
        own = said[max((n for n, word in enumerate(said, start=1) if word in _JOINS), default=0) :]
        return "yo" in own or bool(_DONE & {*own} and not {"favor", "porfa"} & {t.text for t in (*before, *after)})
    if end == "o" and pronouns & {"se", "me", "nos", "les", "le"} and not pronouns & {"la", "lo", "las", "los"}:
        return True
    if pronouns & {"se"}:
        return True
    return _has_subject(before, nouns=_STAFF if end != "o" else None)


def _has_subject(before: tuple[Token, ...], nouns: frozenset[str] | None) -> bool:
    """Whether somebody else is named as the one who does it. `nouns` None: whoever it is."""
    words = [token.text for token in before]
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        led = at > 0 and words[at - 1] in ("de", "a", "para", "con", "por", "en", "del", "al")
        if word in ("ella", "ellos", "alguien", "ustedes") or (word in _DET and following in _STAFF and not led):
            return True
        if word in _STAFF and following and following not in _NO_NOUN and following not in _DET:
            return True
        noun = word in _DET and following not in _OURS and following not in WEEKDAYS and following not in MONTHS
        if nouns is None and not led and following and ((noun and following not in _NO_NOUN) or word in GIVEN):
            return True
    return bool(words) and nouns is None and (words[-1] in GIVEN or words[-1] in _STAFF)


_ASKS_HOW = word_set("que como cuanto cuanta cuantos cuantas si cobran cobra cuesta necesario")
_MUST = word_set("""tengo hay cobran cobra pagar pago debo necesito necesita ocupo cuesta hago hacemos hacer procede sigue
    como cuanto donde""")


def _is_asked_how(words: list[str], after: list[str]) -> bool:
    """Whether a purpose is asked about: "¿qué necesito para cancelar?", "para cambiarla, ¿tengo que pagar?"."""
    if words[-1:] != ["para"]:
        return False
    return bool(_ASKS_HOW & {*words} or (words[:-1] == [] and _MUST & {*after}))


def _infinitive(words: list[str]) -> Said:
    """What governs an infinitive: the nearest word before it that can."""
    for at in range(len(words) - 1, -1, -1):
        word = words[at]
        if word in _BESIDES and not (word == "por" and words[at + 1 : at + 2] == ["favor"]):
            return Said.OTHER
        if word in _TELLS:
            if RELATIONS & {*words[:at]}:
                return Said.OTHER  # "mi vecina tuvo que cancelar": hers
            return Said.TOLD if word not in ("tuve", "tuvimos", "acabo", "vayan", "vaya", "vayas") else Said.OTHER
        if word in _MAY or (word in ("puede", "podria", "pudiera") and words[at - 1 : at] == ["se"]):
            return Said.MAY
        if word in _WANTS:
            return Said.ORDER
    return Said.ORDER


def conditioned(message: Message, start: int, end: int) -> bool:
    """Whether a stretch of `flat` without such a verb is a condition that something follows from: "si no puedo ir, les
    aviso". With nothing after it, it may be a yes without its accent."""
    stretch = message.between(start, end)
    if stretch and _has_pronoun(message.tokens[stretch.start].text):
        return False
    if not stretch or not stretch.start or message.tokens[stretch.start - 1].raw.casefold() != "si":
        return False
    return any(token.kind == "word" for token in message.tokens[stretch.stop :])


_ON_CONDITION = re.compile(
    r"(?:^| ,| pero| y)(?: (?:y|pero|es que|oiga|oye|entonces|hola|creo que|que))* (?P<if>si)"
    r" (?!(?:se|me|te|nos|les?|l[ao]) (?:l[ao] )?(?:pued|podr)|es posible|gust|no (?:hay|es|les?|te|se puede|tien) )(?P<what>(?:[^ ,?]+ ){1,7}?)(?:, )?"
    r"(?:(?:ya|mejor|entonces|pues|yo) )*(?:no (?:voy|vamos|ire|iremos|asisto|puedo ir)|(?:la|lo|las) (?:cancel|quit|cambi|muev|pas|recorr)(?:o|amos)|cancelo)(?= )"
)


@found_once
def on_condition(message: Message) -> bool:
    """ "Si mañana sigo mal no voy", "si me siento bien la cancelo": what will be done then, and not now. "Si, mañana no voy"
    has no verb before."""
    found = _ON_CONDITION.search(message.flat)
    if (
        found is None
        or message.tokens[message.between(found.start("if"), found.end("if")).start].raw.casefold() == "sí"
    ):
        return False
    return any(spelling.in_the_present(word) or word in _LASTS for word in found["what"].split())


def _conditioned(message: Message, place: int) -> bool:
    """ "Si cancelo", "si no puedo la cancelo": a condition, as far as an accent does not say yes."""
    tokens = message.tokens[:place]
    while tokens and tokens[-1].text in _WITH:
        tokens = tokens[:-1]
    flat = " " + " ".join("," if t.kind != "word" else "+" if t.raw.casefold() == "sí" else t.text for t in tokens)
    if flat.endswith(" si") and _has_pronoun(message.tokens[place].text):
        return False
    governed = re.sub(r" (?:tengo que|quiero|quisiera|llego a|decido|puedo|voy a|necesito|tuviera que|debo)$", "", flat)
    return bool(_IF.search(flat) or _IF.search(governed))


def _object_is_other(before: tuple[Token, ...], after: tuple[Token, ...], form: re.Match[str]) -> bool:
    """Whether the thing that is changed, or that changes ("se canceló la clase", "mi vuelo se canceló"), is no
    appointment."""
    words = [token.text for token in after[:4]]
    while words and words[0] in ("ya", "porfa", "por", "favor", "tambien", "todo"):
        words = words[1:]
    if len(words) > 1 and words[0] in _DET:
        return not form["tail"].endswith(("la", "lo", "las", "los")) and _is_other(words[1])
    said = [token.text for token in before]
    if said and said[-1] == "se" and len(said) > 2 and said[-3] in _DET:
        return _is_other(said[-2])
    return False


def _is_other(word: str) -> bool:
    known = _OURS | _STAFF | _NO_NOUN | GIVEN
    return not (word in known or word in WEEKDAYS or word in MONTHS or word.isdigit())


def _is_noun(message: Message, place: int) -> bool:
    """ "Un cambio de cita", "del miércoles en adelante"."""
    before = message.tokens[place - 1].text if place else ""
    if message.tokens[place].text == "adelante":
        return before in ("en", "para", "pa", "mas", "hacia")
    return message.tokens[place].text == "cambio" and before in ("un", "el", "hacer", "de", "del", "algun", "")


def _clause(message: Message, place: int) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """The words before and after a token, as far as the marks around them."""
    tokens = message.tokens
    start, end = place, place + 1
    while start and tokens[start - 1].kind in ("word", "number"):
        start -= 1
    while end < len(tokens) and tokens[end].kind in ("word", "number"):
        end += 1
    return tokens[start:place], tokens[place + 1 : end]
