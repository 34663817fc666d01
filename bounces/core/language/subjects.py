"""Prefixes of subjects: those of answers, which anybody's program writes, and those that only machines write."""
# ruff: noqa: RUF001 - words of many scripts

import re

SUBJECT_READ = 300  # characters that patterns look at

AUTOMATIC_ANSWER = re.compile(
    r"^\W{0,3}(?:automatic reply|auto(?:matic|mated)?[- ]?(?:re(?:ply|sponse|sponder)|response)|auto ?: |"
    r"automatische (?:antwort|reactie)|réponse automatique|respuesta autom[áa]tica|resposta autom[áa]tica|"
    r"risposta (?:automatica|non al computer)|automatisch antwoord|odpowied[źz] automatyczna|autoodpowied[źz]|"
    r"automatiskt? svar|autosvar|automaattinen vastaus|automatick[áa] odpov[ěe][dď]|automatikus v[áa]lasz|"
    r"r[ăa]spuns automat|автоматический ответ|автоответ|автоматична відповідь|otomatik yan[ıi]t|"
    r"αυτόματη απάντηση|samodejni odgovor|automatski odgovor|аутоматски одговор|автоматичен отговор|automaatvastus|"
    r"automātiskā? atbilde|automatinis atsakymas|sjálfvirkt svar|resposta automàtica|מענה אוטומטי|תשובה אוטומטית|"
    r"رد تلقائي|الرد التلقائي|پاسخ خودکار|自動応答|自動返信|自动答复|自动回复|自動回覆|自動回復|자동 ?(?:회신|"
    r"응답)|trả lời tự động|balasan otomatis|"
    r"jawapan automatik|ตอบกลับอัตโนมัติ|स्वचालित (?:उत्तर|जवाब))\s*(?:[:：\]\-–—|]|$|\s)",
    re.IGNORECASE,
)
AWAY = re.compile(
    r"^\W{0,3}(?:out[- ]of[- ](?:the[- ])?office\b|ooo\b|i am out of|abwesenheits(?:notiz|meldung|assistent|"
    r"benachrichtigung)|"
    r"(?:vacation|on vacation|on holiday|on leave|away|absent(?:e)?|absence|abwesend|abwesenheit|urlaub|"
    r"ausente|ausencia|ausência|"
    r"ausência temporária|assente|assenza|afwezig|afwezigheid|niet aanwezig|frånvarande|frånvaro|fravær|fraværende|"
    r"poissa|urlop|nieobecność|nepřítomnost|dovolená|dovolenka|szabadság|отпуск|отсутствие|відпустка|izin|απουσία|"
    r"concediu|godišnji odmor|odsotnost)\s?[:：]|"
    r"absente? du bureau|fuera de (?:la )?oficina|fuori (?:sede|ufficio)|niet aanwezig\b|buiten kantoor|"
    r"fora do escrit[óo]rio|poza biurem|poissa toimistosta|mimo kancel[áa][řr]\w*|h[áa]zon k[íi]v[üu]l|"
    r"нет на месте|"
    r"вне офиса|поза офісом|ofis dışında|εκτός γραφείου|מחוץ למשרד|خارج المكتب|不在(?:通知|の(?:お知らせ|"
    r"ご連絡))|부재 ?중)|"
    r"^AUTO: .{0,80}\b(?:out of|away|außer)|^[^:]{1,60} (?:is out of (?:the )?office|ist außer haus)\b|"
    r"^[^:]{1,80}\(returning\b",
    re.IGNORECASE,
)
READ = re.compile(
    r"^\W{0,3}(?:(?:not )?read|(?:un)?gelesen|(?:non )?lu|(?:no )?le[ií]do|(?:non )?letto|(?:niet |on)?gelezen|"
    r"(?:não )?lid[ao]|"
    r"(?:nie )?przeczytano|(?:ej |inte |o)?läst|(?:ikke |u)?læst|(?:ikke |u)?lest|luettu|přečteno|"
    r"(?:не ?)?прочитано|okundu|"
    r"開封済み|既読|已读|已讀|읽음)\s?[:：]",
    re.IGNORECASE,
)
ANSWER = re.compile(
    r"^\s*(?:(?:re|aw|antw|antwort|wg|wtr|sv|vs|vl|odp|odpověď|odpoveď|pd|r|rif|i|res|enc|rv|réf|réponse|tr|"
    r"ynt|ilt|vá|válasz|"
    r"továbbítás|fw|fwd|ats|atb|vast|отв|ответ|пересл|відп|відповідь|απ|απαντ|σχετ|πρθ|bls|trl|hf|svar|svars|"
    r"doorst|"
    r"rép|resp|respuesta|risposta|resposta|رد|إعادة توجيه|השב|תגובה|הועבר|回复|答复|回覆|转发|轉寄|转寄|返信|"
    r"転送|답장|전달|回信)\s?"
    r"(?:\[\d{1,3}\]|\^\d{1,3}|\(\d{1,3}\))?\s?[:：]|\[?\*{1,2}ext(?:ern(?:al)?)?\*{1,2}\]?:?|"
    r"\[ext(?:ern(?:al)?)?(?: email)?\]:?)\s*",
    re.IGNORECASE,
)
ANSWER_WITHIN = re.compile(
    r"(?:^|\s)(?:re|aw|antw|antwort|sv|vs|odp|rif|res|rv|réf|tr|ynt|vá|отв|回复|答复|回覆|返信|답장)\s?[:：]",
    re.IGNORECASE,
)
NESTED = 10  # prefixes in a row that are peeled off


def without_answer_prefix(subject: str) -> str:
    """The subject without Re, AW, [EXTERNAL] and the like at its start."""
    for _ in range(NESTED):
        shorter = ANSWER.sub("", subject, count=1)
        if shorter == subject:
            break
        subject = shorter
    return subject.strip()
