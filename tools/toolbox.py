"""Using tools: rights first, then parameters, then the tool. Reads of one message run side by side.

Whatever is sent as a name or parameter, the answer is a value: a tool that is not for the caller and one that does
not exist are told from each other by nobody.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as WaitTimeout
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from pydantic import ValidationError

from booking import statement_count
from booking.access.rights import Caller
from booking.documents.library import Searcher
from booking.intents import Direction, Frozen, Reading, Repeats
from booking.logs import where
from booking.models import (
    AnyOrder,
    AppointmentOrder,
    Clinic,
    DayOrder,
    EntryOrder,
    Picked,
    UnwaitOrder,
    WaitOrder,
)
from booking.models.documents import WORDS_ALONE as NO_MEANING
from booking.models.documents import Meaning
from booking.models.folded_text import folded
from booking.models.tool_answers import AND_THEN, REPEATS, Answer, Arguments, Done, Missing, Proposed, ToolRefused, Why
from booking.ports import UnitOfWork, UnitOfWorkFactory
from tools.access import WORDS_ALONE, Access, Stop
from tools.catalog import CATALOG, Tool, allowed
from tools.time_marks import INSTANT
from tools.tool_words import spelled

log = structlog.get_logger()

TimeReader = Callable[[str, dt.datetime, Clinic, Direction | None, bool], Reading]
"""What a text says about time; `now` is in the clinic's zone. The last: hours are asked for, "10 a 6" are some."""

RepeatsReader = Callable[[str], Repeats | None]
"""What a text says of how often an appointment is to come again; None: nothing."""

_SHARE_OF_MEANING = 0.25
"""How much of the time a vector may take; else words alone find."""
_NAMESAKES = 100
"""Patients of one name and one doctor that are looked at; there are never so many."""
_BEHIND = frozenset({"estado"})
"""Parameters that tell of something that has happened."""
_YES = frozenset({"si", "true", "1", "verdadero"})


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Implements the port. `at_once` reads run together; each may take `seconds` from the beginning of all."""

    begin: UnitOfWorkFactory
    read_time: TimeReader
    canonical: Callable[[str], str | None]
    read_repeats: RepeatsReader
    at_once: int = 5
    seconds: float = 4.0
    catalog: Sequence[Tool] = CATALOG
    documents: Searcher = WORDS_ALONE

    def number(self, said: str) -> str | None:
        """One spelling of a phone number, the clinic's country where none is said. None: it is no number."""
        return spelled(said, self.canonical)

    def writes(self, name: str) -> bool:
        """Whether a tool of this name would write. False for one that does not exist."""
        return any(tool.writes for tool in self.catalog if tool.name == name)

    def may(self, caller: Caller, name: str) -> bool:
        """Whether whoever asks may use it."""
        return self._tool(caller, name) is not None

    def use(
        self,
        uow: UnitOfWork,
        clinic: Clinic,
        caller: Caller,
        now: dt.datetime,
        name: str,
        arguments: Arguments,
        chosen: Picked | None = None,
        meaning: Meaning = NO_MEANING,
    ) -> Answer:
        """Do a read; make the proposal of a write, and write nothing. `chosen` was picked from a list given before;
        `meaning` is that of what is looked for."""
        tool = self._tool(caller, name)
        if tool is None:
            return ToolRefused(tool=name, why=Why.NOT_ALLOWED)
        access = Access(name, uow, clinic, caller, now, chosen, self.canonical, self.documents, meaning)
        try:
            request = self._request(tool, arguments, access)
            if tool.prepare is not None:
                prepared = tool.prepare(access, request)
                return prepared if isinstance(prepared, Proposed) else Proposed(order=prepared)
            if tool.read is None:
                raise TypeError(f"{name} does nothing")
            return _done(name, tool.read(access, request))
        except Stop as stop:
            why = stop.why
            about_time = isinstance(why, Missing) and why.field in tool.times()
            return why.model_copy(update={"time": True}) if about_time else why

    def may_see(self, uow: UnitOfWork, caller: Caller, order: AnyOrder) -> bool:
        """Whether an order may be put again to whoever asks: the tool and the patient are theirs as things stand."""
        if not self.may(caller, order.tool):
            return False
        whose = _patient_of(order)
        if isinstance(order, DayOrder):
            return caller.whole_clinic or caller.doctor_id == order.wish.doctor_id
        if isinstance(order, UnwaitOrder):
            return caller.whole_clinic or all(one.wish.doctor_id == caller.doctor_id for one in order.entries)
        if caller.whole_clinic or whose is None:
            return True
        theirs = uow.patients.search(name=order.whose, limit=_NAMESAKES, doctor_id=caller.doctor_id)
        return caller.doctor_id is not None and whose in {patient.id for patient in theirs}

    def perform(self, uow: UnitOfWork, clinic: Clinic, caller: Caller, now: dt.datetime, order: AnyOrder) -> Answer:
        """Carry out an order as it was confirmed, with the rights of this moment."""
        tool = self._tool(caller, order.tool)
        if tool is None or tool.perform is None or not isinstance(order, tool.orders):
            return ToolRefused(tool=order.tool, why=Why.NOT_ALLOWED)
        try:
            return _done(order.tool, tool.perform(Access(order.tool, uow, clinic, caller, now), order))
        except Stop as stop:
            return stop.why

    def ask(
        self, clinic: Clinic, caller: Caller, now: dt.datetime, calls: Sequence[tuple[str, Arguments]]
    ) -> list[Answer]:
        """The answers of independent reads, in the order of the calls, each from a transaction of its own. One that
        fails or takes too long spoils none of the others."""
        if not calls:
            return []
        deadline = time.monotonic() + self.seconds
        pool = ThreadPoolExecutor(max_workers=min(self.at_once, len(calls)), thread_name_prefix="tool")
        try:
            reads = [partial(self._read, clinic, caller, now, *call) for call in calls]
            running = [pool.submit(statement_count.carried(read)) for read in reads]
            return [_result(future, name, deadline) for future, (name, _) in zip(running, calls, strict=True)]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _read(self, clinic: Clinic, caller: Caller, now: dt.datetime, name: str, arguments: Arguments) -> Answer:
        if self.writes(name) and self.may(caller, name):
            return ToolRefused(tool=name, why=Why.NOT_NOW)
        meaning = self.meaning(name, arguments) if self.may(caller, name) else NO_MEANING
        with self.begin() as uow:
            return self.use(uow, clinic, caller, now, name, arguments, meaning=meaning)

    def meaning(self, name: str, arguments: Arguments) -> Meaning:
        """Of what a tool is to look for, if it does by meaning. No transaction may be open: a model works on it."""
        looks = next((tool.by_meaning for tool in self.catalog if tool.name == name), None)
        said = arguments.get(looks, "") if looks else ""
        if not isinstance(said, str) or not said.strip():
            return NO_MEANING
        return self.documents.meaning(self.begin, said, self.seconds * _SHARE_OF_MEANING)

    def _tool(self, caller: Caller, name: str) -> Tool | None:
        return next((tool for tool in allowed(caller, self.catalog) if tool.name == name), None)

    def _request(self, tool: Tool, arguments: Arguments, access: Access) -> Frozen:
        """The parameters, typed. What the tool does not know is left aside: nobody hands it an identifier. Raises
        Stop for the first that is missing or cannot be read."""
        given = {
            name: self._typed(tool, name, value, access, behind=_BEHIND & arguments.keys() != set())
            for name, value in arguments.items()
            if name in tool.request.model_fields and value not in (None, "")
        }
        try:
            return tool.request.model_validate(given)
        except ValidationError as error:
            raise Stop(_missing(tool, str(error.errors()[0]["loc"][0]))) from None

    def _typed(self, tool: Tool, name: str, value: Any, access: Access, *, behind: bool) -> Any:
        """The value of a parameter. `behind`: what is spoken of has happened, so that "el jueves" is the last one."""
        info = tool.request.model_fields[name]
        if not isinstance(value, str):
            return value
        if name in tool.times():
            extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
            behind = behind or bool(extra.get("behind"))
            direction = Direction.FUTURE if extra.get("ahead") else Direction.PAST if behind else None
            hours = bool(extra.get("hours"))
            reading = Reading()
            for said in value.split(AND_THEN):
                read = self.read_time(said, access.now.astimezone(access.zone), access.clinic, direction, hours)
                if read == Reading():
                    raise Stop(_missing(tool, name, unread=True))
                reading = _together(reading, read)
            return reading
        if name == REPEATS:
            return self._repeats(tool, value)
        return folded(value) in _YES if info.annotation is bool else value

    def _repeats(self, tool: Tool, value: str) -> Repeats:
        """What was said of a series, bit by bit. Raises Stop where a bit says nothing of one."""
        gathered, left_out = Repeats(), set[int]()
        for said in value.split(AND_THEN):
            if (read := self.read_repeats(said)) is None:
                raise Stop(_missing(tool, REPEATS, unread=True))
            left_out |= {*read.but}
            gathered = read.on_top_of(gathered) or read
        return gathered.model_copy(update={"but": tuple(sorted(left_out))})


