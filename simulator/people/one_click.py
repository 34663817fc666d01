"""Ways out that a mail offers in its List-Unsubscribe field."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

from aiohttp import ClientError, ClientSession, ClientTimeout

from simulator.journal import Journal
from simulator.people.letters import Letter

_ENTRY = re.compile(r"<\s*([^>\s]+)\s*>")
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_PATIENCE = ClientTimeout(total=15)  # machine seconds


async def press_unsubscribe(letter: Letter, journal: Journal) -> None:
    """POST to the one-click URL, once, without cookies; only if its host is this machine."""
    url = _one_click_url(letter)
    status, note = 0, "no loopback URL with List-Unsubscribe-Post"
    if url:
        try:
            async with ClientSession(timeout=_PATIENCE) as session:
                answer = await session.post(url, data={"List-Unsubscribe": "One-Click"}, allow_redirects=False)
                status, note = answer.status, ""
        except (ClientError, TimeoutError, OSError) as error:
            note = type(error).__name__
    journal.write("hook", about_token=letter.token, person=letter.recipient, url=url, status=status, note=note)


def unsubscribe_address(letter: Letter) -> tuple[str, str] | None:
    """Give (address, subject) of the mailto entry, or None."""
    found = next((entry for entry in _entries(letter) if entry.lower().startswith("mailto:")), None)
    if not found:
        return None
    parts = urlsplit(found)
    return unquote(parts.path), parse_qs(parts.query).get("subject", [""])[0]


def _one_click_url(letter: Letter) -> str | None:
    if (letter.mail.first("List-Unsubscribe-Post") or "").strip() != "List-Unsubscribe=One-Click":
        return None
    web = (entry for entry in _entries(letter) if entry.lower().startswith(("http://", "https://")))
    return next((entry for entry in web if urlsplit(entry).hostname in _LOOPBACK), None)


def _entries(letter: Letter) -> list[str]:
    return _ENTRY.findall(letter.mail.first("List-Unsubscribe") or "")
