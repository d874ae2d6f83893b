"""Hours told by the one that is spoken of, put in plain words: "mismo día y hora", "otro día después de esa hora"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import AnyIntent, ProvideCustomerData, Unknown
from booking.models import State, UnderstandingContext
from nlu.parsed import Parse

_DAY_AND_HOUR = re.compile(
    r"\b(mism[oa] (?:d[ií]a|fecha)) (?:y (?:a )?(?:la )?(?:misma )?|a la )(?:hora|horario)\b(?! que)", re.IGNORECASE
)
_BEYOND_IT = re.compile(r"\b(despu[eé]s|antes) de es[ae] (?:hora|horario)\b", re.IGNORECASE)
_OTHER_DAY = re.compile(r"(?<!el )\botr[oa] (?:d[ií]a|fecha)\b", re.IGNORECASE)
""" "El otro día" is one that is over."""
_DAY_THEN = re.compile(
    rf"{_OTHER_DAY.pattern}[,;] ?(?:(?:y|pero|que sea|de preferencia|nom[aá]s que) ){{0,2}}$", re.IGNORECASE
)
_MARK = re.compile(r"[,.;:!?¡¿\n]|\b(?:porque|ya que|es que|pues)\b", re.IGNORECASE)
_TELLS = re.compile(
    r"\b(?:salgo|salimos|sal[ií]|entro|entramos|entr[eé]|trabajo|trabajamos|estoy|estamos|ando|andamos|voy|vamos|llego|llegamos|llegu[eé]"
    r"|regreso|regres[eé]|vuelvo|volv[ií]|vengo|venimos|vine|vinimos|termino|tengo|tenemos|llevo|recojo|fui|fue|fuimos|fueron|tuve|tuvimos"
    r"|estuve|estuvimos|era|hab[ií]a|ten[ií]a|pas[oó]|qued[eé]|esper[eé]|habl[eé]|marqu[eé]|\w{2,}(?:ó|aron|ieron|aba|aban|[áa]bamos)"
    r"|(?:mi|el|la) \w+ (?:sale|entra|trabaja|estudia|tiene|va|llega|est[aá]|anda|come|duerme))\b",
    re.IGNORECASE,
)
"""What somebody does then, or did."""


def in_plain_words(text: str, context: UnderstandingContext) -> str:
    """The text with both said of the same day and hour, and with the hour that bounds another day that is wished for."""
    for said, plain in reversed(_in_other_words(text, context)):
        text = f"{text[: said.start()]}{plain}{text[said.end() :]}"
    return text


def as_written(read: Parse, text: str, context: UnderstandingContext) -> Parse:
    """What was read of a text in plain words: what of it is quoted, or kept as the reason, in the words that were written."""
    changed = _in_other_words(text, context)
    if not changed:
        return read

    def written(quote: str) -> str:
        for said, plain in changed:
            quote = quote.replace(plain, said[0])
        return quote

    def quoted(one: AnyIntent) -> AnyIntent:
        if isinstance(one, Unknown):
            return one.model_copy(update={"left": tuple(map(written, one.left))})
        if isinstance(one, ProvideCustomerData) and one.reason:
            return one.model_copy(update={"reason": written(one.reason)})
        return one

    return read._replace(intents=tuple(map(quoted, read.intents)), unread=tuple(map(written, read.unread)))


def _in_other_words(text: str, context: UnderstandingContext) -> list[tuple[re.Match[str], str]]:
    """What stands for other words in a text, in their order, and those."""
    found = [(said, f"{said[1]} a la misma hora") for said in _DAY_AND_HOUR.finditer(text)]
    if spoken_of := _spoken_of(context):
        hour = f"{spoken_of.astimezone(context.now.tzinfo):%H:%M}"
        bounds = filter(_bounds_another_day, _BEYOND_IT.finditer(text))
        found += [(said, f"{said[1]} de las {hour}") for said in bounds]
    return sorted(found, key=lambda one: one[0].start())


def _bounds_another_day(said: re.Match[str]) -> bool:
    """Whether the same clause wishes for another day, and tells nothing that happens, or happened, then."""
    before, behind = _MARK.split(said.string[: said.start()])[-1], _MARK.split(said.string[said.end() :])[0]
    day = _OTHER_DAY.search(before)
    if not day and not _OTHER_DAY.search(behind) and not _DAY_THEN.search(said.string[: said.start()]):
        return False
    return not _TELLS.search(behind) and not (day and _TELLS.search(before, day.end()))


def _spoken_of(context: UnderstandingContext) -> dt.datetime | None:
    """When what is proposed would be, or the only appointment that they have is."""
    if context.state is State.IDLE:
        return context.visits[0] if len(context.visits) == 1 else None
    return context.proposed or context.standing
