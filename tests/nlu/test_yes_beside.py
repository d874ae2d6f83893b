"""A yes beside something else: which are one, in either order and however they are typed, and which are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, CancelBooking, Confirm, Smalltalk, StartBooking, Thank
from booking.models import Purpose, State, UnderstandingContext
from nlu.shortcuts import parse
from nlu.words import closed_phrases as closed
from tests.nlu.messages import OFFERED, context

CLEAR = [
    "sí",
    "si",
    "sí, por favor",
    "claro que sí",
    "confirmo",
    "sí, confirmo",
    "simón",
    "sip",
    "adelante",
    "agéndala",
]
TAKEN = ["sí la quiero", "sí, agéndala", "sí, por favor", "agéndamela", "sí"]
RECORD = ["cuál es la dirección", "dónde están", "en qué calle están", "cuál es el teléfono de la clínica"]
OTHER = [
    "cuánto cuesta la consulta",
    "qué debo llevar",
    "qué documentos necesito",
    "cuánto dura",
    "cómo se llama el doctor",
]
CHANGE = [
    "pero el martes", "¿pero puede ser con la Dra. Ríos?", "¿y si mejor a las 5?", "¿y no hay más temprano?",
    "¿puede ser más tarde?", "¿la puedo cambiar?", "¿es para mi mamá?", "¿abren el sábado?", "¿y con otro doctor?",
    "si aceptan tarjeta", "siempre y cuando acepten seguro", "solo si aceptan tarjeta", "¿y otro día?",
    "mejor otro día", "¿para mi esposo también hay?", "espérame", "déjame ver, ¿dónde están?",
    "¿es con el doctor Salas?", "¿es a las 4?",
]  # fmt: skip
"""What may change the proposal, or put a condition to the yes."""

clear, asked = st.sampled_from(CLEAR), st.sampled_from([*RECORD, *OTHER])
typed = st.sampled_from([str, str.upper, lambda text: text.translate(str.maketrans("áéíóú", "aeiou"))])


def intents(text: str, about: str = "") -> tuple[object, ...]:
    return parse(text, context(State.CONFIRM, about)).intents


def confirms(text: str, about: str = "") -> bool:
    return Confirm() in intents(text, about)


@given(
    clear,
    st.sampled_from([", ¿{}?", ". ¿{}?", " ¿{}?", "\n{}", "\n¿{}?", ", {}", " {}", "! oiga, ¿{}?", ", ¿y {}?"]),
    asked,
    typed,
)
def test_a_yes_before_a_question_that_changes_nothing(yes: str, form: str, question: str, typing: object) -> None:
    text = typing(yes + form.format(question))  # type: ignore[operator]
    if "confirmo" in yes and question in OTHER and "sí" not in text:
        return  # "si confirmo, cuánto cuesta": without its accent it may be a condition
    said = intents(text)
    assert Confirm() in said
    assert any(isinstance(intent, AskQuestion) for intent in said)


@given(clear, st.sampled_from(["¿{}? {}", "¿{}?\n{}", "{}?\n{}", "{}? {}", "¿{}? ok, {}"]), asked)
def test_a_yes_after_a_question_that_changes_nothing(yes: str, form: str, question: str) -> None:
    said = intents(form.format(question, yes))
    assert Confirm() in said
    assert any(isinstance(intent, AskQuestion) for intent in said)


@given(clear, st.sampled_from([" {}", ", {}", ". {}", "\n{}"]), st.sampled_from(CHANGE))
def test_beside_what_may_change_it_no_yes_is_one(yes: str, form: str, change: str) -> None:
    assert not confirms(yes + form.format(change))
    assert not confirms(change + "\n" + yes)


@pytest.mark.parametrize("change", [*CHANGE, *(f"¿{question}?" for question in (*RECORD, *OTHER))])
def test_what_stands_beside_a_yes_is_none_itself(change: str) -> None:
    assert not confirms(change)


@given(
    st.sampled_from(["si aceptan tarjeta", "si puedo pagar con tarjeta", "si me dices cuánto cuesta", "si no es caro"])
)
def test_a_condition_is_no_yes(condition: str) -> None:
    assert not confirms(condition)
    assert not confirms(f"¿{condition}?")
    assert not confirms(f"{condition} confirmo")


@pytest.mark.parametrize(
    "text", ["¿sí sale en 500?", "¿sí está la doctora?", "¿sí? ¿dónde es?", "¿cuánto cuesta, si confirmo?"]
)
def test_a_yes_within_a_question_is_none(text: str) -> None:
    assert not confirms(text)


@pytest.mark.parametrize("doubt", ["creo que sí", "no sé", "a lo mejor sí", "todavía no", "tal vez"])
@pytest.mark.parametrize("question", RECORD)
def test_a_doubt_beside_a_question_is_no_yes(doubt: str, question: str) -> None:
    assert not confirms(f"{doubt}, ¿{question}?")


def test_thanks_a_farewell_and_what_the_doctor_should_know_spoil_no_yes() -> None:
    for text in ("sí, muchas gracias, que Dios la bendiga", "si muchas gracias dios la bendiga", "sí, nos vemos"):
        assert confirms(text), text
    for text in ("Sí, ahí estaré", "sí, soy alérgica a la penicilina", "sí. ¿dónde es? y soy alérgico a la aspirina"):
        assert confirms(text), text
    assert not confirms("sí, avísale al doctor que mejor en la tarde")


@given(
    st.sampled_from(sorted(" ".join(phrase) for phrase in closed.ACKNOWLEDGED)),
    st.sampled_from(["", " gracias", " 👍"]),
)
def test_an_acknowledgement_cancels_nothing(phrase: str, after: str) -> None:
    assert not confirms(phrase + after, "cancelling")
    assert not confirms("👍", "cancelling")


@pytest.mark.parametrize(
    "text", ["sí", "sí, cancélala", "claro que sí", "ok, sí", "sip", "sí, por favor", "ok, cancélala"]
)
def test_a_full_yes_cancels(text: str) -> None:
    assert confirms(text, "cancelling")


@pytest.mark.parametrize("question", [*RECORD, *OTHER, "me cobran algo"])
def test_beside_a_question_only_its_verb_cancels(question: str) -> None:
    assert not confirms(f"sí, ¿{question}?", "cancelling")
    assert question not in RECORD or confirms(f"sí, cancélala. ¿{question}?", "cancelling")


@given(clear, asked, st.sampled_from([State.IDLE, State.SLOT_SELECTION, State.CUSTOMER_DATA]))
def test_where_nothing_is_proposed_only_the_question_is_heard(yes: str, question: str, state: State) -> None:
    where: UnderstandingContext = context(state)
    assert Confirm() not in parse(f"{yes}, ¿{question}?", where).intents


def test_an_acknowledgement_asks_where_to_come_or_is_no_yes() -> None:
    """Its answer may decide: "ok, ¿cuánto cuesta?"."""
    assert confirms("va, ¿dónde es?")
    assert not confirms("ok, ¿cuánto cuesta?")
    assert not confirms("ok, hasta luego")
    assert intents("ok gracias", "cancelling") == (Smalltalk(),)
    assert intents("gracias") == (Thank(),)


REMARKS = [
    "ya llegué a mi casa",
    "ya llegué",
    "perdón, estaba manejando",
    "disculpe la tardanza",
    "ya le pregunté a mi esposo",
    "ya chequé mi agenda",
    "me urge",
    "qué bueno que hay lugar",
    "no hay problema",
    "está un poco caro",
    "perdón por no contestar antes",
    "no había visto su mensaje",
    "le digo a mi hijo que me lleve",
]


@given(st.sampled_from(REMARKS), st.sampled_from([", ", ". ", "\n", ", pero ", " pero "]), st.sampled_from(TAKEN))
def test_a_yes_after_a_remark_that_changes_nothing(remark: str, joint: str, yes: str) -> None:
    assert intents(remark + joint + yes) == (Confirm(),)


@pytest.mark.parametrize("remark", [remark for remark in REMARKS if "caro" not in remark])
def test_a_clear_yes_before_a_remark_that_changes_nothing(remark: str) -> None:
    assert intents(f"sí la quiero, {remark}") == (Confirm(),)


@pytest.mark.parametrize("text", ["sí, ya vi", "sí, ya llegué", "sí, ya le pregunté a mi esposo", "sí, está caro"])
def test_a_bare_yes_before_a_remark_may_be_a_yes_to_that(text: str) -> None:
    assert not confirms(text)


@given(st.sampled_from([*RECORD, *OTHER]), st.sampled_from(TAKEN), st.sampled_from(["pero", "y", "aun así"]))
def test_a_yes_joined_to_a_question(question: str, yes: str, joint: str) -> None:
    said = intents(f"¿{question}? {joint} {yes}")
    assert Confirm() in said
    assert any(isinstance(intent, AskQuestion) for intent in said)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "pero si",
            "pero si quiero",
            "y si",
            "pero sí el martes",
            "mi mamá está malita, sí",
            "pero sí, ¿y si llueve?",
        ),
        *("sí, le pido a mi esposo que me deje", "ok, le digo a mi jefe que me deje"),
        *("ok me espero", "va la espero", "ok, aquí me espero", "ok, me dan chance", "ok, la aguanto"),
    ],
)
def test_what_may_go_on_or_means_somebody_else_is_no_yes(text: str) -> None:
    assert not confirms(text)


@pytest.mark.parametrize(
    "text", ["pero sí, agéndala", "pero si, agendala", "pero sí la quiero", "ya llegué a mi casa, sí cancélala"]
)
def test_a_yes_that_was_joined_to_what_came_before(text: str) -> None:
    assert confirms(text, "cancelling" if "cancél" in text else "")


@given(
    st.sampled_from(["ok", "sale", "perfecto", "sí", "va", "muy bien", "claro que sí, gracias"]),
    st.sampled_from([", ", " ", "\n"]),
    st.sampled_from(["ahí estaré", "ahí nos vemos", "nos vemos ese día", "yo llego puntual", "allá estamos sin falta"]),
    st.sampled_from(["", " gracias", ", bendiciones", " señorita"]),
)
def test_to_agree_and_announce_that_one_comes_is_a_yes(yes: str, joint: str, coming: str, after: str) -> None:
    assert confirms(yes + joint + coming + after)
    assert confirms(coming + after) == (coming == "ahí estaré")  # "nos vemos" may only take leave
    assert not confirms(yes + joint + coming + after, "cancelling")


@given(
    st.sampled_from(["si", "ok si", "va, si"]),
    st.sampled_from(["llego a tiempo", "me queda bien", "puedo", "voy ese dia", "me confirman", "no llueve"]),
    st.sampled_from(["ahi estare", "ahi nos vemos", "nos vemos ese dia"]),
)
def test_to_come_on_a_condition_is_no_yes(yes: str, condition: str, coming: str) -> None:
    assert not confirms(f"{yes} {condition} {coming}")
    if "queda" not in condition:  # "sí me queda bien" is a yes by itself
        assert not confirms(f"{coming} {yes} {condition}")


@given(
    st.sampled_from(["sí", "confirmo", "sí, confirmo"]),
    st.sampled_from(["ahí estaré", "nos vemos", "¿dónde es?", "gracias"]),
    st.sampled_from(["requiero intérprete", "traigan un zorgo", "facturo a la empresa", "es a domicilio"]),
)
def test_what_nobody_understood_beside_a_yes_leaves_none(yes: str, beside: str, unread: str) -> None:
    assert not confirms(f"{yes}, {beside}, {unread}")


THURSDAY_9 = OFFERED[4]
OWN_TIME = st.sampled_from(
    ["a las 9", "el jueves", "el jueves 3", "el jueves a las 9", "a las 9 de la mañana", "el 3 de diciembre"]
)
OTHER_TIME = st.sampled_from(
    [
        "a las 10",
        "el viernes",
        "el jueves 10",
        "el jueves a las 10",
        "a las 9 de la noche",
        "antes de las 9",
        "de 9 a 10",
        "después del jueves",
    ]
)
BESIDE_IT = st.sampled_from(
    ["sí, {}", "ándale sí {}", "{} sí", "{} sí, así ya", "va, {}", "sí, está bien {}", "{} me queda bien"]
)


def proposed(text: str, purpose: Purpose = Purpose.BOOK) -> bool:
    here = context(State.CONFIRM).model_copy(update={"proposed": THURSDAY_9, "purpose": purpose})
    return parse(text, here).intents == (Confirm(),)


@given(BESIDE_IT, OWN_TIME, OTHER_TIME)
def test_a_yes_beside_the_time_on_screen_is_one_and_beside_another_none(yes: str, own: str, other: str) -> None:
    assert proposed(yes.format(own))
    assert not proposed(yes.format(other))
    assert not proposed(f"no, {yes.format(own)}")
    assert not proposed(f"{yes.format(own)}, pero con otro doctor")
    assert not proposed(own)


@given(st.sampled_from(["sí, muévela {}", "cámbiala {}", "sí, pásamela {}"]), OWN_TIME, OTHER_TIME)
def test_the_verb_of_a_change_with_the_time_on_screen(order: str, own: str, other: str) -> None:
    assert proposed(order.format(own), Purpose.MOVE)
    assert not proposed(order.format(other), Purpose.MOVE)


@pytest.mark.parametrize(
    "text",
    [
        "el jueves confirmo",
        "el jueves la aparto",
        "si me queda bien el jueves",
        "sí, confírmame el jueves",
        "¿sí a las 9?",
    ],
)
def test_what_is_done_on_that_day_or_may_suit_is_no_yes(text: str) -> None:
    assert not proposed(text)


OWN_KEPT = st.sampled_from(
    [
        "no, ya así déjala {} como estaba",
        "ninguna, entonces déjala {}",
        "no, espérate, la mía es {}, esa está bien",
        "mejor que se quede {}",
        "no, me quedo con la mía, {}",
    ]
)


def given_up(text: str, state: State, standing: int) -> bool:
    known = {"proposed": OFFERED[0], "standing": OFFERED[standing], "purpose": Purpose.MOVE, "offered": OFFERED[:2]}
    return parse(text, context(state).model_copy(update=known)).intents == (CancelBooking(),)


@given(OWN_KEPT, OWN_TIME, OTHER_TIME, st.sampled_from([State.CONFIRM, State.SLOT_SELECTION]))
def test_an_appointment_that_stays_at_its_own_time_gives_up_the_change(
    kept: str, own: str, other: str, state: State
) -> None:
    assert given_up(kept.format(own), state, 4)
    assert not given_up(kept.format(other), state, 4)
    assert not given_up(f"{kept.format(own)}, pero con otro doctor", state, 4)


def test_a_day_that_what_is_on_screen_has_too_gives_up_nothing() -> None:
    assert not given_up("déjala el martes", State.CONFIRM, 1)
    assert given_up("déjala el martes a las 4", State.CONFIRM, 1)


@pytest.mark.parametrize(
    "text",
    [
        "perfecto, y la otra para mi hermana Olga a la misma hora con el otro doctor",
        "sí y ahora la de Yael a las 5 y media",
        "sí, y luego la de mi hijo Iker a las 10",
        "sí y para Yael a las 5 y media",
        "sí, y otra para mí el mismo día a las 10:30",
    ],
)
def test_a_further_wish_beside_a_yes_is_put_on_top_of_no_proposal(text: str) -> None:
    first = intents(text)[0]
    assert first == Confirm() or (isinstance(first, StartBooking) and first.several)


@pytest.mark.parametrize("text", ["sí y para mañana a las 10", "sí y la de las 10", "sí, y para el martes a las 10"])
def test_another_time_beside_a_yes_is_no_further_wish(text: str) -> None:
    assert StartBooking(several=True) not in intents(text)
    assert not confirms(text)


def at_its_time(text: str) -> bool:
    return Confirm() in parse(text, context(State.CONFIRM).model_copy(update={"proposed": OFFERED[4]})).intents


@pytest.mark.parametrize(
    "text",
    [
        "está bien jueves a las nueve", "sí, el jueves a las 9", "ese jueves a las 9 me queda",
        "va el jueves a las 9 am", "a esa hora está bien", "el jueves a las 9 sí puedo",
    ],
)  # fmt: skip
def test_approval_with_the_very_day_and_hour_is_a_yes(text: str) -> None:
    assert at_its_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "está bien jueves a las diez", "sí, el viernes a las 9", "ese viernes a las 9 me queda",
        "sí, el jueves a las 9?",
        "el jueves a las 9 no", "sí, el jueves pero más tarde",
    ],
)  # fmt: skip
def test_with_another_time_it_is_none(text: str) -> None:
    assert not at_its_time(text)


@pytest.mark.parametrize(
    "text",
    [
        "Así es señorita, muchas gracias y buen día",
        "sí mi niña, apártemela por favor, ahí estaremos",
        "ya te dije que sí",
        "correcto, gracias y bendiciones",
    ],
)
def test_a_yes_is_one_whoever_is_spoken_to_and_however_it_ends(text: str) -> None:
    assert intents(text) == (Confirm(),)
