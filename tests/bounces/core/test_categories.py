import pytest

from bounces.core.reading import Category as Cause
from bounces.core.reports.categories import by_code, categorise

WORDS = [
    ("550 5.1.1 user unknown", Cause.INVALID_RECIPIENT),
    ("550 No such mailbox here", Cause.INVALID_RECIPIENT),
    ("550 The email account that you tried to reach does not exist", Cause.INVALID_RECIPIENT),
    ("DNS error: the domain name was not found (NXDOMAIN)", Cause.INVALID_RECIPIENT),
    ("556 5.1.10 recipient address has null MX", Cause.INVALID_RECIPIENT),
    ("554 this account has been disabled", Cause.INVALID_RECIPIENT),
    ("550 5.7.1 No such user", Cause.INVALID_RECIPIENT),
    ("550 Adresse existiert nicht", Cause.INVALID_RECIPIENT),
    ("550 destinatario desconocido", Cause.INVALID_RECIPIENT),
    ("550 utilisateur inconnu", Cause.INVALID_RECIPIENT),
    ("552 5.2.2 mailbox is over quota", Cause.MAILBOX_FULL),
    ("550 5.1.1 the recipient's inbox is full", Cause.MAILBOX_FULL),
    ("452 not enough storage space", Cause.MAILBOX_FULL),
    ("El buzón del usuario está lleno", Cause.MAILBOX_FULL),
    ("connect to mx.birch.example[192.0.2.1]:25: Connection timed out", Cause.TEMPORARY),
    ("421 too many connections, try again later", Cause.TEMPORARY),
    ("you have exceeded your hourly sending limit", Cause.TEMPORARY),
    ("mail forwarding loop for pat@birch.example", Cause.TEMPORARY),
    ("550 5.7.26 this mail is unauthenticated", Cause.AUTHENTICATION),
    ("550 5.7.515 access denied", Cause.AUTHENTICATION),
    ("554 SPF check failed", Cause.AUTHENTICATION),
    ("550 rejected by the DMARC policy of seller.example", Cause.AUTHENTICATION),
    ("550 5.1.1 client blacklisted by the recipient", Cause.REPUTATION_BLOCK),
    ("554 your host 192.0.2.9 is listed at bl.lists.example", Cause.REPUTATION_BLOCK),
    ("554 no PTR record, reverse DNS required", Cause.REPUTATION_BLOCK),
    ("550 poor reputation of the sending server", Cause.REPUTATION_BLOCK),
    ("550 5.7.1 message rejected as spam", Cause.POLICY_BLOCK),
    ("554 virus found", Cause.POLICY_BLOCK),
    ("552 5.3.4 message exceeds the maximum size", Cause.POLICY_BLOCK),
    ("550 5.7.1 relaying denied", Cause.POLICY_BLOCK),
    ("550 5.1.8 sender address rejected: domain not found", Cause.POLICY_BLOCK),
    ("550 5.7.133 authentication required, only members may post to this group", Cause.POLICY_BLOCK),
    ("551 5.1.6 pat has moved to a new address", Cause.INVALID_RECIPIENT),
    ("550 5.4.1 recipient address rejected: access denied. AS(1)", Cause.INVALID_RECIPIENT),
    ("554 RESOLVER.ADR.RecipNotFound; not found", Cause.INVALID_RECIPIENT),
    ("unable to resolve MX host birch.example", Cause.INVALID_RECIPIENT),
    ("550 Benutzer unbekannt", Cause.INVALID_RECIPIENT),
    ("550 brak takiego użytkownika", Cause.INVALID_RECIPIENT),
    ("550 bu adres bulunamadı", Cause.INVALID_RECIPIENT),
    ("550 宛先が存在しません", Cause.INVALID_RECIPIENT),
    ("550 Benutzer hat zu viele Mails auf dem Server", Cause.MAILBOX_FULL),
    ("554 STOREDRV.Deliver.Exception:QuotaExceededException", Cause.MAILBOX_FULL),
    ("552 the account has exceeded its storage limit", Cause.MAILBOX_FULL),
    ("450 recipient address rejected: Greylisted", Cause.TEMPORARY),
    ("550 the account is temporarily locked", Cause.TEMPORARY),
    ("452 low on disk space: insufficient system storage", Cause.TEMPORARY),
    ("domain has exceeded the max emails per hour", Cause.TEMPORARY),
    ("550 5.7.25 the sending address has no name", Cause.REPUTATION_BLOCK),
    ("554 5.7.1 client host rejected: access denied", Cause.REPUTATION_BLOCK),
    ("421 [TSS04] messages deferred", Cause.REPUTATION_BLOCK),
    ("554 192.0.2.1 blocked for abuse", Cause.REPUTATION_BLOCK),
    ("550 your IP is on a черный список", Cause.REPUTATION_BLOCK),
    ("504 helo command rejected: need a full name", Cause.POLICY_BLOCK),
    ("553 sender address rejected: not owned by you", Cause.POLICY_BLOCK),
    ("554 5.7.1 blacklisted URL in the message", Cause.POLICY_BLOCK),
    ("550 not accepted for policy reasons", Cause.POLICY_BLOCK),
    ("552 the attachment type is not allowed", Cause.POLICY_BLOCK),
    ("500 line limit exceeded", Cause.POLICY_BLOCK),
    ("the system did not report a specific reason", Cause.UNKNOWN),
    ("554 transaction failed", Cause.UNKNOWN),
]


