"""Every answer to what the clinic asked by itself, whatever became of that since, however late it comes and whoever has
the chat: what holds of each, whichever question it was."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from booking.intents import OptOut, RequestHuman, Thank
from booking.models import LIVE, Appointment, OutboxItem, Status
from booking.testing.clinic import Clinic, buttons_of
from booking.testing.exchange import Exchange
from booking.testing.fakes import MemoryDatabase
from booking.testing.invariants import check_all

HOUR: Final = dt.timedelta(hours=1)
CONTROL: Final[dict[str, Callable[[Clinic], object]]] = {
    "bot": lambda clinic: None,
    "something said since": lambda clinic: clinic.mean("Ana", Thank()),
    "human": lambda clinic: clinic.mean("Ana", RequestHuman()),
    "baja": lambda clinic: clinic.mean("Ana", OptOut()),
}
HEARD: Final = ("bot", "something said since")


class Answered(NamedTuple):
    """What came of one answer, in a world of its own."""

    answer: str
    clinic: Clinic
    came: Exchange
    before: list[Appointment]
    after: list[Appointment]
    heard: bool
    on_screen: bool  # a tap, or words while the question is the last thing said

    @property
    def why(self) -> str:
        return f"{self.answer!r}: {self.came.keys}"


def cases(states: Iterable[str], lates: Mapping[str, dt.timedelta]) -> list[tuple[str, str, str]]:
    """Each state of what it is about, how late it is, and who has the chat: no two that come to the same."""
    apart = {control: {_passes(control, late): name for name, late in [*lates.items()][::-1]} for control in CONTROL}
    return [(state, late, control) for state in states for control in CONTROL for late in apart[control].values()]


def _passes(control: str, late: dt.timedelta) -> dt.timedelta:
    """A human does not have the chat for longer."""
    return late if control != "human" else min(late, HOUR)


def later(clinic: Clinic, control: str, late: dt.timedelta) -> None:
    """So much later, and who has the chat by then."""
    CONTROL[control](clinic)
    clinic.clock.advance(_passes(control, late))


def answered(clinic: Clinic, asked: OutboxItem, answers: tuple[str, ...], control: str) -> Iterator[Answered]:
    """Each of these answers of Ana's to that message. Of every one it holds that it has an answer where the bot is to
    give one, that by itself it books, moves and cancels nothing, and what holds of any turn (`invariants`)
    and of any message (`checked_sender`)."""
    payloads = {title: payload for payload, title in buttons_of(asked.content)}
    assert payloads.keys() <= {*answers}, "a button that is not tried"
    before = theirs(clinic)
    for answer in answers:
        assert isinstance(clinic.begin, MemoryDatabase)
        world = clinic.fork(clinic.begin.fork())
        tap = payloads.get(answer)
        came = world.tap_payload("Ana", tap, answer) if tap is not None else world.say("Ana", answer)
        on_screen = tap is not None or control == "bot"
        found = Answered(answer, world, came, before, theirs(world), control in HEARD, on_screen)
        assert came.keys or not found.heard, found.why
        assert "apology" not in came.keys, found.why
        assert _stand(found.after) == _stand(before), found.why
        check_all(world)
        world.delivery.deliver(world.conversations["Ana"])
        yield found


def theirs(clinic: Clinic) -> list[Appointment]:
    """What Ana has, held times aside."""
    with clinic.begin() as uow:
        person = uow.conversations.get(clinic.conversations["Ana"]).person
        found = uow.appointments.list(person_id=person.id, statuses=sorted(LIVE - {Status.HELD}))
    return list(found)


def _stand(these: list[Appointment]) -> Mapping[int, object]:
    """Where and with whom each is."""
    return {one.id: (one.slot, one.doctor_id) for one in these}
