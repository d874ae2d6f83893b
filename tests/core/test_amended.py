"""What is said after "Te entendí …" comes on top of it, and takes nothing of it away."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from booking.conversation.meaning.amended import amended
from booking.conversation.meaning.pending_question import as_understood
from booking.intents import (
    AnyIntent,
    AsUnderstood,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import Expected
from booking.testing.strategies import names, readings

_WHEN = st.none() | readings()
_ASKED = st.builds(StartBooking, when=_WHEN) | st.builds(CheckAvailability, when=_WHEN)
_CHANGES = st.builds(CancelAppointment, when=_WHEN) | st.builds(RescheduleAppointment, when=_WHEN)
_ASKED_FOR = StartBooking | CheckAvailability
_TOLD = st.builds(
    ProvideCustomerData, name=st.none() | names(), for_other=st.booleans(), reason=st.none() | st.just("es alérgica")
)
_BESIDE = st.sampled_from([(), (Confirm(),), (Deny(),)])


def _expected(*understood: AnyIntent) -> Expected:
    return Expected.model_validate({"understood": understood})


@given(_ASKED, st.lists(_TOLD, max_size=2), _TOLD, _BESIDE)
def test_whose_it_is_leaves_what_was_asked_for(
    asked: AnyIntent, known: list[ProvideCustomerData], told: ProvideCustomerData, beside: tuple[AnyIntent, ...]
) -> None:
    now = amended((*beside, told), _expected(*known, asked))
    assert now[0] == asked
    assert set(now[1:]) == {*known, told}


@given(_TOLD, st.builds(StartBooking, when=_WHEN), _BESIDE)
def test_what_is_asked_for_leaves_whose_it_was(
    known: ProvideCustomerData, asked: StartBooking, beside: tuple[AnyIntent, ...]
) -> None:
    assert amended((*beside, asked), _expected(known)) == (asked, known)


@given(_CHANGES, _TOLD)
def test_of_a_change_it_says_whose_appointment_is_meant(
    asked: CancelAppointment | RescheduleAppointment, told: ProvideCustomerData
) -> None:
    now = amended((told,), _expected(asked))
    if told.reason or not told.name:
        assert now == (told,), "that says of nobody's appointment whose it is"
        return
    changed = now[0]
    assert isinstance(changed, type(asked))
    assert changed.when == asked.when
    assert changed.whose is not None
    assert changed.whose.name == told.name


_HALF = Expected(yes=AsUnderstood(), no=AsUnderstood(not_so=True))


@given(_ASKED, st.lists(_TOLD, max_size=2), st.builds(ProvideCustomerData, name=names()) | _ASKED)
def test_what_was_half_understood_goes_on_after_a_plain_yes_alone(
    asked: AnyIntent, known: list[ProvideCustomerData], said: AnyIntent
) -> None:
    assume(said != asked)  # what is said once more is meant
    half = _HALF.model_copy(update={"understood": (*known, asked)})
    again, *told = amended((said,), half)
    if again == asked:
        assert isinstance(said, _ASKED_FOR)
        assert said.when, "gone on with, and nothing was said again"
        assert said.when.when
        return
    assert not told
    assert isinstance(again, Unknown), "gone on with, and no yes was said"
    assert again.why in (UnknownWhy.AMENDED, UnknownWhy.PARTLY)
    if isinstance(said, ProvideCustomerData):
        assert said in again.understood, "what was said of it is lost"


@given(_ASKED, names())
def test_a_name_said_there_tells_nothing_of_who_writes(asked: AnyIntent, name: str) -> None:
    half = _HALF.model_copy(update={"understood": (asked,)})
    (again,) = amended((ProvideCustomerData(name=name),), half)
    assert isinstance(again, Unknown)
    for taken in (
        as_understood(AsUnderstood(), again.understood),
        amended((Confirm(), ProvideCustomerData(name=name)), half),
    ):
        assert taken[1] == ProvideCustomerData(name=name, of_patient=True)


@given(_ASKED, names())
def test_neither_does_a_name_that_was_understood_in_part_and_something_else_of_it_put_right(
    asked: AnyIntent, name: str
) -> None:
    instead = Expected(yes=AsUnderstood(not_so=True), no=Deny(), understood=(asked, ProvideCustomerData(name=name)))
    said = ProvideCustomerData(reason="es alérgica")
    assert amended((said,), instead)[1:] == (ProvideCustomerData(name=name, of_patient=True), said)


@given(_ASKED, names())
def test_a_name_goes_before_what_was_understood_to_be_for_the_writer(asked: AnyIntent, name: str) -> None:
    half = _HALF.model_copy(update={"understood": (asked, ProvideCustomerData(for_self=True))})
    (again,) = amended((ProvideCustomerData(name=name),), half)
    assert isinstance(again, Unknown)
    assert again.understood == (asked, ProvideCustomerData(name=name))


_ASKS_BACK = {"yes": AsUnderstood(), "no": AsUnderstood(not_so=True)}


@given(readings(), st.lists(_TOLD, max_size=2))
def test_what_was_half_understood_goes_on_where_it_is_said_once_more(
    when: Reading, known: list[ProvideCustomerData]
) -> None:
    """With no yes to it: who says the same again means it."""
    assume(when.when)
    asked = StartBooking(when=when)
    now = amended(
        (CheckAvailability(when=when),), Expected.model_validate({"understood": (asked, *known), **_ASKS_BACK})
    )
    assert now[0] == asked
    assert len(now) == 1 + len(dict.fromkeys(known))


@given(readings(), st.sampled_from([CheckAvailability(), StartBooking(), Unknown()]))
def test_what_says_nothing_of_it_is_no_yes(when: Reading, said: AnyIntent) -> None:
    """Neither is what asks for another thing."""
    for asked in (StartBooking(when=when), CancelAppointment(when=when), RescheduleAppointment(when=when)):
        half = Expected.model_validate({"understood": (asked,), **_ASKS_BACK})
        assert asked not in amended((said,), half)
        assert all(isinstance(one, Unknown) for one in amended((CheckAvailability(when=when),), half)) or isinstance(
            asked, StartBooking
        )


@given(readings())
def test_a_no_before_what_is_said_once_more_is_asked_about(when: Reading) -> None:
    assume(when.when)
    asked = StartBooking(when=when)
    half = Expected.model_validate({"understood": (asked,), **_ASKS_BACK})
    assert all(isinstance(one, Unknown) for one in amended((Deny(), CheckAvailability(when=when)), half))
