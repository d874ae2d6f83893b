"""The words by which somebody says of an appointment that they come, are on their way, late or here; that they cannot; and
that it is to stay as it was. Closed classes: the verb by its person and tense, what stands around it, and no more."""

from __future__ import annotations

import re
from enum import Enum

from nlu.when.words import DAY_NAMES
from nlu.words.verb_forms import ENDING, MOVING


class Coming(Enum):
    """What is said of somebody's coming."""

    CANNOT = "cannot"
    CLASHES = "clashes"  # something else is at its time
    STAYS = "stays"
    COMES = "comes"
    ON_THE_WAY = "on the way"
    LATE = "late"
    ASKS_STILL = "asks still"  # whether they are still seen, or waited for
    HERE = "here"
    WHAT_TO_DO = "what to do"


_IT = r"(?:(?:me|nos|se|le|les|lo|la|los|las|ya|yo) )*"
THING = r"(?:citas?|consultas?|turno|revision)"
_WHOSE = r"(?:mi|la|nuestra|su|esa)"
_GO = (
    r"(?:ir|asistir|llegar|venir|acudir|estar|caer(?:les?)?|tomar(?:l[ao])?|zafar(?:me|nos)|librar(?:me|nos)|escapar(?:me|nos)|salir(?:me|nos)|presentar(?:me|nos|se)|lograrl[ao]|hacerla|armarla|salir|faltar"
    r"|(?:acompan|llev)ar(?:l[aoe]s?|me|nos)?|traer(?:l[aoe]s?)?|sacar(?:l[aoe]s?)?|ser)"
)
_TIME = rf"(?:hoy|manana|pasado|ahorita|entonces|(?:(?:el|este|para|en) )*(?:{DAY_NAMES}|dia|[0-9]))"
_AT = rf"(?:(?:mi|la|su|esa|nuestra|el|ese|es[ae] mism[ao]) )?(?:{THING}|doctora?|medic[oa]|pediatra|clinica|consultorio|tiempo|hora|{DAY_NAMES}|dia)"
_GOING = rf"{_GO}(?! por (?:sus|mis) )(?! al? (?!{_AT} |mi |su |la (?:nina|bebe|senora) |el (?:nino|bebe) |ell[ao]|las? [0-9]))"
""" "Ir a la cita", and not "ir al baño"."""
_THERE = rf"a la de las? [0-9]|(?:a|para|en|con) (?:{_WHOSE}|el|mi) (?:{THING}|doctora?|pediatra|clinica|consultorio)"
_ENDS = rf"(?= (?:$|,|\?|y |pero |porque |pues |ya que |es que |que |gracias |disculp|perdon|{_TIME}|{_THERE}|(?:mi|la) {THING}|a tiempo))"
""" "No puedo", and nothing that is not to come: not "no puedo dormir"."""
_PERMITS = r"(?:permiso|permisos|chan[sc]e|chanza|el dia|tiempo|oportunidad|la tarde|la manana|salida)"
_NEVER = r"ni (?:de (?:chiste|broma|milagro|loc[oa])|loc[oa]|volando|corriendo|en suenos|queriendo)"
_CANNOT = (
    rf"no {_IT}(?:voy|vamos|va|van) a (?:poder|alcanzar|lograr)(?: a)?(?: {_GOING}|{_ENDS})"
    rf"|no {_IT}(?:voy|vamos|va|van) a (?:ir|asistir|llegar|venir|acudir|estar)(?= (?!de acuerdo|bien|list[oa]))"
    rf"|no {_IT}(?:(?:creo|crees?) (?:que )?)?(?:puedo|podemos|puede|pueden|podre|podra|podran|podremos|poder|pueda|alcanzo|alcanza|alcanzamos|logro|logramos)(?: a)?(?: {_GOING}|{_ENDS})"
    rf"|no (?:ya )?(?:llego|llega|llegamos|alcanzo|asisto|asiste|asistire|asistira|asistiremos|ire|ira|iremos|voy|vamos|va|van|vengo|viene){_ENDS}"
    r"|no (?:(?:me|nos|se|le|ya) )*(?:quiere|quiero|queremos|quieren|esta|estoy|estamos|tiene|tengo|tenemos|siente|siento|creo)(?! que| idea)(?: (?!como|donde|idea|que )[^ ,?]+){0,3} (?:ir|asistir|llegar|venir|acudir)(?= (?!al? (?:bano|trabaj)))"
    r"|no (?:l[ao]s?|le) (?:voy a |vamos a )?(?:llev(?:o|amos|are|aremos|ar)|traigo|traemos)(?= (?!bien|mal))|no (?:me|nos|le) va a (?:dar|alcanzar)(?: el)? tiempo|ni (?:como|en que|con quien) (?:ir|llegar|mover\w*|asistir)"
    r"|no (?:me|nos|se) (?:paro|paramos|para|presento|presentamos|presentare)(?= (?:por )?(?:alla|ahi|con|a|en|hoy|manana|el))"
    rf"|no (?:ya )?la (?:hago|hacemos|hace|armo|armamos|arma|libro|libramos){_ENDS}"
    rf"|no (?:llego|llegamos|llega)(?= a las? [0-9])|{_NEVER} (?:(?:yo|ya|que) )*(?:llego|llegamos|llega|alcanzo|alcanzamos|alcanza|voy|vamos|puedo|podemos)(?: a)?(?: {_GOING})?|ya no (?:me|nos|l[aeo]s?) esperen?"
    r"|(?:(?:me|nos|le|se) )*(?:(?:es|sera|resulta|queda|hace|hizo|va a (?:ser|estar|quedar)|esta) )?(?:muy |bien |medio |super )?(?:imposible|dificil|complicado|canijo)(?: (?:que|para|asistir|ir|llegar|venir|poder|estar))*"
    r"|no (?:(?:me|nos|le|se) )*(?:va a ser|es|sera|fue|hay|va a haber|se va a poder|sera) ?(?:posible|modo|manera|forma|chanza|chanc?[se]e)(?: de)?(?: que)?"
    r"|no se (?:va a|vaya a|puede|podra)(?: (?:poder|hacer|lograr|armar))?(?= $| ,| y | porque | pues | hoy | manana | el )"
    r"|(?:no (?:tengo|tenemos|tiene|hay|habra|encuentro|encontre|encontramos|consegui|consigo|conseguimos|halle)|sin) (?:a )?(?:quien|nadie que|con quien|como|en que|manera|forma|modo|chanc?[sz][ea]|carro|transporte)"
    rf"|no (?:me|nos|le|les) (?:dan|dieron|dio|da|van a dar|quieren dar|quisieron dar|quiso dar|quiere dar|soltaron|sueltan|dejan|dejaron|dejo|deja|van a dejar|alcanza|alcanzo)(?: (?:a|de|que|para))?(?: (?:{_PERMITS}|{_GO}))"
    r"|(?<! no )(?:voy|vamos|va|tengo|tendre|tenemos|tendremos|voy a tener|vamos a tener|va a tener|me toca|nos toca|me va a tocar) (?:a |que )?faltar|(?<! no )(?:faltare|faltaremos)"
    rf"|no (?:regreso|regresamos|vuelvo|estoy|estamos|estare|estaremos|ando) (?:en (?:la ciudad|tijuana|casa)|hasta|para|{_TIME})"
)
_AT_ITS_TIME = rf"(?:(?:justo|justamente|mero|exactamente) )?(?:(?:a|en|es|sera) (?:la |esa )?(?:misma )?|misma )hora (?:de|que) (?:es |tengo |sea )?{_WHOSE} {THING}"
_CLASHES = (
    rf"justo cuando (?:tengo|tenia|tiene|es|era|me toca) (?:la |mi |su )?{THING}|{_AT_ITS_TIME}|(?:el|ese|este) (?:mismo )?dia (?:de|que (?:es|tengo|tenia|me toca)) {_WHOSE} {THING}|{_WHOSE} {THING} (?:es|era|me toca|la tengo|cae) (?:justo )?(?:ese|el mismo) (?:mismo )?dia"
    rf"|(?:se (?:me|nos) (?:cruz|empalm|junt|encim|atraves)\w*) (?:con )?{_WHOSE} {THING}"
)
_FORMS = r"(?:a|e|o|an|en|ar|er|es|as|amos|emos|aran|aras)(?:me|nos|se|les?)?(?:l[ao]s?)?"
CHANGE = rf"(?:{ENDING}|{MOVING}|canc)(?:{_FORMS})"
_NOT_CHANGE = (
    r"(?:(?:canc|cancel|anul|elimin|borr|quit|tumb|tach|cambi|adelant|atras|retras|aplac|aplaz|reagend|reprogram|modific|modifiqu)(?:e|es|en|emos|o|amos|ar)"
    r"|(?:muev|mov|recorr|suspend|pospon|pospong)(?:a|as|an|amos|o|er))(?:me|nos|se|les?)?(?:l[ao]s?)?"
)
"""Behind a "no", as one says what shall not be: "no la quiten", and not "no se me quita"."""
_NOT_TO = r"(?:(?:me|nos|se|le|les|la|lo|las|los|mi|ya|mas|que|vayan? a|hay que|hace falta|hagan?|es necesario|necesito|necesitamos|ocupo|ocupamos|quiero|queremos|quiere|quise|queria|voy a|vamos a|va a|por favor|porfa|ni) )*"
_WAS = r"(?:estaba|esta|tenia|teniamos|era|es|quedo|quedamos|habia quedado|habiamos quedado|habia|iba|va|sea)(?: antes| originalmente)?"
_SO = rf"(?:asi(?: como)?(?: nomas| no mas)?(?! que)|igual(?:ita)?|tal cual|en pie|sin cambios|(?:tal )?como (?:(?:la|lo|ya|me la) )*(?:{_WAS}|siempre)|donde (?:{_WAS}))"
_KEPT = r"(?:(?:en|con) )?(?:mi|la|el|nuestra|nuestro|ese|esa|su)"
_PLACE = rf"(?:{THING}|lugar|lugarcito|hora|horario|espacio|fecha|dia)"
_HAD = r"(?:que (?:ya )?(?:yo )?(?:tenia|teniamos|tengo|habia|era|me dieron|nos dieron|me habian dado|estaba|habiamos quedado|quedamos)|de antes|original)"
_STAYS = (
    rf"(?:ya |siempre |mejor )?(?:no(?! mas )|ni|nunca) {_NOT_TO}{_NOT_CHANGE}(?! (?:al?|de|la|el) (?:doctor|medic))(?: (?:nada|(?:a )?{_KEPT} {THING}|la))*"
    r"|(?:ya )?no (?:haga?n?|hagas|hacer|es necesario|hace falta|quiero|queremos|necesito) (?:(?:ya|ningun|el|mas|hacer) )*cambios?|asi (?:la|lo|le|mero) (?:dejamos|dejo|dejan|dejen|deje|dejemos)"
    rf"|(?:dej|mant|conserv|sost)\w*(?: (?:con|en))? {_KEPT} (?:misma |mismo )?{_PLACE}(?: (?:{_HAD}|de siempre))|(?:la|lo) dejo (?:{_SO})"
    rf"|(?:ya )?no (?:hace falta|es necesario|hay (?:necesidad|que))(?: (?:que|de))?(?: (?:la|lo|me))* (?:{CHANGE}|hacer nada|nada)(?: nada)?|{CHANGE}(?: [^ ,?]+){{0,5}} (?:ya )?no (?:hace falta|es necesario)|sin (?:cambios|cambiar nada|mover nada)"
    rf"|(?:que )?(?:(?:se|me|nos|la|lo|les?) )*(?:dej|qued|mant|conserv|sig(?!o |uimos ))\w*(?: (?:la|lo|mi|todo|por favor|porfa|cita|consulta|mejor|ahi|nos))* {_SO}"
    rf"|(?:que )?(?:se|quedense) qued\w+(?: (?:mi|la|con|ahi|todo))*(?: {THING})|(?:la|mi) {THING} (?:que )?(?:se queda|queda|sigue|siga) (?:{_SO})"
    rf"|ahi dej\w+l[ao]|no (?:le|me|nos)? ?hag\w+ caso|como que no (?:dije|dijimos|le dije) nada|no (?:(?:se|me|la|lo|le|mi|lugar|cita) )*(?:den|de|vayan a dar) (?:mi lugar |mi cita )?a (?:nadie|otr[ao]|alguien)|(?:{ENDING}|{MOVING})[ae]r(?:la|lo)? no(?= $| ,)|ahi (?:la|lo) (?:dejamos|dejo|dejan|dejen)|ahi (?:que )?(?:se )?(?:quede|queda|qued[oe]n)|(?:respet|guard|conserv|manteng|manten)\w*(?:me|nos)? {_KEPT} {_PLACE}(?: {_HAD})?"
    rf"|(?:me|nos) (?:quedo|quedamos|quedaria|quedariamos)(?: mejor)? con {_KEPT} (?:{_PLACE} )?(?:{_HAD}|mia)|(?:quiero|prefiero|conservo|mantengo) {_KEPT} (?:{_PLACE} )?{_HAD}"
    rf"|(?:asi|como) (?:esta|estaba|queda)(?: (?:muy )?(?:bien|perfect[oa]|excelente))"
)
_STAYS_WHILE_LOOKING = (
    rf"(?:(?:en|a|con|el|la) )*mism[oa] (?:{_PLACE})(?: y (?:la |el )?mism[oa] (?:{_PLACE}))?(?: {_HAD})"
    rf"|(?:siempre no|ya no|mejor|olvid\w+|no)(?: ,)*(?: (?:gracias|mejor|con|prefiero|quiero|me quedo con))* {_KEPT} (?:{_PLACE} )?{_HAD}"
)
_WILL = (
    r"(?:voy|vamos|va|van|ire|iremos|ira|iran|asisto|asistimos|asiste|asisten|asistire|asistiremos|asistira|llego|llegamos|llega|alcanzo|alcanzamos|alcanza"
    r"|puedo|podemos|puede|pueden|podre|podra|estare|estaremos|estara|caigo|caemos|vengo|viene|acudo|acudire|jalo|jalamos|armo)(?: a)?(?: (?:poder|alcanzar))?(?: a)?"
    r"(?: (?:ir|asistir|llegar|estar|venir|presentarme))?"
)
_COMES = (
    rf"(?:(?:siempre|claro que|seguro que|por supuesto que|que|yo|ya) )*si (?:(?:me|la|le|les|lo|ya|yo) )*{_WILL}|siempre si"
    r"|(?:ahi|alla|aqui)(?: (?:les?|los|las?|nos|mero|si|mismo))* (?:estare|estaremos|estara|estaran|vemos|veo|caigo|caemos|cae|andare|andaremos|llego sin falta|voy a estar|vamos a estar|va a estar)"
    r"|(?:ahi|alla) les? (?:llego|llegamos|voy|vamos)|(?<! no )(?:llego|llegamos|estoy|estamos|estare|voy|vamos) (?:puntual\w*|sin falta)|(?<! no )confirmad(?:o|a|os|as|isimo|isima)(?= (?:para|lo|mi|el|$|,))"
    r"|(?:no|sin) (?:(?:voy|vamos|va) a )?(?:faltar|fallar(?:les)?|faltare|faltaremos|falto|faltamos|fallo|fallare|falta)"
    rf"|(?<! no )confirm(?:o|amos|ada|ado|ando|ar) (?:mi|la|nuestra|su|de) (?:asistencia|cita|consulta|presencia)|(?<! no )(?:estare|estaremos|estara|estamos|estoy) (?:ahi|por (?:alla|ahi)|con ustedes)(?! en)|(?<! no )(?:voy|vamos|va|van) a (?:ir|asistir|acudir)(?= (?:$|,|{_TIME}|sin falta|{_THERE}))|cuent[ae]n? con(?:migo| nosotros| ella| el)|asistire|asistiremos|asisto|asistimos"
)
_STANDS = r"(?:voy|vamos|va|van|vengo|venimos|viene|vienen|ando|andamos|anda|estoy|estamos|esta|sigo|seguimos)"
_COUNT = r"(?:un|una|unos|unas|dos|tres|cuatro|cinco|seis|ocho|diez|quince|veinte|treinta|media|medio|[1-9][0-9]?)"
_ON_THE_WAY = (
    rf"(?:(?:ya|ahorita|apenas|ahi|aqui|casi|mero) )*{_STANDS}(?: (?:ya|casi|aqui|apenas|mero))* (?:en camino|de camino|rumbo|para alla|para (?:la clinica|el consultorio|con ustedes)|saliendo(?! (?:a|de trabajar))|llegando|entrando|subiendo|bajando(?:me|nos)?|cruzando"
    rf"|(?:buscando|busco) (?:donde )?(?:estacion\w+|parqu\w+|lugar para (?:el carro|estacion\w+)|el (?:consultorio|edificio|piso))|(?:en|arriba del|a bordo del) (?:el |un )?(?:camion|taxi|uber|didi|carro|trafico|elevador|estacionamiento|calafia|semaforo)|(?:en la|formad[oa]s? en la|atorad[oa]s? en) (?:linea|fila|garita|aduana|trafico|el trafico|via rapida)"
    rf"|a la altura|por (?:la|el) (?=[^ ]+)|a {_COUNT} (?:cuadr\w+|calles?|min\w*|esquinas?)|a la vuelta|sobre la|corriendo|volando|volada|(?:a|por) (?:la )?mitad del? camino|(?:bien |ya |muy )?cerca|cerquita)"
    r"|(?:ya|ahorita|horita|enseguida|ahi|ya merito|ya mero) (?:(?:casi|mero|mero|ya|nomas) )*(?:llego|llegamos|llega|subo|subimos|entro|entramos|bajo|vamos|voy|caigo)(?= $| ,| \?| con | gracias| a la | al | disculp| perdon| y )"
    r"|(?:ya )?(?:casi|mero) (?:llego|llegamos|llega|estoy|estamos)|(?:ya )(?:me |nos |se )?(?:subi|subimos|trepe|sali|salimos|agarre|agarramos|tome|tomamos|cruce|cruzamos|pase|pasamos|arranque)(?= $| ,| al?| de (?!(?:la |mi |su |ahi|alla|con )*(?:consulta|cita|ahi|alla|ustedes|doctora?) )| el | la | y )"
    rf"|(?:en|unos|dentro de) (?:unos |como )?{_COUNT} min\w* (?:mas )?(?:llego|llegamos|llega|estoy|estamos|caigo|ahi|alla)|(?:llego|llegamos|estoy|estamos|ahi|alla)(?: (?:ahi|alla|estoy|estamos|llego)){{0,2}} en (?:unos |como )?{_COUNT} min\w*|no (?:tardo|tardamos|tarda)(?: (?:nada|mucho|en llegar))*(?= $| ,)|ya (?:casi|mero)(?= $| ,)|llegando en|me falta (?:poco|poquito|nada)|(?:me|nos) (?:estoy|estamos|ando) (?:estacionando|bajando|subiendo|registrando)|(?:uber|taxi|didi|camion|calafia)(?: (?:dice que|ya))? llega|me falta\w*(?: como)?(?: {_COUNT})(?: [^ ,?]+){{0,3}} para llegar|ya (?:voy|vamos)(?= $| ,)"
)
_HERE = (
    r"ya (?:estoy|estamos|ando)(?= $| ,)|ya (?:esta|estan|estoy|estamos) (?:ahi|alla|con ustedes|en el (?:[a-z0-9]+ )?piso)|(?:llegue|llegamos) (?:temprano|puntual\w*|antes)|(?:estoy|estamos|sigo|seguimos) esperando(?= $| ,| aqui| afuera| en )|(?:ya |aqui |aca )+(?:(?:estoy|estamos|ando|andamos|esta|estan|merito|mero) )*(?:aqui|aca|afuer\w+|abajo|adentro|(?:en|a) (?:(?:la|el|su) )?(?:sala|recepcion|entrada|puerta|clinica|consultorio|lobby|banqueta|planta baja|mostrador)(?: de espera)?)(?: (?:afuer\w+|abajo|adentro|en (?:la )?(?:sala|recepcion|entrada|puerta)))*"
    r"|(?:estoy|estamos|ando|andamos|esta|estan|esperando) (?:(?:ya|aqui|esperando|sentad[oa]s?|formad[oa]s?|parad[oa]s?) )*(?:afuer\w+|abajo|adentro|en (?:la )?(?:sala|recepcion|entrada|puerta|lobby|mostrador|banqueta|clinica)(?: de espera)?(?! de (?:mi|la|su) ))|ya (?:me|nos) (?:registre|registramos|anuncie|anunciamos|anote)(?= (?:en|con) )|aqui (?:afuer\w+|abajo|estoy|estamos|ando|andamos)"
    r"|(?:ya )?(?:acabo|acabamos|acaba) de llegar|(?:ya|recien|apenas) (?:llegue|llegamos)(?! (?:de|del|a mi|a la casa|al trabajo|al? (?:escuela|chamba)))|ya llego (?=mi )"
)
_STRETCH = rf"(?:como |unos |unas |con )*(?:{_COUNT}(?: cuarto de hora| hora)?|un cuarto de hora|media hora)(?: (?:min\w*|hora|horas))?"
_LATE = (
    rf"{_STRETCH} (?:tarde(?:cito)?|de (?:retraso|retardo|demora|atraso)|retrasad[oa]s?|atrasad[oa]s?)|se (?:me|nos|le) (?:hizo|hace|esta haciendo|fue haciendo) (?:bien |muy |un poco |un poquito |algo )?tarde"
    rf"|{_STANDS}(?: (?:un|una|poco|poquito|poquita|algo|bien|muy|medio|super|ya|con|de))* (?:tarde|tardecito|tardisimo|retraso|atrasad[oa]s?|retrasad[oa]s?|demorad[oa]s?|con retraso)|tarde pero (?:seguro|llego|ya)|(?:voy|vamos|va) a (?:tardar|demorar|llegar(?: (?:un|poco|poquito|poquita|algo|bien|muy|medio))* (?:tarde|tardecito|tardisimo)|atrasar|retrasar)(?:me|nos|se)?|llego tardecito|me (?:voy a )?(?:retras|atras|demor)\w+"
    rf"|(?:llego|llegamos|llega|llegando|llegar)(?: (?:como|tipo|a eso|de|a|por|hasta))*(?: {_STRETCH})(?: mas)? (?:despues|tarde|de retraso)"
    r"|(?:llego|llegamos|llega|llegando|llegaria|llegaremos)(?: (?:como|tipo|a eso|de|por|hasta))*(?: a)?(?: las?)? [0-9]{1,2}(?:[:.][0-9]{2}| y [0-9]{1,2}| y cuarto| y media)?(?: (?:y algo|pasaditas))?"
    r"(?! (?:y [^ ]+ |pasaditas |[ap]m |h[a-z]+ )?(?:de la (?:tarde|manana|noche) )?(?:del? (?!la (?:tarde|manana|noche) )|a (?:mi |la )?casa |al trabajo ))"
)
_ASKS_STILL = (
    r"(?:si )?(?:me|nos|(?<! en )(?<! de )(?:la|lo)) (?:podran |podrian |pueden |puede |van a )?(?:esper|aguant)(?:a|an|en|ar|aran|arian)(?: (?:todavia|aun|tantito|un ratito|un momento|un poco|poquito|unos min\w+))*"
    r"|(?:todavia|aun)(?: (?:si|me|nos|la|lo))* (?:podran |podrian |pueden |puede |van a )?(?:recib|atend|atiend|pas|acept|ver|alcanz)(?:a|an|en|ar|er|ir|o|amos|aran|iran|eran)?(?: (?:a|mi|la|cita|consulta|entrar|pasar|llegar))*(?! (?:a )?(?!entrar |pasar |llegar |consult|ver)[a-z]{2,}[aei]r(?:l[aeo]s?|me|nos)? )|esperenme|esperenos"
)
RECEIVED = re.compile(
    r" (?:me|nos|la|lo) (?:podran |podrian |pueden |puede |van a )?(?:recib|atend|atiend|acept|respet)(?:a|e|an|en|ir|er|iran|eran)(?= )|(?:hay|habra) (?:problema|tolerancia|chance)(?= )"
)
"""Beside a delay: "si llego 4:15, ¿me reciben?"."""
_WHAT_TO_DO = r"(?:y )?(?:como (?:le )?(?:hago|hacemos|hariamos|haria)|que (?:hago|hacemos|puedo hacer|podemos hacer|procede|hacer)|que me (?:recomienda|recomiendan|sugiere))"

