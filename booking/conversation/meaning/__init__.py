"""What a message means beside what the conversation already knows."""
