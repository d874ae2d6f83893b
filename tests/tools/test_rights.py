"""Nobody reads or writes beyond their rights, whatever a person or a model asks for: tools of the catalogue and none,
with any parameters, identifiers of others among them."""

from __future__ import annotations

import datetime as dt
from itertools import chain, product
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.access.rights import caller_of
from booking.appointments import day_changes, joining
from booking.appointments.appointment_changes import enter
from booking.intents import AnyIntent, Confirm, Repeats, Source, UseTool
from booking.models import (
    Actor,
    ActorKind,
    AnyOrder,
    Appointment,
    AppointmentOrder,
    DayAct,
    DayOrder,
    DayWish,
    EntryOrder,
    Grant,
    Occurrence,
    Role,
    ShownEntry,
    Slot,
    Status,
    WaitOrder,
)
from booking.models.who_waits import Waited, WaitingWish
from booking.testing.clinic import Clinic
from booking.testing.profiles import FIRST_FAILURE, a_share
from booking.testing.wording import read
from booking.testing.world import OPENING_DAY, clinic_on, memory_clinic
from storage.seed import seed as entered_on
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import emptied
from tests.engine.two_worlds import seed
from tools.catalog import CATALOG, Tool
from tools.toolbox import Toolbox

SECRET = "Zyxw"
"""Stands in every name and note of somebody else's; no parameter has it."""
WHO = "Alma"
GRANTS: dict[str, tuple[Grant, ...]] = {
    "patient": (),
    "doctor": (Grant(role=Role.DOCTOR, doctor_id=1),),
    "doctor of nobody": (Grant(role=Role.DOCTOR),),
    "doctor no longer": (Grant(role=Role.DOCTOR, doctor_id=1, until=OPENING_DAY),),
}
_VALUES = (
    "eva", "e", "%", "_", "664 555 0001", "+526645550001", "1", "2", "Dos", "Dr. Dos", "todos", "sí",
    "no_asistio", "llego",
    "mañana", "mañana a las 9", "mañana a las 10", "el miércoles a las 9:30", "esta semana", "de hoy al viernes", "hoy",
    "lunes a viernes", "de 9 a 2",
    "'; DROP TABLE pacientes; --", "{patient}", "\x00", "", "x" * 3000, "Asia/Tokyo", "30 de febrero", "primera_vez",
)  # fmt: skip
_FOREIGN = ("doctor_id", "paciente_id", "cita_id", "id", "chosen", "person_id", "caller", "rol", "access")
_FIELDS = (*sorted({field for tool in CATALOG for field in tool.fields}), *_FOREIGN)
_TOOLS = (*(tool.name for tool in CATALOG), "borrar_todo", "generar_reporte_doctor", "", "alta_personal")
SHARED = "+526645550002"


def requests() -> st.SearchStrategy[UseTool]:
    """Any tool with any parameters, half of them its own."""
    free = st.lists(st.tuples(st.sampled_from(_FIELDS), st.sampled_from(_VALUES)), max_size=5)
    wild = st.builds(UseTool, tool=st.sampled_from(_TOOLS), arguments=free.map(tuple))
    return st.one_of(st.sampled_from(CATALOG).flatmap(_of), wild)


def _of(tool: Tool) -> st.SearchStrategy[UseTool]:
    given_ = st.fixed_dictionaries({}, optional={name: st.sampled_from(_VALUES) for name in tool.fields})
    return given_.map(lambda given: UseTool(tool=tool.name, arguments=tuple(given.items())))


def messages() -> st.SearchStrategy[tuple[AnyIntent, ...]]:
    asked = st.lists(requests(), min_size=1, max_size=3).map(tuple)
    yes: st.SearchStrategy[tuple[AnyIntent, ...]] = st.just((Confirm(),))
    return st.one_of(asked, asked, yes)


def furnished(clinic: Clinic, who: str) -> Clinic:
    """Dra. Uno has a patient, Ana; the other doctor Eva, of whom nothing may be known."""
    clinic.say(WHO, "hola")
    desk = Actor(kind=ActorKind.STAFF, name="pruebas")
    tomorrow = OPENING_DAY.replace(hour=9) + dt.timedelta(days=1)
    with clinic.begin() as uow:
        for grant in GRANTS[who]:
            uow.staff.grant(clinic.conversation(WHO).person.id, grant, OPENING_DAY)
        record = uow.schedules.clinic()
        ana = "Ana" if who == "doctor" else f"Ana {SECRET}"
        for name, doctor, phone, note in ((ana, 1, None, None), (f"Eva {SECRET}", 2, "+526645550001", SECRET)):
            patient = uow.patients.enter(name, phone, doctor, OPENING_DAY)
            for days in (0, 1):
                start = tomorrow + dt.timedelta(days=days)
                made = enter(uow, record, doctor, patient.id, start, OPENING_DAY, desk, reason=note)
                assert isinstance(made, Appointment)
        # Both doctors entered Sara: what she has with the other one stays theirs.
        for doctor in (1, 2):
            sara = uow.patients.enter("Sara Luna" if who == "doctor" else f"Sara {SECRET}", SHARED, doctor, OPENING_DAY)
        for doctor in (1, 2):
            waits = Waited(
                wish=WaitingWish(doctor_id=doctor),
                name="Eva" if who == "doctor" and doctor == 1 else f"Eva {SECRET}",  # who waits for them they see
                for_other=True,
                until=tomorrow.replace(year=2027),
            )
            chat = uow.conversations.for_patient(patient, OPENING_DAY)
            assert chat is not None
            joining.join(uow, record, chat, [waits], OPENING_DAY)
        start = tomorrow + dt.timedelta(days=2)
        assert isinstance(enter(uow, record, 2, sara.id, start, OPENING_DAY, desk, reason=SECRET), Appointment)
        uow.commit()
    return clinic


