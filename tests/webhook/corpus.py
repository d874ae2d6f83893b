"""Real webhook bodies that others wrote, kept outside the project."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("TURNERO_CORPORA", Path(__file__).parents[3] / "shared" / "corpora"))
FILE = FOLDER / "whatsapp_payloads.jsonl"
ABSENT = f"no webhook bodies at {FILE}; set TURNERO_CORPORA to the folder that has them"


def bodies() -> list[dict[str, Any]]:
    """Each row's `id`, `types`, `features` and `payload`; none where the file is absent."""
    if not FILE.is_file():
        return []
    with FILE.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
