"""What is said after "Te entendí …" comes on top of it, and takes nothing of it away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.conversation.meaning.amended import amended
from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
)
from booking.models import Expected
from booking.testing.strategies import names, readings

_WHEN = st.none() | readings()
_ASKED = st.builds(StartBooking, when=_WHEN) | st.builds(CheckAvailability, when=_WHEN)
_CHANGES = st.builds(CancelAppointment, when=_WHEN) | st.builds(RescheduleAppointment, when=_WHEN)
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
