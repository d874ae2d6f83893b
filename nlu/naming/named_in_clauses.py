"""A name among clauses that say nothing but whose it is, how it is spelt, how old somebody is, or a courtesy, where a name is
asked for: "Chema Quintero, José María Quintero Payán", "es para mi papá, él se llama Raúl Toro, tiene 80 años", "póngala como
Ana Ruiz, así viene en mi INE". Clause by clause every word is of a closed class, or is of the one name that is told; of
whoever else is spoken of nothing is taken, and of any other clause nobody can say what it changes."""

from __future__ import annotations

import re

from booking.intents import ProvideCustomerData
from booking.models import Role, State, UnderstandingContext
from nlu.answers import remarks
from nlu.naming.name_shape import SPELT
from nlu.naming.name_words import ABBREVIATED, RELATIVES_NOUN, TITLES
from nlu.naming.names import begins_given, proper
from nlu.parsed import Parse, Reader
from nlu.words.message import plain
from nlu.words.word_sets import word_set

_MOST = 40
"""Words; more is a story."""
_LIGHT = word_set("""y pues bueno es esque pero entonces ah ay ok si claro andele andale orale va sale yo mero mera soy seria sera ser
    a ir me se le lo te llamo llama ella el la mi su nombre completo de del paciente cita consulta para pa que esq equivoque hubo un error correccion corrijo letra dedo fue este esta aqui ahi
    usted porfa por favor doy paso mando dejo quien que una esa gracias hola buenas buenos tardes dias noches disculpe disculpen
    perdon perdone pena tardanza demora asi suena viene aparece esta sale ine acta credencial identificacion tal cual siempre
    servirle servir ordenes sus ya grande edad tiene anos meses cumplio mayor menor soltera soltero casada casado viuda viudo
    en telefono tel cel celular numero whatsapp whats mismo misma apellido apellidos digo mas bien dicho quise decir escribe llamo llamando ,""")  # fmt: skip
"""Words that say whose a name is, how old, and courtesies: in whatever order, nothing else."""
_WRITES = re.compile(r"(?:anot|apunt|escrib|registr|pon|pong|agreg|captur)(?:|a|e|an|en)(?:me|le|l[ao])?|como")
_LAUGHS = re.compile(r"(?:ja|je|ji){2,}j?|jaj")
_NOT_ME = re.compile(
    r"\b(?:yo )?(?:(?:el|la) paciente )?no (?:soy (?:yo(?: (?:el|la) paciente)?|(?:el|la) paciente)|es para m[ií](?: mism[ao])?)(?=\W|$)|\bno le (?:puse|di|mand[eé])(?= mi nombre)",
    re.IGNORECASE,
)
""" "No soy yo la paciente": it is somebody else."""
_LIKE = re.compile(
    r"(?:y )?(?:como|igual que) (?:su|mi|la|el) \w+|(?:(?:y|pero) )?no (?:el|la) \w+(?: \w+)?|(?:por )?como el \w+|(?:naci|nacio|vivo|vive) en \w+(?: \w+)?(?: (?:por|x) si (?:lo )?\w+)?|(?:(?:perdon|ay|l[ao]|se|me) ){0,4}(?:puse|escribi|anote|di) mal(?: (?:el|mi|la|un) \w+)?|con (?:mucho )?gusto"
    r"|(?:(?:pero|aunque|y|todos|tod[ao]s|en|casa) ){0,4}(?:(?:me|le|la|lo|nos|les) ){0,2}(?:dicen|decimos|llaman|llamamos|conocen|apodan)(?: como)? \w+"
)
""" "Como su papá", "pero no el futbolista", "todos le dicen Lola"."""
_RIGHT = re.compile(r"(?:(?:mi|el|su|es) ){0,3}(?:apellido|nombre) (?:es|seria) (\w+)(?: no \w+)?")
_SLIP = re.compile(r"(?:ay |no ){0,3}(?:digo|perdon|perdone|mas bien|mejor dicho|quise decir|correccion)(?: |$)")
_RELATIVE = re.compile(rf"(?<!como )\b(?:mi|nuestr[oa]|el|la) ({RELATIVES_NOUN}|(?<=mi )senora)\b")
_PARENT = re.compile(rf"\bsoy (?:(?:la|el|su) )?(?:{RELATIVES_NOUN})\b")
""" "Soy la mamá de Kevin": who writes."""
_CUT = re.compile(r"[,;:!¡()\n]+|(?<=[^\W\d_]{4})\.+(?=\s|$)|(?<=\d)\.(?=\s|$)|\s\.|\s(?=(?:pero|as[ií]|tal cual|y yo soy|y soy|para servirle|a sus [oó]rdenes)(?=\W|$))|\s(?=(?:el|la) mism[oa]\b)|\s(?=no (?:el|la)\s)|\s(?=no [A-ZÁÉÍÓÚÑ]\w+\s*$)", re.IGNORECASE)  # fmt: skip


