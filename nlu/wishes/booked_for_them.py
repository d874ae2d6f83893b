"""A wish for an appointment without the word: "que me revisen", "quisiera ser atendido", "pasar a consulta", "me hacen un
campito"; and one for a relative who is named before: "mi mamá no ve de noche, denle cita", "apúntela por la tarde"."""

from __future__ import annotations

import re

from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.whom_it_is_for import A_RELATIVE
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.read_as import Rule, pattern, read_as, replaced

_SEE = r"(?:revis|atiend|atend|recib|chec|cheq|vean|vea|ver|valor)\w*"
_PLACE = r"(?:lugar|lugarcito|espacio|espacito|campo|campito|hueco|huequito|cita|citita|consulta)"
_KIN = rf"(?:mi|mis|nuestr[oa]) (?:{RELATIVES_NOUN}|senora)"
_ABOUT = rf"(?! (?:si|que|cuando|cuanto|como|sobre|mi|mis|(?:el|la|los|las)(?! (?:{DAY_NAMES}|[0-9]+|proxim[oa]|otra|semana) )|una?|precios?|costos?|algo|acerca)(?: |$))"
"""Who "consults" one of these asks a question."""

_SAYS = r"(?:(?:me|nos|les?) )?(?:ya |ahorita )?(?:pregunt(?:a|o)|dic[ei]|dij[oe]|pid(?:e|io)|encarg(?:a|o)|mand(?:a|o) (?:preguntar|decir|pedir)|quiere(?: saber)?|quisiera(?: saber)?|anda preguntando|esta preguntando)(?: por favor| de favor)?"
_ASK_FOR = r"(?:pid|sa[cq]u?|apart|agend|apunt|anot|reserv|consi[gj]u?|hag|hici|bus[cq]u?|separ)(?:a|e|as|es|iera|ara)"
_SEEN = r"(?:(?:revis|chec|cheque?|valor|atiend|recib)(?:a|e|an|en)?|v(?:e|en|ea|ean|er|ieran)|(?:atend|recib|revis|chec|valor)[aei]r(?:ian)?)(?! (?:sin|cuando|muy|bien|mal) )"
_GIVEN = rf"(?:d(?:a|e|an|en|ar|arian|ieran)|tendr(?:a|an|ian)|tienen|hac(?:en|er)|hagan|consigan?) (?:(?:una?|algun) )?{_PLACE}"
_SAID_BY = rf"(?:(?P<kin>{A_RELATIVE}) {_SAYS}|{_SAYS} (?P<kin2>{A_RELATIVE}))(?: (?:que|si|a ver))+"

_WISHES: tuple[Rule, ...] = (
    (pattern(rf"{_SAID_BY} (?:no )?(?:(?:me|nos) )?l[aeo]s? (?:(?:pued|podr|pudier)\w* |van? a )?(?:{_SEEN}|{_GIVEN})(?P<doctor> (?:el|la) (?:doctora?|dra?|medic[oa]|especialista))"), "quiero cita para {kin}{kin2} con{doctor}"),
    (pattern(rf"{_SAID_BY} (?:no )?(?:(?:me|nos) )?l[aeo]s? (?:(?:pued|podr|pudier)\w* |van? a )?(?:{_SEEN}|{_GIVEN})"), "quiero cita para {kin}{kin2}"),
    (pattern(rf"{_SAID_BY} (?:yo )?les? {_ASK_FOR}(?: (?:una? )?{_PLACE})?"), "quiero cita para {kin}{kin2}"),
    (pattern(rf"{_SAID_BY} (?:yo )?{_ASK_FOR}(?= (?:(?:una? )?{_PLACE}|(?:el|la|los|para) ))"), "quiero"),
    (pattern(rf"(?:hace falta|es (?:necesario|preciso|importante)|conviene|convendria|seria bueno|haria falta|urge|me urge)(?= que (?:(?:me|nos|le|lo|la) )*{_SEE} al? )"), "quiero"),
    (pattern(r"(?:yo )?(?:cuento con que|ojala(?: que)?|espero que|confio en que)(?= (?:me|nos|le|lo|la|puedan|pudieran|reciban|den) )"), "quiero que"),
    (pattern(r"(?<! no )(?<! tampoco )(?:voy a necesitar|vamos a necesitar|voy a ocupar)(?= (?:que|una?|citas?|consulta) )|(?:le|les|te) pido(?= que )"), "quiero"),
    (pattern(rf"(?:le|les|te) pido (?:una? )?{_PLACE}"), "quiero cita"),
    (pattern(rf"a ver si (?:me|nos) (?:hac|abr|consig|encuentr|busc|regal|d)[a-z]{{1,3}} (?:una?|algun[a]?) {_PLACE}"), "quiero cita"),
    (pattern(rf"(?:quiero que )?(?:puedan|pudieran|habria que|hay que|que|tendrian que) {_SEE} a(?= {_KIN} )"), "quiero cita para"),
    (pattern(rf"(?:me|nos) (?:dij|mand|coment|recomend|pid|indic|avis)(?:o|eron|aron|ieron)(?: (?:en|de) [^ ,?]+ [^ ,?]+)? que (?:aqui |por aqui )?(?:pid|sac|agend|hic|apart|solicit|reserv|consigu)(?:iera|ara)(?:mos)? (?:(?:una|la|mi) )?{_PLACE}(?: por (?:aqui|este medio|whats|whatsapp|mensaje|este numero))?"), "quiero cita"),
    (pattern(r"ser (?:atendid|vist|recibid|revisad|valorad|consultad)[oa]s?"), "una cita"),
    (pattern(rf"(?P<wish>(?:quier|quisier|prefier|necesit|ocup|gustaria|conven|desea?|pued)\w*(?: poder)?) consultar{_ABOUT}"), "{wish} una cita"),
    (pattern(r"(?P<wish>(?:quier|quisier|prefier|necesit|ocup|gustaria|desea?)\w*(?: poder)?) (?:pasar|entrar|ir) a consulta"), "{wish} una cita"),
    (pattern(rf"para consultar{_ABOUT}(?= (?:[,?]|por favor|porfa|gracias)| $)"), "para una cita"),
    (pattern(r"(?:trate|trata|traten|procure|intente) de (?:acomodar|agendar|apuntar|anotar)(?P<who>me|nos)"), "agéndeme"),
    (pattern(r"(?P<do>apartar|agendar|reservar|conseguir|buscar) algo"), "{do} cita"),
    (pattern(rf"se trata de(?= {_KIN} )"), "es para"),
)  # fmt: skip
_THE_ONE = re.compile(
    rf"(?<=^) la (?:cita|consulta) que sea(?= (?:(?:el|este|para|en|al?) )?(?:{DAY_NAMES}|manana|hoy|las?) )"
)
""" "La cita que sea este sábado", of who has none."""
_WORDS = frozenset(
    "pidiera pidieramos sacara agendara hiciera apartara solicitara reservara pregunta pregunto preguntando dice dijo pide pidio encarga encargo manda mando quiere quisiera falta necesario preciso importante conviene"
    " convendria bueno urge cuento ojala espero confio necesitar ocupar pido ver puedan pudieran habria hay tendrian que ser consultar consulta trate trata traten procure"
    " intente acomodarme algo sea".split()
)

