"""A yes put together: every clause falls into phrases of closed classes, and one of them agrees by itself.

What agrees: a particle, an order to book or to confirm, one's own acceptance, what suits, that one comes, that what is
shown is right, or that nothing is to be changed. Around it courtesies, pleasure, whose it is and who else agrees. A word of no
class makes it none; so does a "no" but of no change, and a "si" that may be a condition. Of a proposal to book alone: said
of an appointment that exists, the same words may leave it as it is.
"""

from __future__ import annotations

from itertools import pairwise

from nlu.answers import yes_phrases as agreeing
from nlu.answers.made_of import MOST_WORDS, made_of
from nlu.answers.yes_phrases import ITS, THAT, WHOM, composed, formed, phrases
from nlu.words import closed_phrases as closed
from nlu.words.message import Message, found_once
from nlu.words.verb_forms import BOOKING

_MOST = 2 * MOST_WORDS
_DONE = r"(?:confirmad|agendad|apartad|reservad|anotad|apuntad|registrad|programad|asegurad|cerrad|separad|hech)[oa]s?"
_BOOKING = rf"{BOOKING}|guard|asegur|amarr|cierr"
_BOOK = rf"(?:{BOOKING}|confirm|guard|asegur|amarr|cerr)"
_IT = rf"(?:{THAT}|{ITS}|(?:ese|el) (?:lugar|espacio))"
_ASPECT = r"(?:(?:l[ao]|el|mi) (?:hora|horario|dia|fecha|propuesta|asistencia)|todo)"
_BY_NOW = r"(?: (?:ya|ahi|asi|entonces|pues|de una(?: vez)?|y listo|y ya|nada mas|no mas|tal cual|sin problema|con confianza))*"
_SURE = r"(?:(?:claro|por supuesto|desde luego|obvio|obviamente) que )?(?:si )?"

