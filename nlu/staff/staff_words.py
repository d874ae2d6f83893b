"""What staff say around a request that asks for nothing of its own, and what limits one."""

from __future__ import annotations

import re
import unicodedata

from nlu.naming import names
from nlu.staff.staff_act_words import BUSY_WITH
from nlu.when.words import MONTHS, WEEKDAYS
from nlu.words.message import SPELLING, Message, plain, tidy
from nlu.words.statements import CLITICS, clauses_of, denies_what_is_told, lists, tells
from nlu.words.word_sets import word_set

FILLER = word_set("""a al con de del el en es la las le lo los para por que se su sus y e ya o un una unos me nos te mi
    mis tu hay cita citas consulta consultas paciente pacientes senor senora sra sr srta senorita senores don dona
    doctor doctora dr dra doc quien quienes cual cuales cuando cuantos cuantas cuanto como donde hora horas dia horario
    hola oye oiga ver favor porfa gracias puedes podrias puede pueden podemos podras quiero necesito ocupo quisiera
    tiene tienes tengo tenemos tienen va vas voy venir viene vienen esta estan este esto ese esa estas todo toda todos
    todas ahora ahorita luego hoy nuevo nueva nuevos proximo proxima primer primero primera ultimo ultima libre libres
    disponible disponibles quedan queda lugar espacio espacios hueco huecos dame dime pasa pasas pasame manda mandame
    ensename muestrame revisa checa checame fijate mira lista agenda agendas agendado agendada agendados llega llegan
    ver faltan falta toca tocan veo atender atiendo seguimiento apellido llama nombre sistema aqui alguien algo avisa
    aviso hablo llamo dice dijo cliente alta baja tambien mas son sea seria hacer haz das da dan dale pendiente
    pendientes mejor registro persona quiere sabes saber numero anda lleva llevo yo mio mia mios mias solo solamente
    nomas nada bueno buenos buenas buen dias tardes noches perdon disculpa please plis ok andale urge ocupamos
    necesitamos queremos quiera hubiera habra tendra tendras tenga tendria dado traigo suyo suya cualquiera cualquier
    quien sea sean acaba ahi alla entonces pues mero ayuda ayudame ayudas haces hace hazme jefe jefa jefecita amiga
    senito porfavor cuenta digo te total hasta nuestra nuestro nuestros gente ustedes cita checar revisar consultar
    decirme decir apenas rapido rapidito llegar muy cargado cargada pesado tranquilo venga vengan porfas estimado
    estimada tel cel telefono celular""")
