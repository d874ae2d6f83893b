"""Closed lists of whole phrases, folded. A message is one of them only when nothing else is left over."""

from __future__ import annotations

from nlu.answers.yes_phrases import composed, formed, phrases
from nlu.words.verb_forms import ENDING, MOVING

_LEAVE = r"(?:mejor )?(?:dej[ae]n?(?:me)?l[ao]|que (?:se )?quede|se queda)"
LEFT_UNCHANGED = formed(
    rf"{_LEAVE} (?:(?:asi )?como (?:esta(?: ahorita)?|estaba|la tenia)|igual(?: que estaba)?|tal cual)"
)
"""A no to changing or cancelling an appointment that exists: it stays as it was before the question."""
LEFT_SO = formed(rf"{_LEAVE} asi(?: mejor| nomas| no mas)?|(?:mejor )?asi(?: mejor)? {_LEAVE}")
"""The same, after a no; without one, where it is asked whether to move, it may be the new time that stays."""

ACKNOWLEDGED = phrases(
    """
    ok, va, va que va, vale, sale, sale y vale, sale pues, va pues, orale, orale pues, orale va, perfecto, perfecta
    esta perfecto, esta bien, muy bien, esta muy bien, listo, andale, andale pues, dale, entendido, enterado
    enterada, de acuerdo, claro, excelente, genial, super, que bien, bien, sobres, arre, que bueno, buenisimo
    ya quedo, va va, me parece bien, me parece perfecto, exacto, correcto, asi es, ok ok, maravilloso, muy amable
    que amable, ahi nos vemos, nos vemos, ahi estare, ahi estaremos, alla nos vemos, excelente dia
    """
)
"""What closes a chat when nothing is being asked: no yes then."""

CANCEL_OR_NOT = phrases("cancela, cancelar, cancelo, cancele, cancelen, cancelemos, cancelacion")
"""Alone, where it is asked whether to cancel: the order once more, or the end of it."""

APPOINTMENTS = ("cita", "consulta", "turno", "reserva")
_THE_ONE = rf"(?:(?:la|mi|esa|el|lo de la) )?(?:{'|'.join(APPOINTMENTS)}|proceso|tramite)"
_OFF = rf"(?:{ENDING})(?:[aeo]|en|an|ar|amos|emos)"
_WANTS_OFF = r"(?:(?:ya|mejor|siempre|pues|entonces|que|quiero|quisiera|deseo|necesito|voy a|prefiero|tengo que) )*"
CANCEL_IT = formed(
    rf"{_WANTS_OFF}(?:{_OFF}(?:me|nos)?(?:l[ao]s?|le)|{_OFF} {_THE_ONE}|si (?:quiero )?{_OFF})(?: (?:ya|pues|de una(?: vez)?))*"
)
"""A yes where the question is whether to cancel an appointment, and nowhere else."""
TAKE_OFF = formed(_OFF)
"""The same without saying what."""

_CHOSE = "pedi,dije,elegi,escogi,puse,solicite,habia pedido,habia dicho"
_SAID = f"{_CHOSE},quiero,queria"
_SHOWN = "eso,esa,ese,asi,esa hora,ese dia,ese horario,esa fecha,esa cita"
_THIS = "asi,eso,esa,ese,esta,este,esos,esas"
_TO_BOOK = ",".join(
    [stem + end for stem in "agend apart reserv program registr anot apunt separ".split() for end in ("e", "es", "en")]
    + "haga hagas hagan ponga pongas pongan saque saques saquen".split()
)
NO = (
    phrases(
        """
        no, nop, nope, nel, nel pastel, nah, noup, nones, no gracias, claro que no, por supuesto que no, para nada, negativo
        no es correcto, no esta correcto, incorrecto, incorrecta, no esta bien, esta mal, esta incorrecto, esta equivocado
        no quiero, no la quiero, no lo quiero, no confirmo, no la confirmes, no lo confirmes, no la confirme
        no confirmes, no confirmar, no la confirmo, no lo hagas, todavia no, aun no
        mejor no, siempre no, pues no, que no, nada, no todavia, por ahora no, de momento no, ahorita no, no por ahora, no ahorita
        no de momento, no me parece, no estoy de acuerdo, no acepto, nanay, ni hablar, en absoluto, nunca, jamas
        no me convence
        """
    )
    | composed("no", "-,me,nos,la,lo,me la", _TO_BOOK, "-,todavia,aun")
    | composed("-,no,no pues,pues", _THIS, "no", "-,es,era,fue,son,eran")
    | composed("no", "es,era,fue,son,eran", _THIS)
    | composed("no", "asi,eso,esa,ese")
    | composed("-,eso,esa,ese,asi", "no", "es,era,fue", "lo que,la que,el que", "-,yo", _SAID)
    | composed("-,no", _SHOWN, "no", "-,lo,la,yo,yo la,yo lo", _CHOSE)
    | composed("-,yo", "no", _CHOSE, _SHOWN)
    | composed(
        "no",
        "es,era,fue",
        "esa hora,esa la hora,ese dia,ese el dia,ese horario,esa fecha,esa la fecha,esa cita,la hora,el dia",
    )
)

