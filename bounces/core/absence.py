"""Phrases of automatic answers: away, gone for good, "we received your mail", "prove that you are human".

A phrase needs a person, a state and mostly a time. A bare word (vacation, Urlaub) is never enough: people write
about these. What lies in the past is a person who is back.
"""
# ruff: noqa: RUF001 - words of many scripts

import re

PREFIX_ANSWER = re.compile(
    r"^\W{0,3}(?:automatic reply|auto(?:matic|mated)?[- ]?(?:re(?:ply|sponse|sponder)|response)|auto ?: |"
    r"automatische (?:antwort|reactie)|réponse automatique|respuesta autom[áa]tica|risposta automatica|"
    r"risposta non al computer|automatisch antwoord|resposta autom[áa]tica|odpowied[źz] automatyczna|"
    r"autoodpowied[źz]|automatiskt svar|automatisk svar|autosvar|automaattinen vastaus|"
    r"automatick[áa] odpov[ěe][dď]|"
    r"automatikus v[áa]lasz|r[ăa]spuns automat|автоматический ответ|автоответ|автоматична відповідь|"
    r"otomatik yan[ıi]t|αυτόματη απάντηση|samodejni odgovor|automatski odgovor|автоматичен отговор|"
    r"automaatvastus|"
    r"automātiska atbilde|automatinis atsakymas|מענה אוטומטי|رد تلقائي|自動応答|自動返信|自动答复|自動回覆|"
    r"自动回复|자동 ?회신|"
    r"trả lời tự động|balasan otomatis)\s*(?:[:：\]\-–]|$|\s)",
    re.IGNORECASE,
)
PREFIX_AWAY = re.compile(
    r"^\W{0,3}(?:out[- ]of[- ](?:the[- ])?office|ooo\b|vacation\b|away from|on (?:vacation|holiday|leave)|"
    r"abwesen\w*|absent\w* du bureau|absence\b|fuera de (?:la )?oficina|fuori (?:sede|ufficio)|afwezig\w*|"
    r"niet aanwezig|ausência|"
    r"fora do escrit[óo]rio|poza biurem|nieobecno\w+|frånvar\w+|fravær\w*|poissa|mimo kancel[áa][řr]\w*|"
    r"nep[řr][íi]tomn\w*|h[áa]zon k[íi]v[üu]l|нет на месте|отпуск|ofis dışında|不在(?:通知|の)|부재 ?중)|"
    r"^AUTO: .{0,80}\b(?:out of|away|außer)|is out of (?:the )?office|\(returning\b",
    re.IGNORECASE,
)
ANSWER_PREFIX = re.compile(
    r"^\s*(?:(?:re|aw|wg|antw|sv|vs|odp|r|rif|res|tr|ynt|enc|vá|rv|fw|fwd|回复|答复|回覆|転送|"
    r"답장)\s?(?:\[\d+\])?\s?[:：]|"
    r"\[?\*?ext(?:ernal)?\*?\]?:?)\s*",
    re.IGNORECASE,
)

