"""A message as the rules see it: words folded (lower case, no accents), each knowing what the person wrote.

Punctuation stays as marks, so that a rule may keep within a clause. Linear in the text, which is capped.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from typing import Any, Literal, NamedTuple, TypeVar

from nlu.naming.name_words import GIVEN
from nlu.words import border_english, spelling
from nlu.words.kept import kept
from nlu.words.word_sets import word_set

MAX_CHARS = 2000

Kind = Literal["word", "number", "mark", "ask", "emoji", "odd"]

_TOKEN = re.compile(
    r"(?P<short>(?:(?<![^\W\d_])[A-ZÁÉÍÓÚÑ]|\b(?:[MmSs]a|[SsDd]ra?|[Ss]rta|[Ll]ic|[Ii]ng|[Pp]rof(?:r|ra)?|[Cc]ap|[Aa]rq|[Mm]tr[oa]|[Tt]te|[Ss]gto|[Gg]ral|LIC|ING|ARQ|PROF|MTR[OA]|SRA?|SRTA|DRA?|[Vv]da|Fco|Gpe|Sta|Sto|Jr))\.(?=\s*[^\W\d_]))"
    r"|(?P<word>[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*)"
    r"|(?P<number>[0-9]+(?:(?:ro|ra|do|da|er|ero|era|to|ta|mo|ma|vo|va|no|na|a|o)(?![^\W\d_]))?(?:[:.,/-][0-9]+)*)"
    r"|(?P<ask>[?¿]+)"
    r"|(?P<mark>[.,;:!¡…\n()\"'«»“”*~#°–—-]+)"
    r"|(?P<sign>\S)"
)
_ORDINAL_LETTERS = "rodaetmvn"  # of "1ro", "2da", "7mo"
_STRETCHED = re.compile(r"([a-z])\1\1+")
_REPEATED = re.compile(r"(si|no|ok|ya)\1+")
""" "Sisisi"; "Ñoño" is a name."""
_DOUBLED_END = re.compile(r"([aeiouskz])\1$")
_KEPT = {"º": "°", "ª": "°", "🔟": "10", "🅰": "A", "🅱": "B", "´": "'", "`": "'", "×": "x"}
_MODIFIERS = range(0x1F3FB, 0x1F400)  # skin tones

_OF_DAY = frozenset({"por la manana", "por la tarde"})
_DICTATED = frozenset({"punto", "coma"})
"""Marks said aloud, where a telephone writes what it hears."""
_AFTER_OF = word_set("mi mis las hoy manana pasado")
""" "La d mañana", "la d mi hijo" is of something."""
_TAGS = word_set("verdad vdd vd cierto vea")
_BEFORE_LETTER = word_set("la el opcion inciso letra numero con")
""" "La d" names an option; elsewhere "d" is "de"."""
_NO_MARK_AFTER = word_set("en que no lo el al un a de del este ese ni y como cuando mi su")
"""After these they are words: "a las 4 en punto", "que no coma"."""

SPELLING = border_english.WORDS | {
    "dl": "del", "xq": "porque", "pq": "porque", "porq": "porque", "xk": "porque", "esq": "es que", "eske": "es que",
    "ps": "pues", "pos": "pues", "bn": "bien", "bnos": "buenos", "osea": "o sea", "oi": "oye", "tons": "entonces", "entons": "entonces",
    "nambre": "no hombre", "nombe": "no hombre", "ntp": "no te preocupes", "m": "me", "msj": "mensaje", "cel": "celular", "tel": "telefono", 
    "q": "que", "nopuedo": "no puedo", "nopuede": "no puede", "norespira": "no respira", "k": "que", "ke": "que", "qe": "que", "x": "por", "xfa": "porfa", "xfavor": "por favor",
    "porfavor": "por favor", "pls": "porfa", "plis": "porfa", "plz": "porfa", "pf": "porfa",
    "porfis": "porfa", "xfis": "porfa", "xfas": "porfa", "porfi": "porfa", "porfas": "porfa",  "gueno": "bueno", "guena": "buena", "weno": "bueno", "wena": "buena", "aista": "ahi esta", "aiga": "haya", "haiga": "haya", "amonos": "vamonos", "porfita": "porfa", "porfavorcito": "por favor", 
    "kon": "con", "kual": "cual", "kien": "quien", "komo": "como", "kuando": "cuando", "kuanto": "cuanto", "quero": "quiero", 
    "citita": "cita", "ficha": "cita", "fichas": "citas", "canselo": "cancelo",
    "tmb": "tambien", "tb": "tambien",
    "grax": "gracias", "gracia": "gracias", "thx": "gracias",
    "ola": "hola", "holi": "hola", "holis": "hola", "wenas": "buenas", "bnas": "buenas",
    "bns": "buenas", "bno": "bueno", "okey": "ok", "okay": "ok", "oki": "ok", "okis": "ok", "okidoki": "ok", "okok": "ok",
    "oka": "ok", "okas": "ok", "dr": "doctor", "dra": "doctora", "drs": "doctores", "doc": "doctor",
    "doctorcita": "doctora", "doctorcito": "doctor", "doctorsito": "doctor", "doctorsita": "doctora", "mediquito": "medico", "pa": "para", "pal": "para el", "toy": "estoy", "ta": "esta", "sta": "esta", "ala": "a la", "alas": "a las", "tonz": "entonces", "oks": "ok", "tas": "estas", "boy": "voy", "bamos": "vamos",
    "ai": "ahi", "apa": "papa", "haber": "a ver", "aver": "a ver", "nomas": "no mas", "num": "numero", "nro": "numero",
    "numerito": "numero", "opc": "opcion", 
    "juevecito": "jueves", "juebes": "jueves", "juevesito": "jueves", "lunesito": "lunes", "martesito": "martes", "viernecito": "viernes", "viernesito": "viernes",
    "sabadito": "sabado", "dominguito": "domingo", "miercolito": "miercoles", "orita": "ahorita", "horita": "ahorita", "dnd": "donde", "cto": "cuanto",
    "necesit": "necesito", "meda": "media", "medi": "media", "mdia": "media", "meida": "media", "kda": "queda", "qda": "queda", "kdo": "quedo", "qdo": "quedo", "kdamos": "quedamos", "qdamos": "quedamos", "ls": "las", "mnn": "manana", "mna": "manana", "mnna": "manana", "zi": "si", "soi": "soy", "sii": "si", 
}  # fmt: skip
"""Chat spelling and frequent slips, folded."""


_IS_THERE = re.compile(
    r"(?<=\bno )(?:ay|ai|hai)(?=\s+nada\b)|\b(?:ay|ai|ahi|hai)(?=\s+(?:[cs]itas?|lugar(?:es)?|espacios?|algo|otr[ao]s?|consultas?|disponib\w*|horarios?|chan[sc]\w*|alg[uú]n\w*)\b)",
    re.IGNORECASE,
)
""" "Si ay sita" stands for "si hay cita"."""
_MAY_BE_THERE = re.compile(r"a(?:[iy]|hi)", re.IGNORECASE)


class Token(NamedTuple):
    """A word, number, mark, question mark, emoji or odd sign. `text` is folded and may hold two words."""

    kind: Kind
    text: str
    raw: str
    start: int
    end: int


@lru_cache(maxsize=8192)
def plain(word: str) -> str:
    """Lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.casefold()) if unicodedata.category(c) != "Mn")


