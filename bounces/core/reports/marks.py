"""Codes and names with one meaning wherever they stand, also inside links: what large receivers mark refusals with.

The patterns read lower-cased text with blanks for underscores. The first that matches decides.
"""

import re

from bounces.core.patterns import any_of
from bounces.core.reading import Category

MARKS: tuple[tuple[re.Pattern[str], Category], ...] = (
    (
        any_of(
            r"\b[45]\.7\.(?:20|21|22|23|24|26|27|29|3[0-2]|509|515)\b",  # RFC 7372, Google, Microsoft
            r"\bopenspf\.|\bmi:dmc\b|/dmarc\b",
        ),
        Category.AUTHENTICATION,
    ),
    (
        any_of(
            r"\b[45]\.7\.(?:25|511|6\d\d|708)\b",  # no reverse DNS; Microsoft's families about an address
            r"\bs31[45]0\b|\((?:dy|ou|sc|rp)-00\d\)|\brp-00\d",
            r"\[tss?\d\d\]|\[bl2\d\]|\bipbl\d|\bbl0000\d\d\b|\brl0000\d\d\b",
            r"\b(?:rtr:(?:bl|du|rd|ge|sc|cn)|dyn:t\d|con:b\d|dns:nr|dns:b\d|rly:[bcinos]\w{1,2})\b",
            r"\bip reputation\b.{0,20}\bofr",
            r"\blpn\d{3}[_ ]1?(?:0[3-9]|10)\d?\b|\brp:(?:trc|qrc)\b|\bhl:[a-z]{3}\b|\bmi:ip[a-z]\b|\bcxbl\b",
            r"spamhaus|spamcop|\bsorbs\b|barracudacentral|barracudanetworks\.com/reputation|senderbase|senderscore",
            r"uceprotect|csi\.cloudmark|\bcmae\b|\bpdr\b|ipcheck\.proofpoint|sender\.office\.com|\bdnsbl|\bsbrs\b",
            r"\b(?:dns|sb|x|p|ur|r)?bls?\.[a-z]|\brbl\w{0,10}\.|(?:^|\s)ip=\d",
        ),
        Category.REPUTATION_BLOCK,
    ),
    (
        any_of(
            r"\bdt:spm\b|\bmi:(?:sfq|stc|ubl)\b|\[ph01\]|\bhvu:b\d|\bcxthrt\b",
            r"senderauthenticationrequired|sendernotauthenticated|rst\.(?:authrequired|notauthorized)|"
            r"rules\.rejectmessage|\b5\.7\.(?:13[346]|124)\b|\b5\.1\.[78]\b|\b4\.1\.[78]\b",
            r"\b5\.5\.4\b.{0,20}invalid domain|senderaddressinvalid|exceeds the fixed maximum|\bofr\w{0,12}[_ ]506\b",
        ),
        Category.POLICY_BLOCK,
    ),
    (any_of(r"quotaexceeded|overquota|mailboxfull|\bofr\w{0,12}[_ ]417\b"), Category.MAILBOX_FULL),
    (
        any_of(
            r"recip(?:ient)?notfound|\badr\.ex|usernotfound|nosuchuser|accountdisabled|mailboxdisabled",
            r"\bofr\w{0,12}[_ ]416\b",
            r"\b5\.4\.1\b.{0,120}(?:recipient address rejected|access denied)",  # Microsoft's directory at the edge
        ),
        Category.INVALID_RECIPIENT,
    ),
    (
        any_of(
            # the system is full, not somebody's mailbox
            r"\b[45]\.3\.1\b(?!.{0,120}(?:quota|mailbox|user)).{0,60}(?:insufficient|disk|space|storage|full)",
            r"\b5\.4\.(?:300|31[5-9])\b|queue\.expired|maxretryexceeded|\bhop\w? count exceeded|loopdetected",
        ),
        Category.TEMPORARY,
    ),
)
