"""What a doctor asks of their own patients' records: what is written down of somebody ("qué apunté de Iván", "notas de Ana",
"qué le pasa a Carlos"), and who had an ailment ("quién era el de la espalda", "a quién vi por presión alta")."""

from __future__ import annotations

import re

from booking.intents import UseTool
from booking.models import Role, UnderstandingContext
from nlu.naming import names
from nlu.staff.staff_acts import CONTEXT
from nlu.staff.staff_words import even, tidied
from nlu.when import read_spans
from nlu.words.message import plain

_LONGEST = 200
_LONGEST_NAME, _LONGEST_AILMENT = 5, 8
_LEAD = (
    r"(?:(?:oye|oiga|hola|buenas|buenos dias|a ver|y|pues|por favor|perdon|(?:me )?(?:puedes|podrias) (?:decir|dar|mostrar|ensenar|pasar|buscar)(?:me)?"
    r"|dime|dame|muestrame|ensename|pasame|recuerdame|buscame|busca|busque|encuentra|checa|checame|revisa|ver|quiero (?:ver|saber)|necesito (?:ver|saber)?|quisiera (?:ver|saber)|sabes|no me acuerdo|no recuerdo)\W+)*"
)
_LAST = r"(?:(?:en )?(?:la|su) (?:(?:ultima|otra) (?:vez|consulta|cita|visita)|(?:vez|consulta|cita|visita) (?:pasada|anterior))(?: que (?:vino|lo vi|la vi))?|ultimamente|antes|por favor|porfa|gracias)"
_TAIL = rf"(?:\W+{_LAST})*\W*"
_WHO = r"(?:(?:el|la) )?(?:(?:senora?|sra?|don|dona|joven|nin[oa]|paciente|pacientito) )?(?P<who>[^,;?]+?)"
_TITLE = r"(?:(?:el|la|al) )?(?:(?:senora?|sra?|don|dona|joven|nin[oa]|paciente) )?"
_DOCTOR = r"(?:el |la )?(?:dra?|doctora?)(?: [a-z]+)?"
_WROTE = r"(?:apunt|anot|escrib|registr|diagnostiqu|diagnostic|recet|indiqu|encontr|encontre)(?:e|i|o)|puse|di|dije|mande|deje|receto|dijo|puso|apunto|anoto"
_NOTES = r"(?:notas?|apuntes?|anotaciones|historial(?:es)?|historia|expedientes?|diagnosticos?|antecedentes|motivos?(?: de (?:consulta|la consulta|visita))?)(?: (?:clinic|medic)[oa]s?)?"
_OF_SOMEBODY = tuple(
    re.compile(rf"\W*{_LEAD}(?:{words}){_TAIL}")
    for words in (
        rf"que (?:le |se )?(?:{_WROTE})(?: {_DOCTOR})?(?: yo)? (?:de|del|a|al|para|sobre|en (?:el expediente|las? notas?|la cita|la consulta) del?) {_WHO}",
        rf"que (?:le |la |lo )?(?:pasa|pasaba|paso|duele|dolia|dolio|aqueja|aquejaba|molesta|molestaba|aflige) (?:a|al) {_WHO}",
        rf"(?:el|la|las|los|mis|sus)? ?{_NOTES} (?:de|del|sobre|para) {_WHO}",
        rf"que (?:motivo|diagnostico|sintomas?|problema|padecimiento|enfermedad|malestar) (?:traia|trae|trajo|tenia|tiene|tuvo|presento|le (?:puse|di)|dijo)(?: (?:a|al|de|del))? {_WHO}",
        rf"(?:de que|por que) (?:vino|venia|se quejaba|se queja|padece|padecia|sufre|consulto) {_WHO}",
        rf"que (?:tengo |hay |se |tenemos )(?:apuntado |anotado |escrito |registrado )?(?:del?|sobre) {_WHO}",
        rf"que (?:tuvo|tenia|traia|trajo|presento|presentaba|padece|padecia|le (?:encontre|diagnostique)) {_WHO}",
        rf"{_TITLE}(?P<who>[^,;?]+?) (?:de )?que (?:tuvo|trae|traia|trajo|tenia|padece|padecia|le (?:pasa|pasaba|duele))",
    )
)
_NO_AILMENT = (
    r"(?!(?:(?:una?|su|sus|el|la|los|las|mi|mis|otra|mas) )*(?:citas?|consultas?|turnos?|dra?|doctora?|seguros?|adeudos?|lugar|lugares|espacios?|huecos?|tiempo|agenda|telefono|correo|numero"
    r"|pendientes?|confirmad\w+|sobrecupos?|guardia|vacaciones|permiso|acceso|whats\w*|primera vez|seguimiento|apellidos?|nombre|retraso|prisa|ganas|que|anos|hijos|lista|quien|alguien|nadie|nada|todo|vencid\w+)\b)"
)
_AILMENT = rf"{_NO_AILMENT}(?:(?:el|la|los|las|un|una|lo|problemas?) (?:de (?:la |los |las |el )?)?)?(?P<what>[^,;?]+?)"
_MY_PATIENTS = r"(?:quien(?:es)?|cual(?:es)?|cuant[oa]s|que pacientes?)(?: (?:de )?(?:mis |los )?pacientes?)?(?: mi[oa]s?)?(?: de mis pacientes)?"
_ILL = r"(?:alergic|diabetic|hipertens|asmatic|embarazad|celiac|cardiac|epileptic|intolerant|hipotiroide)\w*"
_OF_AN_AILMENT = tuple(
    re.compile(rf"\W*{_LEAD}(?:{words}){_TAIL}")
    for words in (
        rf"a quien(?:es)? (?:le )?(?:vi|atendi|he visto|he atendido|revise|consulte|trate|recete|di) (?:por|con|de|para) {_AILMENT}",
        rf"(?:quien(?:es)?|cual(?:es)?) (?:era|fue|es|eran|son|fueron) (?:el|la|los|las)(?: pacientes?| senora?s?| muchach[oa]s?| nin[oa]s?| chic[oa]s?| joven(?:es)?)? (?:del?|con|que (?:tenian?|traian?|vino por|venian? por|se quejaba de)) {_AILMENT}",
        rf"{_MY_PATIENTS} (?:tienen?|tenian?|tuv(?:o|ieron)|padecen?|padecian?|sufren?|presentan?|traian?|trajo|trajeron|(?:vin(?:o|ieron)|han? venido|han? consultado)(?= por)) (?:(?:por|con|de) )?{_AILMENT}",
        rf"{_MY_PATIENTS} (?:es|son|eran?|esta|estan|estaban?) (?P<what>{_ILL}(?: al?[^,;?]*?)?)",
        rf"(?:(?:a|mis|los|todos|algun|un|hay|tengo|he (?:visto|tenido|atendido)) )*(?:pacientes?|casos?|historiales?|expedientes?) (?:mi[oa]s? )?(?:con|de|por|como|parecid[oa]s? a|similares? a|que (?:tengan?|tenian?|tienen?|tuv\w+|padecen?|traian?)) {_AILMENT}",
        rf"en (?:mis|las|los|sus) (?:notas|historiales|expedientes|apuntes|anotaciones)(?: quien(?:es)? (?:tenian?|tuv\w+|tienen?|traian?|padecian?)| lo| a)?(?: (?:de|del|por|sobre))? {_AILMENT}",
    )
)
_NO_NAME = re.compile(
    r"(?:(?:ella|el|ellos|ellas|usted|ustedes|todos|todas|mi|mis|tu|su|hoy|ayer|nadie|alguien|quien|que|yo|cita|citas|consulta|consultas|la|lo|las|los|un|una|este|ese|esta|esa|eso|esto)\b)"
)


