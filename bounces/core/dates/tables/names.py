"""Names of months and weekdays, and small numbers, in some thirty languages: folded, without accents.

`*` marks a stem that takes endings; `/xx` binds a word to one language, where others have a word spelled like it.
"""
# ruff: noqa: RUF001 - words of many scripts

MONTHS = """
1 january jan januar januaris janner januari janvier janv gennaio gen enero ene/es janeiro stycze* styczni* sty/pl
1 leden ledna lednu januara januaru tammik* ocak* oca январ* янв січ* ianuari* ian/ro ιανουαρι* ιαν јануар*
1 sijec* jaanuar* jaan janvari* sausi* saus/lt gener يناير جانفي ינואר ژانویه januarja januarju
2 february feb febr februar februari fevrier fev fevr febbraio febrero fevereiro luty lutego lutym lut/pl unor unora
2 unoru februara februaru februarja helmik* subat* sub/tr феврал* фев лют* февруари februari* φεβρουαρι* φεβ
2 фебруар* veljac* veebruar* veebr februar* vasari* vas/lt febrer فبراير فيفري פברואר فوریه
3 march mar marz maerz mrz mars maart mrt marzo marco marzec marca/pl marca/sk marca/sl marcu/pl marcu/sk marec/sk
3 marec/sl brezen brezna breznu maalisk* mart* мар март* берез* marti* μαρτι* μαρ ozuj* marts* kov* marci* مارس
3 מרץ מרס مارچ
4 april apr avril avr abril abr aprile kwiet* kwieci* kwi/pl duben dubna dubnu aprila aprilu huhtik* nisan* nis/tr
4 апрел* апр квіт* април* aprili* απριλι* απρ travanj travnj* aprill* baland* bal/lt أبريل ابريل أفريل אפריל آوریل
5 may mai maj maja maju majem mei maggio mag/it mayo maio majo kvet* touko* mayis* май мая мае маю трав* μαι* μαιου
5 svibanj svibnj* maijs maija maijam geguz* geg/lt maig مايو ماي מאי مه majus* мај маја мају mail/et
6 june jun juni juin giugno giu junio junho czerwiec czerwc* cze/pl cerven cervna cervnu juna junu junija juniju
6 kesak* haziran* haz/tr июн* черв* юни iuni* iun/ro ιουνι* ιουν јун јуна јуну lipanj lipnj* juunis juuni juunini
6 junij junijs birzel* birz/lt juny يونيو جوان יוני ژوئن junius*
7 july jul juli juillet juil giuglio luglio lug/it julio julho lipiec lipc* lip/pl cervenec cervenc* jula julu julija
7 juliju heinak* temmuz* tem/tr июл* лип* юли iuli* iul/ro ιουλι* ιουλ јул јула јулу srpanj srpnj* juuli juulis
7 juulini julij julijs liep* juliol يوليو جويلية יולי ژوئیه julius*
8 august aug aout aou agosto ago/es ago/it ago/pt augusti augustus avgust* avg/sl avg/hr sierp* sie/pl srpen srpna
8 srpnu
8 elok* agustos* agu/tr август* авг серп* αυγουστ* αυγ kolovoz* august* rugpj* agost أغسطس اغسطس غشت أوت אוגוסט اوت
8 augusztus* ogos agustus
9 september sept sep septembre settembre set/it set/pt septiembre setiembre setembro setembre wrzesien wrzes* wrz/pl
9 zari
9 syysk* eylul* eyl/tr сентябр* сен сент верес* септември septembri* σεπτεμβρι* σεπ σεπτ септемб* rujan rujn*
9 septembr* rugsej* rugs/lt سبتمبر شتنبر ספטמבר سپتامبر szeptember* szept september*
10 october oct oktober okt octobre ottobre ott/it octubre outubro out/pt pazdzier* paz/pl rijen rijna rijnu oktobr*
10 lokak*
10 ekim* eki/tr октябр* окт жовт* октомври octombri* οκτωβρι* οκτ октоб* listopad/hr listopada/hr listopadu/hr
10 oktoobr* oktoober spali* spal/lt أكتوبر اكتوبر אוקטובר اکتبر oktober*
11 november nov novembre noviembre novembro listopad/pl listopad/cs listopada/pl listopadu/pl listopadu/cs lis/pl
11 novembr* marrask* kasim* kas/tr ноябр* ноя нояб листопад* ноември noiembri* noi/ro νοεμβρι* νοε νοεμ новемб*
11 studen*
11 lapkri* lapkr/lt نوفمبر נובמבר نوامبر november*
12 december dec dezember dez decembre dicembre dic diciembre dezembro grudzien grudn* gru/pl prosinec prosinc*
12 decembr*
12 jouluk* aralik* ara/tr декабр* дек груд* декември decembri* δεκεμβρι* δεκ децемб* prosinac detsemb* dets gruod*
12 desembre desember des/no des/ca des/id ديسمبر דצמבר دسامبر december*
"""

