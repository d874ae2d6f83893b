"""The operator's choice of models: which can be asked, and whom patients are told of."""

from __future__ import annotations

import pytest

from booking.conversation.replies.render import render
from booking.models import Reply
from booking.runtime.model_choice import chosen, read_by
from booking.settings import Settings


@pytest.mark.parametrize(
    ("given", "company"),
    [
        ({}, None),
        ({"deepseek_api_key": "k"}, "DeepSeek"),
        ({"deepseek_api_key": "k", "anthropic_api_key": "k"}, "DeepSeek y Anthropic"),
        ({"llm_primary_model": "gemini/gemini-3", "llm_primary_api_key": "k"}, "Google"),
        ({"llm_primary_model": "mistral/large", "llm_primary_api_key": "k"}, "mistral"),
        ({"llm_primary_model": "openai/qwen", "llm_primary_api_base": "http://127.0.0.1:11434/v1"}, None),
        ({"llm_primary_model": "ollama/qwen", "llm_primary_api_base": "http://gpu.local:11434"}, None),
        ({"llm_primary_model": "openai/qwen", "llm_primary_api_base": "http://192.168.1.9/v1"}, None),
        (
            {"llm_primary_model": "openai/qwen", "llm_primary_api_base": "https://models.example.com/v1"},
            "models.example.com",
        ),
    ],
)
def test_patients_are_told_who_else_reads_what_they_write(given: dict[str, str], company: str | None) -> None:
    assert read_by(Settings(_env_file=None, **given)) == company


def test_a_key_of_its_own_goes_before_that_of_its_provider() -> None:
    settings = Settings(_env_file=None, deepseek_api_key="shared", llm_primary_api_key="own")
    first, second = chosen(settings)
    assert (first.key, second.key) == ("own", None)
    assert "own" not in repr(first)


@pytest.mark.parametrize("company", [None, "DeepSeek"])
def test_the_privacy_notice_names_them(company: str | None) -> None:
    (said,) = render(
        [Reply(key="privacy_notice", params={"draft_version": 0, "clinic": "San Rafael", "read_by": company})]
    )
    assert ("DeepSeek puede leer lo que escribes" in said.body) is bool(company)
    assert "  " not in said.body
