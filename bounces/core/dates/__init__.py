"""When somebody is back: dates in a text, and what each of them says."""
