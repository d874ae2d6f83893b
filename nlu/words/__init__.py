"""A message as the rules see it: its words, how they are spelt, its clauses, and what around a request says nothing."""
