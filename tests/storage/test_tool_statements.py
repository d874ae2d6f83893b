"""How many statements each tool takes in a clinic open for years: 10,000 patients, 200,000 appointments."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text

from booking.answers import Done, Proposed
from booking.ports import UnitOfWorkFactory
from storage.seed import seed
from tests.storage.test_statements import Statements
from tests.tools.house import CALLERS, CLINIC, DOCTORS, NOW, OPENINGS, House, furnish
from tests.tools.test_catalog import GIVEN
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
READ, PREPARED, PERFORMED = 4, 8, 12


@pytest.fixture
def old_house(engine: Engine, begin: UnitOfWorkFactory) -> House:
    seed(engine, CLINIC, DOCTORS, OPENINGS)
    house = furnish(begin)
    with engine.begin() as connection:
        connection.execute(text(PATIENTS))
        connection.execute(text(APPOINTMENTS))
        connection.execute(text("ANALYZE"))
    return house


def test_statements_of_every_tool(engine: Engine, old_house: House) -> None:
    statements = Statements(engine)
    for tool in CATALOG:
        with statements.at_most(PREPARED if tool.writes else READ):
            answer = old_house.use("doctor", tool.name, **GIVEN[tool.name])
        if not tool.writes:
            assert isinstance(answer, Done), tool.name
            continue
        assert isinstance(answer, Proposed), tool.name
        with statements.at_most(PERFORMED), old_house.begin() as uow:
            done = old_house.tools.perform(uow, CLINIC, CALLERS["doctor"], NOW, answer.order)
            assert isinstance(done, Done), tool.name


def test_as_many_statements_for_many_as_for_one(engine: Engine, old_house: House) -> None:
    statements = Statements(engine)
    with statements.at_most(READ):
        found = old_house.use("staff", "buscar_citas_por_periodo", cuando="del 1 al 20 de marzo de 2010")
    assert isinstance(found, Done)
    with statements.at_most(READ):
        old_house.use("staff", "buscar_pacientes_doctor", busqueda="paciente 1")
