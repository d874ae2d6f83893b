"""Two models that are asked which passage answers: one that knows each answer, one that lies. Both are heard by what
asks real ones, over a loopback server."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence

from booking.ports import LookupRequest
from nlu.model.litellm_library import library
from nlu.model.models_asked import Models, Provider
from nlu.model.quoting_model import ModelQuoter
from tests.documents.library import Asked
from tests.nlu.providers import Answering, Providers, Request

FOR_LONG = LookupRequest(1, 1, float("inf"))
_USER = re.compile(r"Pasajes: (?P<passages>.*)\nPregunta: «(?P<question>.*)»", re.DOTALL)
Lie = Callable[[random.Random, Sequence[str], str], str]


def quoter_of(server: Providers, timeout: float = 60.0) -> ModelQuoter:
    library()  # as a worker has loaded it
    return ModelQuoter(Models([Provider("deepseek/deepseek-flash", "key", server.deepseek)], timeout))


def read_user(request: Request) -> tuple[list[str], str]:
    """The passages and the question that a model was shown last."""
    _, body = request.server.asked[-1]
    found = _USER.fullmatch(body["messages"][-1]["content"])
    assert found is not None
    return [one["texto"] for one in json.loads(found["passages"])], found["question"]


def perfect(asked: Sequence[Asked]) -> Answering:
    """Quotes the sentence that has the words of the answer, where a passage that it is shown has them."""
    known = {one.question: one.says for one in asked}

    def answer(request: Request) -> None:
        passages, question = read_user(request)
        says = known.get(question)
        sentences = [each for text in passages for each in re.split(r"(?<=[.!?])\s+", text)]
        quote = next((each for each in sentences if says and says in each), None)
        if quote is None:
            quote = next((says for text in passages if says and says in text), None)
        request.say(json.dumps({"quote": quote}, ensure_ascii=False))

    return answer


def _a_sentence(chance: random.Random, passages: Sequence[str]) -> str:
    return chance.choice(re.split(r"(?<=[.!?])\s+", chance.choice(passages)))


LIES: dict[str, Lie] = {
    "another's": lambda chance, passages, question: _a_sentence(chance, passages),
    "made up": lambda chance, passages, question: "Sí, con gusto: es gratis y no necesita cita.",
    "another number": lambda chance, passages, question: re.sub(r"\d", "9", _a_sentence(chance, passages) + " 1"),
    "without its no": lambda chance, passages, question: re.sub(r"\b[Nn]o ", "", f"no {_a_sentence(chance, passages)}"),
    "two together": lambda chance, passages, question: " ".join(_a_sentence(chance, passages) for _ in range(2)),
    "the question": lambda chance, passages, question: question,
    "a word": lambda chance, passages, question: chance.choice(chance.choice(passages).split()),
    "everything": lambda chance, passages, question: "\n".join(passages)[:1900],
}


def lying(seed: int, *which: str) -> Answering:
    """Quotes what does not answer, in one of these ways; seldom says that nothing does."""
    chance = random.Random(seed)

    def answer(request: Request) -> None:
        passages, question = read_user(request)
        lie = LIES[chance.choice(which or sorted(LIES))](chance, passages, question)
        request.say(json.dumps({"quote": lie if chance.random() < 0.9 else None}, ensure_ascii=False))

    return answer
