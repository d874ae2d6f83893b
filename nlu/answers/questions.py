"""The answer to the question on screen, where a message is that and nothing else: yes, no, or one of what was offered in
the question's own words.

What these mean is declared with the question; here a yes stays a yes. Whatever else a message says, other rules read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsUnderstood,
    Attend,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    ProvideCustomerData,
    SelectSlot,
    Smalltalk,
    StartBooking,
    TakeOffer,
    Thank,
    Unknown,
)
from booking.models import Expected, Offered
from nlu import acts
from nlu.acts import Act
from nlu.answers.made_of import MOST_WORDS, made_of
from nlu.answers.yes_phrases import AS_IT_IS, PLAIN_YES, TAKES_IT, AnyOf, Phrases, composed, phrases
from nlu.choosing.choices import option
from nlu.words.closed_phrases import BEFORE, GIVEN_UP, NO, NO_EMOJI, PLEASED_EMOJI, POLITE, YES_EMOJI
from nlu.words.message import Message
from nlu.words.word_sets import word_set

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
_YES = PLAIN_YES | _AGREES
_EY = phrases("ey, eit, ei")
""" "Ey": in the north a yes."""
_AFTER_YES = POLITE | phrases("pues, entonces, asi")
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


_MORE_OF_IT = (ProvideCustomerData, StartBooking, CheckAvailability)


def beside_a_yes(
    expected: Expected | None, message: Message, reader: Callable[[str], Sequence[AnyIntent]]
) -> tuple[AnyIntent, ...]:
    """The yes to what was said to be understood, with what is asked beside it: "sí, mándame la ubicación"; to what was
    understood in part also with more of it: "sí, con la doctora Ríos". Nothing where the rest says anything else."""
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
        more = isinstance(expected.no, AsUnderstood) and all(isinstance(intent, _MORE_OF_IT) for intent in said)
        if said and more and not rest.asks and rest.words[:1] not in (("pero",), ("aunque",), ("mejor",), ("siempre",)):
            return (Confirm(), *said)
        if rest.asks and all(isinstance(intent, Unknown) or intent in _OF_SOMEBODY_ELSE for intent in said):
            return (Confirm(), AskQuestion(query=rest.text))  # "¿y a mi niño lo puedo llevar?"
    return ()


def said_anew(
    expected: Expected | None, message: Message, reader: Callable[[str], Sequence[AnyIntent]]
) -> tuple[AnyIntent, ...]:
    """A whole wish for an appointment, with its day, where one was understood in part: that is the wish, and times are
    shown for it. Nothing where it is about anything else."""
    if expected is None or not isinstance(expected.no, AsUnderstood) or message.asks:
        return ()
    if not searches(expected) or not all(isinstance(one, (*_MORE_OF_IT, Greet)) for one in expected.understood):
        return ()
    said = [intent for intent in reader(message.text) if not isinstance(intent, Thank | Greet)]
    begins = any(found.act is Act.START for found in acts.find(message))
    wishes = [intent.when for intent in said if isinstance(intent, StartBooking | CheckAvailability)]
    dated = [wish for wish in wishes if wish and wish.when and wish.when.date_from]
    whole = begins and len(wishes) == len(dated) == 1 and all(isinstance(one, _MORE_OF_IT) for one in said)
    return (Confirm(), *said) if whole else ()


def searches(expected: Expected | None) -> bool:
    """Whether the question on screen is about a search that was understood, so that a name is its patient's."""
    understood = expected.understood if expected is not None else ()
    return any(isinstance(intent, StartBooking | CheckAvailability) for intent in understood)


def _by_sign(message: Message, expected: Expected) -> AnyIntent | None:
    signs = set(message.emoji)
    if expected.yes is not None and signs & YES_EMOJI and not signs & NO_EMOJI:
        return Confirm()
    return Deny() if expected.no is not None and signs & NO_EMOJI and not signs & YES_EMOJI else None


_TAKES = _YES | TAKES_IT | AS_IT_IS
_ONLY_YES, _MEETS_OR_YES = _YES - AS_IT_IS, (_YES | _MEETS) - AS_IT_IS
_NO_OR_AS_IT_IS = _NO | AS_IT_IS
_NO_OF_ONE = frozenset(phrase for phrase in _NO if phrase not in GIVEN_UP)


def _yes_or_no(message: Message, expected: Expected) -> AnyIntent | None:
    """ "La quiero", "así está bien" agree to a time that is shown; to any other question they say that nothing is
    needed, or nothing at all."""
    words = message.words
    takes = isinstance(expected.yes, SelectSlot | TakeOffer | Thank)
    yes: AnyOf = _TAKES if takes else _MEETS_OR_YES if isinstance(expected.yes, Attend) else _ONLY_YES
    no: Phrases = _NO if takes else _NO_OR_AS_IT_IS
    if isinstance(expected.yes, SelectSlot):
        no = _NO_OF_ONE  # as where several times are shown: no other one is wanted either
    if expected.yes is not None and not set(message.emoji) & NO_EMOJI:
        asks_whether = not isinstance(expected.yes, Smalltalk)  # else a greeting may be meant: "¿en qué te ayudo?"
        if made_of(words, yes, BEFORE, _AFTER_YES) or (asks_whether and made_of(words, _EY, _EY | _YES, _AFTER_YES)):
            return Confirm()
    if expected.no is not None and made_of(words, no, BEFORE, POLITE | no) and not set(message.emoji) & YES_EMOJI:
        return Deny()
    return None


def _offered(message: Message, expected: Expected) -> AnyIntent | None:
    """One of the answers offered: the words of its button, those of the question for it, or its place."""
    for one in expected.options:
        if one.title and Message.of(one.title).words == message.words:
            return one.intent
    refused, words = _without_no(message)
    found = _named(words, expected.options)
    shown = [one for one in expected.options if expected.numbered or (expected.understood and one.title)]
    if found is None and not refused:  # the buttons under what was understood stand in an order, as a list does
        place = option(words, ())
        found = shown[place - 1] if place and place <= len(shown) else None
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
