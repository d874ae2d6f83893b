"""A broken property as a test to paste."""

from __future__ import annotations

import re
from textwrap import wrap

from booking.models.folded_text import without_accents
from booking.verification.explore import Broken

_COMMENT = "    # "


def as_test(broken: Broken) -> str:
    """The shortest conversation that breaks the property. Empty where no single conversation does."""
    if not broken.shown:
        return ""
    said = f"{broken.name}: {' '.join(broken.why.split())}"  # pytest words an assertion in several lines
    lines = [
        "from booking.testing.checked import Checked",
        "",
        "",
        f"def test_{_name(broken.name)}() -> None:",
        *wrap(said, 118, initial_indent=_COMMENT, subsequent_indent=_COMMENT),
        "    ana = Checked()",
    ]
    for step in broken.way:
        label = f'"{step.input.label}"'
        if step.input.waits is not None:
            lines.append(f"    ana.waits({label})")
        else:
            lines.append(
                f"    ana.hears({label}, answers={step.script})" if any(step.script) else f"    ana.hears({label})"
            )
    return "\n".join(lines) + "\n"


def _name(text: str) -> str:
    return "_".join(re.findall(r"[a-z0-9]+", without_accents(text))[:9])