_BEGINS: dict[Coming, tuple[str, str]] = {
    Coming.STAYS: (_STAYS, "no ni nunca sin dej qued sig respet guard apart mant conserv ahi asi como quiero prefiero lo la"),
    Coming.CANNOT: (_CANNOT, "no sin imposible dificil complicado canijo falt ni"),
    Coming.CLASHES: (_CLASHES, "hora dia cruz empalm junt atraves encim"),
    Coming.HERE: (_HERE, "ya sig est esper aqui aca afuer abajo adentro sala recepcion entrada puerta lobby mostrador banqueta clinica lleg registr anunci anote"),
    Coming.COMES: (_COMES, "si ahi alla aqui no sin confirm cuent asist estar esta va"),
    Coming.LATE: (_LATE, "tard retras demor atras despues lleg"),
    Coming.ON_THE_WAY: (_ON_THE_WAY, "vo va ven vien anda ando esta estoy sig lleg sub entr baj caigo sali trep agarr tom cruc cruz pas arran tard ahi alla ya falta uber taxi didi camion"),
    Coming.ASKS_STILL: (_ASKS_STILL, "esper aguant todavia aun"),
    Coming.WHAT_TO_DO: (_WHAT_TO_DO, "como que"),
}  # fmt: skip


def bounded(pattern: str) -> str:
    """The same, with small words repeated a few times at most: a long text takes no longer than it must."""
    return pattern.replace(" )*", " ){0,4}").replace(" )+", " ){1,3}")


SAID = tuple(
    (way, tuple(begins.split()), re.compile(rf" (?:{bounded(pattern)})(?= )"))
    for way, (pattern, begins) in _BEGINS.items()
)
"""Each with how a word begins of which a message has one where it says so, in the order in which words are taken for it."""
WHILE_LOOKING = re.compile(rf" (?:{bounded(_STAYS_WHILE_LOOKING)})(?= )")
"""What leaves an appointment as it was where other times are on screen."""