# The blamed object decides, not the name of the product that blames it; a link may be all that names it.
BLAMED = [
    ("554 refused, see https://ipcheck.lists.example/?ip=192.0.2.9", Cause.REPUTATION_BLOCK),
    ("550 no. http://lists.example/rbl/remove?q=1", Cause.REPUTATION_BLOCK),
    ("550 no. https://lists.example/look_up/192.0.2.9", Cause.REPUTATION_BLOCK),
    ("550 spam http://help.lists.example/blocklist.php", Cause.REPUTATION_BLOCK),
    ("550 refused, see http://help.lists.example/spam_help.htm?ip=192.0.2.9", Cause.REPUTATION_BLOCK),
    ("550 mailbox unavailable https://lists.example/help?ip=192.0.2.9", Cause.INVALID_RECIPIENT),
    ("550 refused, see http://help.lists.example/spam_help.htm", Cause.POLICY_BLOCK),
    ("554 GateAntiSpam: the sending IP is listed", Cause.REPUTATION_BLOCK),
    ("554 GateAntiSpam found a black IP", Cause.REPUTATION_BLOCK),
    ("554 GateAntiSpam: poor host reputation", Cause.REPUTATION_BLOCK),
    ("554 GateAntiSpam: the message holds a blocked URL", Cause.POLICY_BLOCK),
    ("554 GateAntiSpam: content refused", Cause.POLICY_BLOCK),
    ("550 too much spam from your network", Cause.REPUTATION_BLOCK),
    ("550 your network 192.0.2.0/24 is blocked", Cause.REPUTATION_BLOCK),
    ("550 your server [2001:db8:1:2::9] is not allowed here", Cause.REPUTATION_BLOCK),
    ("connect to mx.birch.example[192.0.2.1]:25: Connection refused", Cause.TEMPORARY),
    ("550 connection denied", Cause.REPUTATION_BLOCK),
    ("550 refused due to IP address", Cause.REPUTATION_BLOCK),
    ("550 holds a forbidden word", Cause.POLICY_BLOCK),
    ("550 not on the list of approved senders", Cause.POLICY_BLOCK),
    ("550 stopped by the recipient's rule: rejected by rule 3", Cause.POLICY_BLOCK),
    ("550 invalid HELO name", Cause.POLICY_BLOCK),
    ("x-unix; sorter: unable to open filter file", Cause.TEMPORARY),
    ("x-unix; sorter: bad rules", Cause.TEMPORARY),
    ("x-unix; sorter: no such user", Cause.INVALID_RECIPIENT),
    ("x-unix; sorter: over quota", Cause.MAILBOX_FULL),
    ("x-unix; sorter: message rejected", Cause.POLICY_BLOCK),
    ("no space left on device", Cause.TEMPORARY),
    ("452 out of disk space on the server", Cause.TEMPORARY),
    ("552 mailfolder is full", Cause.MAILBOX_FULL),
    ("552 over the disk usage limit", Cause.MAILBOX_FULL),
    ("type=MX: host not found, try again", Cause.TEMPORARY),
    ("550 Empfänger archiviert. Archived recipient", Cause.INVALID_RECIPIENT),
    ("Maximale Hopanzahl überschritten", Cause.TEMPORARY),
    ("account pat has used all; message size 700 kB; mailbox over quota", Cause.MAILBOX_FULL),
    ("550 Ihre IP-Adresse ist gesperrt", Cause.REPUTATION_BLOCK),
    ("550 Su IP está bloqueada", Cause.REPUTATION_BLOCK),
    ("550 您的IP被拒绝", Cause.REPUTATION_BLOCK),
    ("550 Absender nicht erlaubt", Cause.POLICY_BLOCK),
    ("550 Mittente non autorizzato", Cause.POLICY_BLOCK),
    ("550 Размер письма превышает предел", Cause.POLICY_BLOCK),
    ("550 Anhang verboten", Cause.POLICY_BLOCK),
    ("421 4.3.0 cannot write ./queue: no such file or directory", Cause.TEMPORARY),
    ("452 4.3.1 insufficient disk space", Cause.TEMPORARY),
    ("452 4.3.1 insufficient disk space in the user's mailbox", Cause.MAILBOX_FULL),
    ("Unable to deliver after many tries", Cause.TEMPORARY),
    ("Command output: error while loading the sorter", Cause.TEMPORARY),
    ("550 TLS handshake failed", Cause.TEMPORARY),
    ("550 the mailbox has run out of space", Cause.MAILBOX_FULL),
    ("550 the sending IP has a low score", Cause.REPUTATION_BLOCK),
    ("550 your server is known to send spam", Cause.REPUTATION_BLOCK),
    ("550 no FCrDNS", Cause.REPUTATION_BLOCK),
    ("554 the mail could not be authenticated", Cause.AUTHENTICATION),
    ("550 private mailbox; sender not approved", Cause.POLICY_BLOCK),
    ("Pat wasn't found at birch.example", Cause.INVALID_RECIPIENT),
    ("does not work here any more", Cause.INVALID_RECIPIENT),
    ("550 over quota, see https://help.lists.example/unblock?ip=192.0.2.9", Cause.MAILBOX_FULL),
    ("550 no such user, see https://help.lists.example/rbl?ip=192.0.2.9", Cause.INVALID_RECIPIENT),
    ("550 relaying from 192.0.2.9 denied", Cause.POLICY_BLOCK),
    ("550 blacklisted domain in the body", Cause.POLICY_BLOCK),
    ("550 the sender's domain has no MX", Cause.POLICY_BLOCK),
    ("450 recipient address rejected: nobody can tell", Cause.TEMPORARY),
    ("550 recipient address rejected: nobody can tell", Cause.INVALID_RECIPIENT),
    ("550 5.4.316 expired: refused by the host", Cause.TEMPORARY),
]


