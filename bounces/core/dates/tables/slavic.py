"""Words around return dates: the Slavic languages."""
# ruff: noqa: RUF001 - words of many scripts

TABLES = {
    "pl": """
back: wracam wroce wracamy wrocimy powrot powrotu powrocie powroce odpowiem odpisze odpowiemy ponownie znowu znow
back: wznawiamy otwieramy
reach: dostepny dostepna obecny obecna w_biurze w_pracy osiagalny osiagalna
away: urlop urlopie urlopu nieobecny nieobecna poza delegacji delegacja zwolnieniu zwolnienie niedostepny niedostepna
away: nieczynne
away: nieobecnosc nieobecnosci wyjezdzie wolne zamkniete macierzynskim konferencji szkoleniu
not: nie bez
until: do przed
from: od po poczawszy
since: pracuje_od
sent: wyslano otrzymano z_dnia
other: kolega kolezanka pan pani p on ona zastepuje zastepstwo szef kolege kolezanke
contact: kontakt kontaktowac dzwonic pisac prosze_o_kontakt
first: jestem bede przebywam wracam wroce jestesmy mam odpowiem
event: targi targach oferta promocja rabat newsletter
work: godziny godzinach
conn: do a
and: i oraz lub
between: miedzy dniach
small: dnia w we na r dniu wlacznie roku do ponownie dopiero tym najblizszy najblizszego przyszly z przyszlego dni
next: przyszlym przyszly nastepnym przyszlego przyszla nastepny
this: tym biezacym
week: tydzien tygodniu tygodnia tygodnie tygodni tyg
day: dzien dni
month: miesiac miesiacu miesiaca
year: rok roku
begin: poczatku poczatek poczatkiem
mid: polowie polowy polowa
end: koniec konca koncu
whole: caly cala przez
today: dzis dzisiaj
tomorrow: jutro jutra
overmorrow: pojutrze
inn: za
for: na przez
be: jestem przebywam
loc: w na
plain: nie za dziekuje wiadomosc dzien dobry pozdrawiam prosze mail moja panstwa jest sie
also: rowniez takze tez
me: mnie mna mojego moim
full: wlacznie
past: bylem bylam bylismy
gone: juz_nie odszedl odeszla nieaktywny nowy_adres emeryturze
back: wrac* wroc* odpow* odpis* powrot* powrac*
away: urlop* nieobec* delegacj* zwolnien* nieczynn* zamkniet*
next: nowym_roku nowego_roku
sent: wiadomosc_z wiadomosci_z
""",
    "cs": """
back: zpet vracim vratim navrat odpovim odpovidat budu_zpatky zpatky opet znovu otevirame
reach: dostupny dostupna k_dispozici v_kancelari zastihnete k_zastizeni
away: dovolena dovolenou dovolene mimo nepritomen nepritomna sluzebni pracovni_ceste zavreno nemocna nemocen cerpam
away: volno
away: nepritomnost nedostupny nedostupna materske neschopnosti
not: ne neni nejsem nebudu bez
until: do pred
from: od po
since: jiz_od
sent: odeslano ze_dne
other: kolega kolegyne kolegu kolegyni pan pani on ona zastupuje zastup
contact: kontaktujte obratte volejte piste
first: jsem budu mam cerpam jsme vracim vratim odpovim
event: veletrh nabidka sleva
work: oteviraci
conn: do az
and: a i nebo
between: mezi obdobi
small: dne v ve na vcetne az opet znovu do pristi z den
next: pristi
this: tento
week: tyden tydnu tydne tydny tydnech
day: den dny dni
month: mesic mesici mesice
year: rok roku
begin: zacatku zacatkem pocatku
mid: polovine polovina poloviny
end: konec konce koncem
whole: cely celou
today: dnes
tomorrow: zitra zitrka
overmorrow: pozitri
inn: za
for: na po
be: jsem
loc: v na
plain: dobry den dekuji vas zprava vasi email pozdravem je se na zpravu
also: take tez
me: me mne mem mou
full: vcetne
past: byl byla
gone: jiz_nepracuje uz_nepracuje zruseny nova_adresa
back: vrat* vrac* odpov* navrat*
away: dovolen* nepritom* nemocen* pracovni_ceste
sent: zprava_ze zpravu_ze
""",
    "sk": """
back: spat vratim vraciam navrat odpoviem opat znova otvarame
reach: dostupny dostupna k_dispozicii v_kancelarii zastihnete
away: dovolenke dovolenka dovolenku mimo nepritomny nepritomna sluzobnej pracovnej_ceste zatvorene cerpam volno
away: nepritomnost nedostupny nedostupna
not: nie nebudem bez niesom
until: do pred
from: od po
sent: odoslane
other: kolega kolegyna kolegu kolegynu pan pani on ona zastupuje
contact: kontaktujte obratte volajte piste
first: som budem mam cerpam sme vratim odpoviem
conn: do az
and: a alebo
between: medzi
small: dna v vo na vratane az do buduci opat z dni
next: buduci buducom
this: tento
week: tyzden tyzdna tyzdni tyzdne
day: den dni
month: mesiac mesiaca
begin: zaciatku zaciatkom
mid: polovici polovica polovice
end: koniec konca koncom
today: dnes
tomorrow: zajtra
overmorrow: pozajtra
inn: o
for: na
be: som
loc: v na
plain: dobry den dakujem vas sprava vasu email pozdravom je sa na spravu za
also: tiez
me: mna mojom
full: vratane
past: bol bola
back: vrat* vrac* odpov* navrat*
away: dovolen* nepritom*
""",
    "ru": """
back: вернусь возвращаюсь вернемся возвращение возвращения снова отвечу ответим выхожу выйду буду_на_связи
back: буду_на_месте
back: буду_в_офисе в_офисе_буду на_связи_буду приступлю открываемся буду_доступен буду_доступна
reach: доступен доступна на_связи в_офисе на_месте на_работе на_рабочем_месте
away: отпуск отпуске отпуска отсутствую отсутствие командировке командировка болею больничном выходной выходные закрыт
away: закрыто
away: отсутствовать недоступен недоступна отъезде декрете каникулы
not: не нет без
until: до перед
from: с со после начиная
since: работаю_с
sent: отправлено получено
other: коллега коллеге коллегу коллеги он она замещает начальник заместитель
contact: обращайтесь обращаться звоните пишите свяжитесь
first: я мы буду вернусь нахожусь отвечу
event: выставка выставке скидка скидки акция рассылка
work: часы_работы
conn: по до
and: и или
between: между период
small: в во на включительно числа го года понедельник утра следующий следующего ближайший
next: следующей следующая следующий следующего
this: этой этот
week: неделя неделе недели недель неделю
day: день дня дней
month: месяц месяце месяца
year: год года
begin: начале начала
mid: середине середины
end: конец конца конце
whole: весь всю
today: сегодня
tomorrow: завтра
overmorrow: послезавтра
inn: через
for: на течение
be: нахожусь
loc: в на
plain: добрый день спасибо за ваше письмо сообщение по вопросам и это меня
also: также тоже
me: мне мной моего
full: включительно
past: был была были
gone: больше_не уволился уволилась новый_адрес
back: верн* возвращ* возврат* отвечу* ответ*
away: отпуск* отсутств* командиров* больнич*
next: новом_году нового_года
sent: письмо_от сообщение_от
""",
    "uk": """
back: повернуся повертаюся повернення знову відповім відповідь
reach: доступний доступна на_звязку в_офісі на_місці
away: відпустка відпустці відпустку відсутній відсутня відрядженні лікарняному вихідний зачинено
not: не немає без
until: до перед
from: з із після від починаючи
other: колега колеги він вона заміняє
contact: звертайтеся телефонуйте пишіть
first: я ми буду повернуся перебуваю
conn: по до
and: і та або й
between: між
small: в у на включно числа року го наступний
next: наступний наступного наступному
this: цей цього
week: тиждень тижня тижні тижнів
day: день дні днів
month: місяць місяця
begin: початку
mid: середині середини
end: кінець кінця кінці
today: сьогодні
tomorrow: завтра
overmorrow: післязавтра
inn: через
for: на
be: перебуваю
loc: в у на
plain: добрий день дякую за ваш лист повідомлення та що мене
also: також теж
full: включно
past: був була
back: поверн* відповім*
away: відпуст* відсутн* відрядж*
""",
    "bg": """
back: връщам върна отново обратно завръщане отговоря завръщам
reach: разположение наличен
away: отпуск отпуска почивка отсъствам командировка извън болничен затворен
not: не няма без няма_да
until: до преди
from: от след
other: колега колегата той тя замества
contact: свържете обърнете обадете
first: аз съм ще сме
conn: до
and: и или
between: между
small: в на включително г число
next: следващата следващия
this: тази
week: седмица седмици
day: дни ден
begin: началото
mid: средата
end: края край
today: днес
tomorrow: утре
overmorrow: вдругиден
inn: след
for: за
be: съм
loc: в на
plain: здравейте благодаря съобщение за вашето се и да
also: също
back: върна* връща* завръща* отгов*
away: отпуск* отсъств* командиров*
""",
    "hr": """
back: vracam vracamo vratit povratak odgovorit ponovno ponovo natrag opet враћам поново вратићу
reach: dostupan dostupna u_uredu u_kancelariji доступан
away: odmoru odmor godisnjem odsutan odsutna odsustvu sluzbenom putu bolovanju zatvoreno odsutnost odsustvo
away: van_kancelarije
away: одмору одсутан путу годишњем одсуству
not: ne nisam necu nece бити не
until: do prije pre до
from: od nakon posle poslije од
other: kolega kolegica kolegu kolegicu gospodin gospodja on ona mijenja
contact: obratite kontaktirajte javite nazovite
first: ja sam cu mi smo nalazim vracam
conn: do до
and: i ili и
between: izmedu izmedju
small: u na dana ukljucivo godine zakljucno dan ponovno тек
next: sljedeci sljedeceg sljedecem iduci iducem sledece sledeci sljedecega
this: ovaj ovog
week: tjedan tjedna tjednu nedelje sedmice
day: dan dana
begin: pocetkom pocetka
mid: sredinom sredine
end: kraj kraja krajem
today: danas
tomorrow: sutra
overmorrow: prekosutra preksutra
inn: za
for: na
be: sam nalazim
loc: u na
plain: postovani hvala na poruci vasoj za se je molim vas
also: takoder takodje
full: ukljucivo
past: bio bila
back: vrati* vraca* povrat* odgovor*
away: odmor* godisnj* odsut* odsustv*
""",
    "sl": """
back: vracam vrnem vrnila vrnil nazaj spet ponovno odgovoril odgovorila odgovorim
reach: dosegljiv dosegljiva v_pisarni
away: dopustu dopust odsoten odsotna sluzbeni poti bolniski zaprto odsotnost
not: ne nisem brez nebom
until: do pred
from: od po
other: sodelavec sodelavka sodelavko gospa gospod on ona nadomesca
contact: obrnite kontaktirajte poklicite
first: jaz sem bom smo vrnem
conn: do
and: in ali
between: med
small: v dne na vkljucno ponovno
next: naslednji naslednjega prihodnji prihodnjega
this: ta tega
week: teden tedna tednu
day: dan dni
begin: zacetku
mid: sredini sredine
end: koncu konca konec
today: danes
tomorrow: jutri
overmorrow: pojutrisnjem
inn: cez
for: za
be: sem
loc: v na
plain: pozdravljeni hvala za sporocilo vase se je vam bom
also: tudi
full: vkljucno
past: bil bila
back: vrnem* vrnil* vrnem* odgovor*
away: dopust* odsot*
""",
}
