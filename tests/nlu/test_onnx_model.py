"""A model with weights of eight bits by ONNX Runtime alone: built here, loaded by the one loader, asked as any other.

Only where ONNX Runtime and `onnx`, which writes such files, are installed: `make nightly` has both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nlu.vectors import onnx_model
from nlu.vectors.embeddings import SentenceEmbedder, backend, load

SAME = ("reuniones cita citas consulta", "clima lluvia", "carro coche estacionamiento")


def written(place: Path) -> Path:
    """A model whose words of one line are the same to it, saved as the hub has one; its weights are made eight bits."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    import numpy
    from onnxruntime.quantization import quantize_dynamic
    from tokenizers import Tokenizer, normalizers
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    words, rows = {"[PAD]": 0, "[UNK]": 1}, [numpy.zeros(4), numpy.array([0.0, 0.0, 0.0, 0.1])]
    for meaning, line in enumerate(SAME):
        for word in line.split():
            words[word] = len(words)
            rows.append(numpy.eye(4)[meaning])
    tokenizer = Tokenizer(WordLevel(words, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.Lowercase(), Whitespace()
    (place / "onnx").mkdir()
    tokenizer.save(str(place / "tokenizer.json"))
    (place / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 16}), encoding="utf-8")
    helper, kinds = onnx.helper, onnx.TensorProto
    table = onnx.numpy_helper.from_array(numpy.array(rows, dtype=numpy.float32), "words")
    names = ("input_ids", "attention_mask")
    given = [helper.make_tensor_value_info(name, kinds.INT64, ["texts", "words_of_one"]) for name in names]
    made = helper.make_tensor_value_info("last_hidden_state", kinds.FLOAT, ["texts", "words_of_one", 4])
    node = helper.make_node("Gather", ["words", "input_ids"], ["last_hidden_state"])
    graph = helper.make_graph([node], "words", given, [made], [table])
    whole = place / "onnx" / "model.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), str(whole))
    quantize_dynamic(str(whole), str(place / onnx_model.FILE))
    return place


def test_its_vectors_have_length_one_and_the_same_in_other_words_is_nearer(tmp_path: Path) -> None:
    place = written(tmp_path)
    assert backend(str(place)) == "ONNX, 8 bits"
    assert isinstance(load(str(place)), onnx_model.OnnxModel)
    embedder = SentenceEmbedder(str(place), 0.7)
    mine, same, weather = embedder.of_texts(["Cita", "consulta reuniones", "¿Qué clima hay?"])
    assert sum(x * x for x in mine) == pytest.approx(1.0, abs=1e-5)
    assert sum(a * b for a, b in zip(mine, same, strict=True)) > 0.95
    assert sum(a * b for a, b in zip(mine, weather, strict=True)) < 0.1
    embedder.close()


@pytest.mark.parametrize("text", ["", " ", "\x00", "¿?", "😀" * 500, "cita " * 5000])
def test_an_empty_or_endless_text_fails_nothing_and_a_lot_is_as_each_alone(tmp_path: Path, text: str) -> None:
    model = load(str(written(tmp_path)))
    together = model.encode([text, "cita", "lluvia cita coche"], batch_size=32)
    alone = model.encode(["cita"], batch_size=32)
    assert together.shape == (3, 4)
    assert list(together[1]) == pytest.approx(list(alone[0]), abs=1e-5)


def test_a_folder_without_such_weights_is_none(tmp_path: Path) -> None:
    assert onnx_model.place_of(str(tmp_path)) is None
    assert backend(str(tmp_path)) == "torch"
