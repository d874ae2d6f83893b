"""A synthetic clinic over months: who takes the times that are given back, who does not come, what is sent."""
