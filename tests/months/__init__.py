"""A month of the whole product in minutes: its world jumps from one thing that falls due to the next."""
