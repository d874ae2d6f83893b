"""What opens and closes a message and says nothing of its own: a greeting, a call for attention, thanks and wishes."""

from __future__ import annotations

import re

from nlu.words.chat_phrases import HOW_ARE_YOU
from nlu.words.closed_phrases import ATTENTION, GREETINGS, LEADS
from nlu.words.message import Message, found_once
from nlu.words.word_sets import word_set


@found_once
def without_greeting(message: Message) -> tuple[Message, bool]:
    """The message without its opening, and whether that opening said hello."""
    end = _greeting(message)
    if not end:
        return message, False
    return Message.of(message.text[message.tokens[end - 1].end :].lstrip(" ,.;:!¡\n")), _says_hello(message, end)


_POLITE_NO = re.compile(
    r"(?<![^\W\d_])no(?= (?:me|nos) (?:l[aoe]s? )?(?:d(?:a|as|an|ar[ií]an?|ar[aá]n?)|(?:cambi|muev|mover|mov|pas|recorr|adelant|atras|reagend|agend|apart|anot|apunt|reserv)\w+"
    r"|consig\w+|har[ií]an?(?: el favor| favor)?|hacen?s? (?:el )?favor|podr[ií]?[aá]?[ns]?|puede[ns]?|pudieran?|ayudan?|regalan?)\b(?! tiempo| miedo| pena))",
    re.IGNORECASE,
)

_ASKS_ANYWAY = re.compile(r" no (?:me|nos) (?:l[aoe]s? )?(?:podr|hab?rian? |pudier|hace el favor|hacen el favor)")


_AND_THEN_NO = re.compile(
    r"^(?P<asked>\W*y\s+(?:para\s+)?(?:el|la|los|las|en|por|hoy|mañana|pasado)\b[^,?;]{0,30}?)\s+no\s*(?=\?+\W*$)",
    re.IGNORECASE,
)


def without_polite_no(message: Message) -> Message:
    """The message without the "no" of who asks a favour: "¿no me la cambia para las 5?" asks for it, and so does
    "¿y el viernes no?"."""
    if then := _AND_THEN_NO.search(message.text):
        return Message.of(then["asked"] + message.text[then.end() :])
    said = _POLITE_NO.search(message.text)
    if not said or not (message.asks or _ASKS_ANYWAY.search(message.flat)):
        return message
    return Message.of(_POLITE_NO.sub("", message.text))


_CLOSING = re.compile(
    r"(?: ,)*(?: y)?(?: que)? (?:(?:tenga|tengan|tengas|pase|pasen|pases)(?: (?:una?|muy|usted|ustedes))* (?:buen|buena|bonit[oa]|excelente|lind[oa]|feliz)"
    r" (?:dia|tarde|noche|semana|fin de semana)|(?:muchos |le mando |les mando )?saludos(?: cordiales)?"
    r"|dios (?:l[aoe]s? |te )?(?:bendiga|cuide|pague)|(?:de antemano )?(?:muchas |mil )?gracias(?: de antemano)?|de antemano (?:muchas |mil )?gracias"
    r"|(?:quedo|estoy|estare|quedamos) (?:muy )?(?:al pendiente|pendiente|atent[oa]|a la espera|en espera)(?: de su respuesta)?"
    r"|(?:espero|esperamos|aguardo) (?:(?:su|tu|la|una|pronta) )*(?:respuesta|confirmacion)|(?:se )?(?:le|les|te|se lo|se los) agrade(?:zco|ceria|ceriamos|cemos)(?: mucho| bastante| muchisimo)?|si es usted tan amable|si (?:es|fuera|son|eres) tan amables?|bye"
    r"|(?:perdon|perdone|perdonen|disculpe|disculpa|disculpen|una disculpa)(?: por)?(?: (?:la|las|los|el|tant[ao]s?|mis))+ (?:preguntas?|latas?|molestias?|vueltas?|mensajes?)"
    r"|(?:perdon|perdone|perdonen|disculpe|disculpa|disculpen|una disculpa) por (?:dar(?:te|les?)? (?:tanta )?lata|preguntar(?:te|les?)? tanto|molestar(?:te|l[aeo]s?)?(?: tanto)?))"
    r"(?: ,)* $"
)
"""A courtesy that ends a message and says nothing of its own."""
_CLOSES = word_set("""dia tarde noche semana saludos cordiales bendiga cuide pague gracias antemano pendiente atento
    atenta espera respuesta confirmacion agradezco agradeceria agradeceriamos agradecemos mucho bastante muchisimo amable amables bye pregunta preguntas lata latas molestia molestias
    vueltas mensaje mensajes tanto molestar molestarte molestarle molestarlos molestarla molestarlo molestarles""")
"""Its last words."""


def without_closing(message: Message) -> Message:
    """The message without the courtesies at its end; as it is where it is nothing else, or asks by its last mark."""
    while message.words and message.words[-1] in _CLOSES and (found := _CLOSING.search(message.flat)):
        end = message.between(found.start() + 1, found.end()).start
        kept = [i for i in range(end) if message.tokens[i].kind in ("word", "number")]
        if not kept:
            emoji = [token.raw for token in message.tokens[:end] if token.kind == "emoji"]
            return Message.of(" ".join(emoji)) if emoji else message
        stop = kept[-1] + 1
        asks = any(token.kind == "ask" for token in message.tokens[stop:end])
        message = Message.of(message.text[: message.tokens[stop - 1].end] + ("?" if asks else ""))
    return message


def is_called_for(message: Message) -> bool:
    """Whether it opens by asking for attention: "disculpe", "oiga"."""
    end = _greeting(message)
    words = tuple(token.text for token in message.tokens[:end] if token.kind == "word")
    return words in ATTENTION


def _greeting(message: Message) -> int:
    """How many tokens at the beginning greet or call for attention."""
    end, index = 0, 0
    while index < len(message.tokens):
        step = _phrase(message, index)
        if step == 0:
            if message.tokens[index].kind in ("mark", "emoji", "ask") and end:
                index += 1
                continue
            break
        index += step
        end = index
    return end


def _phrase(message: Message, index: int) -> int:
    """How many tokens from a place are one opening phrase: the longest that fits."""
    if message.tokens[index].text not in _OPENS:
        return 0
    for length in (6, 5, 4, 3, 2, 1):
        words = tuple(t.text for t in message.tokens[index : index + length])
        if len(words) == length and (words in GREETINGS or words in HOW_ARE_YOU or words in LEADS):
            after = message.tokens[index + length : index + length + 1]
            asks_for_one = words[-1] == "alguien" and after and after[0].text == "que"  # "hay alguien que me conteste"
            return 0 if asks_for_one else length
    return 0


_OPENS = frozenset(phrase[0] for phrase in GREETINGS | HOW_ARE_YOU | LEADS)
"""Their first words."""


def _says_hello(message: Message, greeting: int) -> bool:
    """Whether an opening greets, and does not merely call for attention ("disculpe")."""
    index = 0
    while index < greeting:
        step = _phrase(message, index)
        words = tuple(t.text for t in message.tokens[index : index + step])
        if step and words in GREETINGS and words not in ATTENTION:
            return True
        index += step or 1
    return False
