"""What a refusal blames: the sending host, by words or by a link instead of them, or a program that broke.

All patterns read lower-cased text, those about links a link and the others a cleaned one.
"""

import re

from bounces.core.patterns import any_of

LINK = re.compile(r"\b(?:https?://|www\.)[^\s>\"]{1,500}")
LISTS_MAIL = re.compile(r"\b(?:surbl|uribl)")
LISTS_HOSTS = re.compile(
    r"\bip-?check|\b(?:ip|host|server)-?(?:block|remov|reputation)|\b[a-z]{0,4}rbl|dnsbl|(?:black|block|deny)-?_?list|"
    r"\bbl\b|(?:de|un)-?list|unblock|reputation|\bremoval\b|sender-?(?:base|score)"
)
NAMES_ADDRESS = re.compile(
    r"[/?=&:#]\d{1,3}(?:\.\d{1,3}){3}(?![\d.])|\b(?:ip|host|dns)-?look-?up|sender-?support|\b(?:rdns|ptr)\b"
)

# What `told_by_link` puts for links. One to a list of hosts is as good as the word; one with an address but a hint.
HOSTS_LINKED = "host~list"
MAIL_LINKED = "uribl"
ADDRESS_LINKED = re.compile(r"address~link")

# A host, whatever the product is called that blames it: it stands before what products are called.
HOST_BLAMED = any_of(
    r"(?:sending|sender'?s?|client|source|remote|your|connecting|originating|this) (?:mail ?)?"
    r"(?:ip|host|server|mta|network|subnet)(?: address)?\b(?! (?:policy|rule)).{0,40}\b(?:listed|black\w*|bann\w+|"
    r"reputation|blocked|block ?list\w*|"
    r"(?:low|bad|poor) (?:score|rating)|(?:to )?send(?:s|ing)? spam)",
    r"\b(?:black|black-?listed|banned|bad|dirty|blocked) (?:ip|host|network|subnet)\b",
    r"\b(?:ip|mta|network|connection)(?: address)?(?: ¤)? (?:(?:is|was|has been|currently|found|present) )"
    r"{0,3}(?:(?:on|in|by) )?(?:(?:a|an|our|the|its) )?(?:black|block-?list|banned|listed)",
    r"\b(?:ip|host|server|network|connection)(?: address)?(?:'s)? reputation",
    r"reputation of (?:(?:the|your|this|its) )?(?:sending |mail |client |source )?(?:ip|host|server|network)",
    r"¤[\])>]? (?:is |has been |was )(?:currently )?(?:black|listed)",
    r"(?<![a-z])ip(?![a-z])[^.!?]{0,50}(?:gesperrt|blockiert|gelistet|bloqu|bloccat|blocat|geblokkeerd|zablokow|заблокир|"
    r"запрещ|拒|封|차단)",
)
REPUTATION = any_of(
    r"\breputation\b|réputation|репутаци",
    r"\b(?:black|block|deny|bad)-?\s?list|liste noire|lista (?:negra|nera)|ч[её]рн\w+ списо?к|sperrliste|kara liste|"
    r"zwarte lijst|"
    r"czarn\w+ list|svart\w* list|mustalla listalla|黑名[单單]|ブラックリスト|블랙리스트",
    r"\brbls?\b",
    r"cloudmark|source of (?:spam|abuse)|spam sources?\b|known spammer|botnet|zombie|open (?:relay|proxy)\b",
    r"(?<!not )\blisted (?:in|at|by|on)\b|\b(?:is|are|was|been) (?:currently )?listed\b",
    r"invalid ip\b|\b(?:from|by) your ip\b|ip (?:name )?lookup failed|frequency limited|intrusion prevention",
    r"(?:initial connection|greeting|(?<!result )banner)\b.{0,160}(?:block|reject|denied|refus|banned|abuse|"
    r"not accept)",
    r"block(?:ed|ing)? (?:using|by\b.{0,40}list)|customer block",
    r"reverse[- ](?:dns|lookup|mapping|hostname|resol)|\bptr\b|rdns\b|(?:inverse|reversed?) dns|"
    r"dns (?:inverse|reverse)|"
    r"\b(?:ip|host|server)\b.{0,20}(?:must|does not|doesn't|do not) resolv",
    r"(?:spam|abuse|junk|unsolicited)\b.{0,40}\b(?:from|by) (?:your|this|that|the sending) (?:ip|host|server|network|"
    r"provider|isp|mta|system)\b|(?:blocked|rejected|denied|refused) by ip\b",
    r"\bclient\b.{0,60}(?:reject|block|refus|denied|cannot find|banned)",
    r"(?:sending|sender|your) (?:host|server|ip|mta|network|provider)\b.{0,60}(?:reject|block|refus|denied|"
    r"cannot find|banned|black|listed|prohibited|not allowed|poor|bad)",
    r"\bip(?: address)?\b.{0,60}\b(?:banned|blocked|black|denied|refused|rejected|listed|prohibited|poor|suspicious)",
    r"(?<!relaying from )¤[\])>]? (?:is |has been |was )?(?:temporarily )?(?:banned|blocked|denied|refused|rejected|"
    r"not (?:allowed|permitted|welcome))",
    r"(?:blocked|banned|banning|refus\w+|reject\w*|denied|denying|not accept\w*)\b.{0,50}"
    r"\b(?:your|from|this|sending) (?:ip|host|server|network|isp|address range)\b",
    r"(?:mail|connections?|messages?) (?:was |is |were )?(?:refused|rejected|blocked|denied|deferred|not accepted)"
    r"(?: from| for|:| -)? ?[\[(<]?¤",
    r"block(?:ed)? for (?:spam|abuse)|(?:user|spam) complaints|unsolicited (?:mail|e-?mail)s? originating",
    r"dynamic(?:ally)?[ -](?:ip|assigned|address|allocated|pool|range)|dial-?up|residential",
    r"(?:cannot|can't|could not|unable to|fail\w*)\b.{0,20}\b(?:resolve|find) your (?:ip|host)",
    r"access (?:to this mail system )?(?:has been )?rejected due to the sending|not allowed to connect",
    r"connections? (?:is |are )?not accepted from\b",
    r"\bip\b.{0,40}\b(?:use|using|is|are|was)\b.{0,30}\bnot (?:authori[sz]ed|allowed|permitted)",
    r"\b(?:connection|host|network|ip)\b.{0,20}\bnot allowed\b(?! to (?:send|post))",
    r"\b(?:s|x|p|d|rhs)bl\b",
    r"(?:due to|because of|based on) (?:(?:your|the|this|its) )?(?:(?:sending|source|client|sender|originating) )?"
    r"(?:ip|host|server|network)\b",
    r"\bconnections? (?:(?:was|were|is|are|has been) )?(?:denied|rejected|blocked|banned|prohibited)",
)
# A delivery program of the receiving host, which failed at its own work.
LOCAL_PROGRAM = re.compile(
    r"^x-unix;(?=.{0,40}[a-z])(?!.{0,200}\b(?:reject|refus|denied|den(?:y|ies)|not accept|spam|5\.[17]\.))"
)


def told_by_link(found: re.Match[str]) -> str:
    """What a link says about the cause, in words that the patterns know; nothing for most."""
    link = found[0]
    if LISTS_MAIL.search(link):
        return f" {MAIL_LINKED} "
    if LISTS_HOSTS.search(link):
        return f" {HOSTS_LINKED} "
    return " address~link " if NAMES_ADDRESS.search(link) else ""
