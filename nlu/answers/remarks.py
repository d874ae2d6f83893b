"""What somebody tells beside a yes and changes nothing by it: "ya llegué a mi casa", "ya le pregunté a mi esposo".

By classes: who excuses a delay, is glad, is pressed or in pain, has just arrived, or has asked somebody. Of what is in
none of them nobody can say that it changes nothing.
"""

from __future__ import annotations

import re

from nlu.answers.yes_phrases import COMES
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.message import Message

_WHOM = rf"(?:(?:mi|mis|el|la|los|su) )?(?:{RELATIVES_NOUN}|patron\w*|maqui[ln]a|fabrica|empresa|planta|jef[ea]\w*|maestr[oa]|gerente|supervisor\w*|trabajo|chamba|jale|escuela|familia|marido|mujer)"
_PLACE = r"(?:(?:mi|la|el|las|mis) )?(?:casa|casita|trabajo|trabajar|oficina|escuela|chamba|jale|junta|reunion|clase|clases|banco|depa)"
_SORRY = r"(?:(?:perdon|perdone|disculpe|disculpa|disculpen|una disculpa|lo siento|ay)(?: usted)? )*"
_ANSWER = r"(?:contest|respond)"
_ARRIVED = rf"(?:ya|apenas|apenitas|ahorita|recien|por fin)?(?: (?:ya|apenas))? ?(?:llegue|llegamos|sali|regrese|volvi|estoy|me desocupe|me libere)(?: (?:a|de|en|del|al) {_PLACE}| del? {_PLACE})?"
_DELAYED = (
    rf"{_SORRY}(?:por )?(?:la|el|mi) (?:tardanza|demora|retraso|molestia)|por la hora"
    rf"|{_SORRY}(?:por|que) (?:no (?:haber(?:te|le|les)? )?|(?:me )?tard\w+ (?:tanto )?(?:en )?)(?:(?:te|le|les|habia) )?{_ANSWER}\w+(?: antes)?"
    rf"|{_SORRY}(?:no|apenas|hasta ahorita) (?:(?:habia|pude|alcance a) )*(?:(?:visto|vi|ver|lei|leer|leido) (?:el|su|tu|los|sus|tus) mensajes?|{_ANSWER}\w+(?: antes)?)"
    rf"|{_SORRY}(?:es que )?(?:estaba|andaba|venia|iba) (?:(?!pens|viendo|quer|esper|dud)\w+(?:ando|iendo)(?: (?:(?:a|con|de|por|en) )?(?:el|la|los|las|mis?|un|una) \w+){{0,2}}|ocupad[oa]|dormid[oa]|en llamada|en una llamada|en (?:el camion|{_PLACE}|una junta|una reunion))"
    rf"|{_SORRY}(?:es que )?(?:me|nos) (?:quede|quedamos) dormid[oa]s?(?: (?:anoche|ayer|temprano|un rato|un ratito))?"
)
_SAYS_SO = r"(?:y )?(?:(?:me|nos) )?(?:dice|dijo|dicen|dijeron|dio|dieron)(?: que)? (?:si|permiso|chance|el dia)"
_OF_WHOM = rf"(?:(?: que si)|(?: (?:a|con|en|al|del|de)(?: (?:a|con|en))? {_WHOM})|(?: (?:mi|la) (?:agenda|calendario))| bien| {_SAYS_SO})*"
_SETTLED = rf"(?:ya )?(?:(?:me|se) )?l[ao] (?:apunt|anot|pus|puse|pong|guard)\w* (?:en|al?) (?:mi|el|la|un) \w+(?: de la \w+)?|(?:ahorita |ya )?(?:le|les) (?:voy a (?:decir|avisar|comentar)|aviso|digo|pido) a {_WHOM}(?: que (?:me|nos) (?:lleve|acompane|traiga|recoja)n?)?|(?:ya|apenas|si)(?: (?:me|les?|nos)){{0,3}} (?:avise|arregle|organice|pedi (?:permiso|el dia|chance)|(?:dieron|tengo) permiso|tengo (?:quien me lleve|con quien (?:ir|dejar\w+))){_OF_WHOM}|{_WHOM} {_SAYS_SO}"
"""Done by whoever means to come."""
_CONSULTED = rf"(?:ya|apenas)(?: (?:les?|l[oa]|nos|me)){{0,3}} (?:(?:pregunt|consult|coment|habl|chequ|revis|plat[ií]qu)e|dije|pense|pensamos|decidi|vi){_OF_WHOM}"
_STILL = (
    r"(?:aunque|lastima que) (?:(?:a|mi|yo|me|nos|le|la) )*(?:(?:hubiera|hubiese)(?: (?!pero|ni)\w+){1,5}(?: (?:pero )?ni modo)?"
    r"|(?:habria|gustaria|preferia|queria|queriamos)(?: (?!pero|ni)\w+){0,5} (?:pero )?(?:ni modo|no hay de otra))"
)
"""What would have been liked better, and a yes all the same."""
_PRESSED = (
    r"(?:apur|rapid)\w+(?: (?:que|porque) (?:ando|traigo|estoy|tengo|vengo|voy|ya) (?:\w+ ?){1,6})?|antes (?:de )?que (?:(?:me|nos|se|la|lo|ya) ){0,3}(?:gan|ocup|acab|agarr|quit|llen|apart|arrepient|cierr|vay)\w+(?: \w+){0,2}|"
    r"(?:si )?(?:ya )?(?:(?:me|nos|le) urge|(?:la|lo) (?:necesito|ocupo|necesitamos))(?: (?:mucho|bastante|ya))?"
    r"|(?:es que |porque |pues )*(?:ya )?no (?:aguanto|soporto|puedo (?:ni )?(?:dormir|comer|caminar|moverme|respirar bien|agacharme|trabajar asi|doblar\w*|levantar\w*|masticar)|me deja (?:dormir|en paz|comer))(?: (?:mas|el|la|los|las|este|esta|mi|tanto|dolor\w*|molesti\w*|del?|muelas?|espalda|rodillas?|cabeza|pie|pies))*"
    r"|(?:porque|pq|xq|es que|esque|ya que|pues) (?:si )?(?:(?:me|le|nos) (?:sigue |siguen |esta |estan )?(?:duel|dol|ard|pic|molest|sangr|hinch|inflam)\w+|(?:me|se|nos) (?:sient|estoy|anda|esta)\w*|(?:ando|anda|estoy|esta|sigo|sigue|traigo|trae|tengo|tiene)(?: (?:muy|bien|bastante|mucho|mucha))* (?:mal[oa]?|enferm[oa]|dolor|molestias?|fiebre|tos|adolorid[oa]|hinchad[oa]|preocupad[oa]|con))"
    r"(?: (?!(?:no|ni|pero|mejor|si|otr[oa]s?|cancel\w*|cambi\w*|hasta|antes|despues|manana|hoy) )[a-z]+)*"
)
_GLAD = (
    rf"(?:a )?{_WHOM} (?:se (?:va a poner|pone)|va a estar|estara) (?:(?:muy|bien) )?(?:content|feli)\w*|(?:a {_WHOM} )?(?:le|les|me|nos) (?:encanta|gusta|cae (?:muy |bien )*bien)(?: mucho)? (?:es[ea]|la|el) (?:doctora?|medic[oa]|pediatra|dermatologa)|"
    r"que (?:bueno|bien|padre|alivio|suerte)(?: que (?:(?:si|aun|todavia) )?(?:hay|hubo|habia|tienen|alcance|encontre|me toco)(?: (?:lugar|espacio|cita|cupo))?)?"
    r"|no hay (?:ningun )?problema|no hay de otra|no (?:importa|pasa nada|le hace)(?: (?:que sea|esperar|la hora)(?: \w+){0,2})?|ni modo|ya que|(?:si )?soy (?:yo|el mismo|la misma)"
)
_FREE_THEN = (
    rf"(?:(?:a )?(?:esa|ese) (?:hora|dia|tarde) )?{_WHOM} (?:ya |si |tambien )*(?:sali[oó]?|sale|salen|est[aá] (?:libre|en (?:la )?casa)|descansa|no (?:trabaja|tiene (?:clases?|escuela|trabajo))|puede(?: ir| llevarme| acompanarme)?)"
    rf"(?: (?:a|de|del|en) {_PLACE}| temprano)?(?: (?:a )?(?:esa|ese) (?:hora|dia))?"
)
"""Of somebody else, who is free at the proposal's time."""
_DEAR = r"(?:esta|es|sale) (?:un poco |un poquito |algo |muy |medio |bien )?(?:car[oa]|carit[oa]|lejos)"
_ANYWHERE = rf"{_DELAYED}|{_GLAD}|{_PRESSED}|{_SETTLED}|{_FREE_THEN}|{_STILL}"
_WITH_A_YES = re.compile(rf"(?:{_ANYWHERE})")
_EXCUSE = re.compile(_DELAYED)
_HAS_SETTLED = re.compile(f"{_SETTLED}|{_STILL}")
_WITH_A_FIRM_YES = re.compile(rf"(?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED})")
_BEFORE = re.compile(rf"(?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED}|{_DEAR})")
_ROW = re.compile(rf"(?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED})(?: (?:{_ANYWHERE}|{_ARRIVED}|{_CONSULTED}))*")
_NO_DRIVER = re.compile(
    r"(?:yo )?(?:ya )?no (?:manejo|se manejar|tengo carro|traigo carro|puedo manejar|ando en carro)|yo ya no manejo"
)
_JOINED = re.compile(r" (?:y|porque|pq|xq|pues) ")
_CLAUSES = re.compile(r"[^,.;!\n¡…]+")


