"""Texts that are kept get the vectors that they lack, beside everything else."""

from __future__ import annotations

from collections.abc import Callable

from booking.ports import Embedder, UnitOfWork, UnitOfWorkFactory, Vectored

AT_ONCE = 32


def _nobody(made: int, texts: int) -> None:
    return None


def _passages(uow: UnitOfWork) -> Vectored:
    return uow.documents


def fill(
    begin: UnitOfWorkFactory,
    embedder: Embedder,
    told: Callable[[int, int], None] = _nobody,
    most: int | None = None,
    of: Callable[[UnitOfWork], Vectored] = _passages,
) -> int:
    """Make the vectors that are missing, or are another model's, some at a time, each lot stored by itself; how many
    were made, `most` at most. The model is loaded only where there are any, and no transaction is open while it works.
    `told` hears after each lot how many texts have one, and how many there are. Raises ServiceUnavailable."""
    made = 0
    while most is None or made < most:
        with begin() as uow:
            if not of(uow).has_vectors():
                return made
            waiting = of(uow).without_vector(embedder.name, AT_ONCE)
        if not waiting:
            return made
        vectors = embedder.of_texts([text for _, text in waiting])
        model = embedder.model()
        with begin() as uow:
            of(uow).put_vectors(model, [(id, vector) for (id, _), vector in zip(waiting, vectors, strict=True)])
            counted = of(uow).vectors(model.name)
            uow.commit()
        made += len(waiting)
        told(*counted)
    return made
