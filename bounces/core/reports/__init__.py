"""Notices of mail systems: who failed, for what cause, and which of our mails is meant."""