"""What may stand around a request without asking for anything of its own."""
_IN_ORDERS = word_set("siguiente primer primera primero ultimo ultima hasta nada quien quienes cuantos cuantas cual")
"""Of these, what asks for something where something is to be done."""
_IN_QUESTIONS = word_set("nuevo nueva nuevos seguimiento")
"""Of these, what says which of them are asked about."""
LIMITS = re.compile(
    r"\b(?:menos(?! (?:cuarto|cinco|diez|veinte|veinticinco|\d))|excepto|excepcion|salvo|quitando|aunque|mientras|hasta que|a menos"
    r"|siempre que|siempre y cuando|en caso|solo si|si(?! (?:me |nos )?(?:puedes?|pueden|podrias?|haces|gustas?)\b)|pero|cada|diari[oa]|diariamente|sin(?! falta)|ni|tampoco"
    r"|junto con|ademas de|en lugar|en vez|cuando)\b[^,;\n]*"
)
"""From an exception, a condition or a repetition on, as far as the clause goes."""
EVERY_DAY = re.compile(r"\btodos los dias\b")
"""Of what is to be done once: how often is left over."""
PASSING = re.compile(
    r"^ *(?:si|no)(?= *,)|^ *y si(?= )|\bno (?:me )?(?:acuerdo|recuerdo|importa|urge|se(?= (?:bien|el|su|como|cual|que|quien|si)\b))\b(?: (?:bien|de(?:l| su)?|el|su|la|lo|como|quien|con|doctor|doctora|hora)\b)*"
    r"|\b(?:ver|checa|checame|dime|revisa|sabes|saber|fijate|preguntar|que|dime) si\b|\bsiempre (?:si|no)\b(?! (?:trabaj|veng|atiend|voy|vamos|va\b|viene|abr|se abre|labor))|\bno (?:hagas|muevas|canceles|cambies|borres|quites|agendes|pongas) nada(?= *(?:[,.;]|$))"
    r"|\b(?:hablo|llamo|marco|aviso|escribio|comento|mando (?:a )?decir|dijo|dice) (?:(?:para|a) (?:avisar|decir) )?(?:de )?que (?:ya )?no (?:puede|va a poder|podra|alcanza|va a alcanzar)\b(?: (?:venir|llegar|asistir))?(?= *(?:[,.;]|$))"
    r"|\bno mas\b|\bpor lo menos\b|\bno(?= +(?:sea|seas|vaya) )|\bni modo\b|\bsin falta\b|\bsi por favor\b|\bde una vez\b|\b(?:otra vez|de nuevo|nuevamente)\b|\b(?:tengo|esta) (?:a |aqui )?.{0,30} en (?:la )?(?:linea|otra linea|el telefono)\b"
)
""" "No me acuerdo del apellido", "no canceles nada": they ask for nothing."""
_PUT_TO_US = r"(?:(?:por favor|ya|mejor|se) )*(?:les?|me|nos|sel[ao]s?|l[ao]s?|pueden?|podemos|podamos|podrian?|podriamos|puedan|hay (?:chance|forma|manera) de)"
REPORTED = re.compile(
    r"\b(?:(?:me|nos) )?(?:(?:esta |anda )?(?:pid|dic)iendo|pid(?:e|en|io|ieron)|dic(?:e|en)|dij(?:o|eron)|quier(?:e|en)|quisiera|quería|queria|prefiere|desea|solicit(?:a|an|o|aron)|necesita|ocupa|pregunt(?:a|an|o|aron)"
    r"|(?:pregunt|solicit)ando|para (?:pedir|preguntar|decir))"
    rf"(?: por favor)?(?: que si| que| si)(?= {_PUT_TO_US}\b)"
)
""" "Elena pide que le recorran su cita", "pregunta si se la pueden mover": whoever is named asks for it, and the order is
what comes behind."""
CANNOT_COME = re.compile(
    r"\b(?:(?:dice|dijo|avis[oa]|aviso) que )?(?:(?:ya|siempre) )*no (?:puede|podra|va a poder|alcanza|alcanzara|va a alcanzar|le da tiempo|le queda|va a estar)"
    r"(?: (?:a )?(?:venir|llegar|asistir|ir|acudir|presentarse))?\b(?! (?:[a-z]{2,}(?:ar|er|ir)(?:l[aeo]s?|se|sel[ao]s?)?|que|si)\b)"
)
""" "Iván ya no puede el martes", beside an order about that appointment: why, and which."""
FOR_SOONER = re.compile(
    r"\b(?:por )?si (?:se )?(?:abre|libera|desocupa|hay|sale|queda) (?:algo|alguno|un (?:lugar|espacio|hueco|horario))(?: libre)?"
    r"(?: (?:mas (?:pronto|temprano)|antes(?: de (?:su|la) (?:cita|consulta)(?! del? | que ))?))?(?! del? )\b"
)
""" "Por si se abre algo antes", of who is put on the waiting list: what the list is for."""
ONE_MORE = re.compile(
    r"\botra(?: (?:cita|consulta))?(?: (?:mas|nueva))?(?! (?:hora|vez|fecha|semana|persona|doctora|opcion|sucursal|paciente))\b"
    r"|(?: ?, ?)?\b(?:ademas|aparte|encima|sin (?:mover|quitar|tocar|cancelar|cambiar)(?:le)?)(?: de)? (?:la|las|su|sus)(?: otras?)?(?: (?:citas?|consultas?))?(?: (?:que )?ya)?(?: que)?(?: (?:tiene|tenia))?(?: ya)?\b"
)
""" "Otra cita", "además de la que tiene": what there is stays as it is."""
AWAY = re.compile(
    rf"\b(?:(?:tengo|tiene|tenemos|hay|voy a|va a) {BUSY_WITH}"
    r"|para (?:comer|descansar|(?:ir (?:a|al) )?(?:un|mi|la|el) (?:tramite|comida|banco|dentista|gimnasio|escuela))"
    r"|(?:termino|termina|salgo|sale|acabo|acaba|me voy|se va) (?:mas )?temprano)\b"
)
""" "Tengo congreso", beside an order: why, and no more."""
OVERBOOKS = re.compile(
    r"\b(?:(?:en|de|como|con|un|por) ){0,2}sobrecupo\b|\bencimad[oa]s?\b"
    r"|\baunque (?:ya )?(?:(?:este|se encuentre) (?:ocupad[oa]|llen[oa])|no haya (?:lugar|espacio|cupo)|se (?:encime|empalme)n?)\b"
)
""" "De sobrecupo", "aunque esté ocupado": the time may be taken all the same."""
_HIM = r"(?: (?:al? (?:el |la )?pacientes?|a ell[ao]s?|a el|nada|por (?:whatsapp|mensaje|aqui)))*"
_NOTICE = r"(?:(?:el|un|ningun) )?(?:mensaje|aviso|whatsapp)"
UNTOLD = re.compile(
    r"(?:\b(?:y|pero|que)\s+)?\b(?:"
    rf"sin (?:que (?:se )?(?:le|les) avisen?|avisar(?:les?|sel[oa]s?)?|notificar(?:les?)?|mandar(?:les?)? {_NOTICE})"
    rf"|no (?:(?:les?|se l[oa]) )?(?:avises|avisen|notifiques|notifiquen|mandes {_NOTICE})"
    r"|yo (?:ya )?les? (?:avis[eo]|dig[oe]|dije|llamo|llame|marco|marque)|ya les? (?:avise|avisamos)"
    rf"|(?:el|la) paciente ya (?:lo )?sabe|ya (?:lo )?sabe (?:el|la) paciente)\b(?! que\b)(?: yo| por telefono)*{_HIM}"
)
""" "Sin avisarle", "no le avises", "yo le aviso": the patient is not to be written to."""
TOLD_TOO = re.compile(
    rf"(?:\b(?:y|pero)\s+)?\bavis(?:ales?|arles?|enles?)\b{_HIM}(?=\s*(?:[,;]|$|(?:por favor|porfa|gracias)\b))"
)
""" "Y avísale": so it is in any case. Whoever is named may be somebody else."""
_TIME = frozenset(
    {*WEEKDAYS, *MONTHS, *"hoy manana tarde semana semanas mes meses ano anos dias quincena medio".split()}
)
_SPELLED = {
    short: long for short, long in SPELLING.items() if short not in ("dr", "dra", "drs", "doc", "ola", "gracia", "ai")
} | {"mñn": "mañana", "mñna": "mañana", "mñana": "mañana", "d": "de"}
_THIS_WEEK = re.compile(
    r"\b([Dd]e|[Ee]n|[Pp]ara|[Tt]oda|[Ee]st[aá]) la semana\b(?! (?:que|pasada|pr[oó]xima|siguiente|entrante))(?! del? (?!(?:la )?[Dd](?:ra?\b|octor)))"
)
_BUT_AT = re.compile(r"\bpero (?=a las? (?![^,;\n]*\bno\b))")
""" "El 2 pero a la 1": the hour of it."""
_WORD = re.compile(r"(?<![^\W\d_])(?!he \w+(?:[ai]d|ist|ech)o\b)[a-zñ]{1,9}(?![^\W\d_])")


