"""Whose appointment it is: names as people give them in a chat, and third parties ("es para mi hijo Luis")."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.models import State
from nlu import for_me, next_one
from nlu.acts import find
from nlu.message import Message, plain
from nlu.name_corrections import RIGHT, WRONG, corrected
from nlu.name_shape import MAX_WORDS, evidence, folded, is_courtesy, spelling, spoken_of, take, written
from nlu.name_words import GIVEN, ONLY_WITH_OTHERS, RELATIONS, RELATIVES_NOUN, SURNAMES_TOO, TITLES
from nlu.spelling import is_spanish
from nlu.statements import tells
from nlu.whole_names import is_doubtful, is_only_time, like_a_date, of_message, two_people, written_as_name
from nlu.word_sets import word_set

_ADDRESS = re.compile(r"[^\W\d_]{2}\.[^\W\d_]")  # "www.ana.com"

_MI = r"(?:mi|mis|su|nuestra|nuestro|un|una|la|el)"
_INTRODUCED = re.compile(
    r" (?:(?:el|mi|su) (?:nombre|apellido) (?:lleva|va con|es con|se escribe(?: con)?) (?:doble |una )?\w+(?= ,)"
    r"|me llamo|mi nombre(?: completo)? (?:es|seria)|mi nombre(?: completo)?(?= ,)"
    r"|(?:el|mi|su) nombre (?:de (?:el|ella|(?:mi|su) [^ ,?]+) |(?:correcto|bueno|real|verdadero|completo) )+(?:es|seria)"
    r"|(?:a|al|el|con el) nombre(?: completo)? (?:de(?: (?:el|la) paciente)?|del paciente|es|seria)(?: es| seria)?"
    r"|(?:el |su |al )?nombre(?: completo)?(?: del paciente| de la paciente)?(?: es| seria)?(?= ,)"
    r"|(?:me|le|l[ao]) (?:dicen|llaman|conocen(?: como)?|apodan)(?: [^ ,?]+){1,3}(?: ,)? (?:pero|aunque)(?: (?:en realidad|mi nombre|su nombre|yo|soy|es|me llamo|se llama|de verdad))+"
    r"|(?:el|la) paciente (?:es|seria|sera|se llama)|paciente(?= ,)|se llama|de parte de|mis datos(?: son)?"
    r"|(?:cambi\w+|corregir|corrig\w+|modificar|pon\w*) (?:el|mi) nombre (?:a|por|es)|(?:ponl|pongal|ponganl)e(?= (?!a nombre|una? |la |el |al? ))"
    r"|(?:ahi|aqui) (?:te |le |les )?(?:va|van|esta|lo tiene)(?= ,)"
    r"|(?:me )?falto (?:poner )?(?:(?:mi|el|su|un|otro|segundo) )*apellido(?= ,))(?: ,)? "
)
_WEAK = re.compile(
    r" (?:soy|somos|(?:te|le|les) (?:habla|escribe|saluda)|habla|paciente|saluda|aqui|atentamente|atte|att|cordialmente|mejor de) (?=\S)"
)
_SIGNED = word_set("atentamente atte att cordialmente")
"""What a letter ends with, before the name."""
_FOR_ME = re.compile(r"(?<! es) para mi(?: mism[ao])?(?: ,)? (?=\S)")
_DENIED = re.compile(r" no(?: (?:esta|va|es|era|quedo|sea|puse|dije|me))* $")
""" "No soy Leonel", "no está a nombre de Leonel": who it is not."""
_BUT_FOR_ME = re.compile(r" pero (?:(?:la|esta|cita|es|seria|consulta) )*para mi(?= (?:,|$)| $)")
""" "Mi mamá se llama Rosa, pero la cita es para mí": whom one tells of is not the patient."""
_RENAMED = re.compile(r" (?:cambi\w+|corrij\w+|corrig\w+|modifi\w+) (?:(?:el|mi|ese|su|de) )?(?:nombre|paciente)(?= )")
""" "Cámbiele el nombre, es para mi tía": what is told then is right."""
_IS_NOT = re.compile(r"^(?: (?:,|pero|yo|es que|oiga|disculpe|perdon))* no (?:soy|me llamo|se llama|es) (?=\S)")
_CORRECTED = re.compile(
    r" (?:no ,|(?:perdon|perdona|digo|disculpa|disculpe|mas bien|correccion|me equivoque|ay no) ,?) ?(?:es|soy|era|seria) "
)
_HE_IS = re.compile(r"(?:^| (?:,|y|pero|perdon|digo)) (?:el|ella) es ")
_TAKEN_BACK = re.compile(r" es[aeo] (?:es|era)(?: [^ ,?]+){1,5} ,(?= )")
""" "Laura Gil, perdón, ese es el de su esposa, él es Tomás Gil": between two names, of which the last counts."""
_OPENS = r"^(?: (?:,|ya|ok|va|sale|si|claro|mire|mira|pues|bueno|ah|ay|oh|uy|entonces|a ver|perdon|disculpe|cierto))*"
_IT_IS = re.compile(rf"(?:{_OPENS}| ,) (?:es|seria) ")
_FOR_SOMEBODY = re.compile(
    r" (?:para|pa|de parte de|a nombre de|es|seria|sera|va|va a ir|ira|va a asistir|cita de|consulta de|paciente es|a|lleva a|revisar a"
    r"|(?:mejor|sino|es|sea|seria|otra|una) de) "
    rf"(?:{_MI}(?: dos| tres)? (?:{RELATIVES_NOUN})(?:e?s)?|mi senora|otra persona|alguien mas)(?= )"
    r"(?:(?: ,)? (?:y )?no (?:es )?(?:para )?mi(?= ,| $))?(?: (?:menor|mayor|de [0-9]+ (?:anos?|mes|meses)|que|y|se|llama|llamado|llamada|(?:igual|lo mismo) que yo|como yo|,)(?= ))*"
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
_RELATIVE_FIRST = re.compile(rf"{_OPENS} mi (?:{RELATIVES_NOUN}|senora) ")
_FOR_NAME = re.compile(r" (?:para|(?:cita|consulta) es(?: a nombre)? de) (?=\S)")
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


class Named(NamedTuple):
    """A name, whether it is a third party's, the tokens that said so, and whether it is surely a name."""

    name: str | None
    for_other: bool = False
    tokens: frozenset[int] = frozenset()
    sure: bool = True
    whole: bool = True  # nothing else was said
    for_self: bool = False  # the person who writes is meant
    instead_of: str | None = None  # the word of the name that this one puts right


