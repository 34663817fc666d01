"""Words around return dates: Finnish, Hungarian, the Baltic languages, Turkish, Hebrew, Arabic and others."""
# ruff: noqa: RUF001 - words of many scripts

TABLES = {
    "fi": """
back: palaan palaamme takaisin vastaan vastaamme jalleen avaamme paluuni paluu paluupaiva toissa
reach: tavoitettavissa paikalla toimistolla tyopaikalla
away: lomalla loma vuosilomalla kesalomalla talvilomalla poissa matkoilla tyomatkalla matkalla vapaalla suljettu
away: vanhempainvapaalla
away: poissaolo sairaslomalla hiihtolomalla joululomalla kiinni poissaoloni lomani koulutuksessa
not: en ei emme
until: kunnes ennen
post_until: asti saakka
from: alkaen jalkeen
post_from: alkaen lahtien jalkeen
since: lahtien
sent: lahetetty
other: kollega kollegani sijainen sijaiseni sijaisenani han tuuraa tuuraaja esimieheni
contact: ota_yhteytta yhteytta soita soittakaa ottaa
first: olen minä palaan palaamme olemme vastaan lomani
event: messut messuilla tarjous uutiskirje
work: aukioloajat
conn: asti
and: ja tai seka
between: valisen valilla
small: ti ke to pe la su klo taas vasta paivana mukaan lukien viimeistaan toihin toimistolle paivaan paiva paivan
small: viela
next: ensi seuraavalla
this: talla taman
week: viikko viikolla viikon viikot viikkoa viikoilla vk vko
day: paiva paivaa paivan
month: kuukausi kuukauden kuukautta kuussa
begin: alussa alkuun alku
mid: puolivalissa puolivaliin
end: loppuun lopussa loppu
whole: koko
today: tanaan
tomorrow: huomenna huomiseen
overmorrow: ylihuomenna
inn: paasta
for: ajan
be: olen
loc: matkoilla
plain: kiitos viestista viestistasi ja on terveisin hei voit sahkoposti asioissa kiireellisissa
also: myos
me: minuun minua
full: mukaan
past: olin olimme
gone: ei_ole_enaa lopettanut elakkeella uusi_osoite
back: palaa* vastaan* vastaam* avaam*
away: lomal* loman* lomam* matkoil* tyomatk* vapaal* poissa* vuosilom* kesalom* talvilom* sairaslom*
reach: tavoitett*
""",
    "et": """
back: tagasi naasen vastan uuesti
reach: kattesaadav kontoris
away: puhkusel puhkus eemal lahetuses kontorist_eemal haiguslehel suletud valjas
not: ei ole_~_kattesaadav
until: kuni enne
from: alates parast
other: kolleeg kolleegi tema asendab
contact: poorduge votke helistage
first: olen ma mina oleme naasen
conn: kuni
and: ja voi
between: vahemikus
small: a kaasa arvatud kuni kell on
next: jargmisel jargmise
week: nadal nadalal nadala nadalat
day: paeva paev
begin: alguses alguseni
mid: keskel keskpaigas
end: lopus lopuni
today: tana
tomorrow: homme
inn: parast
for: jooksul
be: olen
plain: tere tanan kirja eest teie ja on
also: ka
back: tagasi* naas* vasta*
away: puhku* lahetus* haigus*
""",
    "lv": """
back: atgriezisos atgriezos atpakal atbildesu atkal
reach: pieejams pieejama biroja
away: atvalinajuma atvalinajums prombutne komandejuma slegts slimibas prom
not: ne nebusu neesmu
until: lidz
from: no sakot pec
other: kolege kolegis vina vins aizvieto
contact: sazinieties zvaniet rakstiet
first: es esmu busu mes
conn: lidz
and: un vai
between: starp
small: gada ieskaitot dienai g
next: nakamaja nakama
week: nedela nedelas nedelu
day: dienas diena
begin: sakuma
mid: vidu vidus
end: beigam beigas
today: sodien
tomorrow: rit
be: esmu
loc: biroja
plain: labdien paldies par jusu vestuli un ir
also: ari
back: atgriez* atbild*
away: atvalinaj* komandej* prombut*
""",
    "lt": """
back: grisiu griztu atsakysiu vel grizimo
reach: pasiekiamas pasiekiama biure
away: atostogauju atostogose atostogos nedirbu komandiruoteje isvykes isvykusi nera
not: ne nebusiu nesu
until: iki
from: nuo po
other: kolege kolega ji jis pavaduoja
contact: kreipkites skambinkite rasykite
first: as esu busiu mes grisiu
conn: iki
and: ir ar
between: tarp
small: d m imtinai dienos
next: kita kitos
week: savaite savaites savaiciu sav
day: dienos dienu
begin: pradzios pradzioje
mid: vidurio viduryje
end: pabaigos pabaigoje
today: siandien
tomorrow: rytoj
be: esu
plain: laba diena dekoju uz jusu laiska ir
also: taip_pat
back: grisi* griz* atsaky*
away: atostog* komandiruot* isvyk*
""",
    "hu": """
back: vissza visszaterek visszajovok visszaerek valaszolok valaszolni ujra ismet leszek_ujra munkaba nyitunk
reach: elerheto elerhetoek irodaban bent dolgozom
away: szabadsagon szabadsag szabadsagom szabadsagot tavol hazon_kivul utazom zarva nyaralok betegszabadsagon
away: tavolletem
away: szabadsagomat vagyok_uton kikuldetesben
not: nem nincs
post_until: ig jaig jeig eig aig
post_from: tol
from: utan
other: kollegam kollegano kolleganom ur urno helyettes helyettesit o
contact: keresse forduljon hivja irjon fordulhat
first: vagyok leszek vagyunk leszunk en
conn: tol
and: es vagy
between: kozott
small: a az kb ev napjan napjaig an en
next: jovo
this: ez_a ezen
week: het heten hetig hetet hetek
day: nap napig napon
month: honap honapban honapig
begin: elejen elejeig eleje
mid: kozepen kozepeig kozepe
end: vegen vegeig vege
today: ma
tomorrow: holnap holnapig
overmorrow: holnaputan
inn: mulva
for: at
be: vagyok
loc: ban
plain: koszonom levelet udvozlettel kerem es hogy a az tisztelt
also: szinten
me: velem
past: voltam
gone: mar_nem
back: vissza* valaszol* munkanap* nyit*
away: kulfold* szabads* tavol* betegszab* kikuldet*
reach: elerhet*
next: kovetkezo*
""",
    "tr": """
back: donecegim donuyorum donus ofiste yeniden tekrar donus_tarihim isbasi donecegiz doneriz yanitlayacagim basliyorum
reach: ulasilabilir musait ofiste_olacagim
away: izindeyim izinde izinliyim izin tatildeyim tatilde disindayim disinda seyahatte seyahatteyim kapali kapaliyiz
away: raporluyum yokum
away: izinli olmayacagim bulunmayacagim izinliyiz
not: degil olmayacagim
post_until: kadar dek
post_from: itibaren sonra beri
other: arkadasim meslektasim hanim bey o vekalet da_izinde
contact: ulasabilirsiniz yazabilirsiniz arayabilirsiniz iletisime
first: ben izindeyim donecegim olacagim tatildeyim biz izinliyim
conn: ile
and: ve veya
between: arasi arasinda tarihleri
small: tarihine tarihinde tarihinden tarihi gunu a e ya ye ta te da de dan den tan ten in nin sabahi gunune gununden i
next: gelecek onumuzdeki
this: bu
week: hafta haftaya haftalik haftanin
day: gun gunu
month: ay ayin ayi
begin: basi basinda basina basindan
mid: ortasi ortasinda ortasina
end: sonu sonunda sonuna
today: bugun
tomorrow: yarin
inn: icinde sonra
be: ben
plain: merhaba tesekkurler icin mesajiniz acil ve bir
me: bana benimle
past: izindeydim tatildeydim
gone: ayrildi ayrildim yeni_adres
back: donece* donuyo* donus* yanitla*
away: izin* tatil* seyahat* kapali* raporlu*
""",
    "he": """
back: אחזור חוזר חוזרת אשוב שוב אענה נחזור חזרה שב
reach: זמין זמינה במשרד
away: בחופשה חופשה חופש בחופש נעדר נעדרת סגור סגורים במילואים איני אינני היעדרות בחו״ל לא_אהיה מחוץ
not: לא אין
until: עד לפני
from: מ החל אחרי לאחר
other: עמית עמיתה הוא היא מחליף מחליפה
contact: לפנות פנו התקשרו
first: אני אהיה אנחנו נהיה אחזור
conn: עד
and: ו
between: בין
small: ה ב ל יום ביום בתאריך תאריך למשרד לעבודה כולל ולכולל ועד
next: הבא הבאה
week: שבוע שבועות בשבוע
day: ימים
begin: תחילת
mid: אמצע
end: סוף
today: היום
tomorrow: מחר
overmorrow: מחרתיים
be: אני
loc: ב
plain: שלום תודה על הודעה הודעתך של את
also: גם
""",
    "ar": """
back: سأعود أعود العودة وسأعود سأرد نعود عودتي اعود ساعود
reach: متاح متواجد بالمكتب في_المكتب
away: إجازة اجازة خارج غائب مسافر سفر مغلق إجازتي عطلة غير
not: لا لن ليس بدون غير
until: حتى لغاية قبل
from: من ابتداء اعتبارا بعد
other: زميل زميلي زميلتي هو هي
contact: التواصل الاتصال
first: أنا أكون سأكون نحن سأعود
conn: إلى الى حتى
and: و
between: بين
small: يوم في تاريخ بتاريخ ال الموافق من شهر
next: القادم المقبل القادمة
week: أسبوع الأسبوع أسابيع
day: أيام
begin: بداية
mid: منتصف
end: نهاية
today: اليوم
tomorrow: غدا
be: أنا
plain: شكرا رسالتك على مرحبا السلام
also: أيضا
""",
    "fa": """
back: برمیگردم بازمیگردم بازگشت برگشت خواهم
away: مرخصی سفر تعطیل غیبت
until: تا
from: از پس
first: من
conn: تا
and: و
small: روز تاریخ در
next: آینده
week: هفته
tomorrow: فردا
plain: سلام ممنون پیام شما
""",
    "id": """
back: kembali membalas masuk
reach: tersedia di_kantor
away: cuti libur dinas luar tidak_berada
not: tidak belum
until: sampai hingga sebelum s.d sd
from: mulai dari setelah
other: rekan ia dia bapak ibu
contact: hubungi menghubungi
first: saya kami
conn: sampai hingga s.d sd
and: dan atau
small: tanggal pada hari dengan tgl
next: depan
week: minggu pekan
day: hari
month: bulan
begin: awal
mid: pertengahan
end: akhir
today: ini
tomorrow: besok
overmorrow: lusa
inn: dalam
for: selama
be: saya
plain: terima kasih atas pesan anda email untuk akan
also: juga
""",
    "vi": """
back: tro_lai quay_lai lam_viec_tro tra_loi
reach: co_mat
away: nghi_phep nghi di_cong_tac vang_mat ngoai
not: khong
until: den het truoc
from: tu sau ke
conn: den
and: va
small: ngay thu thang nam vao het hai ba tu
first: toi chung_toi
next: sau toi
week: tuan
tomorrow: mai
be: toi
plain: cam on email cua ban xin chao se
""",
    "is": """
back: aftur kem svara
away: fri frii orlofi leyfi
until: til
from: fra
first: eg
conn: til
and: og
small: og med thann a
plain: takk fyrir postinn
""",
}
