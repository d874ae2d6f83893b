"""Whole phrases about the chat itself, folded: help, how one is, what was not understood, what will not be answered."""

from __future__ import annotations

from nlu.answers.yes_phrases import phrases

HELP = phrases("""ayuda, menu, info, informes, informacion, quiero informacion, quiero informes, necesito ayuda,
    ayudame, inicio, comenzar, empezar, opciones, que puedes hacer, en que me puedes ayudar, como funciona,
    como funciona esto, start, necesito informacion, quisiera informacion, me das informacion, me da informacion,
    me pueden dar informacion, help, quiero informacion por favor, mas informacion, quisiera mas informacion,
    buenas quiero informacion, me ayudas, tengo una duda, tengo una pregunta, una duda, quiero hacer una pregunta,
    quiero preguntar algo, tengo dudas, quiero una consulta rapida, tengo una consulta, quisiera preguntar algo,
    me puedes ayudar, me puede ayudar, me pueden ayudar, me ayuda, que tal quiero informacion, regresar""")
"""Asks what can be done here: the greeting says so."""
HOW_ARE_YOU = phrases("""como estas, como esta, como estan, como te va, como le va, como andas, como anda, como va todo,
    como va, que haces, que cuentas, que tal estas, que tal esta, todo bien, espero que este bien, espero esten bien,
    espero que esten bien, espero te encuentres bien, espero se encuentre bien, como te encuentras, como amaneciste,
    como has estado, como se encuentra, y tu, y usted, muy bien y tu, bien y tu, bien gracias y tu, jaja, jajaja, jeje,
    jejeje, jiji, ja, jajajaja, lol, que chistoso, eres muy amable, me caes bien, cuentame un chiste""")
REPEAT = phrases("""repite, repitelo, repitemelo, repita, repitalo, repitamelo, me lo repites, me lo repite, me repites,
    me repite, lo repites, lo repite, puedes repetir, puede repetir, podrias repetir, podria repetir, me puedes repetir,
    me puede repetir, me lo puedes repetir, me lo puede repetir, me podrias repetir, me podria repetir, otra vez,
    repite los horarios, repiteme los horarios, me repites los horarios, me repite los horarios,
    me puedes repetir los horarios, me puede repetir los horarios, me podrias repetir los horarios,
    me podria repetir los horarios, repite las opciones, me repites las opciones, me repite las opciones,
    me puedes repetir las opciones, me puede repetir las opciones, repite la pregunta, me repites la pregunta, de nuevo,
    dimelo otra vez, dimelo de nuevo, digamelo otra vez, digamelo de nuevo, mandamelo otra vez, mandamelos otra vez,
    mandamela otra vez, mandalo otra vez, no alcance a leer, no alcance a ver, no lo vi, no los vi, no la vi,
    no me llego, no me llegaron, se me borro, que decias, que me decias, en que ibamos, en que estabamos,
    en que nos quedamos""")
"""Whoever says this wants to see once more what was last asked."""
PARDON = phrases("""mande, mande usted, eh, como dice, como dices, como dijo, como dijiste, que dijo, que dijiste,
    que dice, que dices, no entendi, no te entendi, no le entendi, no entiendo, no te entiendo, no le entiendo,
    no comprendo, como que que, perdon como, que me preguntaste, que me pregunto, cual era la pregunta,
    a que te refieres, a que se refiere""")
"""Whoever says this has not understood what was asked."""
SORRY = phrases("perdon, perdone, disculpe, disculpa, como, que")
"""The same, as a question alone."""
SKIP = phrases("""saltar, saltalo, saltar este paso, saltar eso, salta, omitir, omitelo, omitir este paso, omite,
    siguiente, prefiero no decir, prefiero no decirlo, prefiero no darlo, prefiero no dar mi nombre, no quiero decir,
    no quiero decirlo, no quiero darlo, no quiero dar mi nombre, no quiero dar mis datos, no doy mi nombre,
    prefiero no dar mis datos, sin nombre, anonimo, anonima, paso, no te voy a decir""")
"""Whoever says this will not answer what was asked."""
