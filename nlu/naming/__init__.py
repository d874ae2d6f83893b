"""Names of people, and whose name it is."""
