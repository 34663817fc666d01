"""Notices: who is told what by email, Slack and Teams, each once, outside quiet hours, joined where they are many."""
