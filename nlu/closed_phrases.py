"""Closed lists of whole phrases, folded. A message is one of them only when nothing else is left over."""

from __future__ import annotations


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.replace("\n", ",").split(",") if phrase.strip())


PLAIN_YES = _phrases(
    """
    si, sip, sipi, aja, aja si, ajam, simon, simon que si, claro, claro que si, clarin, por supuesto, por supuesto que si, desde luego
    asi es, es correcto, esta correcto, correcto, correctisimo, todo correcto, todo esta correcto
    son correctos, datos correctos, los datos son correctos, los datos estan bien, exacto
    exactamente, de acuerdo, estoy de acuerdo, me parece bien, me parece perfecto, perfecto, perfecta
    esta perfecto, esta bien, todo esta bien, esta muy bien, va, va que va, vale
    sale, sale y vale, sale pues, va pues, orale, orale pues, orale va, andale, andale pues, andale si, ok, si ok
    dale, listo, confirmo, confirmado, confirmada, confirmar, confirma, confirme, confirmala, confirmela
    confirmalo, confirmemela, confirmamela, si confirmo, si confirmar, quiero confirmar
    la confirmo, lo confirmo, esta correcto todo, se confirma, queda confirmada
    adelante, hazlo, hagalo, procede, proceda, afirmativo, acepto, lo acepto, la acepto, si acepto, si quiero
    si por favor, obvio, obvio si, yes, yep, yeah, yes confirm, arre, jalo, jalo si, sobres, ya vas, si asi es
    si es correcto, si esta bien, si claro, todo en orden, ya si, ya si esta bien, si ya, si pues
    pues si esta bien, si esta ok, esta ok, todo ok, si todo ok, simonki, chido, esta chido, chido va, va chido, fierro, eso es
    exactamente eso, si eso, como no, claro como no, si como no, puesto, ya rugiste
    """
)
"""An explicit yes to what was shown. Whoever adds one: it must be a yes whatever was said before."""

_FULL = frozenset(
    "si sip sipi aja ajam simon simonki supuesto luego afirmativo yes yep yeah adelante hazlo hagalo procede proceda".split()
)
FULL_YES = frozenset(phrase for phrase in PLAIN_YES if _FULL.intersection(phrase) or phrase[-2:] == ("como", "no"))
"""A yes that is no mere acknowledgement: what a cancellation takes."""

TAKES_IT = _phrases(
    """
    confirmo la cita, confirmo mi cita, confirma la cita, confirma mi cita, confirmar la cita, confirmar cita, confirmar mi cita
    agendala, agendela, agendamela, agendemela, agendalo, agenda la cita, agendar la cita, agendame, agendeme, reservala, reservela
    reservamela, apartala, apartela, apartamela, la quiero, si la quiero, esa quiero, esa esta bien, ese esta bien
    sin problema, si sin problema, me queda bien, me queda perfecto, me acomoda, si me acomoda
    si me queda, si me queda bien, si quiero la cita, siempre si, siempre si quiero, siempre si la quiero, pues siempre si
    esa hora esta bien, esta bien esa hora, si esa hora, esa hora me queda bien, me queda bien esa hora, me queda bien ese horario
    ese horario me queda bien, ese horario esta bien, si ese dia esta bien, ese dia esta bien, si voy, si asisto, si voy a ir, si ire
    """
)
"""A yes to a time that is shown, to book it or to move there. Of one that is to be cancelled it says rather that the
person will come."""

AS_IT_IS = _phrases(
    """
    asi mero, asi merito, ya esta bien, asi esta bien, asi esta perfecto, todo bien asi, asi queda bien, asi queda, asi dejala
    dejala asi, asi dejela, dejela asi, asi me gusta, asi mejor
    """
)
"""A yes to a booking that is shown. Of an appointment that exists it may as well say that it stays as it is."""

