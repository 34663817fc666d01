"""Where a person lives, as far as it matters for when to write to them: a clock and a country's week."""
