"""The one rule set that says what a mail address is, and which suppression entry meets which address.

An address that passes here is sent on the wire exactly as `wire`, kept and compared as `normalised`, so the address
checked for suppression cannot differ from the address mailed.

How entries of the suppression list match (shown beside the input field):

- An address entry matches the normalised whole address: letter case plays no part, and `vera+news@example.com` is
  another address than `vera@example.com`, unless the workspace chose that spellings count as one (`plain_spelling`).
- A plain domain entry (`foo.example`, `@foo.example`) matches addresses at exactly that domain, no subdomain.
- `*.bar.example` (also written `.bar.example`) matches every subdomain at any depth, not `bar.example` itself.
- A domain written in its own script and its `xn--` form are the same domain.
"""

import hmac
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import idna

LONGEST_LOCAL = 64
"""Characters before the @ (RFC 5321 section 4.5.3.1.1)."""

LONGEST_ADDRESS = 254
"""Characters of the whole address: the 256 of a RFC 5321 path less its angle brackets."""

LONGEST_DOMAIN = 253
"""Characters of a domain name without the root dot (RFC 1035)."""

GMAIL = frozenset({"gmail.com", "googlemail.com"})
"""Two names of one service, which ignores dots before the @."""

OUTER_SPACE = " \t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""Taken off both ends. Line breaks are not among them: one beside an address is an attempt or a damaged file."""

LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
PLAIN_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?")


class AddressError(ValueError):
    """The text is not one plain mail address or domain; str() is a sentence that does not repeat the text."""


@dataclass(frozen=True, slots=True)
class Address:
    """One mail address: the local part in its own letter case, the domain in lower-case A-labels."""

    local: str
    domain: str

    @property
    def wire(self) -> str:
        """What RCPT TO and the To header carry."""
        return f"{self.local}@{self.domain}"

    @property
    def normalised(self) -> str:
        """What contacts, recipients and suppressions are compared by."""
        return f"{self.local.lower()}@{self.domain}"


@dataclass(frozen=True, slots=True)
class DomainEntry:
    """A domain on the suppression list; `subdomains` says that it means every subdomain and not the domain itself."""

    domain: str
    subdomains: bool

    @property
    def text(self) -> str:
        """The one spelling that is stored: `foo.example` or `*.bar.example`."""
        return f"*.{self.domain}" if self.subdomains else self.domain

    def matches(self, domain: str) -> bool:
        """Say whether an address at this normalised domain is blocked by the entry."""
        return domain.endswith(f".{self.domain}") if self.subdomains else domain == self.domain


def parse_address(text: str) -> Address:
    """Read exactly one addr-spec, ASCII before the @; raises AddressError and nothing else."""
    text = text.strip(OUTER_SPACE)
    if not text:
        raise AddressError("The address is empty.")
    if len(text) > LONGEST_ADDRESS:
        raise AddressError(f"The address is longer than {LONGEST_ADDRESS} characters.")
    if not text.isascii() or not text.isprintable():
        _refuse_invisible(text)
    local, at, domain = text.partition("@")
    if not at:
        raise AddressError("The address has no @.")
    _check_local(local)
    if "@" in domain:
        raise AddressError("The address has more than one @.")
    address = Address(local, _normalise_domain(domain))
    if len(local) + 1 + len(address.domain) > LONGEST_ADDRESS:
        raise AddressError(f"The address is longer than {LONGEST_ADDRESS} characters.")
    return address


def is_address(text: str) -> bool:
    """Say whether parse_address would read the text."""
    try:
        parse_address(text)
    except AddressError:
        return False
    return True


def parse_domain(text: str) -> DomainEntry:
    """Read a domain entry of the suppression list: `foo.example`, `@foo.example`, `*.bar.example`, `.bar.example`.

    A wildcard may stand before a single label (`*.gov`). Raises AddressError.
    """
    text = text.strip(OUTER_SPACE)
    if not text:
        raise AddressError("The domain is empty.")
    if len(text) > LONGEST_ADDRESS:
        raise AddressError(f"The domain is longer than {LONGEST_DOMAIN} characters.")
    _refuse_invisible(text)
    plain = text.removeprefix("@")
    subdomains = plain.startswith(("*.", "."))
    bare = plain.removeprefix("*").removeprefix(".") if subdomains else plain
    if "@" in bare:
        raise AddressError("This is an address, not a domain.")
    if "/" in bare or ":" in bare:
        raise AddressError("This is a web link; write the domain alone.")
    return DomainEntry(_normalise_domain(bare, single_label=subdomains), subdomains)


