"""What the clinic says: keys, the Spanish text of each, and how a turn becomes messages."""
