"""Who asks what they were told, given or found in a visit before: "¿qué me recetó la doctora?", "me explicó unos ejercicios, no
me acuerdo cómo eran", "¿me dijo una o dos?". Made of a verb by which the clinic told or gave somebody something, in the
past, and a question of what that was. Of a time that was given, of what others told, or of what holds in general nothing is
read here."""

from __future__ import annotations

import re

from booking.intents import AskQuestion, Greet, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.asking.past import recalled
from nlu.emergencies import distress
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when.words import MONTHS
from nlu.words.courtesies import without_greeting
from nlu.words.interrogative import interrogates
from nlu.words.message import Message

_SAID = r"(?:dij|coment|explic|recet|mand|recomend|indic|pid|aplic|diagnostic|encontr|detect)(?:o|aron|io|ieron|eron|aste|iste)"
_GAVE = r"(?:dio|dieron|puso|pusieron|dejo|dejaron|hizo|hicieron|inyect(?:o|aron)|quit(?:o|aron))"
_MEDICINE = r"(?:pastill\w*|medicin\w*|medicament\w*|capsul\w*|jarabes?|got(?:as|itas)|inyeccion\w*|vacun\w*|suero|vitaminas?|antibiotico\w*|dosis|pomad\w*|crem(?:a|as|ita))"
_THING = rf"(?:{_MEDICINE}|tratamient\w*|recetas?|papel\w*|hoj(?:a|as|ita|itas)|orden(?:es)?|pase|estudios?|analisis|radiografias?|placas?|ultrasonidos?|ejercicios?|dieta|indicacion\w*|instruccion\w*|recomendacion\w*|lista|ferula|faja|plantillas|lentes|muestras?|curacion\w*|diagnostico|resultados?|justificantes?|certificados?)"
"""What is given in a visit, or done there."""
_HAD = r"(?:habia|habian|ha|han) (?:dicho|comentado|explicado|recetado|mandado|recomendado|indicado|pedido|puesto|dado|aplicado)"
_DOCTOR = (
    r"(?:el |la |mi )?(?:dra?|doctora?|medic[oa]|cirujan[oa]|dentista|pediatra|enfermer[oa]|psicolog[oa]|nutriolog[oa])"
)
_TOLD = re.compile(
    rf"(?<! no)(?<! nadie) (?:(?:me|nos|les?)(?: l[oa]s?)? (?:{_SAID}|{_HAD})|(?:{_SAID}|{_HAD})(?: (?:que )?)?{_DOCTOR}|(?:yo )?(?:les?|te) (?:habia )?(?:dij[eo]|comente|comentado|deje))(?= )"
)
""" "Me recetó", "le habían dicho", "dijo el doctor", "yo le había comentado"."""
_GIVEN = re.compile(
    rf"(?<! no)(?<! nadie) (?:me|nos|les?)(?: l[oa]s?)? {_GAVE}(?: {_DOCTOR})?(?: (?:una?|unos|unas|el|la|los|las|otr[oa]s?|dos|tres|algun[oa]s?)){{0,2}} {_THING}(?= )"
    rf"| {_THING}(?: (?!no )[^ ,?]+){{0,4}}(?: , l[ao]s? que)? (?:me|nos|les?)(?: l[oa]s?)? {_GAVE}(?= )"
    rf"|(?:^| ,|\?) (?:(?:pues|y|oiga|disculpe|a [^ ,?]+ [^ ,?]+) )?que (?:(?:fue|es|era) lo que )?(?:me|nos|les?) {_GAVE}(?= (?:{_DOCTOR}|ahi|alla|aqui|en (?:las?|mis?|esas?) (?:consultas?|citas?|visitas?|clinica)|la (?:vez|cita|consulta)) )"
)
""" "Me dio una orden", "las gotas que me dio", "¿qué me puso la doctora?": and not "le dio un golpe"."""
_MEASURED = re.compile(r" (?:(?:habia )?sal(?:io|ieron|ido)|peso|midio|habia (?:pesado|medido))(?= )")
_IN_A_VISIT = re.compile(
    rf" (?:vez|consulta|visita|cita|estudio|revision) (?:pasad[oa]|anterior|ultim[oa]|de (?:la vez|{'|'.join(MONTHS)}))(?= )"
)
""" "¿Cuánto pesó en la consulta de agosto?"."""
_WHICH = r"(?:(?:cada |a )?cuando|que|cuales|cual|cuant[oa]s?|como|cada cuant[oa]s?)"
_ASKED_OF_IT = re.compile(
    rf" (?:{_WHICH}(?: [^ ,?]+){{0,5}}?)(?= (?:(?:fue|es) (?:lo )?que )?(?:(?:me|nos|les?)(?: l[oa]s?)? (?:{_SAID}|{_GAVE}|{_HAD})|(?:{_SAID}|{_HAD}) |habia sal|salio|peso |midio ))"
)
""" "¿Qué pastilla fue la que me recetó?"."""
_WAS = re.compile(rf" (?:{_WHICH}(?: [^ ,?]+){{0,2}} |o )(?:era|eran|fue|fueron)(?= )| (?:era|eran) [^,?]+ o (?=[^ ])")
""" "…, ¿cuál era?", "¿o eran seis?", "¿era media o entera?"."""
_FORGOT = re.compile(
    r" (?:(?:ya )?no (?:me )?(?:acuerdo|recuerdo)|se me (?:olvido|paso|borro)|ya ni (?:supe|me acuerdo)|no (?:le )?entendi)(?= )"
)
_EITHER = re.compile(rf" (?:me|nos|les?) (?:{_SAID}|{_HAD})(?: [^,?]*?)? o (?!no )(?=[^ ])")
""" "¿Me recetó una o dos?"."""
_OF_A_TIME = re.compile(
    r" (?:citas?(?! (?:pasada|anterior|de))|fecha|lugar|espacio|turno|horario|(?:que|cual) dia|con (?:quien|cual|que)|a que hora|(?:para )?cuando (?:me dij\w+ )?(?:que )?(?:volv|regres|ven|toc)\w*|llamaban|llamarian|(?:iban?|van?) a (?:llamar|marcar|hablar|avisar)\w*)(?= )"
)
_OF_OTHERS = re.compile(
    rf" (?:mi|mis|una?|la|el) (?:{RELATIVES_NOUN}|vecin[oa]|amig[oa]|comadre|compadre|senorita) (?:me|nos) (?:{_SAID})(?= )| (?:me|nos) (?:{_SAID}) (?:mi|una?|el|la) (?:{RELATIVES_NOUN}|vecin[oa]|amig[oa]|comadre|compadre)(?= )"
    r"| (?:me|nos) (?:dijeron|comentaron|mandaron|pidieron) (?:en|del?|de la|que (?:ustedes|ahi|hay|si|no|con ustedes|[a-z]+(?:an|en) ))(?= )"
)
""" "Mi vecina me dijo", "me mandaron del IMSS", "me dijeron que ustedes …"."""
_HOLDS = re.compile(
    r" (?:cuesta|cuestan|cobran?|vale|aceptan?|atienden?|tienen|hay|hacen|manejan|venden|puedo|podemos|se puede|pued[ae]n?|podria\w*|quien|mal|doble|estan|estaran|estara)(?= )"
)
""" "Me recetó unas gotas, ¿las venden?": of what holds now."""

