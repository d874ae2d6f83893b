"""How many questions of a file are answered rightly: `python -m tests.documents.score FILE…`, of lines "question, tab,
words of the passage that answers, or -", over the demo texts, or those of another clinic (`--texts families`), by words
alone, and (but for `--words`) with a model that quotes what answers and knows it, with one that lies, and with vectors;
what went wrong is printed."""

from __future__ import annotations

import argparse
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from booking.documents.library import Library, told
from booking.ports import Embedder, Quoter, UnitOfWorkFactory
from booking.testing.same_vectors import SameVectors
from nlu.vectors.embeddings import PACKAGED, SentenceEmbedder, installed
from nlu.words.spelling import is_spanish
from storage import embedded, migrate
from storage.base import make_engine
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.documents.library import TEXTS, Asked, load, read
from tests.documents.quoting_models import FOR_LONG, lying, perfect, quoter_of
from tests.nlu.providers import providers

LONG = 60.0
MEANINGS = {
    "gripa": "influenza",
    "cruzan": "calle",
    "atraviesan": "calle",
    "camioneta": "camion",
    "nana": "acompanante",
    "novia": "pareja",
    "marido": "pareja",
    "peces": "mascotas",
    "pesas": "pesadas",
}


class Wrong(NamedTuple):
    """A question that was not answered as it should be, what was told, and what spoke for the first passages."""

    asked: Asked
    told: str | None
    looked: tuple[str, ...]


class Figures(NamedTuple):
    """Of questions that have an answer and of others: answered, told something that is no answer, and where the passage
    stood."""

    answerable: int
    answered: int
    made_up: int
    first: int
    among_three: int
    wrong: tuple[Wrong, ...] = ()

    @property
    def precision(self) -> float:
        return self.answered / max(self.answered + self.made_up, 1)

    @property
    def recall(self) -> float:
        return self.answered / max(self.answerable, 1)


def figures(
    begin: UnitOfWorkFactory, embedder: Embedder | None, asked: list[Asked], quoter: Quoter | None = None
) -> Figures:
    library = Library(begin, embedder, is_spanish, quoter)
    answerable = answered = made_up = first = among = 0
    wrong = []
    for one in asked:
        question, says = one.question, one.says
        found = library.quoted(question, library.look(question, LONG), FOR_LONG)
        texts = [each.candidate.passage.text for each in found.scored]
        passage = told(found)
        right = passage is None if says is None else passage is not None and says in passage.text
        if says is None:
            made_up += found.best is not None
        else:
            answerable += 1
            answered += right
            made_up += passage is not None and not right and not passage.areas
            first += says in "\n".join(texts[:1])
            among += says in "\n".join(texts[:3])
        if not right:
            said = " · ".join(f"{group.said}{'' if group.names else '?'}" for group in found.groups)
            best = [f"{each.covers:.2f} {each.candidate.passage.heading}" for each in found.scored[:3]]
            advice = ("(consejo)",) if found.advice else ()
            wrong.append(Wrong(one, passage.text[:60] if passage else None, (*advice, said, *best)))
    return Figures(answerable, answered, made_up, first, among, tuple(wrong))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--texts", choices=TEXTS, default="demo")
    parser.add_argument("--words", action="store_true")
    asked = parser.parse_args()
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory())
        url = stack.enter_context(embedded.server(Path(home), owner=True, fast=True))
        migrate.upgrade(url)
        engine = make_engine(url)
        begin = SqlUnitOfWorkFactory(engine)
        real = [SentenceEmbedder(PACKAGED)] if installed(PACKAGED) else []
        server = stack.enter_context(providers())
        ways: list[tuple[str, Embedder | None, Quoter | None]] = [("by words", None, None)]
        if not asked.words:
            ways += [(f"with a model that is {how}", None, quoter_of(server)) for how in ("perfect", "lying")]
            ways += [(f"with {one.name}", one, None) for one in (SameVectors(MEANINGS), *real)]
        for how, embedder, quoter in ways:
            load(begin, embedder, TEXTS[asked.texts])
            for file in asked.files:
                questions = read(Path(file))
                server.answering = lying(1) if "lying" in how else perfect(questions)
                found = figures(begin, embedder, questions, quoter)
                counts = f"{found.answered} of {found.answerable} answered, {found.made_up} told wrongly"
                places = f"first {found.first}, among three {found.among_three}"
                print(f"{file} {how}: precision {found.precision:.2f}, recall {found.recall:.2f} ({counts}; {places})")
                for one in found.wrong:
                    print(f"    {one.asked.question} → {one.asked.says}: {one.told}\n        {' | '.join(one.looked)}")
        engine.dispose()


if __name__ == "__main__":
    main()