def tidied(text: str) -> str:
    """The text with chat spelling undone: "q" is "que"."""
    one = " ".join(tidy(text).split())
    spelled = _BUT_AT.sub("", _WORD.sub(lambda found: _SPELLED.get(found[0], found[0]), one))
    return _THIS_WEEK.sub(r"\1 esta semana", spelled)


def even(text: str) -> str:
    """Small letters without accents and marks, each in its place; commas and the like are kept."""
    folded = "".join(unicodedata.normalize("NFKD", letter)[0].lower()[:1] for letter in text)
    return re.sub(r"[¿?¡!\"«»()]|(?<!\d)[.:]|[.:](?!\d)", " ", folded)


def blank(text: str, start: int, end: int) -> str:
    return f"{text[:start]}{' ' * (end - start)}{text[end:]}"


def is_light(word: str, *, order: bool) -> bool:
    """Whether a word asks for nothing of its own; `order`: where something is to be done."""
    return word in FILLER and word not in (_IN_ORDERS if order else _IN_QUESTIONS)


def stories(text: str, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stretches of clauses that only tell of something, "es la fiesta de mi hija", and hold nothing of what is
    `taken`: no name, number or time to come stands in them."""
    message, found = Message.of(text), []
    for clause in clauses_of(message):
        start, end = message.tokens[clause.start].start, message.tokens[clause.stop - 1].end
        if any(first < end and start < last for first, last in taken) or not tells(message, clause):
            continue
        if not any(_weighs(message, clause, index) for index in clause):
            found.append((start, end))
    return found


_TELLS_TO = re.compile(r"[a-z]{2,}[ae](?:me|nos|les?|los?|las?|sel[oa]s?|mel[oa]s?)")
""" "Háblale", "mándaselas": something to be done."""


def _weighs(message: Message, clause: range, index: int) -> bool:
    token = message.tokens[index]
    if token.kind != "word":
        return token.kind in ("number", "odd")
    word = token.text
    if word in ("no", "ni"):
        return not denies_what_is_told(message, clause, index)
    if word in CLITICS:
        return False
    if _TELLS_TO.fullmatch(word):
        return True
    named = token.raw[:1].isupper() and not message.text.isupper() and index > 0
    return named or word in _TIME or word in lists()["weighty"] or names.begins_given(plain(word))


def asks_for_nothing(text: str) -> bool:
    """Whether a sentence only tells of something, or is courtesy."""
    said = tidied(text)
    bare = even(said)
    for start, end in stories(said, []):
        bare = blank(bare, start, end)
    for found in PASSING.finditer(bare):
        bare = blank(bare, *found.span())
    return all(is_light(word, order=True) for word in re.findall(r"\w+", bare))
