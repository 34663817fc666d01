"""The Gmail-shaped HTTP interface, held to the discovery document in both directions."""
