"""Whose appointment it is but the writer's: "es para mi hijo Luis Pérez", "mi mamá se llama Rosa"."""

from __future__ import annotations

import re

from booking.models import State
from nlu.naming.name_shape import evidence, folded, written
from nlu.naming.name_words import GIVEN, RELATIVES_NOUN, TITLES
from nlu.naming.named import OPENS, Named, words_of_name
from nlu.naming.whole_names import two_people
from nlu.wishes import next_one
from nlu.words.message import Message
from nlu.words.spelling import is_spanish

_MI = r"(?:mi|mis|su|nuestra|nuestro|un|una|la|el)"
_FOR_SOMEBODY = re.compile(
    r" (?:(?:para|pa|de parte de|a nombre de|es|seria|sera|va|va a ir|ira|va a asistir|cita de|consulta de|paciente es|a|lleva a|revisar a"
    r"|(?:mejor|sino|es|sea|seria|otra|una) de) "
    rf"(?:{_MI}(?: dos| tres)? (?:{RELATIVES_NOUN})(?:e?s)?|mi senora|otra persona|alguien mas)|al (?:bebe|bebito|bb|nino|nene|peque|chamaco))(?= )"
    r"(?:(?: ,)? (?:y )?no (?:es )?(?:para )?mi(?= ,| $))?(?: (?:menor|mayor|de [0-9]+ (?:anos?|mes|meses)|que|y|se|llama|llamado|llamada|(?:igual|lo mismo) que yo|como yo|por favor|porfa|,)(?= ))*"
)
_NOT_FOR_ME = re.compile(r" ,(?: y)? no (?:es |seria )?para mi(?= ,| $)")
_THEIRS = re.compile(rf" (?:la|el|lo) de {_MI} (?:{RELATIVES_NOUN}) ")
_RELATIVE_NAMED = re.compile(rf" mi (?:{RELATIVES_NOUN}) (?:,? ?se llama|,|es) ")
_RELATIVE_WANTS = re.compile(
    rf" (?:mi (?:{RELATIVES_NOUN}) (?:tambien )?(?:quiere|necesita|ocupa|requiere|desea|quisiera|busca)"
    rf"|(?:mis|nuestr[oa]s)(?: dos| tres)? (?:{RELATIVES_NOUN})e?s (?:tambien )?(?:quiere|necesita|ocupa|requiere|desea|quisiera|busca)n)(?= )"
)
_RELATIVE_CALLED = re.compile(
    rf" mi (?:{RELATIVES_NOUN}) (?=(?:[^ ,?]+ ){{1,4}}"
    r"(?:quiere|necesita|ocupa|requiere|desea|quisiera|busca|tiene|trae|anda|esta|amanecio|le duele|se siente) )"
)
""" "Soy Daniela Rojas, mi esposo Pedro Rojas necesita una cita": only before a name."""
_SEEING = r"(?:v|vea|ve|revis|chec|cheq|atiend|atend|valor|examin|consult|trat)"
_RELATIVE_SEEN = re.compile(
    rf" mi (?:{RELATIVES_NOUN}) (?=.* (?:lo|la|le) (?:(?:puede|podria|pueda|podran|pueden|podrian|puedan|puedes) )?{_SEEING}(?:a|e|o|r|er|ar|en|an|ue|uen)?n? "
    rf"|.* {_SEEING}(?:e|a)r(?:lo|la|le) )"
)
""" "Mi hijo vino ayer y quiero que lo vean mañana"."""
_RELATIVE_FIRST = re.compile(rf"{OPENS} mi (?:{RELATIVES_NOUN}|senora) ")
_TOLD_TO = re.compile(
    r"(?:pregunt|consult(?!as? $)|avis|coment|platic|dig|dij|dec|habl|cuid|dej|recoj|recog|acompan|visit)\w* $"
)
""" "Le pregunto a mi esposo", "cuido a mi nieto" is about nobody else's appointment."""
_AS_A_MARK = re.compile(
    r" (?:mism[oa] [^ ,?]+|igual|antes|despues|junt[oa]|pegad\w+|pegadit[oa]|seguid\w+|atras)(?: (?:que|de|del|con|a|la|el)){1,4} $"
)
""" "El mismo día que mi mamá, Elena Ibarra": whose appointment another one's time is told by."""
_HAS_ONE = re.compile(r" (?:ya )?(?:le|les) (?:ya )?(?:dieron|dio|toco|agendaron|pusieron|apartaron|programaron)(?= )")
""" "A mi hermana le dieron el jueves"."""
_OF_A_NUMBER = re.compile(r" [0-9]{7,}(?: ,)?(?: (?:que|y|ese|este)){0,3} $")
""" "Mándenlo al 6642223344, que es de mi hijo": whose a telephone is."""
_TAKEN_ELSEWHERE = re.compile(
    r" (?:al|a la|a el|a su|a una?) (?!doctora? |consulta |cita |clinica |medico |consultorio )"
)
""" "Llevo a mis hijos al dentista"."""
_NOT_HIS = re.compile(r"(?: [^ ,?]+){0,4} no(?: ,| $)")
""" "A nombre de mi esposo Raúl Toro no": of somebody else."""


