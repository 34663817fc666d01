"""Answers of people and machines: what is wished, who is away or gone, what is only acknowledged."""