_LEAVE = "dejala, dejela, dejalo, dejelo, dejenla, dejamela, dejemela, mejor dejala, mejor dejela, que se quede, que quede, se queda"
_UNCHANGED = "como esta, como estaba, como esta ahorita, asi como esta, asi como estaba, como la tenia, igual, tal cual, igual que estaba"
LEFT_UNCHANGED = frozenset(verb + how for verb in _phrases(_LEAVE) for how in _phrases(_UNCHANGED))
"""A no to changing or cancelling an appointment that exists: it stays as it was before the question."""
LEFT_SO = frozenset(
    phrase
    for verb in _phrases(_LEAVE)
    for how in _phrases("asi, asi mejor, asi nomas")
    for phrase in (verb + how, how + verb, ("mejor", *how, *verb))
)
"""The same, after a no; without one, where it is asked whether to move, it may be the new time that stays."""

YES = PLAIN_YES | TAKES_IT | AS_IT_IS

ACKNOWLEDGED = _phrases(
    """
    ok, va, va que va, vale, sale, sale y vale, sale pues, va pues, orale, orale pues, orale va, perfecto, perfecta
    esta perfecto, esta bien, muy bien, esta muy bien, listo, andale, andale pues, dale, entendido, enterado
    enterada, de acuerdo, claro, excelente, genial, super, que bien, bien, sobres, arre, que bueno, buenisimo
    ya quedo, va va, me parece bien, me parece perfecto, exacto, correcto, asi es, ok ok, maravilloso, muy amable
    que amable, ahi nos vemos, nos vemos, ahi estare, ahi estaremos, alla nos vemos, excelente dia
    """
)
"""What closes a chat when nothing is being asked: no yes then."""

CANCEL_IT = _phrases(
    """
    cancelala, cancelela, cancela la cita, cancele la cita, cancelar la cita, cancela mi cita, cancelar mi cita
    cancelenla, quiero cancelarla, quiero cancelar la cita, quiero cancelar mi cita, si cancela, si cancelar
    si cancelo, cancelala ya, ya cancelala, cancelala pues, pues cancelala, cancelala por fa, cancelela ya, ya cancelela, si quiero cancelar, si cancele, cancelarla, si cancelarla, cancelamela, cancelemela
    """
)
"""A yes where the question is whether to cancel an appointment, and nowhere else."""

NO = _phrases(
    """
    no, nop, nope, nel, nel pastel, nah, noup, no gracias, claro que no, por supuesto que no, para nada, negativo
    no es correcto, no esta correcto, incorrecto, incorrecta, no esta bien, esta mal, esta incorrecto, asi no
    no asi no, no pues asi no, pues asi no, no pues no, no asi, no quiero, no la quiero, no lo quiero, no confirmo, no la confirmes, no lo confirmes
    no confirmes, no confirmar, no la confirmo, no lo hagas, no la agendes, no agendes, todavia no, aun no
    mejor no, no mejor no, siempre no, no siempre no, pues no, que no, nada, no nada, no todavia, no todavia no
    no de momento, por ahora no, de momento no, ahorita no, no ahorita, no por ahora, asi no es, no es asi
    no me parece, no estoy de acuerdo, eso no, esa no, ese no, no esa no, no ese no, no acepto, no es eso, nanay
    ni hablar, en absoluto, nunca, jamas, no es lo que pedi, eso no es, no es lo que quiero
    """
)

GIVEN_UP = _phrases(
    """
    cancela, cancelar, cancelo, cancele, cancelala, cancelalo, cancelela, cancelemos, quiero cancelar, ya no
    quisiera cancelar, deseo cancelar, necesito cancelar, voy a cancelar, prefiero cancelar, mejor cancela
    mejor cancelar, mejor cancelo, mejor cancelala, mejor ya no, no ya no, ya no quiero, ya no gracias
    ya no quiero nada, no quiero nada, ya no la quiero, ya no quiero cita, ya no quiero la cita, no quiero cita
    no quiero la cita, no quiero ninguna cita, no quiero cita ya, no quiero una cita, no quiero agendar
    ya no quiero agendar, no quiero reservar, olvidalo, olvidelo, olvidala, olvida, mejor olvidalo, dejalo
    dejelo, mejor dejalo, dejalo asi, mejor dejalo asi, dejemoslo asi, mejor asi dejalo, asi dejalo, ya dejalo
    no quiero seguir, ya no quiero seguir, no deseo continuar, no quiero continuar, salir, terminar
    cancelar la cita, cancela la cita, cancelar cita, cancela todo, cancelar todo, cancelar mi cita
    cancela mi cita, cancelar la reserva, cancelar proceso, cancelar el proceso, cancelar tramite, cancelacion
    no voy a agendar, no voy a querer nada, no voy a querer la cita, ya no voy a querer, no la voy a querer
    ya no me interesa, no me interesa, ya no hace falta, ya no es necesario, ya no necesito, ya no la necesito
    ya no la ocupo, ya no ocupo, ya no ocupo la cita, ya no lo ocupo, empezar de nuevo, empezar de cero
    volver a empezar, reiniciar, quiero cancelar la cita, quiero cancelar mi cita, cancelame, cancelame la cita
    ya no voy a ir, ya no ire, no voy a ir, olvidate, nada olvidalo, detener, abortar, quit, cancel, exit
    """
)
"""Gives up the flow."""

