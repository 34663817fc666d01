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
        remove: remove removal removing delete deleting deletion erase erasing erasure scrub expunge purge blacklist
        remove: suppress
        gone: removed deleted erased taken unsubscribed dropped
        sent: contacted emailed mailed messaged approached called sent bothered added
        part: take taking strike scratch cross get getting drop keep kick leave pull knock
        off: off out from
        stop: enough_with/of stop stopping cease quit halt desist refrain discontinue avoid
        neg: not no never dont doesnt didnt wont cannot cant without nor nobody none noone neither hardly
        send: send sending email emailing mail mailing write writing contact contacting message messaging messages
        send: bother bothering spamming pester pestering solicit soliciting approach approaching bug bugging harass
        send: harassing follow_up following_up call calling text texting reach_out reaching_out disturb chase chasing
        send: target targeting add adding include including hound hounding
        get: receive receiving get getting hear hearing be
        want: want wants wanted wish wishes wanna like prefer desire rather appreciate ask asking request requesting
        want: demand asked requested told welcome
        me: me us
        my: my our mine
        i: i we
        mail: email emails mail mails message messages communication communications correspondence solicitation*
        mail: follow_ups followups reminders outreach contact updates pitches pitch promos promotions
        list: list lists databases records sequence sequences campaign campaigns distribution system cadence funnel
        list: contacts mailout mailouts rotation subscription
        addr: address addresses name details data information info inbox domain mailbox contact record email_address
        addr: company
        more: more again anymore further longer any_more ever additional another future else
        this: this these it that them
        your: your you yours ur
        other: attachment attachments file files document documents link image picture invoice invoices order orders
        other: contract plan plans competitor competitors vendor trial meeting invite calendar quote proposal samples
        other: sample deck brochure pdf logo feature button page rate rates metric metrics unsubscribes unsubscribers
        other: handling requests customer customers client clients users recipients subscribers people speaker calls
        other: catalogue item items payment payments report reports row column section paragraph word password license
        other: licence seat seats card cards purchase shipment parcel colleague presentation prospects leads audience
        other: product
        limit: until till before unless yet during today tomorrow monday tuesday wednesday thursday friday after hours
        hes: hesitate forget worry miss fail why_not not_mind
        need: need_to have_to necessary must obligation commitment
        click: click link button footer
        still: still yet already again twice third repeatedly times why ignored keep previously second
        whole: anyone anybody everyone everybody nobody all whole entire complete any none every no_one no_person
        company: company domain organisation organization firm business colleagues staff office addresses employees
        company: team
        idiom: lose_my/this/our/the_email/address/number/contact/details/mail leave_me/us_alone leave_me/us_be
        idiom: forget_my/this_email/address take_a_hint off_your_list off_your_mailing off_this_list enough_already
        idiom: stop_it$ just_stop$ make_it/these/them_stop out_of_my/our_inbox/mailbox not_on_your_list please_cease
        idiom: no_means_no forget_me$ forget_i_exist forget_about_me stop_already lose_me$ leave_my_inbox
        idiom: told/asked_you_to_stop make_this/it_your_last where_is_the/your_unsubscribe/optout
        idiom: where_can_i_unsubscribe suppression_list do_not_contact_list as_do_not_contact dnc_list
        idiom: withdraw_~_consent revoke_~_consent not_consent no_need_to_contact/email/write/mail/call_~_again
        idiom: no_need_to_follow_up_again want_off/out_of be_the_last_message/email/mail not_try_again not_spam_me/us
        idiom: asked_you_not_to ^stop_this/that/it/now$ ^enough$ ^go_away buzz_off ^never_again$
    """,
}
