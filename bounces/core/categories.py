"""Why a mail was refused: the refusing server's own words first, its codes only when the words say nothing.

Codes mislead (BOUNCES.md 4): "550 5.1.1 IP address blacklisted" is about the sender. The order of the rules is
the order of trust: what names a mechanism comes before what merely names a mood.
"""

import re

from bounces.core.reading import Category

SCAN_LIMIT = 4_000  # characters of a diagnostic that are read


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words))


AUTHENTICATION = _any(
    r"\bspf\b",
    r"\bdkim\b",
    r"\bdmarc\b",
    r"\bunauthenticated\b",
    r"sender (?:id|authentication)",
    r"(?:message|mail|e-?mail|domain|sender)\b.{0,40}\bnot (?:pass|authenticated)",
    r"5\.7\.(?:20|21|22|23|25|26|27|509|515)\b",
)
CONTENT = _any(
    r"anti-?spam",
    r"spam (?:classification|content|score|checks|filter)",
    r"spam-?assassin",
    r"classified as",
    r"content (?:was )?rejected",
)
RATE = _any(
    r"(?:daily|hourly|sending|relay|rate|messages? per)\b.{0,20}(?:quota|limit)",
    r"too many (?:messages|mails|e-?mails)\b.{0,30}(?:hour|minute|day|short)",
)
REPUTATION = _any(
    r"\breputation\b",
    r"\bblack-?\s?list",
    r"\bblock-?\s?list",
    r"\bdeny-?\s?list",
    r"\b(?:dns|sb|x|p|ur)?[bs]l\.",
    r"\brbls?\b",
    r"\bdnsbl",
    r"spamhaus",
    r"spamcop",
    r"\bsorbs\b",
    r"barracudacentral",
    r"senderbase",
    r"senderscore",
    r"cloudmark",
    r"uceprotect",
    r"(?<!not )\blisted (?:in|at|by|on)\b",
    r"invalid ip\b",
    r"(?:initial connection|greeting|banner)\b.{0,160}(?:block|reject|denied|refus|banned|abuse|not accept)",
    r"block(?:ed|ing)?[ -](?:using|by\b.{0,40}list)",
    r"reverse[- ](?:dns|lookup|mapping|hostname)",
    r"\bptr\b",
    r"\brdns\b",
    r"(?:client|sending|sender|your) host\b.{0,60}(?:reject|block|refus|denied|cannot find)",
    r"(?:ip|host|server|network|address range)\b.{0,60}\b(?:banned|blocked|black|denied|refused|listed|prohibited)",
    r"(?:blocked|banned|refus\w+|reject\w*|denied)\b.{0,50}\b(?:your|from|this) (?:ip|host|server|network|isp)\b",
    r"unsolicited (?:mail|e-?mail)s? originating",
    r"dynamic(?:ally)?[ -](?:ip|assigned|address|allocated)",
    r"dial-?up",
    r"\brp-00\d|\[?tss?0\d\]?|\bs3150\b|\bipbl\d",
    r"(?:cannot|can't|could not|unable to|fail\w*)\b.{0,20}\b(?:resolve|find) your (?:ip|host)",
    r"access (?:to this mail system )?(?:has been )?rejected due to the sending",
)
FULL = _any(
    r"quota",
    r"(?:mail)?box (?:is |size |has )?\w{0,12} ?(?:full|limit|exceeded)",
    r"\b(?:mailbox|inbox|account|user|recipient)\b.{0,50}\bfull\b",
    r"not enough (?:storage|(?:disk )?space)",
    r"insufficient (?:system )?(?:storage|disk|space)",
    r"storage (?:limit|space|allocation)",
    r"out of (?:storage|disk) ?space",
    r"mailbox ?(?:has )?exceeds?",
    r"buz[oó]n\b.{0,40}llen[oa]",
    r"bo[iî]te\b.{0,40}pleine",
    r"postfach\b.{0,40}voll",
    r"(?:ящик|почтов)\w*\b.{0,60}переполнен",
    r"容量",
    r"邮箱.{0,6}满",
    r"caixa\b.{0,40}cheia",
    r"casella\b.{0,40}piena",
)
TOO_LARGE = _any(
    r"(?:message|mail|e-?mail|data|header|content)\b.{0,40}(?:too (?:large|big)|exceed\w*|larger than)",
    r"(?:message|fixed|max\w*) (?:file )?size",
    r"size\b.{0,30}(?:exceed|limit)",
    r"exceeds (?:the )?(?:max|size|limit)",
    r"too (?:large|big)\b",
    r"5\.3\.4\b",
    r"[45]\.2\.3\b",
)
INVALID = _any(
    r"(?:user|recipient|mailbox|account|address|alias|local part|addressee|person|"
    r"customer)s?\b.{0,40}\b(?:unknown|unknow|invalid|not (?:a )?(?:known|valid|exist|found|recogni[sz]ed|active|"
    r"listed|local|in)|"
    r"inactive|disabled|deactivated|suspended|terminated|deleted|closed|expired|nonexist\w*|undeliverable|"
    r"unavailable|discontinued|cancelled|moved|removed|does ?n[o']t)",
    r"(?:unknown|invalid|no such|nonexistent|non-existent|bad|illegal|undefined|inactive|disabled|unrouteable|"
    r"unresolvable|ambiguous)\s(?:\w+[ -]){0,2}(?:user|recipient|mailbox|account|address|alias|local|person|"
    r"domain|host|destination|name|rcpt|e-?mail)",
    r"do(?:es)? ?n[o']t (?:exist|have an? .{0,40}(?:account|mailbox))|no longer (?:exists?|valid|active|"
    r"available|in use|accept|on|with|works?|employed)|isn't (?:a |valid|known)",
    r"there (?:is|was) no\b.{0,40}\b(?:user|mailbox|account|address|such|one)",
    r"no (?:mailbox|account|user|recipient|such|valid recipients?)\b",
    r"not (?:our|a) (?:customer|user|valid|local)",
    r"nobody (?:here )?(?:by|with)",
    r"\bnxdomain\b",
    r"(?:host|domain)(?: name)?\b.{0,40}\b(?:not found|unknown|lookup failed|does ?n[o']t|couldn't be found|"
    r"invalid)",
    r"null ?mx",
    r"couldn't be found",
    r"could ?n[o']t find (?:\w+ ){0,3}(?:user|recipient|address|host|domain|exchanger)",
    r"no smtp service",
    r"recipnotfound|adr\.ex|notfound",
    r"does(?: not|n't) (?:accept|like) (?:e-?)?(?:mail|recipient)",
    r"(?:recipient|rcpt|address|mailbox)\b.{0,60}\b(?:reject|refus|denied|unavailable|unroutable|unrouteable)",
    r"(?:mailbox|user) (?:not )?(?:unavailable|available)",
    r"unrouteable|unroutable|undeliverable address|has (?:been )?(?:moved|disabled|deactivated|suspended|closed|"
    r"left)",
    r"not listed in\b",
    r"suppress(?:ed|ion list)",
    r"unbekannt|existiert nicht|ung[uü]ltig",
    r"inconnue?\b|n'existe p(?:as|lus)|inexistante?",
    r"no existe|desconocid[oa]|inexistente",
    r"non esiste|inesistente|sconosciut[oa]",
    r"nie istnieje|nieznany",
    r"не существует|не найден|неизвестн|нет так|отключ[её]н|заблокирован",
    r"存在しない|存在しません|見つかりません|宛先不明|不存在|不明",
    r"bestaat niet|onbekend",
    r"não existe|desconhecido",
)
TEMPORARY = _any(
    r"timed? ?-?out",
    r"connection (?:refused|reset|closed|lost|dropped|died|error|failed)",
    r"temporar",
    r"try again",
    r"again later",
    r"too many (?:connections|sessions|concurrent|mails|messages|recipients|e-?mails)",
    r"rate limit|too (?:fast|quickly|much mail)|throttl|speeding",
    r"\bloop|hop count|too many hops|excessive",
    r"grey-?list",
    r"retry time(?:out)?",
    r"retr(?:y|ies)\b.{0,30}(?:exceed|expired|limit)",
    r"(?:queue|delivery) (?:time|period|lifetime)?\b.{0,20}expired|too long\b.{0,20}queue|in the queue too long",
    r"no route to host|network (?:is )?unreachable|unreachable|lost connection|could ?n[o']t connect|"
    r"unable to connect|cannot connect|connect(?:ion)? to\b.{0,60}fail|not responding|bad connection|broken pipe|"
    r"host (?:is )?down|down\b",
    r"(?:system|service|server|resource|internal|local|configuration|i/o) (?:\w+ )?(?:error|unavailable|"
    r"not available|problem|busy|shutting)",
    r"defer",
    r"server error|out of memory|mail system\b.{0,20}full|can't create|cannot (?:create|open|append|write)|"
    r"no such file|permission denied|delivery (?:command|program|agent)|lmtp|exit (?:code|status)|aliasing|"
    r"too busy|overload",
    r"fail\w* (?:after )?\d+ (?:attempts|times)|aborted after|queue period|not reachable|try\b.{0,12}later|"
    r"accept our requests to connect|socket error|been trying|could not (?:be )?deliver(?:ed)? (?:for|within|"
    r"after)|expired",
    r"tiempo|délai|zeitüberschreitung",
)
POLICY = _any(
    r"\bspam",
    r"\bvirus|malware|infected|phish",
    r"\bpolic(?:y|ies)\b",
    r"\brelay",
    r"\b(?:not|never|n't) (?:allowed|permitted|authori[sz]ed|accept\w*)",
    r"prohibited|forbidden|restricted|rejected|refused|denied|unacceptable|blocked|unwanted|abus\w+|violat",
    r"content|attachment|banned|filter|junk|bulk|unsolicited|suspicious|blocked",
    r"\bhelo\b|\behlo\b",
    r"sender\b.{0,40}(?:reject|unknown|invalid|verif|address|domain)",
    r"(?:header|format|mime|rfc|encoding|8bit|syntax|line length)",
    r"authentication (?:is )?required|not (?:an? )?member|must (?:be|authenticate)|only accepts",
    r"transaction failed\b.{0,20}\S",
    r"starttls|\btls\b",
)
SENDER_SUBJECT = _any(
    r"sender (?:address|domain|mailbox|user)?\b.{0,40}(?:reject|unknown|not exist|does ?n[o']t|invalid|verif|"
    r"not found|denied|refused)",
    r"(?:unknown|invalid|bad|unverifi\w+|unrout\w+) sender",
    r"after (?:end of data|mail from)\b.{0,120}(?:does not exist|unroutable|unknown|not found)",
    r"domain of sender",
    r"mail from\b.{0,50}(?:reject|denied|refused|invalid)",
    r"sender verify",
    r"[45]\.1\.[78]\b",
)
RELAYING = _any(
    r"relay(?:ing)? (?:is )?(?:not|access|denied|prohibited|refused)",
    r"(?:unable|not permitted|not allowed|unauthori[sz]ed|denied|refus\w+|cannot|prohibited) (?:to )?relay",
    r"relaying (?:denied|disallowed)|rcpthosts|not a gateway|we do not relay",
)
SPAM = _any(
    r"\bspam(?:my)?\b.{0,40}(?:detect|reject|block|content|message|score|filter|suspect|policy|refus|cause)?",
    r"junk mail",
    r"unsolicited",
    r"bulk mail",
    r"\bvirus|malware|phish|infected",
    r"message content (?:rejected|denied)|content (?:reject|filter|denied)|poison|unacceptable content",
)
CODE_TEMPORARY = re.compile(r"(?:^|[\s:(])4[25]\d[ -]")

