"""Words of the Slavic languages: pl cs sk ru uk bg hr sr sl. The roles are explained in `roles`."""
# ruff: noqa: RUF001 - words of many scripts

SLAVIC: dict[str, str] = {
    "pl": """
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
    "ru": """
        topic: предложен* цена цены прайс* образц*
        shut: закрыт*
        notice: уважаемые_клиенты дорогие_клиенты
        use: использ*
        can: могли мог можете можешь
        interest: интерес*
        please: пожалуиста прошу просьба
        unsub: отпиш* отпис* отписк*
        past: отписался отписалась
        remove: удал* исключ* убер* вычеркн* вычеркив* сотр* снимите
        gone: удален исключен
        stop: прекрат* перестан* хватит довольно достаточно остановит* завяз* прекращ* кончайте
        neg: не нет никогда никак* ни больше_не никто без незачем
        send: пиш* писать присыла* отправля* шлите слать беспоко* пишите высыла* посыла* связыва* надоед* спам*
        send: присылайте шли напис*
        get: получ*
        want: хо* прош* прошу жела* просим просьба предпоч* требу*
        me: меня мне нас нам
        my: мои* мой моя мое моего моей мою моих наш*
        i: я мы
        mail: письм* писем сообщен* реклам* рассылк* спам* почт* мейл* имейл* предложен* емейл*
        list: рассылк* списк* список баз* контакт* реестр*
        addr: адрес* почт* данные данн* имя email* контакт*
        more: больше более дальше впредь снова опять еще дальнейш*
        this: это* эту этот это
        your: ваш* вас вам
        other: вложен* счет* заказ* договор* встреч* клиент* ссылк* файл* презентац*
        limit: до пока сегодня завтра понедельник* вторник* сред* четверг* пятниц* раньше
        hes: стесня* забуд* сомнева*
        need: нужно надо обязательно
        click: нажм* ссылк* здесь кликн*
        still: все_еще опять снова уже раз
        whole: никто никому все всех всю вся
        company: компани* фирм* домен* организац* сотрудник* коллег*
        idiom: оставьте_меня/нас_~_поко* отстаньте отвяжитесь забудьте_~_адрес забудьте_про/о_~_меня/мой
        idiom: оставь_меня_в_покое вон_из_моей_почты
        law: 152_фз закон* персональн*_данн* о_рекламе
        authority: роскомнадзор* фас прокуратур* полици*
        report: жалоб* пожал* сообщ* заявлени*
        lawyer: адвокат* юрист*
        threat: в_суд судебн* подам_в_суд иск_в юридическ*_мер*
        violate: наруша* наруш* незаконн* без_~_согласия противозаконн*
        right: требую стать* прав* обязан*
        harass: домога* преследован*
        abuse: отвали* иди*_на пошел_на пошли_вы идите_к_черту идиот* мошенник* достали заебал* сука суки
        abuse: задолбал* козл* урод*
        folder: папк* фильтр*
        spam: спам
        away: отпуск* командиров* отсутств* нет_на_месте нет_в_офисе не_в_офисе вне_офиса больничн* недоступ*
        away: выходн* закрыт* декрет* не_на_работе не_буду
        be: я нахожусь буду мы сеичас временно офис
        was: был была вернулся вернулась
        back: вернусь выиду возвращ* на_связи
        till: до с по
        notice: срочн* отсутстви* возвращени* спасибо_за благодар* отвечу доступ* обращаитесь
        colleague: начальник* коллег* директор* муж жена
        left: больше_не_работа* уволил* не_работает уже_не_работает покинул* не_является_сотрудник*
        unmonitored: не_проверяется не_обслуживается не_используется больше_не_деиствует не_отслеживается
        unmonitored: не_активен отключен
        changed: новыи_адрес новая_почта сменил*_адрес изменился_адрес адрес_изменился мои_новыи
        ack: получили_ваш* ваше_обращение ваш_запрос ваше_письмо_получено зарегистрирован* принят_в
        ack: номер_обращения номер_заявки ваша_заявка ответим ближаишее_время получено
        auto: автоматическ* не_отвечаите автоответ*
        challenge: не_робот подтвердите_что подтвердить_отправ* подтверждени*_отправ* антиспам
        word: и или но если как кто что здравствуите добрыи день спасибо с очень также в на
        agree: интересно нам_интересно звучит_хорошо позвоните пришлите давайте больше_информации подробн*
        agree: да_конечно
        decline: не_интересно неинтересно не_интересует не_актуально неактуально нет_спасибо спасибо_нет не_нужно
        decline: уже_есть нет_бюджета
        refer: не_к_тому не_тот_человек не_отвечаю занимается обратитесь_к передам перешл* переслал* ошиблись
        cond: если_вы
        call: звон*
        instruct: ответьте
    """,
    "uk": """
        use: використ*
        can: могли мог можете
        interest: цікав* інтерес*
        please: прошу будь
        unsub: відпиш* відпис*
        remove: видал* вилуч* прибер* викресл* виключ*
        stop: припин* перестан* досить годі зупин*
        neg: не ні ніколи жодн* ніхто без більше_не
        send: пиш* писати надсила* присила* відправля* турбу* шліть контакт* звязу*
        get: отрим*
        want: хоч* прош* прошу бажа* просим* хотіл*
        me: мене мені нас нам
        my: мій мої мою моєї мого моя наш*
        i: я ми
        mail: лист* листів повідомлен* реклам* розсил* спам* пошт* пропоз*
        list: розсил* списк* список баз*
        addr: адрес* пошт* дані email*
        more: більше далі надалі знову ще
        your: ваш* вас вам
        other: вкладен* рахун* замовлен* договор* зустріч* клієнт* посилан*
        limit: до поки сьогодні завтра
        click: натисн* посилан* тут
        whole: ніхто всіх все вся всю
        company: компан* фірм* домен* організац*
        idiom: дайте_мені/нам_спокій залиште_мене/нас_~_споко* відчепіться забудьте_~_адрес*
        law: закон* персональн*_дан*
        authority: поліці* прокуратур* уповноважен*
        report: скарг* поскарж*
        lawyer: адвокат* юрист*
        threat: до_суду судов*
        violate: порушу* порушен* незаконн* без_~_згоди
        right: вимагаю стат* прав*
        harass: переслідуван*
        abuse: відвал* ідіот* шахра* йдіть_до_біса
        folder: папк* фільтр*
        spam: спам
        this: це
        away: відпустц* відпустк* відрядженн* відсутн* поза_офісом лікарнян* недоступн* немає_на_місці вихідн*
        be: я перебуваю буду зараз ми
        was: був була повернувся повернулась
        back: повернусь повертаюсь звязку
        till: до з по від
        notice: термінов* відсутн* повернення дякую_за відповім невідкладн*
        left: більше_не_працю* звільнив* уже_не_працю* вже_не_працю*
        changed: нова_адреса новии_адрес нова_пошта
        ack: отримали_ваш* ваше_звернення ваш_запит зареєстрован* номер_звернення
        auto: автоматичн* не_відповідаите
        word: і або але якщо як хто що добрии день дякую з дуже також в на
        agree: цікаво нам_цікаво зателефонуйте надішліть давайте більше_інформації
        decline: не_цікаво нецікаво не_актуально ні_дякую не_потрібно вже_є
        refer: не_та_людина не_відповідаю займається перешл* переслав* зверніться
        cond: якщо_ви
        call: телефон*
        instruct: відповідаите дайте_відповідь
    """,
    "bg": """
        interest: интерес*
        please: моля
        unsub: отпиш* отпис* отабон*
        remove: премахн* изтри* махн* изваде* заличе*
        stop: спрете спри престан* прекрат* стига
        neg: не никога без никой никакви недейте
        send: пиш* изпраща* праща* пращайте безпоко* свързва* контакт* изпращайте
        get: получ*
        want: иск* жела* моля бих искам
        me: ме мен ми ни нас
        my: моя моят моите мой наш*
        i: аз ние
        mail: имейл* мейл* писм* съобщен* реклам* бюлетин* поща
        list: спис* баз* бюлетин*
        addr: адрес* имейл* данни*
        more: повече вече отново
        your: ваш* вас
        other: прикачен* фактур* поръчк* договор* клиент* среща*
        limit: преди до днес утре
        click: кликн* връзка тук
        whole: никой всички цял*
        company: фирм* компан* домейн* организац*
        idiom: оставете_ме/ни_~_мира оставете_ме/ни_~_спокой*
        law: закон*
        authority: кзлд полици* комиси*
        report: жалб* сигнал*
        lawyer: адвокат* юрист*
        threat: съд съдебн* правни_действия
        violate: наруша* незаконн* без_~_съгласие
        right: изисквам член
        abuse: идиот* измамни* махайте
        spam: спам
        this: това
        away: отпуск* командировк* отсъств* извън_офиса почивка
        be: съм ще_бъда в_момента
        was: бях
        back: връщам върна
        till: до от
        notice: спешн* отсъств* благодаря_за отговоря
        left: вече_не_работи напусна
        changed: нов_имеил новият_ми
        ack: получихме вашето_запитване вашата_заявка регистриран*
        auto: автоматич* не_отговаряите
        agree: интересува_ни звучи_добре изпратете
        decline: не_се_интересувам* не_ни_интересува не_благодаря
        refer: грешния_човек отговаря_за препратих
    """,
    "hr": """
        interest: zainteresiran* zanima
        please: molim molimo
        unsub: odjav* odjavi odjavite odjavljujem
        remove: ukloni* obris* izbris* makni* skini* izbaci*
        stop: prestan* dosta prekini*
        neg: ne nemoj* nikad* nista bez nitko niko nijed* nikakv* necu necemo
        send: sal* slati salj* pis* pisite kontakt* uznemir* javlj*
        get: prima* dobiva* dobija*
        want: zel* hocu zeli* molim molimo volio necu
        me: me mene mi nas nam
        my: moj* nas nasu nase
        i: ja mi
        mail: mail* poruk* reklam* postu newsletter* mejl* obavijest* ponud*
        list: list* popis* baz* mailing*
        addr: adres* podat* ime
        more: vise dalje opet ponovno ponovo ubuduce
        your: vas vase vaseg vasih vasoj
        other: privit* racun* narudzb* ugovor* sastan* klij* kup*
        limit: prije do danas sutra
        click: klikn* ovdje
        whole: nitko niko svi cijel* sve
        company: tvrtk* firm* domen* organizacij*
        idiom: pustite_me/nas_~_miru ostavite_me/nas_~_miru
        law: zakon* zastit*_podataka
        authority: azop policij*
        report: prijav* zalb*
        lawyer: odvjetni* advokat*
        threat: pravne_korake pravni_koraci sud tuzb* tuzit*
        violate: krsit* krsenje nezakonit* bez_~_pristanka
        right: zahtijevam clanak zahtevam
        harass: uznemirav*
        abuse: odjebi* idiot* prevarant*
        this: ovo
        away: godisnj*_odmor* godisnjem izvan_ureda odsut* bolovan* sluzben*_put* nisam_u_uredu van_kancelarije
        away: odsustv* praznik*
        be: sam biti trenutno ured
        was: bio bila sam_bio
        back: vracam povratk* natrag vratim
        till: do od
        notice: hitn* odsutnost* povratk* hvala_na odgovorit*
        left: vise_ne_radi nije_vise napustio
        changed: nova_adresa nova_email novi_mail
        ack: zaprimili primili_smo vas_upit zaprimljen* broj_zahtjeva
        auto: automatsk* ne_odgovaraj*
        word: i ili ali ako kako tko sto dobar dan hvala s vrlo je u na
        agree: zanima_nas zanima_me zvuci_dobro posaljite_mi nazovite
        decline: ne_zanima_nas ne_zanima_me nismo_zainteresirani nisam_zainteresiran* ne_hvala nemamo_potreb*
        refer: pogresna_osoba zaduzen* prosljedi* proslijedi*
        call: zov*
    """,
    "sr": """
        please: молим
        unsub: одјав*
        remove: уклони* обриш* избриш* скини*
        stop: престан* доста
        neg: не немој* никад* без нико
        send: шаљ* слати пиши* пишите контакт* узнемир*
        get: прима* добија*
        want: жел* хоћу молим
        me: ме мене ми нас нам
        my: мој* наш*
        mail: мејл* порук* реклам* пошт* имејл*
        list: лист* спис* баз*
        addr: адрес* подат*
        more: више поново
        idiom: пустите_ме/нас_~_миру оставите_ме/нас_~_миру
        this: ово
        spam: спам
        away: одмор* одсутан одсутна
        be: сам тренутно
        till: до од
        notice: хитн* хвала
    """,
    "sl": """
        interest: zanima
        please: prosim
        unsub: odjav*
        remove: odstran* izbris* umakn*
        stop: prenehaj* nehaj* dovolj
        neg: ne nikoli brez nocem nocemo nihce
        send: posilja* pis* pisite kontaktir* klic* nadleguj*
        get: prejema*
        want: zel* hocem prosim prosimo nocem nocemo
        me: me mene mi nas nam
        my: moj* nas nase
        mail: mail* sporocil* reklam* posto posta eposto
        list: seznam* baz* list*
        addr: naslov* podatk*
        more: vec ponovno nadaljnj*
        idiom: pustite_me/nas_~_miru pustite_me/nas_pri_miru
        law: zakon* varstv*_podatkov
        authority: informacijski_pooblascenec policij*
        report: prijav* pritozb*
        lawyer: odvetni*
        threat: pravni_koraki pravne_korake tozb*
        violate: krsit* nezakonit* brez_~_soglasja
        right: zahtevam clen
        this: to
        away: dopust* odsot* sluzbeni_poti nedosegljiv* izven_pisarne
        be: sem bom trenutno
        back: vrnem vrnitev nazaj
        till: do od
        notice: nujn* odsotnost* hvala_za odgovoril*
        left: vec_ne_dela ni_vec_zaposlen*
        ack: prejeli_smo vas_zahtevek
        auto: samodejn* avtomatsk*
        agree: zanima_nas zanima_me
        decline: ne_zanima nismo_zainteresirani ne_hvala
        refer: napacna_oseba
    """,
}
