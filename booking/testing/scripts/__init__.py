"""Conversations as YAML: played, recorded, compared."""
