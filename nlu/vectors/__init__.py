"""Texts into vectors, and from when on two are about the same."""
