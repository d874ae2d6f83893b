"""The instant at which the tests of the WhatsApp door take place."""

import datetime as dt

NOW = dt.datetime(2026, 11, 24, 18, 0, tzinfo=dt.UTC)
