"""What WhatsApp is told beside the turn never gathers."""

from __future__ import annotations

import threading

from booking.runtime.acknowledging import AT_MOST, Acknowledging


def test_what_comes_while_many_wait_is_not_told() -> None:
    told: list[str] = []
    answered = threading.Event()

    def tell(wamid: str) -> None:
        answered.wait(60)
        told.append(wamid)

    with Acknowledging(tell) as acknowledge:
        for number in range(3 * AT_MOST):
            acknowledge(str(number))
        answered.set()
    assert sorted(told, key=int) == [str(number) for number in range(AT_MOST)]


def test_one_that_fails_makes_room_too() -> None:
    told: list[str] = []

    def tell(wamid: str) -> None:
        told.append(wamid)
        raise ConnectionError

    with Acknowledging(tell) as acknowledge:
        while len(told) < 2 * AT_MOST:
            acknowledge("again")