_NEEDS = r"(?:quiero|necesito|ocupo|voy a (?:querer|necesitar|ocupar)(?:l[ao])?|quiero (?:agendar|seguir))"
_NO_MORE = (
    rf"(?:(?:mejor|entonces|siempre) )*ya no(?: (?:la|lo))? (?:{_NEEDS}|hace falta)(?: {_THE_ONE})?"
    rf"|ya no (?:va a ser|sera|va a hacer|hay|es|hace) (?:necesari[oa]|falta|necesidad)(?: {_THE_ONE})?"
)
NO_LONGER = formed(_NO_MORE)
"""An appointment is needed no more: one that is being made, or, with nothing under way, one that exists."""
_NOT_TO_BOOK = (
    rf"(?:(?:(?:ya|mejor|siempre) )+(?:no|ni)|ni)(?: (?:me|nos|le|la|lo))* (?:{_TO_BOOK.replace(',', '|')})(?: (?:nada|la cita))?"
    r"|(?:(?:ya|mejor|siempre) )+no (?:(?:lo|la) )?(?:voy a|vamos a|quiero|queremos|quisiera|pienso|deseo) (?:sacar|hacer|pedir|agendar|reservar|apartar|programar|tomar)(?:la)?"
    r"(?: (?:nada|ninguna|la|una|mi|ya))*(?: cita| consulta)?"
)
_LET_IT_BE = (
    r"(?:(?:mejor|ya|no|pues|nada) )*(?:olvid(?:a|e|ate|ese)(?:l[ao])?|dej(?:a|e|en|emos)l[ao](?: asi| por la paz)?|l[ao] dejamos asi)"
    r"|(?:no |mejor |pues |siempre |entonces )*ya no|mejor ya no|(?:pues )?mejor (?:ya |asi )?(?:nada|ningun[oa])|(?:pues |ya |no )*mejor luego|luego dejal[oa](?: asi)?|(?:mejor|pues) siempre (?:ya )?no|(?:ya )?no me (?:interesa|hace falta)|(?:ya )?(?:me arrepenti|cambie de opinion)"
    r"|(?:ya |mejor )*no (?:siga[ns]?|sigamos|continue[ns]?|continuemos)(?: con (?:esto|eso|la cita))?"
)
LET_GO = formed(rf"{_NO_MORE}|{_NOT_TO_BOOK}|{_LET_IT_BE}|(?:mejor )?ya no (?:quiero|ocupo|necesito) nada")
"""These give up the flow after a no, too."""
GIVEN_UP = formed(
    rf"{LET_GO.form.pattern}|{_WANTS_OFF}{_OFF}(?:me|nos)?(?:l[ao]s?|le)?(?: (?:todo|ya|de una(?: vez)?|{_THE_ONE}))*"
    rf"|(?:ya )?no(?: (?:la|lo))? {_NEEDS} (?:nada|ninguna cita|una cita|cita ya|{_THE_ONE})|no (?:deseo|quiero|voy a) (?:agendar|reservar|seguir|continuar|querer nada)"
    rf"|no voy a (?:querer|necesitar|ocupar|usar)l[ao]|no l[ao] (?:ocupo|necesito|voy a (?:ocupar|necesitar|querer|usar))|no (?:{_TO_BOOK.replace(',', '|')}) (?:nada|ninguna cita|la cita)|(?:(?:ya|siempre) )*no (?:ire|voy a ir)",
    phrases(
        """
        salir, terminar, cancelacion, empezar de nuevo, empezar de cero, volver a empezar, reiniciar, nada olvidalo, detener, abortar
        quit, cancel, exit
        """
    ),
)
"""Gives up the flow."""
NOT_COMING = formed(
    r"(?:ya |siempre |que )*no (?:ire|asistire|podre|puedo|voy(?: a poder)?(?: a)?)(?: (?:ir|asistir|llegar|estar))?"
)
"""With a full yes before it, a reason to cancel."""

