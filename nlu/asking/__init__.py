"""What is asked of the clinic, of what was, and of the appointments that there are."""
