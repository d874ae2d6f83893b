"""The answer to the question on screen, where a message is that and nothing else: yes, no, one of what was offered in the
question's own words, the mark of a visit, or for each of the appointments that somebody is reminded of whether they come.

What these mean is declared with the question; here a yes stays a yes. Whatever else a message says, other rules read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsTold,
    Attend,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    ProvideCustomerData,
    Rate,
    SelectSlot,
    StartBooking,
    TakeOffer,
    Thank,
    Unknown,
)
from booking.models import Expected, Offered
from nlu.choices import ORDINALS, is_figure, option
from nlu.closed_phrases import GIVEN_UP, LEADS, NO, NO_EMOJI, OPENERS, PLEASED_EMOJI, POLITE, YES_EMOJI
from nlu.message import Message
from nlu.name_words import RELATIVES_NOUN
from nlu.word_sets import word_set
from nlu.yes_no import MOST_WORDS, made_of
from nlu.yes_phrases import AS_IT_IS, PLAIN_YES, TAKES_IT, AnyOf, Phrases, composed, phrases

_AGREES: Phrases = frozenset(
    tuple(phrase.split())
    for phrase in (
        "bueno,bueno si,por favor,porfa,si porfa,muy bien,bien,me parece,excelente,genial,super,seria genial,va va,ok ok"
        ",esta bueno,si quisiera,me gustaria,si me gustaria,si se puede,si gracias,encantado,encantada,con gusto"
    ).split(",")
)
"""Besides, a yes to a question whose answer carries nothing out."""
_DECLINES: Phrases = frozenset(
    tuple(phrase.split())
    for phrase in (
        "no hace falta,no es necesario,no necesito,no lo necesito,no lo ocupo,no por el momento,por el momento no,es todo"
        ",seria todo,eso es todo,eso era todo,nada mas,asi nada mas,no es esa,no es ese,esa no es,ese no es,no son esas"
        ",ninguna,ninguno,ninguna de esas,ninguno de esos,luego,despues,al rato,luego te digo,luego le digo,yo te aviso"
        ",yo le aviso,lo pienso,lo voy a pensar,dejame pensarlo,deja lo pienso,estoy bien"
    ).split(",")
)
"""Besides, a no to such a question: nothing is needed, none of those shown, or not now."""
_GIVES_UP = phrases(
    "ya no, ya no gracias, mejor ya no, mejor nada, olvidalo, olvidelo, dejalo, dejelo, dejalo asi, dejelo asi, ya no quiero, ya no me interesa, no quiero nada"
)
_MEETS = composed("ahi,alla,-", "nos vemos", "ahi,alla,ese dia,entonces,hoy,manana,pronto,-")
"""Of who is asked whether they come: alone it would only take leave."""
_BEFORE = OPENERS | LEADS | POLITE
_YES = PLAIN_YES | _AGREES
_NO = NO | _DECLINES | frozenset(phrase for phrase in _GIVES_UP if phrase in GIVEN_UP)
_AROUND = word_set("""a al con de del el en es eso la las le lo los me mi nos o para por que se su te tu un una unas y
    ya pues pos bueno ok va mejor quiero quisiera gustaria prefiero puedes puede podrias favor porfa gracias entonces si
    claro sale andale orale ahorita por ese esa esta este""")
"""Words around what is asked for that ask for nothing themselves."""


def answer_to(expected: Expected | None, message: Message) -> AnyIntent | None:
    """What a whole message answers; None where it says anything else, or asks back."""
    if expected is not None and message.asks and not message.odd:
        asked = _named(message.words, [one for one in expected.options if isinstance(one.intent, AskQuestion)])
        return asked.intent if asked else None
    if expected is None or message.odd or message.asks or len(message.words) > MOST_WORDS:
        return None
    if set(message.emoji) - PLEASED_EMOJI - NO_EMOJI:
        return None
    if not message.words:
        return _by_sign(message, expected)
    if said := _yes_or_no(message, expected):
        return said
    return _offered(message, expected)


_OF_SOMEBODY_ELSE = (ProvideCustomerData(for_other=True), StartBooking())


def beside_a_yes(
    expected: Expected | None, message: Message, reader: Callable[[str], Sequence[AnyIntent]]
) -> tuple[AnyIntent, ...]:
    """The yes to what was said to be understood, with what is asked beside it: "sí, mándame la ubicación". Nothing where
    the rest says anything else."""
    if expected is None or not expected.understood or message.odd:
        return ()
    ends = [place for place, token in enumerate(message.tokens[:-1], start=1) if token.kind == "mark"]
    for place in reversed(ends):
        yes = Message.of(message.text[: message.tokens[place - 1].end])
        if yes.asks or len(yes.words) > MOST_WORDS or not isinstance(_yes_or_no(yes, expected), Confirm):
            continue
        rest = Message.of(message.text[message.tokens[place].start :].lstrip(" ,.;:"))
        said = [intent for intent in reader(rest.text) if not isinstance(intent, Thank | Greet)]
        if said and all(isinstance(intent, AskQuestion) for intent in said):
            return (Confirm(), *said)
        if rest.asks and all(isinstance(intent, Unknown) or intent in _OF_SOMEBODY_ELSE for intent in said):
            return (Confirm(), AskQuestion(query=rest.text))  # "¿y a mi niño lo puedo llevar?"
    return ()


def searches(expected: Expected | None) -> bool:
    """Whether the question on screen is about a search that was understood, so that a name is its patient's."""
    understood = expected.understood if expected is not None else ()
    return any(isinstance(intent, StartBooking | CheckAvailability) for intent in understood)


