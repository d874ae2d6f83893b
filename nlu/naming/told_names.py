"""A name that is given in a sentence of its own, where the name is asked for: written down for the clinic ("anote: Ana Ruiz"), of a
child without papers ("aún no tiene acta, pero se va a llamar …"), behind the question said back, behind a slip, beside an e-mail,
a telephone or a birthday. It is put into the plainest words there are: "mi hijo se llama …", or the name alone."""

from __future__ import annotations

import re

from booking.models import State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.named_in_clauses import in_plain_words as in_plain
from nlu.naming.names import begins_given, proper
from nlu.when.words import MONTHS
from nlu.words.message import MAX_CHARS, plain
from nlu.words.verb_forms import ENDING, MOVING

_SIGN = r"[\s,.:;]"
_MY = r"(?:(?:y|con|mi|el|su|este es|es)\s+){0,4}"
_MAIL = re.compile(
    rf"{_SIGN}{{0,4}}\b(?:{_MY}(?:correo|e?-?mail|email|gmail|hotmail)(?:\s+electr[oó]nico)?\s*(?::|es|,)?\s*)?[\w.+-]{{1,60}}@[\w-]+(?:\.[\w-]+)+{_SIGN}{{0,4}}",
    re.IGNORECASE,
)
_PHONE = re.compile(
    rf"{_SIGN}{{0,4}}\b(?:{_MY}(?:tel[eé]fono|tel|cel(?:ular)?|n[uú]mero|whats(?:app)?)\s*(?::|es|,)?\s*)?(?<!\d)(?:\+?52\s?1?\s?)?\d{{3}}[\s.-]?\d{{3}}[\s.-]?\d{{2}}[\s.-]?\d{{2}}(?!\d){_SIGN}{{0,4}}$",
    re.IGNORECASE,
)
_BIRTHDAY = re.compile(
    rf"{_SIGN}{{0,4}}\b(?:y\s+)?(?:(?:ya\s+)?(?:va\s+a\s+cumplir|cumple|cumplir[aá]|cumpli[oó]|apenas\s+cumpli[oó]))\s+(?:los\s+|sus\s+)?\w+(?:\s+(?:a[ñn]os|a[ñn]itos|meses))?"
    rf"(?:\s+(?:(?:en|el|de|hasta|este|pr[oó]ximo|mes|\d+|{'|'.join(MONTHS)})){{1,3}}){{0,8}}{_SIGN}{{0,4}}$",
    re.IGNORECASE,
)
_BORN = re.compile(
    rf"{_SIGN}{{1,4}}(?:y\s+)?(?:que\s+)?(?:(?:naci[oó]?|nac[ií])|nacid[oa]|fecha\s+de\s+nac\w*|f\.?\s*nac\.?)(?:\s*:)?(?:\s+(?:(?:el|en|de|del|es|d[ií]a|\d[\d/.-]*|{'|'.join(MONTHS)}|tijuana|mexicali|ensenada)){{1,3}}){{0,8}}{_SIGN}{{0,4}}$",
    re.IGNORECASE,
)
_LIVES = re.compile(
    rf"{_SIGN}{{1,4}}(?:(?:y|soy|es|vivo|vive|somos|vivimos)\s+){{0,3}}(?:de|en)\s+(?:tijuana|mexicali|tecate|rosarito|ensenada|otay|aqu[ií])(?:\s+(?:de\s+)?(?:tijuana|mexicali|b\.?\s?c\.?))?{_SIGN}{{0,4}}$",
    re.IGNORECASE,
)
_LAUGHS = re.compile(r"[\s,.]{1,4}(?:(?:ja|je|ji){2,12}j?|jaj|xd+)[\s.!]{0,4}$", re.IGNORECASE)
_BESIDE = (_MAIL, _PHONE, _BORN, _BIRTHDAY, _LIVES, _LAUGHS)

