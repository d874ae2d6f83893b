"""Where rows apply and where they lead: groups of sub-states, and destinations that depend on where a row is left.

All of them stand here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from booking.models import State, SubState

Places = tuple[SubState, ...]


def within(state: State) -> Places:
    """The sub-states of a state."""
    return tuple(place for place in SubState if place.parent is state)


IDLE: Places = (SubState.IDLE,)
OFFER: Places = (SubState.OFFER,)
NAME: Places = (SubState.NAME,)
PICK: Places = (SubState.PICK,)
ORDER_QUESTION: Places = (SubState.ORDER_QUESTION,)
CONFIRM_BOOK: Places = (SubState.CONFIRM_BOOK,)
CONFIRM_MOVE: Places = (SubState.CONFIRM_MOVE,)
CONFIRM_CANCEL: Places = (SubState.CONFIRM_CANCEL,)
CONFIRM_ORDER: Places = (SubState.CONFIRM_ORDER,)

ALL: Places = tuple(SubState)
FLOW: Places = tuple(place for place in SubState if place is not SubState.IDLE)
SLOTS: Places = within(State.SLOT_SELECTION)
CONFIRM: Places = within(State.CONFIRM)
OFFERS: Places = (SubState.OFFER, SubState.MOVE_OFFER)
"""A time is looked for."""
LOOKING: Places = (SubState.IDLE, *OFFERS)
NAMING: Places = (SubState.NAME, SubState.CONFIRM_BOOK)
"""A time to book is held."""
BOOKING: Places = (SubState.OFFER, *NAMING)
MOVING: Places = (SubState.MOVE_OFFER, SubState.CONFIRM_MOVE)
"""The appointment to move is known."""
CHANGING: Places = (*MOVING, SubState.PICK, SubState.CONFIRM_CANCEL)
"""It is about an appointment that exists."""
HOLDING: Places = (*NAMING, SubState.CONFIRM_MOVE)
"""A time is held."""
CHOSEN: Places = (*HOLDING, SubState.CONFIRM_CANCEL)
"""What a patient wants is known, or all but the name."""
ORDERS: Places = (SubState.ORDER_QUESTION, SubState.CONFIRM_ORDER)
"""An order of staff's is under way."""
SETTLED: Places = (*CHOSEN, *ORDERS)
"""All that is in CUSTOMER_DATA and CONFIRM."""


def besides(places: Places) -> Places:
    """All the others."""
    return tuple(place for place in SubState if place not in places)


@dataclass(frozen=True, slots=True)
class Way:
    """A destination that depends on where one comes from: what is moved is moved on, what is booked booked."""

    state: State
    to: Mapping[SubState, SubState]

    def __str__(self) -> str:
        return self.state.value


_S = SubState
_NEW = {_S.IDLE: _S.OFFER, _S.NAME: _S.OFFER, _S.CONFIRM_BOOK: _S.OFFER, **dict.fromkeys(ORDERS, _S.OFFER)}
_MOVED = {_S.CONFIRM_MOVE: _S.MOVE_OFFER, _S.CONFIRM_CANCEL: _S.MOVE_OFFER}
LOOK = Way(State.SLOT_SELECTION, {**dict(zip(SLOTS, SLOTS, strict=True)), **_NEW, **_MOVED})
"""A time is looked for, for what was under way."""
_BOOKED = dict.fromkeys((_S.IDLE, *BOOKING), _S.CONFIRM_BOOK)
_CHANGED = {**dict.fromkeys((*MOVING, _S.PICK), _S.CONFIRM_MOVE), _S.CONFIRM_CANCEL: _S.CONFIRM_CANCEL}
PROPOSE = Way(State.CONFIRM, {**_BOOKED, **_CHANGED, **dict.fromkeys(ORDERS, _S.CONFIRM_ORDER)})
"""What was under way is proposed."""

Target = SubState | Way

_GROUPS: dict[str, Places] = {
    "*": ALL,
    "FLOW": FLOW,
    "SETTLED": SETTLED,
    "BOOKING": BOOKING,
    "CHOSEN": CHOSEN,
    "CHANGING": CHANGING,
    "HOLDING": HOLDING,
    "ORDERS": ORDERS,
    "OFFERS": OFFERS,
    "MOVING": MOVING,
    "NAMING": NAMING,
    **{state.value: within(state) for state in (State.SLOT_SELECTION, State.CONFIRM)},
}


def named(places: Iterable[SubState]) -> str:
    """In short: groups by their names, the others one by one."""
    left, names = set(places), []
    for name, group in _GROUPS.items():
        if left.issuperset(group):
            names.append(name)
            left -= set(group)
    return "+".join([*(place for place in SubState if place in left), *names])