def _by_sign(message: Message, expected: Expected) -> AnyIntent | None:
    signs = set(message.emoji)
    if expected.yes is not None and signs & YES_EMOJI and not signs & NO_EMOJI:
        return Confirm()
    return Deny() if expected.no is not None and signs & NO_EMOJI and not signs & YES_EMOJI else None


def _yes_or_no(message: Message, expected: Expected) -> AnyIntent | None:
    """ "La quiero", "así está bien" agree to a time that is shown; to any other question they say that nothing is
    needed, or nothing at all."""
    words = message.words
    takes = isinstance(expected.yes, SelectSlot | TakeOffer | Thank)
    agrees = _YES | _MEETS if isinstance(expected.yes, Attend) else _YES
    yes: AnyOf = _YES | TAKES_IT | AS_IT_IS if takes else agrees - AS_IT_IS
    no: Phrases = _NO if takes else _NO | AS_IT_IS
    if isinstance(expected.yes, SelectSlot):
        no = frozenset(
            phrase for phrase in no if phrase not in GIVEN_UP
        )  # as where several times are shown: no other one is wanted either
    if expected.yes is not None and made_of(words, yes, _BEFORE, POLITE) and not set(message.emoji) & NO_EMOJI:
        return Confirm()
    if expected.no is not None and made_of(words, no, _BEFORE, POLITE | no) and not set(message.emoji) & YES_EMOJI:
        return Deny()
    return None


def _offered(message: Message, expected: Expected) -> AnyIntent | None:
    """One of the answers offered: the words of its button, those of the question for it, or its place."""
    for one in expected.options:
        if one.title and Message.of(one.title).words == message.words:
            return one.intent
    refused, words = _without_no(message)
    found = _named(words, expected.options)
    if found is None and expected.numbered and not refused:
        place = option(words, ())
        found = expected.options[place - 1] if place and place <= len(expected.options) else None
    if found is None:
        return None
    if not refused:
        return found.intent
    agreed = found.intent == expected.yes
    # "No me comuniques" refuses that; "no, mejor agendar" asks for something else. "No, comunícame" is for others to read.
    if refused == "for it":
        return Deny() if agreed and expected.no is not None else None
    return None if agreed else found.intent