def proper(text: str) -> str | None:
    """The text as a person's name, well written, or None where it is none. Emoji, digits and signs are none."""
    message = Message.of(text)
    taken = take(message.tokens, 0)
    if not taken or len(taken) != len(message.tokens):
        return None
    return written(message.tokens, taken)


def introduced(message: Message, state: State) -> Named | None:
    """A name or a third party that the words around announce."""
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (right := corrected(message)):
        return Named(right.name, False, right.tokens, instead_of=right.instead_of)
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (denied := _denied(message)):
        return denied
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (last := _after_one_taken_back(message, state)):
        return last
    if state is not State.IDLE and (mine := _for_me_named(message)):
        return mine
    other = _third_party(message, state)
    own = _own(message, state)
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (other or own) and (renamed := _RENAMED.search(message.flat)):
        said = frozenset(message.between(renamed.start() + 1, renamed.end()))
        other = other._replace(tokens=other.tokens | said) if other else None
        own = own._replace(tokens=own.tokens | said) if own else None
    if other and state is not State.IDLE and (but := _BUT_FOR_ME.search(message.flat)):
        where = message.between(but.start() + 1, but.end())
        after = where.stop + (where.stop < len(message.tokens) and message.tokens[where.stop].kind == "mark")
        taken = _taken(message, after)
        name = written(message.tokens, taken) if taken else None
        return Named(name, False, other.tokens | {*where} | {*taken}, for_self=True)
    if other and own and other.name is None and not own.name:
        return other
    if other:
        name = other.name or (own.name if own and own.for_other else None)
        return Named(name, True, other.tokens | (own.tokens if own else frozenset()))
    if own and (named := _for_name(message)) and named.name and named.name != own.name:
        return named._replace(for_other=True, tokens=named.tokens | own.tokens)  # "soy Ana, pero es para Luz Toro"
    if own and not own.for_other and state is not State.IDLE and (beside := for_me.beside(message)):
        return own._replace(tokens=own.tokens | beside, for_self=True)
    return own or _misspelt(message, state) or _for_name(message)


def _after_one_taken_back(message: Message, state: State) -> Named | None:
    """The name after one that is said to be somebody else's."""
    match = _TAKEN_BACK.search(message.flat)
    place = message.between(match.start() + 1, match.end()) if match else range(0)
    if not place or place.stop >= len(message.tokens):
        return None
    rest = Message.of(message.text[message.tokens[place.stop].start :])
    named = introduced(rest, state) or bare(rest)
    if named is None or not named.name:
        return None
    return named._replace(tokens=frozenset(range(len(message.tokens))))


