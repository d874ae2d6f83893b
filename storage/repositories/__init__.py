"""One file per repository of `booking.ports`. Each speaks through the session of one unit of work."""
