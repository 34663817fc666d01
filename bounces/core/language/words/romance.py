"""Words of Spanish, Italian, Portuguese and Romanian. The roles are explained in `roles`."""

ROMANCE: dict[str, str] = {
    "es": """
        unsub: cancel*_~_suscripcion
        idiom: no_autorizo_el_envio
        act: denuncio denunciare denunciamos denunciaremos reporto reportare
        else: proxima_vez otro_correo/mail/mensaje uno_mas correo/mensaje/mail_mas
        else: si_siguen/sigue/continuan/insisten/vuelven
        else: de_lo_contrario
        list: secuencia campana cadena
        idiom: ^no_publicidad$ ^nada_de_publicidad$
        send: insist*
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
        unsub: cancell*_~_iscrizione annull*_~_iscrizione
        act: vi/la_segnalo/segnalero/segnaliamo segnalo/segnalero_tutto/al/alla/il/la denuncio denuncero
        else: prossima_volta/mail ancora_una/un se_continua*/insist*/ricevo/ricevero altrimenti in_caso_contrario
        list: sequenza campagna
        send: ricontatt* riscriv*
        idiom: ^niente_pubblicita$ come_mi_cancello/disiscrivo/tolgo/disiscrivere nego/revoco/ritiro_il_consenso
        addr: mail
        send: insist*
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
        unsub: cancel*_~_inscricao cancel*_~_assinatura
        idiom: nao_autorizo_o_envio
        act: denuncio denunciarei queixa
        else: proxima_vez mais_um/uma se_continu*/insist* caso_contrario senao
        list: sequencia campanha
        idiom: como_faco_para_sair/cancelar/me como_me_descadastro como_saio_dessa/desta
        send: insist*
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
        else: data_viitoare inca_un altfel
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
