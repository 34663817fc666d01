"""What refusing servers say, sorted by cause. All read lower-cased text, `WORDS` and `MOODS` a cleaned one.

`WORDS` name a mechanism; the first that matches decides, so what is about the sender stands before what is about the
recipient. `MOODS` merely say that something was refused or went wrong: an exact status code is better evidence.
"""

import re

from bounces.core.patterns import any_of
from bounces.core.reading import Category
from bounces.core.reports.blame import ADDRESS_LINKED, HOST_BLAMED, LOCAL_PROGRAM, REPUTATION
from bounces.core.reports.recipient_words import FULL, FULL_BOX, INVALID, LOCKED, REFUSED_ADDRESS

UNTOLD = any_of(r"(?:did not|didn't|does not|without) (?:report|state|giv\w+|return)\b.{0,20}\breason|unknown reason")
CONTENT = any_of(
    r"anti-?spam",
    r"spam (?:classification|content|score|checks|filter)",
    r"spam-?assassin",
    r"(?:classified|identified|detected|recogni[sz]ed|flagged|marked|tagged|considered) (?:as|to be)\b.{0,20}"
    r"(?:spam|junk|bulk|virus|phish|malware|unsolicited)",
    r"content (?:was |is |has been )?(?:rejected|denied|not accepted)|message content|(?:its|the|of) content\b.{0,40}"
    r"(?:security|potential|block|reject|refus|violat|unacceptable)",
    r"\b(?:urls?|uris?|links?)\b.{0,40}(?:black|block|list|reject)|(?:black|block)\w*\b.{0,20}\b(?:url|uri|link)\b|"
    r"\b(?:surbl|uribl)\b",
    r"(?:black-?listed|banned|forbidden|prohibited|blocked|offensive) (?:words?|phrases?|content|keywords?)\b|"
    r"\b(?:key)?(?:word|phrase)s?\b.{0,30}(?:black|block|banned)",
    r"\b(?:in|within) (?:the |your )?(?:message|mail)?(?:'s)? ?body\b",
    r"scored? (?:of )?\d+(?:\.\d+)? (?:points|hits)|spam ?-?hits",
)
RATE = any_of(
    r"(?:daily|hourly|sending|relay|rate|messages? per)\b.{0,20}(?:quota|limit)",
    r"too many (?:messages|mails|e-?mails)\b.{0,30}(?:hour|minute|day|short)",
    r"receiving (?:mail|messages|e-?mail) (?:at a rate|too (?:quickly|fast))|receive limit",
    r"could not complete\b.{0,20}\bcallout",
    r"(?:max\w*|many|exceeded)\b.{0,40}\bper (?:hour|minute|day)|this hour\b|max defers|too (?:many|"
    r"much)\b.{0,40}\bthis (?:hour|day)",
)
AUTHENTICATION = any_of(
    r"\bspf\b|\bdkim\b|\bdmarc\b|sender policy framework|domainkeys?\b",
    r"\bunauthenticated\b",
    r"\bsender[ -]?id\b|sender authentication",
    r"(?:message|mail|e-?mail|domain|sender)\b.{0,40}\bnot (?:pass|(?:properly )?authenticated)",
    r"(?:required|necessary) (?:authentication level|level of authentication)",
    r"authentication (?:information|checks?)|"
    r"(?:message|mail|e-?mail|sender|domain)\b.{0,30}fail\w* (?:to (?:pass )?)?(?:sender )?authenticat|"
    r"(?:could|can) ?not be authenticated|\barc\b.{0,20}(?:valid|fail|seal)",
)
SPAM = any_of(
    r"\bspam",
    r"junk mail",
    r"unsolicited",
    r"bulk e?-?mail",
    r"\bvirus|malware|phish|infected|trojan|\bworm\b",
    r"content (?:reject|filter|denied)|poison|unacceptable content",
    r"спам|вирус|垃圾|病毒|迷惑メール|스팸",
)
RELAYING = any_of(
    r"relay(?:ing)? (?:is |was )?(?:not|access|denied|prohibited|refused|disallowed)|no relay",
    r"(?:unable|not permitted|not allowed|unauthori[sz]ed|denied|refus\w+|cannot|prohibited|attempt) (?:to )?relay",
    r"rcpthosts|not a gateway|do(?:es)? not relay|as (?:a|our) relay|open relay",
)
SENDER = any_of(
    r"(?:will|can|do|does)(?: not|n't) accept\b.{0,20}\b(?:delivery of )?(?:this|your|the) (?:message|mail|e-?mail)\b",
    r"\b(?:sender(?:'s)?(?: (?:address|domain|mailbox|user|host))?|originator|"
    r"(?:from|return|reply|envelope)[ -:]{1,2}(?:address|domain|header|field|sender))\b.{0,40}\b(?:reject\w*|"
    r"unknown|not exist|does ?n[o']t|invalid|verif\w+|not (?:found|valid|allowed|permitted|authori[sz]ed)|denied|"
    r"refused|blocked|malformed|missing)|\bsender not \w+|"
    r"\bsender(?:'s)? (?:domain )?has no\b",
    r"(?:unknown|invalid|bad|unverifi\w+|unrout\w+|unauthori[sz]ed|blocked|banned|rejected|forged|spoofed) "
    r"(?:sender|originator|return address|from)",
    r"after (?:end of data|mail from)\b.{0,120}(?:does not exist|unroutable|unknown|not found)",
    r"domain of sender|sender verify|sender callout|spoof",
    r"mail from\b.{0,50}(?:reject|denied|refused|invalid)",
    r"\bmy name was rejected|\bhelo\b.{0,60}(?:reject|invalid|refus|denied|need|must|bad|not)|bad helo|"
    r"\behlo\b.{0,40}(?:reject|invalid|refus|denied)",
    r"(?:your|you) (?:are|is) not (?:allowed|permitted|authori[sz]ed) to (?:send|post|mail)|"
    r"not (?:allowed|permitted|authori[sz]ed) to (?:send|post)\b|permission to (?:post|send)|only members",
    r"\bnot (?:in|on|part of|listed)\b.{0,30}\b(?:white|allow|accept|safe|permitted|approved)\w*|smtputf8|8bitmime",
    r"(?:invalid|bad|illegal|malformed|unacceptable|wrong|forged|fake) (?:helo|ehlo)|"
    r"only\b.{0,40}\b(?:may|can|allowed to|permitted to) (?:send|post|write|mail)\b",
    r"\bauth\w* (?:is )?required|not authenticated|must authenticate|restricted to|only accepts? (?:mail|"
    r"messages)",
    r"header\b.{0,40}(?:missing|invalid|malformed|duplicat|error|not)|missing\b.{0,40}header|rfc ?(?:2|5)\d{3}|"
    r"without (?:a )?(?:subject|from|to|date)",
    r"starttls|\btls\b.{0,40}(?:requir|need|must)|encryption (?:needed|required)",
    r"(?:recipient|user|addressee|customer)\b.{0,30}\b(?:asked|chose|chosen|opted|does ?n[o']t w|refuses to|declin)\w*"
    r"\b.{0,40}\b(?:mail|messages?|e-?mails?)\b",
    r"line (?:length|limit)|lines? (?:is |are )?too long",
    r"attachments?\b.{0,40}(?:not|block|prohib|reject|forbid|remov|type|denied)|file type|executable|"
    r"(?:blocked|prohibited|forbidden|illegal|dangerous|banned|unwanted) (?:file|attachment|extension)",
    r"(?:address|domain|identit\w+) (?:is |are )?not verified",
    r"(?:is )?not a valid (?:helo|ehlo|host ?name)|challenge",
    r"authentication (?:failed|unsuccessful|failure)|credentials",
    r"(?:absender|expéditeur|remitente|mittente|remetente|afzender|nadawc|avsändar|afsender|отправител|发件人|發件人)\w*"
    r".{0,40}(?:nicht (?:erlaubt|zugelassen|berechtigt)|n[oã][no]? (?:\w+ )?autori|refus|rechaz|rifiut|rejeit|geweiger|"
    r"unzulässig|отклон|запрещ|拒)",
    r"not accepting (?:mail|messages|e-?mail) from|not accepted from (?:this|your) (?:sender|address|domain)",
)
TOO_LARGE_SURE = any_of(
    r"(?:message|mail|e-?mail|data|attachment|content|header)s?(?: size)?(?: \S+)? (?:is |was |are )?"
    r"(?:too (?:large|big|long)|larger than|exceed\w* (?:the )?(?:\w+ )?(?:max\w*|size|fixed|server|administrative))",
    r"(?:message|fixed|max\w*|maximum message) (?:file )?size\b(?!:? \d)",
    r"size (?:limit )?exceed\w*.{0,20}(?:message|fixed)|\bexceeds? size limit",
    r"(?:nachricht|e-mail)\b.{0,30}zu gro(?:ß|ss)|message\b.{0,10}\btrop (?:gros|volumineux|long)|"
    r"mensaje\b.{0,30}demasiado grande|messaggio\b.{0,30}troppo grande|слишком больш|размер\w*\b.{0,20}превыш|"
    r"サイズ.{0,20}(?:超|大き)|(?:邮件|郵件).{0,6}(?:过大|過大|太大)|excede o tamanho",
    r"\b5\.3\.4\b",
    r"größenbeschränkung|taille maximale|tamaño máximo|dimension\w* massim",
)
POLICY = any_of(
    r"polic(?:y|ies) (?:reasons?|violat|reject|restrict|block|denied|refus)",
    r"(?:due to|by|for|against|violat\w+|per|breach\w*) (?:\w+ ){0,3}polic(?:y|ies)",
    r"\brules?\b.{0,30}(?:imposed|reject|block|refus)|(?:reject|block|refus)\w*\b.{0,40}\bby (?:\w+ ){0,3}"
    r"(?:rules?|filters?)\b",
)
SYSTEM_FULL = any_of(
    r"insufficient system (?:storage|resource|disk)|(?:mail ?)?system (?:is |was )?(?:low|full|out of)|low on disk",
    r"no space left|(?:disk|space|storage|memory)\b.{0,20}\b(?:on|of) (?:the |this |our )?(?:mail ?)?(?:server|system|"
    r"host|device|partition|disk|file ?system|spool)",
)
TOO_LARGE = any_of(r"size\b.{0,30}(?:exceed|limit)", r"exceeds (?:the )?(?:max|size|limit)", r"too (?:large|big)\b")
TEMPORARY = any_of(
    r"timed? ?-?out|timeout|did not respond|no (?:answer|response) from",
    r"connection (?:was |has been )?(?:refused|reset|closed|lost|dropped|died|error|failed|aborted|timed)",
    r"temporar|(?<!address and )(?<!name and )try again|again later|try\b.{0,12}later|transient|tempfail",
    r"too many (?:connections|sessions|concurrent|mails|messages|recipients|e-?mails|hops|errors|received)",
    r"rate limit|too (?:fast|quickly|much mail)|throttl|speeding|too frequent",
    r"best-preference|\bhop\w*\b.{0,30}(?:überschr|dépass|superad|superat)|schleife|\bboucl|\bbucle|"
    r"зациклив|ループ|循环",
    r"\bloop|hop count|routing loop|excessive",
    r"retry time(?:out)?|retr(?:y|ies)\b.{0,30}(?:exceed|expired|limit)|after \d+ (?:attempts|tries|times)",
    r"(?:queue|delivery) (?:time|period|lifetime)?\b.{0,20}expired|too long\b.{0,20}queue|in the queue too long|"
    r"(?:message|mail|it) (?:has )?expired|expired after|message (?:is )?too old|lifetime|"
    r"(?:not|n't) (?:be )?delivered (?:within|in|after|for) \d",
    r"no route to host|network (?:is )?unreachable|unreachable|lost connection|could ?n[o']t connect|unable to connect|"
    r"cannot connect|(?:could|can) ?not connect|connect(?:ion)? to\b.{0,60}fail|not responding|(?:does|did) not "
    r"(?:respond|answer)|bad connection|broken pipe|host (?:is )?down|\bdown\b",
    r"service (?:currently|temporarily) (?:un|not )available|"
    r"(?:system|server|network|resource|internal|local|configuration|config|i/o|protocol) (?:\w+ )?(?:error|"
    r"unavailable|not available|problem|busy|shutting|failure)",
    r"(?:tls|ssl)\b.{0,20}\b(?:handshake|negotiation)|command output|error while loading|"
    r"(?:unable|could not|cannot|fail\w*)\b.{0,60}\b(?:for|within|after|in) (?:\d+|multiple|several|many|repeated) "
    r"(?:days?|hours?|minutes?|tries|attempts|times|retries)",
    r"\bdefer|server error|out of memory|mail system\b.{0,20}full|cannot (?:create|open|append|write)|"
    r"(?:can't|couldn't|could not|unable to|failed to) (?:create|open|append|write|read|lock|run|execute|access) |"
    r"no such file|permission denied|"
    r"delivery (?:command|program|agent)|\blmtp\b|exit (?:code|status)|command died|died with status|mailer error|"
    r"aliasing|out of disk|low on disk|disk full|insufficient (?:system|disk)",
    r"too busy|overload|fail\w* (?:after )?\d+ (?:attempts|times)|aborted after|queue period|not reachable|"
    r"accept our requests to connect|socket error|been trying|could not (?:be )?deliver(?:ed)? (?:for|within|after)|"
    r"lookup (?:failed|failure|error)|dns (?:error|failure|problem)|name (?:server|service) (?:error|failure)",
    r"zeitüberschreitung|vorübergehend|délai|temporaire|tiempo de espera|temporal\b|tempo scaduto|temporane|tijdelijk|"
    r"tymczasow|временн|истекло|превышено время|タイムアウト|一時的|超时|超時|稍后|接続できません",
    r"points? to (?:the )?local ?host|local delivery failed|child process|host lookup did not complete|(?:thread|"
    r"connection|process) limit|callout verification|failing for a long time",
)
SILENT = any_of(  # a server that does not answer, in many languages
    r"(?:server|host\b|rechner|gegenstelle|system\b|serveur|servidor|сервер|serwer|szerver|palvelin|"
    r"sunucu|服务器|伺服器|サーバ|서버).{0,60}(?:nicht (?:\w+ )?erreichbar|keine (?:antwort|verbindung)|"
    r"antwortet nicht|ne répond pas|injoignable|indisponible|no responde|no respondi|rechazó la conexión|no disponible|"
    r"non risponde|non (?:è )?(?:raggiungibile|disponibile)|não responde|indisponível|niet bereikbaar|niedostępn|"
    r"nie odpowiada|neodpov[íi]d|nedostupn|nem (?:válaszol|elérhető)|svarar inte|svarer ikke|ikke tilgjengelig|"
    r"ei vastaa|недоступ|не отвеча|не ответил|не відповіда|yan.t vermi|无响应|没有响应|無回應|応答|응답)"
)
GREETED = any_of(
    r"(?:refused to talk to me|after initial connection|greeting failed)\b.{0,40}\b5\d\d\b",
    r"\b5\d\d\b[^)]{0,200}\(in reply to (?:initial server greeting|ehlo|helo)\b",
)
REFUSED = any_of(
    r"\bpolic(?:y|ies)\b",
    r"\brelay",
    r"\b(?:not|never|n't) (?:\w+ )?(?:allowed|permitted|authori[sz]ed|accept\w*|welcome)",
    r"prohibit|forbidden|restricted|rejected|refused|denied|unacceptable|blocked|unwanted|abus\w+|violat|reject\b",
    r"\bcontent|banned|filter|junk|bulk|suspicious|security",
    r"\bhelo\b|\behlo\b",
    r"sender\b.{0,40}(?:address|domain)",
    r"\b(?:headers?|format|mime|rfc|encoding|8bit|syntax)\b",
    r"not (?:an? )?member|must (?:be|authenticate)",
    r"transaction failed ?[:;,(-] ?[a-z]",
    r"\btls\b",
    r"abgelehnt|abgewiesen|verweigert|rejeté|refusé|bloqué|rechazad|bloquead|rifiutat|respint|geweigerd|odrzucon|"
    r"отклон|отказ|запрещ|拒否|拒绝|拒絕|被拒|退回|거부|afvist|avvisad|odmítnut|odmietnut|reddedil",
    r"suspect",
    r"verboten|nicht (?:erlaubt|gestattet|zugelassen)|interdit|prohibid|proibid|vietat|no (?:est[áa] )?permitid|"
    r"não (?:é |está )?permitid|non (?:è )?(?:permess|consentit)|niedozwol",
)

