"""What staff must hear of at once."""
