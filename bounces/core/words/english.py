"""Words of English, and those that every language uses. The roles are explained in `roles`."""

ENGLISH: dict[str, str] = {
    "*": """
        unsub: unsubscri* optout
        mail: email* newsletter* spam mailing mailings
        list: newsletter* crm database mailing mailings mailinglist*
        addr: mailaddress email
        me: mailaddress
        company: maildomain
        my: maildomain
        law: gdpr dsgvo rgpd lgpd ccpa lssi pecr casl popia pdpa kvkk uwg
        authority: cnil aepd uodo anpd crtc bfdi spamhaus spamcop ico ftc
        spam: spam spammer* spamming spammers
    """,
    "en": """
        interest: interested keen interest
        please: please pls plz kindly ensure make_sure
        filler: to be being do does will would should ever any a an the of for from with at via by such under
        filler: circumstances kind sort these those just simply also so in on and or get got reason way ways form
        filler: manner directly
        perf: did has have had havent hasnt
        unsub: unsub unsubs unsubbed opt_out opt_me/us_~_out opting_out opted_out unsub_me un_subscribe deregister
        unsub: unenroll delist
        past: unsubscribed opted_out unsubbed
        remove: remove removal removing delete deleting deletion erase erasing erasure scrub expunge purge
        remove: blacklist suppress
        gone: removed deleted erased taken unsubscribed dropped
        sent: contacted emailed mailed messaged approached called sent bothered added
        part: take taking strike scratch cross get getting drop keep kick leave pull knock
        off: off out from
        stop: enough_with/of stop stopping cease quit halt desist refrain discontinue avoid
        neg: not no never dont doesnt didnt wont cannot cant without nor nobody none noone neither hardly
        send: send sending email emailing mail mailing write writing contact contacting message messaging messages
        send: bother bothering spamming pester pestering solicit soliciting approach approaching bug bugging
        send: harass harassing follow_up following_up call calling text texting reach_out reaching_out disturb
        send: chase chasing target targeting add adding include including hound hounding
        get: receive receiving get getting hear hearing be
        want: want wants wanted wish wishes wanna like prefer desire rather appreciate ask asking request
        want: requesting demand asked requested told welcome
        me: me us
        my: my our mine
        i: i we
        mail: email emails mail mails message messages communication communications correspondence solicitation*
        mail: follow_ups followups reminders outreach contact updates pitches pitch promos promotions
        list: list lists databases records sequence sequences campaign campaigns distribution system cadence
        list: funnel contacts mailout mailouts rotation subscription
        addr: address addresses name details data information info inbox domain mailbox contact record
        addr: email_address company
        more: more again anymore further longer any_more ever additional another future else
        this: this these it that them
        your: your you yours ur
        other: attachment attachments file files document documents link image picture invoice invoices order
        other: orders contract plan plans competitor competitors vendor trial meeting invite calendar quote
        other: proposal samples sample deck brochure pdf logo feature button page rate rates metric metrics
        other: unsubscribes unsubscribers handling requests customer customers client clients users recipients
        other: subscribers people speaker calls catalogue item items payment payments reports row column section
        other: paragraph word password license licence seat seats card cards purchase shipment parcel colleague
        other: presentation prospects leads audience product the/a/your_report
        limit: until till before unless yet during today tomorrow monday tuesday wednesday thursday friday after
        limit: hours
        hes: hesitate forget worry miss fail why_not not_mind
        need: need_to have_to necessary must obligation commitment
        click: click link button footer here
        still: still yet already again twice third repeatedly times why ignored keep previously second
        whole: anyone anybody everyone everybody nobody all whole entire complete any none every no_one no_person
        company: company domain organisation organization firm business colleagues staff office addresses
        company: employees team
        idiom: lose_my/this/our/the_email/address/number/contact/details/mail leave_me/us_alone leave_me/us_be
        idiom: forget_my/this_email/address take_a_hint off_your_list off_your_mailing off_this_list
        idiom: enough_already stop_it$ just_stop$ make_it/these/them_stop out_of_my/our_inbox/mailbox
        idiom: not_on_your_list please_cease no_means_no forget_me$ forget_i_exist forget_about_me stop_already
        idiom: lose_me$ leave_my_inbox told/asked_you_to_stop make_this/it_your_last
        idiom: where_is_the/your_unsubscribe/optout where_can_i_unsubscribe suppression_list do_not_contact_list
        idiom: as_do_not_contact dnc_list withdraw_~_consent revoke_~_consent not_consent
        idiom: no_need_to_contact/email/write/mail/call_~_again no_need_to_follow_up_again want_off/out_of
        idiom: be_the_last_message/email/mail not_try_again not_spam_me/us asked_you_not_to
        idiom: ^stop_this/that/it/now$ ^enough$ ^go_away buzz_off ^never_again$
        law: gdpr can_spam data_protection_act/law/regulation* privacy_act/law* anti_spam_law* spam_act e_privacy
        law: directive
        authority: information_commissioner* data_protection_authority/commissioner/agency federal_trade
        authority: regulator* ombudsman police attorney_general your_isp/host/hosting/registrar/provider
        authority: consumer_protection acma dpc trading_standards
        report: report reporting reported complain complaining complained complaint complaints escalate escalating
        report: notify flagged flag marked mark marking flagging forwarded take_it/this/that_up taking_it/this_up
        report: refer_this/it raise_this/it_with bring_this/it_to_the_attention go_to_the inform informed
        report: informing
        lawyer: lawyer lawyers attorney* solicitor* counsel legal_team legal_department legal_counsel
        threat: cease_and_desist legal_action legal_proceedings legal_steps legal_consequences see_you_in_court
        threat: take_you_to_court sue_you/your file/lodge/filing/lodging_a_complaint/formal file/lodge_~_complaint
        threat: press_charges hold_you_liable subject_access_request restraining_order report_you reporting_you
        threat: reported_you
        violate: violat* breach breaching illegal unlawful unsolicited infring* against_the_law not_legal
        violate: without_~_consent never_consented no_legal_basis no_consent
        right: demand require hereby article art articles section exercise right rights erasure evidence statutory
        harass: harass* stalking stalker stalk
        abuse: fuck* fck f_off piss_off bugger_off screw_you/off go_to_hell scumbag* asshole* arsehole* dickhead*
        abuse: shove_it/your up_yours moron* idiots drop_dead shithead* wanker* bastard* eat_shit scammer* sod_off
        abuse: get_stuffed bollocks scum parasite* leech* crooks
        folder: folder folders filter filters box tab
    """,
}