THAT_ONE = formed(
    r"(?:es )?(?:esa|la misma|la unica|la que (?:ya )?tengo|la del mensaje)(?: (?:cita|misma|mera|es|que dices))?|(?:es )?(?:un )?cambio"
    rf"|(?:(?:quiero|es para|que|la) )*(?:{MOVING}|pas)\w*(?: (?:esa|la que tengo)(?: cita)?)?"
)
"""Where one appointment is shown, to be changed or not: that one."""

ANOTHER = formed(
    r"(?:(?:quiero|necesito|agend\w+|agregar|es) )*(?:otra(?: (?:cita|mas|nueva|aparte|diferente))*|una (?:cita )?(?:mas|nueva|aparte)|(?:cita )?nueva|nueva cita"
    r"|aparte|adicional|las dos|ambas)"
)
"""The same, where another one is wanted besides."""

KEEP_IT = formed(
    r"(?:asi )?(?:dej[ae]r?l[ao]|la dejo|(?:(?:ninguna )?(?:las dos|ambas|todas) )?(?:que )?se qued[ea]n?|dej[ae]n?(?:me|nos)?(?: l[ao]s|l[ao]s| ambas| todas)(?: dos)?)(?: (?:igual|asi|como estan?))?|ninguna de las dos|igual|asi esta bien|como esta|no (?:la |le )?(?:cambi|muev)\w+(?: nada)?"
)
"""The same, where nothing is to be changed."""

_TAKEN_AWAY = ",".join(
    stem + end for stem in ENDING.split("|") for end in "e es en o a as an ar arla arlo armela".split()
)
NOT_TO_CANCEL = composed(
    "-,mejor,ya,siempre,mejor ya,mejor siempre", "no", "-,la,lo,me,me la,me lo", _TAKEN_AWAY, "-,nada,la cita,mi cita"
)
NOT_CANCELLED = formed(
    r"ninguna(?: de las (?:dos|tres))?(?: cita)?|(?:si |no )?(?:mant[ei]n\w*la|conserv\w+(?:me|nos)?l[ao]|(?:me|nos) l[ao] conserv\w+)|no (?:la )?(?:quiero|voy a|quiero que)(?: (?:me )?la)? (?:cancel|quit)\w+"
    r"|(?:(?:mejor|siempre) )?(?:si )?(?:la (?:conservo|mantengo|dejo)|me la (?:quedo|dejas?|dejan)"
    r"|(?:la )?(?:quiero|prefiero|voy a) (?:(?:conservar|mantener|dejar)(?:la)?|quedarmela)(?: (?:la cita|mi cita|mi lugar|esa cita))?)(?: asi)?"
    r"|(?:(?:mejor|siempre|que) )?(?:si|mejor) (?:voy|voy a ir|quiero ir|puedo|puedo ir|asisto|voy a asistir)|(?:(?:mejor|siempre) )?si la quiero"
    rf"|{_LEAVE}(?: (?:pues|por favor))?",
    NOT_TO_CANCEL,
)
"""A no where the question is whether to cancel an appointment."""

ATTENTION = phrases(
    """
    disculpe, disculpa, disculpen, oye, oiga, oigan, perdone, perdon, una pregunta, una consulta rapida
    doctor, doctora, doctores, senorita, senor, amigo, amiga, joven, licenciada, estimados, estimado, estimada, estimadas, apreciable, apreciables
    """
)
GREETINGS = ATTENTION | phrases(
    """
    hola, hola hola, buenas, buenos, muy buenas, buen dia, buenos dias, muy buenos dias, buenas tardes, buenas noches
    hay alguien, hay alguien ahi, alguien ahi, estan ahi, muy buenas tardes, muy buenas noches, buena tarde, buena noche, bonito dia, lindo dia, saludos, que tal, hey
    que onda, q onda, que hubo, quiubo, quihubo, quiubole, que hay, hello, hi, holiwis, ey, alo, buen dia a todos
    que transa, que rollo
    """
)
GREETINGS |= composed(
    "buen dia,buenos dias,buena tarde,buenas tardes,buenas noches", "tenga,tengan", "-,usted,ustedes,todos"
)
"""Openings."""