def read(text: str, said: Parse, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """The name, where the reading `said` of the whole left something of it open; None where any clause says more."""
    if context.state is not State.CUSTOMER_DATA or context.role is not Role.PATIENT or context.expected is not None:
        return None
    lost = all(isinstance(one, ProvideCustomerData) and not one.name for one in said.intents)
    if said.sure and not (said.unread or said.leftovers or lost):
        return None
    plainly = in_plain_words(text)
    found = reader(plainly, context) if plainly else None
    named = found and len(found.intents) == 1 and isinstance(found.intents[0], ProvideCustomerData)
    return found if named and found.intents[0].name and found.sure and not found.unread else None  # type: ignore[union-attr]


def in_plain_words(text: str) -> str | None:
    """The name, and whose it is, where a text says that and nothing else."""
    if "?" in text or len(text.split()) > _MOST:
        return None
    text, other = _NOT_ME.subn(" ", SPELT.sub(" ", text))
    names, whose = list[tuple[str, bool]](), set[str]()
    surnames, surnames_said, slipped = "", set[str](), False
    for clause in filter(str.strip, _CUT.split(text)):
        words = [plain(one) for one in re.findall(r"\w+", clause)]
        said, option = " ".join(words), re.search(r"\b[A-J]\s*$", clause)
        known = {*surnames_said, *plain(" ".join(one for one, _ in names)).split()}
        if not words or _LIKE.fullmatch(said) or remarks.is_excuse(said) or _is_other_spelling(words, known):
            continue
        if right := _RIGHT.fullmatch(said):
            surnames_said.add(right[1])
            continue
        if words[0] in ("apellido", "apellidos") and names and (more := proper(clause.strip().split(" ", 1)[-1])):
            surnames = f" {more}"
            continue
        lead, name = _name_of(clause)
        if option and not name:
            return None  # "la A", of those that were shown
        of = {found[1] for found in _RELATIVE.finditer(lead) if not _PARENT.search(lead)}
        if not all(map(_is_light, _RELATIVE.sub(" ", _PARENT.sub(" ", lead)).split())):
            return None
        other += bool(_PARENT.search(lead) and name)
        whose |= of
        slipped = slipped or bool(_SLIP.match(said))
        if name:  # "Jesús Manuel, digo, José Manuel Iribe"
            names = [*(() if slipped else names), (name, bool(re.search(r"\bsoy$", lead)))]
            slipped = False
    theirs = [name for name, mine in names if not (mine and whose)]
    name = f"{theirs[-1]}{surnames}" if theirs else ""
    whole = " " in name and len(whose) < 2 and surnames_said <= {*plain(name).split()}
    if not whole or not all(_is_the_same(one, name) for one in theirs):
        return None
    return f"mi {next(iter(whose))} se llama {name}" if whose else f"el paciente se llama {name}" if other else name


def _name_of(clause: str) -> tuple[str, str | None]:
    """The words of a clause before the name that ends it, folded, and the name; all of them where there is none."""
    words = clause.split()
    for place in range(len(words)):
        rest, name = " ".join(words[place:]), proper(" ".join(words[place:]))
        capitals = place == 0 and " " in (name or "") and rest.istitle() and not _is_light(plain(words[0]))
        given = name and (begins_given(name) or plain(name.split()[0].rstrip(".")) in ABBREVIATED)
        if name and (given or capitals):
            return _folded(words[:place]), name
    return _folded(words), None


def _folded(words: list[str]) -> str:
    return " ".join(plain(one.strip("\"'“”")) if not one.isdigit() else one for one in words)


def _is_light(word: str) -> bool:
    number = word.isdigit() and len(word) < 3
    return number or word in _LIGHT or word in TITLES or bool(_WRITES.fullmatch(word) or _LAUGHS.fullmatch(word))


def _is_the_same(one: str, whole: str) -> bool:
    """Whether a name is a part of the whole one, or shares a surname with it: "Chema Quintero"."""
    words, others = plain(one).split(), plain(whole).split()
    return {*words} <= {*others} or (len(words) > 1 and not {*words[1:]}.isdisjoint(others[1:]))


def _is_other_spelling(words: list[str], known: set[str]) -> bool:
    """ "No Vernal", behind "Bernal"."""
    other = words[1] if len(words) == 2 and words[0] == "no" else ""
    return len(other) > 3 and other not in known and any(other[1:] == one[1:] or other[:4] == one[:4] for one in known)
