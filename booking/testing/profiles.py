"""How hard Hypothesis tries, by the environment variable TURNERO_PROFILE. The only place that says so.

ci       quick, the same examples on every machine and in every run (the default)
dev      quick, other examples each time
nightly  many examples and long histories
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture import providers

# A whole clinic an example is slow to build, and a busy machine slower still: neither says anything about the code.
PATIENT = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    print_blob=True,
    # Of a clinic that breaks in several ways one is enough, and as short as it gets: why each part of it matters would
    # take longer to find out than all the rest.
    report_multiple_bugs=False,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
)

settings.register_profile("dev", PATIENT, max_examples=50, stateful_step_count=30)
settings.register_profile("ci", PATIENT, max_examples=30, stateful_step_count=30, derandomize=True, database=None)
settings.register_profile("nightly", PATIENT, max_examples=1000, stateful_step_count=60)

NAMES = ("dev", "ci", "nightly")
PROFILE = os.environ.get("TURNERO_PROFILE", "ci")

WALK_STEPS = {"dev": 2_000, "ci": 2_000, "nightly": 1_000_000}.get(PROFILE, 2_000)
"""How long a walk with a lying model is under `pytest`; a twentieth of it on PostgreSQL."""


def load() -> None:
    """Make the chosen profile Hypothesis's.

    It would mix the constants of every module that is loaded into its examples: those of a test would be others with
    each line that is written anywhere, and with what the same process happened to run before. By `ci` they are not."""
    settings.load_profile(PROFILE)
    if PROFILE == "ci":
        providers._get_local_constants = lambda: providers._local_constants


def a_share(one_of: int, *, least: int = 1) -> settings:
    """The profile with one example in `one_of`: for what costs that much more an example."""
    now = settings()
    return settings(now, max_examples=max(now.max_examples // one_of, least))


FIRST_FAILURE = settings(
    PATIENT,
    max_examples=2000,
    stateful_step_count=50,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
)
"""For code that is wrong on purpose: always the same examples, stop at the first that fails, shrink nothing."""