AWAY = re.compile(
    r"\b(?:i am|i'm|i’m|i will be|i'll be|i’ll be|we are|we will be|currently|is|am|"
    r"will be)\b[^.!?\n]{0,50}\b(?:out of (?:the )?(?:office|town|country)|away\b|on (?:\w+ )?(?:leave|holidays?|"
    r"vacation|pto)|off (?:work|sick|until|today|on)|travel+ing|unavailable|not (?:in the office|available|"
    r"at my desk)|attending|without (?:e-?mail )?access|limited access)"
    r"|\bout of (?:the )?office (?:from|until|till|through|on|this|next|today|and|with)|\b(?:office (?:is|"
    r"will be)|we are|we're|we will be) closed|\breopen|limited access to (?:my )?e-?mail|\b(?:return|"
    r"back)(?:ing)?\b.{0,20}\b(?:to|in|at) (?:the office|work|my desk)|\bI (?:will )?(?:return|be back)\b"
    r"|\bich\b.{0,60}\b(?:nicht (?:im (?:büro|haus|dienst)|erreichbar|anwesend|da)|abwesend|au(?:ß|ss)er haus|"
    r"im urlaub|auf dienstreise|verreist|in elternzeit|unterwegs)|bin (?:ich )?(?:derzeit|zurzeit|gerade|aktuell|"
    r"momentan|ab|vom|bis|im|am|wieder|nicht|erst)\b.{0,80}(?:nicht|abwesend|haus|urlaub|dienstreise|elternzeit|"
    r"erreichbar|büro)|wieder (?:im büro|erreichbar|für sie da|da\b)|(?:wird|werden) nicht (?:weitergeleitet|"
    r"gelesen|bearbeitet)|büro (?:ist|bleibt) .{0,40}geschlossen"
    r"|\bje (?:suis|serai)\b.{0,60}\b(?:absent|en (?:congés?|vacances|déplacement|congé)|indisponible|"
    r"hors du bureau)|(?:actuellement|suis|serai) (?:absent|en congés?)|de retour (?:le|à|au)|bureau .{0,30}fermé"
    r"|\b(?:estoy|estaré|me encuentro|estare|encuentro)\b.{0,60}\b(?:fuera|ausente|de vacaciones|vacaciones|"
    r"viaje|baja)|fuera de (?:la )?oficina|\b(?:sono|sarò|saro)\b.{0,50}\b(?:assente|fuori|in ferie|ferie|"
    r"in viaggio|via)|fuori (?:sede|ufficio)|non (?:sono|sarò) (?:in ufficio|raggiungibile|disponibile)|"
    r"\brientr(?:o|er[òo])\b"
    r"|\bik\b.{0,40}\b(?:afwezig|niet (?:aanwezig|op kantoor|bereikbaar)|met vakantie|op vakantie|met verlof)|"
    r"\bben ik\b.{0,40}(?:afwezig|vakantie|niet)|\b(?:estou|estarei|encontro-me|me encontro)\b.{0,60}\b(?:fora|"
    r"ausente|de f[ée]rias|f[ée]rias|viagem|licença)|fora do escritório"
    r"|\b(?:jestem|będę|przebywam|jestem obecnie)\b.{0,60}\b(?:urlop\w*|nieobecn\w+|poza biurem|niedostępn\w+|"
    r"na zwolnieniu)|przebywam na|nie ma mnie w|\bjag (?:är|har|kommer)\b.{0,50}\b(?:semester|ledig|frånvarande|"
    r"borta|tjänsteresa|föräldraledig|ute|inte)|på semester|är tillbaka|\bjeg (?:er|har|"
    r"holder)\b.{0,50}\b(?:ferie|fraværende|ikke|bortreist|permisjon|orlov|kontoret|ude)|holder ferie|er tilbake|"
    r"er tilbage"
    r"|\bolen\b.{0,50}\b(?:lomalla|poissa|matkoilla|vuosilomalla)|lomalla|palaan (?:töihin|takaisin)?|\b(?:jsem|"
    r"budu|mám|čerpám)\b.{0,50}\b(?:dovolen\w+|mimo|nepřítom\w+)|(?:на(?:хожусь)?|буду|в)\s.{0,30}(?:отпуск\w*|"
    r"командировк\w*|отсутств\w*)|отсутств\w+|нахожусь в|у відпустці"
    r"|\b(?:izinde|ofis dışında|yıllık izin|tatilde|izinli)|szabadság\w*|nem (?:vagyok|leszek) (?:elérhető|"
    r"az irodában)|házon kívül|休暇|不在に?(?:して|と|で|中|いた)|休業|休み(?:を|と|に|です|させ)|出張(?:中|の|"
    r"に|で)|休假|不在办公室|出差|外出|放假|휴가|부재|"
    r"출장",
    re.IGNORECASE,
)  # fmt: skip
PAST = re.compile(
    r"\b(?:i|we) (?:was|were|have been|had been|just got back|am back|'m back)\b|\bich war\b|\bj'étais\b|"
    r"\bestuve\b|\bero\b|\bik was\b|\bestava\b|\bbyłem\b|\bbyłam\b|\bjag var\b|\bjeg var\b|\bolin\b|"
    r"\bjá jsem byl|\bя был",
    re.IGNORECASE,
)
NOTICE = re.compile(
    r"(?:no|limited|without|not have|intermittent|sporadic|little) (?:\w+ ){0,3}access|will (?:reply|respond|"
    r"answer|get back|read|return)\b|on my return|upon (?:my )?return|when i (?:return|get back|am back)|urgent|"
    r"emergenc|in my absence|thank(?:s| you) for (?:your|the) (?:e-?mail|message|mail|note)|please contact|"
    r"immediate (?:assistance|help|attention)|"
    r"dringend|in meiner abwesenheit|vertret\w+|nach meiner rückkehr|vielen dank für ihre|nicht weitergeleitet|"
    r"urgence|urgent|en mon absence|à mon retour|merci (?:pour|de) votre|urgente|en mi ausencia|a mi regreso|"
    r"gracias por su|in mia assenza|al mio rientro|grazie per|dringende|bij mijn terugkomst|bedankt voor|pilnych|"
    r"w sprawach|dziękuję za|brådskande|hastende|kiireellis|naléhav|срочн|по возвращени|спасибо за|acil|緊急|お急ぎ|"
    r"急ぎ|紧急|급한",
    re.IGNORECASE,
)
ANSWERS_US = re.compile(
    r"\b(?:sounds? (?:good|great|interesting)|interest(?:ed|ing)|let'?s|happy to (?:chat|talk|discuss)|call me|"
    r"send me|your (?:offer|proposal|product|pricing|idea|pitch|suggestion|question)|ping me|tell me more|"
    r"looks? (?:useful|good|great|interesting)|can we (?:speak|talk)|reach out (?:again|"
    r"then)|write (?:me )?again|ask me|not (?:the right|a fit|interested)|follow up (?:then|in|after))\b|klingt|"
    r"interess(?:e|ant|iert)|ihr angebot|melden sie sich|intéress|votre (?:offre|proposition)|interesa|propuesta|"
    r"interessa",
    re.IGNORECASE,
)

