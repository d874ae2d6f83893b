"""A name as people fill in a form, where one was asked for: "Nombre Ana apellidos Ruiz López", "Juan Pérez tel 664…",
"la Lupita Pérez", "Luz Toro, yo soy su mamá". What is no part of the name is laid aside, and the rest read as a name."""

from __future__ import annotations

import re

from booking.intents import ProvideCustomerData
from booking.models import State, UnderstandingContext
from nlu.choosing.picking import is_called
from nlu.naming import surnames
from nlu.naming.bare_names import bare
from nlu.naming.name_shape import SPELT, take, written
from nlu.naming.name_words import GIVEN, RELATIVES_NOUN
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message, plain

_ASIDE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"[,.;]?\s*\b(?:y )?(?:nacid[oa]|nac[ií]|naci[oó]|(?:mi |su )?fecha de nacimiento|f\.? ?nac|cumplo|cumple)\b.*$",
        r"[,.;]?\s*\b(?:y )?(?:de |edad |tengo |tiene )?\d{1,3} (?:a[nñ]os|a[nñ]itos|meses)\b(?: de edad)?",
        r"[,.;]?\s*\b(?:y )?(?:(?:mi|su|el) )?(?:tel(?:[eé]fono)?|cel(?:ular)?|n[uú]mero|whats(?:app)?|wasap)\b\W*(?:es )?\W*\+?\d[\d\s-]{6,}\d",
        r"[,.;]?\s*\+?\b\d[\d\s-]{7,}\d\b",
        r"[,.;]?\s*\b(?:y )?edad\W{1,3}\d{1,3}\b",
        r"[,.;]?\s*\b(?:(?:pero|aunque|y) )?(?:todos )?(?:me|le) (?:dicen|llaman|conocen como) \w+\s*$",
    )
)
_LAST = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"[,.;]?\s*\b(?:y )?(?:(?:mi|su|el) )?(?:tel[eé]fono|celular|n[uú]mero|whats(?:app)?|wasap) es (?:(?:este|el)(?: mismo)?|(?:del|de) (?:este|el) mismo)(?: (?:de aqu[ií]|del que (?:le |te )?escribo|de siempre|n[uú]mero))?\s*[.!]*$",
        r"[,.;]?\s*\b(?:con (?:eso|ese(?: nombre)?)|as[ií]|ah[ií]) (?:la|lo|me|nos) (?:encuentra|ubica|busca|localiza|tiene)s?n?\s*[.!]*$",
        r"[,.;]?\s*\b(?:y )?(?:para servir(?:le|te|les)|a sus [oó]rdenes)\s*[.!]*$",
    )
)
"""What may end it: "mi teléfono es este mismo", "con eso la encuentra"."""
_ORDERED = (
    r"(?:(?:ap[uú]nt|an[oó]t|ag[eé]nd|reg[ií]str|ap[aá]rt|p[oó]ng?)(?:[ae]n?)?(?:l[aeo]|me|nos)?|va|es|seria|ser[ií]a)"
)
_PUT = r"(?:ap[uú]nt|an[oó]t|ag[eé]nd|reg[ií]str|ap[aá]rt|pong|qued|dej)(?:a|e|as|es|an|en)"
_WANTED_SO = rf"(?:(?:ocupo|ocupamos|quiero|queremos|necesito|quisiera|me\s+gustar[ií]a)\s+)?que\s+(?:me\s+|nos\s+|se\s+)?(?:l[ao]\s+)?{_PUT}"
""" "Ocupo que la pongas como Yadira Fonseca"."""
_AGREED = re.compile(
    r"^\W*(?:(?:s[ií]|claro(?: que s[ií])?|por supuesto|desde luego|con (?:much[oa] |todo )?gusto|mucho gusto|encantad[oa]|un placer|ok|va|mir[ea]|c[oó]mo no)\b\s*[,.!;:]+\s*)+(?=\w)",
    re.IGNORECASE,
)
""" "Claro que sí, con gusto, Patricia Olvera": the question is answered."""
_SERVANT = re.compile(r"^\s*(?:su|un)\s+(?:humilde\s+)?servidora?\b\s*[,:]?\s+(?=\w)", re.IGNORECASE)
_ORDER = re.compile(rf"^\s*(?:{_ORDERED})\b", re.IGNORECASE)
_LED = re.compile(
    rf"^\s*(?:(?:pos|pues|ok|si|sí|bueno)\s+)?(?:(?:{_ORDERED}|{_WANTED_SO}|quedar[ií]a|qued[ae]|ir[ií]a)(?:\s+(?:porfa(?:vor)?|por\s+favor))?,?\s+(?:(?:a\s+nombre\s+de|con\s+el\s+nombre(?:\s+de)?|a|como|de|por)\s+)?|de(?!\s+parte)\s+)?"
    r"(?:(?:el|la)\s+paciente\s*:\s*)?(?:(?:a\s+)?(?:mi\s+|el\s+)?nombre(?:\s+completo)?(?:\s+de|\s+m[ií]o)?\s*[:,]?\s+|(?-i:(?:[Ee]l|[Ll]a)\s+(?=[A-ZÁÉÍÓÚÑ])))?",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"^\s*no,?\s+(?:me\s+llamo|se\s+llama|soy|es(?!\s+(?:para|de|a)\b))\s+[^,]+?,?\s+(?:(?:sino|me\s+llamo|se\s+llama|soy)\s+(?=\w)|es\s+(?=\w+\s+\w))",
    re.IGNORECASE,
)
_SURNAME_FIRST = re.compile(
    r"^\s*(?:de\s+|con\s+)?(?:(?:mi|su|el|los)\s+)?apellidos?\s+(?:es\s+|son\s+)?(?P<surname>[^,]+?),?\s+(?:y\s+)?(?:de\s+)?(?:(?:mi|su|el)\s+)?nombre\s+(?:es\s+)?(?P<given>[^,]+)$",
    re.IGNORECASE,
)
_SURNAME_TOLD = re.compile(
    r"^\s*(?:con|de)\s+(?:el\s+)?apellido\s+(?P<surname>\w+)\s*[,:]\s*(?=.*\b(?P=surname)\b)", re.IGNORECASE
)
""" "Con apellido Bañuelos, Cecilia Bañuelos Rocha"."""
_SURNAMES = re.compile(
    r"\s*,?\s*(?:y\s+)?(?:(?:mi|su|mis|sus|el|los|de)\s+)?apellidos?(?:\s+(?:es|son))?\s*:?\s+", re.IGNORECASE
)
_CALLED = re.compile(r"^\s*(?:me llamo|soy|(?:mi )?nombre(?: completo)? es|se llama|es)\s+", re.IGNORECASE)
_THEIR = re.compile(
    rf"\s*[,;.]?\s*(?:y\s+|pero\s+)?(?:yo\s+)?soy\s+(?:su|la|el)\s+(?:{RELATIVES_NOUN}|mam[aá]|pap[aá])\b.*$"
    rf"|\s*[,;.]?\s*\b(?:(?:ella|[eé]l|quien|que|y)\s+)?(?:es\s+)?mi\s+(?:{RELATIVES_NOUN}|mam[aá]|pap[aá]|t[ií][ao]|ni[nñ][ao]|beb[eé]|se[nñ]ora)\s*[.!]*$",
    re.IGNORECASE,
)
_THEIRS = re.compile(rf"^\s*(?:es\s+)?de\s+mi\s+(?:{RELATIVES_NOUN}|niñ[oa]|mam[aá]|pap[aá])\s+(?=\w)", re.IGNORECASE)
""" "De mi niña Zoe": as what the question asks for, a name, is answered."""
_WHO_GOES = r"(?:es|son|para|de|del|a|el|la|lo|que|quien|quién|va|ir[aá]|ir|viene|se|atiende|atender[aá]|le|les|te|paso|doy|mando|nombre|cita|consulta|consultar|paciente|ser[ií]a|entrar[aá]|registraron|pusieron)"
_OF_MINE = re.compile(
    rf"^\s*(?:{_WHO_GOES}\s+)*mi\s+(?:{RELATIVES_NOUN}|niñ[oa]|mam[aá]|pap[aá]|t[ií][ao]|beb[eé]|señora)\b(?:,?\s+{_WHO_GOES}\b)+"
    r"(?:\s*[,:]\s*(?:se\s+llama\s+)?|\s+(?:se\s+llama|como)\s+)(?:don\s+|doña\s+|dona\s+)?(?=\w)",
    re.IGNORECASE,
)
""" "Es mi tía la que se atiende, doña Amparo Villegas": whose the name is, and then it."""
_RELATIVE = re.compile(
    rf"^(?: ,)?(?: (?:es|para|a|de|seria))* mi (?:{RELATIVES_NOUN})(?: de [0-9]+ (?:anos?|meses|mes))?(?: ,| por favor| porfa| gracias)* $"
)