_FOR_THEM = re.compile(
    rf" (?:d[ea]|den|busqu?[ea]n?|saqu[ea]n?|consig[au]n?)(?:me|se)?l[aeo]s? (?:(?:una?|algun) )?(?:{_PLACE}|algo)(?= )"
    r"| (?:(?:agend[ea]n?|apunt[ea]n?|anot[ea]n?|apart[ea]n?|reserv[ea]n?)(?:me|se)?l[aeo]s?"
    r"|(?:me|se) l[aeo]s? (?:podrian |puede |pueden )?(?:agend|apunt|anot)[a-z]{1,3})"
    rf"(?: (?:(?:una?|algun) )?(?:{_PLACE}|algo))?(?= )"
    rf"|(?:(?<= ,)|(?<= y)|(?<= pero)) (?:y |entonces |por eso )?(?:quiere|ocupa|necesita|requiere) (?:una? )?{_PLACE}(?= )"
)
""" "Denle cita", "resérvele algo", "¿me la agendan?", "…, ocupa consulta"."""
_OF_ONE_THERE_IS = re.compile(
    r" (?:(?:tiene|tenia|tenemos|tengo|tuvo|perdio) (?:una |su |la |mi )?(?:cita|consulta)|(?:su|mi|esa) (?:cita|consulta)|a la (?:cita|consulta)|la (?:cita|consulta) de"
    r"|(?:cambi|cancel|mov|muev|reagend|reprogram|posp|recorr)\w+|pas(?:en|e|ar|a)l[ao]|lista)(?= )"
)
_NAMED = re.compile(rf" (?P<kin>{_KIN})(?= )")


def as_for_them(text: str, context: UnderstandingContext) -> str:
    """A patient's text with such a wish as one for an appointment; as it is where it says none."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE:
        return text
    message = Message.of(text)
    named = _NAMED.search(message.flat)
    if (
        named
        and not context.visits
        and is_of_a_new_one(message)
        and (wish := _FOR_THEM.search(message.flat, named.end()))
    ):
        who = message.between(named.start("kin"), named.end("kin"))
        kin = message.text[message.tokens[who.start].start : message.tokens[who.stop - 1].end]
        text = replaced(message, wish, f"quiero cita para {kin}")
        message = Message.of(text)
    if not context.visits and not context.made and (which := _THE_ONE.search(message.flat)):
        text = replaced(message, which, "quiero cita")
        message = Message.of(text)
    return text if _WORDS.isdisjoint(message.words) else read_as(text, _WISHES)


def is_of_a_new_one(message: Message) -> bool:
    """Whether a message tells of no appointment that there is, and changes none."""
    return _OF_ONE_THERE_IS.search(message.flat) is None
