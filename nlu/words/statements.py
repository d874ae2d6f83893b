"""Clauses that tell of something and ask for nothing: "me duele la espalda", "se cayó ayer", "trabajo hasta tarde".

A verb that tells is known by its form (person and tense), and in the present by a closed list of states and of what a
body does: "me manda" asks, "me duele" tells.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from nlu.naming.name_words import GIVEN, RELATIONS
from nlu.words import spelling, verb_forms
from nlu.words.filler import FILLER, INTERROGATIVES
from nlu.words.message import Message, found_once
from nlu.words.turning_words import WANTS
from nlu.words.word_sets import word_set

_BOOKING = re.compile(
    r"(?:agend|reserv|apart|anot|apunt|program|cancel|cambi|muev|mov|pas|busc|confirm|deb|mand|dig|dic)\w*"
)
CLITICS = word_set("me se le les nos te lo la los las")
PERFECT = word_set("he ha han hemos has habia habian haya")
PAST = re.compile(r"\w{2,}(?:aron|ieron|eron|aste|iste|aba|aban|abamos)")
_IMPERFECT = re.compile(
    r"(?!(?:medio)?dia$|media$|familia$|cambia$|copia$|limpia$|todavia$|tia$|via$|guia$)\w*(?:[bdtv]|ten|ven|sal|pon|hac|quer|dorm|com|sufr|ped)ia(?:n|mos)?"
)
_WOULD = re.compile(r"(?:quer|quis|pod|pud|deb|gust(?!o$)|habr|tendr|hab)\w*|\w+r(?:ia|ian|iamos)")
_PARTICIPLE = re.compile(r"\w{2,}(?:ado|ido|to|cho|sto|ada|ida)s?")
_MUST = word_set("tengo tiene tenemos tuve tuvo hay habia tenia")
""" "Tengo que llevar a mi mamá" is one clause."""
_LEADS = CLITICS | word_set("""yo el ella ellos ellas nadie alguien mi mis su sus un una unos unas desde hace dos tres
    cuatro cinco varios varias vez otro otra ultima dia dias semana semanas mes meses ano anos noche lunes martes
    miercoles jueves viernes sabado domingo no es muy tambien""")
_LOOKING = word_set("buscando queriendo necesitando viendo ocupando")
_ON_THE_WAY = word_set("voy va vamos van vengo viene vienen")
""" "Voy cruzando la línea"."""
_NO_PRETERITE = word_set("aqui ahi alli asi casi taxi ambi mami papi tepi kiwi chili bici")
_NO_FUTURE = word_set("mama papa ojala aca alla sofa quiza alan alcanzara alcanzaran cabra cabran")
"""Words that end as one, and those that ask whether there is room."""
_COMES = word_set("""ir asistir poder llegar necesitar querer ocupar requerir usar ser cancelar mover cambiar agendar
    tomar estar venir querer hacer dar pasar""")
"""After "voy a" these speak of the appointment: "ya no la voy a ocupar"."""
_REASONS = word_set("porque pues que ya es esque")
_WISHES = frozenset(f"{WANTS}|urge|solicito|requiero|queria".split("|"))
"""After something told these begin a clause that asks."""
_ARTICLES = word_set("el la los las un una de del con mi su al en a para")
_NEEDS = re.compile(
    r"(?:requier|requer|necesit|ocup|exij|exig|pid|solicit|esper|prefier|prefer|factur|pag|cobr|incluy|agreg|propon|quier|dese|busc|urg)"
    r"(?:o|a|e|as|es|an|en|amos|emos|imos)"
)
"""Verbs of wanting and of business in the present: "requiero intérprete", "se ocupa factura" tell of nothing."""
_CAN = word_set("puedo puede podemos podia pude deja dejan dejaba")
_WILLS = word_set("quiere quieren")
_DOES = re.compile(r"\w{3,}(?:a|e|an|en)")


@cache
def lists() -> dict[str, frozenset[str]]:
    """The word lists of `account.toml`."""
    data = tomllib.loads(files("nlu").joinpath("account.toml").read_text(encoding="utf-8"))
    return {name: frozenset(words.split()) for name, words in data.items() if isinstance(words, str)}


@found_once
def clauses_of(message: Message) -> list[range]:
    """Stretches of tokens between marks, before words that join clauses, and before a verb that tells."""
    joints, tokens, found = lists()["joints"], message.tokens, list[range]()
    for stretch in message.clauses():
        begin = quiet = stretch.start  # up to `quiet` nothing is told, which what follows may yet change by two words
        for index in stretch[1:]:
            joins = tokens[index].text.split()[0] in joints
            if joins and not (tokens[index].text == "que" and tokens[index - 1].text in _MUST):
                found.append(range(begin, index))
                begin = index
            elif tokens[index].text in _WISHES and _tells_from(message, range(begin, index), quiet - 2):
                wish = index
                while wish > begin + 1 and tokens[wish - 1].text in CLITICS:
                    wish -= 1
                found.append(range(begin, wish))
                begin = wish
            elif (head := _head(message, range(begin, stretch.stop), index)) is not None:
                found.append(range(begin, head))
                begin = head
            elif tokens[index].text in _WISHES:
                quiet = index
        found.append(range(begin, stretch.stop))
    return found


def _head(message: Message, clause: range, index: int) -> int | None:
    """Where a clause begins that a verb in the middle of another one heads; None where it begins none."""
    if not is_telling(message, clause, index) or was_then(message, clause, index):
        return None
    head = index
    while head > clause.start and message.tokens[head - 1].text in CLITICS | PERFECT | {"no"}:
        head -= 1
    when = message.tokens[head - 1].text if head > clause.start else ""
    if when in ("ayer", "anoche", "antier", "anteayer") and message.tokens[max(head - 2, 0)].text not in (
        "de",
        "desde",
    ):
        head -= 1
    before = range(clause.start, head)
    leads = all(_leads(message.tokens[i].text) for i in before) and message.tokens[clause.start].text not in ("o", "u")
    if leads or _is_subject(message, before) or tells(message, before):
        return None
    return head


def _is_subject(message: Message, words: range) -> bool:
    """ "Porque mi seguro": who or what it is of that a reason tells."""
    said = [message.tokens[i].text for i in words]
    reason = [word for word in said if word in _REASONS]
    rest = said[len(reason) :]
    return (
        bool(reason) and said[: len(reason)] == reason and len(rest) == 2 and rest[0] in _ARTICLES | {"tu", "nuestro"}
    )


def _leads(word: str) -> bool:
    """Whether a word may stand before the verb that heads a clause: who, when in the past, and what joins."""
    return word in _LEADS or word in RELATIONS or word in lists()["joints"] or word in lists()["past_time"]


def tells(message: Message, clause: range) -> bool:
    """Whether a clause has a verb that tells of something."""
    return _tells_from(message, clause, clause.start)


def _tells_from(message: Message, clause: range, first: int) -> bool:
    """Whether one of a clause's verbs tells of something, from this token on."""
    return any(is_telling(message, clause, index) for index in range(max(first, clause.start), clause.stop))