def _patient_of(order: AnyOrder) -> int | None:
    """The patient whom the order is about, where it is about one of the clinic's."""
    match order:
        case AppointmentOrder():
            return order.appointment.patient_id
        case EntryOrder() | WaitOrder():
            return order.patient_id
    return None


def _missing(tool: Tool, name: str, *, unread: bool = False) -> Missing:
    """The parameter as it is asked for: of an instant the day first."""
    instant = tool.request.model_fields[name].json_schema_extra == INSTANT
    return Missing(tool=tool.name, field=name, part="day" if instant else None, unread=unread)


def _together(before: Reading, said: Reading) -> Reading:
    """What was said about time bit by bit: a day and then an hour, or another day or hour instead."""
    if before.when is None or said.when is None:
        return said
    old, new = before.when, said.when
    if new.date_from is None and new.date_to is None:
        new = new.model_copy(update={"date_from": old.date_from, "date_to": old.date_to})
    if new.time_from is None and new.time_to is None:
        new = new.model_copy(update={"time_from": old.time_from, "time_to": old.time_to, "exact": old.exact})
    return Reading(when=new)


def _done(name: str, result: Frozen) -> Done:
    return Done(tool=name, result=result.model_dump(mode="json"))


def _result(future: Future[Answer], name: str, deadline: float) -> Answer:
    try:
        failure = future.exception(max(0.0, deadline - time.monotonic()))
    except WaitTimeout:
        return ToolRefused(tool=name, why=Why.LATE)
    if failure is None:
        return future.result()
    log.warning("tool_failed", tool=name, error=where(failure))
    return ToolRefused(tool=name, why=Why.FAILED)
