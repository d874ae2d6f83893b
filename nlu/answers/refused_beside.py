"""A no to the time that is proposed, said in a clause of its own beside another wish: "negativo, el miércoles 16", "así no la
quiero, cámbiela", "no la armo a las 5, dame a las 6". What such a clause says, the wish says already; what it says of
another time than the proposal's is left to other rules.
"""

from __future__ import annotations

import re

from booking.intents import AnyIntent, CheckAvailability, Deny
from booking.models import Purpose, State, UnderstandingContext
from nlu.answers.yes_to_that_time import hours_of, is_that_time
from nlu.parsed import Parse, Reader
from nlu.when import read_spans
from nlu.words.message import Message

_LEADS = r"(?:(?:no|nop|nel|ay|uy|pues|fijese que|la verdad|es que|disculpe|perdon|siempre|ya|entonces) )*"
_BOOKED = r"(?:confirm|agend|apart|reserv|anot|registr|cierr)(?:o|e|es|en)"
_SUITS = r"(?:sirve|queda|conviene|acomoda|funciona|late|convence|cuadra|va)"
_CAN = r"(?:la armo|puedo|podemos|podre|voy a poder|vamos a poder|alcanzo|alcanzamos|llego|llegamos)(?: (?:ir|llegar|asistir|estar))?"
_KEEP_IT_OPEN = rf"(?:todavia |aun |mejor )?(?:no|ni) (?:(?:me|nos|se) )?(?:l[ao] )?{_BOOKED}(?: (?:todavia|aun|nada))?"
_NOT_YET = re.compile(_KEEP_IT_OPEN)
""" "Todavía no la confirme"."""
_DEPENDS = re.compile(r" (?:sigue|siguiente|otr[oa]s?|mism[oa]|es[ae]|despues|antes)(?= )")
"""Of a wish: what it means is told by what is refused before it, "ese jueves no, el que sigue"."""
_REFUSES = re.compile(
    rf"{_LEADS}(?:negativo|(?:asi|esa|ese|a esa hora|esa hora|ese dia) no(?: (?:la|lo|me|nos) (?:quiero|queremos|queria|{_SUITS}))?|no (?:la |lo )?(?:quiero|queria) asi"
    rf"|{_KEEP_IT_OPEN}|no (?:me|nos) {_SUITS}(?: (?:bien|asi))?|no {_CAN}(?: (?:ese dia|a esa hora))?"
    r"|(?:me|nos) equivo(?:que|camos)(?: de (?:dia|hora|fecha|horario))?|no (?:quedo|es|esta) (?:como (?:yo )?(?:la|lo) (?:queria|quiero|pedi)|correct[oa])"
    r"|(?:hay|habra) que (?:cambiar|mover|recorrer)la|(?:la|el) (?:hora|dia|fecha|horario) (?:esta mal|no es|no era|no me queda)|que no sea con tanta prisa)"
)

_NO = re.compile(r"\bno\b", re.IGNORECASE)
_BARE = frozenset({("no",), ("nop",), ("nel",), ("ay", "no")})


def wished(message: Message, context: UnderstandingContext, reader: Reader) -> Parse | None:
    """What is wished for beside it; None where nothing is, or where anything else is said."""
    if context.state is not State.CONFIRM or context.purpose in (Purpose.MOVE, Purpose.CANCEL) or message.odd:
        return None
    clauses = message.clauses()
    bare = [clause for clause in clauses if _words(message, clause) in _BARE]
    refused = [clause for clause in clauses if clause not in bare and _refuses(message, clause, context)]
    kept = [clause for clause in clauses if clause not in refused and clause not in bare]
    if not refused or message.emoji or any(b.start < a.start for a in (*refused, *bare) for b in kept):
        return None
    if not kept:
        return Parse((Deny(),)) if any(_NOT_YET.fullmatch(" ".join(_words(message, one))) for one in refused) else None
    rest = message.text[message.tokens[kept[0].start].start :]
    if _DEPENDS.search(Message.of(rest).flat):
        return None
    said = reader(rest, context)
    clear = said.sure and not said.unread and not said.leftovers and said.intents
    return said if clear and all(map(_is_wish, said.intents)) else None


def _words(message: Message, clause: range) -> tuple[str, ...]:
    return tuple(word for i in clause for word in message.tokens[i].text.split())


def _refuses(message: Message, clause: range, context: UnderstandingContext) -> bool:
    """Whether a clause says no to what is proposed, perhaps by its day or hour, and nothing else."""
    tokens = message.tokens
    text = message.text[tokens[clause.start].start : tokens[clause.stop - 1].end]
    following = tokens[clause.stop : clause.stop + 1]
    if following and following[0].kind == "ask":
        return False
    if _REFUSES.fullmatch(" ".join(_words(message, clause))):
        return True
    shown = _NO.sub("  ", text)  # a time is read where none is denied
    said = read_spans(shown, context.now, hours=hours_of(context)) if context.proposed and shown != text else None
    if said is None or not said.spans or context.proposed is None:
        return False
    bare = list(text)
    for start, end in said.spans:
        bare[start:end] = " " * (end - start)
    own = is_that_time(said, context.proposed.astimezone(context.now.tzinfo))
    return own and bool(_REFUSES.fullmatch(" ".join(Message.of("".join(bare)).words)))


def _is_wish(intent: AnyIntent) -> bool:
    return isinstance(intent, CheckAvailability) and (intent.when is not None or intent.shift is not None)