def is_headed(message: Message, clause: range, index: int) -> bool:
    """Whether what follows a word of a clause belongs to a verb that tells: "que anda malo de la espalda"."""
    return message.tokens[index].text != "es" and is_telling(message, clause, index)


def denies_what_is_told(message: Message, clause: range, index: int) -> bool:
    """Whether a "no" belongs to what is told: "no me gustó", "no se me quita"."""
    after = [i for i in range(index + 1, clause.stop) if message.tokens[i].text not in CLITICS | PERFECT][:1]
    going = after and message.tokens[after[0]].text in ("voy", "va", "van", "vamos")
    return bool(after) and not going and is_telling(message, clause, after[0])


def clauses_that_tell(message: Message, timed: set[int]) -> tuple[str, ...]:
    """Every clause that tells of something, as it was written, but for the `timed` tokens: "la semana | que viene"."""
    tokens = message.tokens
    clauses = (
        clause
        for clause in clauses_of(message)
        if not (message.tokens[clause.start].text == "que" and {*clause} <= timed) and tells(message, clause)
    )
    return tuple(message.text[tokens[clause.start].start : tokens[clause.stop - 1].end] for clause in clauses)


_SUITS = re.compile(rf"(?:{verb_forms.SUITING})(?:a|an|e|en|aria|arian)|acomod(?:o|amos)")
""" "Me acomodo el viernes", "nos sirve a las 5": wished for."""


