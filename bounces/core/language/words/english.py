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
        want: be_great/good/nice/lovely_to_be
        stop: terminate
        idiom: stop_asking$ stop_this/that_nonsense/madness/rubbish ^stop_that/this_please$
        idiom: end_this_thread/conversation$
        idiom: communication/contact/emails/mails/messages/correspondence_is/are_not_desired/wanted
        idiom: communication/contact/correspondence_not_desired/wanted further_~_are/is_not_required/needed/necessary
        idiom: keep_your_emails/mails/messages/offers/offer/spam_to_yourself keep_your_offers/emails/mails$
        idiom: ^nothing_more/further$ ^nothing_more/further_please$
        idiom: not_belong_on_this/your/any should_not_be_on_this/your_list/mailing/database not_agree_to_be_on
        idiom: list_is_not_for_me
        idiom: make_me_ask_again
        remove: drop_my/our/this_address/email/name/details/contact/mail
        idiom: if_these_stopped if_these/your/the_emails/mails/messages_stopped courtesy/decency_to_stop
        idiom: make_these/your/the_emails/mails/messages_stop
        want: no_longer_to_be
        act: sue suing
        addr: adress adresse adres emailadress addres
        idiom: way/do_to_stop_these/this/your_~_emails/mails/messages have_a_way_to_stop_these_~_emails/mails/messages
        part: left_me/us_off left_me/us_out
        mail: marketing advertising adverts ads
        idiom: bother/pester/annoy/spam/bug_someone/somebody_else sell_it/this_to_someone/somebody_else
        idiom: respect_my/our_inbox/privacy/mailbox
        idiom: emails/mails/messages_are_annoying/irritating/intrusive/unsolicited/tiresome
        idiom: ^opted_out$ delete/erase/remove_everything/all_you_have forget_about_me/us forget_us$ ^not_wanted$
        idiom: not_want_any$ not_want_anything_from_you
        idiom: leave_my/our_company/staff/team/people/employees/colleagues/office_alone
        idiom: tell_your_bot/robot/system/team/people_to_stop
        idiom: turn/switch_off_your/the_bot/robot/automation
        idiom: your_bot/robot/automation/system_keeps_mailing/emailing/sending/writing
        idiom: does_one_stop/unsubscribe
        idiom: possible_to_be_removed/taken/unsubscribed/deleted ^is_there_an/any_unsubscribe_link/option/button$
        idiom: not_find_the/your/an/any_unsubscribe_link/button$ i/we_could/can_not_unsubscribe$
        idiom: ^i_unsubscribed_last/already/weeks/months/ages/twice/yesterday ^i_unsubscribed$
        idiom: use_for_these/your_mails/emails
        gone: gone
        part: let_me/us_off let_me/us_out
        other: hook plate
        remove: deactivate terminate
        idiom: ^let_me/us_be$ quit_it$ cut_it_out$ knock_it_off$ ^give_it_a_rest$ give_it_up$ ^back_off$
        idiom: ^enough_now$ ^just_quit$ ^quit$ lay_off_the_emails/mails/messages ease/ease_up/lay_off_with ^can_you_not$
        idiom: you_need/have_to_stop_this/it$ you_must/should_stop_this/it$ had_it_with_these/your/this
        idiom: want_nothing_to_do want_nothing_from_you so_stop$ now_stop$
        idiom: never_signed_up_for_this/these/your/any/it/anything never_subscribed_to_this/these/your/any/anything
        idiom: never_signed_up$ never_subscribed$ never_opted_in not_subscribe$ not_opt_in$
        idiom: not_sign_up_for_this/these/your
        idiom: not_subscribe_to_this/these/your not_ask_for_this/these/your_emails/mails/messages
        idiom: are/is_unwanted$ are/is_unwelcome$ emails/mails/messages/these_are_not_welcome/wanted
        idiom: not_welcome_unsolicited
        idiom: save_yourself/yourselves_the_trouble/effort/time$ will/ll_block_you/this/your be_blocking_you/this/your
        idiom: ^straight_to_junk/spam/trash going_to_junk/spam/trash_from_now ^added_to_junk/my_junk ^marked_as_junk$
        idiom: pull_the_plug_on_this/these turn/switch_off_these/the/your_emails/mails/messages
        idiom: turn/switch_these/those_off
        idiom: end/terminate/deactivate/cancel_my/this/our_subscription cancel_these/your_emails/mails/messages
        idiom: ^cancel_this$ like_to_cancel$ ensure/sure_this/it_does_not_happen ^i_object$ i_object_to_this$
        idiom: note_my_objection
        idiom: do_not_email/contact/mail/call_list put_a_stop_to_this/these/your put_an_end_to_this/these/your
        idiom: i/we_get_off_this/your/these i/we_get_off_the_list please_move_on$ please_move_along$
        send: hit_me/us_up drop_me/us_a_line ring_me/us_up
        remove: withdraw withdrawing retract eliminate unlist dump discard destroy
        act: report_you/this/your/it_as flag_you/your complain_to/about
        else: next_time/mail/email/message one_more once_more another_mail/email/message/one otherwise or_else
        else: if_you_do/continue/keep/send/write/email/mail/contact/persist/message if_you_~_again if_this/it_continues
        else: or_i/we keep_going unless_you if_i/we_get/receive/hear/see
        more: going_forward in_future moving_forward henceforth hereafter
        list: circulation
        idiom: let_it/this_rest let_it_go$ let_this_go$
        lawyer: solicitor_has_been lawyer_has_been attorney_has_been
        threat: solicitor/lawyer/attorney/lawyers/solicitors_has/have_been_informed/instructed/notified/contacted
        idiom: was/were/got/been_added_to_your_list/database/mailing/newsletter/crm/campaign
        idiom: request/requesting/demand_removal$ ^removal_request$
        idiom: request/requesting/demand_removal_from_your/this/the
        idiom: tired/sick_of_your/these_emails/mails/messages/spam/nonsense/pitches/stuff
        idiom: tired/sick_of_getting/receiving/seeing_your/these/this/emails/mails/messages
        idiom: done/fed_up_with_your/these_emails/mails/messages done_with_your/these_emails/mails/messages
        idiom: had_enough_of_your/these/this did_not_i/we_ask/tell/say did_you_not_~_request
        idiom: have/ve_not_removed/unsubscribed/deleted/taken_me/us/my still_on_your/this/the_list/mailing/lists
        idiom: unsubscribe_link/button_is/does/did/has ^unsubscribe_link$ ^opt_out_link$
        idiom: how_can/do/could/would_i/we_stop_these/this/your/getting/receiving
        idiom: way/do_to_stop_these/this/your_emails/mails/messages way/do_to_stop_these$
        idiom: way/do_to_stop_getting/receiving
        idiom: let_this/that_be_the_end not_sell_to_me/us ^no_sales/cold/marketing_emails/mails/email/messages$
        filler: sales cold marketing promotional commercial bulk unsolicited
        idiom: ^no_solicitation$ ^no_solicitations$ ^no_soliciting not_accept_solicitation/solicitations/unsolicited
        idiom: no_solicitation_policy leave_it_at_that final_no off_my_back ^blocked$ ^blocked_and
        idiom: not_interested_stop/remove/unsubscribe$ no_interest_stop/remove/unsubscribe$
        threat: ^reported$
        idiom: ^no_spam$ ^no_advertising$ ^no_marketing$
        list: loop
        work: works working work employed employee
        left: ended/concluded/completed_~_employment employment_~_ended/terminated is_not_with_us
        other: website
        idiom: am_blocking_you/your ve/have_blocked_you ve/have_blocked_your_address/email/emails/domain
        idiom: you_have_been_blocked you_are_blocked deletes_your stay_gone kindly_desist
        idiom: no_wish/desire/intention_to_hear/be
        left: position_~_eliminated enjoying_~_retirement my_successor successor_is_taking
        left: retired_and has_moved_on have_moved_on
        unmonitored: for_sending_only replies_are_not_read sending_only are_not_read
        remove: rm del_me/us/my
        list: your_files/file/books
        filler: dare
        other: rival rivals
        idiom: if_this/that/it_was/were_the_last if_this/that/it_could/would/might_be_the_last
        idiom: let_this/that/it_be_the_last make_this/that/it_the_last favour/favor_and_stop favour/favor_by_stopping
        idiom: dnc
        idiom: like_out$ want_out$ not_want_these$ no_part_of_this/it/these ^please_discontinue$ ^i/we_said_no$
        want: need_these/those_emails/mails/messages$ need_any/more_email/emails/mail/mails/messages$
        idiom: you_stop$ you_please/just/kindly_stop$ you_stop_please$ you_please_just_stop$
        idiom: times_do_i_have many_times_~_say/tell/ask why_am/are/do_i/we_still/keep_get*/receiv*
        idiom: still/keep_getting_these/emails/mails still/keep_getting_your_email/emails/mail/mails/messages
        idiom: keep_emailing/mailing_me/us
        idiom: have/already/twice/times/i/we_asked_to_be_taken/unsubscribed/deleted asked_to_be_removed$
        idiom: asked_to_be_removed_from_your/this you_to_my/our_block/blocked/junk/ignore my_block_list
        part: switch turn close cut rule weed filter clear
        off: down
        filler: whatever whichever wherever
        more: next_ones next_one next_email/mail/message/emails/mails/messages
        idiom: last_warning final_warning ^spare_me$ ^spare_us$
        idiom: skip/omit/ditch/ban/block/drop/spare/exclude/suppress_me/us$ cut/close/count_me/us_out leave_me/us_out$
        abuse: get_lost
        challenge: new_senders without_changing_the_subject senders_to_confirm will_then_be_delivered known_senders
        still: third second fourth 2nd 3rd 4th 5th fifth
        changed: addresses_have_changed addresses_changed
        your: u
        send: circle_back circle_round circling_back check_in checking_in check_back touch_base touching_base ping
        send: pinging come_back
        abuse: go_f/fk/fck/eff/screw_yourself/yourselves
        threat: next_step/stop/call/letter/thing/email/mail/message_~_lawyer/solicitor/attorney/lawyers/court
        report: goes_to_the going_to_the goes_to_my forward
        authority: the_authority/authorities
        away: off_grid off_the_grid
        notice: thanks_for_writing is_covering covers_for covering_for cannot_wait ca_not_wait can_not_wait
        notice: in_an_emergency
        notice: answer_once answer_when be_answered_on back_to_you_when not_checking
        be: practice clinic store branch surgery_is
        away: not_around not_be_around not_in_the_shop not_at_work
        addr: entry
        idiom: lost_my/our_address/email/number/contact/details ^off_please$ consider_this_contact_closed
        topic: quote quotation proposal offer pricing price prices demo sample samples catalogue brochure deck trial
        agree: but_yes
        idiom: be_your_last_mail/email/message/contact objection_to_~_direct/processing
        idiom: object_to_direct/marketing/any/your objection_to_marketing_emails
        idiom: ^please_refrain be_off_it/this/your/the_list
        send: bump bumping nudge nudging
        report: refer_the refer_~_matter/complaint
        shut: closed closing shut close
        sure: within_~_business/working/hours ticket_number case_number reference_number request_number ticket_id
        sure: been_logged thank_you_for_contacting thanks_for_contacting
        ack: aim_to_reply/answer/respond answer_within reply_within respond_within received_it received_and
        notice: dear_customers dear_customer dear_clients dear_sirs not_read/answer/check_~_mail/mails/email/emails
        notice: be_answered_in/after/when be_read_when/after/on order_they/of in_the_order
        left: left_~_on/in/as last_day_with/was last_day_~_was no_longer_employed
        unmonitored: mailbox/inbox/account_closes/close mailbox/inbox/account/address_will_be
        unmonitored: mailbox/inbox/account_~_retired/closed/deleted/disabled/removed/deactivated not_be_read
        changed: address_~_changed changed_our_name changed_our_addresses new_address
        want: kind_of_you nice_of_you
        idiom: be_left_alone be_left_in_peace
        use: use used using uses usage appear appears appearing
        can: can could would will ca wo why
        want: grateful obliged glad thankful happy happier must shall supposed not_to_be see_to_it arrange
        remove: bin_my/our/this chuck_my/our/this get_rid_of dispose_of wipe
        idiom: leave_me/us_out_of_it/this/these/your/future count_me/us_out stop_it_already
        addr: number
        me: all_of_us everyone_here everybody_here anyone_here any_of_us none_of_us us_all
        whole: all_of_us everyone_here everybody_here anyone_here any_of_us none_of_us us_all
        company: all_of_us everyone_here everybody_here anyone_here any_of_us none_of_us us_all
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
        remove: blacklist suppress exclude excluding strike_this/my/our/me drop_me/us_from
        gone: removed deleted erased taken unsubscribed dropped excluded
        sent: contacted emailed mailed messaged approached called sent bothered added
        part: take taking strike striking scratch cross get getting drop dropping keep kick leave pull knock
        off: off out from
        stop: enough_with/of stop stopping cease quit halt desist refrain discontinue avoid
        neg: not no never dont doesnt didnt wont cannot cant without nor nobody none noone neither hardly refuse
        send: send sending email emailing mail mailing write writing contact contacting message messaging messages
        send: bother bothering spamming pester pestering solicit soliciting approach approaching bug bugging
        send: harass harassing follow_up following_up reach_out reaching_out disturb chase chasing target
        send: targeting add adding include including hound hounding
        get: receive receiving get getting hear hearing be
        want: want wants wanted wish wishes wanna like prefer desire rather appreciate ask asking request
        want: requesting demand asked requested told welcome refuse
        me: me us
        my: my our mine
        i: i we
        mail: email emails mail mails message messages communication communications correspondence solicitation*
        mail: follow_ups followups outreach contact updates pitches pitch promos promotions offers reminders
        mail: reminder
        list: list lists databases records sequence sequences campaign campaigns distribution system cadence
        list: funnel contacts mailout mailouts rotation subscription
        addr: address addresses name details data information info inbox domain mailbox contact record
        addr: email_address company id
        more: more again anymore further longer any_more ever additional another future else
        this: this these it that them
        your: your you yours ur
        other: attachment attachments file files document documents link image picture invoice invoices order
        other: orders contract plan plans competitor competitors vendor trial meeting invite calendar quote
        other: proposal samples sample deck brochure pdf logo feature button page rate rates metric metrics
        other: unsubscribes unsubscribers handling requests customer customers client clients users recipients
        other: subscribers people speaker calls catalogue item items payment payments reports row column section
        other: paragraph word password license licence seat seats card cards purchase shipment parcel colleague
        other: presentation prospects leads audience product the/a/your_report cc bcc calling_it/this/that
        other: calling_me_mr/mrs/ms/sir/a/the
        limit: until till before unless yet during today tomorrow monday tuesday wednesday thursday friday after
        limit: hours
        hes: hesitate forget worry miss fail why_not not_mind
        need: need_to have_to necessary must obligation commitment
        click: click link button footer here privacy policy preferences browser settings
        still: still yet already again twice third repeatedly times why ignored keep previously second
        whole: anyone anybody everyone everybody nobody all whole entire complete any none every no_one no_person
        company: company domain organisation organization firm business colleagues staff office addresses
        company: employees team
        idiom: lose_my/this/our/the_email/address/number/contact/details/mail leave_me/us_alone leave_me/us_be
        idiom: forget_my/this_email/address take_a_hint enough_already stop_it$ just_stop$ make_it/these/them_stop
        idiom: out_of_my/our_inbox/mailbox please_cease no_means_no forget_me$ forget_i_exist forget_about_me
        idiom: stop_already lose_me$ leave_my_inbox told/asked_you_to_stop make_this/it_your_last
        idiom: where_is_the/your_unsubscribe/optout where_can_i_unsubscribe suppression_list do_not_contact_list
        idiom: as_do_not_contact dnc_list withdraw_~_consent revoke_~_consent not_consent
        idiom: no_need_to_contact/email/write/mail/call_~_again no_need_to_follow_up_again
        idiom: be_the_last_message/email/mail not_try_again not_spam_me/us asked_you_not_to
        idiom: ^stop_this/that/it/now$ ^enough$ ^go_away buzz_off ^never_again$ be_the_last$
        idiom: the_last_mail/email/message_i/you how_do/can_i_get_out/off_of/this/your/these/it
        idiom: how_do/can_i_get_out/off_the_list/lists/mailing object_to_~_processing/use
        idiom: object_to_receiving replied/answered/wrote/said/sent_stop ^no_more$ enough_emails/mails/messages
        idiom: end_this/these/the/your_sequence/emails/mails/messages/campaign blocklist
        idiom: happier_without_your/these better_off_without your_blacklist your_block_list want_off
        idiom: want_out_of_this/your/the_list
        idiom: not_use_it_for please_stop_them/these/this/it$
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
        threat: reported_you go_to_court goes_to_court going_to_court formal_notice
        violate: violat* breach breaching illegal unlawful unsolicited infring* against_the_law not_legal
        violate: without_~_consent never_consented no_legal_basis no_consent
        right: demand require hereby article art articles section exercise right rights erasure evidence statutory
        right: entitled legal_basis source_of_my_data lawful_basis
        harass: harass* stalking stalker stalk
        abuse: fuck* fck f_off piss_off bugger_off screw_you/off go_to_hell scumbag* asshole* arsehole* dickhead*
        abuse: shove_it/your up_yours moron* idiots drop_dead shithead* wanker* bastard* eat_shit scammer* sod_off
        abuse: get_stuffed bollocks scum parasite* leech* crooks
        folder: folder folders filter filters box tab
        away: away out_of_office out_of_the_office out_of_our_office out_of_town out_of_the_country out_of_reach
        away: ooo vacation vacationing holiday holidays leave pto sabbatical off_work off_sick off_duty traveling
        away: travelling unavailable offline closed closing day_off days_off time_off week_off not_in_the_office
        away: not_in_today/this/on/until/next not_available not_working not_at_my_desk not_checking not_reading
        away: unable_to_respond unable_to_reply maternity paternity business_trip attending honeymoon hospital
        away: surgery furlough without_access no_access limited_access out_all
        away: out_this/today/until/from/on/next/for/sick on_site not_be_reading not_be_checking not_be_available
        away: not_be_in not_have_access intermittent_access in_transit weeks_off non_working_day not_working_today
        away: gone_sailing/walking/fishing/hiking/skiing/camping not_on_shift off_until/this/next/today i_am_off
        away: m_off be_off in_meetings part_time at_a_conference at_the_conference at_a_trade at_an_event
        be: am m be been currently ll presently office we_are shop
        was: was were had just_got_back just_returned just_back got_back am_back are_back m_back have_been
        was: back_from back_now
        back: return returning returns resume reopen reopens again be_back am_back m_back ll_back
        back: back_in_the/office/my/town back_at back_on back_to_work back_to_the back_until back_by return_to_the
        back: pick_this_up catch_up
        till: until till through thru from between since to_the on
        notice: no_access limited_access access urgent urgently emergency immediate immediately absence
        notice: upon_my_return on_my_return when_i_return when_i_am_back when_i_get_back thank_you_for_your
        notice: thanks_for_your please_contact please_call please_email please_reach respond reply_to_your
        notice: answer_your get_back_to_you delay delayed assistance in_the_meantime meantime
        colleague: boss colleague manager chef director wife husband assistant team he she they everyone
        colleague: supervisor coworker him her his their them
        left: has_left left_the_company left_the_firm left_the_organi* left_our left_the_business i_have_left
        left: my_last_day last_day_at/with/was moved_on_from departed_from parted_ways no_longer_a_member
        left: has_retired have_retired retired_from has_departed have_departed not_work_here does_not_work_here
        left: passed_away no_longer_with/at/employed/works/work/working/part/an no_longer_in_the_company
        left: no_longer_in_our
        unmonitored: not_monitored unmonitored no_longer_monitored not_be_monitored not_checked no_longer_checked
        unmonitored: no_longer_in_use no_longer_used no_longer_read not_read_by not_attended unattended
        unmonitored: no_longer_active inactive not_regularly_monitored not_actively_monitored no_longer_maintained
        unmonitored: being_deactivated been_deactivated been_discontinued is_discontinued
        unmonitored: no_longer_check/monitor/use not_a_monitored no_longer_valid decommissioned outgoing_only
        unmonitored: used_for_outgoing cannot_receive_replies not_able_to_receive cannot_accept_incoming
        changed: address_has_changed address_has_been_changed my_new_email/address/mail our_new_email/address/mail
        changed: new_email_address new_address_is changed_my_email/address changed_email_address address_changed
        changed: new_email_is update_your_address_book update_your_records update_your_contacts
        changed: moved_to_a_new_address
        ack: received_your been_received was_received successfully_received have_received ticket_has
        ack: request_has_been case_has_been has_been_logged been_logged been_created been_registered been_assigned
        ack: ticket_number case_number reference_number request_number ticket_id case_id your_ticket your_case
        ack: your_request your_enquiry your_inquiry will_get_back will_be_in_touch will_respond will_reply
        ack: as_soon_as_possible thank_you_for_contacting thanks_for_contacting thank_you_for_getting_in_touch
        ack: thanks_for_getting_in_touch thank_you_for_reaching thanks_for_reaching high_volume
        ack: within_~_business/working/hours one_of_our/the_team/agents/representatives a_member_of_our
        ack: our_team_will someone_from_our opening_hours business_hours office_hours higher_than acknowledge
        ack: acknowledgement thank_you_for_your_enquiry/inquiry/request
        ack: got_your_request/message/email/mail/enquiry confirming_that_we confirm_that_we confirm_receipt
        ack: confirming_receipt in_receipt_of
        auto: automated automatic automatically autogenerated do_not_reply do_not_respond auto_reply auto_response
        auto: auto_generated autoresponder noreply no_reply not_monitored robot
        challenge: verify_that_you prove_that_you real_human live_human are_human are_a_human not_a_robot a_robot
        challenge: complete_verification complete_the_verification confirm_that_you_are confirm_you_are
        challenge: leave_the_subject_line approved_sender* approved_senders been_quarantined is_quarantined
        challenge: is_being_held been_held is_on_hold verify_your_email/address/sender verification_link
        challenge: challenge_response boxtrapper spamarrest whitelist allow_list click_~_link_~_deliver
        challenge: sender_verification sender_authentication protect*_my_inbox one_time_verification
        challenge: first_time_sender unknown_sender verify_yourself captcha confirm_your_message click_to_deliver
        challenge: release_your_message one_time_request i_can_receive_your protecting_myself protect_myself
        challenge: from_receiving_junk so_that_i_receive click_the_link_below_so
        challenge: you_will_not_have_to_do_this_again
        word: is are what how who which when if sure because there has his her about than then time just can could
        word: very good thanks hi hello dear regards year last week next new work one and or but was were where
        word: into over after before also only some may might think know let see make made find found years
        agree: sounds_good/great/interesting/useful/promising sounds_like_a
        agree: looks_good/great/interesting/useful/promising let_us_talk/chat/speak/meet/do/set/schedule/book
        agree: lets_talk/chat/speak/meet/do call_me give_me_a_call tell_me_more more_information more_info
        agree: more_details send_me/us_the/some/more/a/over/your
        agree: happy_to_chat/talk/discuss/meet/hear/learn/see/hop/jump/take would_love_to/a
        agree: love_to_hear/see/learn/know/talk/chat keen_to works_for_me/us that_works yes_please yes_i ^yes$
        agree: count_me_in i_am_in$ please_send go_ahead book_a set_up_a schedule_a can_you_send could_you_send
        agree: i_am_free free_on/next/this available_on/next/this/at worth_a_call/look/chat/talk
        agree: like_to_know/learn/see/hear/try/discuss want_to_know/learn/see/hear/try let_me_know_when
        agree: how_about_monday/tuesday/wednesday/thursday/friday/next/tomorrow
        agree: interested_in_learning/hearing/seeing we_could_use we_need_this we_are_looking_for ring_me phone_me
        agree: ping_me set_it_up write_to_me_again try_me_again catch_me ^yep$ ^sure$ ^absolutely$ ^definitely$
        decline: not_interested no_interest no_thanks no_thank_you no_thank not_for_us/me not_a_fit not_a_good_fit
        decline: not_the_right_time/fit not_relevant not_a_priority not_at_this_time not_right_now not_now no_need
        decline: not_need have_a_provider/supplier/vendor/solution/partner already_have already_use already_work
        decline: already_using already_covered happy_with_our/the/what/my satisfied_with no_budget
        decline: not_in_the_budget have_the_budget pass_on we_will_pass i_will_pass ll_pass will_decline
        decline: not_looking not_in_the_market too_expensive no_requirement not_required not_pursue not_proceed
        decline: not_move_forward decided_against gone_with_another went_with_another not_at_the_moment in_house
        decline: we_are_fine we_are_good we_are_all_set all_set
        refer: wrong_person not_the_right_person not_the_right_contact not_the_person not_the_best_person
        refer: not_responsible not_my_area/department/job/responsibility no_longer_responsible no_longer_work
        refer: no_longer_with no_longer_in_charge contact_my get_in_touch_with_my/our speak_to_my/our
        refer: talk_to_my/our reach_out_to_my/our forwarded_your/this/it forwarding_your/this passed_it/this/your
        refer: pass_it/this/your_on passing_this in_charge_of handles_this/that/our/all deals_with_this/that
        refer: responsible_for_this/that/our is_the_right_person is_the_person better_person right_person_is
        refer: person_you_want took_over taken_over copying_in cc_my looping_in ccing wrong_address wrong_company
        refer: wrong_sam not_me would_be_the_right you_want_~_instead ask_for should_contact should_speak
        refer: should_talk should_ask
        cond: if_you_no/do/wish/want/would/prefer/are/have/received/believe/feel/think/subscribed should_you
        cond: in_case_you
        call: call calling text texting phone phoning ring ringing
        instruct: reply respond
    """,
}