def _denied(message: Message) -> Named | None:
    """ "No soy Ana Ruiz": whose it is not. Without a comma it may be "no, soy Ana Ruiz" as well: it is asked for."""
    match = _IS_NOT.match(message.flat)
    place = message.between(match.start() + 1, match.end()) if match else range(0)
    taken = take(message.tokens, place.stop) or written_as_name(
        message.tokens, [*range(place.stop, len(message.tokens))]
    )
    ends = bool(taken) and all(token.kind == "mark" for token in message.tokens[taken[-1] + 1 :])
    return Named(None, False, frozenset(range(len(message.tokens)))) if place and ends else None


def bare(message: Message) -> Named | None:
    """A message that is a name and nothing else (courtesies and its spelling aside), or begins with one."""
    tokens = message.tokens
    if message.odd or _ADDRESS.search(message.text):
        return None
    whole = [clause for clause in message.clauses() if not is_courtesy(tokens, clause)]
    if len(whole) > 1 and len(spoken_of(tokens, whole[-1])) > 1 and all(_is_excuse(message, c) for c in whole[:-1]):
        whole = whole[-1:]
    spoken = [spoken_of(tokens, clause) for clause in whole]
    if not spoken or not spoken[0]:
        return None
    if titled := of_message(message, spoken):
        if two_people(tokens, titled):
            return Named(None, False, frozenset(titled))
        return Named(written(tokens, titled), False, frozenset(titled))
    if is_only_time(tokens, spoken[0]):
        return None
    if message.asks and (tokens[whole[0].stop : whole[0].stop + 1] or tokens[-1:])[0].kind != "mark":
        return None  # "¿Ana?"
    if len(spoken) == 1 and is_doubtful(tokens, spoken[0]):
        return Named(None, False, frozenset(spoken[0]))
    names = [take(tokens, indexes[0], indexes[-1] + 1) for indexes in spoken if indexes]
    if all(_is_all(message, indexes, taken) for indexes, taken in zip(spoken, names, strict=False)):
        joined = _joined(message, names)
        if joined:
            return joined
    first = names[0]
    known = bool(first) and folded(tokens[first[0]]) in GIVEN
    complete = _is_all(message, spoken[0], first)
    if (known and (complete or len(first) > 1)) or (complete and len(first) > 1 and evidence(tokens, first)):
        return Named(written(tokens, first), False, frozenset(first), sure=False, whole=False)
    return None


_OF_OTHERS = (
    RELATIONS | TITLES | word_set("con mejor otro otra cita citas consulta nombre apellido paciente para es soy asi")
)
_DELAY = re.compile(r" (?:por )?(?:la|el|mi|una) (?:tardanza|demora|retraso|molestia|hora) $")


def _is_excuse(message: Message, clause: range) -> bool:
    """Whether a clause before a name tells of the writer, and of nobody else: "ya volví", "se me fue el internet"."""
    tokens = message.tokens[clause.start : clause.stop]
    said = Message.of(message.text[tokens[0].start : tokens[-1].end])
    if any(token.kind != "word" or token.text in _OF_OTHERS for token in tokens) or find(said):
        return False
    return bool(_DELAY.search(said.flat)) or (tells(message, clause) and not said.text.istitle())


def _is_all(message: Message, spoken: list[int], taken: list[int]) -> bool:
    """Whether a name is all that a clause says, but for a title before it and its spelling after."""
    if not taken:
        return False
    rest = {i for i in spoken if i not in taken} - spelling(message, taken[-1])
    return all(message.tokens[i].text in TITLES and i < taken[0] for i in rest)


def _joined(message: Message, parts: list[list[int]]) -> Named | None:
    """A name given on several lines, or "Ruiz López, Ana", which is turned round."""
    tokens = message.tokens
    if len(parts) == 2 and folded(tokens[parts[1][0]]) in GIVEN and folded(tokens[parts[0][0]]) not in GIVEN:
        if tokens[parts[0][0]].raw.islower() and tokens[parts[1][0]].raw[0].isupper():
            return None  # "la tardanza, Ana Ruiz" is no surname
        parts = [parts[1], parts[0]]
    elif len(parts) > 1 and "\n" not in message.text[tokens[parts[0][-1]].end : tokens[parts[1][0]].start]:
        return None
    taken = [index for part in parts for index in part]
    if len(taken) == 1 and (tokens[taken[0]].text in ONLY_WITH_OTHERS or _is_a_word(folded(tokens[taken[0]]))):
        return None
    if two_people(tokens, taken):
        return Named(None, False, frozenset(taken))
    name = written(tokens, taken)
    return Named(name, False, frozenset(taken), sure=evidence(tokens, taken, pairs=False)) if name else None


