"""What pages and the API show of what came back: reads only, a fixed number of statements each."""
