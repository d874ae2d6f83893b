"""Patients with a goal: what they want, how they say it, and what they do with what they are shown."""
