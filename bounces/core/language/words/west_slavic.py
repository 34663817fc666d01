"""Words of Polish, Czech and Slovak. The roles are explained in `roles`."""

WEST_SLAVIC: dict[str, str] = {
    "pl": """
        act: zglaszam zglosze zglosimy kieruje_sprawe kieruje_~_prawnika zawiadamiam zawiadomie
        else: nastepnym_razem nastepny/nastepna jeszcze_jeden/jedna/jedno/raz przeciwnym_razie
        list: sekwencj* kampani*
        work: pracuje pracownikiem zatrudnion*
        left: zakonczyl*_prace zakonczyl*_wspolprac*
        send: przesl*
        topic: ofert* cennik* cena ceny cene probk* wycen*
        shut: zamkniet* nieczynn*
        sure: dni_roboczych dniach_roboczych numer_zgloszenia
        ack: dni_roboczych otrzymalismy_panstwa
        notice: szanowni_klienci drodzy_klienci
        changed: zmienilem_adres zmienilam_adres zmienil*_adres
        unmonitored: nie_jest_juz_uzywana nie_jest_juz_aktywna skrzynka_zostanie skrzynka_nie_jest_juz
        use: uzyw* wykorzyst*
        can: mogl* moze* mozecie mozesz
        interest: zainteresowan* zainteresowania
        please: prosze prosba
        unsub: wypis* rezygn* zrezygn* wyrejestr*
        past: wypisalem wypisalam
        remove: usun* usuw* skresl* wykresl* wykasuj* skasuj* kasuj*
        gone: usuniety usunieta wypisany wykreslony
        stop: przesta* zaprzesta* dosc konczcie zakonczcie skonczcie koniec
        neg: nie zadn* nigdy nikt bez ani prosze_o_nie
        refuse: niepisz* niewysyl* nieprzysyl* niekontakt*
        send: wysyla* przysyla* pisa* pisz* kontakt* wyslij* nekac nekaj* zawraca* spam* przesyla*
        get: otrzym* dostaw* odbier*
        want: chce chcemy zycz* prosz* wolal* chcial* prosb* wolel*
        me: mnie mi nas nam
        my: moj* nasz* mego moich moim moje moja mojego mojej moi
        i: ja my
        mail: mail* wiadomosc* informacj* reklam* ofert_handlow* newsletter* korespondencj* korespondencji poczt*
        mail: kontaktu ofert*
        list: list* baz* mailing* subskrypcj* rejestr* systemu newsletter*
        addr: adres* danych dane nazwisk* mail*
        more: wiecej kolejn* dalsz* ponown* znow juz
        this: ten ta tego to
        your: panstwa wasz* waszej pana pani twoj* twoich
        other: zalacznik* faktur* zamowien* umow* spotkan* klient* link* plik*
        limit: przed dzis jutro poniedzialk* wtorek srod* czwartek piatek dopiero
        hes: wahaj* zapomn*
        need: musi* trzeba
        click: klikn* link tutaj prywatnosci
        still: nadal wciaz znowu raz
        whole: nikt wszystk* caly cala calej
        company: firm* domen* organizacj* zespol* pracownik* spolk*
        idiom: dajcie_mi/nam_spokoj daj_mi/nam_spokoj zostawcie_mnie/nas_w_spokoju zapomni*_o_mnie dajcie_spokoj
        idiom: sprzeciw*_~_przetwarzan* wycof*_~_zgod* nie_wyrazam_~_zgody cofam_~_zgod* czarna_liste
        idiom: czarnej_liscie
        law: rodo ustaw* ochronie_danych uokik swiadczeniu_uslug
        authority: uodo policj* urzed* prezes*
        report: skarg* zglos* zawiadom* doniesieni* zglaszam
        lawyer: prawnik* adwokat* radca radcy kancelari*
        threat: kroki_prawne krokow_prawnych droge_sadow* drodze_sadow* zawiadomienie_o pozew sadu zlozyc_skarge
        threat: zloze_skarge
        violate: narusz* nielegaln* bezprawn* bez_~_zgody niezgodn* lamie lamanie
        right: zadam art artykul* praw* wezwanie wzywam
        harass: nekan* nachodz*
        abuse: spierdal* wypierdal* kurw* odwal* odpierdol* pierdol* idio* oszust* zlodziej*
        folder: folder* filtr* skrzynk*
        away: urlop* nieobecn* poza_biurem niedostepn* na_zwolnieniu zwolnieni* delegacji wyjezdzie nie_ma_mnie
        away: nie_bedzie_mnie wolne nieczynn* zamkniet* macierzynsk* sluzbow*
        be: jestem bede przebywam obecnie biuro bedziemy jestesmy
        was: bylem bylam wrocilem wrocilam
        back: wracam powrot* wroce
        till: do od dniach miedzy
        notice: piln* nieobecnosci powroc* dziekuje_za dziekujemy_za dostep* odpowiem kontakt
        colleague: szef* koleg* kierowni* maz zona
        left: nie_jest_juz_pracown* nie_jest_juz_zatrudn* nie_jest_juz_z/w/czlonk*
        left: nie_pracuje odszedl* odeszla* zakonczyl*_prace zakonczyla_prace juz_nie_pracuj*
        left: emerytur*
        unmonitored: nie_jest_monitorowan* nie_jest_obslugiwan* nie_jest_juz_uzywan* nieaktywn*
        unmonitored: nie_jest_odczytywan* nie_jest_sprawdzan* dezaktywowan*
        changed: nowy_adres zmienil_sie_adres zmiana_adresu moj_nowy nowego_adresu adres_zostal_zmieniony
        ack: potwierdzamy potwierdzenie otrzymalismy zostalo_przyjete zostala_przyjeta zostal_zarejestrowan*
        ack: zostalo_zarejestrowane numer_zgloszenia numer_sprawy zgloszenie skontaktujemy_sie odpowiemy
        ack: najszybciej
        auto: automatyczn* prosimy_nie_odpowiadac nie_odpowiada* wygenerowan*
        word: jest sa i lub ale jesli jak kto co dzien dobry dziekuje z bardzo tez w na
        agree: jestem_zainteresowan* jestesmy_zainteresowan* brzmi_ciekawie brzmi_dobrze brzmi_interesujaco
        agree: chetnie prosze_zadzwonic prosze_o_kontakt prosze_przeslac prosze_o_przeslanie wiecej_informacji
        agree: wiecej_szczegolow umowmy tak_prosze
        decline: nie_jestem_zainteresowan* nie_jestesmy_zainteresowan* nie_dziekuj* dziekuje_nie nie_potrzebuj*
        decline: mamy_juz nie_ma_zainteresowania nie_mamy_budzetu brak_zainteresowania brak_budzetu nie_teraz
        decline: na_razie_nie
        refer: niewlasciwa_osoba nie_zajmuje_sie nie_ja_sie nie_jestem_odpowiedzialn* odpowiada_za zajmuje_sie_tym
        refer: prosze_kontaktowac_sie_z prosze_pisac_do przekaz* przeslalem_dalej kolezank*_z kolega_z pomylka
        cond: jesli_nie_chce* jesli_chce* jezeli jesli_panstwo
        call: dzwon*
        instruct: odpisz odpisac odpowiedz
    """,
    "cs": """
        else: priste jeste_jeden/jednou/jedna jinak
        work: pracuje nepracuje zamestnan zamestnana
        neg: nepracuje
        left: ukoncil*_pracovni ukoncil*_~_pomer odesel_z odesla_z
        topic: nabidk* cenik* cena ceny cenu vzor*
        shut: zavren*
        changed: zmenil_~_adresu zmenila_~_adresu
        notice: vazeni_zakaznici mili_zakaznici
        word: odkud mate
        use: pouziv* vyuziv*
        can: nemohl* mohl* muzete muzes
        interest: zajem zajmu zajima
        please: prosim prosime
        unsub: odhlas* odhlas odregistr* odber_~_zrus*
        past: odhlasil odhlasila
        remove: vyrad* vyraz* smaz* odstran* vymaz* vyskrtn*
        gone: odhlasen vyrazen vymazan odstranen
        stop: prestan* ukonc* dost nechte_toho
        neg: ne nikdy zadn* nechci nechceme neprej* nemam nemame neprosim bez nikdo uz_ne nezadam
        refuse: nepis* neposil* nezasil* nekontakt* neotravuj* neobtezuj* nerozesil*
        send: posil* zasil* pis* psat kontakt* obtezov* otravov* zaslat
        get: dostav* prijim* odebir* byt
        want: chci chceme prej* preji prosim zadam radeji nechci nechceme nepreji neprejeme nezadam
        me: me mne mi nas nam
        my: muj moji moje mou nas nasi nasich mych meho
        i: ja my
        mail: mail* zprav* reklam* nabid* newsletter* posta posty kontaktov* sdelen*
        list: seznam* databaz* mailing* evidenc* odber* rozesil*
        addr: adres* udaje jmeno udaj* mail*
        more: dalsi* vice uz jiz znovu nadale priste
        your: vas vaseho vasi vasich svych sveho vase
        other: priloh* faktur* objednav* smlouv* schuzk* zakazni* odkaz* soubor*
        limit: pred do dnes zitra pondel* utery stred* ctvrtek patek
        click: klikn* odkaz zde
        still: stale porad opet uz znovu
        whole: nikdo vsech* cel*
        company: firm* spolecnost* domen* organizac* zamestnan* kolegu
        idiom: dejte_mi/nam_pokoj nechte_me/nas_na_pokoji nechte_me/nas_byt zapomente_na_me nechte_toho
        law: ochran*_osobnich zakon* 480
        authority: uoou policie policii urad*
        report: stiznost* nahlas* udani oznam*
        lawyer: advokat* pravnik* pravnim
        threat: pravni_kroky pravnich_kroku pravni_cestou zalob* trestni_oznameni soud*
        violate: porus* nezakonn* protipravn* nelegaln* bez_~_souhlasu
        right: zadam pozaduji clanek clanku vyzyvam prav*
        harass: obtezovan* stalking
        abuse: vypadn* kurv* debil* idiot* jdete_do_prdele polibte_mi podvodni* hovn*
        folder: slozk* filtr*
        this: toto tento tohle
        spam: spam
        away: dovolen* mimo_kancelar nepritom* na_cestach sluzebni_cest* nebudu_v nejsem_v nemocensk* zavren*
        away: uzavren* nedostupn* mimo_provoz nebudu_pritom* materska materske nebudu_k_dispozici
        be: jsem budu mam cerpam momentalne kancelar budeme
        was: byl byla vratil vratila
        back: zpet vracim vratim navrat*
        till: do od mezi
        notice: naleh* urgent* neprit* navratu dekuji_za dekujeme_za odpovim pristup spech* kontaktujte obratte
        colleague: sef* koleg* vedouci manzel*
        left: jiz_nepracuj* uz_nepracuj* neni_jiz odesel odesla ukoncil* nepracuje_u duchod* jiz_~_nepracuj*
        left: uz_~_nepracuj* jiz_neni
        unmonitored: neni_monitorovan* neni_sledovan* se_nepouziva neni_aktivni zrusen* nectena
        changed: nova_adresa novy_email nova_emailova zmena_adresy zmenil*_email zmenil*_adres*
        ack: prijali_jsme obdrzeli_jsme potvrzujeme byl_prijat byla_prijata bylo_prijato cislo_pozadavku
        ack: cislo_ticketu vas_pozadavek co_nejdriv* byl_zaevidovan
        auto: automatick* neodpovidejte generovan*
        word: je jsou a nebo ale jestli jak kdo co dobry den dekuji s velmi take v na
        agree: mame_zajem mam_zajem zni_dobre zni_zajimave ano_prosim rad_bych zavolejte poslete_mi vice_informaci
        decline: nemame_zajem nemam_zajem ne_dekuj* nepotrebujeme uz_mame nemame_rozpocet
        refer: nejsem_spravna spatna_osoba nema_na_starosti ma_na_starosti obratte_se preposl* preposilam
        cond: pokud_ne* pokud_si pokud_jiz
        call: volat nevolej*
        instruct: odpovezte
    """,
    "sk": """
        work: pracuje nepracuje
        neg: nepracuje
        left: ukoncil*_pracovny ukoncil*_~_pomer odisiel_z odisla_z
        use: pouziv* vyuziv*
        can: nemohl* mohl* mozete mozes
        interest: zaujem zauima zaujima
        please: prosim prosime
        unsub: odhlas* odregistr*
        past: odhlasil odhlasila
        remove: vyrad* vymaz* odstran* zmaz* vyskrtn*
        gone: odhlaseny vyradeny vymazany
        stop: prestan* ukonc* dost nechajte_to
        neg: nie nikdy ziadn* nechcem nechceme nezelam nezelame neprajem bez nikto
        refuse: nepis* neposiel* nezasiel* nekontakt* neotravuj* neobtazuj*
        send: posiel* zasiel* pis* kontakt* obtazov*
        get: dostav* prijim* odober*
        want: chcem chceme zelam prosim ziadam radsej nechcem nechceme nezelam nezelame neprajem
        me: ma mna mi nas nam
        my: moj* nas nasu nase mojich moju mojho
        i: ja my
        mail: mail* sprav* reklam* ponuk* newsletter* posta
        list: zoznam* databaz* mailing* evidenc* odber*
        addr: adres* udaje meno udaj*
        more: dalsi* viac uz znova nadalej
        your: vas vasho vasej vasich
        other: priloh* faktur* objednav* zmluv* stretnut* zakazni* odkaz*
        limit: pred do dnes zajtra pondel* utorok stred* stvrtok piatok
        click: klikn* odkaz tu
        whole: nikto vsetk* cel*
        company: firm* spolocnost* domen* organizac* zamestnan*
        idiom: dajte_mi/nam_pokoj nechajte_ma/nas_na_pokoji nechajte_ma/nas_tak zabudnite_na_mna
        law: ochran*_osobnych zakon*
        authority: policia policii urad*
        report: staznost* nahlas* oznam*
        lawyer: advokat* pravnik*
        threat: pravne_kroky pravnych_krokov zalob* trestne_oznamenie
        violate: porus* nezakonn* nelegaln* bez_~_suhlasu
        right: ziadam clanok vyzyvam prav*
        harass: obtazovan*
        abuse: vypadn* kurv* debil* idiot* chodte_do_riti podvodni*
        folder: priecin* filt*
        this: toto tento
        away: dovolenk* mimo_kancelar* nepritom* sluzobn*_ceste nebudem_v nie_som_v zatvoren* nedostupn* materskej
        be: som budem mam cerpam momentalne kancelaria
        was: bol bola vratil
        back: spat vraciam vratim navrat*
        till: do od medzi
        notice: naliehav* neprit* navrate dakujem_za odpoviem pristup surn*
        left: uz_nepracuj* nie_je_uz odisiel odisla uz_~_nepracuj*
        changed: nova_adresa novy_email
        ack: prijali_sme dostali_sme potvrdzujeme bola_prijata bol_prijaty cislo_poziadavky vasa_poziadavka
        auto: automatick* neodpovedajte
        word: je su a alebo ale ak ako kto co dobry den dakujem s velmi tiez v na
        agree: mame_zaujem mam_zaujem znie_dobre ano_prosim zavolajte poslite_mi viac_informacii
        decline: nemame_zaujem nemam_zaujem nie_dakuj* nepotrebujeme uz_mame
        refer: nespravna_osoba ma_na_starosti obratte_sa preposl*
        cond: ak_ne* ak_si
        call: volat nevolaj*
        instruct: odpovedzte
    """,
}
