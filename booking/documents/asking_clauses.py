"""Which part of a message asks, and which only tells: "mi esposo trabaja, ¿puedo pasar yo por sus análisis?". Pure.

Strangers write few marks and no accents. A clause asks by its mark, or by how it begins; what others do ("tienen …")
may ask or tell, and asks where nothing else of the sentence does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from booking.models.folded_text import without_accents

_MARKED = re.compile(r"¿([^?¿]+)\??")
_SENTENCE = re.compile(r"[^.!?;\n]+\??")
_WHAT = (
    r"(?:cuant[oa]s?|cuales?|donde|adonde|quien(?:es)?(?! sabe)|cada cuan(?:to|do)|(?:a|en|de|por|con|para|hasta|"
    r"desde|cada) (?:cual(?:es)?|cuant[oa]s?|donde|quien(?:es)?|cuando|que (?:horas?|dias?|horarios?|"
    r"parte|lado|altura|edificio|piso|calle|edad|precio|tiempo|tanto)))"
)
""" "Cuánto", "a qué hora": always a question."""
_QUE = (
    r"(?:que|q) (?!la (?:doctor|medic))(?:(?:me|le|les|nos|se|lo|la) )?"
    r"(?:puedo|puede|pueden|podemos|debo|debe|tengo que|hay|"
    r"ocup\w+|necesit\w+|llev\w+|traer|traigo|trae|precio\w*|costo\w*|tan|tanto|tal|hora|horario\w*|dias?|"
    r"horas?|papel\w*|documentos?|datos|requisit\w+|camion\w*|ruta|calle|piso|vacunas?|tipo|tarjetas?|"
    r"seguros?|incluye\w*|piden|cobran|es lo que|hago|hacemos|sigue|pasa|viene|edad|doctor\w*|medic\w+|"
    r"dicen|cuesta|vale|va)\b"
)
""" "Que" without its accent, before what only a question has behind it."""
_ACCENTED = r"\b(?:qué|cuánt[oa]s?|cómo|cuándo|dónde|quién(?:es)?|cuál(?:es)?)\b"
"""As they are written by who writes accents."""
_HOW = (
    r"como (?:(?:le|me|se|les|nos|lo|la) )?(?:hago|hacemos|hace|hacen|puedo|puede|pueden|podemos|debo|"
    r"tengo|tenemos|llego|llegamos|llegar|pago|pagar|voy|va|esta|es|funciona|saco|pido|tramito|agend\w+|"
    r"llevo|recojo|consigo|recupero)\b"
)
_WHEN = (
    r"cuando (?:(?:me|le|les|nos|se|lo|la) )?(?:puedo|puede|pueden|podemos|dan|entregan|salen|sale|estan|"
    r"estaran|llega|llegan|tengo|debo|toca|hay|es|abren|tendria\w*|me dan|sabria\w*|estaria\w*)\b"
)
""" "Como" and "cuando" are mostly none."""
_MAY = (
    r"(?:(?:me|nos|le|les|se|lo|la|los|las) ){0,2}(?:puedo|puede|pueden|podemos|podra|podran|podria|"
    r"podrian|podriamos|podre|deberia|permiten|dejan|conviene)\b"
)
""" "¿Me pueden …?" """
_MUST = (
    r"(?:(?:es|seria) (?:forzoso|forzosa|necesario|necesaria|obligatorio|obligatoria|cierto|verdad|"
    r"posible|normal|el mismo|lo mismo|la misma|mejor|gratis|buen[oa]|mal[oa])|tengo q(?:ue)?|"
    r"tenemos q(?:ue)?|hay q(?:ue)?|debo|deben?|necesito ir|necesito llevar|necesito cita|ocupo cita|"
    r"ocupo (?:ir|llevar|traer)|se (?:necesita|ocupa|requiere|paga|vale|cancela))\b"
)
""" "¿Es forzoso …?", "¿hay que …?" """
_DO = (
    r"(?:(?:me|nos|le|les|se|lo|la|los|las) ){0,2}(?:tienen?|hay|habra|haran|dan|ven|van|son|estan|"
    r"cobran?|incluye|aplica|vale|sirve|sirven|traen?|maneja|ofrece|cuentan?|acepta|atiende|trabajan|"
    r"cuesta|tarda|existe|[a-z]{2,}(?<!bu)(?:an|"
    r"en)(?<!bien)(?<!tambien)(?<!alguien)(?<!quien)(?<!tan)(?<!recien))\b"
)
"""What others do: "¿tienen …?", but "me duelen …" too."""
_KNOW = (
    r"(?:\w+ ){0,4}(?:saber|pregunta\w*|duda|informes|informacion|decirme|digame|digan|dime|dirian|"
    r"explicarme)\b(?: (?:si|que|de|sobre|es))*"
)
""" "Quería saber si …" """
_GIVE_ME = r"(?:me|nos) (?:pas(?:a|an|as)|comparten?|compartes|regala[ns]?) (?:el|la|los|las|su|sus|un|una)\b"
""" "Me pasan la cuenta", which is wanted."""
_BEFORE = (
    r"(?:(?:hola|buen[oa]s?|dias?|tardes?|noches?|oigan?|oye|disculpen?|perdon|senorita|doctora?|doc|y|e|"
    r"o|ni|pues|entonces|pero|ademas|tambien|ahi|aqui|alli|ustedes|uds|alguien|hoy|manana|ahorita|todavia|"
    r"aun|ya|no|si|solo|nomas|porfa|gracias|una|pregunta|el doctor|la doctora|con eso|asi|de casualidad|"
    r"a poco|al final) )*"
)
"""What may stand before all that."""
_UNSURE = (
    r"no (?:se|sabia|sabemos|estoy segur[oa]) (?:de )?(?:si|que|cuant[oa]s?|como|cuando|donde|a que|con que)"
    r" (?!es|sea|fue|pase|paso)\w+"
)
""" "No sé si desayunar"."""
_SURE = re.compile(rf"{_BEFORE}(?:{_WHAT}\b|{_QUE}|{_HOW}|{_WHEN}|{_MAY}|{_MUST}|{_KNOW}|{_UNSURE}|{_GIVE_ME})")
_CANNOT = re.compile(rf"{_BEFORE}no (?:lo |la |me )?(?:puedo|podemos|podre|podria)\b")
""" "Mañana no puedo": mostly told."""
_MAYBE = re.compile(rf"{_BEFORE}{_DO}")
_INSIDE = re.compile(
    r"(?<!no )(?<!me )\b(?:(?:y )?(?:quer|quis|necesit|ocup|me gust|me urg)\w* (?:que me dig\w+|saber|preguntar\w*)|"
    rf"{_WHAT}\b|{_QUE}|{_HOW}|{_WHEN}|"
    r"(?:me|nos|le|lo|la|se) (?:pueden?|podrian?)|puedo|se puede|hay que|es cierto)\b"
)
"""What asks behind something that was told: "me sacaron sangre cuánto me espero"."""
_OF_ONESELF = re.compile(
    rf"{_BEFORE}(?:soy|somos|trabajo|estudio|vivo|vengo de|tengo (?!que|q )|estoy|mi \w+ (?:es|trabaja|tiene|vive)) "
)
_AND_ASKS = re.compile(
    r"(?<!que )(?<!si )(?<!no )(?<!donde )\b(?:hay|tienen|hacen|aceptan|manejan|dan|aplica"
    r"|(?:me|le|nos|les) (?:hacen|dan|aplican?|cobran|descuentan))\b"
)
""" "Soy estudiante de la UABC hay descuento": told, and then asked."""
_TURN = re.compile(r",|\b(?:pero|es que|esque|porque|ya que|nomas que|nada mas que|y es que|pues es)\b")
"""Where something else begins."""
_OF_A_TOPIC = re.compile(
    r"(?!(?:y |hola )*a mis? )(?:(?:y|hola|oigan?|buenas?|disculpe) )*(?:para|en|con|sin|por|de|del|a|al|"
    r"el|la|los|las|un|una|lo|sobre|antes|despues|cuando)\b"
)
"""What is asked of something begins with that: "para el ultrasonido cuánto ayuno"."""
_REASON = re.compile(r"(?:es que|esque|porque|ya que|nomas que|y es que|pues es)\b")
_ENDS_A_QUESTION = re.compile(r"(?:y )?(?:se |lo |la |me )?(?:va|vas|es|cubre|entra|alcanza|basta|dura|trae) \w+")
""" "¿Qué lleva la carta poder, va notariada?": the mark is of its last clause too."""
_MAY_ASK, _ASKS = 1, 2


class Clause(NamedTuple):
    """A part of a message, whether it asks, and whether that is sure: by a mark, or by how it begins."""

    text: str
    asks: bool
    sure: bool = False


def clauses(message: str) -> list[Clause]:
    """In their order; where none asks more than the others, the whole is one that does."""
    if _MARKED.search(message):
        parts = re.split(r"¿([^?¿]+)\??", message)
        found = [(part, _ASKS if place % 2 else 0) for place, part in enumerate(parts)]
    else:
        found = [one for sentence in _SENTENCE.findall(message) for one in _of_sentence(sentence)]
    found = [(text, force) for text, force in found if re.search(r"\w", text)]
    most = max((force for _, force in found), default=0)
    return [Clause(text, force == most, force == _ASKS) for text, force in found]


def _of_sentence(sentence: str) -> Iterator[tuple[str, int]]:
    """Its clauses, and how surely each asks. A verb of what others do asks where nothing else of the sentence does."""
    marked = sentence.endswith("?")
    pieces = list(_pieces(sentence.rstrip("?")))
    force = [_force(one) for one in pieces]
    if marked and pieces and (not any(force) or _ENDS_A_QUESTION.match(_plain(pieces[-1]))):
        force[-1] = _ASKS
    for place, text in enumerate(pieces):
        sure = force[place]
        if sure == _MAY_ASK and marked and not any(force[place + 1 :]):
            sure = _ASKS
        elif marked and text.startswith("donde ") and any(force[place + 1 :]):
            sure = 0  # "el estudio ese donde …"
        elif sure == _MAY_ASK and marked:
            sure = 0
        yield text, sure


def _pieces(sentence: str) -> Iterator[str]:
    """Cut at what turns to something else, and before what asks where something was told before it."""
    folded = without_accents(sentence)
    same = len(folded) == len(sentence)
    begins = 0
    for turn in [*_TURN.finditer(folded), None] if same else [None]:
        ends = turn.start() if turn else len(sentence)
        piece = sentence[begins:ends]
        if piece.strip():
            yield from _before_what_asks(piece)
        begins = turn.start() + (1 if turn[0] == "," else 0) if turn else ends


def _before_what_asks(piece: str) -> Iterator[str]:
    folded = without_accents(piece)
    if _OF_A_TOPIC.match(folded.strip()) or _SURE.match(_plain(piece)) or _REASON.match(folded.strip()):
        yield piece
        return
    inside = _INSIDE.search(folded)
    accented = re.search(_ACCENTED, piece.lower())
    of_oneself = _OF_ONESELF.match(_plain(piece)) is not None and len(_plain(piece)) == len(folded.strip())
    after = _AND_ASKS.search(
        folded, folded.index(" ", len(folded) - len(folded.lstrip())) if of_oneself else len(folded)
    )
    starts = min((one.start() for one in (inside, accented, after) if one), default=0)
    told = folded[:starts].rstrip()
    if starts and len(folded) == len(piece) and not re.search(r"\b(?:o|lo|la|los|las)$", told):
        yield piece[:starts]
        yield piece[starts:]
    else:
        yield piece


def _plain(piece: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", without_accents(piece)))


def _force(piece: str) -> int:
    """How surely a clause asks, by itself: not, it may, or it does."""
    plain = _plain(piece)
    if _REASON.match(plain):
        return 0
    if _CANNOT.match(plain):
        return _MAY_ASK
    if re.match(rf"\W*(?:y |oiga |oye )?(?:\w+ )?{_ACCENTED}", piece.lower()):
        return _ASKS
    if _SURE.match(plain) or (_OF_A_TOPIC.match(plain) and _INSIDE.search(plain)):
        return _ASKS
    return _MAY_ASK if _MAYBE.match(plain) else 0
