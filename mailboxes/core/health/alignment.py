"""Which domains count as one: DMARC's relaxed alignment (RFC 9989, 4.10, which took the place of RFC 7489)."""


def is_under(domain: str, above: str) -> bool:
    """Tell whether a domain is this one or below it."""
    return bool(above) and (domain == above or domain.endswith(f".{above}"))


def aligned(domain: str, author: str, organization: str = "") -> bool:
    """Tell whether a domain that authenticated counts for the one in From.

    organization: the domain whose DMARC record governs the author's; "" while that is not known, and then one of the
    two must lie below the other.
    """
    if not domain:
        return False
    if organization:
        return is_under(domain, organization) and is_under(author, organization)
    return is_under(domain, author) or ("." in domain and is_under(author, domain))


def domain_of(identity: str) -> str:
    """Return the domain of an address, of `@domain`, or of a domain, in lower case."""
    return identity.rpartition("@")[2].strip("<>").lower().rstrip(".")
