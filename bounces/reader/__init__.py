"""Reads untrusted messages in a process of its own, which has limits, no secrets and no database."""