_OF_AN_OPERATION = re.compile(r" (?:oper\w+|cirugias?)(?= )")
_HOW_MUCH = re.compile(r" cuanto (?:era|es|fue|seria|iba a ser)(?= )")
""" "Dijo el doctor que me operara, ¿cuánto era?": a price."""
_TOOK = re.compile(
    r" (?:me|se|nos|te)(?: l[oa]s?)? (?:tomo|tomamos|tomaron|tragu?[eo]|bebi|bebio|comio|inyecte|aplique|puse|unte)(?= )"
    r"| (?<! que )(?:(?:me|ya)(?: l[oa]s?)? )?tome(?= )| que (?:ya )(?:me )?tome(?= )| (?:le|les|se)(?: l[oa]s?)? (?:di|dimos|puse|pusimos|inyecte|inyectamos|aplique|unte)(?= )"
    r"| (?:he|ha|han|hemos) (?:tomado|dado|ingerido)(?= )| (?:ingeri|ingirio|trague)(?= )| (?:de mas|demasiad[oa]s?|sobredosis|intoxic\w*)(?= )"
)
""" "Ya me tomé cinco", "le di de más": who took or was given something may be in danger."""


def may_be_in_danger(message: Message) -> bool:
    """Whether somebody took or was given something, or there are signs of an emergency: nothing is recalled then."""
    return bool(_TOOK.search(message.flat)) or distress.points(message.flat) >= distress.MAYBE


def read(text: str, said: Parse, context: UnderstandingContext) -> Parse | None:
    """What is asked of it; None where it was read as more than a question that nobody knows, or asks for anything else."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE or context.asked is not None:
        return None
    rest = [one for one in said.intents if not isinstance(one, Greet)]
    lost = all(isinstance(one, Unknown) or (isinstance(one, AskQuestion) and one.topic is None) for one in rest)
    message = without_greeting(Message.of(text))[0]
    if not lost or not rest or not is_asked(message):
        return None
    hello = tuple(one for one in said.intents[:1] if isinstance(one, Greet))
    return Parse((*hello, recalled(text.strip(), context.now)), sure=False)


def is_asked(message: Message) -> bool:
    """Whether it asks what was told, given or found."""
    flat = message.flat
    if not (_TOLD.search(flat) or _GIVEN.search(flat) or (_MEASURED.search(flat) and _IN_A_VISIT.search(flat))):
        return False
    price = _OF_AN_OPERATION.search(flat) and _HOW_MUCH.search(flat)
    if price or may_be_in_danger(message) or any(one.search(flat) for one in (_OF_A_TIME, _OF_OTHERS, _HOLDS)):
        return False
    either = message.asks and _EITHER.search(flat)
    return any((_asks_which(message), _WAS.search(flat), _FORGOT.search(flat), either))


def _asks_which(message: Message) -> bool:
    """Whether the word that asks is none that only leads on: "lo que me pidió", "que Dios los bendiga"."""
    found = _ASKED_OF_IT.search(message.flat)
    if found is None or message.flat.startswith(" que dios "):
        return False
    words = message.tokens[message.between(found.start() + 1, found.end()).start :]
    accented = any(token.raw[:3].casefold() in ("qué", "cuá", "cóm") for token in words[:3])
    return accented or interrogates(message)
