"""The pages on which mailboxes are connected, checked and let go: parse, call, render."""