def others(clinic: Clinic, who: str) -> list[object]:
    """Every row that is not the caller's to change."""
    mine = 1 if who == "doctor" else None
    with clinic.begin() as uow:
        theirs = [a for a in uow.appointments.list(limit=None) if a.doctor_id != mine]
        people = [p for p in uow.patients.search(limit=1000) if SECRET in p.name or mine is None]
        rules = [(id, rule) for id, rule in uow.rules.list() if getattr(rule, "doctor_id", None) != mine]
        staff = [(p.id, p.grants) for p in uow.staff.list()]
        waiting = [one for one in uow.waiting_list.list() if one.wish.doctor_id != mine]
        return [
            *theirs,
            *people,
            *rules,
            *staff,
            *waiting,
            *(uow.events.list(a.id) for a in theirs),
            uow.schedules.overview(),
        ]


def keeps_to_their_rights(clinic: Clinic, who: str, said: list[tuple[AnyIntent, ...]], source: Source) -> None:
    before = others(furnished(clinic, who), who)
    for intents in said:
        clinic.mean(WHO, *intents, source=Source.SHORTCUT if intents == (Confirm(),) else source)
        clinic.advance(minutes=1)
    assert others(clinic, who) == before, "changed what is somebody else's"
    told = "\n".join(read(item.content) for item in clinic.sent_to(WHO))
    for words in sorted({words for intent in chain(*said) for _, words in getattr(intent, "arguments", ())}, key=len):
        told = told.replace(" ".join(words.split()), "") if len(words) > 4 else told  # their own words, said again
    assert SECRET not in told, told
    assert "5550001" not in told, told
    assert who != "doctor" or "Dr. Dos" not in told, told


ASKED = st.lists(messages(), min_size=1, max_size=6)
SOURCES = st.sampled_from((Source.MODEL, Source.SHORTCUT, Source.TAP))
EVA = UseTool(tool="cancelar_cita_medica", arguments=(("paciente", "eva"), ("cuando", "mañana"), ("doctor_id", "2")))


@given(st.sampled_from(sorted(GRANTS)), ASKED, SOURCES)
@example("doctor", [(EVA,), (Confirm(),)], Source.MODEL)
def test_whatever_is_asked_for_nobody_goes_beyond_their_rights(
    who: str, said: list[tuple[AnyIntent, ...]], source: Source
) -> None:
    keeps_to_their_rights(memory_clinic(seed()), who, said, source)


def test_the_same_on_postgresql(engine: Engine) -> None:
    small = seed()

    @a_share(10)
    @given(st.sampled_from(["patient", "doctor", "doctor no longer"]), ASKED, SOURCES)  # it refuses the fourth itself
    def check(who: str, said: list[tuple[AnyIntent, ...]], source: Source) -> None:
        emptied(engine)
        entered_on(engine, small.clinic, small.doctors, small.openings)
        keeps_to_their_rights(clinic_on(SqlUnitOfWorkFactory(engine)), who, said, source)

    check()


# --- orders ---------------------------------------------------------------------------------------


