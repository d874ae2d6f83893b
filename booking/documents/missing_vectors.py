"""Passages get the vectors that they lack, beside everything else."""

from __future__ import annotations

from collections.abc import Callable

from booking.ports import Embedder, UnitOfWorkFactory

AT_ONCE = 32


def _nobody(made: int, passages: int) -> None:
    return None


def fill(
    begin: UnitOfWorkFactory, embedder: Embedder, told: Callable[[int, int], None] = _nobody, most: int | None = None
) -> int:
    """Make the vectors that are missing, or are another model's, some at a time, each lot stored by itself; how many
    were made, `most` at most. The model is loaded only where there are any. `told` hears after each lot how many
    passages have one, and how many there are. Raises ServiceUnavailable."""
    made = 0
    while most is None or made < most:
        with begin() as uow:
            if not uow.documents.has_vectors():
                return made
            waiting = uow.documents.without_vector(embedder.name, AT_ONCE)
        if not waiting:
            return made
        vectors = embedder.of_texts([text for _, text in waiting])
        model = embedder.model()
        with begin() as uow:
            uow.documents.put_vectors(model, [(id, vector) for (id, _), vector in zip(waiting, vectors, strict=True)])
            counted = uow.documents.vectors(model.name)
            uow.commit()
        made += len(waiting)
        told(*counted)
    return made