_ORDER = (
    rf"(?:(?:ya|no mas|nada mas|tan solo) )*(?:(?:{_BOOKING}|confirm)(?:a|e|as|es|an|en)(?:me|nos)?l[ao]|(?:{_BOOKING})(?:a|e|an|en)(?:me|nos)? {_IT}"
    rf"|(?:puede|pueden|puedes|podria|podrian|podrias) {_BOOK}(?:ar|ir)(?:me|nos)?la|(?:la )?(?:puede|pueden|puedes) {_BOOK}(?:ar|ir)"
    rf"|(?:favor de|quiero|queremos|quisiera|quisieramos|me gustaria|deseo) {_BOOK}(?:ar|ir)(?:me|nos)?(?:l[ao]| {_IT})"
    rf"|(?:quiero |queremos )?que (?:ya )?(?:me |nos )?la (?:{_BOOKING}|confirm)(?:es|en)"
    rf"|(?:quiero |queremos |pues )?que (?:ya )?(?:se )?qued[ea](?:n|mos)?(?: ya)? (?:asi|tal cual|{_DONE}|(?:con|en|para|a) {_IT})"
    rf"|dej[ae]n?(?:me|nos)?la(?: (?:asi|ahi|tal cual|{_DONE}))+|(?:considerel|del|dal|tengal)[ao] por {_DONE})"
    rf"{_BY_NOW}"
)
""" "Confírmenosla", "nomás regístrela y listo", "que ya quede apartada", "puede registrarla". Not "confírmeme la hora",
which asks for it."""
_ACCEPTS = r"(?:acept|autoriz|aprueb|admit|tom|agarr|apart|agend|reserv)"
_TAKEN = (
    rf"{_SURE}(?:(?:se la |la |lo )confirm(?:o|amos)|(?:yo |nosotros )?(?:(?:me|nos|se) )?(?:la|lo) {_ACCEPTS}(?:o|amos)|{_ACCEPTS}(?:o|amos) {_IT}|acept(?:o|amos) {_ASPECT}"
    rf"|(?:les? |te )?confirm(?:o|amos) (?:{_IT}|{_ASPECT})|(?:yo |nosotros )?(?:acepto|aceptamos|(?:me apunto|nos apuntamos|le entro|le entramos|jalo|jalamos)(?: (?:con|a|en|para) {_IT})?)"
    rf"|(?:la|lo) (?:quiero|queremos)|(?:quiero|queremos|me quedo con|nos quedamos con) {_IT}"
    rf"|(?:doy|damos|tiene|tienen) (?:mi|nuestra|nuestro|el|la) (?:confirmacion|visto bueno)|(?:la |lo )?(?:doy|damos) por {_DONE}"
    rf"|(?:estoy|estamos|todos estamos)(?: (?:muy|totalmente|completamente))? (?:de acuerdo|conformes?)(?: (?:en|con) (?:{_IT}|{_ASPECT}))?)"
)
""" "Se la confirmo", "por supuesto que acepto ese horario", "le entramos", "estoy de acuerdo en todo". Not "le confirmo",
which may be for later, nor what is said of the past."""
_AGREED = rf"(?:queda|quedan|quedamos)(?: (?:ya|en eso))?(?: {_DONE})?|confirmad[oa]s?(?: {_IT})?|ya quedamos"
_WELL = r"(?:(?:muy |super |bastante |mas que )?(?:bien|buen[oa]|correct[oa]s?|perfect[oa]s?|excelente|exact[oa]s?|ok|en orden|conforme)|de (?:maravilla|lujo|perlas)|al (?:cien|100))"
_SHOWN = (
    r"(?:todo|asi|ahi|(?:(?:los|mis|todos los|sus) datos|(?:la|esa) (?:cita|consulta|informacion)|(?:la|el) (?:hora|fecha|dia|horario) y (?:la|el) (?:hora|fecha|dia|horario))"
    r"|lo que (?:me |nos )?(?:puso|pusieron|pusiste|puse|anoto|anotaron|dice|dices|mando|mandaron|indica|escribio|propone|menciona))"
)
_PART = r"(?:(?:la|el|mi) (?:hora|horario|dia|fecha|nombre))"
_EXACT = r"(?:(?:muy |super )?(?:correct|perfect|exact)[oa]s?)"
_IS = r"(?:es|son|esta|estan|viene|vienen|queda)(?: (?:todo|muy))?"
_RIGHT = (
    rf"{_SURE}(?:{_SHOWN} {_IS} {_WELL}|{_IS} {_WELL} {_SHOWN}|(?:{_IS} )?{_WELL} (?:todo|asi)|{_PART} {_IS} {_EXACT}|{_IS} {_EXACT} {_PART}"
    rf"|es[aeo] (?:mer[oa]|merit[oa]|mism[oa])(?: (?:cita|hora|fecha|dia|horario))?(?: es)?|es es[ae]|es[ae] es|es (?:la|el|lo) (?:hora |dia |fecha )?que (?:yo )?(?:queria|queriamos|quiero|pedi|buscaba|necesito|ocupo))"
)
""" "Es correcta la hora", "los datos están bien", "esa mera es"."""
_FOR_ME = r"(?:(?:por|para|de) (?:mi|nosotros|nuestra|mi)(?: (?:parte|lado))?)"
_SUITS = rf"{_SURE}(?:{agreeing.SUITS}(?: {_IT})?|{_FOR_ME} (?:queda|queda asi|va|jala|dele|adelante|perfecto|{_IS} {_WELL})|suena {_WELL}|(?:eso |esa )?queda bien(?: para (?:me|mi|nosotros))?)"
_COMES_THEN = rf"{_SURE}(?:cuent[ae]n? (?:conmigo|con nosotros)|(?:asist|acud)(?:o|imos|ire|iremos)|nos presentamos|voy a (?:ir|asistir|acudir|estar|llegar))(?: (?:a|en|para) (?:la|mi|esa) (?:cita|consulta|hora)| {THAT}| sin falta| puntual)*"
""" "Cuente conmigo para esa cita", "sí asisto ese día"."""
_CHANGES = r"(?:cambios?|correccion(?:es)?|modificacion(?:es)?|observacion(?:es)?|ajustes?)"
_TOUCH = r"(?:muev|cambi|toqu|modifi(?:qu|c)|recorr|quit)(?:a|e|as|es|an|en)"
_UNCHANGED = (
    rf"(?:(?:ya|por favor|asi) )*no (?:(?:me|nos|se) )?(?:l[eao]s? )?{_TOUCH}(?:le|les)?(?: (?:nada|ya|mas|de nada))*"
    rf"|(?:ya )?no (?:tengo|tenemos|hay|veo|requiero|requerimos|necesito|ocupo|hace falta|habria)(?: (?:ningun|ninguna|mas|nada de))? {_CHANGES}(?: (?:que|por|para) (?:hacer|hacerle|pedir|pedirle|solicitar))?"
    rf"|sin (?:ningun |ninguna |mas )?{_CHANGES}|(?:no (?:hay |tengo |veo |le veo ))?nada que (?:cambiar|corregir|modificar|mover)(?:le|la)?|no le (?:cambio|muevo|cambiaria|moveria) nada"
    r"|(?:ya )?asi (?:dej[ae]n?(?:me|nos)?la|que (?:se )?quede|se queda|queda)"
)
""" "No le mueva nada", "no tengo cambios que hacerle", "sin cambios"."""
_TROUBLE = r"(?:problemas?|inconvenientes?|bronca|falla|objecion(?:es)?|pero|detalle|molestia|impedimento|pedo|queja)"
_NO_TROUBLE = (
    rf"(?:(?:pues|la verdad|por mi|de mi parte|por mi parte) )*(?:no (?:(?:le|les) )?(?:(?:tengo|tenemos|hay|habria|veo|vemos|encuentro|pongo)(?: (?:ningun|ninguna|mayor|nada de))?|es|seria|representa) {_TROUBLE}"
    rf"|(?:sin|ningun|ninguna|cero)(?: (?:ningun|ninguna))? {_TROUBLE})(?: (?:con (?:{THAT}|la hora|el horario|el dia|la fecha)|(?:por|para) mi|en (?:ir|asistir|llegar)))?"
)
""" "No le veo problema", "no hay bronca", "sin inconveniente": with it, the only "no" of a yes."""
_NOTHING_BETTER = r"(?:(?:pues|pos|bueno|ni modo) )*(?:(?:ya que|como|si|pues si|aunque) )?(?:ya )?no (?:hay|queda|habia|encuentro|tiene|tienen)(?: (?:de otra|nada mejor|nada mas|otra|otro|mas|otra opcion|otra hora|nada antes|mas remedio|(?:nada |algo )?(?:mas )?(?:temprano|tarde|antes|pronto|cerca)))"
""" "Ya que no hay de otra": what makes somebody agree."""

