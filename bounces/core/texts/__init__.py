"""The sender's own words, without quote and signature."""
