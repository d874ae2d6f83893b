"""Slot arithmetic and the rules of time: what is free, what fits a wish, and why the rest is not."""
