"""A choice is one in whatever words it is told, and that none suits; what a "no" stands before is never chosen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, SelectSlot
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import OFFERED, context

ONE = ("primera", "segunda", "tercera", "cuarta", "última")
CHOSEN = (
    "la {} es la que me conviene",
    "se me hace que la {} es la que más me late",
    "la {} de las que mandó",
    "de esas, la {}",
    "póngame la {} porque en la mañana trabajo",
    "apárteme la {} de las que me pasó",
    "con la {} estaríamos bien",
    "mi mamá puede ir en la {}",
    "si todavía está disponible la {}, esa mera",
    "¿habría modo de quedarme con la {}?",
    "me puedo quedar con la {}?",
    "entre la {} y la 2, mejor la {}",
    "la {}, por lo del tráfico",
)
REFUSED = (
    "la {} no es la que me conviene",
    "la {} es la que menos me conviene",
    "no póngame la {}",
    "no quiero la {} de las que mandó",
    "la {} de las que mandó no",
    "mi mamá no puede ir en la {}",
    "tampoco puedo en la {}",
    "ni puedo en la {}",
    "no estaríamos bien con la {}",
    "si puedo en la {} le aviso",
    "no puedo quedarme con la {}",
    "si está la {} no la quiero",
    "no sé si puedo en la {}",
)
NONE = (
    "ni una me sirve",
    "ni una sola",
    "no la armo con ninguna",
    "de las que me mandó no puedo con ninguna",
    "se me hacen muy tarde todas",
    "todas me quedan muy temprano",
    "todas me caen en horario de clase",
    "esas me agarran en el jale",
    "todas esas horas estoy trabajando",
    "imposible en esos horarios",
    "mi mamá no puede esos días",
    "ya vi las cinco y no",
    "sin ofender, ninguna",
)
OTHERS = (
    "mejor el martes 15 en la mañana",
    "¿qué hay el 16?",
    "búsqueme el sábado",
    "deme después de las 6",
    "las de la semana entrante",
)


def _number(one: str) -> int:
    return len(OFFERED) if one == "última" else ONE.index(one) + 1


@given(st.sampled_from(CHOSEN), st.sampled_from(ONE))
def test_it_is_chosen(said: str, one: str) -> None:
    if "la 2," in said and one == "segunda":
        return
    read = parse(said.replace("{}", one), context(State.SLOT_SELECTION))
    assert [i.option for i in meant(read) if isinstance(i, SelectSlot)] == [_number(one)], (said, read)


@given(st.sampled_from(REFUSED), st.sampled_from(ONE))
def test_what_is_refused_is_never_chosen(said: str, one: str) -> None:
    read = parse(said.replace("{}", one), context(State.SLOT_SELECTION))
    assert not any(isinstance(i, SelectSlot) for i in meant(read)), (said, read)


@given(st.sampled_from(NONE), st.sampled_from(OTHERS), st.sampled_from((", ", "; ", ". ")))
def test_none_suits_and_others_are_wished_for(none: str, others: str, joint: str) -> None:
    heard, plain = (parse(f"{head}{joint}{others}", context(State.SLOT_SELECTION)) for head in (none, "ninguna"))
    wished = [i.when for i in plain.intents if isinstance(i, CheckAvailability)]
    assert wished, plain
    assert [i.when for i in heard.intents if isinstance(i, CheckAvailability)] == wished, (none, heard)
    assert heard.sure, heard
    assert not any(isinstance(i, SelectSlot) for i in heard.intents)


@given(st.sampled_from(("todas me quedan bien", "todas me caen en buen horario", "todas estoy de acuerdo")))
def test_that_all_suit_is_no_refusal(said: str) -> None:
    assert not any(isinstance(i, CheckAvailability) for i in parse(said, context(State.SLOT_SELECTION)).intents)


@given(st.sampled_from((("más tempranito", 1), ("más temprano", 1), ("más tarde", 2))))
def test_the_first_and_the_last_of_a_day_are_told(side: tuple[str, int]) -> None:
    words, option = side
    read = parse(f"quiero la {words} del martes", context(State.SLOT_SELECTION))
    assert [i.option for i in meant(read) if isinstance(i, SelectSlot)] == [option], read
