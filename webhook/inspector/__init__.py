"""The inspector: a phone, the machine, the clinic's desk and its figures as web pages over `booking.desk`."""