def without(message: Message, *, before: bool, firm: bool) -> Message:
    """The message without the clauses that are such remarks. `before` the yes they are none of its objects: "sí, ya vi"
    and "sí, está caro" may be no more than a yes to that, unless the yes is a `firm` one, "sí la quiero"."""
    remark = _BEFORE if before else _WITH_A_FIRM_YES if firm else _WITH_A_YES
    return Message.of(
        ", ".join(one.text.strip() for one in _clauses(message) if not (_is(remark, one) or _is_free(one)))
    )


def supports(message: Message) -> bool:
    """Whether all of it tells what is only done by whoever comes: it makes a yes of a mere acknowledgement."""
    clauses = _clauses(message)
    return bool(clauses) and all(_is(_HAS_SETTLED, one) or _is_free(one) for one in clauses)


def _is_free(clause: Message) -> bool:
    """ "Ese día descanso y mi comadre me puede llevar, porque yo no manejo": each part says that one can come."""
    if clause.asks or clause.odd or clause.emoji or any(token.raw.casefold() == "si" for token in clause.tokens):
        return False  # "si me dan permiso"
    parts = _JOINED.split(" ".join(clause.words))
    said = [tuple(part.split()) in COMES for part in parts]
    return any(said) and all(comes or _NO_DRIVER.fullmatch(part) for comes, part in zip(said, parts, strict=True))


def _clauses(message: Message) -> list[Message]:
    return [Message.of(clause) for clause in _CLAUSES.findall(message.text) if clause.strip()]


def is_excuse(words: str) -> bool:
    """Whether folded words only excuse a delay."""
    return bool(_EXCUSE.fullmatch(words))


def is_one(message: Message) -> bool:
    """Whether a whole message is a row of such remarks, or tells that one is free then, beside something else."""
    return _is(_ROW, message) or (message.words in COMES and not (message.asks or message.odd))


def _is(remark: re.Pattern[str], clause: Message) -> bool:
    return not (clause.asks or clause.odd or clause.emoji) and bool(remark.fullmatch(" ".join(clause.words)))
