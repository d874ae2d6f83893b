"""Whether a message looks like what the rules claim: where not, it is asked about, and nothing else comes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    HumanReason,
    Recall,
    RequestHuman,
    RescheduleAppointment,
    StartBooking,
    Topic,
    Unknown,
    UnknownWhy,
)
from booking.models import Purpose, Role, State
from nlu.parsed import Parse, meant
from nlu.second_opinion import heard, still_doubted
from tests.nlu.messages import OFFERED, context, examples

CANCELS = "buenas tardes quiero cancelar la cita que tengo el jueves con la doctora"
ASKS = "oiga cuanto cuesta la consulta y si aceptan tarjeta de credito"
READINGS = (
    StartBooking(),
    CheckAvailability(),
    CancelAppointment(),
    RescheduleAppointment(),
    AskQuestion(query="?"),
    Unknown(),
    Confirm(),
)


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        (CANCELS, StartBooking()),
        (ASKS, RescheduleAppointment()),
        ("quiero una cita para mañana en la tarde", Recall(query="?")),
    ],
)
def test_only_what_is_unlikely_is_asked_about(
    text: str, claimed: StartBooking | RescheduleAppointment | Recall
) -> None:
    said = heard(text, Parse((claimed,)), context(State.IDLE))
    asked = meant(said)
    if isinstance(claimed, Recall):
        assert asked == (claimed,)  # of which nothing comes but an answer
    else:
        assert asked == (Unknown(why=UnknownWhy.PARTLY, understood=(claimed,), unsure=True),)
        assert not said.likely


def test_what_looks_so_is_done() -> None:
    said = Parse((Greet(), CancelAppointment()))
    assert meant(heard(CANCELS, said, context(State.IDLE))) == said.intents


def test_a_yes_that_looks_like_none_is_none() -> None:
    said = heard(ASKS, Parse((Confirm(),)), context(State.CONFIRM))
    assert meant(said) == (Unknown(),)


def test_what_is_no_claim_of_the_kinds_stays() -> None:
    for said in (Parse((Deny(),)), Parse((RequestHuman(reason=HumanReason.URGENT),))):
        assert heard(ASKS, said, context(State.IDLE)) == said


def test_of_a_person_who_is_called_a_model_alone_is_asked() -> None:
    said = heard(ASKS, Parse((RequestHuman(),)), context(State.IDLE))
    assert meant(said) == (RequestHuman(),)
    assert not said.certain
    late = Parse((RequestHuman(reason=HumanReason.LATE),))
    assert heard("perdon voy a llegar 15 minutos tarde", late, context(State.IDLE)).certain


def test_what_a_model_makes_of_it_may_be_as_unlikely() -> None:
    said, here = Parse((Unknown(),)), context(State.IDLE)
    assert still_doubted(ASKS, said, (StartBooking(),), here)
    assert not still_doubted(CANCELS, said, (CancelAppointment(),), here)
    assert not still_doubted("cancela mi cita", said, (StartBooking(),), here), "of few words rules know better"


@pytest.mark.parametrize(
    "changed",
    [{"role": Role.STAFF}, {"purpose": Purpose.MOVE}, {"picking": 2}, {"made": OFFERED[0]}, {"was": OFFERED[0]}],
    ids=lambda one: next(iter(one)),
)
def test_what_else_is_known_tells_what_is_meant(changed: dict[str, object]) -> None:
    said = Parse((StartBooking(),))
    assert heard(CANCELS, said, context(State.IDLE)) != said
    assert heard(CANCELS, said, context(State.IDLE).model_copy(update=changed)) == said


def test_of_few_words_rules_know_better() -> None:
    said = Parse((StartBooking(),))
    assert heard("cancela mi cita del jueves", said, context(State.IDLE)) == said


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("oigan y ustedes manejan algun paquete de analisis para diabetes", AskQuestion),
        ("no recuerdo que medicina me mando el doctor la ultima vez que fui", Recall),
    ],
)
def test_what_says_nothing_to_the_rules_may_be_a_question(text: str, kind: type) -> None:
    (question,) = heard(text, Parse((Unknown(),)), context(State.IDLE)).intents
    assert isinstance(question, kind)
    assert question.query == text  # type: ignore[attr-defined]


def test_beside_what_is_on_screen_nothing_is_recalled() -> None:
    said = heard(
        "no recuerdo que medicina me mando el doctor la ultima vez que fui", Parse((Unknown(),)), context(State.CONFIRM)
    )
    assert not isinstance(said.intents[0], Recall)


def test_what_is_known_to_be_asked_stays_asked() -> None:
    said = Parse((AskQuestion(query="?", topic=Topic.PRICES),))
    assert (
        heard("cuanto me dijo el doctor que costaba la consulta la otra vez", said, context(State.IDLE)).intents
        == said.intents
    )


@given(st.sampled_from(examples()), st.sampled_from(READINGS), st.sampled_from(list(State)))
def test_it_never_adds_what_something_comes_of(example: object, claimed: object, state: State) -> None:
    said = Parse((claimed,))  # type: ignore[arg-type]
    after = heard(example.text, said, context(state))  # type: ignore[attr-defined]
    assert after.intents == said.intents or isinstance(after.intents[0], AskQuestion | Recall)
    assert not (after.doubted and after.likely)
