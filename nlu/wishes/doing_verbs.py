"""What the verb of a clause says of a time in it. Of coming, wanting, being able and of what a clinic does there is a closed
class; any other one in the first person, or of somebody or something that is named, takes the time up, and one of difficulty
or avoidance refuses it."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum, auto
from functools import lru_cache
from typing import NamedTuple

from nlu.naming.name_words import GIVEN, RELATIONS, TITLES
from nlu.when.words import EARLY, PARTS, SYMPTOMS, WEEKDAYS
from nlu.words import spelling, verb_forms
from nlu.words.filler import FILLER
from nlu.words.message import Message
from nlu.words.statements import CLITICS, lists
from nlu.words.word_sets import word_set


class Said(IntEnum):
    """What the verb of a clause says of a time in it."""

    WISHED = auto()
    REFUSED = auto()
    TAKEN = auto()


class Verb(NamedTuple):
    """A verb, from the small words before it and whoever does it on."""

    begin: int
    place: int
    said: Said


_COMING = (
    rf"{verb_forms.NEEDING}|{verb_forms.BOOKING}|{verb_forms.MOVING}|{verb_forms.ENDING}|quier|quis|querr|pued|pod|podr|vendr|saldr|prefer|prefier|dese"
    r"|acomod|sirv|conven|convien|pid|ped|esper|confirm|conform|acept|asist|acud|alcanz|elij|elig|escoj|escog|agarr|opt|vot|anim|jal|lanz|organiz|requier|exij|exig|insist|sugier|suger|propon|decid|facilit|ajust|adapt|compromet|aprovech|rueg|suplic|form|manten|urg|interes|gust|qued|acerc|acompan|lleg|pas|veng|vien|vin"
)
_TELLING = (
    r"cre|piens|pens|opin|dig|dic|dij|cuent|cont|pregunt|aclar|agradec|agradezc|mand|envi|escrib|coment|avis|llam|habl|marc|entiend"
    r"|imagin|supong|record|recuerd|olvid|comunic|calcul|estim|consider|dud|present|repit|asegur|conozc|sient|sent|sufr|padec|viv|apur|salud"
)
_BUSINESS = r"atend|atiend|recib|revis|chec|val[ou]r|abr|cierr|cerr|cobr|pag|ofrec|ofrezc|permit|ve|hab|trat"
_BOUNDING = r"vuelv|volv|regres|termin|acab|desocup|descans|salg"
_OVER = r"hic|hiz|tuv|traj|estuv|anduv|pus|sup"
_WISH = re.compile(
    rf"(?:{_COMING}|{_TELLING}|{_BUSINESS}|{_BOUNDING}|{_OVER})(?!ill|ad[oa]s$|id[oa]s$)[aeio]\w*|entr(?:o|a|an|amos|e|en)|dej[ae]\w*|sal[ie]\w*|ten(?:ia|dria)\w*|venimos|hay|soy|somos|son|da|di|do|dan|den"
    r"|ve|ven|ver|sabes?|fue|sea|sera|seria|estaria"
)
"""A time beside one of these is wished for, or bounded, as it is without them."""
_NOUNS = word_set("solo segundo cuarto turno listo caso motivo medico como gusto")
SUITS = re.compile(rf"(?:{verb_forms.SUITING})(?:a|an|e|en|aria|arian)")
_HARD = re.compile(r"(?:complic|dificult|imposibilit|empalm|enred)(?:a|an|aria|ara)")
AVOIDS = re.compile(r"evit(?:a|e|en|ar|ando|o|amos|eme|enme)")
_AWKWARD = re.compile(
    r"(?:(?:muy|bien|medio|algo|mas) )*(?:dificil|complicad\w+|imposible|pesad\w|canon|cabron|feo|mal|duro)(?: |$)"
)
_IS_AWKWARD = re.compile(r"(?:hac|qued|est|ser|pon)\w+|es")
_ADVERBS = word_set("yo ya si siempre tambien nomas solo todavia aun apenas casi nosotros luego")
NO = word_set("no ni nunca tampoco jamas")
_NO_VERB_BEHIND = word_set(
    "el un una mi mis su sus del al de en por con sin para este ese cada otro otra muy tan mas las"
)
_FIRST = word_set("""tengo tenemos tendre tendremos voy vamos estoy estamos estare estaremos ando andamos andare sigo hago hacemos doy
    damos paso pasamos llego llegamos salgo salimos atiendo abro cierro""")
_FUTURE = re.compile(r"\w{2,}(?:ré|remos)")
_THEY = word_set("es son va van tiene tienen esta estan anda andan")
_AILS = (
    SYMPTOMS - {"tengo"}
    | word_set("""duda dudas pregunta problema urgencia ganas prisa miedo sueno hambre temperatura calentura nauseas
    vomito vomitos mareos diarrea ardor comezon presion embarazo dias semanas meses anos molestias dolores seguro cuidado""")
)
_NO_PLACE = word_set("""espera linea camino ayunas ayuno reposo cama tratamiento control lista contacto duda eso esa ese esta acuerdo
    parte pie casa""")
_TO_COME = word_set("""ir asistir poder llegar pasar querer necesitar ocupar agendar apartar sacar venir ser acudir dar cambiar
    cancelar confirmar alcanzar ver preguntar tomar mover pedir salir entrar regresar volver reservar quedar""")
_ASKING = word_set("""buscando queriendo ocupando necesitando viendo pensando esperando llegando solicitando pidiendo agendando
    preguntando escribiendo yendo hablando llamando confirmando cancelando saliendo terminando desocupando""")
_JOURNEY = word_set("viaje vacaciones ciudad pais")
_DOING = re.compile(r"\w+(?:ando|iendo|yendo)")
JOINTS = word_set("pero porque aunque entonces mejor sino pues asi y e")
_DET = word_set("mi mis el la los las su sus un una nuestra nuestro unos unas")
_ARTICLES = _DET | word_set("otro otra mucho mucha muchas muchos como")


def verb_at(message: Message, clause: range, i: int, timed: set[int]) -> Verb | None:
    """The verb at a place, with the small words before it; None where none stands."""
    tokens = message.tokens
    word, begin = tokens[i].text, i
    while begin > clause.start and begin - 1 not in timed and tokens[begin - 1].text in CLITICS | _ADVERBS | NO:
        begin -= 1
    small = {tokens[k].text for k in range(begin, i)}
    named = i > clause.start and tokens[i].raw[:1].isupper() and not tokens[i].raw.isupper()
    if tokens[i].kind != "word" or named:
        return None
    ends = next((k for k in range(i + 1, clause.stop) if tokens[k].text in JOINTS and k not in timed), clause.stop)
    after = [tokens[k].text for k in range(i + 1, ends) if k not in timed]
    rest = " ".join(after) + " "
    awkward = _IS_AWKWARD.fullmatch(word) and _AWKWARD.match(rest)
    if AVOIDS.fullmatch(word) or (_HARD.fullmatch(word) and small & {"me", "nos"}) or (awkward and not small & NO):
        return Verb(begin, i, Said.REFUSED)
    if SUITS.fullmatch(word) and small & NO and begin - 1 in timed:
        return Verb(begin, i, Said.REFUSED)
    before = tokens[i - 1].text if i > clause.start and i - 1 not in timed else ""
    noun = (word in _NOUNS and not small & {"me", "nos"}) or (word.endswith("os") and not word.endswith("mos"))
    if noun or before in _NO_VERB_BEHIND or word in GIVEN or word in lists()["body_verbs"]:
        return None
    if _takes_up(message, clause, i, small, after):
        who = None if _is_first(message, i, small) else _subject(message, clause, i)
        return Verb(begin if who is None else min(who, begin), i, Said.TAKEN)
    return Verb(begin, i, Said.WISHED) if _WISH.fullmatch(word) or _is_first(message, i, small) else None


def may_take(message: Message, i: int) -> bool:
    """Whether a word may be a verb that refuses a time or takes it up."""
    return _may_take(message.tokens[i].text)


@lru_cache(maxsize=8192)
def _may_take(word: str) -> bool:
    hard = any(form.fullmatch(word) for form in (_HARD, AVOIDS, SUITS, _IS_AWKWARD))
    return hard or word in _FIRST | _THEY | {"toca", "tocan"} or _is_present(word)


def _is_present(word: str) -> bool:
    """Whether a word may be a verb in the present that is none of wanting, coming and business."""
    if _WISH.fullmatch(word) or word in FILLER:
        return False
    return spelling.in_the_present(word) or (
        word.endswith(("emos", "imos")) and spelling.in_the_present(f"{word[:-4]}en")
    )


def _is_first(message: Message, i: int, small: set[str]) -> bool:
    """Whether a verb says what the writer does, or will do."""
    word, before = message.tokens[i].text, message.tokens[i - 1].text if i else ""
    if message.tokens[i].raw.casefold().endswith("ó"):
        return False
    if word in _FIRST or (_FUTURE.fullmatch(message.tokens[i].raw.casefold()) and not _WISH.fullmatch(word)):
        return True
    if word.endswith("mos"):
        return _is_present(word)
    unknown = bool(small) and spelling.is_unknown(word)
    heads = i == 0 or bool(small) or message.tokens[i - 1].kind != "word" or before in FILLER | JOINTS
    return word.endswith("o") and (_is_present(word) or unknown) and (heads or _is_timed(before))


def _is_timed(word: str) -> bool:
    return word in WEEKDAYS or word in PARTS or word in EARLY or word in ("hoy", "semana", "dia")


def _takes_up(message: Message, clause: range, i: int, small: set[str], after: list[str]) -> bool:
    """Whether the verb at a place says that somebody has something else then."""
    word = message.tokens[i].text
    if small & NO:
        return False
    if not _is_first(message, i, small):
        return _is_theirs(message, clause, i, small, after)
    takes_up = next((rule for verb, rule in _BY_WHAT_FOLLOWS if verb.fullmatch(word)), None)
    if takes_up is not None:
        return takes_up(after, small)
    chosen = (
        after[:1] and after[0] in ("la", "el", "las", "esa", "ese") and after[1:2] in ([], ["de"])
    )  # "me llevo la de …"
    return not chosen and not _WISH.fullmatch(word)


def _goes(after: list[str], small: set[str]) -> bool:
    """ "A trabajar", "saliendo del trabajo", "al banco"."""
    head, *rest = [*after, ""]
    if head == "a" and rest[0].endswith("r"):
        return _is_away(rest[1:], small) if rest[0] in ("estar", "andar") else not _comes(rest)
    return head not in _ASKING if _DOING.fullmatch(head) else _leads_off(after, small)


def _has(after: list[str], small: set[str]) -> bool:
    """ "Que trabajar", "junta", "una boda"; "lo tengo" is of the appointment, and "dolor" no reason to be away."""
    if after[:1] == ["que"]:
        return after[1:2] != [] and after[1].endswith("r") and not _comes(after[1:])
    noun = _noun(after)
    return bool(noun) and not noun.isdigit() and not {*after[:4]} & _AILS and not small & {"la", "lo", "las", "los"}


def _comes(said: list[str]) -> bool:
    """Whether an infinitive is one of coming to the clinic: "ir", "confirmar"; "ir al banco" is not."""
    bare = re.sub(r"(?<=r)(?:me|nos|l[oae]s?)+$", "", said[0])
    return bare in _TO_COME and not (bare in ("ir", "pasar") and _leads_off(said[1:], set()))


def _noun(after: list[str]) -> str:
    """The first word that is no article."""
    return next((word for word in after if word not in _ARTICLES), "")


def _leads_off(after: list[str], small: set[str]) -> bool:
    """ "Al banco", "a misa", "por mis hijos", "de viaje": another way than to the clinic."""
    head, *rest = [*after, ""]
    if head == "por":
        return rest[0] not in ("ahi", "alla", "favor", "")
    return head in ("a", "al", "de") and bool(_noun(rest))


def _is_away(after: list[str], small: set[str]) -> bool:
    """ "Fuera", "en junta", "de guardia", "cuidando a mi mamá"."""
    rest = [word for word in after if word not in ("muy", "bien", "todavia", "super", "ya", "como")]
    head = rest[0] if rest else ""
    if head in ("en", "de", "del"):
        return bool(noun := _noun(rest[1:])) and noun not in _NO_PLACE
    return (
        head in ("fuera", "lejos", "ausente")
        or head.startswith("ocupad")
        or (bool(_DOING.fullmatch(head)) and head not in _ASKING)
    )


_BY_WHAT_FOLLOWS: tuple[tuple[re.Pattern[str], Callable[[list[str], set[str]], bool]], ...] = (
    (re.compile(r"est(?:oy|amos|are|aremos)|and(?:o|amos|are)|sigo"), _is_away),
    (re.compile(r"voy|vamos"), _goes),
    (re.compile(r"tengo|tenemos|tendre|tendremos"), _has),
    (re.compile(r"(?:pas|lleg)(?:o|amos)"), _leads_off),
    (re.compile(r"salgo|salimos"), lambda after, small: after[:1] == ["de"] and _noun(after[1:]) in _JOURNEY),
    (
        re.compile(r"(?:llev|dej)(?:o|amos)"),
        lambda after, small: after[:1] in (["a"], ["al"]) and not small & CLITICS - {"me"},
    ),
    (re.compile(r"tom(?:o|amos)|atiendo|abro|cierro"), lambda after, small: bool(_noun(after))),
    (re.compile(r"traigo|traemos"), lambda after, small: False),
)
"""Verbs of which what follows says whether they are of coming."""


def _is_theirs(message: Message, clause: range, i: int, small: set[str], after: list[str]) -> bool:
    """ "A las 10 es el recreo", "mi hijo estudia el viernes", "bañan a mi mamá", "me toca guardia"."""
    word = message.tokens[i].text
    if word in ("toca", "tocan") and small & {"me", "nos"}:
        return (
            bool(noun := _noun(after))
            and noun not in TITLES | {"con", "a"}
            and not re.search(r"r(?:me|nos|l[aeo]s?)+$", noun)
        )
    if message.tokens[max(i - 1, 0)].text in _DET:
        return False
    theirs = word in _THEY or (_is_present(word) and word.endswith(("a", "e", "n")))
    if not theirs or small & {"me", "se", "nos", "te"}:
        return False
    if word.endswith("n") and word not in _THEY and len(after) > 2 and after[0] == "a" and after[1] in _DET:
        return after[2] in RELATIONS
    if re.match(r"est[ae]n?|and[ae]n?", word) and not _is_away(after, small):
        return False
    if word in ("tiene", "tienen", "hay") and (not (noun := _noun(after)) or {*after[:4]} & _AILS or noun.isdigit()):
        return False
    if word in ("va", "van") and not _goes(after, small):
        return False  # "mi mamá va a ir el jueves" comes
    behind = len(after) > 1 and after[0] in ("el", "la", "mi", "los", "las", "mis") and i > clause.start and not small
    named = word not in ("es", "son") and _subject(message, clause, i) is not None
    return named or (behind and after[1] not in TITLES | {"dia"})


def _subject(message: Message, clause: range, i: int) -> int | None:
    """Where somebody or something is named that does what the verb at a place says: "mi hijo", "la junta"."""
    k = i - 1
    while k > clause.start and (message.tokens[k].text in CLITICS | _ADVERBS or message.tokens[k].text in GIVEN):
        k -= 1
    who = message.tokens[k].text if k > clause.start else ""
    named = (
        bool(who)
        and message.tokens[k].kind == "word"
        and message.tokens[k - 1].text in _DET
        and who not in TITLES | EARLY | FILLER
        and not _is_timed(who)
    )
    return k - 1 if named else None
