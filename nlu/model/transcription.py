"""Voice notes written down by a model, through litellm."""

from __future__ import annotations

import asyncio

import structlog

from booking.intents import CallOutcome
from nlu.model.litellm_library import NO_KEY, damage, library, run
from nlu.model.models_asked import Provider

log = structlog.get_logger()

LONGEST = 2000
"""Characters of what was said; more is no request."""

_GRACE = 1.0


def transcribed(recording: bytes, provider: Provider, timeout: float) -> str | None:
    """What is said in an OGG recording, in Spanish; None where the model did not answer in `timeout` seconds, or refused.
    Never raises."""
    said = run(_transcribed(recording, provider, timeout), timeout + _GRACE)
    return said[:LONGEST] if said else None


async def _transcribed(recording: bytes, provider: Provider, timeout: float) -> str | None:
    try:
        async with asyncio.timeout(timeout):
            answer = await library().atranscription(
                model=provider.model,
                file=("nota.ogg", recording, "audio/ogg"),
                language="es",
                api_key=provider.key or NO_KEY,
                api_base=provider.api_base,
                timeout=timeout,
                max_retries=0,
            )
        return str(getattr(answer, "text", "") or "").strip() or None
    except TimeoutError:
        log.warning("not_transcribed", why=CallOutcome.LATE.value)
    except damage() as error:
        log.warning("not_transcribed", why=type(error).__name__)
    return None