_CALLED = re.compile(
    r"\b(?:(?:que\s+)?se\s+(?:va\s+a\s+llamar|llamar[aá])|va\s+a\s+llamarse|(?:le|la|lo)\s+(?:vamos|van|voy|va)\s+a\s+(?:poner(?:\s+de\s+nombre)?|registrar\s+(?:como|con\s+el\s+nombre(?:\s+de)?)|llamar)"
    r"|(?:vamos|van|voy)\s+a\s+(?:poner(?:le|lo|la)|registrar(?:lo|la)\s+como|llamar(?:lo|la))|(?:cuyo|su)\s+nombre(?:\s+completo)?\s+(?:es|ser[aá]|ser[ií]a)|el\s+nombre\s+(?:ser[aá]|va\s+a\s+ser))\s*:?\s+",
    re.IGNORECASE,
)
""" "Se va a llamar", "lo vamos a registrar como", "cuyo nombre es"."""
_WRITTEN = re.compile(
    r"\b(?:que\s+)?(?:l[aoe]\s+)?(?:pong|anot|apunt|registr|agend|escrib|regístr|anót|apúnt|póng)(?:a|e|as|es|an|en)(?:l[aoe])?\s+(?:como|a\s+nombre\s+de)\s*:?\s+",
    re.IGNORECASE,
)
""" "Que la ponga como", "que lo anote como"."""
_NAMING = (re.compile(r"\b(?:se llama|me llamo|soy|nombre|paciente|es)\b", re.IGNORECASE), _CALLED, _WRITTEN)
_WHO_GOES = re.compile(
    r"\b(?:(?:la|el)\s+que|quien)\s+(?:va(?:\s+a\s+(?:ir|asistir|consulta|la\s+(?:cita|consulta)))?|ir[aá]|asiste|asistir[aá]|ocupa|necesita|quiere|requiere|se\s+va\s+a\s+(?:atender|consultar))"
    r"(?:\s+(?:a\s+)?(?:la|una)?\s*(?:cita|consulta))?\s+(?:es|ser[ií]a|ser[aá])\s+(?=mi\b)",
    re.IGNORECASE,
)
_IN_WHOSE = re.compile(
    r"\b(?:(?:hay|habr[ií]a|tiene|tendr[ií]a)\s+que|va\s+a|debe(?:\s+de)?|puede|favor\s+de)\s+(?:ponerl[ao]|ir|ser|quedar|estar|ponerse|apartarl[ao]|agendarl[ao])\s+(?=a\s+nombre\s+de\b)",
    re.IGNORECASE,
)
""" "Hay que ponerla a nombre de …"."""
_ASKED_BACK = re.compile(r"^\W*([^?]{1,60}?)\s*\?+\W*(?=\w)")
_OF_THE_QUESTION = frozenset(
    """asi no mas nomas solo el la los las mi mis su sus un nombre nombres completo completos con sin apellido apellidos dos mio mia de del
    ella el paciente pacientita nino nina senor senora y o tal cual como viene en ine acta quien quienes va a ir para que es seria
    bebe ambos segundo materno paterno todo entero necesita ocupa quiere pongo doy digo verdad ok ah mande""".split()
)
_NICK = re.compile(
    r"^\W*(?:(?:yo\s+)?soy\s+)?(?:(?P<art>la|el)\s+)?(?P<nick>[^\W\d_]+(?:\s+[^\W\d_]+)?)\s*,\s*(?P<so>(?:bueno|o\s+sea|osea|es\s+decir|mejor\s+dicho|en\s+realidad|pero|mi\s+nombre|completo|es|soy|(?:en|como)\s+(?:(?:mi|la|el)\s+)?(?:credencial|ine|acta|identificaci[oó]n|curp|pasaporte|licencia)|aparezco|estoy|salgo|como|,|\s)*)\s*(?P<name>[^,?]+)$",
    re.IGNORECASE,
)
_ON_PAPER = re.compile(
    r"\b(?:credencial|ine|acta|identificaci[oó]n|curp|pasaporte|licencia|aparezco|salgo)\b", re.IGNORECASE
)
""" "Lupita Osuna, pero en mi credencial aparezco como Guadalupe Osuna Lara"."""
_RELATIVE = re.compile(rf"\b(?:mi|la|el|su|nuestr[oa])\s+({RELATIVES_NOUN})\b")
_NOT = re.compile(r"\b(?:no|nunca|tampoco)\s+$", re.IGNORECASE)
_NOT_SO = re.compile(r"\bno\s+era\b", re.IGNORECASE)
""" "No era Ana Ruiz": no name to take."""
_ASKS_MORE = re.compile(
    rf"\b(?:{ENDING}|{MOVING})\w*|\b(?:ya no|no quiero|no queremos|mejor no|no voy|no vamos|grave|urgencias?|no es para)\b"
)
""" "Cancele la cita, su nombre es …": more than a name is said."""
_QUESTION = re.compile(r"[?¿]")


def in_plain_words(text: str, context: UnderstandingContext) -> str:
    """The text in such words; as it is where no name is asked for, or none stands there."""
    if context.state is not State.CUSTOMER_DATA or len(text) > MAX_CHARS:
        return text
    return _told(_without_what_is_beside(text)) if any(char.isalpha() for char in text) else text


def _without_what_is_beside(text: str) -> str:
    """Without what stands beside a name and is none of it; the text where nothing would be left."""
    for beside in _BESIDE:
        if beside is _MAIL and "@" not in text:
            continue
        found = beside.search(text)
        rest = f"{text[: found.start()]}, {text[found.end() :]}".strip(" ,.:;") if found else ""
        if beside is _LAUGHS and found and not _is_whole(_told(rest)):
            continue  # "es una emergencia jajaja"
        if (
            any(map(_is_whole, re.split(r"[,.;:]", _told(rest))))
            or in_plain(rest)
            or any(one.search(rest) for one in _NAMING)
        ):
            text = rest
    return text


def _told(text: str) -> str:
    if (asked := _ASKED_BACK.match(text)) and {*re.findall(r"\w+", plain(asked[1]))} <= _OF_THE_QUESTION:
        rest = text[asked.end() :]
        text = rest if _is_whole(rest) else text
    if _QUESTION.search(text):
        return text
    text = _IN_WHOSE.sub("", _WHO_GOES.sub("es ", text))
    for called in (_CALLED, _WRITTEN):
        if (
            (found := called.search(text))
            and _is_whole(text[found.end() :], led=True)
            and not _NOT.search(text[: found.start()])
            and not _ASKS_MORE.search(plain(text[: found.start()]))
        ):
            of = _RELATIVE.findall(plain(text[: found.start()])) if called is _CALLED else []
            return f"mi {of[-1]} se llama {text[found.end() :]}" if of else text[found.end() :]
    nick = _NICK.match(text)
    named = nick and (" " not in nick["nick"] or (begins_given(nick["nick"]) and _ON_PAPER.search(nick["so"])))
    if nick and named and (nick["art"] or nick["so"].strip(" ,")) and _is_whole(nick["name"]):
        return nick["name"].strip()
    return text


def _is_whole(text: str, *, led: bool = False) -> bool:
    """Whether it is a person's whole name: it begins with a common given name, or is `led` by words that name somebody and
    written with capitals."""
    written = text.strip(" ,.;:!")
    name = proper(written)
    return name is not None and " " in name and (begins_given(name) or (led and written.istitle()))
