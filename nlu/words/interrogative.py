"""Whether a message asks something of the clinic: by its mark, its question words, or what it says of a doctor."""

from __future__ import annotations

import re

from booking.intents import AnyIntent, AskQuestion, CheckAvailability, Greet
from booking.models import Role, State
from nlu.parts import Parts
from nlu.words import spelling
from nlu.words.filler import INTERROGATIVES
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.word_sets import word_set

WHO_IS = re.compile(r"^(?: ,| y| oiga| oye| disculpe| perdon| pero)* quien(?:es)? (?:es|son|era|seria) ")
""" "¿Quién es la doctora Ríos?" asks who she is, and for no time with her."""
_PAPERS = r"(?:factura|recibo|constancia|receta|justificante|comprobante|cotizacion|presupuesto|inform\w+|copias?|resultados?|descuento|estudios?|orden)"
_OF_ONES_OWN = re.compile(
    rf" (?:(?:me|nos) (?:lo |la )?(?:(?:puede[ns]?|podria[ns]?) (?:dar(?!(?:me|nos)? (?:una? |el |la |mi |mis |los )?{_PAPERS})|cambi|mov|pas|recorr|apart|agend|conseg|busc)\w*|da[ns]?(?! (?:una? )?{_PAPERS})|dieron|dio|toca|falta)|otr[ao]s?|mi cita|la cita|ya (?:me|nos)|es[ao]s?"
    r"|(?:hay|habra|habria)(?= (?:,|\?|algun\w*|mas|menos|en|por|para|a|al|con|el|la|los|las|es[aeo]s?|est[aeo]s?|antes|despues|ahi|cuando|otro|de|chance|chanza|tiempo|modo|manera|forma|posibilidad|problema) )|cuales (?:eran|son|tenia))(?= )"
)
""" "¿Me pueden dar otra?", "¿hay en la otra?": about an appointment, and not about the clinic. What exactly is asked
for? ("¿Hay cafetería?" names what there is.)"""
WOULD_KNOW = re.compile(
    r" (?:pregunt\w+|saber|sabe(?! que (?:siempre|no|ya|mejor|mi|me|nos|se|tengo|ando|voy) )|sabes(?! que (?:siempre|no|ya|mejor) )|saben|duda|decirme|dime|digame|informarme)(?: de| es)?(?: ,)? (?:si|que|cual\w*|como|cuando|cuant\w+|donde)(?= )"
)
""" "Quería preguntarle si hacen análisis": a question without its mark."""


_WONDERS = re.compile(
    r"ver|se|sabe\w*|decir\w*|pregunt\w+|chec\w+|revis\w+|fij\w+|confirm\w+|averigu\w+|recuerd\w+|acuerd\w+"
)
_BEFORE_WONDERING = word_set("no me nos ya te le se y pero que es")


def whether(message: Message) -> set[int]:
    """The tokens that only lead to what is wondered, and set no condition: "confírmeme *si* sigo apuntada", "pero *no me
    acuerdo si* es el jueves"."""
    tokens, found = message.tokens, set[int]()
    for index, token in enumerate(tokens):
        if index and token.text == "si" and _WONDERS.fullmatch(tokens[index - 1].text):
            first = index - 1
            while first and tokens[first - 1].text in _BEFORE_WONDERING:
                first -= 1
            found |= {*range(first, index + 1)}
    return found


_NO_QUESTION = re.compile(
    r"^(?: ,| (?:ja|je|ji)[aejis]*| ay| uy)* (?:quien sabe|porque|como (?:siempre|quiera|sea|usted|gust\w+|a|al|para|el|la|las|los|que|unas?|en|por|entre)"
    r"|cuando (?:pueda\w*|guste\w*|quiera\w*|haya|tengan?|usted|ustedes|sea|salga|llegue)|donde siempre"
    r"|que (?:(?:me|nos|le|les|lo|la|se) )*(?:toque|revise|atienda|vea|cheque|quede|diga|pase|espere|avise|llame|mande|de|den|hable|haya|venga|pueda)n?"
    r"|que (?:bueno|bien|mal|risa|miedo|susto|padre|amable|pena|lastima|flojera|gusto|raro|feo|caro|lata|coraje|triste|barbaro|horror|onda))(?= )"
)
"""A question word that opens no question where there is no mark: a wish, a reason, an exclamation, "quién sabe"."""


