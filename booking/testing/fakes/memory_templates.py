"""What WhatsApp says of our templates, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from booking.models import TemplateState

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryTemplates:
    """Implements `Templates`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def get(self, name: str, language: str) -> TemplateState | None:
        return self._uow.template_rows.get((name, language))

    def put(self, state: TemplateState) -> None:
        self._uow.template_rows.put((state.name, state.language), state)

    def list(self) -> Sequence[TemplateState]:
        return sorted(self._uow.template_rows.values(), key=lambda state: (state.name, state.language))