WEEKDAYS = """
1 monday mondays montag* lundi lunes lunedi maandag* segunda/pt poniedzial* mandag* maanantai* pondeli понедел*
1 понеділ*
1 pazartesi* hetfo* luni/ro ponedelj* ponedjelj* pondelok pondelk* δευτερα* esmaspaev* pirmdien* pirmadien* dilluns
1 الاثنين الإثنين isnin senin manudag*
2 tuesday tuesdays dienstag* mardi martes martedi dinsdag* terca/pt wtorek wtork* tirsdag* tisdag* tiistai* utery
2 вторник*
2 вівтор* sali/tr salidan saliya kedd* marti/ro utorak utork* torek/sl torka/sl utorok τριτη* teisipaev* otrdien*
2 antradien* dimarts الثلاثاء selasa уторак
3 wednesday wednesdays mittwoch* mercredi miercoles mercoledi woensdag* quarta/pt sroda srode srody onsdag* keskiviik*
3 streda stredu stredy среда среду среды середа середу середи сряда carsamba* szerda* szerdan miercuri/ro srijed*
3 sreda sredu sredo τεταρτη* kolmapaev* tresdien* treciadien* dimecres الأربعاء rabu
4 thursday thursdays donnerstag* jeudi jueves giovedi donderdag* quinta/pt czwartek czwartk* torsdag* torstai* ctvrtek
4 ctvrtka четверг* четвер четверга четвъртък persembe* csutortok* joi/ro cetvrtak cetvrtk* cetrtek cetrtk* stvrtok
4 stvrtk* πεμπτη* neljapaev* ceturtdien* ketvirtadien* dijous الخميس khamis kamis
5 friday fridays freitag* vendredi viernes venerdi vrijdag* sexta/pt piatek piatk* fredag* perjantai* patek patku
5 пятниц*
5 п'ятниц* петък cuma/tr cumaya cumadan pentek* vineri/ro petak petka/hr petka/sl petek piatok piatk* παρασκευη* reede
5 reedel reedeni reedest piektdien* penktadien* divendres الجمعة jumaat jumat
6 saturday saturdays samstag* sonnabend* samedi sabado sabato zaterdag* sobota sobote soboty sobotu lordag*
6 lauantai* суббот* субот* събота cumartesi* szombat* sambata/ro subota subotu soboto σαββατο* laupaev* sestdien*
6 sestadien* dissabte السبت sabtu
7 sunday sundays sonntag* dimanche domingo domenica zondag* niedziel* sondag* sunnuntai* nedele nedeli nedelja nedeljo
7 nedelju nedjelj* воскресен* неділ* неделя pazar/tr pazara vasarnap* duminica κυριακη* puhapaev* svetdien*
7 sekmadien* diumenge الأحد ahad
"""

# They count beside a date, and English ones right after a word of return.
SHORT_WEEKDAYS = """
1 mon mo lun lu pon pn пн pzt po δευ pirmd
2 tue tues mar mart di wt ut вт sal τρι tir tis ti
3 wed mi mer mie sr st ср cet sze ons woe qua ke
4 thu thur thurs jeu jue gio qui czw ct чт csut πεμ tor don
5 fri fr ven vie sex pt пт cum pen παρ fre vrij pe
6 sat sa sam sab sob zat lor сб szo la
7 sun so dim dom zon nd ne вс paz vas κυρ son su
"""

NUMBERS = """
1 one a an eine einer einem ein une un una uma um een en et ett jeden jedno yksi yhden bir egy одну один μια ena
2 two couple zwei deux dos due twee dois duas dwa dwie to tva kaksi kahden dva dve iki ket ketto два две дві δυο doua
2 doi
2 kaks kahe divas divam du dvi dvieju hai dua zwo tveimur
3 three drei trois tres tre drie trzy kolme kolmen tri uc harom три τρεις trei tris tiga kolm kolme ba
4 four vier quatre cuatro quattro quatro cztery fyra fire nelja neljan ctyri styri cetiri stiri dort negy четыре
4 чотири patru
5 five funf fuenf cinq cinco cinque vijf piec fem viisi viiden pet bes ot пять cinci
6 six sechs seis sei zes szesc sex seks kuusi kuuden sest alti hat шесть sase
7 seven sieben sept siete sette zeven siedem sju syv seitseman sedm sedem yedi het семь
8 eight acht huit ocho otto oito osiem atta otte kahdeksan osm osem sekiz nyolc восемь opt
10 ten zehn dix diez dieci dez tien dziesiec tio ti kymmenen deset on tiz десять zece
12 twelve zwolf douze doce dodici twaalf
14 fourteen vierzehn quatorze catorce quattordici veertien
15 quinze quince quindici fifteen
"""
