"""Question -> who answers it, by dotted name, because whoever knows stands higher than whoever asks.

An answer reads and writes nothing, locks nothing and calls nobody. Each question names its asker; the asker's module
says what is asked and what comes back.
"""

QUESTIONS: dict[str, str] = {
    # app.context: what does every page say of opt-out links that do not work? None: nothing
    "do_opt_out_links_work": "bounces.actions.link_hosts.notice",
    # mailboxes.actions.inbound: which of these headers are of mail that concerns us?
    "which_mail_concerns_us": "bounces.actions.concern.judged",
    # bounces.actions.concern, .learning, .house: which of these people are contacts, and at which of these domains is
    # somebody enrolled?
    "whom_do_we_write_to": "sequences.queries.written_to",
    # bounces.actions.ingest, .relabel: who else at this person's company is held or stopped when they answer?
    "who_else_is_there": "sequences.actions.companies.who_else_is_there",
    # bounces.actions.suppression_lists: which of these people are in a campaign? The caller holds their locks
    "who_is_in_a_campaign": "sequences.queries.in_campaigns",
    # bounces.actions.spellings: which addresses do these people have as contacts?
    "which_addresses_have_they": "sequences.queries.addresses_of",
    # bounces.actions.warmup: does a campaign that is not archived say these words?
    "do_campaigns_say": "sequences.screens.asked.do_campaigns_say",
    # bounces.actions.conversations: who sees to what this person writes? None: nobody
    "who_sees_to_them": "sequences.actions.attention.owner_of",
    # bounces.screens.why: where does this person's address come from, and on what ground are they written to?
    "why_do_we_write": "sequences.screens.asked.why_we_write",
    # bounces.screens: which contacts are these recipients, and where do these steps stand?
    "who_are_they": "sequences.screens.asked.people_of",
    "which_steps_are_these": "sequences.screens.asked.steps_of",
}
