"""A day of a clinic on the synthetic clock: who writes, who works at the desk, and what goes between."""
