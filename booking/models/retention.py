"""For how long what was kept may be kept; then upkeep deletes it, or forgets what it says of people."""

from __future__ import annotations

import datetime as dt
from typing import Final

SESSIONS_KEPT: Final = dt.timedelta(days=30)
STAGES_KEPT: Final = dt.timedelta(days=30)
"""How long stages of turns and jobs took."""
TEXTS_KEPT: Final = STAGES_KEPT
"""What models were shown, where the clinic keeps that at all."""
CLINICAL_KEPT: Final = dt.timedelta(days=90)
"""What turns learnt of patients, unless the clinic sets another time: for so long they can be replayed."""
PROFILES_KEPT: Final = dt.timedelta(days=90)
"""How WhatsApp shows whoever wrote last so long ago; of whom we know by name it is forgotten at once."""
FILES_KEPT: Final = dt.timedelta(days=90)
"""Pictures and documents that patients sent, unless the clinic sets another time."""
EPISODES_KEPT: Final = dt.timedelta(days=730)
"""What is remembered of people."""
FAILED_JOBS_KEPT: Final = dt.timedelta(days=7)
"""Background jobs that failed or were given up."""
