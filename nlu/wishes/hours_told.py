"""The hours that bound a wish, in other words than "salgo a las 2" and "no puedo": "me sueltan a las 2", "mi turno termina a las
2", "trabajo de 7 a 3", "no la armo temprano", "antes de las 4 ni modo", and the same of a relative. They are read as those."""

from __future__ import annotations

import re

from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when.words import DAY_NAMES
from nlu.wishes.booked_for_them import is_of_a_new_one
from nlu.wishes.from_then_on import as_wished
from nlu.wishes.their_hours import is_new
from nlu.words.message import Message
from nlu.words.read_as import Rule, pattern, read_as, replaced

WORK = (
    r"(?:trabajo|chamba|jale|oficina|turno|guardia|fabrica|planta|maquila|maquina|tienda|escuela|uni|universidad|prepa|facultad|clases?"
    r"|negocio|taller|obra|servicio|practicas|juntas?|consultorio)"
)
"""Where one is when one cannot come."""
_REASON = rf"(?:{WORK}|trafico|ayuno|distancia|lluvia|calor|frio)"
_LET_GO = r"(?:sueltan|suelta|liberan|dejan (?:salir|ir)|deja (?:salir|ir)|dan la salida|da salida)"
_KIN = rf"(?:mi|mis|nuestr[oa]) (?:{RELATIVES_NOUN}|senora)"
_HOUR = r"las? [0-9a-z:.]+(?: y (?:media|cuarto))?"
_FIGURE = r"[0-9]{1,2}(?::[0-9]{2})?"
_END = r"(?= (?:[,?]|y|pero|porque|por)| $)"
_BOUND = rf"(?:antes|despues) de {_HOUR}|de (?:las )?{_FIGURE} a (?:las )?{_FIGURE}"

_PERMITTED = rf"(?:(?:solo|no ?mas) )?(?:de (?:las )?[0-9]|a partir|desde|hasta|despues|antes|(?:en|por) la (?:tarde|manana|noche)|los|el (?:{DAY_NAMES}))[^ ]*"

