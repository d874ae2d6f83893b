"""Services for staff and doctors: who may use which, and what they do on the ports."""
