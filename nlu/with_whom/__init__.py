"""Which doctor is meant, and for which type of visit."""