def asked(text: str, context: UnderstandingContext) -> UseTool | None:
    """The search over what they wrote down; None where something else is asked, or by whoever is no doctor."""
    if context.role is not Role.DOCTOR or len(text) > _LONGEST:
        return None
    said = tidied(text).strip(" .!¡¿?")
    bare = even(said)
    for patterns, name, fits in ((_OF_SOMEBODY, "who", _is_somebody), (_OF_AN_AILMENT, "what", _is_ailment)):
        for found in filter(None, (pattern.fullmatch(bare) for pattern in patterns)):
            words = said[slice(*found.span(name))].strip(" .,!?¡¿")
            if words and not _is_of_the_agenda(words, context) and fits(words, said):
                return UseTool(tool=CONTEXT, arguments=(("busqueda", words), ("que", "historiales")))
    return None


def _is_of_the_agenda(words: str, context: UnderstandingContext) -> bool:
    """Whether a time or a doctor is spoken of: who comes then, or to whom."""
    spans = read_spans(words, context.now, direction=None)
    doctors = {word for name in context.doctors for word in plain(name).replace(".", " ").split()}
    digits = any(letter.isdigit() for letter in words)
    return digits or bool(spans.spans or spans.refused) or not doctors.isdisjoint(even(words).split())


_TITLED = re.compile(r"\b(?:senora?|sra?|don|dona|nin[oa]|paciente)\.? $")


def _is_somebody(words: str, said: str) -> bool:
    """A name: one that people are given, or written as one."""
    bare = even(words)
    if _NO_NAME.match(bare) or len(words.split()) > _LONGEST_NAME:
        return False
    written = words[0].isupper() and not said.isupper() and not said.startswith(words)
    return names.begins_given(bare.split()[0]) or written or _TITLED.search(even(said[: said.index(words)])) is not None


def _is_ailment(words: str, said: str) -> bool:
    return len(words.split()) <= _LONGEST_AILMENT and not _NO_NAME.match(even(words))
