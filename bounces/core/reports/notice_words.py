"""Words by which a notice is known: who sends it, what it announces, whether it is final. In many languages.

All read lower-cased text.
"""
# ruff: noqa: RUF001 - words of many scripts

from bounces.core.patterns import any_of

# In any of these languages an error, a delivery and "not delivered" are called one of these.
ERRORS = (
    r"(?:échec|échoué|fallo|falla|fallid|error\b|erro\b|errore|fehler|fout|błąd|nieudan|chyba|hiba|eroare|eșec|ошибк|помилк|"
    r"грешк|gre[sš]k|napak|\bfel\b|fejl|feil|virhe|viga\b|klaid|kļūd|hata\b|başarısız|σφάλμα|αποτυχ|שגיא|כשל|خطأ|فشل|lỗi|"
    r"kesalahan|오류|실패|エラー|失敗|错误|失败|錯誤)"
)
DELIVERY = (
    r"(?:livraison|distribution|remise|envoi|entrega|env[ií]o|consegna|recapito|invio|zustell|bezorg|aflever|dostarcz|"
    r"dor[ęe]cz|doruč|kézbesít|livrăr|livrar|доставк|доставц|isporuk|dostav|leverans|levering|toimitu|edasta|pristatym|"
    r"piegād|teslim|iletim|gönder|παράδοσ|αποστολ|מסיר|שליח|تسليم|إرسال|gửi|pengiriman|전송|배달|발송|送信|配信|发送|投递|傳送)"
)
REFUSED = (
    r"(?:zpráv|správ|wiadomoś|üzenet|levél|mesaj|melding|meddeland|besked|bericht|mensag|mensaj|messaggi|message|courriel|"
    r"сообщени|письм|повідомлен|лист|порак|porok|poruk|sporočil|viesti|laišk|vēstul|ileti)\w{0,6}.{0,60}(?:odmítn|odmietn|"
    r"odrzuc|elutasít|visszautasít|respins|avvis|afvis|geweiger|rejeit|recusad|rechaz|respint|rifiut|refus|bloqu|bloccat|"
    r"отклон|відхил|отхвърл|одбиен|odbijen|zavrnj|hylät|atmest|noraid|reddedil)"
)
UNDELIVERED = (
    r"\b(?:nicht|pas|non?|niet|nie|não|inte|ikke|ei|ne|nem|nu|не|ni|није|nije)\b.{0,40}(?:livré|distribué|remis\b|délivré|"
    r"entreg|consegnat|recapitat|bezorgd|afgeleverd|zugestellt|ausgeliefert|dostarczon|doręczon|doručen|livrat|"
    r"доставлен|isporučen|dostavljen|levererat|leveret|levert|toimitet|kézbesít)"
)
MACHINE = any_of(
    r"mailer[- ]?daemon|mail[ .-]?deliver|delivery[ -](?:sub)?system|post[-_. ]?m(?:a|ei)ster|mail ?(?:administrat|"
    r"system|"
    r"router|server)|mdaemon|mail-?daemon|system ?administrator|bounce|undeliver|"
    r"failure notice|symantec|interscan|anti-?virus|microsoft exchange|mail ?marshal|mail ?foundry|mailsweeper|"
    r"mail gateway|no-?reply@sns\.|returned? mail|pmdf|administra(?:dor|tore|teur|dor de correo)|"
    r"zustellung|mail-?zustell|系统|システム|почтов",
)
SUBJECT = any_of(
    r"undeliver|(?:mail|message|e-?mail|delivery)\b.{0,40}(?:fail|error|delay|problem|could not|"
    r"not (?:been )?deliver|status|warning|not accepted|aborted)|"
    r"fail(?:ed|ure)\b.{0,20}(?:deliver|notice|mail)|return(?:ed|ing)\b.{0,30}(?:mail|message|to sender)|"
    r"non[- ]?deliver|delivery (?:status )?notification|"
    r"bounce|not delivered|can(?:not|'t) be delivered|error (?:sending|delivering)|"
    r"verzöger|retardé|retard de|retras[oa]|ritardo|atraso|vertraagd|opóźni|försen|forsink|viivästy|задерж|"
    r"遅延|延迟|延遲|지연|unzustellbar|nicht zugestellt|zustell(?:ung|fehler)\b.{0,30}(?:fehl|nicht)|zustellfehler|"
    r"fehlgeschlagen|unanbringlich|non remis|non[- ]distribu|non délivr|échec\b.{0,30}(?:remise|envoi|distribution)|"
    r"no se (?:ha )?p(?:uede|udo) entregar|no entregad|devuelt|error\b.{0,20}entrega|"
    r"non recapitabile|mancata consegna|mancato recapito|non consegnat|messaggio respinto|"
    r"onbestelbaar|niet (?:bezorgd|afgeleverd)|não (?:é possível entregar|entregue)|devolvid|falha na entrega|"
    r"niedostarcz|nie dostarczon|zwrot\b|nie można dostarczyć|kan (?:inte|ikke|ej) leveres?|"
    r"ole(?:vererbar|verans)|ikke lever|inte leverera|ei voitu toimittaa|ei onnistu|toimittaminen epäonnistui|"
    r"nedoručitel|nedoručen|nelze doručit|kézbesíthetetlen|sikertelen|nelivrat|nedostavl|"
    r"не ?доставлен|не удалось доставить|ошибка доставки|возврат|не доставлено|повернен|"
    r"teslim edilem|ulaştırılamadı|iletilemedi|ανεπίδοτ|αποτυχία|δεν παραδόθηκε|לא נמסר|החזר|תעذر|تعذر|فشل|"
    r"لم يتم تسليم|تحویل نشد|配信不能|配送不能|配信(?:エラー|失敗)|送信エラー|エラーメール|届きません|无法[送投]|"
    rf"{REFUSED}|kési[kt]|késés|imposs[ií]b\w+.{{0,20}}{DELIVERY}|{DELIVERY}\w{{0,6}}.{{0,20}}imposs[ií]b|"
    rf"{ERRORS}\w{{0,6}}.{{0,30}}{DELIVERY}|{DELIVERY}\w{{0,6}}.{{0,30}}{ERRORS}|"
    r"tidak terkirim|gagal (?:ter)?kirim|không (?:thể )?gửi|gửi .{0,20}không|ไม่สามารถส่ง|ส่ง.{0,30}ไม่(?:สำเร็จ|ได้)|"
    r"nepavyko|neizdev|nurjus|ei õnnestunud|nije (?:isporučen|dostavljen|uruč)|није (?:испоручен|достав)|"
    r"не (?:може да бъде|беше|е) доставен|ni bil[oa]? (?:mogoče )?dostavlj|mislyk|"
    r"(?:message|mail|courriel|courrier)\b.{0,20}\brefusé|(?:nachricht|e-?mail)\b.{0,20}\b(?:abgewiesen|zurückgewiesen|"
    r"abgelehnt)|(?:messaggio|consegna)\b.{0,20}(?:rifiutat|ritardat)|mensaje\b.{0,20}rechazad|"
    r"退信|退回|投递失败|发送失败|無法(?:傳|送)|반송|전송 ?실패|배달 ?(?:되지|실패)|발송 ?실패",
)
FAILURE = any_of(
    r"(?:not|n't|never|cannot|unable to|failed to|failure|impossible|problem|trouble|"
    r"error)\b.{0,60}\b(?:be(?:en)? )?(?:deliver|reach|sent|receive|accept|complete)\w*|"
    r"deliver\w*\b.{0,60}\b(?:not\b|fail|error|impossible|problem|abort|postpone|delay|refus|reject)\w*|"
    r"undeliver\w*|unknown (?:user|recipient|address)|"
    r"user unknown|no such (?:user|recipient)|permanent(?:ly)? (?:fatal )?(?:error|fail\w*)|(?:mailbox|"
    r"quota)\b.{0,40}(?:full|exceed)|"
    r"(?:message|mail)\b.{0,90}\b(?:was|is|(?:has|have) been) (?:rejected|refused|blocked|returned|stopped|bounced|"
    r"dropped|discarded|undeliver\w+|not (?:sent|delivered|accepted))|delivery of\b.{0,60}\bstopped|"
    r"(?:addresses|recipients?)\b.{0,30}\b(?:fail|error|reject|refus)\w*|reject(?:ed|s)\b.{0,30}(?:recipient|"
    r"message|mail)|failure reason|transcript of session|"
    r"remote host said|returned (?:to sender|mail|message)|has been (?:postponed|delayed)|is delayed|not listed in|"
    r"konnte(?:n)? .{0,60}nicht|nicht (?:zugestellt|erreicht|übermittelt|ausgeliefert)|unzustellbar|n'a (?:pas )?pu|"
    r"pas (?:été |pu )?(?:être )?(?:remis|délivr|distribu|transmis)|impossible d|échec|"
    r"no (?:se )?(?:ha |han |pudo |puede |pudieron |fue ).{0,30}(?:entreg|envi)|"
    r"non (?:è stat[oa]|può|è possibile).{0,30}(?:consegn|recapit)|"
    r"kon(?:den)? .{0,40}niet|niet (?:worden )?(?:bezorgd|afgeleverd)|não (?:p[ôo]de|foi|pôde ser).{0,30}entreg|"
    r"nie (?:można|mogła|udało|został).{0,40}(?:dor[ęe]cz|dostarcz)|kunde inte|kunne ikke|ei voit[ui]|"
    r"(?:nelze|nebyl|nepodařilo|nemohl).{0,40}doruč|nem (?:sikerült|lehetett|kézbesít)|nu a putut|nije (?:mogla|"
    r"moguće)|"
    r"не (?:может быть |могло быть |была? |было |смогла? )?доставл|не удалось|невозможно|не вдалося|не було доставлен|"
    r"teslim edilem|ulaştırılamadı|iletilemedi|gönderilemedi|δεν (?:παραδόθηκε|ήταν δυνατή|μπόρεσε)|αποτυχία|"
    r"לא (?:נמסר|ניתן|הצלח)|تعذر|لم يتم|فشل|تحویل (?:داده )?نشد|"
    r"(?:送信|配信|配送|送付|送達|転送)(?:でき(?:ません|なかった)|が?失敗|に失敗|不能)|届けられません|届きません|"
    r"送れません|エラーのため|(?:无法|未能|不能)(?:发送|送达|投递|传送|被?投递)|(?:無法|未能)(?:傳送|送達|投遞|傳遞)|"
    rf"{UNDELIVERED}|{REFUSED}|"
    r"tidak (?:dapat|bisa|berhasil) (?:ter|di)?kirim|gagal|ไม่สามารถส่ง|ไม่สำเร็จ|không .{0,20}(?:gửi|được)|"
    r"nepavyko|neizdev|nurjus|ei õnnestunud|nije (?:isporučen|dostavljen|uruč)|није (?:испоручен|достав)|"
    r"не (?:може да бъде|беше|е) доставен|ni bil[oa]? (?:mogoče )?dostavlj|mislyk|nuk u dorëzua|"
    r"a été (?:refus|rejet)|(?:wurde|ist)\b.{0,60}\b(?:abgewiesen|zurückgewiesen|abgelehnt|verweigert)|"
    r"è stat[oa] (?:rifiut|respint)|ha sido (?:rechaz|devuelt)|foi (?:rejeit|devolv|recus)|is (?:geweigerd|geretour)|"
    r"失败|失敗|被?退回|退信|전(?:송|달)(?:되지|하지|에 실패| ?실패)|배달(?:되지|하지|에 실패)|반송|không (?:thể )?gửi",
)
DELAY = any_of(
    r"tovább próbál|még nem (?:sikerült|kézbesít)|další pokus|"
    r"(?:will|shall) (?:continue|keep|be retr|retry|try again|attempt)|(?:still|keep(?:s)?) (?:being )?(?:trying|"
    r"tried|retry)|not yet (?:been )?deliver|"
    r"attempts? (?:will|to deliver).{0,30}(?:continue|be made)|(?:has|have) been (?:delayed|postponed)|"
    r"is delayed|delayed (?:for |more |by )?\w* ?\d+ hours?|only a (?:warning|temporary)|"
    r"just a warning|temporary failure report|do not need to re-?send|will be (?:retried|tried)|"
    r"no action is required|(?:delivery|message) (?:status )?(?:delayed|incomplete)|"
    r"still (?:undelivered|not (?:been )?delivered|in the queue|queued)|not (?:been )?delivered so far|"
    r"(?:will be |being )?(?:automatically )?(?:tried|retried|attempted) again|(?:in|on) the queue for \d|"
    r"(?:nor?t?|n't) (?:been )?delivered yet|wird (?:weiterhin|erneut)|zustellversuch\w* (?:wird|"
    r"werden).{0,30}fortgesetzt|verz[öo]gert|"
    r"nur (?:eine|um eine) warnung|"
    r"(?:nouvelles?|d'autres) tentatives?|a été retard|(?:seulement|simple) (?:un )?avertissement|retardé|"
    r"se seguir[áa] intent|seguiremos intent|(?:s[óo]lo|solo) (?:una|de una) advertencia|verrà ritentat|"
    r"(?:ulteriori|altri) tentativi|solo un avvis|continuer[àa] a|novas tentativas|apenas um aviso|"
    r"(?:blijven|opnieuw) (?:proberen|geprobeerd)|slechts een waarschuwing|kolejne próby|tylko ostrzeżenie|"
    r"další pokus|pouze varování|fortsat|kommer att försöka|будут? продолж|повторн\w+ попыт|ещ[её] не доставлен|"
    r"(?:только|лишь) предупрежд|再試行|再送を試み|まだ.{0,10}(?:配信|配送|届)|引き続き.{0,20}試|尚未.{0,6}(?:送|投)|"
    r"continuar[áa] (?:a )?tent|(?:ainda não|aún no|todavía no|pas encore|noch nicht|nog niet|nie została? jeszcze|"
    r"ännu inte|endnu ikke|ennå ikke|non [èe] (?:stat[oa] )?ancora)\b.{0,40}(?:entreg|remis|livr|distrib|zugestell|"
    r"bezorg|dostarcz|lever|consegn|recapit)|遅延|遅れて|继续尝试|稍后重试|延迟|延遲|재시도|지연",
)
GIVEN_UP = any_of(
    r"permanent(?:ly)? (?:fatal )?(?:error|fail)|giv(?:ing|en) up|no further|failed permanently|"
    r"will not be (?:retried|delivered)|not going to try again|returned to sender|permanenter fehler|"
    r"erreur (?:permanente|définitive)|erro(?:re?)? (?:permanent|definitiv)|постоянная ошибка|永久|"
    r"(?:no|não|non) (?:habr[áa]|haver[áa]|se har[áa]n|ser[ãa]o|(?:ci )?saranno|verranno)\b.{0,20}\b(?:intent|tent)|"
    r"a renoncé|(?:aucune?|plus de) (?:\w+ )?tentative|keine (?:weiteren?|erneuten?) \w{0,10}versuch|aufgegeben|"
    r"geen (?:\w+ )?pogingen|(?:больше|повторных попыток) не (?:буд|пред)",
)
HELD = any_of(
    r"held (?:for|until|in|pending)|awaiting (?:\w+ )?(?:approval|moderation|confirmation)|moderator (?:approval|can)|"
    r"(?:confirm|verify) (?:that )?(?:you|your)|click (?:here|on|the)\b.{0,60}(?:deliver|confirm|verify|release)|"
    r"reply to this (?:e-?mail|message) to (?:confirm|deliver)|quarantin|challenge"
)
DELIVERED = any_of(r"success\w* (?:deliver|relay|sent)|deliver\w* success")
SUMMARY = any_of(  # of a subject
    r"\b(?:summary|statistics|stats|digest|logwatch|totals|top (?:\d+|senders|recipients))\b|"
    r"(?:daily|weekly|monthly|hourly|nightly|quarterly) (?:\w+ ){0,3}(?:report|overview|log|stat)|"
    r"\breport (?:for|of) (?:\w+ ){0,2}(?:\d{1,4}[-./]\d|january|february|march|april|may\b|june|july|august|september|"
    r"october|november|december|last|yesterday|the (?:day|week|month))|"
    r"\bbounces\b|\bbounce (?:report|log|list|action|overview|rate)|\bcampaign\b|verification results?|message recall|"
    r"zusammenfassung|statistik|(?:tages|wochen|monats)bericht|statistiques|rapport (?:quotidien|hebdomadaire|mensuel)|"
    r"estad[íi]stic|(?:informe|resumen) (?:diario|semanal|mensual)|statistiche|riepilogo|(?:dag|week|maand)overzicht|"
    r"resumo (?:di[áa]rio|semanal|mensal)|статистик|сводк|統計|统计",
)
LISTING = any_of(r"-queue id-|\bkbytes in \d+ request|mail queue (?:status|listing)")
TO_US = any_of(
    r"(?:message|mail|e-?mail)s? (?:from .{0,80} |addressed |sent |meant )(?:to|for) you\b.{0,40}"
    r"\b(?:contain|was|has|were|have)|"
    r"(?:which|that) (?:was|were) (?:sent|addressed) to you\b"
)
OURS = any_of(r"\b(?:your|this|the (?:attached|following|original|returned)) (?:e-?mail|message|mail)\b")
SUCCESS = any_of(
    r"success|has been (?:delivered|relayed|received|accepted)|was (?:delivered|received)|erfolgreich|remis avec succès"
)
