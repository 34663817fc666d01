"""What refusing servers say, sorted by cause. All read lower-cased text, `WORDS` and `MOODS` a cleaned one.

`WORDS` name a mechanism; the first that matches decides, so what is about the sender stands before what is about the
recipient. `MOODS` merely say that something was refused or went wrong: an exact status code is better evidence.
"""

import re

from bounces.core.blame import ADDRESS_LINKED, HOST_BLAMED, LOCAL_PROGRAM, REPUTATION
from bounces.core.patterns import any_of
from bounces.core.reading import Category

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
    r"(?:message|mail|e-?mail|sender|domain)\b.{0,30}fail\w* (?:to (?:pass )?)?(?:sender )?authenticat",
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
    r"\b(?:sender(?:'s)?(?: (?:address|domain|mailbox|user|host))?|originator|"
    r"(?:from|return|reply|envelope)[ -:]{1,2}(?:address|domain|header|field|sender))\b.{0,40}\b(?:reject\w*|"
    r"unknown|not exist|does ?n[o']t|invalid|verif\w+|not (?:found|valid|allowed|permitted|authori[sz]ed)|denied|"
    r"refused|blocked|malformed|missing)",
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
FULL = any_of(
    r"quota",
    r"(?:mail)?box(?:es)? (?:is |was |size |has |of \S+ )?\w{0,12} ?(?:full|limit|exceeded|over)",
    r"\b(?:mailbox|mail box|inbox|account|user|recipient|maildir|folder)(?:'s)?\b.{0,50}\b(?:full|"
    r"(?:exceed|exhaust)\w*.{0,40}(?:space|storage|allo\w+|size|limit|capacity)|over\b.{0,20}limit)",
    r"(?:not enough|insufficient|no more|out of|exceeded|exhausted|used up|exceeds)\b.{0,20}"
    r"(?:storage|disk space|free space|mailbox size)(?! system)",
    r"(?:storage|disk space|space|allocation)\b.{0,30}(?:exceed|full|used up|limit|exhaust)",
    r"mailbox ?(?:has )?exceed|too many (?:messages|mails) (?:in|on) (?:the )?(?:mailbox|inbox|server)",
    r"zu ?viele mails|postfach\b.{0,60}(?:voll|überf|kapaz|überschritt)|speicherplatz",
    r"(?:superad|excedid|agotad|esaurit|superat|dépass|esgotad)\w*\b.{0,40}(?:espacio|tamaño|capacidad|spazio|espace|"
    r"espaço)|"
    r"(?:espacio|spazio|espaço|espace)\b.{0,40}(?:superad|excedid|agotad|esaurit|superat|dépass|esgotad)",
    r"bo[iî]te\b.{0,60}(?:pleine|satur)|espace\b.{0,40}(?:insuffisant|plein)",
    r"buz[oó]n\b.{0,60}(?:llen|excedid)|(?:caixa|casella)\b.{0,60}(?:cheia|pien|lotada)|cuota|(?:postbus|"
    r"brievenbus|postvak)\b.{0,40}vol\b",
    r"(?:skrzynk\w+)\b.{0,60}(?:pełn|przepełn)|schránk\w*\b.{0,60}(?:pln|přepln)|(?:ящик|почтов|скриньк)\w*\b.{0,60}"
    r"(?:перепо[лв]н|заполн)|квот|posta kutusu\b.{0,40}dolu|postkasse\w*\b.{0,40}\bful[dl]|лимит\w*\b.{0,20}ящик|"
    r"(?:inkorg|postlåd|brevlåd)\w*\b.{0,40}full",
    r"容量|邮箱.{0,8}满|信箱.{0,8}[满滿]|空间.{0,6}(?:已满|不足)|メールボックス.{0,20}(?:一杯|いっぱい|満|超)|"
    r"(?:용량|사서함).{0,20}(?:초과|가득)|ממתיב.{0,20}מלאה|ممتلئ",
    r"\b(?:mail)?(?:folder|drop|store|file|dir)\b.{0,20}\bfull\b",
    r"(?:over|above|beyond|exceed\w*|reached)\b.{0,30}\b(?:mailbox|inbox|storage) (?:size|limit|capacity|space)",
    r"(?:user|mailbox|account|recipient)\b.{0,30}\btoo (?:much|many) (?:mail|messages)|"
    r"(?:disk|storage|space) (?:usage|use) (?:limit|quota)",
    r"overdrawn|over (?:their|his|her|its) (?:limit|allocation)",
    r"maximum number of (?:messages|mails|e-?mails)",
)
TOO_LARGE = any_of(r"size\b.{0,30}(?:exceed|limit)", r"exceeds (?:the )?(?:max|size|limit)", r"too (?:large|big)\b")
LOCKED = any_of(
    r"temporar\w+\b.{0,30}\b(?:disabled|locked|suspended|deactivated|unavailable|inactive|blocked|not available)",
    r"grey-?list|gray-?list|please come back later",
    r"(?:aborted|gave up|giv\w+ up|failed|undelivered|expired) (?:after|for|within) \d",
    r"not found, try again|mailbox (?:is )?(?:busy|in use|locked by)",
)
INVALID = any_of(
    r"(?:user|recipient|mailbox|mail ?id|account|address|alias|local part|addressee|person|customer|employee|name)"
    r"(?:s|'s)?\b.{0,40}\b(?:unknown|unknow|invalid|not (?:a )?(?:known|valid|exist|found|recogni[sz]ed|active|listed|"
    r"local|registered|correct|hosted|in (?:the|our|my|this))|inactive|disabled|deactivated|suspended|terminated|"
    r"deleted|closed|nonexist\w*|non-exist\w*|undeliverable|discontinued|cancelled|canceled|moved|removed|"
    r"does ?n[o']t (?:exist|have))",
    r"\b(?:unknown|invalid|no such|nonexistent|non-existent|bad|illegal|undefined|inactive|disabled|deactivated|"
    r"suspended|closed|deleted|expired|terminated|archived|retired|obsolete|dormant|unrouteable|unresolvable|ambiguous|incorrect|wrong)\s"
    r"(?:[\w-]+ ){0,2}(?:or \w+ )?(?:user|recipient|mailbox|account|address|alias|local|person|domain|destination|"
    r"name|rcpt|e-?mail|addressee)",
    r"do(?:es)? ?n[o']t (?:exist|have an? .{0,40}(?:account|mailbox|address))|no longer (?:exists?|valid|active|"
    r"available|in use|accept|on|with|here|a |at|works?|employed|used|monitored)|isn't (?:a |valid|known)",
    r"there (?:is|was) no\b.{0,40}\b(?:user|mailbox|account|address|such|one)",
    r"no (?:mailbox|account|user|recipient|such|valid recipients?|one here)\b",
    r"not (?:our|a) (?:customer|user|valid|local|known|registered)|not a\b.{0,30}\buser\b|not (?:a )?known (?:to|here)",
    r"nobody (?:here )?(?:by|with)",
    r"\bnxdomain\b|null ?mx|no mx\b|mx records? point to|no (?:valid )?mail (?:exchanger|servers?|hosts?)|"
    r"bad destination",
    r"(?:host|domain|system)(?: name)?\b.{0,40}\b(?:not found|unknown|lookup failed|does ?n[o']t exist|"
    r"couldn't be found|could not be found|nonexist\w*|non-exist\w*|invalid)|unknown (?:host|domain|destination)",
    r"could(?:n't| not) be found|(?:could ?n[o']t|could not|cannot|can't|can not|unable to) (?:find|locate|look up|"
    r"route to) (?:\w+ ){0,3}(?:user|recipient|address|host|domain|exchanger|mailbox|mx|person|account)",
    r"no smtp service|does(?: not|n't) (?:accept|like) (?:e-?)?(?:mail|recipient)|not accepting (?:mail|messages)",
    r"user (?:not )?(?:unavailable|available)|unrouteable|unroutable|undeliverable address",
    r"(?:has|have) (?:been )?(?:moved|migrated|disabled|deactivated|suspended|closed|left)|has a new address",
    r"not listed in\b|suppress(?:ed|ion list)|previously bounced|(?:domain|recipient)\b.{0,20}\bexpired",
    r"(?:previous|recent|history of)\b.{0,40}\b(?:hard )?bounc",
    r"unbekannt|nicht bekannt|existiert nicht|nicht gefunden|ung[uü]ltig|"
    r"nicht (?:mehr )?(?:vorhanden|erreichbar|vergeben|aktiv)|"
    r"gibt es nicht|kein (?:solche\w* )?(?:benutzer|postfach|empfänger|konto)",
    r"inconnue?s?\b|n'existe p(?:as|lus)|inexistante?s?|introuvable|n'a pas été trouvé|invalide|destinataire refus|"
    r"désactivé",
    r"no existe|no est[áa] registrad|desconocid[oa]|inexistente|no (?:se )?(?:ha )?(?:encontr|pudo encontrar)|"
    r"no encontrad[oa]|inv[áa]lid[oa]|dada de baja",
    r"non esiste|inesistente|sconosciut[oa]|non (?:è stato )?trovat[oa]|non valid[oa]|disattivat[oa]|"
    r"casella\b.{0,30}chius[oa]",
    r"nie istnieje|nieznany|nieprawidłow|nie (?:ma|znaleziono)\b.{0,20}(?:adres|użytkown|kont|skrzyn)|"
    r"brak\b.{0,30}(?:użytkown|kont|skrzyn|adres)|niepoprawn|nieaktywn|zablokowan",
    r"не существует|не найден|неизвестн|нет так|отключ[её]н|заблокирован|недейств|удал[её]н|не зарегистрирован|"
    r"не існує|невідом|не знайдено",
    r"存在しない|存在しません|見つかりません|見つからな|不明|あて先|宛先が|解約|使われて(?:い)?ない|"
    r"不存在|无此|無此|找不到|未找到|不正确|無法找到|无效|沒有這個|"
    r"존재하지|휴면|해지|탈퇴|중지|없는 (?:사용자|주소)|알 수 없는|찾을 수",
    r"bestaat niet|onbekend|niet gevonden|ongeldig|não existe|desconhecid[oa]|não (?:foi )?encontrad",
    r"neexistuje|neznám|nebyl nalezen|nenalezen|neplatn|okänd|finns inte|hittades inte|ukendt|findes ikke|ikke fundet|"
    r"ukjent|finnes ikke|tuntematon|ei löyd?y|ei löytyn|ei ole olemassa|"
    r"ismeretlen|nem létezik|nem található|necunoscut|nu există|"
    r"bulunamad|mevcut değil|geçersiz|άγνωστ|δεν υπάρχει|δεν βρέθηκε|לא קיים|לא נמצא|غير موجود|لم يتم العثور|"
    r"وجود ندارد|یافت نشد|nav atrast|nerastas|nežinom|ei leitud|tundmatu|непознат|непостоящ|nepoznat|ne postoji|"
    r"nenájden|không tồn tại|tidak (?:ditemukan|ada|dikenal)|ไม่พบ|नहीं मिला",
    r"(?:user|account|mailbox|address)\b.{0,30}\bexpired|inactivity|marked as inactive|not unique|several matches",
    r"no route found to domain|(?:unable to|cannot|could not|can't) resolve (?:mx|host|domain|the|route|address)|"
    r"no such (?:host|domain)",
    r"not (?:currently )?(?:being )?(?:accepted|accepting (?:mail|messages)) (?:for|at) this|not allowed to receive|"
    r"誤りが|間違っ",
    r"not (?:an? )?(?:existing|active|valid) (?:user|mailbox|address|account|recipient)|"
    r"not (?:present )?in (?:the |our )?(?:directory|database|address book)",
    r"(?:konto|cuenta|compte|conta|utenza|casella|konta?)\b.{0,30}(?:deaktiviert|gesperrt|gelöscht|deshabilitad|cancelad|suspendid|inactiv|fermé|suspendu|inactif|disabilitat|sospes|desativad|suspens|inativ)",
    r"пользовател\w+ нет|нет (?:такого|почтового|пользовател)|"
    r"(?:ユーザー?|アドレス|宛先)[^ ]{0,10}(?:いません|おりません|ありません)",
)
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
GREETED = any_of(
    r"(?:refused to talk to me|after initial connection|greeting failed)\b.{0,40}\b5\d\d\b",
    r"\b5\d\d\b[^)]{0,200}\(in reply to (?:initial server greeting|ehlo|helo)\b",
)
REFUSED_ADDRESS = any_of(
    r"(?:recipient|rcpt|address|mailbox|account)\b.{0,60}\b(?:reject|refus|denied|unavailable|"
    r"not a(?:llowed|vailable))",
    r"(?:check|verify) (?:if |that |whether )?(?:the |your )?(?:recipient'?s? )?(?:e-?mail )?address",
    r"empf[aä]nger\b.{0,40}(?:abgelehnt|abgewiesen)",
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
    (TOO_LARGE, Category.POLICY_BLOCK),
    (LOCKED, Category.TEMPORARY),
    (POLICY, Category.POLICY_BLOCK),
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