_TO_DO = re.compile(
    rf" (?:mucho |tambien )?(?!{_SEEING}|ir |venir |pedir |sacar |hacer |agendar |una |un |ver |saber |que |tener |apartar |pasar )[^ ,?]+[aei]r(?:se|me|lo|la)?(?= )"
)
""" "Mi hija quiere estudiar": of what is no visit."""


def _goes_on(message: Message, index: int) -> bool:
    """Whether the clause of a word says more behind it."""
    behind = message.tokens[index + 1 : index + 2]
    return bool(behind) and behind[0].kind in ("word", "number")


def _is_a_word(message: Message, taken: list[int]) -> bool:
    """ "Mi hermano es paramédico": what is one is no name, where it is a word written small and no given name."""
    first, before = message.tokens[taken[0]], message.tokens[taken[0] - 1].text
    return first.raw.islower() and folded(first) not in GIVEN and (before == "es" or is_spanish(folded(first)))


def third_party(message: Message, state: State) -> Named | None:
    """ "Es para mi hijo Luis Pérez", "mi mamá se llama Rosa"."""
    named = (next_one.FOR_RELATIVE, next_one.RELATIVE_FIRST, _RELATIVE_CALLED, _RELATIVE_SEEN)
    begun = named if state is State.IDLE else (_THEIRS,)
    asked = (_RELATIVE_FIRST,) if state is State.CUSTOMER_DATA else ()
    for pattern in (_FOR_SOMEBODY, *begun, _RELATIVE_NAMED, _RELATIVE_WANTS, *asked):
        flat = message.flat
        matches = [
            m
            for m in pattern.finditer(flat)
            if not (_TOLD_TO.search(flat[max(0, m.start() - 20) : m.start() + 1]) and " parte " not in m[0])
            and not _NOT_HIS.match(flat, m.end())
            and not _AS_A_MARK.search(flat[max(0, m.start() - 40) : m.start() + 1])
            and not _HAS_ONE.match(flat, m.end())
            and not _OF_A_NUMBER.search(flat[: m.start() + 1])
            and not (pattern is _RELATIVE_WANTS and _TO_DO.match(flat, m.end()))
            and not (" llev" in flat[max(0, m.start() - 12) : m.start() + 1] and _TAKEN_ELSEWHERE.match(flat, m.end()))
        ]
        if not matches:
            continue
        match = matches[-1]
        place = message.between(match.start() + 1, match.end())
        after = place.stop
        while after < len(message.tokens) and message.tokens[after].kind == "mark":
            after += 1
        taken = words_of_name(message, after)
        name = written(message.tokens, taken) if taken and not two_people(message.tokens, taken) else None
        if name and state is State.IDLE and not evidence(message.tokens, taken, pairs=False):
            name = None  # "mi mamá falleció": what is no common name, and written small, is asked for when it is needed
        alone = pattern in (_RELATIVE_NAMED, _RELATIVE_WANTS) or (len(taken) == 1 and _goes_on(message, taken[-1]))
        if name and alone and _is_a_word(message, taken):
            name = None  # "mi nieto, cumplió 3 años"
        if pattern not in (_FOR_SOMEBODY, _RELATIVE_WANTS, next_one.FOR_RELATIVE, _RELATIVE_SEEN) and name is None:
            continue
        covered = frozenset(place) | frozenset(taken if name else ())
        if name and (
            not_me := _NOT_FOR_ME.match(flat, message.place_of(taken[-1]) + len(message.tokens[taken[-1]].text))
        ):
            covered |= frozenset(message.between(not_me.start() + 1, not_me.end()))
        return Named(name, True, covered)
    return _somebody_of_theirs(message) if state in (State.CUSTOMER_DATA, State.CONFIRM) else None


_OF_MINE = re.compile(r" (?:cita|consulta|es|va|seria|pero)(?: (?:es|va|seria))? (?:de|para|pa) mi(?: \w+)? (?=\w)")
""" "La cita es de mi muchacho Édgar Beltrán", "para mi viejo Raúl Toro": whatever they call whom they name."""


def _somebody_of_theirs(message: Message) -> Named | None:
    """Who is named after "es de mi …", beside a name of the writer's own or alone."""
    for match in _OF_MINE.finditer(message.flat):
        place = message.between(match.start() + 1, match.end())
        called = message.tokens[place.stop - 1]
        taken = words_of_name(message, place.stop)
        nobody = called.text == "mi" or called.text in TITLES or called.raw[:1].isupper()
        if nobody or not taken or folded(message.tokens[taken[0]]) not in GIVEN:
            continue
        if evidence(message.tokens, taken, pairs=False) and (name := written(message.tokens, taken)):
            return Named(name, True, frozenset(place) | frozenset(taken))
    return None
