"""What a typed note says that no automatic notice of an absence does: it speaks of our mail.

AWAY finds the neighbourhood of an absence for the reader of dates.
"""
# ruff: noqa: RUF001 - words of many scripts

import re

TOPIC_READ = 2_000  # characters

TOPIC = re.compile(
    r"\b(?:sounds? (?:good|great|interesting)|interest(?:ed|ing)|let'?s|happy to (?:chat|talk|discuss)|call me|"
    r"send me|your (?:offer|proposal|product|pricing|idea|pitch|suggestion|question)|ping me|tell me more|"
    r"looks? (?:useful|good|great|interesting)|can we (?:speak|talk)|reach out (?:again|"
    r"then)|write (?:me )?again|ask me|not (?:the right|a fit|interested)|follow up (?:then|in|after))\b|klingt|"
    r"interess(?:e|ant|iert)|ihr angebot|melden sie sich|intéress|votre (?:offre|proposition)|interesa|propuesta|"
    r"interessa",
    re.IGNORECASE,
)

AWAY = re.compile(
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


def is_topic(text: str) -> bool:
    """Whether a text speaks of what we wrote about."""
    return TOPIC.search(text[:TOPIC_READ]) is not None
