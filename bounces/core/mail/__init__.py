"""Bytes of untrusted mail to parts, headers and texts: bounded, linear, never raising but Unreadable."""
