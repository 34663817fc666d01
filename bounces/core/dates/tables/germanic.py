"""Words around return dates: English, German, Dutch and the languages of the north."""

TABLES = {
    "en": """
back: back return returning returns resume resumes resuming resumed reopen reopens reopening re-open catch_up
back: pick_~_up
back: reply replying respond responding answer get_back getting_back attend_to be_in_touch reading_mail open_again
back: first_day_back online_again checking_email follow_up read_~_message see_your_message deal_with
reach: available reachable contactable in_the_office in_office at_my_desk at_work at_the_desk on_site in_the_building
away: away out_of_office out_of_the_office out_of_town out_of_the_country ooo off out on_leave leave vacation
away: vacationing holiday
away: holidays pto travelling traveling travel trip closed shut conference sabbatical sick_leave unavailable
away: unreachable
away: offline absent absence annual_leave abroad overseas unable retreat training jury_duty bereavement shutdown
away: hospital surgery limited_access intermittent_access on_the_road day_off days_off wfh honeymoon parental
away: paternity maternity
away: not_around not_be_around without_access no_access no_~_access not_in not_at_work slow slower delayed
away: skiing sailing hiking camping fishing cycling climbing diving cruising trade_fair at_sea unplugged
not: not no never won don cannot can't isn without nor neither
until: until till til thru through to_and_including up_to up_to_and_including before by
until: up_until
whole: through thru inclusive throughout
from: from starting beginning commencing effective after as_of
since: since as_of_~_no_longer dated
sent: sent received wrote on_your_message posted
other: colleague colleagues deputy assistant boss manager he she they who mr mrs ms dr covering cover covers covered
other: stand-in
other: replacement substitute himself herself his her their
contact: contact call ring phone reach_out write_to email_me email_us speak_to please_try ask reach turn_to forward
first: i im we i'm ourselves we're office my_return our_office our_offices our_team our_company our_shop our_store
first: our_studio
event: visit_us show exhibition expo webinar offer sale discount newsletter book_now deadline ends register join_us
event: meet_us see_you
event: stand booth hall promotion order_by open_day
work: hours opening_hours office_hours business_hours hours_are working_hours i_work my_working_days working_days
work: we_work
conn: to through until till thru and_~_until
and: and or but as_well_as plus
between: between
small: on the of at in a an morning afternoon evening this coming day approximately around about including end_of_day
small: close_of_business first thing again noon early
small: is be will latest eod cob close
next: next following
this: this current rest_of_the remainder_of_the rest
week: week weeks wk wks fortnight w_c
day: day days
month: month months
year: year
begin: beginning start early
mid: mid middle
end: end late
whole: whole entire all throughout during
today: today tonight
tomorrow: tomorrow
overmorrow: day_after_tomorrow
inn: in within
for: for the_next another
be: am m i'm im i_am i_ll_be i_will_be
loc: in at near on
plain: date currently you of it as any if at have not there that can would the my your with and email thank you please
plain: is are will have message
also: also
me: me my
full: through thru including inclusive
past: was were had_been
gone: leave_the_company leaving_the_company leaving_the_business registered switched_off switched deactivated
gone: shut_down closed_down last_day_at last_day_with last_day_was
gone: last_working_day
gone: left_the left_our no_longer_with no_longer_work no_longer_employed no_longer_part retired
gone: retiring resigned will_be_closed_down new_address address_has email_address_has discontinued
back: return* reopen* resum* next_in in_again
next: new_year
sent: message_of mail_of email_of message_from email_from mail_from enquiry_of note_of
""",
    "de": """
back: zuruck wieder zuruckkehren ruckkehr ruckkehre zuruckkommen beantworten beantworte antworten antworte melde
back: melden
back: zuruckgekehrt offnen offnet wiederzusehen weiter_geht bearbeiten bearbeite bearbeitet kummern
reach: erreichbar verfugbar im_buro im_haus im_dienst ansprechbar anwesend im_einsatz am_platz prasent da
away: urlaub urlaubsbedingt abwesend abwesenheit ausser_haus ausser_hause dienstreise geschaftsreise geschlossen
away: betriebsferien
away: betriebsurlaub elternzeit mutterschutz verreist unterwegs krank krankheitsbedingt krankgeschrieben ferien frei
away: fortbildung
away: messe schulung montage kur reha geschaftlich verhindert werksferien sabbatical weihnachtsferien sommerpause
away: jahresurlaub
away: resturlaub eingeschrankt brauchturlaub auszeit abwesenheitszeit nicht_arbeite homeoffice weg
not: nicht kein keine keinen keinem nie niemand
until: bis vor
from: ab nach beginnend dem_~_an
since: seit seither
sent: gesendet geschrieben eingegangen ihre_nachricht_vom ihre_nachricht ihre_mail ihre_e-mail_vom erhalten
other: kollege kollegin kollegen kolleginnen vertretung vertritt vertreten vertreter vertreterin frau herr herrn chef
other: chefin
other: sie_ist er_ist er_hat ihrerseits seinerseits stellvertreterin stellvertreter der_auch die_auch
contact: wenden kontaktieren anrufen schreiben erreichen hilft anrufen rufen
first: ich wir bin unser unsere mein_buro
event: messestand besuchen_sie rabatt angebot newsletter webinar aktion gewinnspiel stand halle anmeldeschluss
event: tag_der_offenen
work: offnungszeiten sprechzeiten burozeiten geschaftszeiten arbeitstage erreichen_sie_uns_montags arbeite_ich
conn: bis
and: und oder sowie
between: zwischen zeitraum
small: am an der den dem die das zum einschliesslich einschl inkl im in erst voraussichtlich spatestens fruhestens vom
small: von einem
small: morgens fruh abend vormittag nachmittag ca etwa kommenden kommende diesen spater uhr mit und_mit des
next: nachste nachsten nachster kommende kommenden kommender
afternext: ubernachste ubernachsten ubernachster
this: diese dieser diesen laufenden ganze
week: woche wochen kw kalenderwoche kalenderwochen wo
day: tag tage tagen
month: monat monats monate monaten
year: jahr jahres
begin: anfang beginn
mid: mitte
end: ende monatsende jahresende
whole: ganzen gesamten wahrend
today: heute
tomorrow: morgen
overmorrow: ubermorgen
inn: in
for: fur die_nachsten
be: bin
loc: in im auf bei an
plain: und der die das ist mit fur ihre sie bitte vielen dank nachricht werden von mail ihnen
also: ebenfalls auch
me: mich mir mein meine meiner meinem meinen
full: einschliesslich einschl inkl inklusive
past: war waren
gone: ausgeschieden abgeschaltet deaktiviert nicht_mehr_fur nicht_mehr_bei nicht_mehr_tatig verlassen scheide
gone: letzter_arbeitstag gultig_ab neue_adresse neue_e-mail abgestellt ruhestand
back: zuruck* beantwort* ruckkehr* wiedereroffn*
away: urlaub* abwesen* betriebsferien* dienstreis* geschaftsreis* elternzeit* fortbildung* krankgeschr* sommerferien*
away: winterferien* osterferien* weihnachtsferien*
reach: erreichbar*
next: neuen_jahr neues_jahr
end: monatsende jahresende
month: monatsende
year: jahresende
sent: nachricht_vom mail_vom schreiben_vom
""",
    "nl": """
back: terug weer retour terugkeer terugkomst hervat hervatten beantwoord beantwoorden antwoord antwoorden reageer
back: reageren
back: opnieuw heropend heropenen open_weer terugkeren oppakken
reach: bereikbaar aanwezig beschikbaar op_kantoor op_het_werk
away: afwezig vakantie verlof vrij weg gesloten ziek reis buiten_kantoor buiten_het_kantoor onbereikbaar afwezigheid
away: congres
away: zwangerschapsverlof ouderschapsverlof zakenreis zomervakantie training uit_kantoor kerstvakantie beperkt
not: niet geen nooit
until: tot t/m t_m voor
from: vanaf na met_ingang_van ingaande
since: sinds
sent: verzonden gestuurd ontvangen
other: collega collega's vervanger mevrouw meneer dhr mevr hij zij ze vervangster waarnemer
contact: contact mailen bellen bel wenden neem
first: ik wij ons onze we
event: beurs aanbieding korting nieuwsbrief stand webinar actie
work: openingstijden kantoortijden werkdagen werk_ik
conn: tot t/m tot_en_met
and: en of
between: tussen
small: de het op om tot en met den een in pas van aanstaande deze a.s as uiterlijk ochtend ochtends half dag
next: volgende komende aanstaande
this: deze rest
week: week weken wk
day: dag dagen
month: maand maanden
year: jaar
begin: begin
mid: midden half
end: eind einde
whole: hele gedurende
today: vandaag
tomorrow: morgen
overmorrow: overmorgen
inn: over binnen
for: voor komende
be: ben zit
loc: in op bij
plain: de het een en van ik uw bedankt bericht voor mijn niet kan
also: vervangt ook
me: mij mijn me
full: t_m tot_en_met tm inclusief
past: was waren
gone: werkzaam uit_dienst opgeheven afgesloten
away: vakantie* afwezig* verlof* zakenreis*
back: terugk* beantwoord* heropen*
next: nieuwe_jaar
sent: bericht_van mail_van e-mail_van
end: maandeinde
month: maandeinde
""",
    "sv": """
back: tillbaka ater oppnar svarar svara aterkommer aterkomma aterkomst besvara besvarar igen aterga
reach: anstraffbar nabar tillganglig pa_kontoret kontaktbar pa_plats
away: semester ledig borta franvarande tjansteresa foraldraledig stangt sjuk sjukskriven resa resande bortrest
away: semesterstangt
away: franvaro kurs konferens utomlands pappaledig mammaledig foraldraledighet upptagen begransad ledigt
not: inte ej inga ingen
until: till tills fram_till t.o.m t_o_m tom fore innan
from: fran fr.o.m f_o_m from efter
since: sedan
sent: skickat skickades
other: kollega kollegor ersattare vikarie chef han hon de
contact: kontakta ring ringa mejla maila vand
first: jag vi vart
event: massa mass monter erbjudande rabatt nyhetsbrev webbinarium
work: oppettider kontorstider
conn: till till_och_med t.o.m
and: och eller samt
between: mellan
small: den det av pa i till och med om kl igen d senast forst preliminart cirka
next: nasta kommande
this: denna hela veckan resten
week: vecka veckan veckor veckorna v
day: dag dagar
month: manad manaden manader
year: ar aret
begin: borjan
mid: mitten medio
end: slutet
whole: hela under
today: idag
tomorrow: imorgon
overmorrow: overmorgon
inn: om
for: i de_narmaste
be: ar
loc: i pa vid
plain: och att det som ar har med for mitt ditt tack mail kan inte ni
also: ocksa aven
me: mig min mitt
full: till_och_med til_og_med t_o_m tom
past: var
gone: slutat slutar ny_adress pension
away: semester* franvar* foraldraled* tjanstere* sjukskr*
back: tillbaka* besvara* aterkom* oppna*
next: nya_aret
sent: meddelande_fran mejl_fran
""",
    "da": """
back: tilbage retur igen svarer svare besvarer besvare abner genabner vender
reach: tilgaengelig traeffes pa_kontoret til_stede kontaktes at_traeffe
away: ferie fri fravaerende bortrejst orlov barsel lukket syg forretningsrejse rejse sommerferie ude kursus
away: ferielukket kontoret_er_lukket
away: efterarsferie vinterferie juleferie afspadserer fravaer vaek begraenset
not: ikke ingen ej
until: til t.o.m t_o_m indtil frem_til inden
from: fra efter
since: siden
sent: sendt modtaget
other: kollega kolleger vikar chef han hun stedfortraeder
contact: kontakt kontakte ring skriv henvend
first: jeg vi vores
event: messe stand tilbud rabat nyhedsbrev webinar
work: abningstider kontortid
conn: til til_og_med indtil
and: og eller samt
between: mellem
small: den d pa i til og med om kl igen forst senest det de af ca
next: naeste kommende
this: denne hele resten
week: uge ugen uger ugerne
day: dag dage
month: maned maneden maneder
year: ar
begin: begyndelsen starten
mid: midten medio
end: slutningen udgangen ultimo
whole: hele under
today: idag i_dag
tomorrow: imorgen i_morgen
overmorrow: i_overmorgen
inn: om
for: i de_naeste
be: er
loc: i pa ved
plain: og at det som er har med for min din tak mail kan ikke hilsen
also: ogsa
me: mig min mit
full: til_og_med t_o_m
past: var
gone: fratradt stoppet ny_adresse
away: ferie* fravaer* barsel* forretningsrej*
back: tilbage* besvar* genabn*
next: nye_ar
""",
    "no": """
back: tilbake igjen retur svarer svare besvarer apner gjenapner
reach: tilgjengelig treffes pa_kontoret til_stede pa_jobb
away: ferie fri fravaerende bortreist permisjon stengt syk tjenestereise reise sommerferie ute kurs pappaperm
away: foreldrepermisjon
away: fravaer paskeferie juleferie vinterferie hostferie sykmeldt avspaserer borte begrenset
not: ikke ingen
until: til t.o.m t_o_m tom frem_til innen
from: fra f.o.m etter
since: siden
sent: sendt mottatt
other: kollega kolleger vikar sjef han hun stedfortreder
contact: kontakt kontakte ring skriv henvend ta_kontakt
first: jeg vi vart
event: messe stand tilbud rabatt nyhetsbrev webinar
work: apningstider kontortid
conn: til til_og_med
and: og eller samt
between: mellom
small: den pa i til og med om kl igjen forst senest det de d
next: neste kommende
this: denne hele resten
week: uke uken uka uker ukene
day: dag dager
month: maned maneden maneder
year: ar
begin: begynnelsen starten
mid: midten medio
end: slutten
whole: hele under
today: idag i_dag
tomorrow: imorgen i_morgen
overmorrow: i_overmorgen
inn: om
for: i de_neste
be: er
loc: i pa ved
plain: og at det som er har med for min din takk mail kan ikke hilsen epost
also: ogsa
me: meg min mitt
full: till_och_med til_og_med t_o_m tom
past: var
gone: sluttet ny_adresse
away: ferie* fravaer* permisj* tjenesterei*
back: tilbake* besvar* gjenapn*
next: nye_aret nytt_ar
""",
}