def is_telling(message: Message, clause: range, index: int) -> bool:
    """Whether a word of a clause is a verb that tells of something; found once, for it is asked again and again."""
    kept, place = message.kept, ("telling", clause, index)
    if place not in kept:
        kept[place] = _is_telling(message, clause, index)
    return bool(kept[place])


def _is_telling(message: Message, clause: range, index: int) -> bool:
    token, known = message.tokens[index], lists()
    word = token.text
    before = message.tokens[index - 1].text if index > clause.start else ""
    after = message.tokens[index + 1].text if index + 1 < clause.stop else ""
    if token.kind != "word" or word in CLITICS or word in GIVEN or word in INTERROGATIVES or word in RELATIONS:
        return False  # "novia" has the form of a verb
    if word == "bebe" and before in _ARTICLES:
        return False
    if word in ("viene", "entra", "sigue") and before in ("que", "") and _leads_on(message, index):
        return False
    paid = (
        word in ("pagan", "paguen") and before in ("me", "nos") and " de esa fecha " not in message.flat
    )  # "ese día me pagan"
    if before == "no" and (word in known["failing_verbs"] or (word in _WILLS and after in known["bodily"])):
        return True  # "ya no ve bien", "no quiere comer"
    form = _form(word)
    if (form.needs and not paid) or _is_to_be_done(message, clause, index):
        return False
    negated = index - 1 > clause.start and message.tokens[index - 2].text == "no"
    if (
        before in ("me", "nos")
        and not negated
        and _SUITS.fullmatch(word)
        and not token.raw.casefold().endswith(("ó", "é"))
    ):
        return False
    if word in ("ando", "andamos", "estoy", "estamos") and after in _LOOKING:
        return False
    if (
        word in _CAN
        and after in known["body_infinitives"]
        and "no" in (before, *[message.tokens[index - 2].text][: index - clause.start - 1])
    ):
        return True  # "no puedo dormir del dolor"
    if word in known["state_verbs"] or (word in _ON_THE_WAY and after.endswith(("ando", "iendo", "yendo"))):
        return True
    if word in known["body_verbs"]:
        return before in CLITICS | RELATIONS | {"", "y", "que", "no", "porque"}
    if before in PERFECT and form.participle:
        return True
    raw = token.raw.casefold()
    accented = len(word) > 2 and raw.endswith(("ó", "é", "í")) and (before, word) != ("de", "aqui")
    if form.would and not accented:
        return False
    if accented or form.past:
        return True
    if raw.endswith(("rá", "rán")) and word not in _NO_FUTURE and before not in _ARTICLES:
        return True
    if word.endswith("i") and len(word) > 3 and word not in _NO_PRETERITE and before not in _ARTICLES:
        return True
    if _is_going_to(message, clause, index) or _does_something(message, clause, index):
        return True
    if word in FILLER or len(word) < 3:
        return False
    if _by_its_place(message, clause, index):
        return True
    itself = (
        before == "se" and word.endswith(("a", "an", "en")) and word not in lists()["light"]
    )  # "se casa", "se vence"
    return itself or (before in ("me", "se", "le") and word.endswith(("o", "e")))


class _Form(NamedTuple):
    """What a word may be by its form."""

    needs: bool
    participle: bool
    would: bool
    past: bool


@lru_cache(maxsize=8192)
def _form(word: str) -> _Form:
    past = PAST.fullmatch(word) or _IMPERFECT.fullmatch(word)
    return _Form(*map(bool, (_NEEDS.fullmatch(word), _PARTICIPLE.fullmatch(word), _WOULD.fullmatch(word), past)))


_DATED = word_set("lunes martes miercoles jueves viernes sabado domingo semana mes ano quincena fin")


def _leads_on(message: Message, index: int) -> bool:
    """ "El martes que viene": a day, and nothing that is told."""
    words = [token.text for token in message.tokens[max(0, index - 2) : index]]
    return len(words) == 2 and words[1] == "que" and words[0] in _DATED


_OF_THE_VISIT = re.compile(
    r"(?:llego|llega|alcanz|asist|acud|voy|va$|vamos|atiend|abr|cierr[ae]n|trabaj|labor|acept|cobr|recib|cuest|import|preocup|conozc)\w*"
)
""" "No llego", "no abren": of coming, and of what the clinic does."""
_WHO = word_set("yo ella ellos ellas nosotros nadie")
_BETWEEN = word_set("no ya casi siempre tambien solo nada nomas")