def _is_a_word(word: str) -> bool:
    """ "Híjole", "aguanta": a word of the language alone is asked about, unless it is known for a name."""
    return word not in GIVEN and word not in SURNAMES_TOO and is_spanish(word)


def _own(message: Message, state: State) -> Named | None:
    """A name after "me llamo", "soy", "a nombre de" or a correction; the last one said counts."""
    asked = state in (State.CUSTOMER_DATA, State.CONFIRM)
    found: list[tuple[int, Named]] = []
    for pattern in (_INTRODUCED, _WEAK, _FOR_ME, *((_CORRECTED, _IT_IS, _HE_IS) if asked else ())):
        for match in pattern.finditer(message.flat):
            place = message.between(match.start() + 1, match.end())
            taken = _on_lines(message, _taken(message, _behind_a_mark(message, place))) if place else []
            if (
                not taken
                or (pattern is not _CORRECTED and _DENIED.search(message.flat[: match.start() + 1]))
                or (pattern is _FOR_ME and not for_me.is_me(message, place))
                or two_people(message.tokens, taken)
                or (_is_of_a_question(message, taken) and not evidence(message.tokens, taken, pairs=False))
                or (pattern is not _INTRODUCED and not evidence(message.tokens, taken, lenient=asked))
            ):
                continue
            covered = frozenset(place) | frozenset(taken) | spelling(message, taken[-1])
            if whole := _again(message, taken, covered):
                covered, taken = covered | frozenset(whole), whole
            if name := written(message.tokens, taken):
                found.append((match.start(), Named(name, "se llama" in match.group(), covered)))
    if not found:
        return None
    last = max(found, key=lambda item: item[0])[1]
    covered = frozenset().union(*(named.tokens for _, named in found))
    return last._replace(tokens=covered)


def _behind_a_mark(message: Message, place: range) -> int:
    """Where a name begins behind what announces it: "Atentamente, Ing. Armando Casas" has a mark between."""
    tokens, signed = message.tokens, message.tokens[place.stop - 1].text in _SIGNED
    return place.stop + (signed and place.stop < len(tokens) and tokens[place.stop].kind == "mark")


def _on_lines(message: Message, taken: list[int]) -> list[int]:
    """A name with the surname that is a line, or a message, of its own: "me llamo / Cristina / Olvera Tapia"."""
    tokens = message.tokens
    below = taken[-1] + 2 if len(taken) == 1 else len(tokens)
    if below >= len(tokens) or tokens[below - 1].raw.strip(" ") != "\n":
        return taken
    stop = next((i for i in range(below, len(tokens)) if tokens[i].kind != "word"), len(tokens))
    more = take(tokens, below, stop)
    whole = len(more) == stop - below and (stop == len(tokens) or tokens[stop].kind == "mark")
    named = folded(tokens[below]) not in GIVEN and not all(is_spanish(folded(tokens[i])) for i in more)
    return [*taken, *more] if more and whole and named else taken


def _again(message: Message, taken: list[int], covered: frozenset[int]) -> list[int]:
    """ "Es Verónica con V, Verónica Amezcua": the words of the longer name that begins as this one and follows it."""
    after = max(covered) + 1
    if after >= len(message.tokens) or message.tokens[after].kind != "mark":
        return []
    whole = _taken(message, after + 1)
    same = [folded(message.tokens[i]) for i in whole[: len(taken)]] == [folded(message.tokens[i]) for i in taken]
    return whole if same and len(whole) > len(taken) else []


def _is_of_a_question(message: Message, taken: list[int]) -> bool:
    """ "¿Mis datos son privados?" names nobody, nor does "mis datos son confidenciales"."""
    tokens = message.tokens
    after = next((token.kind for token in tokens[taken[-1] + 1 :] if token.kind in ("mark", "ask")), "mark")
    words = [token.text for token in tokens[max(0, taken[0] - 2) : taken[0]]]
    return after == "ask" or words == ["datos", "son"]


