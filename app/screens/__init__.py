"""What the pages of workspaces, seats and keys show."""