@lru_cache(maxsize=8192)
def _said(word: str) -> str:
    """Plain, stretched letters drawn together ("Síííí" → "si"), chat spelling undone."""
    folded = _DOUBLED_END.sub(r"\1", _STRETCHED.sub(r"\1", plain(word)))
    if "ñ" not in word.casefold() and (repeated := _REPEATED.fullmatch(folded)):
        return repeated[1]
    return SPELLING.get(folded, folded) if len(folded) > 1 or len(word) == 1 else plain(word)


@lru_cache(maxsize=4096)
def _clean(char: str) -> str:
    """One character of what was typed: compatibility forms plain, invisible ones gone."""
    if char in _KEPT:
        return _KEPT[char]
    if ord(char) in _MODIFIERS:
        return ""
    category = unicodedata.category(char)
    if category in ("Cf", "Me") or 0xFE00 <= ord(char) <= 0xFE0F:
        return ""
    if category in ("Cc", "Cs", "Cn", "Co", "Zl", "Zp"):
        return "\n" if char in "\n\r\u2028\u2029" else " "
    return unicodedata.normalize("NFKC", char)


def tidy(text: str) -> str:
    """The text capped, composed and free of invisible characters."""
    capped = text[:MAX_CHARS]
    if capped.isascii() and capped.isprintable():
        return capped
    return unicodedata.normalize("NFC", "".join(map(_clean, capped)))[:MAX_CHARS]


