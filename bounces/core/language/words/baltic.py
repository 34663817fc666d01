"""Words of Finnish, Estonian, Lithuanian, Latvian and Hungarian. The roles are explained in `roles`."""

BALTIC: dict[str, str] = {
    "fi": """
        unsub: poistua_postituslistal* poistua_list* poistua_jakelul*
        else: seuraavalla_kerralla viela_yksi muuten
        work: tyoskentele tyosuhteessa
        idiom: ettette_ota ettette_enaa ettette_laheta
        refuse: lahettamatta kirjoittamatta ottamatta_yhteytta
        use: kaytt*
        can: voisi* voitte voit
        interest: kiinnost*
        please: kiitos
        filler: etta
        unsub: peru*_tilau* peruut* irtisano* eroa*_lista*
        remove: poista* poistoa poistetta* pyyhki*
        gone: poistetuksi poistettu*
        stop: lopeta* lopettaka* lakat*
        neg: ala alkaa en ei emme eika alkoon
        send: laheta* lahetta* kirjoit* otta_yhteytta ottako_yhteytta ota_~_yhteytta ottako_~_yhteytta yhteytta
        send: hairi* lahettam*
        get: vastaanot* saada saa kuulla
        want: halua* halutaan toivo* pyyda* pyydan kiitos
        me: minut minua minulle meidat meita meille mulle
        my: yhteystietomme osoitteemme tietomme sahkopostimme nimemme minun meidan tietoni sahkopostini osoitteeni
        my: nimeni yhteystietoni
        mail: sahkopost* viest* posti* mainok* uutiskir* yhteydenot* mainospost*
        list: lista* listo* rekister* postitus* jakelu* tietokan*
        addr: yhteystiet* sahkopost* osoite* osoitt* osoitteeni tiedot tietoni nimeni sahkopostini yhteystietoni
        more: enaa enempaa lisaa jatkossa uudestaan
        your: teidan sinun
        other: liite* lasku* tilaus* sopimu* tarjou* asiakka* linkki*
        limit: ennen asti saakka vasta
        whole: kukaan kaikki koko
        company: yritys* yrityk* organisaat* tyontekija* domain*
        idiom: jattakaa_minut/meidat_rauhaan jata_minut/meidat_rauhaan unohda*_osoitteeni riittaa_jo lopettakaa_jo
        law: tietosuoja* laki lain
        authority: tietosuojavaltuut* poliisi* kuluttaja* viranomai*
        report: valitu* valita* ilmoit* ilmianna*
        lawyer: asianaja* juristi* lakimie*
        threat: oikeustoim* rikosilmoitu* oikeuteen
        violate: laiton* lainvasta* rikko* ilman_~_suostumu*
        right: vaadin artikla oikeu*
        harass: hairint* hairitse* ahdistel*
        abuse: painu_vittuun vittu* painukaa haista_* idiootti* huijari* saatana* perkele*
        folder: kansio* suodat* roskapostikansio* roskapostin_joukko*
        spam: roskaposti roskapostia
        this: tama tata
        away: lomalla *lomalla vuosiloma* *loma lomailen poissa matkoilla tyomatkalla virkamatkalla
        away: tavoitettavissa_vasta vapaalla sairaslomalla perhevapaalla suljettu poissaolo* en_ole_toissa
        away: en_ole_paikalla en_ole_tavoitettavissa vanhempainvapaalla
        be: olen olemme toimisto
        was: olin olimme ollut
        back: palaan takaisin palaamme jalleen
        till: asti saakka alkaen valilla
        notice: kiireelli* poissaolo* kiitos_viesti* kiitos_sahkopost* vastaan luen palattuani yhteytta
        colleague: pomo* esimies* kollega*
        left: ei_ole_enaa ei_enaa_tyoskentele lopettanut elakkeella siirtynyt_pois ei_tyoskentele_enaa
        unmonitored: ei_seurata ei_lueta ei_ole_kaytossa poistunut_kaytosta
        changed: uusi_sahkopost* uusi_osoite* sahkopostiosoitteeni_on_muuttunut
        ack: olemme_vastaanottaneet vastaanotettu viestisi_on viestinne_on kiitos_yhteydenot* palaamme_asiaan
        ack: tikettinumero palvelupyynto* mahdollisimman_pian tukipyynto*
        auto: automaattinen automaattivastaus ala_vastaa automaattisesti
        word: on ja tai mutta jos miten kuka mika hei kiitos myos
        agree: kuulostaa_hyvalta/mielenkiintoiselta kylla_kiitos kiinnostaa olemme_kiinnostuneita
        agree: olen_kiinnostunut soittakaa lisatietoja lahettakaa_lisatietoja
        decline: ei_kiinnosta ei_kiitos emme_ole_kiinnostuneita en_ole_kiinnostunut ei_tarvetta meilla_on_jo
        refer: vaara_henkilo en_vastaa oikea_henkilo vastaa_tasta
        cond: jos_et jos_haluat mikali
        call: soit*
        instruct: vastaa
    """,
    "et": """
        work: toota
        please: palun
        unsub: loobu* tuhista*_~_tellimus*
        remove: eemalda* kustuta*
        stop: lopeta*
        neg: ei ara arge ilma keegi
        send: saat* saatke kirjuta* tulita* uhendust helista*
        get: saada saa
        want: soovi* taha* palun
        me: mind meid mulle meile
        my: minu meie
        mail: kirj* sonum* reklaam* uudiskirj* epost*
        list: nimekir* list* andmebaas* loend*
        addr: aadress* andmed
        more: enam rohkem edaspidi
        your: teie
        idiom: jatke_mind/meid_rahule
        law: isikuandmete*
        authority: andmekaitse* politsei*
        report: kaebus* kaeb*
        lawyer: advokaat* jurist*
        threat: kohtusse
        violate: ebaseaduslik* rikub*
        abuse: kao_minema
        away: puhkusel *puhkusel lahetuses komandeeringus eemal haiguslehel ei_ole_kontoris
        be: olen viibin oleme
        back: tagasi naasen
        till: kuni alates
        notice: kiire* kiireloomul* tanan vastan aarmisel
        left: ei_toota_enam lahkunud
        ack: oleme_katte_saanud teie_poordumi*
        auto: automaat* automaatne
        word: ja voi aga kui kes mis tere aitah
    """,
    "lt": """
        work: dirba
        please: prasau prasom
        unsub: atsisak* atsiregistr* isregistr*
        remove: pasalin* istrin* isbrauk* ismesk*
        stop: nustok* liaukit* gana baikit*
        neg: ne nebe* jokiu niekada be nenoriu nenorime niekas
        refuse: nesiusk* nerasyk* nebesiusk* neberasyk* netrukdyk* nesiuskite nebesiuskite nesusisiek*
        send: siusk* siust* siunt* rasyk* rasyt* susisiek* siustume
        get: gaut* gauna*
        want: noriu norime prasau prasome nenoriu nenorime
        me: mane man mus mums manes
        my: mano musu
        mail: laisk* zinut* reklam* naujienlaisk*
        list: saras* duomenu baz*
        addr: adres* pasto duomen*
        more: daugiau toliau
        your: jusu
        idiom: palikite_mane/mus_ramybeje
        law: bdar asmens_duomen*
        authority: inspekcij* policij*
        report: skund* pransti*
        lawyer: advokat* teisinink*
        threat: teisinius_veiksm* teisiniu_veiksm* teism*
        violate: pazeid* neteiset*
        away: atostog* komandiruot* nedirbu neesu_biure iseigin* nebusiu
        be: siuo_metu esu busiu
        back: grisiu grizt*
        till: iki nuo
        notice: skub* dekoju atsakysiu nesant
        left: nebedirba
        ack: gavome jusu_uzklausa
        auto: automatin*
    """,
    "lv": """
        work: strada nestrada
        neg: nestrada
        please: ludzu
        unsub: atrakst* atteik* atteic*
        remove: iznem* dzes* izdzes* svitro*
        stop: beidz* partrauc* pietiek
        neg: ne nevel* nekad bez nevienu nevelos nevelamies
        refuse: nesut* neraksti* nesazin* netrauce*
        send: sut* rakst* sazin*
        get: sanem*
        want: velos vels ludzu gribu nevelos nevelamies
        me: mani man mus mums
        my: mana manu manas musu
        mail: vestul* zin* reklam* epast*
        list: sarakst* datubaz*
        addr: adres* dat*
        more: vairs vairak turpmak
        your: jusu
        idiom: lieciet_mani/mus_miera liec_mani_miera
        law: vdar datu_aizsardzib*
        authority: inspekcij* policij*
        report: sudz* zinos*
        lawyer: advokat* jurist*
        threat: tiesa tiesas juridisk*
        violate: parkap* nelikumig*
        away: atvalinajum* komandejum* prombutn* neesmu_biroja slims
        be: esmu busu sobrid
        back: atgriezi* atgriezis*
        till: lidz no
        notice: steidzam* paldies atbildesu prombutnes
        left: vairs_nestrada
        ack: esam_sanemusi jusu_pieteikums
        auto: automatisk*
    """,
    "hu": """
        else: legkozelebb meg_egy kulonben
        unsub: le_szeretn*_iratkoz* le_~_iratkoz*
        addr: adatom* adatunk*
        my: adatom* adatunk*
        work: dolgozik dolgozom munkatars*
        left: munkaviszony*
        remove: levegy* kivegy* levenn* kivenn*
        use: hasznal*
        can: lehetne tudna* kaphat* tudnatok
        interest: erdekel erdekl*
        please: kerem kerjuk
        unsub: leiratkoz* iratkoz*_le iratkoz*_~_le
        past: leiratkoztam
        remove: torol* torl* tavolit* vegye*_le vegye*_ki vegye*_~_le vegye*_~_ki huzz*_~_ki
        stop: hagyj*_abba fejezz*_be szunt* mellozz*
        neg: ne nem soha se senki tobbet_ne
        send: kuldj* kuld* irj* irjon* keress* zaklass* levelez* keresn* kuldjenek zaklat* megkeres*
        get: kap* kapni
        want: szeretn* kerek kerjuk kivan* akar* kerem ker* ohajt*
        me: engem minket nekem nekunk
        my: cimem* adataim* cimunk* nevem*
        mail: level* uzenet* hirlev* email* emailt emaileket reklam* megkeres* ajanlat* hirdet*
        list: list* adatbaz* hirlev* cimlist* nyilvantart*
        addr: cimem* cimet cimunk* adataim* nevem* emailcimem*
        more: tobb* tovabbi* ismet ujra jovoben
        your: onok* onoktol maguk*
        other: melleklet* szaml* megrendel* szerzod* talalkoz* ugyfel* link*
        limit: elott ig ma holnap hetfo* kedd* szerd* csutort* pentek*
        click: kattint* link ide
        whole: senki mindenki osszes teljes egesz
        company: ceg* vallalat* domain* szervezet* kolleg*
        idiom: hagyj*_beken hagyj*_~_beken felejts*_el_~_cimem* szalljanak_le eleg_volt
        law: adatvedelmi torven* gdpr*
        authority: naih hatosag* rendorseg*
        report: panasz* feljelent* bejelent*
        lawyer: ugyved* jogasz*
        threat: jogi_lepes* jogi_ut* birosag* feljelentes*
        violate: jogsert* torvenytelen* megsert* hozzajarulas*_nelkul
        right: kovetel* cikk* felszolit* jog*
        harass: zaklat*
        abuse: menj*_a_picsaba baszd* anyad kurva* idiot* csalo* takarod*
        folder: mappa* szuro*
        this: ez
        away: szabadsag* hazon_kivul nem_vagyok_elerheto nem_leszek_elerheto tavollet* nem_vagyok_az_irodaban
        away: uzleti_ut* zarva tavol szabadnap* betegszabadsag*
        be: vagyok leszek jelenleg iroda tartozkodom toltom
        was: voltam
        back: vissza visszater* ismet ujra
        till: ig tol kozott
        notice: surgos* tavolletem* koszonom valaszol* elerhet*
        left: nem_dolgozik mar_nem tavozott kilepett nyugdij*
        unmonitored: nem_figyelt nem_hasznalt megszunt
        changed: uj_email uj_cimem megvaltozott
        ack: megkaptuk beerkezett iktatott ugyszam* jegyszam* hamarosan_valaszol* koszonjuk_megkeres* fogadtuk
        auto: automatikus* ne_valaszoljon generalt
        word: a az es vagy de ha hogyan ki mit jo napot koszonom is
        agree: erdekel_minket erdekelne erdekel_a jol_hangzik kuldjon tobb_informacio* hivjon
        decline: nem_erdekel nem_erdekl* koszonjuk_nem nincs_szukseg* mar_van
        refer: nem_en_vagyok rossz_szemely tovabbitott* illetekes
        cond: ha_nem ha_on ha_szeretn*
        call: hivj*
        instruct: valaszoljon
    """,
}
