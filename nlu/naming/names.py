"""Names as the words around announce them: "me llamo Ana Ruiz", "a nombre de Ana Ruiz", "no, soy Ana"."""

from __future__ import annotations

import re

from booking.models import State
from nlu.naming import for_me
from nlu.naming.bare_names import bare
from nlu.naming.name_corrections import RIGHT, WRONG, corrected
from nlu.naming.name_shape import evidence, folded, spelling, take, written
from nlu.naming.name_words import GIVEN
from nlu.naming.named import OPENS, Named, words_of_name
from nlu.naming.third_parties import third_party
from nlu.naming.whole_names import two_people, written_as_name
from nlu.naming.written_by_a_parent import of_a_parent
from nlu.words.message import Message, plain
from nlu.words.spelling import is_spanish
from nlu.words.word_sets import word_set

_INTRODUCED = re.compile(
    r" (?:(?:el|mi|su) (?:nombre|apellido) (?:lleva|va con|es con|se escribe(?: con)?) (?:doble |una )?\w+(?= ,)"
    r"|(?:no )?mi nombre(?: completo)? (?:es|seria)|me llamo|mi nombre(?: completo)?(?= ,)"
    r"|(?:el|mi|su) nombre (?:de (?:el|ella|(?:mi|su) [^ ,?]+) |(?:correcto|bueno|real|verdadero|completo) )+(?:es|seria)"
    r"|(?:a|al|el|con el) nombre(?: completo)? (?:de(?: (?:el|la) paciente)?|del paciente|es|seria)(?: es| seria)?"
    r"|(?:el |su |al )?nombre(?: completo)?(?: del paciente| de la paciente)?(?: es| seria)?(?= ,)"
    r"|(?:me|le|l[ao]) (?:dicen|llaman|conocen(?: como)?|apodan)(?: [^ ,?]+){1,3}(?: ,)? (?:pero|aunque)(?: (?:en realidad|mi nombre|su nombre|yo|soy|es|me llamo|se llama|de verdad))+"
    r"|(?:el|la) paciente (?:es|seria|sera|se llama)|paciente(?= ,)|se (?:llama|lama|yama|llma|iama)|de parte de|mis datos(?: son)?"
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
_IT_IS = re.compile(rf"(?:{OPENS}| ,) (?:es|seria) ")
_FOR_NAME = re.compile(r" (?:para|(?:cita|consulta) es(?: a nombre)? de) (?=\S)")


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
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (led := _NAME_FIRST.match(message.flat)):
        place = message.between(led.start("name") + 1, led.end("name"))
        named = bare(Message.of(message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]))
        if named and named.name and named.whole and begins_given(named.name):
            return Named(named.name, False, frozenset(range(len(message.tokens))))
    if state is not State.IDLE and (mine := _for_me_named(message)):
        return mine
    other = of_a_parent(message) or third_party(message, state)
    own = _own(message, state)
    if state in (State.CUSTOMER_DATA, State.CONFIRM) and (other or own) and (renamed := _RENAMED.search(message.flat)):
        said = frozenset(message.between(renamed.start() + 1, renamed.end()))
        other = other._replace(tokens=other.tokens | said) if other else None
        own = own._replace(tokens=own.tokens | said) if own else None
    if other and state is not State.IDLE and (but := _BUT_FOR_ME.search(message.flat)):
        where = message.between(but.start() + 1, but.end())
        after = where.stop + (where.stop < len(message.tokens) and message.tokens[where.stop].kind == "mark")
        taken = words_of_name(message, after)
        name = written(message.tokens, taken) if taken else None
        return Named(name, False, other.tokens | {*where} | {*taken}, for_self=True)
    if other and own and other.name is None and not own.name:
        return other
    if other:
        called = own.name if own and own.for_other else None  # "se llama Mateo" outweighs what stands beside a relative
        fuller = called and other.name and len(called.split()) < len(other.name.split())
        name = other.name if fuller else called or other.name
        return Named(name, True, other.tokens | (own.tokens if own else frozenset()))
    if own and (named := _for_name(message)) and named.name and named.name != own.name:
        return named._replace(for_other=True, tokens=named.tokens | own.tokens)  # "soy Ana, pero es para Luz Toro"
    if own and not own.for_other and state is not State.IDLE and (beside := for_me.beside(message)):
        return own._replace(tokens=own.tokens | beside, for_self=True)
    return own or _misspelt(message, state) or _for_name(message)