_ANYBODY = re.compile(
    r"^(?: (?:para|a nombre de|de|pues))* (?:quien|cualquiera|el que|la que)(?: (?:sea|guste|quiera|quieran))?(?: ,)* $"
)
""" "Para quien sea": no name, and no wish."""


def filled_in(message: Message, context: UnderstandingContext) -> ProvideCustomerData | None:
    """The name in an answer that is a name and such things; None where it says anything else, or is a name alone."""
    if message.asks or message.odd or context.state is not State.CUSTOMER_DATA:
        return None
    if _ANYBODY.match(message.flat):
        return ProvideCustomerData()
    if _RELATIVE.match(message.flat):
        return ProvideCustomerData(for_other=True)
    message, _ = without_greeting(message)
    text = _AGREED.sub("", message.text, count=1)
    for aside in _LAST:
        text = aside.sub("", text)
    bare_of = text
    theirs = _THEIR.search(text)
    text = text[: theirs.start()] if theirs else text
    for aside in (SPELT, *_ASIDE):
        text = aside.sub("", text)
    if first := _SURNAME_FIRST.match(text):
        text = surnames.joined(first["given"], first["surname"])
    text = _NOT_SO.sub("", text, count=1)
    relative = _THEIRS.match(text) or _OF_MINE.match(text)
    text = _LED.sub("", text[relative.end() :] if relative else _SURNAME_TOLD.sub("", text), count=1)
    servant = _SERVANT.match(text)
    text = text[servant.end() :] if servant else text
    called = _CALLED.match(text) if bare_of != message.text or _ORDER.match(message.text) else None
    text = text[called.end() :] if called else text
    relative = relative or (called if called and called[0].strip().startswith(("se ", "Se ")) else None)
    if _SURNAMES.search(text):
        text = _CALLED.sub("", text, count=1)
        given, surname = _SURNAMES.split(text, maxsplit=1)
        text = surnames.joined(given, surname) if given.strip() else surname
    text = re.sub(r"^M[ª°]\.?(?=\s)", "Ma.", text)
    if text.strip() == message.text.strip() and not re.search(r"[,.]\s", text):
        return None
    rest = Message.of(text)
    taken = take(rest.tokens, 0)
    if taken and len(taken) == len(rest.tokens) and plain(rest.tokens[taken[0]].raw.rstrip(".")) in GIVEN | {"ma"}:
        return ProvideCustomerData(
            name=written(rest.tokens, taken), for_other=(theirs or relative) is not None, for_self=servant is not None
        )
    if said := _said_twice(rest):
        return ProvideCustomerData(name=said, for_other=theirs is not None)
    named = bare(rest)
    if named is None or named.name is None or not named.whole:
        return None
    return ProvideCustomerData(
        name=named.name, for_other=(theirs or relative) is not None, for_self=servant is not None
    )


def _said_twice(message: Message) -> str | None:
    """ "Mi nombre es Ana, Ana Sofía Mendoza": the longest of several names that begin alike; None where there is one."""
    names = []
    for clause in message.clauses():
        text = message.text[message.tokens[clause.start].start : message.tokens[clause.stop - 1].end]
        said = Message.of(_CALLED.sub("", text, count=1))
        taken = take(said.tokens, 0)
        if not taken or len(taken) != len(said.tokens):
            return None
        names.append((said.tokens, taken))
    longest = max(names, key=lambda name: len(name[1]), default=None)
    if longest is None or len(names) < 2:
        return None
    whole = " ".join(plain(longest[0][i].raw) for i in longest[1])
    first, *others = [" ".join(plain(tokens[i].raw) for i in taken) for tokens, taken in names]
    alike = all(is_called(whole, said.split()[:1]) for said in (first, *others))
    return written(*longest) if alike and first != whole else None
