"""Words of French. The roles are explained in `roles`."""

FRENCH: dict[str, str] = {
    "fr": """
        unsub: annul*_~_abonnement annul*_~_inscription
        send: recontact*
        act: porte_plainte depose_plainte je_signale je_vous_signale signalerai je_saisis plainte
        else: prochain_mail/message/courriel prochaine_fois encore_un/une sinon faute_de a_defaut si_vous_continuez
        list: sequence campagne
        idiom: ^pas_de_pub/publicite$ merci_de_cesser$ veuillez_cesser$ priere_de_cesser$ merci_d_arreter$
        idiom: m_oppose_a_tout/toute/ce/cette/vos
        list: boucle
        send: insist*
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
}
