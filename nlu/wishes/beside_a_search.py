"""Words beside a search that nobody has read: whether times may be offered all the same.

An offer stores nothing and says the wish that it is for, so a word that only colours a request ("un lugarcito", "que cruzo
la línea") stops none. What turns, limits or adds to it does: a negation, a condition, a number, a time, somebody, a doctor, an
appointment that exists, an order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from booking.intents import AnyIntent, CheckAvailability, Greet, ProvideCustomerData, Reading, StartBooking
from booking.models import State
from nlu.account import TIME, may_be_a_time
from nlu.acts import Act
from nlu.naming.name_words import GIVEN, RELATIONS, TITLES
from nlu.parts import Parts
from nlu.words.message import Message, plain
from nlu.words.statements import lists
from nlu.words.verb_forms import BOOKING, NEEDING
from nlu.words.word_sets import word_set

_TURNS = word_set("""sin con solo unica unico primera primer ultima ultimo otra otro otras otros mismo misma mismos mismas esa ese
    esas esos el ella ellos ellas todo toda todos todas nada nadie ambos cualquiera luego rato tiempo mes meses fecha horario
    horas pie cada entre after before except but without unless only""")
_COUNTS = word_set("dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta")
_APPOINTMENT = re.compile(
    r"cit(?:a|as|ita)|consult\w*|turno|reserva|visita|lugar|apartado|proceso|tramite|chat|mensaje|numero"
)
_ACTS = re.compile(
    r"(?:cancel|anul|borr|quit|tach|elimin|liber|suspend|dej|cambi|mov|muev|recorr|adelant|atras|pospon|reagend|reprogram|modific"
    r"|confirm|avis|llam|marc|mand|envi|dig|dil|decir|pregunt|explic|cobr|pag|factur|acept|manej|hac|ignor|olvid|sig|sirv|"
    r"dieron|dio|respond|contest|ayud|repit|urg|requier|requer|necesit|exij|solicit|pid|prefier|prefer|atiend|trat|sep|ve[ar])\w*"
)
"""Verbs of change and of other business than an appointment's time."""
_ARTICLES = word_set("un una unos unas el la los las mi mis su sus")
_SMALL = _ARTICLES | word_set("de del lo al a que me nos le para pa por")
_HOW = word_set("a al en con sin contra bajo tras hacia")
_WANTS = re.compile(
    rf"(?:{NEEDING}|requier|exij|{BOOKING}|urg|gust|quisi|prefer|prefier|quier|mand|envi|tra[ei]|consig|incluy|agreg|llev)\w*|(?:d[aei]|pon)[ens]*(?:me)?|d[ae]n?me|sacar|hacer|pedir|tener|ver|hay|tiene[ns]?|tendr\w+"
)
_INFINITIVE = re.compile(r"\w{2,}[aei]r(?:me|nos|l[aeo]s?)?")
_TRADE = re.compile(r"\w+(?:log[oa]|iatra|ista)s?")
_EXISTS = re.compile(
    r" (?:mi|mis|la|las|esa|su) (?:cita|citas|consulta|hora|reservacion)(?= )| lo (?:mio|de)(?= )"
    r"| (?:la|el|lo) que (?:ya )?(?:tengo|tenia|tenemos|tiene|me dieron|aparte|pedi)(?= )"
    r"| (?:tengo|tenia|tenemos|dieron|dio|diste|hice|hicimos|saque|agende|quede|quedamos|toca)(?: [^ ,?]+){0,2} (?:cita|citas|hora|consulta)(?= )"
)
"""An appointment that exists, here or elsewhere."""


