"""Words of Turkish, Greek, Hebrew, Arabic, Vietnamese and Indonesian. The roles are explained in `roles`."""
# ruff: noqa: RUF001 - words of many scripts

EASTERN: dict[str, str] = {
    "tr": """
        act: sikayet_ed*
        else: bir_daha aksi_halde/takdirde
        left: isten_ayril* gorevinden_ayril* gorevden_ayril* sirketimizden_ayril*
        interest: ilgilen* ilgi
        please: lutfen
        unsub: aboneligi*_~_iptal uyeligi*_~_iptal abonelikten_cik* listeden_cik* listenizden_cik*
        remove: cikar* sil silin siliniz silinsin silinmesini silebilir* kaldir* cikart* silmeniz* silmenizi
        stop: durdur* son_ver* kes kesin yeter birak*
        neg: degil hic hicbir asla
        refuse: gondermey* gondermez* yazmay* yazmaz* atmay* atmaz* yollamay* iletmey* istemi* rahatsiz_etmey*
        refuse: gondermeme* yazmama* gecmey* gonderilmesin* almak_istemi*
        send: gonder* yaz* at* yolla* ilet*
        get: almak alma*
        want: isti* istey* rica lutfen
        me: beni bizi bana bize benim bizim
        my: adresimi adresim benim bizim epostami mailimi bilgilerimi adresimizi verilerimi
        mail: mail* mesaj* ileti* eposta* reklam* bulten* e-posta*
        list: liste* veritaban* bulten*
        addr: adresimi adresim* bilgi* eposta* epostami mailimi verilerimi
        more: daha bir_daha artik tekrar
        your: sizin sizden
        other: ek eki dosya* fatura* siparis* sozlesme* toplanti* musteri* teklif*
        limit: once kadar bugun yarin
        click: tikla* buraya
        whole: kimse herkes butun tum
        company: sirket* firma* alan_adi organizasyon* calisan*
        idiom: beni/bizi_rahat_birak* yakami_birak* beni/bizi_rahatsiz_etmey*
        law: kvkk* kanun* iys
        authority: btk savcilik* polis* kurul*
        report: sikayet* ihbar* bildir*
        lawyer: avukat*
        threat: sikayet_edece* sikayet_ederi* yasal_islem yasal_yol* hukuki_islem dava_ac* suc_duyurusu
        violate: ihlal* yasadisi* yasa_disi izinsiz* izin_almadan
        right: talep_ediyorum madde hakk*
        harass: taciz*
        abuse: siktir* defol* salak* aptal* dolandiric* serefsiz*
        folder: klasor* filtre*
        this: bu
        away: izin izinli* izinde* yillik_izin* tatil* ofis_disinda ofiste_degil* musait_degil* seyahat* raporlu*
        away: dogum_izn* kapali* izne
        be: olacagim bulunmaktayim su_anda su_an bulunuyorum olacaktir
        was: izindeydim tatildeydim idim
        back: donecegim donus* tekrar
        till: kadar tarih* arasi* itibaren
        notice: acil donus* mesajiniz_icin tesekkur yanit* iletisime
        left: artik_calismamaktadir calismamaktadir ayrilmis* artik_calismiyor
        unmonitored: takip_edilmemektedir kontrol_edilmemektedir kullanilmamaktadir
        changed: yeni_eposta yeni_mail eposta_adresim_degis*
        ack: alinmistir ulasmistir talebiniz* basvurunuz* kayit_numara* en_kisa_surede talep_no
        auto: otomatik yanitlamayin*
        word: ve veya ama eger nasil kim ne merhaba tesekkurler cok bir icin
        agree: ilgileniyor* ilgimi_cekti arayin kulaga_hos daha_fazla_bilgi olur gonderin
        decline: ilgilenmiyor* ihtiyacimiz_yok ilgi_duymuyor* hayir_tesekkur* gerek_yok
        refer: yanlis_kisi ilgili_kisi yonlendir* ben_bakmiyorum sorumlu
        cond: istemiyorsaniz* istiyorsaniz*
        call: aramay* ara
        instruct: yanitlayin cevaplayin
    """,
    "el": """
        work: εργαζεται
        interest: ενδιαφερ*
        please: παρακαλω
        unsub: διαγραφ* απεγγραφ* διαγραψτε διαγραψετε απεγγραψ*
        remove: αφαιρ* σβησ* βγαλ*
        stop: σταματ* παψτε διακοψτε
        neg: μη μην δεν οχι ποτε κανεν* χωρις κανεις
        send: ξαναστ* ξαναγρ* στελν* στειλ* γραφ* γραψ* επικοινων* ενοχλ* αποστελλ*
        get: λαμβαν* λαβ*
        want: θελω θελουμε επιθυμ* παρακαλω θα_ηθελα προτιμ*
        me: με μου μας εμενα
        my: μου μας
        mail: μηνυμ* email* διαφημ* ενημερ* επικοινωνια* αλληλογραφ*
        list: λιστα* βαση*
        addr: διευθυνσ* στοιχεια ονομα email*
        more: αλλα πια ξανα περισσοτερ* πλεον μελλον
        your: σας σου
        other: συνημμεν* τιμολογ* παραγγελ* συμβολ* πελατ* συναντησ*
        limit: πριν μεχρι σημερα αυριο
        click: κλικ πατησ* εδω
        whole: κανεις ολοι ολη ολους
        company: εταιρ* domain* οργανισμ*
        idiom: αφηστε_με/μας_ησυχ* ξεχαστε_με
        law: νομο* προσωπικων_δεδομενων
        authority: αρχη_προστασιας αστυνομ*
        report: καταγγ* παραπον* αναφορα
        lawyer: δικηγορ*
        threat: νομικα_μετρα νομικες_ενεργειες νομικων_μετρων μηνυσ* δικαστηρι*
        violate: παραβια* παρανομ* χωρις_~_συγκαταθεση
        right: απαιτω αρθρο δικαιωμ*
        harass: παρενοχλ*
        abuse: γαμη* ηλιθι* απατεων*
        this: αυτο
        away: αδεια διακοπες εκτος_γραφειου απουσι* ταξιδι κλειστ* εκτος_εδρας δεν_θα_ειμαι
        be: ειμαι βρισκομαι θα_ειμαι απουσιαζω γραφειο
        was: ημουν
        back: επιστρεφω επιστροφη επιστρεψω
        till: μεχρι εως απο ως
        notice: επειγον* απουσια* επιστροφη* ευχαριστω απαντησω
        left: δεν_εργαζεται αποχωρησ*
        changed: νεα_διευθυνση νεο_email
        ack: λαβαμε παραληφθηκε το_αιτημα_σας αριθμος_αιτηματος
        auto: αυτοματ* μην_απαντησετε
        agree: με_ενδιαφερει μας_ενδιαφερει ακουγεται_καλο στειλτε_μου
        decline: δεν_ενδιαφερομ* δεν_μας_ενδιαφερει δεν_με_ενδιαφερει οχι_ευχαριστω
        refer: λαθος_ατομο αρμοδι* προωθησ*
        cond: εαν_δεν αν_δεν αν_θελετε
        instruct: απαντηστε
    """,
    "he": """
        remove: תוריד תורידי הורד הורידי תסיר תסירי תסירו תמחקי הסירי
        other: מחיר הנחה
        use: להשתמש תשתמש*
        addr: המייל המייל_שלי
        interest: מעוניין מעוניינים מעוניינת
        please: בבקשה נא
        unsub: הסרה להסיר הסר הסירו תסירו הסירוני
        remove: מחק* תמחק* למחוק הוציא* תוציא* הורידו תורידו להוריד
        stop: הפסיק* תפסיק* להפסיק חדל* מספיק די
        neg: אל לא אין בלי אף
        send: תשלח* לשלוח שלח* תכתב* לכתוב תפנ* לפנות פני* ליצור_קשר תטריד* להטריד שולח*
        get: לקבל מקבל*
        want: רוצה רוצים מבקש* מעוניין* מעונינ* בבקשה נא אבקש
        me: אותי אותנו לי לנו אלי אלינו
        my: שלי שלנו כתובתי פרטי
        mail: מייל* הודעות הודעה דואר אימייל* דיוור פרסומ* מיילים
        list: רשימ* תפוצה דיוור מאגר
        addr: כתובת* כתובתי מייל פרטי* פרטים
        more: יותר עוד שוב נוספ*
        your: שלכם שלך מכם ממך
        other: קובץ חשבונית* הזמנה* חוזה לקוח* פגישה
        limit: לפני עד היום מחר
        idiom: עזבו_אותי/אותנו תעזבו_אותי/אותנו תרדו_ממני
        law: חוק_הספאם חוק_התקשורת חוק* ספאם
        authority: משטר* רשות_להגנת
        report: תלונה אתלונן להתלונן
        lawyer: עורך_דין עורכי_דין עו
        threat: תביעה אתבע לתבוע צעדים_משפטיים
        violate: מפר* הפרה לא_חוקי
        right: דורש סעיף
        harass: הטרדה
        abuse: לך_תזדיין לכו_לעזאזל אידיוט*
        spam: ספאם
        away: חופש חופשה חופשת בחופש* בחופשה מחוץ_למשרד לא_במשרד היעדר* נעדר* מילואים חול לא_זמין לא_זמינה סגור*
        be: אני אהיה אנחנו כרגע נמצא נמצאת המשרד
        was: הייתי
        back: אחזור חוזר* אשוב שוב
        till: עד מ החל מיום ב
        notice: דחוף* היעדר* תודה אשיב אענה במקרים
        left: אינו_עובד אינה_עובדת כבר_לא_עובד* לא_עובד_יותר עזב*
        ack: התקבלה קיבלנו פנייתך פנייתכם מספר_פנייה
        auto: אוטומטי* מענה_אוטומטי
        agree: מעוניין מעוניינים מעוניינת נשמע_טוב
        decline: לא_מעוניין לא_מעוניינים לא_מעוניינת לא_רלוונטי לא_תודה
        refer: לא_האדם אחראי העברתי
        cond: אם_אינך אם_אינכם
    """,
    "ar": """
        interest: مهتم* مهتمين
        please: رجاء يرجى فضلك
        unsub: الغاء_الاشتراك إلغاء_الاشتراك الغاء_اشتراك* إلغاء_اشتراك* الغوا_اشتراك* ألغوا_اشتراك*
        remove: احذف* حذف* ازال* إزال* ازيلو* أزيلو* شطب* إزالتي ازالتي
        stop: توقف* كفوا اوقف* أوقف* إيقاف ايقاف كفى
        neg: لا عدم ليس لن
        send: تتواصل* تواصل* ترسل* ارسال* إرسال* تراسل* مراسل* تتصل* الاتصال التواصل تكتب* تزعج* ازعاج*
        get: تلقي استلام اتلقى أتلقى استلم
        want: اريد أريد نريد ارغب أرغب نرغب ارجو أرجو يرجى نرجو اطلب أطلب
        me: لي لنا إلي الي بي معي إلينا
        my: بريدي عنواني بياناتي اسمي بريدنا عنواننا
        mail: رسائل* رسال* بريد* ايميل* إيميل* اعلان* إعلان* النشره النشرة
        list: قائم* القائم* قوائم* قاعد*
        addr: بريدي عنواني بياناتي اسمي عنوان* البريد
        more: مره_أخرى مرة_أخرى مجددا مزيد* المزيد بعد_الآن بعد_الان اي أي
        your: كم
        other: ملف* فاتور* مرفق* طلب* عقد* عملاء موعد
        limit: قبل حتى اليوم غدا
        idiom: اتركوني_وشأني دعوني_وشأني اتركونا_وشأننا
        law: قانون*
        authority: الشرطة الشرطه هيئة
        report: شكوى بلاغ ابلاغ إبلاغ
        lawyer: محام* المحامي
        threat: اجراءات_قانونية إجراءات_قانونية الاجراءات_القانونية الإجراءات_القانونية مقاضا* قضائي*
        violate: انتهاك* غير_قانوني مخالف*
        harass: تحرش مضايق*
        away: اجازة إجازة اجازه إجازه خارج_المكتب خارج_مكتبي سفر غير_متواجد غير_متوفر غائب عطلة مغلق
        be: انا أنا سأكون ساكون حاليا حالي المكتب
        was: كنت
        back: العودة سأعود ساعود عودتي
        till: حتى من الى إلى
        notice: عاجل* العاجلة الطارئة عودتي شكرا سأرد
        left: لم_يعد_يعمل لم_تعد_تعمل ترك_العمل
        ack: استلمنا تم_استلام رقم_الطلب رقم_التذكرة طلبك*
        auto: تلقائي* تلقائيا آلي* الرد_التلقائي
        agree: مهتم مهتمون مهتمين يبدو_جيدا
        decline: غير_مهتم غير_مهتمين لست_مهتما لسنا_مهتمين لا_شكرا
        refer: الشخص_الخطأ المسؤول_عن
        cond: اذا_كنت إذا_كنت
    """,
    "vi": """
        interest: quan_tam
        please: vui_long xin lam_on
        unsub: huy_dang huy_theo ngung_dang bo_dang
        remove: xoa loai go
        stop: ngung dung thoi cham
        neg: dung khong
        send: gui lien viet goi lam_phien quay_ray
        get: nhan
        want: muon xin vui long
        me: toi chung minh em
        my: toi chung
        mail: email thu tin quang_cao mail
        list: danh_sach co_so_du
        addr: dia_chi email
        more: nua them tiep
        other: tep hoa_don hop_dong khach_hang
        limit: truoc cho_den
        idiom: de_toi_yen dung_lam_phien
        law: luat nghi_dinh
        authority: cong_an
        report: to_cao khieu_nai bao_cao
        lawyer: luat_su
        threat: khoi_kien phap_ly kien_ra_toa
        violate: vi_pham
        away: nghi_phep vang_mat nghi_le di_cong_tac ngoai_van_phong nghi_thai_san
        be: toi_dang toi_se hien
        back: tro_lai quay_lai
        till: den tu
        notice: gap khan cam_on
        ack: da_nhan_duoc ma_yeu_cau
        auto: tu_dong
        agree: quan_tam
        decline: khong_quan_tam khong_co_nhu_cau
    """,
    "id": """
        interest: tertarik berminat
        please: mohon tolong harap
        unsub: berhenti_berlangganan batalkan_langganan berhenti_langganan batal_langganan
        remove: hapus* keluarkan* menghapus dihapus coret
        stop: berhenti* hentikan* stop setop cukup
        neg: jangan tidak tak bukan tanpa
        send: kirim* mengirim* hubungi* menghubungi* email emaili kontak ganggu* mengganggu kirimi dikirimi
        send: dihubungi
        get: menerima terima
        want: ingin mau mohon tolong harap minta
        me: saya kami aku
        my: saya kami
        i: saya kami
        mail: email* pesan surat iklan promosi penawaran
        list: daftar milis basis
        addr: alamat data nama
        more: lagi lanjut selanjutnya
        your: anda kalian
        other: lampiran faktur pesanan kontrak pelanggan
        limit: sebelum sampai hari besok
        idiom: jangan_ganggu_saya/kami biarkan_saya/kami
        law: uu_pdp undang*
        authority: polisi kominfo
        report: laporkan melaporkan lapor aduan
        lawyer: pengacara*
        threat: jalur_hukum langkah_hukum tindakan_hukum
        violate: melanggar ilegal tanpa_izin
        abuse: bangsat* anjing goblok penipu*
        away: cuti libur luar_kantor dinas_luar tidak_di_kantor tidak_berada
        be: sedang saya akan
        back: kembali
        till: sampai hingga dari
        notice: mendesak darurat terima_kasih
        left: tidak_lagi_bekerja sudah_tidak_bekerja
        ack: telah_kami_terima telah_diterima nomor_tiket
        auto: otomatis
        word: dan atau tetapi jika bagaimana siapa apa terima kasih dengan untuk dari di
        agree: tertarik menarik
        decline: tidak_tertarik belum_tertarik tidak_terima_kasih tidak_butuh
        refer: bukan_orang salah_orang
    """,
}