@pytest.mark.parametrize(("words", "cause"), [*WORDS, *BLAMED])
def test_the_refusing_servers_words_name_the_cause(words: str, cause: Cause) -> None:
    assert categorise(words, None, "") is cause


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        ("5.1.1", Cause.INVALID_RECIPIENT),
        ("5.1.8", Cause.POLICY_BLOCK),
        ("5.2.1", Cause.INVALID_RECIPIENT),
        ("5.2.2", Cause.MAILBOX_FULL),
        ("5.2.3", Cause.POLICY_BLOCK),
        ("4.4.1", Cause.TEMPORARY),
        ("5.4.4", Cause.INVALID_RECIPIENT),
        ("5.3.4", Cause.POLICY_BLOCK),
        ("5.6.0", Cause.POLICY_BLOCK),
        ("5.7.1", Cause.POLICY_BLOCK),
        ("4.0.0", Cause.TEMPORARY),
        ("5.0.0", None),
        ("", None),
    ],
)
def test_a_code_by_itself_says_little(status: str, cause: Cause | None) -> None:
    assert by_code(status) is cause


def test_words_win_over_a_code_and_a_code_over_the_notices_prose() -> None:
    assert categorise("550 5.1.1 IP address blacklisted", "5.1.1", "") is Cause.REPUTATION_BLOCK
    assert categorise("", "5.2.2", "we could not connect") is Cause.MAILBOX_FULL
    assert categorise("", "5.0.0", "the mailbox is full") is Cause.MAILBOX_FULL
    assert categorise("x-unix; 73", "5.2.0", "quota exceeded while writing") is Cause.MAILBOX_FULL
    assert categorise("x-unix; 127", "5.5.0", "") is Cause.TEMPORARY
    assert categorise("451 whatever", None, "") is Cause.TEMPORARY
    assert categorise("", None, "") is Cause.UNKNOWN