LEFT = re.compile(
    r"no longer (?:with|employed|work(?:s|ing)?|at|part of|an employee)|has left (?:the |our )?(?:company|firm|"
    r"organi[sz]ation|business)|(?:left|leaving|departed) (?:the )?(?:company|organi[sz]ation)|i have left\b|"
    r"my last day (?:at|with|was)|nicht mehr (?:für|bei|in|im)\b.{0,60}(?:tätig|beschäftigt|unternehmen|"
    r"angestellt)|nicht mehr (?:tätig|im unternehmen|bei uns)|ausgeschieden|hat (?:unser|"
    r"das) unternehmen verlassen|(?:ne (?:fait|fais)|n'?est) plus partie|a quitté (?:l'entreprise|la société|"
    r"ses fonctions|notre)|ne travaille plus|ya no (?:forma parte|trabaja|labora)|non (?:fa|lavora) più|"
    r"ha lasciato l'azienda|já não (?:faz parte|trabalha)|não (?:faz mais parte|trabalha mais)|niet (?:meer|"
    r"langer) werkzaam|werkt niet (?:meer|langer)|uit dienst|odsz(?:edł|edłem|ła|łam) z|nie pracuj(?:e|"
    r"ę)(?: już)?|już nie pracuj|har slutat|(?:jobbar|arbetar) inte längre|(?:arbejder|jobber) ikke (?:længere|"
    r"lenger)|er fratrådt|ei ole enää|již nepracuj|už nepracuj|больше не работа|уволил|退職|退社|已离职|不再任职|"
    r"퇴사",
    re.IGNORECASE,
)
UNMONITORED = re.compile(
    r"(?:mailbox|inbox|address|account|e-?mail)\b.{0,40}\b(?:not|no longer|isn't|un)\s?-?(?:being )?(?:monitored|"
    r"in use|used|read|checked|active|attended|maintained)|unmonitored|unattended mailbox|"
    r"postfach\b.{0,50}nicht (?:mehr )?(?:gelesen|betreut|überwacht|genutzt|verwendet)|"
    r"adresse\b.{0,40}(?:n'est plus|nicht mehr)|boîte\b.{0,40}n'est (?:pas|plus)|buz[óo]n no\b.{0,30}(?:atend|"
    r"supervis|monitor)|no longer (?:use|check|monitor) this",
    re.IGNORECASE,
)
CHANGED = re.compile(
    r"(?:e-?mail )?address (?:has|have) (?:been )?changed|(?:my|our) new (?:e-?mail )?address|"
    r"new e-?mail address (?:is|:)|neue (?:e-?mail-?)?adresse|nouvelle adresse|nueva direcci[óo]n|"
    r"nuovo indirizzo|nieuw e-?mail ?adres|novo e-?mail|nowy adres|ny (?:e-?post|mail)adress|"
    r"メールアドレス.{0,10}変更|新邮箱",
    re.IGNORECASE,
)
CHALLENGE = re.compile(
    r"verify that you are|(?:real|live) human|(?:complete|confirm) (?:this|the|your) verification|"
    r"leave the subject line intact|so (?:that )?i can receive your|your (?:message|e-?mail) (?:is|"
    r"has been) (?:held|quarantined|waiting)|click .{0,60}(?:to (?:be added|deliver|verify|confirm)|"
    r"link below).{0,60}(?:sender|human|deliver)|approve(?:d)? sender|protecting (?:myself|my) .{0,30}(?:junk|"
    r"spam)|spam ?arrest|boxtrapper|challenge[- ]response|подтвердите.{0,60}(?:письм|отправ|робот)|не робот|"
    r"bestätigen sie.{0,60}(?:absender|mensch|kein roboter)",
    re.IGNORECASE,
)
ACKNOWLEDGED = re.compile(
    r"(?:has|have|was|been|successfully) (?:been )?(?:received|logged|created|registered|processed)|we(?:'ve|"
    r" have)? (?:received|got) your|(?:ticket|case|request|reference|incident)\s?(?:number|no\.?|id|#|has been)|"
    r"has the number|will (?:get back|be in touch|respond|reply) (?:to you )?|as soon as possible|"
    r"do not reply (?:to|directly)|high volume|(?:automated|automatic(?:ally)?) (?:generated |response|reply|"
    r"e-?mail|message|acknowledg)|thank you for (?:contacting|getting in touch|reaching out|your (?:enquiry|"
    r"inquiry|request))|"
    r"eingangsbestätigung|vorgangsnummer|ticketnummer|(?:ist|haben).{0,40}(?:eingegangen|erhalten)|"
    r"automatisch (?:generierte|erstellte|versandt)|accus(?:ons|é de) (?:bonne )?réception|bien reçu|"
    r"hemos recibido|acuse de recibo|abbiamo ricevuto|recebemos|protocolo|ontvangstbevestiging|hebben (?:uw|"
    r"je).{0,30}ontvangen|potwierdzamy (?:otrzymanie)?|otrzymaliśmy|tack för att du kontaktar|vi har (?:mottagit|"
    r"modtaget|mottatt)|受け付け|受付(?:いた|け|完了)|自動送信|自动(?:发送|回复)|已收到|感谢(?:您的)?来信|"
    r"получили ваш|ваше (?:обращение|"
    r"письмо)|접수",
    re.IGNORECASE,
)

