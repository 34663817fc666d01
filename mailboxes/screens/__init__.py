"""What people read about mailboxes: words, and rows for the pages. Nothing here writes."""
