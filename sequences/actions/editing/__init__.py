"""Changing a campaign: its texts, its steps and its settings, while it runs or before; each change is kept."""
