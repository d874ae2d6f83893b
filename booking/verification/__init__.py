"""Explicit-state model checking of the conversation: the real table, guards, hooks and sequence, with a small world
that gives every possible answer."""
