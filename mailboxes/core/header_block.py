"""The fields of a message's head, as bytes: no parser of whole messages is needed to find a few of them."""

LONGEST = 65_536  # octets of a head that are looked at


def header_fields(headers: bytes) -> dict[bytes, list[bytes]]:
    """Return the values of each field, unfolded, names in lower case. Linear, never raises."""
    fields: dict[bytes, list[bytes]] = {}
    for name, value in fields_in_order(headers):
        fields.setdefault(name, []).append(value)
    return fields


def fields_in_order(headers: bytes) -> list[tuple[bytes, bytes]]:
    """Return name and value of each field from the top, unfolded, names in lower case. Linear, never raises."""
    fields: list[tuple[bytes, bytes]] = []
    current: list[bytes] | None = None
    for line in headers[:LONGEST].split(b"\n"):
        if line[:1] in {b" ", b"\t"}:
            if current is not None:
                current.append(line)
            continue
        if current is not None:
            _close(fields, current)
        current = [line]
        if not line.strip():
            current = None
            break
    if current is not None:
        _close(fields, current)
    return fields


def _close(fields: list[tuple[bytes, bytes]], lines: list[bytes]) -> None:
    name, colon, first = lines[0].partition(b":")
    if colon:
        value = b" ".join(b"".join([first, *lines[1:]]).split())
        fields.append((name.strip().lower(), value))
