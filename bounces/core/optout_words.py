"""Word lists of opt-outs, one entry per language: what ends, what is not wanted, who, and from what."""
# ruff: noqa: RUF001 - words of many scripts

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Alternatives of a regular expression. `negated` holds a refusal to be written to, complete in itself."""

    ending: str
    negated: str
    me: str
    thing: str


LANGUAGES: dict[str, Words] = {
    "en": Words(
        r"remove(?!d)|delete(?!d)|(?:take|strike|scrub|drop|get|cross) (?:me|us|my\b|our\b|this (?:address|"
        r"e-?mail)|\S+@\S+)[^,]{0,20}\b(?:off|out|from)|unsub\w{0,3}s?c?r?i?b\w*|unsuscribe|"
        r"opt(?:ing)?[- ]?(?:me )?out|stop (?:send|e-?mail|contact|mail|writ|messag|bother|pester)\w*|cease|"
        r"lose (?:my|our|this)|"
        r"erase|leave (?:me|us) alone|get (?:me|us) off|no longer wish|no longer want|do(?:n'?t| not) (?:wish|"
        r"want)|rid of (?:me|us|my)",
        r"(?:don'?t|do not|never|please no|not to|no more|no further|stop)\s(?:\w+ ){0,3}(?:send|write|contact|"
        r"e-?mail|mail|messag\w*|reach|bother|follow|receive|be contacted|hear from)\w*|no longer (?:wish|want|"
        r"need|care)|no (?:more|"
        r"further) (?:e-?mails?|mails?|messages?|contact|correspondence)|(?:don'?t|do not) (?:want|"
        r"wish) to (?:receive|hear|be contacted)|leave (?:me|us) alone",
        r"\bme\b|\bus\b|my (?:\w+ ){0,2}(?:address|e-?mail|mail|name|data|details|information|inbox)|"
        r"our (?:\w+ ){0,2}(?:address|domain|company|inbox|team|details)|this (?:address|e-?mail|mailbox|domain)",
        r"\blists?\b|mailings?|database|e-?mails?|messages?|communications?|contact|newsletter|distribution|"
        r"records|crm|sequence|again|"
        r"any ?more|further|your system|data",
    ),
    "de": Words(
        r"entfern\w*|lösch\w*|streich\w*|nehm\w*|abmeld\w*|austrag\w*|trag\w*|abbestell\w*|unterlass\w*|"
        r"abgemeldet werden",
        r"(?:keine?|nicht|nie|von)[^,]{0,30}(?:mails?|e-mails?|nachrichten|werbung|kontakt\w*|schreib\w*|"
        r"anschreib\w*|schick\w*|send\w*|zusend\w*|angeschrieben|kontaktiert)(?:[^,]{0,25}(?:mehr|schicken|senden|"
        r"zusenden|abzusehen))?|lassen sie mich in ruhe",
        r"\bmich\b|\buns\b|\bmir\b|mein\w* (?:adresse|e-?mail\S*|mail\S*|daten|namen)|unser\w* (?:adresse|"
        r"e-?mail\S*|daten|domain)|diese (?:adresse|mail\S*)",
        r"verteiler\w*|datenbank\w*|liste\w*|newsletter\w*|mailing\w*|e-?mails?|mails?|\baus\b|\bmehr\b|daten",
    ),
    "fr": Words(
        r"retir\w*|supprim\w*|d[ée]sabonn\w*|d[ée]sinscri\w*|arr[êe]te\w*|cess\w*|effac\w*|enlev\w*|radi\w*",
        r"ne\s[^,]{0,12}(?:contact\w*|[ée]cri\w*|envoy\w*|relanc\w*|sollicit\w*)[^,]{0,20}plus|"
        r"ne\s[^,]{0,30}plus\b[^,]{0,30}(?:contact\w*|[ée]cri\w*|envoy\w*|recev\w*|sollicit\w*|relanc\w*)|"
        r"^plus de mails?|(?:plus|"
        r"pas) (?:de|d'|aucun) (?:mails?|e-?mails?|courriels?|messages?)|n'envoyez plus|ne (?:plus|"
        r"pas) me (?:contacter|écrire|relancer)",
        r"\bmoi\b|\bme\b|\bm'|-moi|mon (?:\w+ )?(?:adresse|e-?mail|mail|nom)|mes (?:données|coordonnées)|"
        r"\bnous\b|notre adresse",
        r"listes?|fichiers?|base|mailing|e-?mails?|mails?|courriels?|messages?|newsletter|envois?|données",
    ),
    "es": Words(
        r"quit\w*|solicit\w* (?:la|mi) baja|elimin\w*|borr\w*|d[aáeé]\w* de baja|darme de baja|d[ée]nme|baja\b|"
        r"cancel\w*|retir\w*|"
        r"dej\w* de|suprim\w*|remuev\w*",
        r"no\s[^,]{0,30}(?:env[ií]\w*|escrib\w*|contact\w*|mand\w*|recib\w*|molest\w*)[^,]{0,30}|no (?:más|"
        r"mas) (?:correos?|mails?|e-?mails?|mensajes?)",
        r"\bme\b|\w+(?:me|nos)\b|\bm[ií]\b|mi (?:\w+ )?(?:correo|direcci[óo]n|e-?mail|nombre)|mis datos|nos\b",
        r"listas?|base|correos?|e-?mails?|mails?|mensajes?|bolet[ií]n|datos|\bmás\b",
    ),
    "it": Words(
        r"cancell\w*|rimuov\w*|elimin\w*|togli\w*|disiscri\w*|smett\w*|rimozione",
        r"non\s[^,]{0,30}(?:invi\w*|scriv\w*|contatt\w*|mand\w*|ricev\w*|disturb\w*)[^,]{0,20}(?:più|piu|altr\w+|"
        r"email|"
        r"mail|messaggi)|(?:basta|niente) (?:e-?mail|mail|messaggi)",
        r"\w+mi\b|\bmi\b|\bmio\b|\bmiei\b|il mio (?:indirizzo|nome)|\bci\b|nostro indirizzo",
        r"list[ae]|mailing|database|e-?mail|mail|messaggi|newsletter|dati|indirizzo|\bpiù\b",
    ),
    "nl": Words(
        r"verwijder\w*|uitschrij\w*|schrijf\w*|afmeld\w*|meld\w*|haal\w*|wis\b|stop\w*|schrap\w*",
        r"(?:geen|niet|nooit)\s[^,]{0,30}(?:mails?|e-?mails?|berichten|sturen|stuur\w*|mailen|benader\w*|contact\w*|"
        r"schrijv\w*|ontvang\w*)[^,]{0,15}(?:meer)?|niet meer (?:mailen|benaderen|contacteren|schrijven)",
        r"\bmij\b|\bme\b|\bons\b|mijn (?:\w+ )?(?:adres|e-?mail\S*|gegevens|naam)",
        r"lijst\w*|mailing\w*|bestand|database|e-?mails?|mails?|berichten|nieuwsbrief|\bmeer\b|gegevens",
    ),
    "pt": Words(
        r"remov\w*|retir\w*|exclu\w*|apag\w*|cancel\w*|descadastr\w*|tir\w*|elimin\w*|par[ea]\w* de|sair d[ae]|"
        r"deix\w* de",
        r"n[ãa]o\s[^,]{0,30}(?:envi\w*|mand\w*|escrev\w*|contact\w*|contat\w*|receb\w*)[^,]{0,20}(?:mais|e-?mails?|"
        r"mensagens)",
        r"\bme\b|-me\b|meu (?:\w+ )?(?:e-?mail|endereço|nome|contato)|meus dados|nosso",
        r"listas?|base|e-?mails?|mensagens|cadastro|newsletter|dados|\bmais\b",
    ),
    "pl": Words(
        r"wypis\w*|usu[nń]\w*|skreśl\w*|wykreśl\w*|zrezygn\w*|rezygn\w*|przesta[nń]\w*",
        r"(?:nie|żadnych)\s[^,]{0,30}(?:wysyła\w*|przysyła\w*|pis\w*|kontakt\w*|otrzymywa\w*|maili|wiadomości)",
        r"\bmnie\b|\bmi\b|\bnas\b|m[oó]j\w* (?:adres|mail\w*|e-?mail\w*)|moje dane|mojego",
        r"list[yęaąie]\w*|baz[yęaie]\w*|maili?|e-?maili?|wiadomości|mailing\w*|newsletter\w*|danych|adres\w*|więcej",
    ),
    "sv": Words(
        r"ta bort|avregistrer\w*|avanmäl\w*|avsluta|radera|stryk|sluta|plocka bort",
        r"(?:inte|inga|aldrig|vill ej|ej)\s[^,]{0,30}(?:mejl\w*|mail\w*|skicka\w*|kontakta\w*|utskick|meddelanden|"
        r"få|e-?post)[^,]{0,15}(?:mer|fler|längre)?",
        r"\bmig\b|\boss\b|min (?:\w+ )?(?:adress|mejl\w*|mail\w*|e-?post\w*)|mina uppgifter",
        r"lista\w*|listor|utskick\w*|register|mejl\w*|mail\w*|e-?post|databas\w*|uppgifter",
    ),
    "da": Words(
        r"slet\w*|fjern\w*|afmeld\w*|avmeld\w*|meld\w*|stopp?\w*|tag\b|ta\b",
        r"(?:ikke|ingen|aldrig|aldri)\s[^,]{0,30}(?:mail\w*|e-?mail\w*|e-?post|kontakt\w*|send\w*|skriv\w*|"
        r"henvend\w*|modtage|motta|beskeder)[^,]{0,15}(?:mere|flere|mer|lenger)?",
        r"\bmig\b|\bmeg\b|\bos\b|\boss\b|min (?:\w+ )?(?:adresse|mail\w*|e-?mail\w*|e-?post\w*)|mine (?:data|"
        r"oplysninger|opplysninger)",
        r"list[ea]\w*|mails?|e-?mails?|e-?post|mailing\w*|database\w*|nyhedsbrev\w*|nyhetsbrev\w*|register",
    ),
    "fi": Words(
        r"poista\w*|peruuta\w*|peru\b|lopeta\w*|perukaa",
        r"(?:älkää|älä|en halua|ei enää)\s[^,]{0,40}(?:lähettä\w*|viestejä|posti\w*|yhteyttä|sähköpost\w*)",
        r"\bminut\b|\bminua\b|\bmeidät\b|osoitteeni|sähköpostini|tietoni|minulle",
        r"lista\w*|postitus\w*|rekister\w*|viesti\w*|vieste\w*|sähköposti\w*|tiedot",
    ),
    "cs": Words(
        r"odhl[aá]s\w*|vyřa[dď]\w*|smaž\w*|odstra[nň]\w*|vymaž\w*|zruš\w*|přesta[nň]\w*|odstr[aá]n\w*",
        r"ne(?:piš|posíl|zasíl|kontakt|vol|otravuj)\w*|(?:ne\w+|už|žádné)\s?[^,]{0,30}(?:posíl\w*|zasíl\w*|"
        r"kontakt\w*|psát|píšte|pište|e-?mail\w*|zprávy|"
        r"neposielaj\w*)",
        r"\bm[ěeňn]\b|\bmne\b|\bnás\b|m[ůoô]j\w* (?:e-?mail|adres\w*)|moji adresu|\bma\b|\bmi\b",
        r"seznam\w*|databáz\w*|e-?mail\w*|zpráv\w*|mailing\w*|zoznam\w*|adres\w*|evidence",
    ),
    "ru": Words(
        r"отпи[сш]\w*|удал\w*|исключ\w*|уберите|вычеркн\w*|прекрат\w*|отмен\w*|відпи[сш]\w*|видал\w*|снимите",
        r"(?:не|больше не|хватит|прекратите)\s[^,]{0,30}(?:пиш\w*|писать|присыла\w*|отправля\w*|шлите|слать|"
        r"беспоко\w*|надсила\w*|получать)",
        r"\bменя\b|\bмне\b|\bнас\b|мо[йеию]\w* (?:адрес|почт\w*|email|данн\w*)|\bмене\b|наш адрес",
        r"рассыл\w*|списк\w*|баз[ыуеа]\w*|писем|письма|почт\w*|спам\w*|розсил\w*",
    ),
    "tr": Words(
        r"çıkar\w*|sil(?:in|iniz|ebilir|er|mek)?\b|kaldır\w*|iptal\w*|durdur\w*",
        r"(?:mail|e-?posta|mesaj|ileti)\w*[^,]{0,20}(?:göndermeyin\w*|atmayın\w*|istemiyor\w*|gönderme\w*)|"
        r"yazmayın\w*|rahatsız etmeyin\w*",
        r"\bbeni\b|\bbizi\b|adresimi|e-?postamı|mailimi|bana|benim",
        r"liste\w*|mail\w*|e-?posta\w*|veritaban\w*|bülten\w*",
    ),
    "hu": Words(
        r"iratkoz\w*|töröl\w*|vegyen\w*|távolíts\w*|leiratkoz\w*",
        r"ne (?:küldj\w*|írj\w*|keress\w*|zaklass\w*)|nem (?:szeretnék|kérek|kívánok)[^,]{0,30}(?:e-?mail\w*|"
        r"levelet|üzenet\w*)",
        r"\bengem\b|címem\w*|e-?mail ?címem\w*|adataim\w*|nekem|\bminket\b",
        r"list[aá]\w*|adatbázis\w*|levél|levelet|e-?mail\w*|hírlev\w*",
    ),
    "ja": Words(
        r"停止|解除|削除|外して|やめて|中止|辞退",
        r"(?:メール|配信|送信|連絡|営業)[^,]{0,12}(?:不要|しないで|やめて|お断り|送らないで|控え|要りません|"
        r"いりません)|送らないでください",
        r"私|弊社|当社|当方|こちら|アドレス|宛",
        r"配信|リスト|メール|登録|名簿|データ|案内",
    ),
    "zh": Words(
        r"删除|退订|取消|移除|停止|刪除|退訂",
        r"(?:不要|别|请勿|勿|不再|停止|不想)[^,]{0,8}(?:发|發|联系|聯繫|打扰|打擾|收到|邮件|郵件)",
        r"我|我们|我們|本人|地址|邮箱|郵箱",
        r"邮件|郵件|列表|名单|名單|订阅|訂閱|数据|再",
    ),
    "ko": Words(
        r"삭제|해지|거부|제외|중단|취소",
        r"(?:메일|이메일|연락)[^,]{0,12}(?:보내지|하지|그만|원하지|받고 싶지)",
        r"저|제|저희|주소|우리",
        r"목록|명단|메일|이메일|수신|리스트",
    ),
}

# Answers of one word (or two), in any case and with any punctuation.
ALONE = frozenset(
    """
    abbestellen abmelden abmeldung afmeld afmelden austragen avanmäl avmeld avregistrera baja cancel
    cancelar cancelar-inscrição cancellami cancellare cancellazione delete desabonner descadastrar
    dezabonare disiscrivimi désabonnement désabonner désinscription désinscrire eliminar end entfernen
    frameld iptal leiratkozás listeden-çık lopeta löschen odhlásit odhlásiť opt-out optout peruuta poista
    quit remove remover rezygnuję rimuovimi sair slet stop stopp stopper uitschrijven unsubcribe
    unsubscribe unsubscribed unsuscribe usuń verwijderen wypisz διαγραφή відписатися отписать отписаться
    отпишите стоп الغاء 停止 取消订阅 解除 退訂 退订 配信停止 수신거부
    """.split()  # noqa: SIM905 - a list of a hundred quoted words would be unreadable
)