@dataclass(frozen=True)
class Message:
    """What a person sent (a burst is one message with several lines), in tokens."""

    text: str
    tokens: tuple[Token, ...] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Message:
        """Reads any text whatsoever; the same one again for the same text."""
        return _read(text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every word and number, without marks."""
        return tuple(w for t in self.tokens if t.kind in ("word", "number") for w in t.text.split())

    @cached_property
    def kept(self) -> dict[object, Any]:
        """What rules found once and need again, by their names (`found_once`)."""
        return {}

    @cached_property
    def asks(self) -> bool:
        return any(t.kind == "ask" for t in self.tokens)

    @cached_property
    def odd(self) -> bool:
        """Whether there are signs that people do not write in a chat: <, {, $ …"""
        return any(t.kind == "odd" for t in self.tokens)

    @cached_property
    def emoji(self) -> tuple[str, ...]:
        return tuple(t.text for t in self.tokens if t.kind == "emoji")

    @cached_property
    def _laid_out(self) -> tuple[str, list[int], list[int]]:
        pieces, starts, indexes, at = [" "], [], [], 1
        for index, token in enumerate(self.tokens):
            if token.kind == "emoji":
                continue
            text = {"mark": ",", "ask": "?", "odd": "#"}.get(token.kind, token.text)
            pieces.append(text + " ")
            starts.append(at)
            indexes.append(index)
            at += len(text) + 1
        return "".join(pieces), starts, indexes

    @cached_property
    def flat(self) -> str:
        """All of it on one line, single spaces, marks as "," and "?", a space at both ends."""
        return self._laid_out[0]

    def place_of(self, index: int) -> int:
        """Where in `flat` the text of a token begins."""
        _, starts, indexes = self._laid_out
        return starts[indexes.index(index)]

    def between(self, start: int, end: int) -> range:
        """The indexes of the tokens in a stretch of `flat`."""
        _, starts, indexes = self._laid_out
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
        first = max(first, 0)
        return range(indexes[first], indexes[last] + 1) if indexes and last >= first else range(0)

    def within(self, start: int, end: int) -> range:
        """The indexes of the tokens in a stretch of `text`."""
        inside = [i for i, t in enumerate(self.tokens) if t.start >= start and t.end <= end]
        return range(inside[0], inside[-1] + 1) if inside else range(0)

    def clauses(self) -> list[range]:
        """Stretches of tokens between marks."""
        found, begin = [], 0
        for index, token in enumerate(self.tokens):
            if token.kind in ("mark", "ask", "odd"):
                if index > begin:
                    found.append(range(begin, index))
                begin = index + 1
        if len(self.tokens) > begin:
            found.append(range(begin, len(self.tokens)))
        return found


_Found = TypeVar("_Found")


def found_once(rule: Callable[[Message], _Found]) -> Callable[[Message], _Found]:
    """A rule that looks at a message alone: what it finds is kept with the message, so nobody may change it."""
    name = f"{rule.__module__}.{rule.__qualname__}"

    @wraps(rule)
    def found(message: Message) -> _Found:
        kept = message.kept
        if name not in kept:
            kept[name] = rule(message)
        return kept[name]  # type: ignore[no-any-return]

    return found


def _in_tokens(text: str) -> Message:
    """A text in tokens: rules look again and again at the same message, parts of it, titles of buttons and
    names of doctors."""
    clean = tidy(text)
    clean = _IS_THERE.sub("hay", clean) if _MAY_BE_THERE.search(clean) else clean
    tokens = [_token(match) for match in _TOKEN.finditer(clean)]
    for place, token in enumerate(tokens):
        if token.text == "d" and 0 < place < len(tokens) - 1 and _is_of(tokens[place - 1], tokens[place + 1]):
            tokens[place] = token._replace(text="de")
        if token.text in _OF_DAY and place and tokens[place - 1].text == "la":
            tokens[place] = token._replace(text=token.text.rsplit(" ", 1)[-1])  # "in the morning"
        if token.text in _DICTATED and place and tokens[place - 1].text not in _NO_MARK_AFTER:
            tokens[place] = token._replace(kind="mark", text=",")
    return Message(clean, tuple(_tagged(_without_slips(tokens))))


def _is_of(before: Token, after: Token) -> bool:
    """Whether a "d" between two words stands for "de", and is no letter."""
    return before.text not in _BEFORE_LETTER or (before.text == "la" and after.text in _AFTER_OF)


_read = kept(_in_tokens, most=2048)


@lru_cache(maxsize=64)
def words_of(names: tuple[str, ...]) -> frozenset[str]:
    """The words of the names of a clinic's doctors."""
    return frozenset(word for name in names for word in Message.of(name).words)


def _without_slips(tokens: list[Token]) -> list[Token]:
    """The tokens, with misspelt words put right; but for what may be somebody's name: written with a capital, or after a
    given name ("Carla Soto Marza")."""
    named = capital = False
    for place, token in enumerate(tokens):
        slip = _right(token.text) if token.kind == "word" else None
        small = capital and token.raw.islower()  # "Domingo Ornelas mchas gracias"
        may_be_named = (named and not small) or (place > 0 and token.raw[:1].isupper() and not token.raw.isupper())
        if slip is not None and not may_be_named:
            tokens[place] = token._replace(text=slip)
        begins = token.kind == "word" and plain(token.raw) in GIVEN
        goes_on = named and token.kind == "word" and slip is None and len(token.raw) > 3
        named, capital = begins or (goes_on and not small), token.raw[:1].isupper() if begins else capital
    return tokens


def _right(word: str) -> str | None:
    """What a misspelt word stands for; None for one that is well spelt, or that nobody knows."""
    right = spelling.meant(word)
    return right if right != word else None


def _tagged(tokens: list[Token]) -> list[Token]:
    """The tokens, with a tag at the end ("es el viernes, ¿verdad?") as the question mark that it stands for."""
    last = max((i for i, token in enumerate(tokens) if token.kind == "word"), default=0)
    if (
        last
        and tokens[last].text in _TAGS
        and tokens[last - 1].text
        not in _NO_MARK_AFTER | {"si", "es", "la", "me", "te", "se", "le", "nos", "les", "los", "las"}
    ):
        tokens[last] = tokens[last]._replace(kind="ask", text="?")
    return tokens


def _token(match: re.Match[str]) -> Token:
    raw, (start, end) = match.group(), match.span()
    match match.lastgroup:
        case "word" | "short":
            return Token("word", _said(raw.rstrip(".")), raw, start, end)
        case "number":
            return Token("number", raw.rstrip(_ORDINAL_LETTERS), raw, start, end)
        case "ask":
            return Token("ask", "?", raw, start, end)
        case "mark":
            return Token("mark", ",", raw, start, end)
    return Token(_sign(raw), raw, raw, start, end)


@lru_cache(maxsize=4096)
def _sign(char: str) -> Kind:
    if unicodedata.category(char) == "So" or 0x1F000 <= ord(char) <= 0x1FAFF:
        return "emoji"
    return "odd"
