"""Times told by the course of a day: its first and last hours, meals, work, and the soonest there is."""

from __future__ import annotations

from nlu.when.words import Phrases, phrases

EDGE_PHRASES: dict[str, Phrases] = {
    "start:hour": phrases(
        """
        a primera hora, a primeras horas, en cuanto abran, en cuanto abren, apenas abran, cuando abran, al abrir, a la hora
        que abren, a la hora que abran, recien abran
        """
    ),
    "end:late": phrases("a ultima hora, a ultimas horas"),
    "end:hour": phrases(
        """
        al final del dia, la ultima del dia, el ultimo del dia, lo ultimo del dia, la
        ultima hora del dia, la ultima cita del dia, el ultimo turno del dia, el ultimo horario del dia, lo mas tarde
        posible, lo mas tarde que tengas, lo mas tarde que tenga, lo mas tarde que tengan, lo mas tarde que haya, lo
        mas tarde que se pueda, lo mas tarde que puedas, lo mas tarde que pueda, lo mas tarde que puedan, la mas tarde
        del dia, lo mas tarde, la mas tarde, el mas tarde
        """
    ),
}
"""The first and the last hours of a day."""

COURSE_OF_DAY: dict[str, Phrases] = {
    "day_begins": phrases("al inicio del dia, al empezar el dia, al comenzar el dia"),
    "midday": phrases("en mitad del dia, a mitad del dia, a la mitad del dia"),
    "lunch": phrases("durante la comida, a la hora de la comida, a la hora de comer"),
    "before_lunch": phrases("antes de comer, antes de la comida, antes de almorzar"),
    "after_lunch": phrases("despues de comer, despues de la comida, despues de almorzar"),
    "day_ends": phrases(
        """
        al salir de trabajar, saliendo de trabajar, al salir del trabajo, saliendo del trabajo, a la salida del trabajo,
        despues del trabajo, despues de trabajar, al acabar el dia, al terminar el dia
        """
    ),
}
"""Times told by the course of a day, which is everybody's own."""

AS_SOON_AS_POSSIBLE: Phrases = phrases(
    """
    tan pronto como sea posible, tan pronto como podamos, tan pronto como puedas, tan pronto como pueda, lo antes
    posible, lo mas pronto posible, cuanto antes, en cuanto sea posible, a la mayor brevedad posible
    """
)