def orders(clinic: Clinic) -> st.SearchStrategy[AnyOrder]:
    """Orders as nobody proposed them: of any tool, appointment, patient and doctor."""
    with clinic.begin() as uow:
        appointments = uow.appointments.list()
        people = uow.patients.search(limit=10)
        waiting = [ShownEntry(id=one.id, wish=one.wish) for one in uow.waiting_list.list()]
    start = OPENING_DAY.replace(hour=10)
    slots = [Slot(start=start + dt.timedelta(days=d), end=start + dt.timedelta(days=d, minutes=30)) for d in (1, 2)]
    drawn = {
        "tool": st.sampled_from([tool.name for tool in CATALOG if tool.writes]),
        "doctor_id": st.sampled_from([1, 2]),
        "doctor": st.just("Dr. Dos"),
        "patient_id": st.sampled_from([p.id for p in people]),
        "patient": st.just("Iris Luna"),
        "phone": st.sampled_from([None, "+526645550001"]),
        "appointment": st.sampled_from(appointments),
        "slot": st.sampled_from(slots),
        "frees": st.booleans(),
        "status": st.sampled_from([None, Status.NO_SHOW, Status.COMPLETED]),
        "weekdays": st.sampled_from([(0,), (0, 2)]),
        "wish": st.sampled_from([WaitingWish(), WaitingWish(doctor_id=1), WaitingWish(doctor_id=2)]),
        "repeats": st.just(Repeats(every=7, times=2)),
        "others": st.just((Occurrence(due=start + dt.timedelta(days=8)),)),
        "entries": st.lists(st.sampled_from(waiting), min_size=1).map(tuple),
    }
    return st.one_of(
        st.sampled_from(days(clinic)),
        *(
            st.builds(order, **{name: drawn[name] for name in order.model_fields if name in drawn})
            for order in get_args(AnyOrder)
            if order is not DayOrder
        ),
    )


def days(clinic: Clinic) -> list[AnyOrder]:
    """The whole day of each doctor, as it would be shown to whoever may see it."""
    made: list[AnyOrder] = []
    with clinic.begin() as uow:
        for doctor, act in product((1, 2), (DayAct.CANCEL, DayAct.SHIFT, DayAct.HAND_OVER)):
            wish = DayWish(
                act=act,
                doctor_id=doctor,
                span=Slot(start=OPENING_DAY, end=OPENING_DAY + dt.timedelta(days=14)),
                minutes=30 if act is DayAct.SHIFT else 0,
                to_doctor_id=3 - doctor if act is DayAct.HAND_OVER else None,
            )
            plan = day_changes.planned(uow, uow.schedules.clinic(), wish, OPENING_DAY)
            made.append(DayOrder(tool="cambiar_dia_doctor", doctor="Dr. Dos", wish=wish, plan=plan))
    assert any(order.plan.changes for order in made if isinstance(order, DayOrder))
    return made


@given(st.data(), st.sampled_from(sorted(GRANTS)))
def test_an_order_of_anothers_rows_is_never_carried_out(data: st.DataObject, who: str) -> None:
    """Rights are those of the moment of the yes, whatever the order says and wherever it came from."""
    clinic = furnished(memory_clinic(seed()), who)
    order = data.draw(orders(clinic))
    before = others(clinic, who)
    tools, caller = clinic.engine.tools, caller_of(clinic.conversation(WHO).person, OPENING_DAY)
    assert tools is not None
    with clinic.begin() as uow:
        answer = tools.perform(uow, uow.schedules.clinic(), caller, OPENING_DAY, order)
        uow.commit()
    assert others(clinic, who) == before
    assert SECRET not in answer.model_dump_json()


@a_share(2)
@given(st.data(), st.sampled_from(sorted(GRANTS)))
def test_an_order_is_put_again_only_to_those_whose_patient_it_is(data: st.DataObject, who: str) -> None:
    clinic = furnished(memory_clinic(seed()), who)
    order = data.draw(orders(clinic))
    tools, caller = clinic.engine.tools, caller_of(clinic.conversation(WHO).person, OPENING_DAY)
    assert tools is not None
    with clinic.begin() as uow:
        theirs = {p.id for p in uow.patients.search(limit=1000, doctor_id=caller.doctor_id)}
        whose = order.appointment.patient_id if isinstance(order, AppointmentOrder) else None
        whose = order.patient_id if isinstance(order, EntryOrder | WaitOrder) else whose
        if tools.may_see(uow, caller, order):
            assert caller.whole_clinic or whose is None or (caller.doctor_id is not None and whose in theirs)


# --- a clinic that gives way ----------------------------------------------------------------------


def giving_way() -> Clinic:
    """A clinic whose tools take every doctor for one of the desk."""
    clinic = memory_clinic(seed())
    tools = clinic.engine.tools
    assert isinstance(tools, Toolbox)

    class Generous(Toolbox):
        def use(self, uow, clinic, caller, *rest, **given):  # type: ignore[no-untyped-def]
            return super().use(
                uow, clinic, caller.model_copy(update={"roles": caller.roles | {Role.STAFF}}), *rest, **given
            )

    clinic.engine.tools = Generous(tools.begin, tools.read_time, tools.canonical, tools.read_repeats)
    return clinic


def test_a_clinic_that_gives_way_does_not_pass() -> None:
    @settings(FIRST_FAILURE)
    @given(ASKED, SOURCES)
    def check(said: list[tuple[AnyIntent, ...]], source: Source) -> None:
        keeps_to_their_rights(giving_way(), "doctor", said, source)

    with pytest.raises(AssertionError, match=r"changed|Zyxw"):
        check()
