"""What servers say of a recipient: unknown, full, locked. In many languages; read lower-cased and cleaned."""

import re

from bounces.core.patterns import any_of

# In any of these languages a mailbox is called one of these, and is full in one of these ways.
BOX = (
    r"(?:postafi[oó]k|γραμματοκιβ|θυρίδα|ταχυδρομ|c[aă]su[tțţ]|postilaatik|pos?tkast|dėžut|schrán[kc]|schranka|skrzynk|"
    r"postboks|postkasse|postlåd|brevlåd|inkorg|indbakke|innboks|postvak|postbus|caixa|casella|buz[oó]n|bandeja|"
    r"bo[iî]te|kutusu|hộp|kotak|กล่อง|sanduč|sanduci|predal|пощенск|кутия|скриньк|ящик|сандуч|תיב|صندوق|사서함|메일함|편지함|"
    r"mailbox|メールボックス|受信箱|邮箱|信箱|郵箱)"
)
FULLY = (
    r"(?:megtelt|tele\b|πλήρ|γεμάτ|plin[aă]\b|täynnä|täis|piln[as]|perpild|pln[áaé]|p[rř]epln|p[rř]ekroč|prekorač|"
    r"przekrocz|p[eř]?rzepełn|pełn[aey]|full\b|fuld\b|vol\b|chei[ao]|lotad|pien[ao]\b|llen[ao]\b|pleine|satur|dolu\b|"
    r"dolmuş|doldu|đầy|penuh|เต็ม|puna?\b|пълн|повн|перепов|переполн|препълн|מלא|ممتل|초과|가득|いっぱい|一杯|満|超過|满|滿)"
)
FULL_BOX = re.compile(rf"{BOX}\w{{0,12}}[^.!?\n]{{0,40}}?{FULLY}|(?:kv[oó]t|kuota|квот|kvoot)\w{{0,6}}\b")
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
    r"due to mailbox size|\bout of (?:\w+ )?space|"
    r"(?:disk|storage|space) (?:usage|use) (?:limit|quota)",
    r"overdrawn|over (?:their|his|her|its) (?:limit|allocation)",
    r"maximum number of (?:messages|mails|e-?mails)",
)
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
    r"(?:was|were|is)(?: not|n't) found (?:at|in|on)\b|not work (?:here|for|at)\b|"
    r"there (?:is|was) no\b.{0,40}\b(?:user|mailbox|account|address|such|one)",
    r"no (?:mailbox|account|user|recipient|such(?! file)|valid recipients?|one here)\b",
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
    r"وجود ندارد|یافت نشد|nav atrast|nerast[ao]|nežinom|ei leitud|tundmatu|непознат|непостоящ|nepoznat|ne postoji|"
    r"nincs ilyen|ne obstaja|neobstoj|"
    r"neegzistuoj|neexistu|ei eksisteeri|ei ole olemas|не съществува|не постои|не постоји|"
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
REFUSED_ADDRESS = any_of(
    r"(?:recipient|rcpt|address|mailbox|account)\b.{0,60}\b(?:reject|refus|denied|unavailable|"
    r"not a(?:llowed|vailable))",
    r"(?:check|verify) (?:if |that |whether )?(?:the |your )?(?:recipient'?s? )?(?:e-?mail )?address",
    r"empf[aä]nger\b.{0,40}(?:abgelehnt|abgewiesen)",
)
