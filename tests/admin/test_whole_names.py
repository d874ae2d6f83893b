"""Where the clinic has set it, the desk shows whole names and numbers in every view, and each look is recorded."""

from __future__ import annotations

import pytest

from tests.admin.conftest import Stage

NAME, NUMBER = "Ana Gómez Ruiz", "5216641112222"
VIEWS = (
    ("citas", "listar"),
    ("citas", "ver", "{cita}"),
    ("citas", "mover", "{cita}", "--inicio", "2026-11-26 10:00"),
    ("citas", "cancelar", "{cita}"),
    ("agenda", "--semana"),
    ("agenda", "--semana", "--doctor", "1"),
    ("chats", "listar"),
    ("chats", "ver", "{chat}"),
    ("pacientes", "buscar", "Ana"),
    ("horarios", "cerrar", "{día}"),
    ("doctores", "activar", "{doctor}", "--no"),
    ("doctores", "bloquear", "{doctor}", "--desde", "{día}", "--hasta", "{día}"),
)


def looks(stage: Stage) -> int:
    return sum(kind == "json_export" for kind, _ in stage.notices)


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("view", VIEWS, ids=" ".join)
def test_every_view_shows_whole_names_where_that_is_set_and_records_who_looked(
    stage: Stage, view: tuple[str, ...], whole: bool
) -> None:
    """In memory: that PostgreSQL keeps a notice as memory does is the contract's (tests/storage/test_contract)."""
    stage.book(NAME, NUMBER)
    stage.wired.settings = stage.wired.settings.model_copy(update={"nombres_completos": whole})
    with stage.begin() as uow:
        (booked,) = uow.appointments.list(start=None, end=None)
        ids = {"cita": booked.id, "doctor": booked.doctor_id, "día": booked.slot.start.date()}
        (chat, *_) = uow.conversations.list()
    before = looks(stage)
    shown = stage.run(*(word.format(chat=chat.id, **ids) for word in view), "--como", "Recepción")
    assert (NAME in " ".join(shown.output.split())) is whole, shown.output
    assert looks(stage) - before == whole
    if whole:
        assert stage.notices[0][1].endswith("Recepción")
