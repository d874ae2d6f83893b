"""Who may import whom: the contracts of pyproject.toml hold, what they forbid is found, and no files go in a circle."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.configuration import configure
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract
from importlinter.contracts.protected import ProtectedContract
from importlinter.domain.contract import Contract

ROOT = Path(__file__).parents[2]
FOLDERS = ("booking", "nlu", "storage", "tools", "webhook")
KINDS: dict[str, type[Contract]] = {
    "forbidden": ForbiddenContract,
    "layers": LayersContract,
    "protected": ProtectedContract,
}


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    """Which file imports which, wherever in it; but for those that only a type checker reads."""
    return grimp.build_graph(
        *FOLDERS, include_external_packages=True, exclude_type_checking_imports=True, cache_dir=None
    )


@pytest.fixture
def planted(imports: grimp.ImportGraph) -> grimp.ImportGraph:
    """The same, to plant imports in."""
    return deepcopy(imports)


def broken(graph: grimp.ImportGraph) -> list[str]:
    """The contracts that do not hold, as `lint-imports` judges them."""
    configure()
    configuration: dict[str, Any] = read_configuration(str(ROOT / "pyproject.toml"))
    session = configuration["session_options"]
    assert session["root_packages"] == list(FOLDERS)
    found = []
    for options in configuration["contracts_options"]:
        contract = KINDS[options["type"]](options["name"], session, options)
        if not contract.check(deepcopy(graph), verbose=False).kept:
            found.append(options["id"])
    return found


def circle(graph: grimp.ImportGraph) -> list[str]:
    """Files that import one another, the last the first; none where there is no such circle."""
    try:
        TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_contract_holds(imports: grimp.ImportGraph) -> None:
    assert broken(imports) == []


@pytest.mark.parametrize(
    ("importer", "imported", "contract"),
    [
        ("booking.desk.find_people", "typer", "desk-has-no-door"),
        ("booking.desk.json_views", "rich", "desk-has-no-door"),
        ("booking.desk.timetable", "booking.admin.output", "admin-is-imported-by"),
        ("booking.desk.telephone", "booking.runtime.composition_root", "runtime-is-imported-by"),
        ("booking.conversation.engine", "booking.desk.find_people", "layers-of-booking"),
        ("tools.bookings", "booking.desk.edit_rules", "desk-is-imported-by"),
        ("booking.admin.doctor_commands", "booking.scheduling.weekly", "scheduling-is-imported-by"),
        ("booking.admin.appointment_commands", "booking.appointments.holds", "appointments-are-imported-by"),
        ("booking.admin.tool_commands", "tools.catalog", "tools-are-imported-by"),
        ("booking.scheduling.ranges", "booking.appointments.holds", "layers-of-booking"),
        ("booking.conversation.engine", "sqlalchemy", "core-stands-alone"),
        ("nlu.shortcuts", "storage.tables", "edges-are-imported-by"),
    ],
)
def test_a_forbidden_import_is_found(planted: grimp.ImportGraph, importer: str, imported: str, contract: str) -> None:
    assert {importer, imported} <= planted.modules
    planted.add_import(importer=importer, imported=imported)
    assert contract in broken(planted)


def test_a_web_page_may_ask_the_desk(planted: grimp.ImportGraph) -> None:
    for asked in ("find_appointments", "change_appointments", "edit_rules", "tool_use", "chat_account"):
        planted.add_import(importer="webhook.routes", imported=f"booking.desk.{asked}")
    assert broken(planted) == []
    assert circle(planted) == []


def test_no_circle_of_imports(imports: grimp.ImportGraph) -> None:
    assert circle(imports) == []


def test_a_circle_is_found(planted: grimp.ImportGraph) -> None:
    planted.add_import(importer="booking.desk.find_people", imported="booking.desk.find_appointments")
    assert {"booking.desk.find_people", "booking.desk.find_appointments"} <= set(circle(planted))


def test_every_file_has_a_name_of_its_own() -> None:
    """But for two pairs within `nlu`."""
    files = Counter(path.stem for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    assert {name for name, count in files.items() if count > 1} <= {"__init__", "parts", "stretches"}
