"""Words around return dates: the Romance languages and Greek."""
# ruff: noqa: RUF001 - words of many scripts

TABLES = {
    "fr": """
back: retour reviens reviendrai revenir rentre rentrerai reprends reprendrai reprise reprendre reouvre reouvrira
back: rouvrira reouverture
back: repondrai repondre nouveau rouvre rouvrent rouvrirons rouvrons reouvrirons reponse
reach: joignable disponible au_bureau presente present
away: absent absente absents conge conges vacances deplacement indisponible ferme fermes fermeture maladie
away: hors_du_bureau
away: absence rtt formation voyage seminaire fermee injoignable maternite paternite parental congres fermeront fermera
not: pas ne non aucun plus sans
until: jusqu jusqu'au jusqu'a avant
from: partir des compter apres
since: depuis
sent: envoye recu date
other: collegue collegues mme madame monsieur mr il elle remplacant remplacante assistante assure assurera
contact: contacter contactez joindre appeler ecrire adresser joignez veuillez
first: je j suis serai nous notre nos
event: salon offre promotion webinaire newsletter stand inscription soldes
work: horaires ouvert_du
conn: au a jusqu
and: et ou
between: entre
small: le la les du de l au aux a inclus compris en matin soir prochain prochaine d ce date environ courant partir
next: prochaine prochain suivante
this: cette ce
week: semaine semaines sem
day: jour jours
month: mois
year: annee
begin: debut
mid: mi milieu
end: fin
whole: tout toute pendant durant
today: aujourd
tomorrow: demain
overmorrow: apres-demain apres_demain
inn: dans
for: pour pendant
be: suis
loc: a en dans au
plain: le la les de et est vous votre pour merci bonjour message une en dans
also: aussi egalement
me: moi mon ma
full: inclus compris inclusivement
past: etais etait etions
gone: quitte plus_partie desactivee supprimee nouvelle_adresse retraite
back: prochain_jour prochains_jours revien* reviendr* rentrer* repren* reprendr* rouvr* reouv* repondr*
back: prends_connaissance prendrai_connaissance
back: lirai reouvr*
away: absen* conges* vacanc* deplacem* formation*
next: nouvelle_annee
back: repond*
sent: message_du mail_du courriel_du e-mail_du
""",
    "es": """
back: regreso regresare regresar regresando vuelvo volvere volver vuelta retorno retomo retomare reincorporo
back: reincorporare reincorporacion
back: reanudo reanudare reabrimos reabrira reabriremos respondere contestare responder nuevamente nuevo incorporo
back: incorporare
reach: disponible localizable en_la_oficina operativo operativa
away: fuera vacaciones ausente viaje baja permiso cerrado cerrada cerramos cerrados ausencia maternidad paternidad
away: congreso
away: excedencia libro festivo libre licencia cerraremos cerrara
not: no sin ningun nunca
until: hasta antes
from: partir desde tras despues
since: desde_hace llevo
sent: enviado recibido fecha_de
other: companero companera colega compañeros sr sra senor senora ella sustituye sustituta jefe
contact: contactar contacten escribir escriba llamar llame dirijase dirigirse contacte procuren
first: yo estoy estare vuelvo volvere regresare reincorporo reincorporare estamos estaremos nuestra nuestro me
event: feria oferta promocion descuento boletin stand webinar
work: horario
conn: al a hasta
and: y e o u
between: entre
small: el la los del de dia proximo proxima inclusive inclusivo incluido en a lunes por manana esta
next: proxima proximo viene siguiente
this: esta este
week: semana semanas
day: dia dias
month: mes meses
year: ano
begin: principios principio inicios comienzos
mid: mediados
end: finales fines fin final
whole: todo toda durante
today: hoy
tomorrow: manana
overmorrow: pasado_manana
inn: en dentro_de
for: durante por
be: estoy
loc: en
plain: el la los de y es su para gracias mensaje correo una por que con en
also: tambien
me: mi conmigo
full: inclusive incluido
past: estuve estaba estuvimos
gone: ya_no dejado_de desactivada jubilado nueva_direccion
back: regres* volver* reincorpor* reabr* incorporar* retom* reanud* contestar* responder*
away: vacacion* ausen* cerrad* viaj*
next: nuevo_ano
sent: mensaje_del correo_del
""",
    "it": """
back: rientro rientrero rientrare torno tornero ritorno ritornero ritornare riprendo riprendero riprendera
back: riprenderemo rispondero
back: riapriamo riapriremo riaprira riapertura riapre risponderemo nuovo rientreremo torneremo contattero ricontattero
back: ripresa
reach: disponibile raggiungibile in_ufficio reperibile operativo operativa operativi
away: ferie assente fuori viaggio trasferta chiuso chiusi chiusa chiusura vacanza vacanze malattia congedo maternita
away: permesso
away: assenza chiudiamo chiuderemo irreperibile paternita fiera
not: non senza nessun
until: fino sino prima entro
from: dal partire dalla dopo dall
since: da_~_tempo
sent: inviato ricevuto
other: collega colleghi sig sig.ra signora signor dott lui lei sostituisce capo
contact: contattare contattate scrivere chiamare rivolgersi rivolgetevi telefonare
first: io sono saro rientrero tornero siamo saremo nostro nostra ritornero rispondero
event: offerta promozione newsletter stand padiglione sconto webinar
work: orari orario
conn: al a fino
and: e ed o
between: tra fra
small: il lo la i gli le di del al alla al a giorno compreso compresa compresi incluso prossimo prossima in nel
small: mattina l d e
next: prossima prossimo
this: questa questo
week: settimana settimane
day: giorno giorni
month: mese mesi
year: anno
begin: inizio inizi
mid: meta
end: fine
whole: tutto tutta durante
today: oggi
tomorrow: domani
overmorrow: dopodomani
inn: tra fra
for: per
be: sono
loc: in a
plain: il la di e per che grazie messaggio mail mia vostro una con gentile al
also: anche pure
me: mio mia mi me
full: compreso compresi incluso inclusivo
past: ero stato stata eravamo
gone: non_lavora lasciato disattivata pensione nuovo_indirizzo
back: rientr* torner* ritorn* riapr* riprend* risponder* ricontatt*
away: assen* chiusur* vacanz* trasfert*
next: nuovo_anno anno_nuovo
sent: messaggio_del mail_del
""",
    "pt": """
back: retorno retornarei retornar volto voltarei regresso regressarei regressar retomo retomarei volta respondo
back: responderei responder
back: reabrimos reabriremos novamente reabre reabertura voltamos retornamos voltaremos retornaremos
reach: disponivel contactavel no_escritorio
away: ferias ausente fora viagem licenca fechado fechada encerrado encerrados ausencia maternidade folga recesso
away: indisponivel
away: encerramos formacao congresso
not: nao sem nunca
until: ate antes
from: partir desde apos depois
since: desde_ha
sent: enviado recebido
other: colega colegas sr sra ele ela substitui chefe substituta
contact: contactar contacte procurar procure procurem fale ligar ligue escrever contate contatar
first: eu estou estarei volto voltarei regresso regressarei retorno retornarei estamos estaremos nosso nossa encontro
event: feira oferta promocao desconto newsletter stand webinar
work: horario
conn: a ao ate
and: e ou
between: entre
small: o a os as do da de dia no na em ao inclusive feira proximo proxima manha pelo
next: proxima proximo vem seguinte
this: esta este desta
week: semana semanas
day: dia dias
month: mes meses
year: ano
begin: inicio comeco principio
mid: meados
end: fim final finais
whole: todo toda durante
today: hoje
tomorrow: amanha
overmorrow: depois_de_amanha
inn: em daqui
for: por durante
be: estou
loc: em no na
plain: o a os de e em para que obrigado obrigada mensagem ola seu uma com por
also: tambem
me: meu minha mim
full: inclusive
past: estava estive estivemos
gone: ja_nao deixou desativado desligado novo_e-mail reformou
back: regress* retorn* voltar* retom* reabr* responder*
away: ferias ausen* encerrad* fechad* viag*
next: novo_ano
sent: mensagem_de e-mail_de
""",
    "ro": """
back: revin reveni inapoi intorc intoarce reintorc raspund raspunde relua redeschidem redeschide reluam
reach: disponibil disponibila la_birou
away: concediu plecat plecata absent absenta deplasare vacanta delegatie inchis inchisa indisponibil lipsesc lipsi
not: nu fara
until: pana inainte
from: incepand din cu dupa
since: de_la_data
sent: trimis primit
other: colegul colega colegii domnul doamna el ea inlocuieste dl dna si_ea
contact: contactati scrieti sunati adresati
first: eu sunt voi suntem vom
event: oferta targ reducere newsletter
work: program
conn: pana la
and: si sau
between: intre perioada
small: de la in data pe cu inclusiv ziua cel cea
next: viitoare viitor urmatoare
this: aceasta acest
week: saptamana saptamanii saptamani
day: zile zi
month: luna lunii luni_de
year: an anul
begin: inceputul
mid: mijlocul
end: sfarsitul sfarsit
whole: toata tot
today: azi astazi
tomorrow: maine
overmorrow: poimaine
inn: peste
for: timp
be: sunt
loc: in la
plain: va multumesc mesaj pentru si mesajul nu in de buna ziua
me: mea meu
full: inclusiv
past: am_fost eram
gone: nu_mai_lucreaza
back: reven* revin* intorc* intoarc* raspun*
away: conced* vacant* absent* deplas*
""",
    "ca": """
back: torno tornare tornar retorn reprendre respondre
reach: disponible localitzable
away: vacances fora absent viatge baixa permis tancat
not: no sense
until: fins abans
from: partir des despres
other: company companya ella tambe
contact: contacteu escriviu truqueu
first: estic estare soc torno tornare
conn: al a fins
and: i o
between: entre
small: el la els d de del dia proper a al en l inclos
next: vinent propera
this: aquesta
week: setmana setmanes
day: dia dies
begin: principis
mid: mitjans
end: finals final
today: avui
tomorrow: dema
inn: en
for: durant
be: estic
loc: a
plain: gracies missatge pel seu amb que bon dia els i
""",
    "el": """
back: επιστρεφω επιστρεψω επιστροφη επιστρεψουμε ξανα πισω επανερχομαι επανελθω απαντησω ανοιγουμε
reach: διαθεσιμος διαθεσιμη στο_γραφειο
away: αδεια εκτος λειπω απουσιαζω απουσια διακοπες ταξιδι ταξιδευω κλειστο κλειστα απουσιασω λειψω κλειστη
not: δεν οχι δε χωρις
until: μεχρι εως ως πριν
from: απο μετα
since: ηδη_απο
sent: σταλθηκε
other: συναδελφος συναδελφο κ κα κυρια κυριος αυτη αυτος
contact: επικοινωνηστε επικοινωνειτε καλεστε γραψτε
first: ειμαι θα βρισκομαι ειμαστε
event: εκθεση προσφορα
conn: εως μεχρι ως
and: και η
between: μεταξυ
small: τις την τη το στις στην στη στα της του και ημερα ταις ξανα
next: επομενη ερχομενη προσεχη
this: αυτη_την
week: εβδομαδα εβδομαδες εβδομαδας
day: μερες ημερες ημερα
month: μηνα μηνες
begin: αρχες
mid: μεσα
end: τελος τελη
today: σημερα
tomorrow: αυριο
overmorrow: μεθαυριο
inn: σε
for: για
be: ειμαι βρισκομαι
loc: στη στην στο σε
plain: και το την για σας μηνυμα ευχαριστω να του
also: επισης
me: μου
past: ημουν
back: επιστρ* επανερχ* απαντησ*
away: αδεια* απουσι* διακοπ*
""",
}
