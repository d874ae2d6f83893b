"""Appointments and holds: the one implementation of booking for chat, tools and the command line."""
