"""A model of vectors with weights of eight bits, by ONNX Runtime alone: no torch, of which a process would hold half a
gigabyte. It is the same folder or repository that sentence-transformers reads; nothing is fetched unless `online`."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

FILE: Final = "onnx/model_quint8_avx2.onnx"
"""As the hub names the file of a model with weights of eight bits, which any x86 of ten years runs."""
_NEEDED: Final = ("modules.json", "tokenizer.json", "sentence_bert_config.json", "*_Pooling/config.json", FILE)
_LONGEST: Final = 128  # tokens, where the model does not say


def installed() -> bool:
    """Whether what runs it is. Nothing is loaded."""
    return find_spec("onnxruntime") is not None and find_spec("tokenizers") is not None


def place_of(name: str, *, online: bool = False) -> Path | None:
    """The folder of a model that has such weights; None where it has none on this machine. `name`: a folder, or a
    repository of the hub."""
    if os.path.isdir(name):
        folder = Path(name)
    else:
        from huggingface_hub import snapshot_download

        try:
            folder = Path(snapshot_download(name, allow_patterns=list(_NEEDED), local_files_only=not online))
        except (OSError, ValueError):  # it is not here, or is no name of a repository
            return None
    return folder if (folder / FILE).is_file() and (folder / "tokenizer.json").is_file() else None


class OnnxModel:
    """As a `SentenceTransformer` is asked; its vectors have length one."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(folder / FILE), options, providers=["CPUExecutionProvider"])
        self._wanted = [one.name for one in self._session.get_inputs()]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_read(folder / "sentence_bert_config.json").get("max_seq_length") or _LONGEST)
        padding = _read(folder / "config.json").get("pad_token_id") or 0
        self._tokenizer.enable_padding(pad_id=padding, pad_token=self._tokenizer.id_to_token(padding) or "[PAD]")
        pooling = next(folder.glob("*_Pooling/config.json"), None)
        self._first = bool(pooling and _read(pooling).get("pooling_mode_cls_token"))

    def encode(self, sentences: list[str], **options: Any) -> Any:
        import numpy

        lot = int(options.get("batch_size") or len(sentences) or 1)
        return numpy.concatenate([self._lot(sentences[at : at + lot]) for at in range(0, len(sentences), lot)])

    def _lot(self, sentences: list[str]) -> Any:
        import numpy

        read = self._tokenizer.encode_batch(sentences)
        mask = numpy.array([one.attention_mask for one in read], dtype=numpy.int64)
        ids = numpy.array([one.ids for one in read], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        states = self._session.run(None, {name: given[name] for name in self._wanted})[0]
        if self._first:
            vectors = states[:, 0]
        else:
            counts = mask[:, :, None].astype(states.dtype)
            vectors = (states * counts).sum(axis=1) / numpy.maximum(counts.sum(axis=1), 1e-9)
        return vectors / numpy.maximum(numpy.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


def _read(file: Path) -> dict[str, Any]:
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found if isinstance(found, dict) else {}