_LED = re.compile(
    r"^(?: ,| y| oiga| oye| disculpe)* (?:en|de|a|por|con|hasta|desde) (?:que(?! (?:me|nos|le|no|se|sea) )|cual|donde|quien) \w"
)
""" "Y en qué piso es": a question word after what governs it."""
_OF_A_VISIT = re.compile(
    r" (?:(?:mas )?(?:tarde|temprano|antes|despues|pronto)|ahorita|ahora|hoy|manana|horas?|horarios?|min|mins|minutos|dias?"
    r"|(?:ir|voy|pasar|llegar|llego|adelant\w+|atras\w+|mov\w+|recorr\w+)(?= (?:[^ ?]+ ){0,3}\?)"
    r"|(?:me|nos|lo|la) (?:puede[ns]?|podria[ns]?|pueden?) (?:ver|atender|recibir|revisar|checar)|\d+)(?= )"
)
""" "¿Puedo ir más tarde?", "¿qué tan pronto me pueden ver?": of coming, and when."""


_HOW_IT_IS_DONE = re.compile(
    r" cuant[oa]s (?:horas?|dias?|minutos|semanas)(?: antes| despues)?(?= )"
    r"| a que horas? (?!(?:pueden|podrian|tienen|tendrian|quedan?|dan|estan|van|seran?|serian?) )\w{2,}[ae]n(?= \w)"
    r"|(?: (?:horas?|dias?|minutos|semanas))? (?:antes|despues) del?(?= )"
    r"| (?:como )?(?:debo|deberia|tengo que|hay que|necesito|ocupo|puedo|podria|se puede|tiene que|debe) (?:de )?(?:ir|llegar|venir|pasar)"
    r" (?:en ayun\w+|sin|con (?:un|una|alguien|algo|mi|mis|ropa)|(?!(?:re|a)trasad)\w{3,}(?:ad|id|st)[oa]s?)(?= )"
)
""" "¿Cuántas horas de ayuno?", "¿a qué hora toman muestras?", "antes del análisis", "¿cómo debo ir vestido?": how things
are done, and not when somebody comes."""


_PAYS = re.compile(r" (?:pag|cobr|anticip|deposit|abon|liquid)\w*(?= )")
_COMES_WHEN = re.compile(r" (?:cita|citas|lugar|espacio|horario|hora|horas)(?= )")
""" "¿Hay que pagar por adelantado?": of money, and not of when somebody comes."""


def _is_of_a_visit(message: Message) -> bool:
    """Whether a question that no rule knows speaks of when somebody comes: no question about the
    clinic. What would be if, "si llego tarde me atienden?", is one."""
    when_to_come = _HOW_IT_IS_DONE.sub(" ", message.flat)
    if _PAYS.search(message.flat) and not _COMES_WHEN.search(message.flat):
        return False
    return _OF_A_VISIT.search(when_to_come) is not None and not {"si", "llegar"} & {*message.words}


_WISHED = re.compile(
    rf"(?<! que)(?<! como)(?<! cuanto) (?:(?:{WANTS}|queria|requiero|(?:me|nos|le) urge)"
    r" (?!(?:saber|preguntar\w*|pedir\w*|inform\w+|que me (?:dig|inform|expli)\w*|una? (?:duda|pregunta|informacion|informe)|ver si|hacer una|mas|llevar|traer) )"
    r"|(?:necesita|necesitan|quiere|quieren|ocupa) que (?:me|lo|la|le|los|las|nos) |(?:ya )?no (?:voy|vamos|va) a (?:poder|ir|alcanzar)"
    r"|(?:la|mi) cita que (?:tengo|tenia|tenemos) |(?:me|nos|lo|la) pued\w+ (?:atender|ver|revisar|checar) )"
)


def wishes(message: Message) -> bool:
    """Whether something is wanted in a clause that is no question: what is asked beside it is about that."""
    tokens = message.tokens
    for clause in message.clauses():
        after = tokens[clause.stop].kind if clause.stop < len(tokens) else ""
        said = " " + "".join(f"{tokens[i].text} " for i in clause)
        if _WISHED.search(said) and (after != "ask" or " cita que t" in said):
            return True
    return False


_NO_HEAD = word_set("que no sea siempre si ya mejor")
""" "Que siempre sí voy": "que" that only leads on."""


