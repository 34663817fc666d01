"""Words of French, Spanish, Italian, Portuguese and Romanian. The roles are explained in `roles`."""

ROMANCE: dict[str, str] = {
    "fr": """
        work: travaille employe employee salarie salariee fonctions collaborateur collaboratrice effectifs
        left: fin_a_ses_fonctions parti_a/en/de partie_en quitte_nos quitte_son
        idiom: vous_ai_bloque* votre_adresse_est_bloquee
        ack: bien_parvenu reponse_vous_sera sous_~_heures
        left: successeur ai_quitte_~_fin
        unmonitored: ne_recoit_pas ne_sont_pas_lues
        remove: virez virer vire_moi/nous
        topic: devis offre tarif* prix proposition* echantillon* catalogue* demo
        send: mett*
        stop: abstenir abstenez abstenir_de
        idiom: opposition_a_~_prospection/publicite opposition_a_toute
        shut: ferme fermee fermes fermees
        sure: heures_ouvrees jours_ouvres jour_ouvre numero_de_dossier numero_de_ticket
        ack: jours_ouvres repondrons_sous traite_sous d_avoir_contacte
        notice: chers_clients chere_clientele chers_client* pas_lus pas_lu sera_lu seront_lus
        left: quitte_~_le ne_travaille_plus
        unmonitored: boite_sera boite_~_fermee boite_~_supprimee ne_sera_pas_lu pas_lue
        use: utilis* emplo* servir exploit*
        can: pourriez pourrais pouvez peux voudriez voulez pourrait
        want: saurais_gre reconnaissant* gre heureux
        idiom: dernier_mail/message/courriel_de
        interest: interess* interet besoin
        please: merci svp stp plait priere veuillez
        filler: de d le la les l que par en a au sur il faut y votre
        perf: ai avez avons ont as
        unsub: desabonn* desinscri* desengag*
        past: desabonne desabonnee desinscrit desinscrite
        remove: retir* supprim* effac* enlev* radi* ray* otez oter exclu* suppression
        part: sort*
        off: de du
        stop: arret* cess* stop stopper stoppez stopez
        neg: ne n ni pas jamais aucun* rien personne ^plus_de ^plus_d plus_jamais sans refus*
        send: ecri* envo* contact* relanc* sollicit* demarch* importun* derang* adress* spam* harcel* transmett*
        send: inond*
        sent: contacte contactes contactee sollicite sollicites demarche relance
        gone: retire retires retiree supprime supprimee radie raye desabonne desabonnee desinscrit
        get: recev* recoi* recu*
        want: souhait* veu* voul* desir* voudr* aimerai* demand* pri* merci prefer* veuill* exig* refus*
        me: me m moi nous
        my: mon ma mes notre nos
        i: je j
        mail: mail* courriel* message* sollicitation* envoi* communication* publicite* prospection relance* pub
        mail: pubs infolettre* offres
        list: liste* fichier* base* diffusion* bdd listing* carnet
        addr: adresse* mail nom coordonnees donnees numero domaine
        more: plus davantage encore nouveau desormais avenir futur* autre* dorenavant
        this: cette ce cet ces c ceci ca cela
        your: votre vos vous ton tes
        other: piece* facture* commande* devis contrat* invitation* clients lien rendez* reunion catalogue*
        other: document* client presentation mot ligne abonnement*
        limit: avant jusqu* tard souvent tant aujourd demain lundi mardi mercredi jeudi vendredi d_ici
        hes: hesit* oubli*
        need: besoin faut obligation
        click: cliqu* lien ici confidentialite mentions
        still: encore toujours deja fois pourquoi nouveau
        whole: personne tous toute* tout aucun* entier* ensemble
        company: entreprise* societe* domaine* equipe* collegues organisation* salaries employes
        idiom: laiss*_moi/nous_tranquille* fich*_moi/nous_la_paix fout*_moi/nous_la_paix laiss*_moi/nous_en_paix
        idiom: oubli*_moi/nous ca_suffit oubli*_mon_adresse lach*_moi/nous m_oppose_~_traitement
        idiom: m_oppose_~_prospection arret*_ca inutile_de_me/nous retir*_~_consentement stop_aux_mails
        idiom: me_contactez_plus m_ecrivez_plus m_envoyez_plus perdez_mon_adresse pas_sur_votre_liste
        idiom: hors_de_ma_boite sort*_moi/nous_de_votre/vos liste_noire liste_d_opposition liste_rouge
        idiom: fin_des_envois/mails m_oppose_~_utilisation ^arretez$ ^plus_rien$
        law: loi_informatique reglement_general protection_des_donnees l34 code_des_postes loi
        authority: dgccrf signal_spam police gendarmerie autorite* dpo arcep
        report: plainte* signal* saisi* saisir denonc* porter reclamation* signale
        lawyer: avocat* conseil_juridique service_juridique huissier*
        threat: mise_en_demeure poursuites_judiciaires poursuites action_en_justice porter_plainte porte_plainte
        threat: porterai_plainte en_justice voie_judiciaire
        violate: illegal* viol* interdit* contraire* sans_~_consentement sans_mon_accord infraction*
        right: exige article art droit droits demande oppos*
        harass: harcel*
        abuse: connard* va_te_faire allez_vous_faire enculer foutre casse_toi cassez_vous ordure* escroc* fumier
        abuse: merde abruti* degagez degage
        folder: dossier indesirables courrier_indesirable filtre*
        away: absent absente absence conges conge vacances deplacement indisponible hors_du_bureau ferme fermee
        away: fermes fermeture arret_maladie maternite paternite injoignable pas_au_bureau pas_disponible
        away: pas_joignable en_formation en_mission en_rtt rtt ne_travaille_pas
        be: suis serai sommes serons actuellement bureau bureaux entreprise magasin societe
        was: etais etait avais ai_ete suis_revenu suis_rentre de_retour_de suis_de_retour
        back: retour reviens reviendrai reprendrai rentrerai
        till: jusqu du au le a_partir
        notice: urgen* absence mon_retour a_mon_retour merci_de_votre merci_pour_votre acces en_cas delais
        notice: repondrai traiter* contacter
        colleague: chef patron collegue* directeur directrice responsable mari femme il elle
        left: plus_partie quitte_l quitte_la quitte_notre quitte_ses ne_travaille_plus n_est_plus_~_collaborat*
        left: n_est_plus_~_employe* retraite ne_fait_plus_partie plus_salarie* plus_au_sein
        unmonitored: n_est_plus_active n_est_plus_utilise* n_est_plus_consulte* n_est_pas_consulte*
        unmonitored: n_est_plus_relevee n_est_plus_lue n_est_pas_lue n_est_plus_valide plus_surveille*
        unmonitored: n_est_plus_en_service ne_~_plus_consult* desactive* n_est_pas_surveille* plus_relev*
        unmonitored: non_surveillee
        changed: nouvelle_adresse nouveau_mail nouvel_email adresse_a_change change_d_adresse changement_d_adresse
        changed: nouvel_adresse
        ack: accuse_de_reception accusons_reception accusons bien_recu bien_ete_recu avons_recu ete_enregistre*
        ack: numero_de_dossier numero_de_ticket ticket votre_demande meilleurs_delais plus_brefs_delais
        ack: reponse_~_delai traiterons prise_en_compte pris_en_charge heures_ouvrees
        auto: automatique automatiquement ne_pas_repondre ne_repondez_pas robot
        challenge: prouver_que_vous etre_humain un_robot vous_authentifier authentifi* valider_votre_envoi
        challenge: confirmer_votre_envoi antispam mailinblack liste_blanche deliver* mis_en_attente en_quarantaine
        word: est sont et ou mais si comment quoi qui bonjour merci avec dans pour tres aussi alors un une c ce
        word: cela bien tout
        agree: avec_plaisir volontiers m_interesse nous_interesse suis_interesse* sommes_interesse* oui_merci
        agree: oui_volontiers appelez_moi envoyez_moi rappelez_moi en_savoir_plus plus_d_informations plus_d_infos
        agree: pourquoi_pas fixer_un_rendez ca_marche cela_m_interesse bonne_idee
        decline: pas_interesse* pas_interessee* non_merci pas_besoin aucun_besoin deja_un deja_une avons_deja
        decline: pas_de_budget pas_pour_l_instant pas_pour_nous pas_le_moment pas_d_actualite ne_donnerons_pas
        decline: ne_donne_pas_suite satisfait* ne_nous_interesse pas_concerne* aucun_interet
        refer: pas_la_bonne_personne mauvaise_personne mauvais_interlocuteur pas_le_bon_interlocuteur
        refer: ne_suis_pas_responsable ne_m_occupe contactez_ma/mon contacter_ma/mon voyez_avec adressez_vous
        refer: transfere* transmis_votre je_transmets plus_en_charge en_charge_de s_occupe_de c_est_~_qui_gere
        refer: responsable_de pas_de_mon_ressort
        cond: si_vous si_tu
        call: appel* telephon*
        instruct: repondez repondre reponds
    """,
    "es": """
        neg: nada
        work: trabaja labora trabajo laborando trabajando
        left: ya_no_presta no_presta_servicios no_se_encuentra_en relacion_laboral causado_baja ceso_en desvinculad*
        idiom: le_he_bloqueado os_he_bloqueado
        left: sucesor sucesora
        ack: ha_llegado en_breve
        topic: presupuesto* oferta* precio* propuesta* muestra* catalogo* demo
        be: cerramos cerraremos
        shut: cerrad*
        sure: horas_habiles dias_habiles dias_laborables numero_de_ticket numero_de_caso
        ack: gracias_por_contactar contestaremos responderemos dias_habiles en_~_horas
        away: cerramos
        notice: estimado*_cliente* querido*_cliente* no_leeremos no_se_leer*
        left: dejo_la dejo_nuestra ya_no_trabajo no_trabajo_mas
        unmonitored: buzon_se_cerrara buzon_sera buzon_ya_no dejara_de_funcionar dejara_de_estar
        changed: cambiado_de_direccion cambiado_mi cambie_de cambiado_de_email
        use: utiliz* usar use usen usad* use uso emple* us*
        can: podri* pued* pod*
        want: agradezco
        interest: interesad* interes interesa
        please: favor porfa ruego
        filler: de el la los las por que a en se le lo
        perf: he ha han hemos
        unsub: desuscri* desapunt* dar*_~_baja de_~_de_baja den_~_de_baja denme_~_baja deme_~_baja dame_~_baja
        unsub: doy_~_baja darnos_~_baja dennos_~_baja denos_~_baja solicit*_~_baja quier*_~_baja pid*_~_baja
        unsub: quisiera_~_baja deseo_~_baja gestion*_~_baja tramit*_~_baja causar_baja
        remove: elimin* borr* quit* suprim* retir* remuev* remov* exclu* saque* sacar* sacame saquen* supresion
        stop: dej*_de par*_de ces*_de abstener* abstengan* absteng* basta dejar_de
        neg: no nunca jamas ningun* ni sin tampoco nadie rechaz*
        send: envi* escrib* contact* mand* molest* remit* dirig* acos* bombard*
        sent: contactado contactados molestado
        gone: eliminado borrado eliminada eliminados retirado quitado borren
        get: recib*
        want: quier* quer* quisier* dese* prefer* gustar* solicit* pid* pedim* ruego agradec* exij* rechaz*
        me: me nos
        my: mi mis nuestr*
        i: yo nosotros
        mail: correo* mail* mensaje* boletin* informacion publicidad comunicacion* promocion* propaganda
        mail: publicitari* ofertas
        list: lista* base* boletin* fichero* sistema* registro* listado*
        addr: correo* direccion* nombre* datos contacto* dominio
        more: mas nuevamente futuro vuelv* volver otra ademas adelante
        this: este esta estos estas esto
        your: su sus tu tus vuestr* ustedes
        other: archivo* adjunto* factura* pedido* contrato* cita* reunion* clientes usuarios plan cotizacion
        other: presupuesto enlace catalogo* documento* propuesta
        limit: antes hasta aun todavia hoy manana lunes martes miercoles jueves viernes
        hes: dud* olvid*
        need: falta necesari* obligacion
        click: clic enlace aqui pulse privacidad
        still: sigo siguen sigue todavia ya veces vez
        whole: nadie todos todas toda todo ningun* entera
        company: empresa* compania* dominio* equipo organizacion* companeros empleados
        idiom: dej*_en_paz dej*_~_en_paz olvid*_de_mi/nosotros ya_basta basta_ya no_me/nos_moleste*
        idiom: olvid*_~_mi_correo dej*_~_molestar pierda*_mi_correo fuera_de_~_lista me_opongo_al_tratamiento
        idiom: retir*_~_consentimiento no_vuelva*_a_contact* no_vuelva*_a_escrib* lista_negra lista_robinson
        idiom: ^no_mas$ ^paren$ ^ya_no_mas
        law: lopd lopdgdd proteccion_de_datos ley_organica ley
        authority: agencia_espanola agencia_de_proteccion policia autoridad* profeco inai consumo
        report: denunci* reclamacion* reclamar queja* reporta* denuncia notificar* marcado
        lawyer: abogad* asesoria_juridica departamento_legal
        threat: acciones_legales medidas_legales accion_legal demandar* via_judicial burofax tribunales
        threat: presentar*_~_denuncia presentar*_~_reclamacion
        violate: vulner* ilegal* incumpl* infring* sin_~_consentimiento sin_mi_autorizacion infraccion* viola*
        right: exijo articulo* art derecho* ejerz* ejerc* requier*
        harass: acos* hostig*
        abuse: hijo*_de_puta vete_a_la_mierda vayanse_a_la_mierda mierda cabron* gilipollas joder imbecil* idiota*
        abuse: estafador* pesados pendej* chinga*
        folder: carpeta filtro* bandeja
        away: fuera_de_la_oficina fuera_de_oficina fuera_del_despacho ausente ausencia *vacaciones viaje de_baja
        away: permiso indispon* no_disponible cerrad* sin_acceso de_viaje de_licencia de_permiso de_descanso
        away: fuera_hasta fuera_del_pais licencia maternidad paternidad fuera_de_la_ciudad no_estoy no_estare
        away: festivo libre no_trabajo
        be: estoy estare encuentro estamos estaremos actualmente oficina oficinas disfrutando permanecer*
        was: estuve estaba acabo_de_volver he_estado ya_estoy_de_vuelta
        back: regreso vuelvo vuelta regresare volvere incorpor* retom*
        till: hasta del desde el a_partir al
        notice: urgen* ausencia mi_regreso gracias_por_su gracias_por_tu acceso respondere contestare contactar
        notice: dirija* dirigirse atendere
        colleague: jefe jefa companer* director* marido mujer el_esta ella
        left: ya_no_forma ya_no_trabaja ya_no_labora ya_no_pertenece dejo_de_trabajar dejado_la_empresa
        left: dejado_de_trabajar no_forma_parte no_trabaja jubilad* ya_no_esta_en
        unmonitored: no_es_atendid* no_esta_atendid* no_esta_monitor* no_se_supervisa no_esta_supervis*
        unmonitored: no_se_revisa no_esta_habilitad* no_se_atiende ya_no_se_utiliza ya_no_esta_activ*
        unmonitored: no_esta_en_uso ya_no_se_usa fuera_de_servicio desactivad* no_es_monitor* buzon_no_~_atend*
        changed: nueva_direccion nuevo_correo nuevo_email mi_nueva cambiado_de_correo direccion_ha_cambiado
        changed: correo_ha_cambiado cambio_de_correo
        ack: hemos_recibido acuse_de_recibo recibido_su recibido_tu ha_sido_recibid* ha_sido_registrad*
        ack: numero_de_ticket numero_de_caso su_solicitud su_consulta numero_de_referencia a_la_brevedad
        ack: lo_antes_posible ticket le_responderemos nos_pondremos_en_contacto horario horas_habiles
        auto: automatic* no_responda no_responder no_conteste autorespuesta generado
        challenge: verifi*_que_es_human* no_es_un_robot no_soy_un_robot confirm*_su_direccion confirm*_que_es
        challenge: retenido en_cuarentena lista_blanca
        word: es son y o pero si como quien hola gracias con muy tambien un una lo le buenos dias
        agree: me_interesa nos_interesa estoy_interesad* estamos_interesad* suena_bien suena_interesante
        agree: con_mucho_gusto si_por_favor llameme llamame envieme enviame mandeme mandame enviarme
        agree: mas_informacion podemos_hablar me_encantaria adelante claro_que_si de_acuerdo hablamos_el
        agree: parece_bien parece_interesante
        decline: no_me_interesa no_nos_interesa no_estoy_interesad* no_estamos_interesad* no_gracias no_necesit*
        decline: ya_tenemos ya_trabajamos sin_presupuesto no_tenemos_presupuesto por_ahora_no de_momento_no
        decline: por_el_momento_no estamos_contentos estamos_satisfech* no_es_para no_encaja no_es_el_momento
        decline: ningun_interes
        refer: no_soy_la_persona persona_equivocada no_soy_el_responsable no_soy_la_responsable no_me_encargo
        refer: no_llevo contacte_con contacta_con hable_con habla_con escriba_a escribe_a dirijase_a reenvi*
        refer: se_encarga encargad*_de responsable_de ya_no_llevo se_ha_equivocado se_equivoca
        cond: si_no_desea si_desea si_usted si_ya_no si_quiere si_no_quiere si_prefiere
        call: llam*
        instruct: responda responde conteste responder
    """,
    "it": """
        work: lavora collabora dipendente lavoro
        left: rapporto_di_lavoro lasciato_l lasciato_la cessato_il concluso_la
        filler: dalla dal dall dallo
        idiom: vi_ho_bloccat* la_ho_bloccat* niente_pubblicita nessuna_pubblicita
        ack: e_arrivat* quanto_prima
        left: successore
        away: congedo
        topic: preventiv* offerta prezz* proposta campion* catalogo listino demo
        shut: chius*
        sure: giorni_lavorativi numero_di_ticket numero_pratica
        ack: giorni_lavorativi risponderemo_entro
        notice: gentil*_client* cari_clienti lette_al verranno_lett* non_leggiamo
        left: non_lavora_piu_per non_lavora_piu_presso lasciato_~_azienda
        unmonitored: casella_verra casella_sara non_viene_letta
        changed: cambiato_indirizzo ho_cambiato
        use: utilizz* usat* usar* usi usate impieg*
        can: potrebbe* potrest* puo potete puoi
        want: grat* riconoscente
        interest: interessat* interesse interessa
        please: favore prego cortesemente gentilmente cortesia gentilezza
        filler: di il la le i gli per che a in da del della
        perf: ho ha avete hanno abbiamo
        unsub: disiscri* disiscrizione cancellar*_~_iscrizione annull*_~_iscrizione revoc*_~_consenso
        remove: cancell* rimuov* elimin* togli* toglier* rimozione rimoss* tolg* depenn*
        stop: smett* finitel* piantatel* basta cess* astener* astenet* evit*
        neg: non no nessun* ne mai niente senza rifiut*
        send: invi* scriv* contatt* mand* disturb* import* spedi* tempest* assill*
        sent: contattato contattati disturbato
        gone: rimosso rimossa rimossi cancellato cancellata cancellati eliminato tolto
        get: ricev*
        want: vogli* vorre* desider* chied* chiediamo preferi* prego preg* gradi* richied* intend* preghiamo
        want: rifiut*
        me: mi ci me noi
        my: mio miei mia nostr*
        i: io
        mail: mail* messagg* comunicazion* informazion* pubblicita posta promozion* email* offerte
        list: list* database elenc* dati archivi* mailing rubrica indirizzari*
        addr: indirizz* nome dati nominativo contatt* dominio casella
        more: piu altr* ulterior* nuovo futuro ancora oltre
        this: quest*
        your: vostr* tuo tua suo sua vi
        other: allegat* fattur* ordin* contratt* appuntament* client* preventiv* riunion* document* catalog* link
        other: offerta
        limit: prima fino oggi domani lunedi martedi mercoledi giovedi venerdi
        hes: esit* dimentic*
        need: bisogno serve necessari* obbligo
        click: clicc* link qui privacy
        still: ancora gia volte perche
        whole: nessun* tutt* intera intero
        company: aziend* societa dominio* ditta organizzazione colleghi dipendenti
        idiom: lasci*_in_pace lasci*_~_in_pace smettetela smettila smettila_di finitela piantatela
        idiom: dimenticat*_di_me/noi basta_cosi fuori_dalla_~_lista mi_oppongo_al_trattamento
        idiom: dimentic*_~_mio_indirizzo perd*_~_mio_indirizzo lista_nera ^niente_piu$ ^smettete$
        law: codice_privacy normativa_privacy codice_in_materia protezione_dei_dati legge
        authority: garante autorita polizia polizia_postale agcom
        report: segnal* reclamo denunci* esposto ricorso segnalato rivolger* rivolgo
        lawyer: avvocat* legale legali
        threat: azioni_legali azione_legale vie_legali diffid* querel* denuncer*
        violate: viola* illegal* illecit* abusiv* senza_~_consenso senza_autorizzazione
        right: esigo articolo art diritto diritti ai_sensi intimo richiedo
        harass: molest* stalking
        abuse: vaffanculo stronz* coglion* merda andate_a_quel_paese idiot* truffator* rompete rompere_le bastardi
        folder: cartella filtro posta_indesiderata
        away: assente assenza ferie fuori_ufficio fuori_sede in_viaggio trasferta non_disponibile
        away: non_raggiungibile chius* permesso malattia maternita paternita fuori_dall_ufficio non_in_ufficio
        away: vacanza vacanze chiusura non_presente senza_accesso fuori_fino non_lavoro
        be: sono saro attualmente ufficio uffici siamo saremo trovo azienda
        was: ero ero_in sono_stat* eravamo sono_tornat* sono_rientrat*
        back: rientro rientrero torno tornero ritorno riprender* riaper*
        till: fino dal al il a_partire
        notice: urgen* assenza mio_rientro mio_ritorno grazie_per accesso rispondero contattare rivolger*
        colleague: capo collega direttore responsabile moglie marito lui lei
        left: non_fa_piu_parte non_lavora_piu ha_lasciato_l ha_lasciato_la non_e_piu_~_dipendente
        left: non_e_piu_in_azienda pensione non_collabora_piu non_opera_piu
        unmonitored: non_e_presidiat* non_e_monitorat* non_e_piu_attiv* non_viene_lett* non_piu_attiv*
        unmonitored: non_piu_in_uso non_e_controllat* non_presidiat* dismess* disattivat* non_e_piu_utilizzat*
        unmonitored: non_viene_piu
        changed: nuovo_indirizzo nuova_email nuova_mail indirizzo_e_cambiato cambiato_indirizzo nuova_casella
        changed: e_cambiato
        ack: abbiamo_ricevuto ricevuto_la_sua ricevuto_la_tua confermiamo_la_ricezione conferma_di_ricezione
        ack: numero_di_ticket sua_richiesta tua_richiesta presa_in_carico vostra_richiesta al_piu_presto
        ack: prima_possibile ticket ricontatteremo numero_pratica orari
        auto: automatic* non_rispondere non_risponda generat*
        challenge: verifica*_che_sia non_sei_un_robot conferma*_il_tuo in_quarantena antispam
        word: e o ma se come chi che buongiorno grazie con molto anche un una lo gentile salve
        agree: mi_interessa ci_interessa sono_interessat* siamo_interessat* molto_volentieri volentieri mi_chiami
        agree: mi_chiama mi_mandi mi_invii mi_invia mandatemi inviatemi maggiori_informazioni piu_informazioni
        agree: possiamo_sentirci sentiamoci certo_che si_grazie si_certo va_bene mi_piacerebbe
        decline: non_mi_interessa non_ci_interessa non_sono_interessat* non_siamo_interessat* no_grazie
        decline: non_abbiamo_bisogno abbiamo_gia gia_un_fornitore al_momento_no non_al_momento nessun_interesse
        decline: non_fa_per siamo_soddisfatt* niente_budget non_rientra non_e_il_momento
        refer: non_sono_la_persona persona_sbagliata non_me_ne_occupo non_mi_occupo contatti_il/la
        refer: contattate_il/la si_rivolga rivolgersi scriva_a ho_inoltrato inoltro se_ne_occupa si_occupa_di
        refer: responsabile_e il_responsabile non_sono_il_responsabile ha_sbagliato sbaglia_persona
        cond: se_non_desidera se_desidera se_vuoi se_non_vuoi se_preferisc* se_non_desiderate
        call: chiam*
        instruct: risponda rispondi rispondete rispondere
    """,
    "pt": """
        neg: nada
        work: trabalha colabora funcionario funcionaria colaborador colaboradora
        left: ja_nao_se_encontra na_empresa_desde nao_se_encontra_na desligad*_da deixou_a saiu_da
        left: deixou_de_trabalhar deixou_de_fazer
        left: sucessor sucessora
        ack: em_breve
        topic: orcamento* proposta* preco* amostra* catalogo* demo
        shut: encerrad* fechad* encerramos
        sure: dias_uteis numero_de_protocolo protocolo
        ack: respondemos_em responderemos_em dias_uteis
        notice: caros_clientes prezados_clientes estimados_clientes
        left: deixou_a deixou_~_empresa
        unmonitored: caixa_sera caixa_ja_nao ja_nao_e_lid*
        changed: mudei_de_~_email/mail/endereco mudei_de_endereco mudei_o_meu
        use: utiliz* usar usem usad* use usa emprega*
        can: poderi* pode* pod*
        want: grat*
        interest: interessad* interesse interessa
        please: favor obsequio
        filler: de o a os as por que em para
        perf: foi tenho tem
        unsub: descadastr* desinscrev* desinscri* cancel*_~_inscric* cancel*_~_assinatura cancel*_~_subscri*
        unsub: anular_~_subscri*
        remove: remov* retir* exclu* apag* elimin* tir* risc* suprim*
        stop: par*_de deix*_de cess* pare parem parar basta chega abstenh*
        part: sair saia
        off: da do de
        neg: nao nunca nenhum* nem jamais sem ninguem recus*
        send: envi* mand* escrev* contact* contat* incomod* perturb* aborrec* spam*
        sent: contactado contatado
        gone: removido removida removidos retirado excluido excluida apagado
        get: receb* recev*
        want: quer* gostari* desej* prefir* prefer* peco pedimos solicit* agradec* favor recus*
        me: me mim nos
        my: meu* minha* nosso* nossa*
        i: eu
        mail: mail* mensage* informac* correio comunicac* publicidade propaganda boletim contato* contacto*
        mail: ofertas
        list: lista* base* cadastro* sistema boletim ficheiro
        addr: endereco* nome dados contato* contacto* correio dominio
        more: mais novamente futuro outr* volt* adiante
        this: este esta estes estas isso isto
        your: seu sua seus suas vosso vossa voces voce
        other: anexo* fatura* factura* pedido* contrato* reuniao clientes usuarios utilizadores orcamento link
        other: plano proposta arquivo* documento* catalogo*
        limit: antes ate hoje amanha ainda segunda terca quarta quinta sexta
        hes: hesit* esquec* deix*
        need: precis* necessari* obrigac*
        click: clique* link aqui privacidade
        still: ainda ja vezes continuo continuam
        whole: ninguem todos todas toda todo nenhum* inteira inteiro
        company: empresa* companhia dominio* equipe equipa organizac* colegas funcionarios
        idiom: deix*_me_em_paz deix*_~_em_paz me_deix*_em_paz esquec*_de_mim esquec*_meu_~_email chega_de_emails
        idiom: parem_com_isso nao_me_perturb* sair_da_lista quero_sair lista_negra ^nao_mais$ ^parem$
        law: protecao_de_dados lei
        authority: procon cnpd policia autoridade*
        report: denunc* reclamac* queixa* reportar* reportei
        lawyer: advogad* juridico
        threat: medidas_legais acao_judicial medidas_judiciais processo_judicial processar vias_legais
        threat: apresentar_queixa tribunal
        violate: viola* ilegal* infring* sem_~_consentimento sem_autorizacao
        right: exijo artigo* art direito* exerc*
        harass: assedi* perseg*
        abuse: filho*_da_puta va_se_foder vai_se_foder vai_tomar merda caralho idiota* foda* vao_a_merda golpista*
        abuse: burlao
        folder: pasta filtro* lixo_eletronico
        away: ausente ausencia ferias fora_do_escritorio fora_da_empresa fora_ate viagem licenca indispon*
        away: encerrad* fechad* sem_acesso de_folga recesso nao_estou nao_estarei maternidade paternidade
        away: baixa_medica nao_trabalho
        be: estou estarei encontro estamos estaremos atualmente escritorio
        was: estava estive ja_voltei ja_regressei
        back: retorno volto regresso voltarei regressarei retornarei
        till: ate de do a_partir entre
        notice: urgen* ausencia meu_regresso meu_retorno obrigado_pel* obrigada_pel* acesso responderei contactar
        notice: contatar
        colleague: chefe colega* diretor* gerente ele ela marido
        left: ja_nao_faz_parte nao_faz_mais_parte ja_nao_trabalha nao_trabalha_mais desligad* deixou_a_empresa
        left: deixou_de_trabalhar nao_integra_mais aposentad* reformad* saiu_da_empresa nao_pertence_mais
        unmonitored: nao_e_monitorad* nao_e_monitorizad* nao_e_lid* nao_e_mais_utilizad* desativad* nao_esta_ativ*
        unmonitored: ja_nao_e_utilizad* nao_e_verificad* nao_esta_mais_ativ* nao_esta_a_ser
        changed: novo_email novo_endereco novo_correio endereco_mudou email_mudou mudei_de_email alterou
        ack: recebemos protocolo numero_de_protocolo numero_do_chamado chamado ticket foi_recebid* foi_registrad*
        ack: sua_solicitacao seu_pedido confirmamos_a_rececao confirmamos_o_recebimento assim_que_possivel
        ack: com_a_maior_brevidade retornaremos entraremos_em_contat* horario
        auto: automatic* nao_responda nao_responder gerad*
        challenge: confirme_que_e nao_sou_um_robo nao_e_um_robo antispam quarentena
        word: e sao ou mas se como quem que ola obrigado obrigada com muito tambem um uma bom dia
        agree: tenho_interesse temos_interesse me_interessa interessa_nos interessa_me estou_interessad*
        agree: estamos_interessad* parece_bom parece_interessante com_certeza pode_ligar me_ligue ligue_me
        agree: me_envie envie_me mande_me mais_informacoes vamos_conversar vamos_falar podemos_falar
        agree: gostaria_de_saber sim_por_favor claro_que_sim
        decline: nao_tenho_interesse nao_temos_interesse sem_interesse nao_estou_interessad*
        decline: nao_estamos_interessad* nao_obrigad* nao_precis* ja_temos ja_trabalhamos sem_orcamento
        decline: no_momento_nao de_momento_nao por_agora_nao estamos_satisfeit* nao_e_para nao_e_o_momento
        refer: nao_sou_a_pessoa pessoa_errada nao_sou_o_responsavel nao_sou_a_responsavel nao_trato fale_com
        refer: falar_com contacte_o/a contate_o/a encaminh* reencaminh* responsavel_por trata_disso cuida_disso
        refer: e_com_a/o engano
        cond: se_nao_deseja se_deseja se_pretende se_nao_pretende caso_nao caso_deseje se_voce se_nao_quiser
        cond: se_quiser
        call: lig*
        instruct: responda responder
    """,
    "ro": """
        work: lucreaza angajat angajata
        left: parasit_compania parasit_firma
        use: folos* utiliz*
        can: puteti poti putea ati
        interest: interes*
        please: rog rugam
        unsub: dezabon* dezabonar* anul*_~_abonar*
        remove: sterg* sterge* elimin* scoat* scote* radia* inlatur*
        stop: incet* opri* terminati opreste* gata_cu
        neg: nu niciodata nicio nici fara niciun nimeni
        send: trimit* trimite* scri* contact* expedi* deranj*
        get: prime* primi*
        want: vreau dorim doresc* dori* rog rugam prefer* solicit* vrem as_vrea
        me: ma mi ne mine noi
        my: mea meu mele mei noastr* nostru
        i: eu noi
        mail: mail* mesaj* reclam* corespond* newsletter* oferte comunicar*
        list: list* baza baze* evident* sistem*
        addr: adres* datele date nume*
        more: mai alte viitor
        your: voastr* dumneavoastra dvs tau ta
        other: atasament* factur* comand* contract* intaln* client* link*
        limit: inainte pana azi maine luni marti miercuri joi vineri
        click: click apas* aici
        whole: nimeni toti toate toata intreaga
        company: firm* compani* domeni* organizat* angajat*
        idiom: lasat*_ma/ne_~_pace lasa_ma_in_pace uitat*_de_mine terminati_cu
        law: protectia_datelor lege* legii legea
        authority: anspdcp anpc politi* autoritat*
        report: plang* reclam* sesiz* raport*
        lawyer: avocat*
        threat: actiune_in_instanta in_instanta masuri_legale actiuni_legale
        violate: incalc* ilegal* fara_~_consimtamant* fara_acord*
        right: solicit articol* art drept*
        harass: hartu*
        abuse: du_te_dracu* duceti_va_dracului nesimtit* escroc* idiot*
        folder: folder* dosar*
        this: acesta aceasta
        away: concediu* absent* plecat* deplasare indisponibil* inchis* nu_sunt_la_birou lipsesc in_afara_biroului
        away: nu_voi_fi nu_sunt_disponibil*
        be: sunt voi_fi momentan ma_aflu biroul suntem aflu
        was: am_fost eram m_am_intors
        back: revin revenire intorc intoarc*
        till: pana din de_la incepand intre
        notice: urgen* absent* revenire* multumesc_pentru va_multumesc acces raspund* contacta*
        colleague: seful colega colegul directorul
        left: nu_mai_lucreaza nu_mai_face_parte a_parasit pensionat*
        unmonitored: nu_este_monitorizat* nu_mai_este_folosit* nu_mai_este_activ*
        changed: noua_adresa adresa_noua adresa_s_a_schimbat
        ack: am_primit a_fost_primit* a_fost_inregistrat* numar_de_ticket solicitarea_dumneavoastra
        ack: in_cel_mai_scurt confirmam_primirea numarul_de_inregistrare tichet*
        auto: automat* nu_raspundeti
        word: este si sau dar daca cum cine ce buna ziua multumesc cu foarte un o
        agree: suna_bine ma_intereseaza ne_intereseaza sunt_interesat* trimiteti_mi mai_multe_informatii
        decline: nu_sunt_interesat* nu_suntem_interesat* nu_multumesc nu_ne_intereseaza nu_ma_intereseaza
        decline: nu_avem_nevoie avem_deja
        refer: persoana_gresita nu_sunt_persoana am_redirectionat responsabil*_de se_ocupa
        cond: daca_nu daca_doriti
        call: suna sunati
        instruct: raspundeti
    """,
}