THAT_ONE = _phrases(
    """
    esa, esa cita, esa misma, esa mera, esa es, es esa, la misma, es la misma, la que tengo, la que ya tengo, la unica
    es la unica, esa que dices, la del mensaje, cambiala, cambiela, cambiarla, cambia esa, cambie esa, cambiar esa
    cambia esa cita, la cambias, la cambia, cambiamela, cambiemela, quiero cambiarla, cambiar la que tengo, cambia la que tengo
    muevela, muevala, moverla, mueve esa, muevemela, quiero moverla, la mueves, pasala, recorrela, recorrerla, es para cambiarla
    es cambio, es un cambio, un cambio, cambio, cambiar, que la cambies, reagendala, reagendarla
    """
)
"""Where one appointment is shown, to be changed or not: that one."""

ANOTHER = _phrases(
    """
    otra, otra mas, una mas, una nueva, otra nueva, otra cita, otra cita mas, otra aparte, una aparte, otra diferente, es otra
    es otra cita, es otra mas, es nueva, es una nueva, es una cita nueva, una cita nueva, una cita mas, quiero otra
    quiero otra mas, quiero otra cita, quiero una mas, quiero una nueva, necesito otra, agenda otra, agendame otra, nueva, cita nueva
    nueva cita, agregar otra, aparte, es aparte, es adicional, adicional, quiero las dos, las dos, ambas
    """
)
"""The same, where another one is wanted besides."""

KEEP_IT = _phrases(
    """
    dejala igual, dejarla igual, dejala asi, dejarla asi, asi dejala, dejala, dejela, dejela asi, dejela igual, igual, asi esta bien
    dejala como esta, dejarla como esta, dejela como esta, no la cambies, no la cambie, no la muevas, no la mueva, no le muevas
    la dejo asi, la dejo igual, la dejo, que se quede asi, asi se queda, como esta, no cambies nada, no cambie nada
    """
)
"""The same, where nothing is to be changed."""

NOT_CANCELLED = _phrases(
    """
    no canceles, no cancele, no cancelen, no la canceles, no la cancele, no la cancelen, no cancelar, no cancelarla, no me la canceles
    no me canceles, no quiero cancelar, no quiero cancelarla, no quiero que la canceles, no quiero que la cancelen, no la quiero cancelar
    mejor no la canceles, mejor no canceles, mejor no la cancele, ya no la canceles, ya no quiero cancelar, siempre no la canceles
    si voy a ir, si voy, si la quiero, mejor si voy, mejor si voy a ir, siempre si voy, siempre si voy a ir, si quiero ir
    conservala, conservela, quiero conservarla, dejala, dejela, mejor dejala, dejala igual, dejala como esta, dejala asi
    """
)
"""A no where the question is whether to cancel an appointment."""

GREETINGS = _phrases(
    """
    hola, hola hola, buenas, buenos, muy buenas, buen dia, buenos dias, muy buenos dias, buenas tardes, buenas noches
    muy buenas tardes, muy buenas noches, buena tarde, buena noche, bonito dia, lindo dia, saludos, que tal, hey
    que onda, q onda, que hubo, quiubo, quihubo, quiubole, que hay, hello, hi, holiwis, ey, alo, disculpe, disculpa
    disculpen, oye, oiga, oigan, perdone, perdon, una pregunta, una consulta rapida, estimados, estimado, buen dia a todos
    doctor, doctora, doctores, senorita, senor, amigo, amiga, joven, licenciada, que transa, que rollo
    """
)
"""Openings; those that only call for attention are in ATTENTION."""

