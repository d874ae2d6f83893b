"""Closed lists of whole phrases, folded. A message is one of them only when nothing else is left over."""

from __future__ import annotations

from nlu.word_lists import word_set
from nlu.yes_phrases import composed, orders, phrases

_LEAVE = "dejala, dejela, dejalo, dejelo, dejenla, dejamela, dejemela, mejor dejala, mejor dejela, que se quede, que quede, se queda"
_UNCHANGED = "como esta, como estaba, como esta ahorita, asi como esta, asi como estaba, como la tenia, igual, tal cual, igual que estaba"
LEFT_UNCHANGED = frozenset(verb + how for verb in phrases(_LEAVE) for how in phrases(_UNCHANGED))
"""A no to changing or cancelling an appointment that exists: it stays as it was before the question."""
LEFT_SO = frozenset(
    phrase
    for verb in phrases(_LEAVE)
    for how in phrases("asi, asi mejor, asi nomas")
    for phrase in (verb + how, how + verb, ("mejor", *how, *verb))
)
"""The same, after a no; without one, where it is asked whether to move, it may be the new time that stays."""

ACKNOWLEDGED = phrases("""ok, va, va que va, vale, sale, sale y vale, sale pues, va pues, orale, orale pues, orale va,
    perfecto, perfecta, esta perfecto, esta bien, muy bien, esta muy bien, listo, andale, andale pues, dale, entendido,
    enterado, enterada, de acuerdo, claro, excelente, genial, super, que bien, bien, sobres, arre, que bueno, buenisimo,
    ya quedo, va va, me parece bien, me parece perfecto, exacto, correcto, asi es, ok ok, maravilloso, muy amable,
    que amable, ahi nos vemos, nos vemos, ahi estare, ahi estaremos, alla nos vemos, excelente dia""")
"""What closes a chat when nothing is being asked: no yes then."""

CANCEL_OR_NOT = phrases("cancela, cancelar, cancelo, cancele, cancelen, cancelemos, cancelacion")
"""Alone, where it is asked whether to cancel: the order once more, or the end of it."""

CANCEL_IT = phrases("""cancelala, cancelela, cancela la cita, cancele la cita, cancelar la cita, cancela mi cita,
    cancelar mi cita, cancelenla, quiero cancelarla, quiero cancelar la cita, quiero cancelar mi cita, si cancela,
    si cancelar, si cancelo, cancelala ya, ya cancelala, cancelala pues, pues cancelala, cancelala por fa, cancelela ya,
    ya cancelela, si quiero cancelar, si cancele, cancelarla, si cancelarla, cancelamela, cancelemela""")
"""A yes where the question is whether to cancel an appointment, and nowhere else."""

