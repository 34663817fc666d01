"""Which records the world's domains have: those of a domain that was set up well, unless somebody says otherwise."""

import hashlib
from base64 import b64encode

from simulator.journal import JSON, Record

PROVIDER = "provider.example"
RECEIVER = f"mx.{PROVIDER}"  # who takes mail for every domain, and stamps it
SELECTOR = "sim"  # under which the provider signs for its domains
KINDS = ("TXT", "MX", "A", "AAAA")
FAULTS = ("silent", "servfail", "truncated")
_KEY = b64encode(hashlib.sha256(b"the simulator's key, which nobody verifies with").digest()).decode()

_PROVIDERS_OWN: dict[tuple[str, str], list[str]] = {
    (f"_spf.{PROVIDER}", "TXT"): ["v=spf1 ip4:192.0.2.0/24 -all"],
    (RECEIVER, "A"): ["192.0.2.25"],
}


class Zone:
    """Every name of the world. `said` holds what was changed: records, or the fault that a question meets."""

    def __init__(self) -> None:
        """Begin with domains that are all set up well."""
        self._said: dict[tuple[str, str], list[str] | str] = {}

    def change(self, wish: Record) -> JSON:
        """Set the `records` of a `name` and `type`, or its `fault`. Raises ValueError."""
        name, kind = str(wish["name"]).lower().rstrip("."), str(wish["type"]).upper()
        if kind not in KINDS:
            msg = f"type is one of {KINDS}"
            raise ValueError(msg)
        if "fault" in wish:
            if wish["fault"] not in FAULTS:
                msg = f"fault is one of {FAULTS}"
                raise ValueError(msg)
            self._said[name, kind] = str(wish["fault"])
        else:
            records = wish["records"]
            if not isinstance(records, list):
                msg = "records is a list of texts"
                raise ValueError(msg)
            self._said[name, kind] = [str(one) for one in records]
        return {"name": name, "type": kind}

    def look_up(self, name: str, kind: str) -> list[str] | str:
        """Give the records of a name, or the fault that was asked for."""
        said = self._said.get((name, kind))
        return _usual(name, kind) if said is None else said

    def exists(self, name: str) -> bool:
        """Tell whether a name has records of any kind."""
        return any(self.look_up(name, kind) for kind in KINDS)


def _usual(name: str, kind: str) -> list[str]:
    if name.endswith(PROVIDER):
        return _PROVIDERS_OWN.get((name, kind), [])
    first, _, rest = name.partition(".")
    if first == "_dmarc":
        return ["v=DMARC1; p=none"] if kind == "TXT" and "." in rest else []
    if name.startswith(f"{SELECTOR}._domainkey."):
        return [f"v=DKIM1; k=ed25519; p={_KEY}"] if kind == "TXT" else []
    if "_" in name or "." not in name:
        return []
    if kind == "TXT":
        return [f"v=spf1 include:_spf.{PROVIDER} -all"]
    return [f"10 {RECEIVER}."] if kind == "MX" else []
