"""Big providers, told by where a domain's mail arrives, and how mailboxes there are reached.

Each line is what the provider's own help pages say. `mx` are the ends of MX host names; `domains` the provider's own
domains, known even where the name servers do not answer.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from mailboxes.core.account import Security, Server

TLS, STARTTLS = Security.TLS, Security.STARTTLS


class Password(StrEnum):
    """Which password a provider takes from a mail program."""

    OWN = "own"  # the mailbox's own
    APP = "app"  # one made for this purpose only
    APP_WITH_2FA = "app_with_2fa"  # the own one, unless a second factor is on
    NONE = "none"  # none any more: only its own sign-in


@dataclass(frozen=True, slots=True)
class MailHost:
    """One provider. imap None: it offers no reading by IMAP. page: where its users make app passwords."""

    key: str
    name: str
    mx: tuple[str, ...]
    smtp: Server
    imap: Server | None
    domains: tuple[str, ...] = ()
    password: Password = Password.OWN
    page: str = ""
    imap_off: bool = False  # reading by IMAP has to be switched on in its settings first


def _same(host: str) -> tuple[Server, Server]:
    return Server(host, 465, TLS), Server(host, 993, TLS)


def _pair(smtp: str, imap: str, port: int = 465) -> tuple[Server, Server]:
    return Server(smtp, port, TLS if port == 465 else STARTTLS), Server(imap, 993, TLS)


def _host(key: str, name: str, mx: tuple[str, ...], servers: tuple[Server, Server], **more: object) -> MailHost:
    return MailHost(key, name, mx, *servers, **more)  # type: ignore[arg-type]


GOOGLE = _host(
    "google",
    "Google",
    ("google.com", "googlemail.com"),
    _pair("smtp.gmail.com", "imap.gmail.com"),
    domains=("gmail.com", "googlemail.com"),
    password=Password.APP,
    page="https://myaccount.google.com/apppasswords",
)
MICROSOFT = _host(
    "microsoft",
    "Microsoft 365",
    ("protection.outlook.com", "mx.microsoft"),
    _pair("smtp.office365.com", "outlook.office365.com", 587),
    domains=("outlook.com", "hotmail.com", "live.com", "msn.com"),
    password=Password.NONE,
)
APP, APP_2FA = Password.APP, Password.APP_WITH_2FA
YAHOO_PAGE = "https://login.yahoo.com/account/security"
ZOHO_PAGE = "https://accounts.zoho.com/home#security/app_password"

HOSTS: tuple[MailHost, ...] = (
    GOOGLE,
    MICROSOFT,
    _host("aol", "AOL", ("mx-aol.mail.gm0.yahoodns.net",), _pair("smtp.aol.com", "imap.aol.com"),
          domains=("aol.com",), password=APP, page="https://login.aol.com/account/security"),
    _host("yahoo", "Yahoo", ("yahoodns.net",), _pair("smtp.mail.yahoo.com", "imap.mail.yahoo.com"),
          domains=("yahoo.com", "ymail.com", "rocketmail.com"), password=APP, page=YAHOO_PAGE),
    _host("icloud", "iCloud", ("mail.icloud.com",), _pair("smtp.mail.me.com", "imap.mail.me.com", 587),
          domains=("icloud.com", "me.com", "mac.com"), password=APP, page="https://account.apple.com/account/manage"),
    _host("fastmail", "Fastmail", ("messagingengine.com",), _pair("smtp.fastmail.com", "imap.fastmail.com"),
          domains=("fastmail.com", "fastmail.fm"), password=APP,
          page="https://app.fastmail.com/settings/security/apps"),
    _host("zoho_eu", "Zoho", ("zoho.eu",), _pair("smtppro.zoho.eu", "imappro.zoho.eu"),
          password=APP_2FA, page=ZOHO_PAGE.replace(".com", ".eu"), imap_off=True),
    _host("zoho_in", "Zoho", ("zoho.in",), _pair("smtppro.zoho.in", "imappro.zoho.in"),
          password=APP_2FA, page=ZOHO_PAGE.replace(".com", ".in"), imap_off=True),
    _host("zoho", "Zoho", ("zoho.com",), _pair("smtppro.zoho.com", "imappro.zoho.com"),
          password=APP_2FA, page=ZOHO_PAGE, imap_off=True),
    _host("ionos_de", "IONOS", ("kundenserver.de", "ionos.de"), _pair("smtp.ionos.de", "imap.ionos.de")),
    _host("ionos_uk", "IONOS", ("ionos.co.uk",), _pair("smtp.ionos.co.uk", "imap.ionos.co.uk")),
    _host("ionos_fr", "IONOS", ("ionos.fr",), _pair("smtp.ionos.fr", "imap.ionos.fr")),
    _host("ionos_es", "IONOS", ("ionos.es",), _pair("smtp.ionos.es", "imap.ionos.es")),
    _host("ionos", "IONOS", ("ionos.com", "perfora.net"), _pair("smtp.ionos.com", "imap.ionos.com")),
    _host("ovh", "OVHcloud", ("mail.ovh.net", "mail.ovh.ca"), _same("ssl0.ovh.net")),
    _host("gandi", "Gandi", ("mail.gandi.net",), _same("mail.gandi.net")),
    _host("infomaniak", "Infomaniak", ("infomaniak.ch", "infomaniak.com"), _same("mail.infomaniak.com"),
          password=APP_2FA, page="https://manager.infomaniak.com"),
    _host("mailbox_org", "mailbox.org", ("mailbox.org",), _pair("smtp.mailbox.org", "imap.mailbox.org"),
          domains=("mailbox.org",)),
    _host("strato", "STRATO", ("rzone.de",), _pair("smtp.strato.de", "imap.strato.de")),
    _host("hetzner", "Hetzner", ("your-server.de",), _same("mail.your-server.de")),
    _host("gmx", "GMX", ("gmx.net",), _pair("mail.gmx.net", "imap.gmx.net"),
          domains=("gmx.de", "gmx.net", "gmx.at", "gmx.ch"), password=APP_2FA, imap_off=True),
    _host("web_de", "WEB.DE", ("web.de",), _pair("smtp.web.de", "imap.web.de", 587),
          domains=("web.de",), password=APP_2FA, imap_off=True),
    _host("hostinger", "Hostinger", ("hostinger.com",), _pair("smtp.hostinger.com", "imap.hostinger.com")),
    _host("titan", "Titan", ("titan.email",), _pair("smtp.titan.email", "imap.titan.email"), imap_off=True),
    _host("privateemail", "Namecheap Private Email", ("privateemail.com",), _same("mail.privateemail.com")),
    _host("godaddy", "GoDaddy", ("secureserver.net",), _pair("smtpout.secureserver.net", "imap.secureserver.net")),
    _host("rackspace", "Rackspace Email", ("emailsrvr.com",), _same("secure.emailsrvr.com")),
    _host("migadu", "Migadu", ("migadu.com",), _pair("smtp.migadu.com", "imap.migadu.com")),
    _host("purelymail", "Purelymail", ("purelymail.com",), _pair("smtp.purelymail.com", "imap.purelymail.com"),
          password=APP_2FA, page="https://purelymail.com/manage/account"),
    _host("posteo", "Posteo", ("posteo.de",), _same("posteo.de"), domains=("posteo.de", "posteo.net")),
    _host("yandex", "Yandex", ("yandex.net", "yandex.ru"), _pair("smtp.yandex.com", "imap.yandex.com"),
          password=APP, page="https://id.yandex.com/security/app-passwords", imap_off=True),
    MailHost("proton", "Proton", ("protonmail.ch",), Server("smtp.protonmail.ch", 587, STARTTLS), None,
             domains=("proton.me", "protonmail.com"), password=APP,
             page="https://account.proton.me/mail/imap-smtp"),
)  # fmt: skip


def by_mx(hosts: tuple[str, ...]) -> MailHost | None:
    """Return the provider where mail of the most preferred known MX arrives; hosts in order of preference."""
    for host in hosts:
        for known in HOSTS:
            if any(_ends(host, end) for end in known.mx):
                return known
    return None


def by_domain(domain: str) -> MailHost | None:
    """Return the provider whose own domain this is: no question needed."""
    return next((known for known in HOSTS if domain.lower() in known.domains), None)


def by_server(host: str) -> MailHost | None:
    """Return the provider whose submission or IMAP server this is."""
    name = host.lower().removesuffix(".")
    return next((known for known in HOSTS if name in {known.smtp.host, known.imap and known.imap.host}), None)


def typed_password(text: str) -> str:
    """Return a password as it is sent: Google shows app passwords in four groups, and takes them without the gaps."""
    return text.replace(" ", "") if GROUPED.fullmatch(text.strip()) else text


GROUPED = re.compile(r"[a-z]{4}(?: [a-z]{4}){3}")


def _ends(host: str, end: str) -> bool:
    name = host.lower().removesuffix(".")
    return name == end or name.endswith(f".{end}")