_PARTICLES = (
    agreeing.YES
    | composed("andele,andale,orale,sale,va,venga,sea,arre,camara,dale,dele,adelante", "pues")
    | composed("claro,por supuesto,desde luego,simon,obvio,afirmativo,andele", "-,que si")
    | phrases(
        "sea, sea asi, asi sea, que asi sea, trato hecho, camara, ya estas, tal cual"
        ", asi tal cual, asi mero, con todo gusto si, va que va, pues si, si pues, claro claro, aprobado"
    )
) - closed.ACKNOWLEDGED
_ALSO = r"(?:como|lo que) (?:(?:usted|ustedes|tu|me|le) )?(?:diga|digas|digan|mande|manden|guste|gusten|vea|vean)|pues si verdad|se (?:acepta|aprueba|autoriza|confirma)|(?:queda|quedo)(?: (?:ya|entonces))* (?:aceptad|aprobad|confirmad)[oa]|(?:le|les) confirmo que si|cuente con que si|de acuerdo en todo|(?:quedamos|quedo) (?:en|con) (?:eso|esa)|(?:pues|entonces|ni modo|pues ni modo) (?:esa|ese)|(?:esa|ese) (?:pues|entonces)|pues (?:si |ya que )(?:ya )?no hay (?:de otra|mas remedio)"
_CORE = (
    formed("|".join((_ORDER, _TAKEN, _AGREED, _RIGHT, _SUITS, _COMES_THEN, _UNCHANGED, _NO_TROUBLE, _ALSO)), _PARTICLES)
    | agreeing.IS_THERE
)
"""Each agrees by itself."""

