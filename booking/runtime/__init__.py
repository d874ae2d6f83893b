"""What runs for long: the server, the worker, upkeep, clocks and logs."""