_OF_ANOTHER_THING = re.compile(
    r" (?:doctora?|medic[oa]|dentista|seguro|aseguradora|poliza|factura|recibo|tarjeta|cuenta|telefono|celular|numero|linea|whatsapp|clinica|hospital|empresa|jef[ea]|patron|perr[oa])"
    r"(?: (?:de cabecera|de siempre|actual|anterior|medico|que me (?:ve|atiende)|esta|es|va|sale|viene|quedo|la|lo|quiero|pongan|ponga))* $"
)
""" "Mi doctor se llama Jorge Salas", "mi seguro está a nombre de Pedro Gil"."""


_NAME_FIRST = re.compile(
    r"^(?: (?:,|no|perdon|disculpe|es que|digo))*(?P<name>(?: [^ ,?]+){1,5}?)(?: ,)?"
    r" (?:(?:es|seria) (?:su|mi|el) nombre(?: (?:completo|correcto|de (?:el|ella|la paciente)|del paciente))*|(?:me|se) llam[ao](?: asi)?)(?: (?:,|por favor|porfa|gracias))* $"
)
""" "Jesús Beltrán Soto es su nombre"."""


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


_DOING = re.compile(r"(?:ando|iendo)$")
""" "Por aquí escribiendo batallo mucho": whoever does something is no name."""


def _is_doing(word: str) -> bool:
    return bool(_DOING.search(word)) and word not in GIVEN and is_spanish(word)


def _own(message: Message, state: State) -> Named | None:
    """A name after "me llamo", "soy", "a nombre de" or a correction; the last one said counts."""
    asked = state in (State.CUSTOMER_DATA, State.CONFIRM)
    found: list[tuple[int, Named]] = []
    for pattern in (_INTRODUCED, _WEAK, _FOR_ME, *((_CORRECTED, _IT_IS, _HE_IS) if asked else ())):
        for match in pattern.finditer(message.flat):
            place = message.between(match.start() + 1, match.end())
            taken = _on_lines(message, words_of_name(message, _behind_a_mark(message, place))) if place else []
            if (
                not taken
                or (pattern is not _CORRECTED and _DENIED.search(message.flat[: match.start() + 1]))
                or (pattern is _FOR_ME and not for_me.is_me(message, place))
                or two_people(message.tokens, taken)
                or _is_doing(folded(message.tokens[taken[0]]))
                or _OF_ANOTHER_THING.search(message.flat[: match.start() + 1])
                or (_is_of_a_question(message, taken) and not evidence(message.tokens, taken, pairs=False))
                or (pattern is not _INTRODUCED and not evidence(message.tokens, taken, lenient=asked))
            ):
                continue
            covered = frozenset(place) | frozenset(taken) | spelling(message, taken[-1])
            if name := written(message.tokens, taken):
                found.append((match.start(), Named(name, " se " in match.group(), covered)))
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


def _is_of_a_question(message: Message, taken: list[int]) -> bool:
    """ "¿Mis datos son privados?" names nobody, nor does "mis datos son confidenciales"."""
    tokens = message.tokens
    after = next((token.kind for token in tokens[taken[-1] + 1 :] if token.kind in ("mark", "ask")), "mark")
    words = [token.text for token in tokens[max(0, taken[0] - 2) : taken[0]]]
    return after == "ask" or words == ["datos", "son"]


def _for_name(message: Message) -> Named | None:
    """ "Una cita para Luis Pérez": a name, not necessarily somebody else's."""
    for match in _FOR_NAME.finditer(message.flat):
        place = message.between(match.start() + 1, match.end())
        taken = take(message.tokens, place.stop)
        words = [folded(message.tokens[i]) for i in taken]
        if two_people(message.tokens, taken):
            return Named(None, False, frozenset(place) | frozenset(taken))
        if words and words[0] in GIVEN and words not in (["julio"], ["abril"], ["domingo"]):
            return Named(written(message.tokens, taken), False, frozenset(place) | frozenset(taken), of_patient=True)
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
    taken = words_of_name(message, place.stop) if place else []
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