_OTHERS = rf"{WHOM} (?:tambien )?(?:esta de acuerdo|dice que si|dijo que si|puede(?: ir)?|acepta|esta conforme|queda conforme)|(?:todos|los dos|mi {WHOM} y yo) estamos de acuerdo"
_WHOSE = r"(?:a|con) (?:ese|el mismo) nombre"
_LOOKED = r"ya (?:l[ao]s? )?(?:revise|cheque|vi|lei|verifique|revisamos|checamos|vimos)(?: (?:bien|todo|los datos|la hora|la fecha|mi agenda))*"
_PLEASED = r"(?:con|encantad[oa]s? y con) (?:(?:todo|mucho) )?(?:gusto|placer)|encantad[oa]s?|quedo (?:confirmad|anotad|apartad|agendad|apuntad|registrad)[oa]"
_CROWD = formed("|".join((_OTHERS, _WHOSE, _PLEASED)))
_THEN = formed(rf"{THAT}|ahi|alla|asi|entonces|pues|de una(?: vez)?")
_HEARD = formed(
    r"llego|llegamos|llegare|llegaremos", agreeing.phrases("y, asi, que siempre si, todo bien, listo, por mi, si")
)
RESIGNED = formed(rf"{_NOTHING_BETTER}|ni modo(?: que)?")
_AROUND = (
    RESIGNED
    | agreeing.COMES
    | agreeing.WILL_COME
    | _THEN
    | _CROWD
    | _HEARD
    | closed.GRATEFUL
    | (
        agreeing.GLAD
        | agreeing.PLEASED
        | agreeing.YES
        | closed.ACKNOWLEDGED
        | closed.NO_MATTER
        | closed.LEADS
        | closed.POLITE
        | closed.GREETINGS
        | (closed.THANKS - {("igual",)})
    )
)
"""What may stand around it, and changes nothing."""
_BEFORE = _AROUND | formed(_LOOKED)
"""The same before what agrees: "sí, ya vi" may be no more than a yes to that."""
_NONE = phrases("")
_AFTER_SI = formed(_ORDER) | (agreeing.SLANG | closed.THANKS | closed.POLITE) | phrases("claro, por favor")


@found_once
def is_agreement(message: Message) -> bool:
    """Whether a whole message is such a yes."""
    if message.odd or message.asks or not 0 < len(message.words) <= _MOST or _may_be_if(message):
        return False
    agrees = False
    for clause in message.clauses():
        words = tuple(
            word for i in clause if message.tokens[i].kind != "emoji" for word in message.tokens[i].text.split()
        )
        if not words:
            continue
        if words[-1] == "y":
            return False
        before = _AROUND if agrees else _BEFORE
        if made_of(words, _CORE, before, _AROUND):
            agrees = True
        elif not made_of(words, before, _NONE, before):
            return False
    return agrees


def _may_be_if(message: Message) -> bool:
    """Whether a "si" without its accent, and with no mark behind it, may put a condition: before an order or a courtesy it
    does not."""
    if any(a.text == "y" and b.raw.casefold() == "si" for a, b in pairwise(message.tokens)):
        return True
    for place, token in enumerate(message.tokens[:-1]):
        if token.raw.casefold() != "si" or message.tokens[place + 1].kind != "word":
            continue
        rest = tuple(word for one in message.tokens[place:] if one.kind == "word" for word in one.text.split())
        ends = range(1, len(rest) + 1)
        if not any(rest[1:n] in _AFTER_SI or rest[:n] in closed.POLITE for n in ends):
            return True
    return False