def _by_its_place(message: Message, clause: range, index: int) -> bool:
    """Whether a present tense tells of something by what stands before it: who does it, "me siento", "no aguanto". In
    the third person, "me manda" may ask for something."""
    word, before = message.tokens[index].text, [message.tokens[i].text for i in range(clause.start, index)]
    if word in lists()["light"] or word in lists()["weighty"] or _BOOKING.fullmatch(word) or _OF_THE_VISIT.match(word):
        return False
    objects: list[str] = []
    while before and before[-1] in CLITICS | _BETWEEN:
        objects.append(before.pop())
    first = word.endswith("o")
    felt = ("me" in objects or "nos" in objects) and first
    theirs = ("le" in objects or "les" in objects) and not first
    who = before[-1:] and before[-1] in _WHO
    return (bool(who) or "no" in objects or felt or theirs) and spelling.in_the_present(word)


def _is_to_be_done(message: Message, clause: range, index: int) -> bool:
    """ "Y que se acerque un taxi": what is asked for; "es que se cayó" and "porque" give a reason."""
    words = [message.tokens[i].text for i in range(clause.start, index)]
    while words and words[-1] in CLITICS:
        words.pop()
    leads = words[-2:-1] and words[-2] in ("es", "ya", "por")
    before = message.tokens[clause.start - 1].text if clause.start else ""
    return words[-1:] == ["que"] and not leads and (len(words) > 1 or before in ("", ",", "y", "?"))


def _is_going_to(message: Message, clause: range, index: int) -> bool:
    """ "Voy a andar desvelado", "me van a operar": of what is to come, and not of the appointment."""
    words = [message.tokens[i].text for i in range(index, min(index + 3, clause.stop))]
    if len(words) < 3 or words[0] not in ("voy", "va", "van", "vamos", "iba", "iban") or words[1] != "a":
        return False
    if words[2] == "estar":  # "voy a estar en Tijuana"
        where = [message.tokens[i].text for i in range(index + 3, min(index + 6, clause.stop))]
        return where[:1] in (["en"], ["fuera"]) and not {"clinica", "consultorio", "cita", "consulta"} & {*where}
    return words[2].rstrip("aelmnost").endswith("r") and _bare(words[2]) not in _COMES


def _bare(infinitive: str) -> str:
    """An infinitive without the pronouns that hang on it."""
    return re.sub(r"(?<=[aei]r)(?:me|te|se|nos|le|les)?(?:l[oa]s?)?$", "", infinitive)


_THEN = word_set("el en hace ayer antier anteayer")
_VISITS = word_set("cita consulta visita revision vez chequeo")


def was_then(message: Message, clause: range, index: int) -> bool:
    """ "Mi cita anterior fue el 8 de noviembre": one that was, and when."""
    said = [message.tokens[i].text for i in range(max(0, index - 3), min(clause.stop, index + 2))]
    return message.tokens[index].text == "fue" and said[-1] in _THEN and bool(_VISITS & {*said})


_NO_DEED = word_set("manana tarde noche entre pase venga")
""" "Mi mamá mañana temprano", "entre semana", "que mi mamá pase"."""
_BEFORE_VERB = CLITICS | {"no", "ya", "siempre"}


def _does_something(message: Message, clause: range, index: int) -> bool:
    """ "Mi esposo maneja taxi": who does it is a relative of the writer's."""
    tokens, word = message.tokens, message.tokens[index].text
    if was_then(message, clause, index):
        return True
    last = index - 1
    while last >= clause.start and tokens[last].text in _BEFORE_VERB:
        last -= 1
    who = tokens[last].text
    article = tokens[last - 1].text if last > clause.start else ""
    if word in ("fue", "fueron", "estuvo", "estuvieron") and article in _ARTICLES:
        return who not in ("cita", "consulta")  # "mi vecina fue con ustedes en enero"
    if word in FILLER or word in lists()["light"] or word in lists()["weighty"]:
        return False
    if word in _DATED or word in _NO_DEED:
        return False
    theirs = article in ("mi", "mis", "su", "el", "la", "nuestro", "nuestra")
    return theirs and who in RELATIONS and bool(_DOES.fullmatch(word))