def interrogates(message: Message) -> bool:
    """Whether it is a question in Spanish: a question mark, or a question word in front that opens one."""
    words = message.words
    if WOULD_KNOW.search(message.flat):
        return True
    if not message.asks and _NO_QUESTION.match(message.flat):
        return False
    leads = len(words) > 1 and words[0] in INTERROGATIVES and words[1] not in _NO_HEAD
    return len(words) > 1 and (message.asks or leads or bool(_LED.match(message.flat)))


_OF_AN_APPOINTMENT = re.compile(
    r" (?:(?:que(?: otro)? dia|cual dia)(?: (?:se|me|nos|l[aeo]s?))* (?:pued\w+|pod\w+|tien\w+|tend\w+)|cuando(?: se)? (?:me|nos|l[aeo]s?)(?: l[aeo]s?)? (?:chec|revis|atiend|v[ea]|recib|llev)\w*"
    r"|cual es la cita mas \w+|que(?: [^ ,?]+){0,2} (?:me|l[aeo]) (?:valore|revise|vea|cheque|atienda)n?"
    r"|(?:me|nos) l[ao]s? (?:(?:pued|podr)\w+ )?(?:acomod|repon|avient|mov|muev|cambi|recorr)\w*|(?:avient|rol|acomod|repon)\w*(?:me|nos)l[ao]|la mia (?:de|del)|(?:teniamos|tenia|tenemos) (?:hoy|manana)"
    r"|(?:me|nos) (?:pued|podr)\w+ pasar a (?:esa|las?)|quedamos que iba|no creo (?:salir|ir|poder)|(?:la|mi) cita de (?:al rato|hoy|manana|ayer)|ya ni para que ir)(?= )"
)
""" "¿Qué día podemos caer?", "¿me la acomodan después?", "que lo valore algún médico": a time is asked for, or a change."""
_FETCHED = re.compile(r" (?:por (?:mis?|los?|las?|unos|el)|recoger|resultados|factura|vacun\w+)(?= )")


def is_of_an_appointment(message: Message) -> bool:
    """Whether a question that no rule knows is of an appointment, to be made or to be changed."""
    return _OF_AN_APPOINTMENT.search(message.flat) is not None and not _FETCHED.search(message.flat)


def asks_of_the_clinic(message: Message) -> bool:
    """Whether it asks something, and neither of one's own appointment nor of when to come."""
    of_one = _OF_ONES_OWN.search(message.flat) or is_of_an_appointment(message)
    return interrogates(message) and not of_one and not _is_of_a_visit(message)


_WORKS = word_set("tiene puede atiende trabaja consulta esta viene da queda llega abre")


def is_of_a_doctor(parts: Parts) -> bool:
    """ "El doctor Salas también ve niños", "¿la doctora es pediatra?": what a doctor is or does, and no time with them."""
    if not parts.doctor or parts.doctor.refused or parts.wish or parts.unread or parts.found or parts.in_flow:
        return False
    tokens = parts.message.tokens
    follows = max(parts.doctor.tokens) + 1
    while follows < len(tokens) and tokens[follows].text in ("tambien", "si", "solo", "ya"):
        follows += 1
    verb = tokens[follows].text if follows < len(tokens) else ""
    first = parts.message.words[:3]
    led = any(word in ("doctor", "doctora") for word in first) and min(parts.doctor.tokens) <= 3
    return (
        led
        and verb not in _WORKS
        and (verb in ("es", "ve", "hace") or (parts.message.asks and spelling.in_the_present(verb)))
    )


def is_barely_said(parts: Parts, intents: list[AnyIntent], left: tuple[str, ...]) -> bool:
    """Whether a wish for times beside a proposal says nothing of them, and words are left: "porque a esa hora"."""
    if parts.context.state is not State.CONFIRM or not left or len(intents) != 1:
        return False
    wish = intents[0]
    return isinstance(wish, CheckAvailability) and not wish.model_dump(exclude={"kind", "visit"}, exclude_defaults=True)


def is_of_work(parts: Parts, intents: list[AnyIntent], left: tuple[str, ...]) -> bool:
    """Whether somebody who works here says more of a matter of the clinic than a question does: "sube el precio de la
    consulta a 900" orders something."""
    asked = bool(intents) and all(isinstance(intent, AskQuestion | Greet) for intent in intents)
    if parts.context.role is Role.PATIENT or not asked or interrogates(parts.message):
        return False
    return any(word.isdigit() for word in left) or (left[:1] == parts.message.words[:1])
