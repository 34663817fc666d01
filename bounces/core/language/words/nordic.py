"""Words of Swedish, Danish and Norwegian. The roles are explained in `roles`."""

NORDIC: dict[str, str] = {
    "sv": """
        act: anmaler_jag anmaler_vi jag_anmaler vi_anmaler polisanmaler
        else: nasta_gang/mejl/mail en_gang_till mejl/mail_till annars
        list: sekvens kampanj
        idiom: ^ingen_reklam$
        work: arbetar jobbar anstalld
        left: avslutat_~_anstallning avslutade_~_anstallning lamnat_~_tjanst
        ack: kommit_fram inom_kort
        send: horde_av hora_av
        topic: offert* pris* forslag* prover katalog* demo
        shut: stangt stangd stangda
        sure: arbetsdag* arendenummer
        notice: kara_kund* laser_inte
        hes: laser lasa
        ack: tagit_emot svarar_inom
        left: slutat_hos
        unmonitored: brevladan_stangs brevlada_stangs
        changed: bytt_mejl* bytt_adress
        use: anvand* nyttja*
        can: kan kunde skulle vill far
        want: tacksam glad far
        interest: intresserad* intresse
        please: snalla tack vanligen
        filler: att en ett de det den pa av till om via
        perf: har
        unsub: avregistrer* avanmal* avprenumerer* avmal* avsluta_~_prenumeration
        past: avregistrerad avanmald
        remove: radera* stryk* ta_bort ta_~_bort tar_bort tar_~_bort plocka_bort plocka_~_bort tagit_bort borttag*
        remove: rensa
        sent: kontaktad
        gone: borttagen borttagna raderad struken avregistrerad
        off: bort av fran
        stop: sluta* upphor* sluta_med lat_bli
        neg: inte inga ingen inget aldrig ej icke
        send: skicka* kontakta* mejl* mail* skriv* hor_av stor* sand* spamm* mejla maila utskick kontakt
        get: fa far ta_emot motta* hora
        want: vill onskar ber snalla vanligen undanber skulle foredrar tack
        me: mig oss mej
        my: min mitt mina var vart vara
        i: jag vi
        mail: mejl* mail* epost* utskick* meddelande* reklam nyhetsbrev* kontakt erbjudand*
        list: lista* listor register* databas* sandlista* mejllista* maillista* system*
        addr: adress* mejladress* epostadress* uppgifter namn doman*
        more: mer fler flera langre igen vidare fortsattningsvis framtiden framover
        this: denna detta dessa den har
        your: er ert era din ditt dina ni
        other: bilaga* faktur* order* avtal* offert* kunder lank mote* dokument* fil filen
        limit: fore innan forran tills idag imorgon mandag tisdag onsdag torsdag fredag
        hes: tveka* glom*
        need: behov*
        click: klicka* lank har
        still: fortfarande redan ganger igen varfor
        whole: ingen alla hela samtliga
        company: foretag* bolag* doman* organisation* kollegor anstallda
        idiom: lamna_mig/oss_ifred lamna_mig/oss_i_fred lat_mig/oss_vara glom_min_adress sluta_med_detta nog_nu
        idiom: bort_fran_listan undanber_mig/oss ^sluta_nu ^sluta$ svarta_lista
        law: dataskyddsforordningen marknadsforingslagen lagen
        authority: imy integritetsskyddsmyndigheten datainspektionen polis* konsumentverket myndighet*
        report: anmal* rapporter* klagomal polisanmal*
        lawyer: advokat* jurist*
        threat: rattsliga_atgarder juridiska_atgarder polisanmal* stamma stamning anmaler_er/detta
        violate: olaglig* bryter_mot strider_mot utan_~_samtycke brott lagbrott
        right: kraver artikel ratt krav
        harass: trakasser*
        abuse: dra_at_helvete fan_ta jävl* javla idiot* dra_at_skogen skitstovl* bedragare hall_kaften
        folder: skrappost* mapp* filter skrapkorg
        away: *semester semester* ledig* franvar* borta tjansteresa foraldraledig* sjuk* inte_pa_kontoret
        away: inte_tillganglig* pa_resa stangt stangd stangda inte_nas inte_nabar* vabbar vab bortrest tjanstledig
        away: inte_i_tjanst sommarstangt arbetar_inte jobbar_inte_idag
        be: ar har kommer jag vi kontoret just_nu
        was: var hade har_varit ar_tillbaka_fran
        back: tillbaka ater aterkommer oppnar
        till: till fran med mellan vecka tom
        notice: bradskande akut* franvaro tack_for_ditt tack_for_mejlet tack_for_ert svarar las_inte laser_inte
        notice: kontakta_istallet kontakta
        colleague: chef chefen kollega* han hon
        left: slutat slutade inte_langre_arbet* arbetar_inte_langre jobbar_inte_langre jobbar_inte_kvar inte_kvar
        left: lamnat pension
        unmonitored: bevakas_inte bevakas_ej lases_inte anvands_inte obevakad inte_langre_i_bruk inte_langre_aktiv
        unmonitored: inaktiv avslutad avslutats
        changed: ny_mejladress ny_epostadress ny_mailadress nya_mejladress nya_epostadress bytt_mejladress
        changed: bytt_epostadress ny_adress
        ack: mottagit tagit_emot tack_for_att_du_kontaktar arendenummer ditt_arende har_registrerats
        ack: aterkommer_sa_snart sa_snart_som_mojligt bekraftar bekraftelse arende
        auto: automatisk* autosvar svara_inte_pa svara_ej gar_inte_att_svara genererat
        word: ar och eller men om hur vem vad hej tack med mycket ocksa en ett
        agree: later_intressant later_bra garna ja_garna ja_tack ring_mig skicka_mig/mer/over mer_information
        agree: vill_veta_mer ar_intresserad* boka_ett passar_mig passar_bra ar_intresserade
        decline: inte_intresserad* inget_intresse nej_tack har_redan behover_inte inget_behov inte_aktuellt
        decline: ingen_budget nojda_med inte_just_nu avstar
        refer: fel_person inte_ratt_person inte_ansvarig inte_jag_som kontakta_min vidarebefordra* skickat_vidare
        refer: ansvarig_for ansvarar_for prata_med hor_med
        cond: om_du om_ni vill_du
        call: ring*
        instruct: svara
    """,
    "da": """
        act: anmelder_jeg anmelder_vi klager_jeg klager_vi
        else: naeste_gang/mail en_gang_til mail/besked_mere ellers
        work: arbejder ansat
        left: ansaettelse_~_ophort opsagt_~_stilling
        ack: er_modtaget inden_laenge
        send: spamm*
        topic: tilbud* pris* forslag* prove* katalog* demo
        shut: lukket
        sure: hverdag* arbejdsdag* sagsnummer
        notice: kaere_kund* laeser_ikke
        hes: laeser laese
        ack: svarer_inden
        unmonitored: postkassen_lukkes
        changed: skiftet_mail* faet_ny
        use: bruge bruges brugt anvend* benyt*
        can: kan kunne vil ville ma
        want: taknemmelig glad ma
        interest: interesseret interesserede interesse
        please: venligst tak
        filler: at en et de det den pa af til om via
        perf: har
        unsub: afmeld* frameld* afregistrer* opsig_~_nyhedsbrev
        past: afmeldt frameldt
        remove: slet* fjern* tag_~_af tag_~_vaek stryg
        sent: kontaktet
        gone: fjernet slettet
        part: meld tag
        off: fra af
        stop: stop stoppe stopper ophor* hold_op indstil* lad_vaere
        neg: ikke ingen aldrig intet ej
        send: send sende sender sendes tilsend* kontakt kontakte kontakter kontaktes mail maile mails skriv skrive
        send: skriver henvend* forstyr*
        get: modtag* fa fah hore
        want: onsker vil vaer venligst bedes gerne helst
        me: mig os
        my: min mit mine vores
        i: jeg vi
        mail: mail* besked* reklame* nyhedsbrev* henvendels* post kontakt email*
        list: liste* listen database* register* mailing* system*
        addr: adresse* oplysninger navn data mailadresse domaene*
        more: mere flere laengere igen fremover fremtiden yderligere
        this: denne dette disse det
        your: jeres din dit dine i
        other: vedhaeft* faktura* ordre* kontrakt* tilbud kunder link mode* dokument*
        limit: for indtil inden forend idag morgen mandag tirsdag onsdag torsdag fredag
        hes: tov* glem*
        need: behov*
        click: klik* link her
        still: stadig allerede gange igen hvorfor
        whole: ingen alle hele samtlige
        company: virksomhed* firma* domaene* organisation* kolleger medarbejdere
        idiom: lad_mig/os_~_fred lad_mig/os_vaere glem_min_adresse lad_vaere_med hold_~_op hold_op_med ^stop_nu$
        idiom: ^stop_det$
        law: databeskyttelses* markedsforingsloven loven
        authority: datatilsynet forbrugerombudsmand* politi* myndighed*
        report: anmeld* klage* rapporter* indberet*
        lawyer: advokat* jurist*
        threat: retslige_skridt juridiske_skridt politianmeld* sagsog*
        violate: ulovlig* strid_med bryder uden_~_samtykke overtraed*
        right: kraever artikel ret krav
        harass: chikane* chikaner*
        abuse: rend_mig skrid idiot* for_fanden ga_ad_helvede svindler* pis_af
        folder: mappe* filter
        away: *ferie ferie* fravaer* bortrejst ikke_pa_kontoret ikke_til_stede orlov barsel* syg sygemeldt lukket
        away: forretningsrejse rejse ude_af_kontoret ude_af_huset ikke_at_traeffe fri ikke_tilgaengelig
        away: arbejder_ikke
        be: er holder har jeg vi kontoret afholder
        was: var har_vaeret er_tilbage_fra
        back: tilbage retur igen
        till: til fra uge med fom tom
        notice: haster hastende akut fravaer tak_for_din tak_for_deres svarer laeser kontakt venligst_kontakt
        colleague: chef kollega* han hun
        left: fratradt stoppet_i stoppet_hos ikke_laengere_ansat ikke_laengere_arbejder arbejder_ikke_laengere
        left: ikke_laengere_en_del pension
        unmonitored: overvages_ikke laeses_ikke bliver_ikke_laest ikke_laengere_i_brug nedlagt lukket_ned
        unmonitored: ikke_laengere_aktiv
        changed: ny_mailadresse ny_emailadresse ny_mail nye_mailadresse ny_adresse skiftet_mailadresse nye_mail
        ack: modtaget_din modtaget_jeres har_modtaget sagsnummer sagsnr din_henvendelse hurtigst_muligt bekraefter
        ack: kvittering
        auto: automatisk* autosvar kan_ikke_besvares svar_ikke genereret
        word: er og eller men hvis hvordan hvem hvad hej tak med meget ogsa en et
        agree: lyder_godt/spaendende/interessant meget_gerne ja_tak gerne_hore ring_til_mig send_mig
        agree: mere_information er_interesseret er_interesserede vil_gerne_vide vil_gerne_hore
        decline: ikke_interesseret ikke_interesserede nej_tak ingen_interesse har_allerede har_ikke_brug
        decline: ikke_brug_for ikke_relevant intet_budget ikke_lige_nu tilfredse_med
        refer: forkert_person ikke_den_rette ikke_ansvarlig kontakt_min videresendt sendt_videre ansvarlig_for
        refer: star_for
        cond: hvis_du onsker_du vil_du
        call: ring ringe
        instruct: svar
    """,
    "no": """
        act: anmelder_jeg anmelder_vi klager_jeg klager_vi
        else: neste_gang/mail/epost en_gang_til ellers
        work: jobber arbeider ansatt
        left: avsluttet_~_arbeidsforhold avsluttet_~_stilling avsluttet_~_ansettelse
        ack: er_mottatt
        send: spamm*
        topic: tilbud* pris* forslag* prove* katalog* demo
        shut: stengt
        sure: virkedag* arbeidsdag* saksnummer
        notice: kjaere_kund* leser_ikke
        hes: leser lese
        ack: svarer_innen
        unmonitored: postkassen_stenges
        changed: byttet_e* byttet_mail*
        use: bruke brukes brukt anvend* benytt*
        can: kan kunne vil ville ma
        want: takknemlig glad ma
        your: jeres
        interest: interessert* interesse
        please: vennligst takk
        filler: at a en et de det den pa av til om via
        perf: har
        unsub: avmeld* avregistrer* meld_meg/oss_av
        past: avmeldt
        remove: slett* fjern* stryk* ta_meg/oss_~_av ta_bort ta_vekk
        sent: kontaktet
        gone: fjernet slettet
        part: meld ta
        off: av fra
        stop: slutt slutte slutter stopp stoppe opphor* la_vaere
        neg: ikke ingen aldri ei ikkje
        send: send sende sender tilsend* kontakt kontakte kontakter maile skriv skrive skriver henvend* forstyrr*
        send: mas
        get: motta* fa far hore
        want: onsker vil vennligst gjerne helst
        me: meg oss
        my: min mitt mine var vart vare
        i: jeg vi eg
        mail: mail* epost* melding* reklame nyhetsbrev* henvendels* kontakt
        list: liste* listen database* register* mailing* system*
        addr: adresse* opplysninger navn data epostadresse domene*
        more: mer mere flere lenger igjen fremover framtiden ytterligere
        this: denne dette disse det
        your: deres din ditt dine dere
        other: vedlegg* faktura* ordre* kontrakt* tilbud kunder lenke mote* dokument*
        limit: for inntil innen idag morgen mandag tirsdag onsdag torsdag fredag
        hes: nol* glem*
        need: behov*
        click: klikk* lenke her
        still: fortsatt allerede ganger igjen hvorfor
        whole: ingen alle hele samtlige
        company: bedrift* firma* selskap* domene* organisasjon* kolleger ansatte
        idiom: la_meg/oss_vaere la_meg/oss_~_fred glem_min_adresse slutt_med_dette ^slutt_na$ ^stopp_na$
        law: personopplysningsloven markedsforingsloven loven
        authority: datatilsynet forbrukertilsynet politi* myndighet*
        report: anmeld* klage* rapporter*
        lawyer: advokat* jurist*
        threat: rettslige_skritt juridiske_skritt politianmeld*
        violate: ulovlig* strid_med bryter uten_~_samtykke
        right: krever artikkel rett krav
        harass: trakasser* sjikan*
        abuse: dra_til_helvete faen drit_og_dra idiot* svindler* ryk_og_reis
        folder: mappe* filter soppelpost*
        away: *ferie ferie* fravaerende fravaer* bortreist ikke_pa_kontoret ikke_til_stede permisjon* pappaperm*
        away: mammaperm* syk sykmeldt stengt tjenestereise reise ute_av_kontoret fri avspaser* utilgjengelig
        away: ikke_tilgjengelig jobber_ikke_i arbeider_ikke_i
        be: er har jeg vi kontoret avvikler tar
        was: var har_vaert er_tilbake_fra
        back: tilbake igjen retur
        till: til fra uke med fom tom
        notice: haster hastesaker akutt fravaer takk_for_din takk_for_eposten svarer leser kontakt
        notice: vennligst_kontakt
        colleague: sjef sjefen kollega* han hun
        left: sluttet ikke_lenger_ansatt jobber_ikke_lenger arbeider_ikke_lenger fratradt pensjon*
        unmonitored: overvakes_ikke leses_ikke blir_ikke_lest ikke_lenger_i_bruk nedlagt ikke_lenger_aktiv
        changed: ny_epostadresse ny_mailadresse nye_epostadresse ny_adresse byttet_epost*
        ack: mottatt_din har_mottatt saksnummer saken_din din_henvendelse sa_snart_som_mulig bekrefter kvittering
        ack: sa_raskt
        auto: automatisk* autosvar kan_ikke_besvares ikke_svar_pa generert
        word: er og eller men hvis hvordan hvem hva hei takk med veldig ogsa en et
        agree: hores_bra/spennende/interessant ut veldig_gjerne ja_takk ring_meg send_meg mer_informasjon
        agree: er_interessert vil_gjerne_vite vil_gjerne_hore
        decline: ikke_interessert nei_takk ingen_interesse har_allerede trenger_ikke ikke_behov ikke_aktuelt
        decline: ikke_relevant ikke_na fornoyd_med
        refer: feil_person ikke_rette ikke_ansvarlig ta_kontakt_med videresendt sendt_videre ansvarlig_for
        cond: hvis_du onsker_du dersom_du vil_du
        call: ring ringe
        instruct: svar
    """,
}
