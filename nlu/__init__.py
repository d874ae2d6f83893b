"""Understanding: text → typed intents. The deterministic reading first, a model only where it is not sure."""
