"""What is said of appointments that there are: cancelled, moved, as they were."""
