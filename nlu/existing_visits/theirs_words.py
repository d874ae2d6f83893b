"""The words by which an appointment that exists is spoken of, and those that say what is to become of it."""

from __future__ import annotations

import re
from enum import Enum

from nlu.naming.name_words import MY_RELATIVE as _KIN
from nlu.when.words import DAY_NAMES
from nlu.words.verb_forms import ENDING, MOVING

_THING = r"(?:citas?|sitas?|citita|consultas?|turno|revision)"
_DAY = rf"(?:el |este |ese |proximo )*(?:{DAY_NAMES}|hoy|manana|pasado|dia|[0-9])"
HAVE = r"(?:teng(?:o|amos)|ten(?:ia|ian|emos|iamos|iendo)|tra(?:igo|emos|ia|iamos)|hice|hicimos|(?:saqu|agend|apart|reserv|program)e|(?:sac|agend|apart|reserv|program)amos|ped(?:i|imos))"
GIVEN = (
    r"(?:(?:me|nos|le|les) (?:dieron|dio|habian dado|habia dado|apartaron|agendaron|pusieron|programaron|asignaron|anotaron|apuntaron|toca|tocaba|quedo|hicieron (?:el )?favor de dar(?:me|nos)|acab\w+ de dar)"
    r"|se (?:me|nos|le) (?:aparto|agendo|dio|programo|asigno|reservo|habia (?:apartado|agendado|dado)))"
)
ONE_OF_THEIRS = re.compile(
    rf" (?:(?:mi|mis|nuestra|nuestras) (?:(?:proxima|siguiente|unica) )?{_THING}"
    rf"|(?:la|las|esa|su) {_THING}(?= (?:de {_KIN}|del? {_DAY}|de las? |de ese dia|que (?:yo )?(?:{HAVE}|{GIVEN}|es|era|quedo|iba|esta)|a la que iba|programada|agendada))"
    rf"|(?:la|el|lo)(?= de {_KIN} )|lo(?= del? {_DAY})|(?:la|lo)(?= que (?:{HAVE}|{GIVEN}) )|(?:la|lo)(?= que (?:tiene|tenia) {_KIN} )"
    rf"|(?<! no )(?:{HAVE}|{_KIN} (?:ya )?(?:tiene|tenia)|{GIVEN}|me agendaron)(?: ya)?(?: {_KIN} y yo)?(?: una?| la| mi)? {_THING}|{_THING}(?= (?:de )?{_KIN})|{_THING}(?= que (?:{HAVE}|{GIVEN}))"
    rf"|quede de ir|la (?:tengo|tenia|tenemos|traigo)(?= (?:hasta|para|programada|agendada|apartada) )|{GIVEN}(?= (?:el|para el|hoy|manana|a las?) )|(?:a )?la hora que (?:{GIVEN}|habiamos quedado|quedamos)|(?:la|de) fecha que {GIVEN}|su {_THING}"
    rf"|(?:alguna )?{_THING} a (?:mi nombre|nombre de)|(?:estoy|estamos|esta|aparezco|aparecemos)(?: ya)? (?:agendad|anotad|apuntad|registrad|citad|programad|en la agenda)\w*)(?= )"
)
""" "Mi cita", "la del lunes que tengo", "lo de mi suegra", "la que me dieron"."""
SPOKEN_OF = re.compile(
    rf" (?:(?:a|en|para) la {_THING}|la(?= (?:de (?:hoy|manana|las? [0-9]+|pasado)|del? {_DAY}) )|en (?:vez|lugar)(?= del? )|asisto|asistire|asistiremos|cuent[ae]n? conmigo|ahi l[oe]s (?:veo|caigo))(?= )"
)
""" "No llego a la consulta", "asistiré mañana": one that there is, where something is to become of it."""
OWN = re.compile(rf" (?:mi|nuestra) {_THING}(?= )")
ANOTHERS = re.compile(rf" (?:la|el|lo|{_THING}) de {_KIN}(?= )")
NEW_ONE = re.compile(
    rf" (?:otra {_THING}|{_THING} nueva|nueva {_THING}|(?:hacer|sacar|agendar|pedir|hacerle|sacarle) (?:una |otra )?(?:nueva )?{_THING}|(?:quiero|necesito|ocupo|quisiera|deme|dame|me da) (?:una )?{_THING}(?! (?:que|de))|otra para|(?:ponme|dame|agendame|apartame|ponganme) otra|(?:despues|antes|luego) de (?:mi|la mia|la de mi|nuestra)|una nueva|me la (?:puede[ns]? |podria[ns]? )?(?:dar|da|dan|quedo)|(?:la|el|lo) (?:suy[oa]|mi[oa])|las dos|ambas|tambien (?:quiero|necesito|ocupo)|y (?:quiero|yo quiero) una)(?= )"
)
ON_CONDITION = re.compile(
    r" (?:(?<!que )si (?:no )?(?:hay|(?<!todavia )se puede|tienen?|puede[ns]?|alcanz\w+|se desocupa|llego|llegara)|me avis\w+|avis(?:a|e|en|as|enme|ame|eme|enos)|en caso de)(?= )"
)
OF_THE_PAST = re.compile(
    r" (?:se (?:me|nos|le) (?:paso|olvido)|ayer|antier|anteayer|anoche|pude|pudimos|falte|faltamos|(?:semana|mes|vez|cita|consulta) pasad\w+|ultima vez|fui|fuimos)(?= )"
)
PUT_ELSEWHERE = re.compile(rf" (?:{MOVING}|pas|pong?|dej)(?:a|e|an|en|ar)?(?:me|nos|se)?l[ao](?= )")
CHANGED = re.compile(rf"(?:{ENDING}|{MOVING})\w*")
NOT = frozenset("no ni nunca jamas tampoco ningun sin".split())
INSTEAD_OF = re.compile(rf" en (?:vez|lugar) (?:de|del)(?: (?:el|la))? (?:{DAY_NAMES}|hoy|manana|pasado|dia|[0-9])")
""" "¿Puedo ir el jueves en vez del viernes?": on the Friday there is one."""
POLITE_NO = re.compile(r" no (?:(?:me|nos|se|le) )*(?:l[aeo]s? )?(?:pued|podr|pudier|habr)")
""" "¿No me la podrán dejar a las 6?" asks for it."""
BY_SO_MUCH = re.compile(
    r" (?:media|un par de|una|dos|tres|unas|unos|[0-9]+) (?:horas?|horita|minut\w+|dias?|semanas?|rato) (?:mas|despues|antes|tarde|para)(?= )"
)
""" "Una hora más tarde": counted from when it is now."""
OF_SEVERAL = re.compile(r" (?:todas|ambas|menos|excepto|salvo)(?= )")
""" "Todas menos la del martes": which are meant is for others to read."""
ASKS_FOR_IT = re.compile(r" (?:(?:pued|podr|pudier|habr|tien|tendr|recib|dej)\w*|hay|que tal|chanc?[ez]a?)(?= )")
""" "¿Se puede el viernes?", "¿qué tal el 16?"."""
HAS = re.compile(rf" (?:{HAVE}|tendre|{_KIN} (?:tiene|tenia))(?: ya)?(?: yo)?(?: una| alguna)? {_THING}(?= )")


