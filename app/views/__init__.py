"""The HTTP shell, which every package's pages stand in, and the pages of workspaces, seats and keys."""

from app.views.shell import Page, Request, View, open_to_all, seated, signed_in, template

__all__ = ["Page", "Request", "View", "open_to_all", "seated", "signed_in", "template"]
