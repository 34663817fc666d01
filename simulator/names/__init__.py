"""The name servers of the world: what DNS says of its domains."""