class Deed(Enum):
    """What is to become of an appointment."""

    ENDS = "ends"
    MOVES = "moves"
    CANNOT = "cannot"
    COMES = "comes"
    ASKED = "asked"


_ENDS = (
    rf"(?:{ENDING}|desapart|deshac|deshag)\w*|(?:(?:que )?qued\w+ )?sin efecto|(?:hay|habra|tengo|tenemos) que(?= (?:{ENDING}))|de baja|siempre (?:ya )?no|(?:ya )?no (?:la |lo )?(?:(?:voy|vamos|va|van) a )?(?:ocup|necesit|requier)\w*(?: ya)?|(?:cancelada|anulada|eliminada|borrada)(?= (?:,|por|porfa|plis|gracias|ya))|(?:cancelada|anulada|eliminada|borrada)(?= $)|(?:esa|esta|esa cita) ya no|ya ni al caso|(?:ya )?no (?:me |nos )?(?:hizo|hace|va a hacer) falta"
    r"|ya no (?:va a|van a|vamos a|voy a)(?: (?:ocupar|necesitar|ir|poder ir|asistir|querer))?|ya no (?:voy|va|vamos|van|iremos|ire|quiero|quiere)|(?:ya )?se l[ao]s? (?:pueden|puede) dar a (?:otra|otro|alguien)(?: persona| paciente| mas)?"
    r"|(?:ya )?no se (?:va a|vaya a) (?:hacer|poder)|(?:que )?quede cancelad[ao]"
)
_MOVES = (
    rf"(?:{MOVING})\w*|hacer(?:me|nos)?l[ao]|(?:pas|pong?|dej|corrig|correg|brinc|brinqu|ech)(?:a|e|ar|er|en|an|as|es|ara|aran|ase|aria|emos|ir|i[jr]\w*)(?:me|nos|le|se)?(?:l[ao]s?)?|(?:que )?(?:ahora )?(?:sea|fuera|fuese|quedara|quede|caiga)|(?:puede|podria|podra|pueda) (?:ir|ser|venir)|otr[oa] (?:dia|hora|horario|fecha)"
    r"|(?:(?:un|unas|dos|tres) )?(?:poco|tantito|horas?|ratito)? ?(?:mas (?:tard\w+|tempran\w+|pronto|noch\w+|al ratito)|antes|despues)|(?:la|lo) (?:quiero|quisiera|queria|prefiero|necesito|ocupo|quero)|prefier\w+|preferiria|mejor|anticip\w+|cambio"
)
_CANNOT = (
    r"(?:ya )?no (?:(?:me|nos|se|lo|la|creo) )*(?:voy|vamos|va|van|puedo|podemos|puede|podre|podra|podremos|llego(?! (?:la|el|un|una|ningun|ninguna|mi|nada|su) )|llega|llegamos|alcanzo|alcanzamos|asisto|asistire|ire|iremos|armo|arma|dan permiso|da tiempo|libero)"
    r"(?: a)?(?: (?:poder|estar|tener|alcanzar))?(?: a)?(?: (?:ir|asistir|llegar|venir|acudir|estar))?|imposible|(?:va a )?(?:estar|esta|es) dificil|se (?:me|nos|le) (?:complic|atraves|junt|cruz|hizo|poncho)\w*|me salio un(?:a)? \w+|fuera de la ciudad|no tengo (?:como|en que) ir|no voy a tener en que ir|me queda muy mal"
)
_COMES = (
    r"(?:si|seguro que|claro que(?: si)?|por supuesto que|que conste que si|yo si) (?:(?:me|la|le) )*(?:voy|vamos|va|van|ire|iremos|asisto|asistire|asistiremos|llego|llegamos|estare|caigo|jalo|armo|presento)(?: a)?(?: (?:ir|asistir|estar|llegar))?"
    r"|(?:ahi|alla)(?: (?:les?|los|nos|mero))? (?:estare|estaremos|estoy|nos vemos|vemos|veo|caigo|llego|andare|andamos|voy)|cuent[ae]n? conmigo|(?:me )?presento a|asistire|asisto|no (?:voy|vamos|vayan)(?: a)? (?:faltar|fallar|quitar)|confirm\w+|asegurad[ao]|jalo|como quedamos|para avisar\w* que si llego|voy a (?:ir|estar|asistir)|como no voy a ir"
)
_ASKED = (
    r"(?:cuando|a que horas?|a las cuantas|que dia|que fecha|en que fecha|con quien|con que (?:doctora?|medic[oa])|que doctora?|para cuando|que hora)(?: \w+)?|(?:sigue|siguen|quedo|esta) (?:en pie|agendad\w|registrad\w|apartad\w|confirmad\w|programad\w|firme|para)?"
    r"|aparezco|aparecemos|(?:hay|existe) alguna|(?:no )?(?:me )?(?:acuerdo|recuerdo)(?: si)?|apunte(?: la fecha)?|(?:verificar|saber|checar|confirmar|preguntar) si|los datos|me (?:la )?repite|cuantas|me urge que me digas si|papelito donde anote"
)
DEEDS: tuple[tuple[Deed, re.Pattern[str]], ...] = tuple(
    (deed, re.compile(rf" (?:{words})(?= )"))
    for deed, words in (
        (Deed.ENDS, _ENDS),
        (Deed.CANNOT, _CANNOT),
        (Deed.MOVES, _MOVES),
        (Deed.COMES, _COMES),
        (Deed.ASKED, _ASKED),
    )
)