def _without_no(message: Message) -> tuple[str, tuple[str, ...]]:
    """Whether the message begins with a no, of what follows or before something else, and the words after that."""
    words = message.words
    if words[:1] != ("no",):
        return "", words
    marks = [token.kind == "mark" for token in message.tokens]
    apart = marks[1:2] == [True] or words[1:2] == ("mejor",)
    return "and then" if apart else "for it", words[1:]


def _named(words: Sequence[str], options: Sequence[Offered]) -> Offered | None:
    """The only option whose words are among these, which are those and small words around. A small word that is one of
    an option's own ("una") counts where no other word does."""
    taken = [(word, [one for one in options if _has(one, word)]) for word in words]
    if any(not found and word not in _AROUND for word, found in taken):
        return None
    for small in (False, True):
        named = [one for word, found in taken for one in found if (word in _AROUND) is small]
        if named:
            return named[0] if all(one is named[0] for one in named) else None
    return None


def _has(one: Offered, word: str) -> bool:
    return any(word.startswith(own[:-1]) if own.endswith("*") else word == own for own in one.words)


_MARKS = {"uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, **{str(mark): mark for mark in range(1, 6)}}
_LEADS = word_set(""", hola buenos buenas buen dias dia tardes noches si pues ok claro yo le les te la lo mi me nos un
    una con de del el numero calificacion califico calificaria doy daria dare damos pongo pondria es seria fue estuvo
    consulta atencion servicio experiencia gracias muchas excelente excelentes perfecto perfecta super muy bien bueno
    buena buenisimo buenisima mal mala malo regular pesimo pesima terrible horrible todo""")
""" "Le doy un …", "muy bien, …"."""
_OF_IT = re.compile(r"^(?:(?:de|sobre) (?:5|cinco)|estrellas?|puntos?)\b ?")
_GOES_ON = word_set(", pero porque aunque todo muy excelente gracias muchas super la el me nos fue estuvo por sin")
""" "5 gracias", "4 pero tardaron": after any other word it is a number of something."""
_ASKS_FOR_MORE = re.compile(
    r" (?:citas?|agend|reagend|cambi|muev|mover|cancel|apart|reserv|quier|quisier|necesit|pued|podri|gustaria|factur|recet"
    r"|resultado|inform|urge|dolor|duele|horario|lunes|martes|miercoles|jueves|viernes|sabado|domingo|manana|mensaje|baja"
    r"|comuni|llam|hablar|dia |hora |am |pm )"
)
_OF_FIVE = re.compile(r"\s*([1-5])\s*/\s*5[\s.!]*")
_STARS = frozenset("⭐🌟★")
_MOST_WORDS = 30


def mark(expected: Expected | None, message: Message) -> Rate | None:
    """The mark of the visit that was asked about; None where nobody asked, or it says anything else."""
    marks = [one.intent for one in expected.options if isinstance(one.intent, Rate)] if expected is not None else []
    given = _given(message) if marks and not message.asks and len(message.words) <= _MOST_WORDS else None
    return next((one for one in marks if one.mark == given), None)


def _given(message: Message) -> int | None:
    if whole := _OF_FIVE.fullmatch(message.text):
        return int(whole[1])
    signs = message.text.split()
    if not message.words and signs and set("".join(signs)) <= _STARS:
        return len("".join(signs))
    said = message.flat.split()
    place = next((place for place, word in enumerate(said) if word in _MARKS), None)
    if is_figure(message) or message.odd or place is None or not set(said[:place]) <= _LEADS:
        return None
    rest = _OF_IT.sub("", " ".join(said[place + 1 :]))
    goes_on = not rest or rest.split()[0] in _GOES_ON
    more = any(word in _MARKS or word.isdigit() for word in rest.split()) or _ASKS_FOR_MORE.search(f" {rest} ")
    return _MARKS[said[place]] if goes_on and not more else None


_REST = word_set("otra otro otras otros demas")
_LAST = word_set("ultima ultimo")
_OF_SOMEBODY = re.compile(rf"\b(?:la|el) del? (?:(?:mi|la|el|tu|su) )?(?:{RELATIVES_NOUN})\b")
"""Of two, once the other was spoken of: "la primera sí, pero la del niño no"."""
_BETWEEN = word_set("y e pero")
_MOST_TOLD = 16
_AROUND_EACH = word_set("a la el las los de del que ya por favor porfa gracias cita citas solo nomas nada mas")
_COMES = word_set("si voy vamos ire iremos puedo podemos podre confirmo asistire asistiremos estare estaremos")


def of_each(expected: Expected | None, message: Message) -> tuple[Attend, ...] | None:
    """Those they come to, and those they cannot; None where a message says anything else."""
    yes = expected.yes if expected is not None else None
    if not isinstance(yes, Attend) or len(yes.those) < 2 or message.odd or message.asks:
        return None
    said: dict[AsTold, bool] = {}
    for clause in _clauses(message):
        if (one := _clause(clause, yes.those, said)) is None:
            return None
        said |= one
    if not said:
        return None
    ways = ((tuple(told for told in yes.those if said.get(told) is comes), comes) for comes in (True, False))
    return tuple(Attend(those=those, coming=comes) for those, comes in ways if those)


def _clauses(message: Message) -> Iterator[list[str]]:
    clause: list[str] = []
    for token in message.tokens:
        if token.kind == "mark" or token.text in _BETWEEN:
            if clause:
                yield clause
            clause = []
        elif token.kind in ("word", "number"):
            clause += token.text.split()
    if clause:
        yield clause


def _clause(words: Sequence[str], those: Sequence[AsTold], said: dict[AsTold, bool]) -> dict[AsTold, bool] | None:
    """Of which it speaks, and whether they come to these; "solo la segunda" says so of that one alone."""
    meant: set[AsTold] = set()
    comes = "no" not in words
    for word in _OF_SOMEBODY.sub(" otra ", " ".join(words)).split() if len(those) == 2 and said else words:
        place = ORDINALS.get(word)
        if place is not None and place <= len(those):
            meant.add(those[place - 1])
        elif word in _LAST:
            meant.add(those[-1])
        elif word in _REST:
            meant |= {told for told in those if told not in said}
        elif word not in _AROUND_EACH | _COMES | {"no"}:
            return None
    return {told: comes for told in those if told in meant} if meant else None


_CANNOT = re.compile(
    r" (?:(?:ay|uy|uf|hijole|chin|pues|perdon|disculpe|disculpa|que pena|lo siento|fijese que|fijate que|no|creo que|es que|,) )*"
    r"(?:no (?:voy|vamos) a (?:poder|alcanzar|llegar|ir)|(?:ya )?no (?:podre|podremos|puedo|podemos|alcanzo|ire|iremos|asistire|caigo)"
    r"|(?:se me hace|me es) imposible|me sera imposible)"
    r"(?: (?:ir|asistir|llegar|venir|estar|a|la|mi|cita|ese|esa|hora|dia|hoy|manana|ahi|esta|vez))*"
    r"(?= $| ,| (?:y|porque|por|pq|xq|ya que|es que|pues|gracias|disculp|perdon|lo siento))"
)
""" "No voy a poder", and then its why; not "no puedo dormir"."""
_ASKS_BESIDE = re.compile(
    r" (?:cambi|muev|mov[ae]|cancel|agend|reagend|reprogram|pas(?:a|e)(?:la|me|nos)|pon(?:la|me|game)|dej|quier|quisier|otr[oa]s?|mejor|puede|pueden"
    r"|podri|llego|tarde|antes|despues|pero|gustaria|prefier|necesit|si )"
)


def cannot(expected: Expected | None, message: Message) -> Attend | None:
    """That they cannot come, with why: "no voy a poder, me salió un viaje". None where they may ask for anything
    beside, which other rules read."""
    no = expected.no if expected is not None else None
    if expected is None or not isinstance(expected.yes, Attend | Thank) or not isinstance(no, Attend):
        return None
    said = _CANNOT.match(message.flat)
    if said is None or message.odd or message.asks or len(message.words) > _MOST_TOLD:
        return None
    return None if _ASKS_BESIDE.search(message.flat[said.end() :]) else no
