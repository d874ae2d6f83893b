"""What doctors and staff order, in their own words."""
