"""From a stored message to its answer: one turn of a conversation, its machine and its replies."""
