"""The language model: what it is shown, what it may answer, and how its answer fills what rules left open."""