GIVEN_BACK = NO_LONGER | phrases(
    """
    ya no voy a ir, no voy a ir
    no voy a poder ir, ya no voy a poder ir, ya no puedo ir, no puedo ir, no podre ir, ya no podre ir
    no voy a asistir, no voy a poder asistir, no podre asistir, ya no puedo asistir, no puedo asistir
    """
)
"""With nothing under way this speaks of an appointment that exists. It is asked about, never cancelled at once."""

THOUGHT_BETTER = phrases(
    """
    mejor no, ya mejor no, siempre no, mejor ya no, ya no, no siempre no, no mejor no, pues siempre no, mejor siempre no, siempre ya no
    ya siempre no, no mejor ya no, olvidalo, mejor olvidalo, no olvidalo, ya no quiero, ya no gracias, mejor ya no quiero
    """
)
"""Right after an appointment was made: that one. It is asked about, too."""

FAREWELLS = phrases("hasta luego, adios, bye, nos vemos, chao, bai, hasta pronto, cuidate")
THANKS = (
    FAREWELLS
    | phrases(
        """
    gracias, muchas gracias, mil gracias, muchisimas gracias, te agradezco, le agradezco, se agradece, se le agradece, se les agradece, agradecido
    agradecida, muy agradecido, muy agradecida, gracias igualmente, gracias e igualmente, igualmente
    de todos modos gracias, de todas formas gracias, muy amable, muy amable gracias, dios lo bendiga
    dios se lo pague, dios se los pague, dios se lo ha de pagar, que dios lo bendiga, que dios la bendiga, que dios los bendiga, que dios se lo pague
    dios te bendiga, dios los bendiga, dios la bendiga, dios le bendiga, bendiciones, gracias a ti, gracias a usted, gracias a ustedes
    que este bien, que esten bien, que tenga buen dia
    que tengas buen dia, excelente dia, excelente tarde, buen fin de semana, bonita tarde, bonita noche
    gracias de todos modos, gracias de todas formas, gracias de todas maneras, gracias igual,
    feliz dia, feliz tarde, lindo dia, bonito dia, igual, te lo agradezco, se lo agradezco, un abrazo
    """
    )
    | composed(
        "-,muchas,mil,muchisimas",
        "gracias",
        "de todos modos,de todas formas,de todas maneras,igual,igualmente,de antemano",
    )
    | composed(
        "-,muchas,mil,muchisimas,infinitas",
        "gracias por",
        "todo,avisar,avisarme,responder,contestar,atenderme,ayudarme,recordarme",
    )
    | composed(
        "-,muchas,mil,muchisimas,infinitas",
        "gracias por",
        "la,su,tu,el,sus,tus",
        "informacion,ayuda,atencion,atenciones,aviso,apoyo,tiempo,paciencia,respuesta,recordatorio,servicio,amabilidad,molestia",
    )
    | composed(
        "le,les,te,se lo,te lo,se los,se la",
        "agradezco,agradecemos",
        "-,mucho,muchisimo,bastante,infinitamente,de corazon,su atencion,su ayuda,la atencion,la ayuda,su tiempo,todo",
    )
)

GRATEFUL = formed(
    r"(?:(?:muchas|mil|muchisimas|infinitas) )?gracias(?: (?:por|de|a) (?:todo|avisar|esperar|\w*[aei]r(?:me|nos)|(?:su|tu|la|el|sus|tus|lo|ser) \w+)(?: \w+able)?)*"
)
"""Thanks, with what for."""

