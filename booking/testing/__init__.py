"""The kit for testing conversations: fakes, contracts, strategies, invariants. Imported by tests only."""
