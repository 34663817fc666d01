"""Words of Russian, Ukrainian, Bulgarian, Croatian, Serbian and Slovene. The roles are explained in `roles`."""
# ruff: noqa: RUF001 - words of many scripts

SLAVIC: dict[str, str] = {
    "ru": """
        act: пожалуюсь пишу_жалобу напишу_жалобу подам_жалобу
        else: еще_одно/раз/одно следующий_раз иначе
        work: работает сотрудником трудится
        left: уволился уволилась завершил*_работу
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
        else: ще_один/одне/раз наступного_разу інакше
        work: працює співробітник*
        left: звільнився звільнилася
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
        my: ми
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
        send: писати пишите
        neg: немојте немој
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
