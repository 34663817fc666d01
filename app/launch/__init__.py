"""Starts the whole product on one machine. Nothing here imports Django: these modules run before it can."""