_CALLED = (
    "senorita,senor,senora,doctor,doctora,doctorcita,licenciada,lic,amigo,amiga,amiguita,joven,oye,oiga,bro,compa,compadre"
    ",carnal,mijo,mija,jefe,jefa,jefecita,pareja,wey,guey,hermano,manito,comadre,linda,corazon,patron,primo,plebe,morro"
    ",reina,mi reina,mi nina,rey,mi rey,mi amor,mi vida,mi cielo,dona,don,seno,senito,jovencito,jovencita,muchacho,muchacha,pariente,mi buen,mi estimado"
    ",mi estimada,estimado,estimada,chula,hermosa,guapa,preciosa,vecina,vecino,tocayo,tocaya,caballero"
)
"""Whom one speaks to, whoever that is."""
POLITE = composed(_CALLED) | phrases(
    """
    por favor, porfa, por fa, por favorcito, gracias, muchas gracias, mil gracias, muchisimas gracias, si fuera tan amable, si fuera usted tan amable, si es usted tan amable, si es tan amable
    si eres tan amable, si no es molestia, te lo agradezco, se lo agradezco, te agradezco, le agradezco, muy amable
    de favor, hazme el favor, hagame el favor, si me hace el favor, si me haces el favor, si me hacen el favor
    disculpe, disculpa, saludos, igualmente, bendiciones, dios lo bendiga, dios te bendiga, dios la bendiga, que amable
    buen dia, bonito dia, lindo dia, excelente dia, que tenga buen dia, que tengas buen dia, que tengan buen dia, buena tarde
    excelente tarde, primero dios, dios primero, si dios quiere, dios mediante, que sea lo que dios quiera, con el favor de dios, en el nombre de dios, en el nombre sea de dios, si dios lo permite, si dios nos da licencia, si dios me da licencia, por fis, por fas
    y buen dia, y bonito dia, y lindo dia, y excelente dia, y buena tarde, y bendiciones, y saludos
    quedo atento, quedo atenta, quedo al pendiente, quedo pendiente, estoy al pendiente, aqui estoy pendiente
    """
)
"""Courtesies that change nothing."""

NO_MATTER = (
    composed("no hay", "problema,ningun problema,bronca,falla,tos,inconveniente,ningun inconveniente,lio,pex")
    | composed("sin", "bronca,falla,pedo,lio")
    | phrases(
        "no pasa nada, no importa, no le hace, ni modo, pues ni modo, ya ni modo, no hay de otra, ya que, que le hacemos, que le vamos a hacer"
    )
)
"""Before a yes these are a part of it: "no hay bronca, adelante"."""

THOUGHT_AGAIN = phrases(
    "mmm, mm, hmm, equis, nada, ay no, ya, me arrepenti, ya me arrepenti, olvidalo, olvidelo, cambie de opinion"
)
"""Before what says that an appointment stays."""

_TELLING = composed("sabe,sabes,saben,fijese,fijate,fijense,mire,mira,le digo,la verdad es", "-,usted", "que")
OPENERS = _TELLING | phrases(
    "parale, parele, parenle, pensandolo bien, pensandolo mejor, viendolo bien, ahora que lo pienso, hola, buenas, buen dia, buenos dias, buenas tardes, buenas noches, muy buenas, muy buenos dias"
)

LEADS = phrases(
    "pues, bueno, ah, ah bueno, ah ok, entonces, uy, ay, oh, eh pues, pues bueno, ah pues, mira, mire, hijole, hijoles, chin, chale, caray, ay caray, uy caray, la verdad, la mera verdad, la neta, la verdad es que"
)
"""Openers that change nothing before a yes or a no."""
BEFORE = OPENERS | LEADS | POLITE
"""What may stand before an answer."""

OPTED_OUT = phrases(
    """
    baja, stop, darme de baja, dame de baja, deme de baja, denme de baja, dar de baja, quiero darme de baja, unsubscribe
    me quiero dar de baja, quiero la baja, solicito la baja, solicito mi baja, quiero mi baja, quiero baja, alto mensajes
    """
)
OPTED_IN = phrases(
    "alta, darme de alta, dame de alta, deme de alta, denme de alta, quiero darme de alta, quiero el alta"
)

YES_EMOJI = frozenset("👍 ✅ 👌 ✔ ☑ 🆗".split())
NO_EMOJI = frozenset("👎 ❌ 🚫 ✖ 🙅 ⛔".split())
THANKS_EMOJI = frozenset("🙏 ❤ 🤗 😊 🙂 💐 🌹 👏 🥰 😘 💖 💙 💚 🫶 ☺".split())
GREETING_EMOJI = frozenset("👋 🙋".split())
PLEASED_EMOJI = (
    YES_EMOJI | THANKS_EMOJI | GREETING_EMOJI | frozenset("💯 🔥 😀 😃 😄 😁 😉 🙌 🎉 💪 ✨ 🥳 😌 😇 🤩".split())
)
"""Signs of good will; any other emoji beside a yes puts it in doubt."""
