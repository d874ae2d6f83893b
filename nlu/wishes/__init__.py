"""What is wished for: a new appointment, several, when, and when not."""
