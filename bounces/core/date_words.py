"""Names of months and weekdays, and the words that stand around a return date, for some twenty languages."""
# ruff: noqa: RUF001 - words of many scripts


def _numbered(table: str) -> dict[str, int]:
    """Stem to number, from lines that begin with the number."""
    lines = [line.split() for line in table.strip().split("\n")]
    return {stem: int(line[0]) for line in lines for stem in line[1:]}


# Stems of months. A stem counts only beside a day number; any ending may follow.
MONTHS = _numbered("""
1 january januar januari janvier jan gennaio gen enero ene janeiro янв січ stycz sty leden ledna led tammi
1 ocak oca ιαν
2 february februar feb févr fév fevr fev феврал фев лют luty lute únor února úno helmi şubat şub φεβ
3 march märz maerz mär mrz mars marts maart mrt marzo mar març março март мар берез marc marz brez břez
3 maalis mart μαρ márc
4 april apr avril avr abril abr апрел апр квіт kwiet kwi dub huhti nisan nis απρ ápr aprile
5 may mai maj maggio mag mayo mei мая май трав maja kvě květ touko máj μαι maio
6 june juni jun juin giugno giu junho июн черв czerw cze červn čer kesä haziran haz ιουν jún junio
7 july juli jul juillet juil luglio lug julho июл лип lipca lipiec lip července červenec heinä temmuz tem
7 ιουλ júl julio
8 august aug août aout aoû agosto ago август авг серп sierp sie srpna srpen srp elo ağustos ağu αυγ augusti
9 september sept sep settembre set septiembre setembro сентябр сен верес wrześ wrz září zář syys eylül eyl
9 szept σεπ septembre
10 october oktober okt oct ottobre ott octubre outubro out октябр окт жовт paździer paź říjn říj loka ekim
10 eki οκτ octobre október
11 november nov novembre noviembre ноябр ноя листоп listopad lis marras kasım kas νοε novembro
12 december dez dec déc dic dezember diciembre dicembre dezembro декабр дек груд grudnia grudzień gru prosin
12 pro joulu aralık ara δεκ décembre
""")

# Stems of ISO weekdays. Short English ones are left out: "mon" and "sun" are words elsewhere.
WEEKDAYS = _numbered("""
1 monday montag lundi lunes lunedì lunedi maandag segunda poniedział måndag mandag maanantai pondělí
1 понедельник pazartesi hétfő 月曜 星期一 周一 월요일
2 tuesday tues dienstag mardi martes martedì martedi dinsdag terça wtor tisdag tirsdag tiistai úterý вторник
2 salı kedd 火曜 星期二 周二 화요일
3 wednesday mittwoch mercredi miércoles mercoledì mercoledi woensdag quarta środ onsdag keskiviikko středa
3 středu сред çarşamba szerda 水曜 星期三 周三 수요일
4 thursday thurs donnerstag jeudi jueves giovedì giovedi donderdag quinta czwart torsdag torstai čtvrtek
4 четверг perşembe csütörtök 木曜 星期四 周四 목요일
5 friday freitag vendredi viernes venerdì venerdi vrijdag sexta piąt fredag perjantai pátek pátku пятниц
5 cuma péntek 金曜 星期五 周五 금요일
6 saturday samstag sonnabend samedi sábado sabato zaterdag sobot lördag lørdag lauantai sobota суббот
6 cumartesi szombat 土曜 星期六 周六 토요일
7 sunday sonntag dimanche domingo domenica zondag niedziel söndag søndag sunnuntai neděl воскресень pazar
7 vasárnap 日曜 星期日 周日 일요일
""")

# Words right before a first day back.
BACK_BEFORE = (
    r"(?:back|return\w*|resum\w*|reopen\w*|available|again|reachable|respond|reply|answer)\b(?: \w+){0,6}|"
    r"\bab(?: dem)?|wieder\b(?: \w+){0,5}|zurück(?: \w+){0,3}|rückkehr(?: \w+){0,2}|erreichbar(?: \w+){0,2}|"
    r"de retour(?: \w+){0,3}|à partir du|a partir du|reviens\w*(?: \w+){0,2}|reviendrai(?: \w+){0,2}|"
    r"reprendrai(?: \w+){0,3}|retour(?: \w+){0,3}|dès le|"
    r"regres\w+(?: \w+){0,3}|vuelv\w+(?: \w+){0,3}|volver[ée](?: \w+){0,3}|de vuelta(?: \w+){0,2}|a partir del?|"
    r"reincorpor\w+(?: \w+){0,3}|"
    r"rientr\w+(?: \w+){0,3}|torn\w+(?: \w+){0,3}|\bdal(?: giorno)?|riprender\w+(?: \w+){0,3}|vanaf|"
    r"terug(?: \w+){0,3}|weer (?:\w+ ){0,3}|"
    r"retorn\w+(?: \w+){0,3}|volt\w+(?: \w+){0,3}|regress\w+(?: \w+){0,3}|wrac\w+(?: \w+){0,2}|"
    r"wróc\w+(?: \w+){0,2}|\bod(?: dnia)?|tillbaka(?: \w+){0,3}|åter(?: \w+){0,3}|öppnar(?: \w+){0,3}|"
    r"tilbage?(?: \w+){0,3}|tilbake(?: \w+){0,3}|retur(?: \w+){0,2}|palaan(?: \w+){0,3}|takaisin(?: \w+){0,3}|"
    r"zpět(?: \w+){0,3}|odpovím(?: \w+){0,2}|вернусь(?: \w+){0,2}|буду(?: \w+){0,4}|\bс|営業開始は|再開は?|복귀"
)
# Words right before a last day away, or a day of which it is unclear.
AWAY_BEFORE = (
    r"until|till|through|thru|til|up to|up to and including|to|and|"
    r"bis(?: einschlie(?:ß|ss)lich| einschl\.?| inkl\.?)?(?: zum| einschl\.| einschlie(?:ß|ss)lich)*|und|"
    r"jusqu'au|jusqu'à|jusqu’au|au|al|hasta(?: el)?(?: día)?|a|fino al?|sino al?|tot(?: en met)?|t/m|"
    r"até(?: o)?(?: dia)?|"
    r"do(?: dnia)?|till(?: och med)?|t\.?o\.?m\.?|til(?: og med)?|до|по|直到|至|到|から|～|~|-|–|—"
)
# Words right after a first day back, and after a last day.
BACK_AFTER = (
    r"より|以降|から|に?(?:出社|復帰|再開|戻)|恢复|回复|返回|上班|回来|tarihinde (?:dön|ofis)|döneceğim|-?(?:án|"
    r"én|tól|től)?\s?(?:leszek|"
    r"ismét)|부터|takaisin|zpět"
)
AWAY_AFTER = (
    r"まで|之前|为止|asti|saakka|\w{0,4}(?:'?[yıiu]?[ae] kadar)|tarihine kadar|arası|-ig\b|inclus|inclusive|compreso|"
    r"включительно|włącznie|včetně|까지|inkl"
)

# Words in the neighbourhood that make a date none of ours.
FOREIGN = (
    r"\bsince\b|\bseit\b|\bdepuis\b|\bdesde (?:el|há)\b|\bsedan\b|\bsiden\b|\bsinds\b|от \d|sent on|received on|"
    r"dated|wrote on|geschrieben am|vom \d{1,2}\.\d{1,2}\.\d{2,4} \d|left (?:the|us|our)|last day|switched off|"
    r"abgeschaltet|deactivated|closed? on|registered|handelsregister|is also|ebenfalls|également|with effect"
)