def _taken(message: Message, start: int) -> list[int]:
    """The words of a name after what announces it: to the end of the clause, where it is written as one."""
    tokens = message.tokens
    if [t.text in group for t, group in zip(tokens[start : start + 2], (("la", "el"), TITLES), strict=False)] == [
        True
    ] * 2:
        start += 1  # "a nombre de la señora Lucía Méndez"
    start += start < len(tokens) and tokens[start].text in TITLES
    stop = start
    while stop < len(tokens) and tokens[stop].kind == "word" and stop - start <= MAX_WORDS:
        stop += 1
    words = list(range(start, stop))
    return written_as_name(tokens, words) or like_a_date(tokens, words) or take(tokens, start)


def _third_party(message: Message, state: State) -> Named | None:
    """ "Es para mi hijo Luis Pérez", "mi mamá se llama Rosa"."""
    named = (next_one.FOR_RELATIVE, next_one.RELATIVE_FIRST, _RELATIVE_CALLED)
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
            and not (" llev" in flat[max(0, m.start() - 12) : m.start() + 1] and _TAKEN_ELSEWHERE.match(flat, m.end()))
        ]
        if not matches:
            continue
        match = matches[-1]
        place = message.between(match.start() + 1, match.end())
        after = place.stop
        while after < len(message.tokens) and message.tokens[after].kind == "mark":
            after += 1
        taken = _taken(message, after)
        if taken and (whole := _again(message, taken, frozenset(taken))):
            place, taken = range(place.start, whole[0]), whole  # "mi nieta Camila, Camila Castro"
        name = written(message.tokens, taken) if taken and not two_people(message.tokens, taken) else None
        if name and state is State.IDLE and not evidence(message.tokens, taken, pairs=False):
            name = None  # "mi mamá falleció": what is no common name, and written small, is asked for when it is needed
        if pattern not in (_FOR_SOMEBODY, _RELATIVE_WANTS, next_one.FOR_RELATIVE) and name is None:
            continue
        covered = frozenset(place) | frozenset(taken if name else ())
        if name and (
            not_me := _NOT_FOR_ME.match(flat, message.place_of(taken[-1]) + len(message.tokens[taken[-1]].text))
        ):
            covered |= frozenset(message.between(not_me.start() + 1, not_me.end()))
        return Named(name, True, covered)
    return None


def _for_name(message: Message) -> Named | None:
    """ "Una cita para Luis Pérez": a name, not necessarily somebody else's."""
    for match in _FOR_NAME.finditer(message.flat):
        place = message.between(match.start() + 1, match.end())
        taken = take(message.tokens, place.stop)
        words = [folded(message.tokens[i]) for i in taken]
        if two_people(message.tokens, taken):
            return Named(None, False, frozenset(place) | frozenset(taken))
        if words and words[0] in GIVEN and words not in (["julio"], ["abril"], ["domingo"]):
            return Named(written(message.tokens, taken), False, frozenset(place) | frozenset(taken))
    return None


def begins_given(name: str) -> bool:
    """Whether it begins with a common given name."""
    return plain(name.split()[0]) in GIVEN


def is_wrong(message: Message, *, made: bool) -> bool:
    """Whether it says that a name is wrong; right after an appointment was `made`, also by saying which is right."""
    if WRONG.search(message.flat):
        return True
    right = RIGHT.search(message.flat) if made and not message.asks else None
    place = message.between(right.start() + 1, right.end()) if right else range(0)
    taken = _taken(message, place.stop) if place else []
    return bool(taken and evidence(message.tokens, taken, pairs=False)) or (made and corrected(message) is not None)


def _misspelt(message: Message, state: State) -> Named | None:
    """ "Mi nombre está mal", "es para mí": the answer about the person is to be asked for again."""
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (match := WRONG.search(message.flat)):
        return Named(None, False, frozenset(message.between(match.start() + 1, match.end())))
    if state is not State.IDLE and for_me.NOT_FOR_ME.match(message.flat):
        return Named(None, False, frozenset(range(len(message.tokens))))
    if state is not State.IDLE and for_me.FOR_ME.search(message.flat):
        return Named(None, False, frozenset(range(len(message.tokens))), for_self=True)
    if state is not State.IDLE and (mine := for_me.beside(message)):
        return Named(None, False, mine, for_self=True)
    return None


def _for_me_named(message: Message) -> Named | None:
    """ "Es para mí, Ana Ruiz": the person who writes, and the name."""
    rest = for_me.name_after(message)
    named = bare(rest) if rest else None
    if named is None or named.name is None or not named.whole or not (named.sure or begins_given(named.name)):
        return None
    return Named(named.name, False, frozenset(range(len(message.tokens))), for_self=True)