def may_offer(parts: Parts, intents: Sequence[AnyIntent], left: Sequence[str]) -> bool:
    """Whether times may be offered for what was understood, with `left`, the words of the message as they were written
    that nobody has read."""
    if parts.context.state not in (State.IDLE, State.SLOT_SELECTION) or _EXISTS.search(parts.message.flat):
        return False
    searches = [intent for intent in intents if isinstance(intent, StartBooking | CheckAvailability)]
    beside = all(
        isinstance(intent, Greet) or (isinstance(intent, ProvideCustomerData) and not intent.name)
        for intent in intents
        if intent not in searches
    )
    if len(searches) != 1 or not beside or getattr(searches[0], "shift", None):
        return False  # "la primera, no me gusta andar a las prisas" asks for no others
    if parts.message.asks and not parts.has(Act.START, Act.AVAILABILITY):
        return False  # "¿la vacuna también la ponen en sábado?"
    if any(_is_an_alternative(parts.message, words) for words in left):
        return False  # "el domingo o un día festivo"
    timed = _is_timed(searches[0].when)
    if any(may_be_a_time(parts.message, n, parts.timed) for words in left for n in _places(parts.message, words)):
        return False
    return not any(weighs(parts.message, _gloss(words) if timed else words) for words in left)


def _is_an_alternative(message: Message, quoted: str) -> bool:
    places = _places(message, quoted)
    before = [message.tokens[n].text for n in range(max(places[0] - 3, 0), places[-1])] if places else []
    return bool({"o", "u"} & {*before})


def _places(message: Message, quoted: str) -> list[int]:
    """The tokens of words that are quoted from a message."""
    at = message.text.find(quoted)
    return [n for n, token in enumerate(message.tokens) if at <= token.start < at + len(quoted)]


_GLOSS = re.compile(
    r"(?:(?:pero|y|ya) )*(?:cuando|saliendo|mientras|(?:antes|despues) de(?: que)?|ya que|en lo que|a la hora (?:de|que)"
    r"|(?:que|para que|pa que) (?:me|nos|le|les) (?:de|alcance|rinda) (?:el )?(?:tiempo|chance))(?= )"
)
"""What only tells of an hour that is said: "en la tardecita, cuando baja el calor", "temprano, que me dé tiempo de
agarrar el camión"."""


def _gloss(words: str) -> str:
    """Words beside an hour that is said, without the head of a clause that tells of it."""
    head = _GLOSS.match(plain(words))
    return words[head.end() :].strip() if head and len(plain(words)) == len(words) else words


def _is_timed(when: Reading | None) -> bool:
    wished = [when.when, *when.candidates] if when else []
    return any(one is not None and (one.time_from or one.time_to) for one in wished)


def weighs(message: Message, quoted: str) -> bool:
    """Whether words may turn, limit or add to what is searched for, or ask for something else."""
    for n in _places(message, quoted):
        token = message.tokens[n]
        if token.kind == "number" or (token.kind == "word" and n and token.raw[:1].isupper()) or token.raw == "él":
            return True
        if token.kind == "word" and token.text not in _SMALL and _is_asked_for(message, n):
            return True
    words = plain(quoted).split()
    return any(_is_heavy(word) for n, word in enumerate(words) if word != "el" or n == len(words) - 1)  # the article


def _is_asked_for(message: Message, n: int) -> bool:
    """Whether a word is what is wanted, or how, or which kind of appointment: "ocupo un ultrasonido", "una consulta de X"."""
    before = [token.text for token in message.tokens[:n]]
    if _is_manner(before):
        return True
    while before and before[-1] in _SMALL:
        before.pop()
    wanted = bool(before) and bool(_WANTS.fullmatch(before[-1])) and not _INFINITIVE.fullmatch(message.tokens[n].text)
    return wanted or (bool(before) and bool(before[-1] in ("sin", "con") or _APPOINTMENT.fullmatch(before[-1])))


def _is_manner(before: list[str]) -> bool:
    """ "Una cita en inglés", "a ratos": how it is to be, unless a verb of state says where somebody is."""
    while before and before[-1] in _ARTICLES:
        before = before[:-1]
    return before[-1:] != [] and before[-1] in _HOW and not {*before[-4:-1]} & lists()["state_verbs"]


def _is_heavy(word: str) -> bool:
    return any(word in known for known in (_TURNS, _COUNTS, TIME, RELATIONS, TITLES, GIVEN, lists()["weighty"])) or any(
        form.fullmatch(word) for form in (_APPOINTMENT, _ACTS, _TRADE)
    )
