"""The people who get mail: who they are, what they do, and what they write."""
