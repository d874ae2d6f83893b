"""One of the times on screen that is chosen, or refused."""