def domain_of(normalised: str) -> str:
    """Return the domain of an address that already passed parse_address."""
    return normalised.rpartition("@")[2]


def entries_matching(domain: str) -> tuple[str, ...]:
    """Return the text of every domain entry that blocks this normalised domain, so that SQL can ask with IN."""
    labels = domain.split(".")
    return (domain, *(f"*.{'.'.join(labels[start:])}" for start in range(1, len(labels))))


def plain_spelling(normalised: str) -> str:
    """Return the address of which a normalised one is a spelling: without `+tag`, and at Gmail without dots.

    Only for workspaces that chose it: elsewhere than at Gmail a dot makes another address, and a tag may.
    """
    local, _, domain = normalised.rpartition("@")
    plain = local.partition("+")[0] or local
    if domain not in GMAIL:
        return f"{plain}@{domain}"
    return f"{plain.replace('.', '') or plain}@gmail.com"


def address_key(pepper: bytes, normalised: str) -> str:
    """Return the hex HMAC-SHA256 under which an erased address stays suppressed; the pepper must not be empty."""
    if not pepper:
        raise ValueError("The pepper of address keys is empty.")
    return hmac.digest(pepper, normalised.encode(), "sha256").hex()


def _refuse_invisible(text: str) -> None:
    # Format characters (Cf) hold the bidi marks and zero-width joiners: IDNA would drop some of them silently, and then
    # two texts that a person sees as different would be one address.
    for character in text:
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            raise AddressError("The address holds a line break, a control character or an invisible character.")


def _check_local(local: str) -> None:
    if LOCAL.fullmatch(local) and not local.startswith("-") and len(local) <= LONGEST_LOCAL:
        return
    raise AddressError(_fault_of_local(local))


def _fault_of_local(local: str) -> str:
    faults = (
        (not local, "Nothing stands before the @."),
        (not local.isascii(), "The part before the @ is not plain ASCII and needs SMTPUTF8, which we do not send."),
        ('"' in local, "Quoted names before the @ are not accepted."),
        (local.startswith("-"), "The address starts with a dash."),
        (_has_stray_dot(local), "A dot stands at the edge of the part before the @, or two dots in a row."),
        (len(local) > LONGEST_LOCAL, f"The part before the @ is longer than {LONGEST_LOCAL} characters."),
        (True, "The part before the @ holds a space or a sign that an address cannot have."),
    )
    return next(sentence for applies, sentence in faults if applies)


def _has_stray_dot(text: str) -> bool:
    return text.startswith(".") or text.endswith(".") or ".." in text


@lru_cache(maxsize=4096)
def _normalise_domain(domain: str, *, single_label: bool = False) -> str:
    lowered = domain.lower()
    if not (PLAIN_DOMAIN.fullmatch(lowered) and "xn--" not in lowered):
        lowered = _checked_labels(domain, single_label=single_label)
    if len(lowered) > LONGEST_DOMAIN:
        raise AddressError(f"The domain is longer than {LONGEST_DOMAIN} characters.")
    return lowered


def _checked_labels(domain: str, *, single_label: bool) -> str:
    if domain.startswith("["):
        raise AddressError("An IP address in place of the domain is not accepted.")
    try:
        mapped = domain.lower() if domain.isascii() else idna.uts46_remap(domain, std3_rules=True, transitional=False)
        labels = [_a_label(label) for label in mapped.split(".")]
    except (idna.IDNAError, UnicodeError, ValueError) as error:
        raise AddressError(_fault_of_domain(domain)) from error
    if len(labels) == 1 and not single_label:
        raise AddressError("The domain has no dot.")
    if not labels[-1][0].isalpha():
        raise AddressError("The domain ends in a number: an IP address is not accepted.")
    return ".".join(labels)


def _a_label(label: str) -> str:
    """Return one label as it stands in DNS; raises idna.IDNAError when it may not exist."""
    ascii_label = label if label.isascii() else idna.alabel(label).decode("ascii")
    if not LABEL.fullmatch(ascii_label):
        raise idna.IDNAError("not letters, digits and hyphens")
    if ascii_label.startswith("xn--") and idna.alabel(idna.ulabel(ascii_label)).decode("ascii") != ascii_label:
        raise idna.IDNAError("not the one A-label of its name")
    return ascii_label


def _fault_of_domain(domain: str) -> str:
    if not domain:
        return "The domain is empty."
    if _has_stray_dot(domain):
        return "A dot stands at the edge of the domain, or two dots in a row."
    return "The domain holds a sign or a part that a domain name cannot have."