# The first that matches decides.
WORDS: tuple[tuple[re.Pattern[str], Category], ...] = (
    (UNTOLD, Category.UNKNOWN),
    (HOST_BLAMED, Category.REPUTATION_BLOCK),
    (CONTENT, Category.POLICY_BLOCK),
    (RATE, Category.TEMPORARY),
    (AUTHENTICATION, Category.AUTHENTICATION),
    (REPUTATION, Category.REPUTATION_BLOCK),
    (SPAM, Category.POLICY_BLOCK),
    (RELAYING, Category.POLICY_BLOCK),
    (TOO_LARGE_SURE, Category.POLICY_BLOCK),
    (SENDER, Category.POLICY_BLOCK),
    (SYSTEM_FULL, Category.TEMPORARY),
    (FULL, Category.MAILBOX_FULL),
    (FULL_BOX, Category.MAILBOX_FULL),
    (TOO_LARGE, Category.POLICY_BLOCK),
    (LOCKED, Category.TEMPORARY),
    (POLICY, Category.POLICY_BLOCK),
    (SILENT, Category.TEMPORARY),
    (INVALID, Category.INVALID_RECIPIENT),
    (TEMPORARY, Category.TEMPORARY),
)
# Whoever is refused before naming anybody is refused for what he is.
PHASES: tuple[tuple[re.Pattern[str], Category], ...] = (
    (GREETED, Category.REPUTATION_BLOCK),
    (LOCAL_PROGRAM, Category.TEMPORARY),
)
MOODS: tuple[tuple[re.Pattern[str], Category], ...] = (
    (REFUSED_ADDRESS, Category.INVALID_RECIPIENT),
    (ADDRESS_LINKED, Category.REPUTATION_BLOCK),
    (REFUSED, Category.POLICY_BLOCK),
)
