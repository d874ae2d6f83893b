"""The answer to what is on screen: yes, no, that they come, that they give it up."""