ATTENTION = _phrases(
    """
    disculpe, disculpa, disculpen, oye, oiga, oigan, perdone, perdon, una pregunta, una consulta rapida
    doctor, doctora, doctores, senorita, senor, amigo, amiga, joven, licenciada, estimados, estimado
    """
)

HELP = _phrases(
    """
    ayuda, menu, info, informes, informacion, quiero informacion, quiero informes, necesito ayuda, ayudame, inicio
    comenzar, empezar, opciones, que puedes hacer, en que me puedes ayudar, como funciona, como funciona esto, start
    necesito informacion, quisiera informacion, me das informacion, me da informacion, me pueden dar informacion, help
    quiero informacion por favor, mas informacion, quisiera mas informacion, buenas quiero informacion, me ayudas
    tengo una duda, tengo una pregunta, una duda, quiero hacer una pregunta, quiero preguntar algo, tengo dudas
    quiero una consulta rapida, tengo una consulta, quisiera preguntar algo, me puedes ayudar, me puede ayudar, me pueden ayudar, me ayuda, que tal quiero informacion, regresar
    """
)
"""Asks what can be done here: the greeting says so."""

HOW_ARE_YOU = _phrases(
    """
    como estas, como esta, como estan, como te va, como le va, como andas, como anda, como va todo, como va
    que haces, que cuentas, que tal estas, que tal esta, todo bien, espero que este bien, espero esten bien
    espero que esten bien, espero te encuentres bien, espero se encuentre bien, como te encuentras, como amaneciste
    como has estado, como se encuentra, y tu, y usted, muy bien y tu, bien y tu, bien gracias y tu
    jaja, jajaja, jeje, jejeje, jiji, ja, jajajaja, lol
    que chistoso, eres muy amable, me caes bien, cuentame un chiste
    """
)

GIVEN_BACK = _phrases(
    """
    ya no la quiero, ya no la necesito, ya no la voy a necesitar, ya no quiero la cita, ya no quiero mi cita
    ya no necesito la cita, ya no necesito mi cita, ya no voy a necesitar la cita, ya no voy a ir, no voy a ir
    no voy a poder ir, ya no voy a poder ir, ya no puedo ir, no puedo ir, no podre ir, ya no podre ir
    no voy a asistir, no voy a poder asistir, no podre asistir, ya no puedo asistir, no puedo asistir
    """
)
"""With nothing under way this speaks of an appointment that exists. It is asked about, never cancelled at once."""

THOUGHT_BETTER = _phrases(
    """
    mejor no, siempre no, mejor ya no, ya no, no siempre no, no mejor no, pues siempre no, mejor siempre no, siempre ya no
    ya siempre no, no mejor ya no, olvidalo, mejor olvidalo, no olvidalo, ya no quiero, ya no gracias, mejor ya no quiero
    """
)
"""Right after an appointment was made: that one. It is asked about, too."""

REPEAT = _phrases(
    """
    repite, repitelo, repitemelo, repita, repitalo, repitamelo, me lo repites, me lo repite, me repites, me repite
    lo repites, lo repite, puedes repetir, puede repetir, podrias repetir, podria repetir, me puedes repetir
    me puede repetir, me lo puedes repetir, me lo puede repetir, me podrias repetir, me podria repetir, otra vez
    repite los horarios, repiteme los horarios, me repites los horarios, me repite los horarios
    me puedes repetir los horarios, me puede repetir los horarios, me podrias repetir los horarios
    me podria repetir los horarios, repite las opciones, me repites las opciones, me repite las opciones
    me puedes repetir las opciones, me puede repetir las opciones, repite la pregunta, me repites la pregunta
    de nuevo, dimelo otra vez, dimelo de nuevo, digamelo otra vez, digamelo de nuevo, mandamelo otra vez
    mandamelos otra vez, mandamela otra vez, mandalo otra vez, mande, como dijo, como dijiste, que dijo, que dijiste
    no alcance a leer, no alcance a ver, no lo vi, no los vi, no la vi, no me llego, no me llegaron, se me borro
    que decias, que me decias, en que ibamos, en que estabamos, en que nos quedamos
    """
)
"""Whoever says this wants to see once more what was last asked."""

