"""The clinic's documents: how a text is cut into passages, what of a question is looked for, and what answers it."""