# What the words mean, in order of trust. The first rule that matches decides.
WORDS: tuple[tuple[re.Pattern[str], Category], ...] = (
    (CONTENT, Category.POLICY_BLOCK),
    (RATE, Category.TEMPORARY),
    (AUTHENTICATION, Category.AUTHENTICATION),
    (REPUTATION, Category.REPUTATION_BLOCK),
    (SPAM, Category.POLICY_BLOCK),
    (RELAYING, Category.POLICY_BLOCK),
    (SENDER_SUBJECT, Category.POLICY_BLOCK),
    (TOO_LARGE, Category.POLICY_BLOCK),
    (FULL, Category.MAILBOX_FULL),
    (INVALID, Category.INVALID_RECIPIENT),
    (TEMPORARY, Category.TEMPORARY),
    (POLICY, Category.POLICY_BLOCK),
)

# Status codes by detail, then by subject (RFC 3463), for reports whose words say nothing.
CODES: dict[str, Category] = {
    "1.7": Category.POLICY_BLOCK, "1.8": Category.POLICY_BLOCK, "1": Category.INVALID_RECIPIENT,
    "2.0": Category.UNKNOWN, "2.1": Category.INVALID_RECIPIENT, "2.2": Category.MAILBOX_FULL,
    "2.3": Category.POLICY_BLOCK,
    "3.4": Category.POLICY_BLOCK, "3": Category.TEMPORARY,
    "4.1": Category.TEMPORARY, "4.4": Category.INVALID_RECIPIENT, "4": Category.TEMPORARY,
    "5": Category.POLICY_BLOCK, "6": Category.POLICY_BLOCK, "7": Category.POLICY_BLOCK,
}  # fmt: skip


def by_words(text: str) -> Category | None:
    """The cause that a server's words name, None when they name none."""
    scanned = " ".join(text[:SCAN_LIMIT].lower().replace("_", " ").split())
    return next((category for pattern, category in WORDS if pattern.search(scanned)), None)


def by_code(status: str | None) -> Category | None:
    """The cause that an enhanced status code names by itself."""
    if not status:
        return None
    family, _, detail = status.partition(".")
    found = CODES.get(detail) or CODES.get(detail.partition(".")[0])
    return Category.TEMPORARY if found is None and family == "4" else found


def categorise(diagnostic: str, status: str | None, prose: str) -> Category:
    """The category of a final failure: the server's words, the notice's prose, the code, in that order."""
    found = by_words(diagnostic)
    coded = by_code(status)
    if found is None and diagnostic and CODE_TEMPORARY.search(f" {diagnostic}"):
        return Category.TEMPORARY
    return found or (by_words(prose) if coded in {None, Category.UNKNOWN} else coded) or coded or Category.UNKNOWN
