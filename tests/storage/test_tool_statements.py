"""How many statements each tool takes in a clinic open for years: 10,000 patients, 200,000 appointments."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import Engine, text

from booking.appointments import joining
from booking.models import Grant, Role, Text
from booking.models.draft_parts import order_of
from booking.models.tool_answers import Done, Proposed
from booking.models.who_waits import Waited, WaitingWish
from booking.ports import UnitOfWorkFactory
from booking.testing.colleagues import employ
from booking.testing.world import clinic_on
from nlu.shortcuts import Shortcuts
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import entered
from tests.storage.test_statements import Statements
from tests.tools.house import CALLERS, CLINIC, DOCTORS, NOW, OPENINGS, House, furnish
from tests.tools.test_catalog import GIVEN, somebody_waits
from tools.catalog import CATALOG

PATIENTS = """
INSERT INTO pacientes (nombre, nombre_clave, creado_en)
SELECT 'Paciente ' || n, 'paciente ' || n, timestamptz '2020-01-01' FROM generate_series(1, 10000) n
"""
APPOINTMENTS = """
INSERT INTO citas_medicas (estado, inicio, fin, doctor_id, paciente_id, tipo, version, creada_en, actualizada_en)
SELECT 'completada', timestamptz '2005-01-01' + n * interval '30 minutes',
       timestamptz '2005-01-01' + (n + 1) * interval '30 minutes', 1 + n % 2, p.id, 'primera_vez', 1,
       timestamptz '2005-01-01', timestamptz '2005-01-01'
FROM generate_series(1, 200000) n
JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM pacientes) p ON p.place = 1 + n % 10000
"""
TAKES = {
    "buscar_citas_por_periodo": (4, 0),
    "buscar_pacientes_doctor": (1, 0),
    "consultar_slots_disponibles": (2, 0),
    "check_availability": (2, 0),
    "find_next_available": (2, 0),
    "datetime": (0, 0),
    "crear_paciente_medico": (1, 4),
    "agendar_cita_medica_completa": (4, 14),
    "modificar_cita_medica": (4, 10),
    "cancelar_cita_medica": (3, 10),
    "actualizar_disponibilidad_doctor": (3, 5),  # whether it is blocked already is looked at
    "cambiar_dia_doctor": (5, 14),
    "anotar_lista_espera": (6, 9),  # what is free already is looked at, and whether anything ever can be
}
"""Of a tool: a read or the order prepared, and the order carried out. Those that are not here take no more than any."""
MOST = (4, 11)
READ, HOURS = 4, 6
YES_AND_NEXT = 26


@pytest.fixture
def old_house(engine: Engine, owner_engine: Engine, begin: UnitOfWorkFactory) -> House:
    seed(engine, CLINIC, DOCTORS, OPENINGS)
    house = furnish(begin)
    with engine.begin() as connection:
        connection.execute(text(PATIENTS))
        connection.execute(text(APPOINTMENTS))
    with owner_engine.begin() as connection:  # nobody else may: another's is passed over with a warning
        connection.execute(text("ANALYZE"))
    return house


def test_statements_in_a_clinic_open_for_years(engine: Engine, old_house: House) -> None:
    """One test: its years take longer to enter than all that is asked of them."""
    statements = Statements(engine)
    of_every_tool(statements, old_house)
    as_many_for_many_as_for_one(statements, old_house)
    as_many_for_whole_weeks_as_for_a_day(statements, old_house)


def of_every_tool(statements: Statements, old_house: House) -> None:
    somebody_waits(old_house)
    assert set(TAKES) <= {tool.name for tool in CATALOG}
    for tool in CATALOG:
        used, performed = TAKES.get(tool.name, MOST)
        with statements.at_most(used):
            answer = old_house.use("doctor", tool.name, **GIVEN[tool.name])
        if not tool.writes:
            assert isinstance(answer, Done), tool.name
            continue
        assert isinstance(answer, Proposed), tool.name
        with statements.at_most(performed), old_house.begin() as uow:
            done = old_house.tools.perform(uow, CLINIC, CALLERS["doctor"], NOW, answer.order)
            assert isinstance(done, Done), tool.name


def as_many_for_many_as_for_one(statements: Statements, old_house: House) -> None:
    with statements.at_most(READ):
        found = old_house.use("staff", "buscar_citas_por_periodo", cuando="del 1 al 20 de marzo de 2010")
    assert isinstance(found, Done)
    with statements.at_most(READ):
        old_house.use("staff", "buscar_pacientes_doctor", busqueda="paciente 1")


def as_many_for_whole_weeks_as_for_a_day(statements: Statements, old_house: House) -> None:
    """Hours of five days with two stretches each, and many absences freed at once."""

    def carried_out(**given: str) -> None:
        order = old_house.use("doctor", "actualizar_disponibilidad_doctor", **given)
        assert isinstance(order, Proposed), order
        with statements.at_most(HOURS):
            assert isinstance(old_house.done("doctor", order), Done)

    carried_out(dias_semana="lunes a viernes", horario="de 9 a 2 y de 4 a 7")
    carried_out(dias_semana="lunes a viernes", horario="de 10 a 2 y de 5 a 8")
    for day in ("1", "2", "3", "4"):
        carried_out(cuando=f"el {day} de diciembre por la tarde")
    carried_out(cuando="del 1 al 4 de diciembre", disponible="sí")


def test_who_waits_is_found_by_name_among_many_as_among_few(engine: Engine, begin: UnitOfWorkFactory) -> None:
    """They wrote for themselves, so that their names are their chats'."""
    seed(engine, CLINIC, DOCTORS, OPENINGS)
    house = furnish(begin)
    with begin() as uow:
        for number, name in enumerate(
            ("Norma Galindo", "Raúl Peña", "Iris Mota", "Luz Vera", "Hugo Sanz", "Ada Ruelas")
        ):
            patient = uow.patients.enter(name, f"+52664111000{number}", 1, NOW)
            chat = uow.conversations.for_patient(patient, NOW)
            assert chat is not None
            person = chat.person.model_copy(update={"name": name})
            uow.conversations.save(chat.model_copy(update={"person": person}), NOW)
            waits = Waited(wish=WaitingWish(doctor_id=1), name=None, for_other=False, until=NOW + dt.timedelta(days=9))
            joining.join(uow, CLINIC, chat, [waits], NOW)
        uow.commit()
    statements = Statements(engine)
    with statements.at_most(MOST[0]):
        answer = house.use("staff", "quitar_lista_espera", paciente_nombre="Iris Mota")
    assert isinstance(answer, Proposed), answer


def test_the_yes_to_one_order_that_brings_up_the_next(engine: Engine) -> None:
    """The engine's part of a turn that books, and prepares what was asked for in the same message."""
    clinic = clinic_on(SqlUnitOfWorkFactory(engine), Shortcuts())
    entered(engine)
    clinic.say("Alma", "hola")
    employ(clinic, "Alma", Grant(role=Role.DOCTOR, doctor_id=1))
    clinic.say("Alma", "registra a Ana Ruiz y agenda a Ana Ruiz el miércoles a las 9")
    clinic.say("Alma", "sí")
    clinic.say("Alma", "sí")
    clinic.say("Alma", "agenda a Ana Ruiz el jueves a las 9 y cancela la cita de Ana Ruiz del miércoles")
    clinic.receive("Alma", Text(body="sí"))
    with Statements(engine).at_most(YES_AND_NEXT):
        clinic.engine.process(clinic.conversation("Alma").id)
    order = order_of(clinic.conversation("Alma").draft)
    assert order is not None
    assert order.tool == "cancelar_cita_medica"
