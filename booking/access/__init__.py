"""Who may do what, and how a number is bound to its rights."""