HEAD_LENGTH = 700  # characters in which a notice says what it is


def without_answer_prefix(subject: str) -> str:
    """The subject without Re, AW, [EXTERNAL] and the like at its start."""
    for _ in range(10):
        shorter = ANSWER_PREFIX.sub("", subject, count=1)
        if shorter == subject:
            break
        subject = shorter
    return subject.strip()


def is_away(text: str) -> bool:
    """Whether the text says that its writer is away now or will be; being back does not count."""
    head = text[: HEAD_LENGTH * 3]
    return any(not PAST.search(head[max(0, found.start() - 40) : found.end()]) for found in AWAY.finditer(head))


def typed_notice(text: str) -> bool:
    """Whether a text without any mark is still an automatic notice: it begins with the absence and ignores our mail."""
    found = AWAY.search(text[:400])
    if found is None or not is_away(text[:400]) or ANSWERS_US.search(text[:2000]):
        return False
    return (
        NOTICE.search(text[:2000]) is not None
        and re.search(r"\b(?:boss|colleague|manager|chef|kollege)\b", text[: found.end()], re.IGNORECASE) is None
    )


def gone(text: str) -> str:
    """The label of an address that is no longer read: left_company, mailbox_unmonitored, address_changed, or empty."""
    head = text[:2000]
    if LEFT.search(head):
        return "left_company"
    if UNMONITORED.search(head):
        return "mailbox_unmonitored"
    return "address_changed" if CHANGED.search(head) else ""
