"""Words of German and Dutch. The roles are explained in `roles`."""

GERMANIC: dict[str, str] = {
    "de": """
        interest: bock lust
        act: zeige_ich_sie/euch/dich zeigen_wir_sie/euch melde_ich_sie/euch/das melden_wir_sie/das erstatte_ich
        act: erstatten_wir
        else: noch_eine/so/ein beim_nachsten nachstes_mal bei_weiter* sonst andernfalls wenn_noch nochmal
        else: wenn_sie_~_weiter/nochmal/wieder
        addr: *adresse *adressen
        list: sequenz kampagne
        idiom: schluss_mit_~_mails/mail/emails/werbung/nachrichten/anfragen ^unterlass*_sie_das/dies$
        idiom: wie_melde_ich_mich_ab wie_melde_ich_mich_~_ab wie_melden_wir_uns_ab
        work: tatig beschaftigt angestellt arbeitet arbeite
        left: arbeitsverhaltnis_~_beendet arbeitsverhaltnis_endete hat_uns_verlassen
        company: haus hauses hause
        send: *schicken *schickt *schreiben *schreibt *senden *sendet *mailen
        list: *verteiler *liste *datenbank *bestand *kartei
        mail: nachfrag* nachhak* ruckfrag*
        whole: alle aller
        idiom: sie_blockiert ihre_adresse_blockiert ihnen_blockiert
        mail: *akquise
        ack: nummer_~_erfasst ist_~_angekommen bei_uns_angekommen in_kurze melden_uns
        report: geht_das_an geht_es_an geht_an
        notice: hilft_das hilft_ihnen nicht_weitergeleitet vertretung
        idiom: raus_damit
        topic: angebot* preis* muster katalog* prospekt* demo testzugang kosten kostet preise
        mail: *mails *mailings nachfass* anschreiben werbesendung*
        idiom: widerspruch_gegen_~_werb* lege_~_widerspruch_ein widerspruch_ein$
        shut: geschlossen
        sure: werktag* vorgangsnummer ticketnummer fallnummer bearbeitungsnummer
        away: betriebsurlaub* sommerpause winterpause
        notice: liebe_kund* sehr_geehrte_kund* werte_kund* keine_mails keine_emails nicht_gelesen reihe_nach lesen_keine
        notice: danach_bearbeit* bearbeiten_~_danach
        left: haus_~_verlassen firma_verlassen nicht_mehr_fur_unser
        unmonitored: postfach_wird
        changed: mailadressen_haben emailadressen_haben adressen_haben_sich adressen_~_geandert kunftig_an neue_adressen
        idiom: weg_damit$
        use: verwend* verwert* benutz* nutz* genutzt gebrauch*
        can: konnen konnten konnte kann konnt wurden wurde wollen mochten magst willst kannst konntest
        can: durfen durft darfst
        want: dankbar froh verbunden soll darf dafur_sorgen veranlass*
        remove: herausnehm* rausnehm* herausgenommen rausgenommen herauszunehmen runternehm* rauswerf* rausstreich*
        idiom: letzte_mail/email/nachricht/post_von/die ohne_uns/mich_in_zukunft
        me: uns_alle uns_allen niemand_von_uns keiner_von_uns alle_von_uns alle_hier
        company: uns_alle uns_allen niemand_von_uns keiner_von_uns alle_von_uns alle_hier
        whole: uns_alle uns_allen niemand_von_uns keiner_von_uns alle_von_uns alle_hier
        interest: interessiert interesse bedarf
        please: bitte
        filler: zu den der die das von vom per via an auf irgendwelche irgendwie solche solchen dazu noch davon es
        filler: daran
        perf: habe hat haben
        unsub: abmeld* austrag* abbestell* abzumelden auszutragen abzubestellen abmeldung
        past: abgemeldet ausgetragen abbestellt
        remove: entfern* losch* loesch* tilg* streich*
        sent: angeschrieben kontaktiert geschickt gesendet angerufen belastigt angemailt
        gone: gestrichen geloscht geloescht entfernt genommen abgemeldet ausgetragen
        part: nehm* nimm trag* meld* schmeiss* werf* wirf hol*
        off: aus raus heraus ab von
        stop: stopp stoppt stoppen hor*_auf hor*_~_auf unterlass* aufhor* aufzuhoren einstell* einzustellen
        stop: verzicht* abseh* abzusehen seh*_sie_von seh*_sie_~_von sieh*_~_von abstand unterbind* sein_lassen
        stop: stell*_~_ein lass*_das lass*_es stell*_sie_~_ein seh*_~_davon_ab
        neg: nix net nimmer nicht nie niemals kein* nichts niemand* verschon* weder spar*_sie_sich spart_euch
        send: schick* schreib* sende senden sendet zusend* zuschick* zuzusend* zuzuschick* anschreib* anzuschreib*
        send: kontaktier* kontaktaufnahm* belastig* nerv* mail mailen mailt stor* spamm* email schreiben zukommen
        send: melden kontakt behellig* bombardier*
        get: erhalt* bekomm* empfang* kriege* horen
        want: mocht* will wollen wunsch* bitt* gern* wurd* verlang* forder* wunschen hatt*
        me: mich mir uns
        my: mein* unser*
        i: ich wir
        mail: mail* nachricht* werbung werbe* post zuschrift* kontaktaufnahm* kontakt infomail* akquise* rundmail*
        mail: infos angebote anfragen kontaktversuch* kontaktanfrag* zusendung* information*
        list: verteiler* datenbank* liste* mailing* kartei system kontaktliste* adressliste* versand
        list: mailverteiler* adressbuch
        addr: adress* mailadress* emailadress* daten namen name kontaktdaten eintrag postfach domain emailadresse
        addr: mailadresse kontakt
        more: mehr weiter* kunftig* zukunft* erneut wieder nochmal* zukunftig* fort* fern*
        this: diese* das es
        your: ihr* euch euer* eure* sie dein* ihnen
        other: anhang anlage* datei* rechnung* angebot vertrag* termin* einladung* auto fahrzeug kunden nutzer
        other: link bestell* katalog* kollegin pdf prasentation unterlagen muster freitext passwort seite zeile
        other: empfanger
        limit: bis vor erst bevor heute morgen montag* dienstag* mittwoch* donnerstag* freitag* nach ehe
        hes: zoger* vergess* scheu* zogern
        need: musst* mussen brauch*
        click: klick* link hier impressum datenschutz datenschutzerklarung
        still: immer noch schon bereits trotz mehrfach wiederholt erneut mal warum
        whole: niemand* alle* ganze* gesamt* keiner jeder* samtlich* komplett*
        company: firma unternehm* domain* haus betrieb team kollegen mitarbeiter* abteilung* organisation*
        idiom: lass*_mich/uns_~_ruhe lass*_sie/ihr_~_mich/uns_~_ruhe in_ruhe_lassen verschon*_~_mich/uns
        idiom: vergess*_meine_adresse raus_aus_~_verteiler* weg_~_verteiler* schluss_damit nicht_mehr_belastigen
        idiom: hor*_~_damit_auf genug_davon widersprech*_~_nutzung widersprech*_~_verarbeitung
        idiom: widersprech*_~_verwendung widersprech*_~_werb* widersprech*_~_zusendung widerruf*_~_einwilligung
        idiom: lassen_sie_das lass_das hiermit_widerspreche ^nie_wieder$ streich*_mich/uns nicht_mehr_anschreiben
        idiom: nicht_mehr_kontaktieren keine_kontaktaufnahme will_da_raus mochte_da_raus aus_~_verteiler_raus
        idiom: aus_~_liste_raus von_~_liste_runter sperrliste blacklist ^hor_auf$ ^horen_sie_auf$ ^hort_auf$
        idiom: ^schluss$
        law: datenschutzgrundverordnung datenschutzrecht* bundesdatenschutz* bdsg wettbewerbsrecht*
        law: telemediengesetz tkg ttdsg unlauter* gesetz
        authority: datenschutzbehorde* aufsichtsbehorde* landesdatenschutz* datenschutzbeauftragt*
        authority: bundesnetzagentur verbraucherzentrale* wettbewerbszentrale polizei provider rtr
        report: melden meld* beschwer* anzeig* gemeldet anzeige weiterleiten markiert
        lawyer: anwalt* rechtsanwalt* anwalte rechtsabteilung kanzlei justiziar*
        threat: abmahn* unterlassungserklarung* unterlassungsanspruch* unterlassungsklage* strafanzeige
        threat: rechtliche_schritte rechtlich_vorgeh* anzeige_erstatt* klage_einreich* rechtliche*_konsequenz*
        threat: rechtsweg schadensersatz
        violate: verstoss* rechtswidrig* unzulassig* illegal* unerlaubt* ohne_~_einwilligung gesetzwidrig*
        violate: verboten keine_einwilligung nie_eingewilligt unverlangt* unaufgefordert* verletz*
        right: fordere verlange artikel art auskunft recht hiermit nachweis frist
        harass: belastigung* belastigend* stalking nachstellung
        abuse: arschloch* verpiss* leck*_mich wichser* scheiss* hau/haut/hauen_ab hau/haut_~_ab hauen_sie_ab fick*
        abuse: drecks* penner vollidiot* spinner
        abuse: idiot* deppen frechheit unverschamt*
        folder: ordner filter spamordner* spamfilter* junk*
        spam: spammt spamt zugespammt
        away: abwesend abwesenheit* *urlaub urlaub* *ferien ausser_haus ausser_hause ausserhaus nicht_im_buro
        away: nicht_im_haus nicht_im_hause nicht_im_dienst nicht_erreichbar nicht_anwesend nicht_verfugbar
        away: nicht_da dienstreise* geschaftsreise* verreist *elternzeit mutterschutz krank krankgeschrieben
        away: krankheit* nicht_arbeite* unterwegs geschlossen betriebsferien *auszeit sabbatical homeoffice*
        away: fortbildung nicht_am_arbeitsplatz nur_eingeschrankt eingeschrankt unerreichbar frei nicht_personlich
        away: erst_wieder erst_ab *schulung *seminar auf_einer_messe auf_der_messe auf_messe tagung konferenz
        away: arbeite_nicht *lehrgang
        be: bin befinde buro praxis werde derzeit zurzeit aktuell momentan sind haben ist habe
        was: war waren hatte hatten gewesen zuruck_aus wieder_da wieder_zuruck
        back: zuruck wieder ruckkehr erreichbar
        till: bis ab vom von einschliesslich zwischen kw seit
        notice: dringend* eilig* notfall* vertret* abwesenheit ruckkehr weitergeleitet vielen_dank_fur_ihre
        notice: danke_fur_ihre zugriff gelesen beantwort* wenden_sie
        colleague: chef* kolleg* vorgesetzt* mann frau leiter* er
        left: ausgeschieden nicht_mehr_fur nicht_mehr_bei nicht_mehr_im_unternehmen nicht_mehr_in_unserem
        left: nicht_mehr_tatig nicht_mehr_beschaftigt nicht_langer verlassen ruhestand pensioniert in_rente
        left: nicht_mehr_zum nicht_mehr_teil
        unmonitored: nicht_mehr_gelesen nicht_gelesen nicht_mehr_betreut nicht_uberwacht nicht_mehr_uberwacht
        unmonitored: nicht_mehr_genutzt nicht_mehr_verwendet nicht_mehr_aktiv nicht_mehr_gultig
        unmonitored: nicht_mehr_in_gebrauch nicht_mehr_bearbeitet nicht_mehr_abgerufen abgeschaltet stillgelegt
        unmonitored: deaktiviert nicht_mehr_existent ungultig nicht_betreut nicht_mehr_in_verwendung
        changed: neue_email neue_mail neue_adresse neue_emailadresse neue_mailadresse adresse_hat_sich_geandert
        changed: adresse_geandert emailadresse_geandert geanderte_email neuen_adresse neuen_email
        ack: eingegangen eingangsbestatigung eingang_ihrer eingang_~_bestatigen vorgangsnummer ticketnummer
        ack: vorgang_wurde anfrage_erhalten nachricht_erhalten email_erhalten mail_erhalten bearbeitungsnummer
        ack: schnellstmoglich werden_uns_~_melden bearbeiten_~_anfrage empfangsbestatigung fallnummer
        ack: danke_fur_ihre_anfrage vielen_dank_fur_ihre_anfrage aktenzeichen kundenservice offnungszeiten
        ack: servicezeiten geschaftszeiten sprechzeiten werktag*
        auto: automatisch* automatisiert* nicht_antworten nicht_auf_diese antworten_sie_~_nicht autoreply
        auto: generiert* systemgeneriert
        challenge: bestatigen_sie_~_mensch kein_roboter zuruckgehalten absender_bestatigen als_absender_bestatigen
        challenge: zugestellt_werden freigeben freischalten bestatigungslink
        word: ist sind und oder aber wenn wie was wer da dass ob mit bei hallo guten tag grussen danke auch nur
        word: sehr dann jetzt im am ein eine einen einem wurde hier noch schon man bitte
        agree: klingt_gut/interessant/spannend hort_sich_gut/interessant gerne sehr_gerne ja_gern* ja_bitte
        agree: interessiert_mich interessiert_uns rufen_sie_mich rufen_sie_uns schicken_sie_mir/uns
        agree: senden_sie_mir/uns mehr_informationen weitere_informationen mehr_erfahren mehr_dazu
        agree: termin_vereinbaren konnen_wir_telefonieren passt_mir passt_uns freue_mich unterlagen_~_schicken
        agree: haben_interesse habe_interesse hatte_interesse hatten_interesse grosses_interesse wurde_passen
        decline: kein_interesse keinen_bedarf kein_bedarf nicht_interessiert nein_danke haben_schon haben_bereits
        decline: bereits_versorgt zufrieden_mit sind_zufrieden gut_versorgt kein_budget nicht_relevant
        decline: derzeit_nicht momentan_nicht aktuell_nicht passt_nicht kommt_nicht_in_frage verzichten kein_thema
        decline: nicht_geplant gut_aufgestellt
        refer: falscher_ansprechpartner falsche_ansprechpartner* nicht_der_richtige nicht_die_richtige
        refer: nicht_zustandig zustandig_ist zustandig_fur nicht_mehr_zustandig an_meine_kollegin
        refer: an_meinen_kollegen meine_kollegin mein_kollege weitergeleitet leite_~_weiter wenden_sie_sich
        refer: ansprechpartner* betreut_bei macht_bei_uns kummert_sich falsche_adresse
        cond: wenn_sie falls_sie sofern_sie mochten_sie sollten_sie wenn_du wenn_ihr
        call: anruf* anzuruf* telefon*
        instruct: antworten antworte antwortet
    """,
    "nl": """
        want: hoef
        act: doe_ik_aangifte doe_aangifte doen_wij/we_aangifte dien_ik meld_ik_jullie/u/dit
        else: nog_een/eens volgende_keer/mail anders als_u/jullie_~_doorgaat/doorgaan/nog
        list: sequentie campagne
        idiom: ^geen_reclame$ hoe_meld_ik_me/mij/ons_af hoe_meld_ik_me/mij_~_af hoe_melden_wij/we_ons_af
        work: werkzaam werkt werk dienst
        left: dienstverband_~_beeindigd organisatie_~_verlaten bedrijf_~_verlaten
        changed: nieuwe_adres pas_uw_adresboek
        ack: binnengekomen
        mail: gespam gemail
        stop: hou*_es_op
        topic: offerte* prijs* voorstel* monster* catalogus brochure demo
        stop: achterwege_te_laten achterwege
        shut: gesloten
        sure: werkdag* ticketnummer zaaknummer
        notice: beste_klant* geachte_klant* niet_gelezen
        ack: uw_mail_ontvangen uw_email_ontvangen uw_bericht_ontvangen bericht_ontvangen mail_ontvangen is_~_ontvangen
        left: niet_meer_bij_ons werk_~_niet_meer_bij niet_meer_werkzaam per_~_uit_dienst
        changed: mailadres_is_gewijzigd adres_is_veranderd mailadres_is_veranderd bereikt_u_~_via
        unmonitored: mailbox_wordt postvak_wordt
        use: gebruik* gebruikt benut*
        can: kunt kan kunnen kun zou zouden wilt wil mag mogen
        want: op_prijs dankbaar blij mag
        interest: interesse geinteresseerd interessant belangstelling
        please: graag alsjeblieft alstublieft aub svp
        filler: de het een te om op via per van aan naar
        perf: heb heeft hebben
        unsub: uitschrij* afmeld* uitgeschreven uit_te_schrijven af_te_melden
        past: uitgeschreven afgemeld
        remove: verwijder* wis wissen schrap* weghalen verwijdering
        sent: benaderd gemaild gecontacteerd gebeld lastiggevallen
        gone: verwijderd uitgeschreven geschrapt afgemeld
        part: schrijf schrijft meld meldt haal haalt halen gooi neem
        off: uit van af
        stop: stop stoppen stopt ophoud* hou*_op hou*_~_op staak staken
        neg: niet geen nooit niks niets niemand weiger*
        send: contacter* stuur* sturen mail mailen mailt schrijf* schrijven benader* contacteer* contact lastig*
        send: zend* spam*
        get: ontvang* krijg* horen
        want: wil willen wens* graag liever verzoek* vraag wilt zou prijs_op weiger*
        me: mij me ons
        my: mijn onze ons
        i: ik wij we
        mail: mail* bericht* post reclame nieuwsbrie* contact info mails aanbiedingen
        list: lijst* bestand* database systeem nieuwsbrief mailing* verzendlijst maillijst adressenbestand
        addr: adres* gegevens naam mailadres emailadres domein
        more: meer langer verder* weer voortaan toekomst nogmaals opnieuw
        this: dit deze
        your: uw jullie je jouw u
        other: bijlage* factuur facturen bestelling* offerte* contract* klanten afspraak link uitnodiging
        other: vergadering document*
        limit: voor tot vandaag morgen maandag dinsdag woensdag donderdag vrijdag voordat
        hes: aarzel* vergeet
        need: hoeft hoef nodig
        click: klik* link hier privacybeleid
        still: nog steeds al weer keer waarom
        whole: niemand iedereen hele alle allemaal gehele
        company: bedrijf* domein* organisatie collega* firma medewerkers
        idiom: laat_mij/me/ons_met_rust laat_mij/me/ons_~_met_rust val_mij/me/ons_niet_lastig vergeet_mijn_adres
        idiom: rot_toch_op hou_er/ermee/hiermee_mee/op hou_hier_mee_op haal_mij/me/ons_eraf haal_mij/me/ons_van
        idiom: van_deze_lijst_af van_de_lijst_af zwarte_lijst ^hou_op$ ^stop_ermee
        law: avg telecommunicatiewet privacywet* gegevensbescherming wet
        authority: autoriteit_persoonsgegevens acm politie toezichthouder* ap
        report: klacht* meld* melding aangifte gerapporteerd gemeld
        lawyer: advoca* jurist* rechtsbijstand
        threat: juridische_stappen gerechtelijke_stappen rechtszaak aangifte_doen aansprakelijk* klacht_indien*
        threat: klacht_ind* dien_~_klacht ingebrekestelling
        violate: overtred* schend* illega* onrechtmatig* zonder_~_toestemming strijd verboden ongevraagd*
        violate: overtreed* schendt
        right: eis artikel recht rechten sommeer vorder
        harass: lastigvallen stalk* intimid*
        abuse: rot_op flikker_op klootza* kloten lul lullen hufter* oplichter* sodemieter_op tyf* kanker* idioot
        abuse: idioten opgezouten
        folder: map filter* spammap ongewenst
        spam: spammen spamt gespamd
        away: afwezig* *vakantie niet_aanwezig niet_op_kantoor niet_bereikbaar *verlof verlof vrij gesloten
        away: zakenreis niet_beschikbaar ziek buitenland weg niet_werkzaam_tot beperkt_bereikbaar vakantiedag*
        away: buiten_kantoor zwangerschapsverlof werk_niet werk_~_niet
        be: ben ik momenteel kantoor zijn is ons wegens
        was: was waren was_ik ben_weer ben_terug
        back: terug weer retour
        till: tot vanaf van t_m met
        notice: dringend* spoed* afwezigheid terugkomst bedankt_voor dank_voor toegang beantwoord* urgente
        colleague: baas collega* manager chef man vrouw hij zij
        left: niet_meer_werkzaam niet_langer_werkzaam werkt_niet_meer werkt_niet_langer uit_dienst verlaten
        left: pensioen niet_meer_in_dienst
        unmonitored: niet_gelezen niet_meer_gelezen niet_gemonitord niet_meer_in_gebruik niet_meer_gebruikt
        unmonitored: niet_meer_actief niet_bemand wordt_niet_bekeken opgeheven
        changed: nieuw_mailadres nieuw_emailadres nieuwe_emailadres nieuw_adres nieuwe_mailadres
        changed: adres_is_gewijzigd emailadres_is_gewijzigd emailadres_gewijzigd
        ack: ontvangstbevestiging ontvangen_en goede_orde_ontvangen hebben_uw_~_ontvangen hebben_je_~_ontvangen
        ack: ontvangst_van ticketnummer zaaknummer uw_aanvraag uw_vraag zo_spoedig_mogelijk zo_snel_mogelijk
        ack: nemen_~_contact_met_u_op werkdagen
        auto: automatisch* niet_te_beantwoorden niet_beantwoorden niet_reageren gegenereerd*
        challenge: geen_robot bevestig*_dat_u verifi*
        word: is zijn en of maar als hoe wie wat dat hallo bedankt met zeer ook een goedemorgen geachte beste
        agree: klinkt_goed/interessant ja_graag interesseert_mij interesseert_ons heb_interesse hebben_interesse
        agree: ben_geinteresseerd zijn_geinteresseerd bel_mij/me stuur_mij/me/ons meer_informatie meer_weten
        agree: laten_we_bellen afspraak_maken lijkt_me_goed/interessant leuk_idee graag_een_afspraak
        decline: geen_interesse niet_geinteresseerd nee_bedankt nee_dank geen_behoefte hebben_al_een al_voorzien
        decline: tevreden_met geen_budget niet_nodig nu_niet niet_op_dit_moment past_niet geen_belangstelling
        decline: niet_aan_de_orde
        refer: niet_de_juiste_persoon verkeerde_persoon niet_verantwoordelijk ga_ik_niet_over ga_daar_niet_over
        refer: neem_contact_op_met mijn_collega doorgestuurd stuur_~_door verantwoordelijk_voor gaat_hierover
        refer: gaat_daarover verkeerd_adres
        cond: indien_u als_u wilt_u wenst_u
        call: bel bellen belt
        instruct: antwoord beantwoord reageer
    """,
}