_CHOSE = "pedi,dije,elegi,escogi,puse,solicite,habia pedido,habia dicho"
_SAID = f"{_CHOSE},quiero,queria"
_SHOWN = "eso,esa,ese,asi,esa hora,ese dia,ese horario,esa fecha,esa cita"
_THIS = "asi,eso,esa,ese,esta,este,esos,esas"
NO = (
    phrases("""no, nop, nope, nel, nel pastel, nah, noup, nones, no gracias, claro que no, por supuesto que no,
        para nada, negativo, no es correcto, no esta correcto, incorrecto, incorrecta, no esta bien, esta mal,
        esta incorrecto, esta equivocado, no quiero, no la quiero, no lo quiero, no confirmo, no la confirmes,
        no lo confirmes, no la confirme, no confirmes, no confirmar, no la confirmo, no lo hagas, no la agendes,
        no la agende, no agendes, todavia no, aun no, mejor no, siempre no, pues no, que no, nada, no todavia,
        por ahora no, de momento no, ahorita no, no por ahora, no ahorita, no de momento, no me parece,
        no estoy de acuerdo, no acepto, nanay, ni hablar, en absoluto, nunca, jamas, no me convence""")
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

_CITA = "cita,la cita,mi cita,esa cita,la consulta,el turno"
NO_LONGER = (
    composed("-,mejor", "ya no", "la,lo", "quiero,necesito,ocupo")
    | composed("-,mejor", "ya no", "quiero,necesito,ocupo,hace falta", _CITA)
    | composed("-,mejor", "ya no", "-,la,lo", "voy a querer,voy a necesitar,voy a ocupar", f"-,{_CITA}")
    | composed("ya no", "va a ser,sera,va a hacer,hay", "necesario,necesaria,falta,necesidad", f"-,{_CITA}")
)
"""An appointment is needed no more: one that is being made, or, with nothing under way, one that exists."""
_TO_BOOK = ",".join(
    [stem + end for stem in "agend apart reserv program registr anot apunt separ".split() for end in ("e", "es", "en")]
    + ["haga", "hagas", "hagan"]
)
LET_GO = (
    composed("-,mejor", "olvidalo,olvidelo,olvidala,olvida,dejalo,dejelo,dejalo asi,dejelo asi,dejemoslo asi")
    | composed("-,no,mejor", "ya no", "-,gracias")
    | composed("-,mejor", "ya no", "quiero,necesito,ocupo", "-,nada")
    | composed("mejor,pues mejor", "nada,ya nada,asi nada", "-,gracias")
    | composed("ya no me", "interesa,hace falta")
    | composed("-,mejor", "ya no,mejor no", "-,la,lo,me la,me lo", _TO_BOOK, "-,nada,la cita")
    | composed(
        "-,ya,mejor,mejor ya",
        "no",
        "siga,sigas,sigan,sigamos,continue,continues,continuen,continuemos",
        "-,con esto,con eso,con la cita",
    )
    | composed("ya no", "hace falta,es necesario,es necesaria,quiero agendar,quiero seguir,me interesa")
    | NO_LONGER
)
"""These give up the flow after a no, too."""
GIVEN_UP = (
    phrases("""cancela, cancelar, cancelo, cancele, cancelala, cancelalo, cancelela, cancelemos, cancelame, cancelacion,
        mejor cancela, mejor cancelar, mejor cancelo, mejor cancelala, no quiero nada, no quiero ninguna cita,
        no quiero cita ya, no quiero una cita, no quiero agendar, no quiero reservar, no quiero seguir,
        no deseo continuar, no quiero continuar, salir, terminar, ya dejalo, ya dejelo, no voy a agendar,
        no voy a querer nada, no la voy a querer, no me interesa, ya no ire, no voy a ir, ya no voy a ir, cancela todo,
        cancelar todo, cancelar la reserva, cancelar proceso, cancelar el proceso, cancelar tramite, borrala, borrela,
        borralo, eliminala, eliminela, quitala, quitela, dejemoslo asi, dejemosla asi, lo dejamos asi, la dejamos asi,
        empezar de nuevo, empezar de cero, volver a empezar, reiniciar, olvidate, nada olvidalo, detener, abortar, quit,
        cancel, exit""")
    | composed("quiero,quisiera,deseo,necesito,voy a,prefiero", "cancelar")
    | composed("-,quiero", "cancelar", f"cita,{_CITA}")
    | composed("cancela,cancelame", _CITA)
    | LET_GO
    | composed("no", "quiero,voy a querer", _CITA)
    | composed("no", "agende,agenden,aparte,aparten,reserve,reserven,programe,programen,haga,hagan", "nada,ninguna cita,la cita")
)  # fmt: skip
"""Gives up the flow."""

THAT_ONE = phrases("""esa, esa cita, esa misma, esa mera, esa es, es esa, la misma, es la misma, la que tengo,
    la que ya tengo, la unica, es la unica, esa que dices, la del mensaje, cambiala, cambiela, cambiarla, cambia esa,
    cambie esa, cambiar esa, cambia esa cita, la cambias, la cambia, cambiamela, cambiemela, quiero cambiarla,
    cambiar la que tengo, cambia la que tengo, muevela, muevala, moverla, mueve esa, muevemela, quiero moverla,
    la mueves, pasala, recorrela, recorrerla, es para cambiarla, es cambio, es un cambio, un cambio, cambio, cambiar,
    que la cambies, reagendala, reagendarla""")
"""Where one appointment is shown, to be changed or not: that one."""

ANOTHER = phrases("""otra, otra mas, una mas, una nueva, otra nueva, otra cita, otra cita mas, otra aparte, una aparte,
    otra diferente, es otra, es otra cita, es otra mas, es nueva, es una nueva, es una cita nueva, una cita nueva,
    una cita mas, quiero otra, quiero otra mas, quiero otra cita, quiero una mas, quiero una nueva, necesito otra,
    agenda otra, agendame otra, nueva, cita nueva, nueva cita, agregar otra, aparte, es aparte, es adicional, adicional,
    quiero las dos, las dos, ambas""")
"""The same, where another one is wanted besides."""

KEEP_IT = phrases("""dejala igual, dejarla igual, dejala asi, dejarla asi, asi dejala, dejala, dejela, dejela asi,
    dejela igual, igual, asi esta bien, dejala como esta, dejarla como esta, dejela como esta, no la cambies,
    no la cambie, no la muevas, no la mueva, no le muevas, la dejo asi, la dejo igual, la dejo, que se quede asi,
    asi se queda, como esta, no cambies nada, no cambie nada""")
"""The same, where nothing is to be changed."""

_TAKEN_AWAY = ",".join(
    stem + end
    for stem in "cancel quit borr elimin anul tumb".split()
    for end in "e es en o a as an ar arla arlo armela".split()
)
NOT_TO_CANCEL = composed(
    "-,mejor,ya,siempre,mejor ya,mejor siempre", "no", "-,la,lo,me,me la,me lo", _TAKEN_AWAY, "-,nada,la cita,mi cita"
)
_WHOLE = "la cita,mi cita,mi lugar,esa cita"
NOT_CANCELLED = (
    NOT_TO_CANCEL
    | orders("conserv")
    | composed("-,si,no", "mantenla,mantengala,mantenganla,mantenmela,mantengamela")
    | composed(
        "no",
        "-,la",
        "quiero,voy a,quiero que",
        "-,la,me la",
        "cancelar,cancelarla,quitar,quitarla,canceles,cancelen,quiten",
    )
    | composed(
        "-,mejor,siempre", "-,si", "la", "conservo,mantengo,dejo,quiero conservar,quiero mantener,quiero dejar", "-,asi"
    )
    | composed("-,mejor,siempre", "-,si", "me la", "quedo,dejas,deja,dejan")
    | composed("-,mejor,siempre", "-,si", "quiero,prefiero,voy a", "conservarla,mantenerla,dejarla,quedarmela", "-,asi")
    | composed("-,mejor,siempre", "-,si", "quiero,prefiero", "conservar,mantener,dejar", _WHOLE, "-,asi")
    | composed("-,mejor,siempre,que", "-,si", "voy,voy a ir,quiero ir,puedo,puedo ir,asisto,voy a asistir")
    | composed("-,mejor,siempre", "si la quiero")
    | composed("-,mejor", "dejala,dejela,dejenla,dejamela,dejemela,que se quede", "-,pues,por favor")
)
"""A no where the question is whether to cancel an appointment."""

GREETINGS = phrases("""hola, hola hola, buenas, buenos, muy buenas, buen dia, buenos dias, muy buenos dias,
    buenas tardes, buenas noches, hay alguien, hay alguien ahi, alguien ahi, estan ahi, muy buenas tardes,
    muy buenas noches, buena tarde, buena noche, bonito dia, lindo dia, saludos, que tal, hey, que onda, q onda,
    que hubo, quiubo, quihubo, quiubole, que hay, hello, hi, holiwis, ey, alo, disculpe, disculpa, disculpen, oye, oiga,
    oigan, perdone, perdon, una pregunta, una consulta rapida, estimados, estimado, buen dia a todos, doctor, doctora,
    doctores, senorita, senor, amigo, amiga, joven, licenciada, que transa, que rollo""")
"""Openings; those that only call for attention are in ATTENTION."""

ATTENTION = phrases("""disculpe, disculpa, disculpen, oye, oiga, oigan, perdone, perdon, una pregunta,
    una consulta rapida, doctor, doctora, doctores, senorita, senor, amigo, amiga, joven, licenciada, estimados,
    estimado""")

GIVEN_BACK = NO_LONGER | phrases("""ya no voy a ir, no voy a ir, no voy a poder ir, ya no voy a poder ir,
    ya no puedo ir, no puedo ir, no podre ir, ya no podre ir, no voy a asistir, no voy a poder asistir,
    no podre asistir, ya no puedo asistir, no puedo asistir""")
"""With nothing under way this speaks of an appointment that exists. It is asked about, never cancelled at once."""

THOUGHT_BETTER = phrases("""mejor no, siempre no, mejor ya no, ya no, no siempre no, no mejor no, pues siempre no,
    mejor siempre no, siempre ya no, ya siempre no, no mejor ya no, olvidalo, mejor olvidalo, no olvidalo, ya no quiero,
    ya no gracias, mejor ya no quiero""")
"""Right after an appointment was made: that one. It is asked about, too."""

THANKS = phrases("""gracias, muchas gracias, mil gracias, muchisimas gracias, te agradezco, le agradezco, se agradece,
    se le agradece, se les agradece, agradecido, agradecida, muy agradecido, muy agradecida, gracias igualmente,
    gracias e igualmente, igualmente, gracias por todo, gracias por la informacion, gracias por su ayuda,
    gracias por tu ayuda, gracias por la ayuda, gracias por su atencion, gracias por la atencion, muy amable,
    muy amable gracias, dios lo bendiga, dios te bendiga, dios los bendiga, dios la bendiga, dios le bendiga,
    bendiciones, gracias a ti, gracias a usted, gracias a ustedes, gracias por avisar, gracias por el aviso,
    gracias por responder, gracias por contestar, hasta luego, adios, bye, nos vemos, chao, bai, hasta pronto, cuidate,
    que este bien, que esten bien, que tenga buen dia, que tengas buen dia, excelente dia, excelente tarde,
    buen fin de semana, bonita tarde, bonita noche, feliz dia, feliz tarde, lindo dia, bonito dia, igual,
    te lo agradezco, se lo agradezco, un abrazo""") | composed(
    "le,les,te,se lo,te lo,se los,se la",
    "agradezco,agradecemos",
    "-,mucho,muchisimo,bastante,infinitamente,de corazon,su atencion,su ayuda,la atencion,la ayuda,su tiempo,todo",
)

_CALLED = (
    "senorita,senor,senora,doctor,doctora,doctorcita,licenciada,lic,amigo,amiga,amiguita,joven,oye,oiga,bro,compa,compadre"
    ",carnal,mijo,mija,jefe,jefa,jefecita,pareja,wey,guey,hermano,manito,comadre,linda,corazon,patron,primo,plebe,morro"
)
"""Whom one speaks to, whoever that is."""
POLITE = composed(_CALLED) | phrases("""por favor, porfa, gracias, muchas gracias, mil gracias, muchisimas gracias,
    si fuera tan amable, si es tan amable, si eres tan amable, si no es molestia, te lo agradezco, se lo agradezco,
    te agradezco, le agradezco, muy amable, de favor, hazme el favor, hagame el favor, disculpe, disculpa, saludos,
    igualmente, bendiciones, dios lo bendiga, dios te bendiga, dios la bendiga, que amable, buen dia, bonito dia,
    lindo dia, excelente dia, que tenga buen dia, que tengas buen dia, que tengan buen dia, buena tarde,
    excelente tarde, primero dios, si dios quiere, dios mediante, por fis, por fas, quedo atento, quedo atenta,
    quedo al pendiente, quedo pendiente, estoy al pendiente, aqui estoy pendiente""")
"""Courtesies that change nothing."""

NO_MATTER = (
    composed("no hay", "problema,ningun problema,bronca,falla,tos,inconveniente,ningun inconveniente,lio,pex")
    | composed("sin", "bronca,falla,pedo,lio")
    | phrases("no pasa nada, no importa, no le hace, ni modo, pues ni modo")
)
"""Before a yes these are a part of it: "no hay bronca, adelante"."""

THOUGHT_AGAIN = phrases("""mmm, mm, hmm, equis, nada, ay no, ya, me arrepenti, ya me arrepenti, olvidalo, olvidelo,
    cambie de opinion""")
"""Before what says that an appointment stays."""

_TELLING = composed("sabe,sabes,saben,fijese,fijate,fijense,mire,mira,le digo,la verdad es", "-,usted", "que")
OPENERS = _TELLING | phrases("""hola, buenas, buen dia, buenos dias, buenas tardes, buenas noches, muy buenas,
    muy buenos dias""")

LEADS = phrases("pues, bueno, ah, ah bueno, ah ok, entonces, uy, ay, oh, eh pues, pues bueno, ah pues, mira, mire")
"""Openers that change nothing before a yes or a no."""

OPTED_OUT = phrases("""baja, stop, darme de baja, dame de baja, deme de baja, denme de baja, dar de baja,
    quiero darme de baja, unsubscribe, me quiero dar de baja, quiero la baja, solicito la baja, solicito mi baja,
    quiero mi baja, quiero baja, alto mensajes""")
OPTED_IN = phrases("""alta, darme de alta, dame de alta, deme de alta, denme de alta, quiero darme de alta,
    quiero el alta""")

YES_EMOJI = word_set("👍 ✅ 👌 ✔ ☑ 🆗")
NO_EMOJI = word_set("👎 ❌ 🚫 ✖ 🙅 ⛔")
THANKS_EMOJI = word_set("🙏 ❤ 🤗 😊 🙂 💐 🌹 👏 🥰 😘 💖 💙 💚 🫶 ☺")
GREETING_EMOJI = word_set("👋 🙋")
PLEASED_EMOJI = YES_EMOJI | THANKS_EMOJI | GREETING_EMOJI | word_set("💯 🔥 😀 😃 😄 😁 😉 🙌 🎉 💪 ✨ 🥳 😌 😇 🤩")
"""Signs of good will; any other emoji beside a yes puts it in doubt."""