_HOURS: tuple[Rule, ...] = (
    (pattern(rf"hasta (?:el )?(?P<day>{DAY_NAMES})(?: [?,])+ (?:(?:y|oiga|pero) )?(?P<asks>(?:no )?(?:hay|tienen?|tendran?|habra) (?:nada|algo|alguno|una?|lugar|espacio))(?: mas)? antes"), "{asks} antes del {day}"),
    (pattern(rf"(?P<when>(?:despues de|a partir de|desde) {_HOUR})(?: ,)? (?:que|porque|pues|ya que) (?:es )?(?:a esa hora|(?:es )?cuando|(?:es )?la hora (?:en |a )?que)? ?(?:ya )?(?:salgo|salimos|sale|salen|termino|llego)(?: (?:de|del|la|mi|trabajar|trabajo|chamba|escuela|turno|clases?|jale))*(?= (?:[,?]|con|para|y)| $)"), "{when}"),
    (pattern(rf"(?:(?:mi|mis|el|la|los) \w+ )?(?:no|tampoco) (?:(?:me|nos) (?:deja|dejan|dan) (?:salir|ir|permiso))(?= (?:(?:los|el|en|por|entre) )?(?:{DAY_NAMES}|las? (?:mananas?|tardes?)|semana) )"), "no puedo"),
    (pattern(r"(?P<when>(?:los (?:lunes|martes|miercoles|jueves|viernes|sabados|domingos)|(?:en|por) las? (?:mananas?|tardes?)|entre semana)) (?:no|tampoco) (?:me|nos) (?:dan permiso|dejan salir|deja salir)"), "{when} no puedo"),
    (pattern(rf"(?:(?:ya|nomas|como) )?(?:saliendo|al salir|regresando|llegando) (?:de|del) (?:(?:la|el|mi) )?(?:comida|comer|misa|desayuno|{WORK})(?= (?:como |tipo |ya )?(?:de(?: las)?|despues de las|a partir de las) [0-9])"), ""),
    (pattern(r"(?:como|tipo)(?= (?:(?:de|desde) (?:las? )?[0-9][^ ]* (?:en|pa|para) ?a?delante|a partir de las? [0-9]))"), ""),
    (pattern(r"asta(?= las? )"), "hasta"),
    (pattern(r"(?:camello|chambeo|labor[oa]|jalo|talacheo)(?= (?:[^ ,?]+ ){0,3}(?:hasta|de) )"), "trabajo"),
    (pattern(rf"(?:se (?:me|nos) desocupa (?:el|la) (?:dia|tarde|manana)|(?:estoy|ando) ocupad[oa](?: en {WORK})?) (?:hasta|como a|a)(?= las? )"), "salgo a"),
    (pattern(rf"(?:en (?:mi|el|la) {WORK} )?no (?:(?:me|nos) )?(?:dejan|deja|sueltan|suelta)(?: salir| ir)? (?:antes de|hasta)(?= las? )"), "salgo a"),
    (pattern(rf"(?:(?:mi|el|la) (?:patron|patrona|jef[ea]|supervisora?|encargad[oa]) )?(?:dice que )?(?:(?:solo|no ?mas|unicamente) )?(?:me|nos) (?:da|deja) (?:permiso|chance)(?: de (?:salir|ir|faltar))?(?: (?:solo|no ?mas|unicamente))?(?= {_PERMITTED} )"), "solo puedo"),
    (pattern(rf"(?:(?:pues|pero|y) )*a (?P<kin>{_KIN}) (?:ya |apenas )?(?:l[aeo]s?|les?) {_LET_GO}"), "{kin} sale"),
    (pattern(rf"(?:me|nos) {_LET_GO}|me libero|nos liberamos|checo (?:mi |la )?salida|(?:llego|regreso|vuelvo) (?:de trabajar|(?:del|de la|de mi) {WORK})"), "salgo"),
    (pattern(rf"(?:llega|regresa|vuelve) (?:de trabajar|(?:del|de la|de su) {WORK})|checa (?:su )?salida"), "sale"),
    (pattern(r"checo (?:mi |la )?entrada(?= a las? )"), "entro"),
    (pattern(rf"l[aeo]s? {_LET_GO}|(?<! si )(?<! cuando )(?<! que )(?:se libera|se desocupa|queda libre)(?= (?:[^ ,?]+ ){{0,3}}(?:a|hasta) las? )"), "sale"),
    (pattern(rf"mi (?:turno|jornada|horario|clase|trabajo) (?:termina|acaba|se acaba|concluye)(?: (?:a|hasta|como a) las?)? (?P<hour>{_FIGURE})"), "salgo a las {hour}"),
    (pattern(rf"su (?:turno|jornada|horario|clase|trabajo) (?:termina|acaba|se acaba|concluye)(?: (?:a|hasta|como a) las?)? (?P<hour>{_FIGURE})"), "sale a las {hour}"),
    (pattern(r"(?:en|por) l(?:a|as) mananas? no puedo(?: (?:,|porque|es que|ya que|pues))*(?= (?:tengo|estoy|trabajo|salgo|ando|doy|me la paso)(?: [^ ,?]+){0,4} (?:hasta|a) las? )"), ","),
    (pattern(rf"(?:me la paso|la paso|ando|estoy|tengo|doy)(?: en)?(?: (?:la|el|mi))? {WORK} hasta(?= las? )"), "salgo a"),
    (pattern(rf"(?:a partir de|desde|hasta) (?P<hour>{_HOUR}) (?P<verb>salgo|sale)"), "a {hour} {verb}"),
    (pattern(rf"(?:no|nunca) (?P<verb>salgo|sale) (?:antes de|hasta) (?P<hour>{_HOUR})"), "{verb} a {hour}"),
    (pattern(rf"mi (?:turno|jornada|horario|clase|trabajo) (?:empieza|comienza|inicia)(?: (?:a|como a) las?)? (?P<hour>{_FIGURE})"), "entro a las {hour}"),
    (pattern(rf"(?P<verb>entro|entra|salgo|sale) (?:a|de) (?:la|el|mi|su) {WORK}|(?P<verb2>entro|entra|salgo|sale) (?:al|del) {WORK}"), "{verb}{verb2}"),
    (pattern(rf"(?P<verb>entro|entra|salgo|sale) a (?P<hour>{_HOUR}) (?:a|de) (?:la|el|mi|su) {WORK}"), "{verb} a {hour}"),
)  # fmt: skip
_NOT_UNTIL = r"(?:ya )?no (?:(?:voy|vamos) a )?(?:puedo|podemos|podre|podremos|podria|poder|estoy|estamos|estare|estaremos|regreso|regresamos|vuelvo|volvemos|alcanzo|tengo (?:tiempo|chance|dinero)|me desocupo)(?: (?:ir|poder|venir|llegar|asistir|estar|regresar|por aca|por alla|libre|disponible|aqui))* hasta"
_THEN = rf"(?:(?:proxim[oa]|este|esta|otr[oa]|dia|fin|mes|{DAY_NAMES}|[0-9]{{1,2}}|semana)(?: |$))"
_CANNOT: tuple[Rule, ...] = (
    (pattern(rf"{_NOT_UNTIL} el(?= {_THEN})"), "puedo a partir del"),
    (pattern(rf"{_NOT_UNTIL}(?= (?:la |despues |pasado |manana |{_THEN}))"), "puedo a partir de"),
    (pattern(r"no (?:maneja|sale|anda|ve|camina|viaja)(?: bien)? (?:de|en la) noche"), "no puede en la noche"),
    (pattern(r"no (?:manejo|salgo|ando|veo|camino|viajo)(?: bien)? (?:de|en la) noche"), "no puedo en la noche"),
    (pattern(rf"que (?:la cita )?no (?:me )?(?:choque|se cruce|se empalme|se junte) con (?:mi|el|la) {WORK}"), "quiero cita"),
    (pattern(rf"salgo a las? (?P<hour>{_FIGURE})(?: ,)*(?= (?:[^ ,?]+ ){{0,6}}de (?:las )?(?P=hour) en adelante )"), ""),
    (pattern(r"eso si ,"), ""),
    (pattern(r"(?:no|tampoco) la (?:armo|hago|libro)|(?:no|tampoco) (?:me|nos) es posible(?= (?:antes|despues|temprano|en|a) )"), "no puedo"),
    (pattern(rf"(?P<when>{_BOUND}) (?:ni modo|imposible|nada|nomas no|ni de chiste|ni hablar){_END}"), "{when} no puedo"),
    (pattern(rf"(?P<when>{_BOUND}) (?:ni modo|imposible|nada|nomas no|ni de chiste|ni hablar) ,"), "{when} no puedo,"),
    (pattern(r"no puedo , despues si(?= [,?]| $)"), "no puedo"),
    (pattern(rf"(?:sol[oa]|nomas|unicamente) (?P<when>de (?:las )?{_FIGURE} a (?:las )?{_FIGURE}) hay quien l[aeo]s? (?:lleve|traiga|acerque|acompane)"), "solo puede {when}"),
    (pattern(rf"(?:en (?:su|el) {WORK} )?(?:le|les) dan permiso(?= {_PERMITTED} )"), "puede"),
    (pattern(rf"(?:en (?:mi|el) {WORK} )?(?:me|nos) dan permiso(?= {_PERMITTED} )"), "puedo"),
    (pattern(rf"(?:(?:solo|nomas|unicamente) )?(?:tengo (?:permiso|libre|tiempo|chance)|(?:estoy|ando|quedo) (?:libre|desocupad[oa]))(?= {_PERMITTED} )"), "solo puedo"),
    (pattern(rf"(?:(?:solo|nomas|unicamente) )?(?:tiene (?:permiso|libre|tiempo|chance)|(?:esta|anda|queda) (?:libre|desocupad[oa]))(?= {_PERMITTED} )"), "solo puede"),
    (pattern(rf"puro(?= (?:(?:el|los) )?(?:{DAY_NAMES}) )"), "nomás"),
    (pattern(r"(?:,|y) (?:porque )?(?:los demas dias|los otros dias|el resto de la semana) (?:trabaj[oa]|no (?:puede|puedo)|esta ocupad[oa]|tiene (?:clases?|turno))(?= (?:[,?])| $)"), ","),
    (pattern(rf"(?P<until>(?:antes de|maximo a|a mas tardar a) {_HOUR}) (?:porque|ya que|pues|que) (?:ya )?(?:despues|luego|de ahi) [a-z]+(?: (?:al?|la|el|los|las|mi|su|[a-z]+)){{0,3}}(?= (?:[,?])| $)"), "{until}"),
    (pattern(rf"(?P<no>no|menos {_HOUR})(?: (?:,|porque|es que|ya que|pues))* a es[ae] hora (?:checo|entro|estoy|tengo|trabajo|voy|dejo|llevo|recojo|abro)(?: [^ ,?]+){{0,3}}(?= (?:[,?])| $)"), "{no}"),
    (pattern(rf"por (?:(?:mi|la|el|lo de|lo del|mis|mi horario de|el horario de) )*{_REASON}(?= (?:[,?])| $|(?= (?:me|nos) ))"), ","),
)  # fmt: skip
_THEY_CANNOT: tuple[Rule, ...] = (
    (pattern(r"(?:hay|tiene|tienen) quien l[aeo]s? (?:lleve|traiga|acerque|acompane)"), "puede"),
    (pattern(rf"(?P<kin>{_KIN}) (?:dice|dijo|avisa|comenta) que(?= (?:(?:los|el|en las?|por las?) )?(?:{DAY_NAMES}|mananas?|tardes?) )"), "{kin},"),
    (pattern(rf"(?:a (?P<kin>{_KIN}) )?(?:no|tampoco) (?:la (?:arma|hace|libra)|van? a poder|le (?:queda|conviene|acomoda|es facil)|puede)(?: (?:venir|ir|subir|bajar|salir|llegar|asistir))?"), "{kin} no puede"),
)  # fmt: skip
"""Of an appointment that there is, this gives it back or moves it."""
_WORDS = frozenset(
    "adelante delante partir saliendo salir regresando llegando recojo llevo dejo voy corro desocupo desocupamos camello chambeo labora laboro jalo talacheo ocupado ocupada asta sueltan suelta liberan libera libero liberamos dejan deja dan da desocupa libre turno jornada horario clase trabajo no tampoco ni imposible nada"
    " nomas hay permiso puro demas resto maximo tardar antes hora por entro entra salgo sale paso ando estoy tengo doy estudio checo checa llega llego regresa regreso vuelve vuelvo tiene esta anda queda quedo eso que maneja manejo ve veo".split()
)
_FROM_TO = re.compile(
    rf"(?:(?<=^)|(?<= [,?])|(?<= que)|(?<= pues)|(?<= yo)|(?<= porque)) (?:trabajo|estudio|mi (?:turno|horario|jornada)(?: de {WORK})?(?: (?:es|va|,))*|tengo clases|estoy en (?:la|el) {WORK}|ando en (?:la|el) {WORK}) de (?:las )?(?P<begin>{_FIGURE}) a (?:las )?(?P<end>{_FIGURE})(?: (?:toda la semana|todos los dias|entre semana|diario|diariamente|de lunes a (?:viernes|sabado)))*(?= )"
)
_AT_WORKS_END = re.compile(r"(?: (?:ya|nomas))? (?:saliendo|a la salida|al salir)(?= (?:[,?])| $)")
_WHICH_HOUR = re.compile(r" a que hora(?= (?:me|nos|la|lo|le) (?:pued|podr)\w* )")
_LEAVES = re.compile(r" (?:salgo|sale|entro|entra)(?= )")
_NOT_BOOKED = re.compile(
    rf" no (?:(?:me|nos|la) )*(?:vayan? a (?:poner|dar|agendar|mandar)|pongan?|agenden?|den?)(?: (?:la|una|mi))? citas? (?P<when>{_BOUND})(?= )"
)


def in_hours_known(text: str, context: UnderstandingContext) -> str:
    """A patient's text with the hours that it tells in the words that are known; as it is where it tells none."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or _WORDS.isdisjoint(message.words):
        return text
    new = context.state is not State.IDLE or (is_of_a_new_one(message) and is_new(message))
    theirs = _THEY_CANNOT if new else ()
    text = read_as(text, (*_HOURS, *theirs, *_CANNOT))
    message = Message.of(text)
    if not context.visits and (bounded := _NOT_BOOKED.search(message.flat)):
        message = Message.of(replaced(message, bounded, "quiero cita pero {when} no puedo"))
    if (busy := _FROM_TO.search(message.flat)) and _hour(busy["begin"]) > _hour(busy["end"]):  # into the afternoon
        message = Message.of(replaced(message, busy, "salgo a las {end}"))
    message = Message.of(as_wished(message.text, context))
    for idle in (_AT_WORKS_END, _WHICH_HOUR):
        if _LEAVES.search(message.flat) and (found := idle.search(message.flat)):
            message = Message.of(replaced(message, found, ""))
    return message.text


def _hour(said: str) -> int:
    return int(said.split(":")[0])