SKIP = _phrases(
    """
    saltar, saltalo, saltar este paso, saltar eso, salta, omitir, omitelo, omitir este paso, omite, siguiente
    prefiero no decir, prefiero no decirlo, prefiero no darlo, prefiero no dar mi nombre, no quiero decir
    no quiero decirlo, no quiero darlo, no quiero dar mi nombre, no quiero dar mis datos, no doy mi nombre
    prefiero no dar mis datos, sin nombre, anonimo, anonima, paso, no te voy a decir
    """
)
"""Whoever says this will not answer what was asked."""

THANKS = _phrases(
    """
    gracias, muchas gracias, mil gracias, muchisimas gracias, te agradezco, le agradezco, se agradece, agradecido
    agradecida, muy agradecido, muy agradecida, gracias igualmente, gracias e igualmente, igualmente
    gracias por todo, gracias por la informacion, gracias por su ayuda, gracias por tu ayuda, gracias por la ayuda
    gracias por su atencion, gracias por la atencion, muy amable, muy amable gracias, dios lo bendiga
    dios te bendiga, dios los bendiga, dios la bendiga, dios le bendiga, bendiciones, gracias a ti, gracias a usted, gracias a ustedes
    gracias por avisar, gracias por el aviso, gracias por responder, gracias por contestar, hasta luego
    adios, bye, nos vemos, chao, bai, hasta pronto, cuidate, que este bien, que esten bien, que tenga buen dia
    que tengas buen dia, excelente dia, excelente tarde, buen fin de semana, bonita tarde, bonita noche
    feliz dia, feliz tarde, lindo dia, bonito dia, igual, te lo agradezco, se lo agradezco, un abrazo
    """
)

POLITE = _phrases(
    """
    por favor, porfa, gracias, muchas gracias, mil gracias, muchisimas gracias, si fuera tan amable, si es tan amable
    si eres tan amable, si no es molestia, te lo agradezco, se lo agradezco, te agradezco, le agradezco, muy amable
    de favor, hazme el favor, hagame el favor, senorita, senor, doctor, doctora, amigo, amiga, joven, oye, oiga
    disculpe, disculpa, saludos, igualmente, bendiciones, dios lo bendiga, dios te bendiga, que amable, bro, compa, mijo, mija
    buen dia, bonito dia, lindo dia, excelente dia, que tenga buen dia, que tengas buen dia, que tengan buen dia, buena tarde
    excelente tarde
    """
)
"""Courtesies that change nothing."""

OPENERS = _phrases("hola, buenas, buen dia, buenos dias, buenas tardes, buenas noches, muy buenas, muy buenos dias")

LEADS = _phrases("pues, bueno, ah, ah bueno, ah ok, entonces, uy, ay, oh, eh pues, pues bueno, ah pues, mira, mire")
"""Openers that change nothing before a yes or a no."""

OPTED_OUT = _phrases(
    """
    baja, stop, darme de baja, dame de baja, deme de baja, denme de baja, dar de baja, quiero darme de baja, unsubscribe
    me quiero dar de baja, quiero la baja, solicito la baja, solicito mi baja, quiero mi baja, quiero baja, alto mensajes
    """
)
OPTED_IN = _phrases(
    "alta, darme de alta, dame de alta, deme de alta, denme de alta, quiero darme de alta, quiero el alta"
)

YES_EMOJI = frozenset("👍 ✅ 👌 ✔ ☑ 🆗".split())
NO_EMOJI = frozenset("👎 ❌ 🚫 ✖ 🙅 ⛔".split())
THANKS_EMOJI = frozenset("🙏 ❤ 🤗 😊 🙂 💐 🌹 👏 🥰 😘 💖 💙 💚 🫶 ☺".split())
GREETING_EMOJI = frozenset("👋 🙋".split())
PLEASED_EMOJI = YES_EMOJI | THANKS_EMOJI | GREETING_EMOJI | frozenset("😀 😃 😄 😁 😉 🙌 🎉 💪 ✨ 🥳 😌 😇 🤩".split())
"""Signs of good will; any other emoji beside a yes puts it in doubt."""
