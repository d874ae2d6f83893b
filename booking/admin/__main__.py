"""`python -m booking.admin`: the same as the console command."""

from booking.admin import main

main()
