"""Webhooks: who is told what, and each post until it arrived or was given up."""
