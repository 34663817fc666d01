"""The parts that words play in a sentence; the tables in `words` say which word plays which.

A role is a bit, so that a word may play several. What a table calls it stands in NAMES.
"""

NAMES = (
    "unsub",  # leaves a mailing by itself: unsubscribe
    "past",  # its participle: unsubscribed
    "remove",  # takes something off, so it needs an object
    "part",  # does so only with its particle: take ... off
    "off",  # that particle
    "stop",  # ends what somebody does
    "neg",  # denies
    "refuse",  # a denied verb of sending in one word
    "send",  # writes to somebody
    "call",  # by telephone: denied it is a preference, unless for good
    "sent",  # its participle: contacted
    "gone",  # the participle of remove
    "get",  # receives
    "want",  # wishes
    "interest",  # interested
    "need",  # must; denied it is no refusal: you do not have to
    "hes",  # denied it is no refusal either: do not hesitate
    "please",  # manners: they part a "no" from what follows
    "filler",  # small words that part nothing
    "word",  # frequent words: they tell the language and nothing else
    "me",
    "my",
    "i",
    "your",
    "this",
    "mail",  # what we send
    "list",  # where we keep somebody
    "addr",  # what we keep: address, name, data
    "more",  # again, further, no longer
    "other",  # what has nothing to do with our mail: attachment, invoice
    "limit",  # bounds a wish in time: before May
    "cond",  # tells others what to do: if you no longer wish
    "instruct",  # tells others what to answer
    "still",  # insists: still, twice
    "perf",  # the past of a verb: have, did
    "click",  # speaks of a link or a footer
    "whole",  # everybody, nobody
    "company",  # our company, our domain
    "idiom",  # a wish to be left alone without any of these
    "law",  # a law on data or mail
    "authority",  # who watches over it, and whom one reports to
    "report",  # tells them
    "lawyer",
    "threat",  # a legal step
    "violate",  # breaks a law
    "right",  # speaks as somebody who has one: demand, article
    "harass",
    "abuse",
    "spam",
    "folder",  # where spam is put, which is no charge
    "away",  # not at work
    "be",  # I am, I shall be, the office is
    "was",  # it is over
    "back",  # at work again
    "till",  # bounds an absence in time
    "notice",  # what automatic notices of an absence add
    "colleague",  # somebody else who may be away
    "left",  # no longer with the company
    "unmonitored",  # a mailbox that nobody reads
    "changed",  # an address that was replaced
    "ack",  # your mail was received
    "auto",  # speaks of machines
    "challenge",  # prove that you are human
    "agree",  # wants to hear more
    "decline",  # has no use for it
    "refer",  # it is for somebody else
    "use",  # makes use of an address
    "shut",  # a shop or an office that is closed
    "sure",  # what only an acknowledgement of a machine says: ticket number, working days
    "topic",  # what an answer to us is about: an offer, its price, a sample
    "work",  # is employed
    "else",  # what happens if we go on: one more and, next time, otherwise
    "act",  # what the writer does then: reports us
    "can",  # asks politely: could you, vil du, pourriez-vous
)
ROLES = {name: 1 << number for number, name in enumerate(NAMES)}

UNSUB, PAST, REMOVE, PART, OFF, STOP = (ROLES[name] for name in ("unsub", "past", "remove", "part", "off", "stop"))
NEG, REFUSE, SEND, SENT, GONE, GET = (ROLES[name] for name in ("neg", "refuse", "send", "sent", "gone", "get"))
WANT, INTEREST, NEED, HES, PLEASE = (ROLES[name] for name in ("want", "interest", "need", "hes", "please"))
FILLER, ME, MY, FIRST, YOUR, THIS = (ROLES[name] for name in ("filler", "me", "my", "i", "your", "this"))
MAIL, LIST, ADDR, MORE, OTHER, LIMIT = (ROLES[name] for name in ("mail", "list", "addr", "more", "other", "limit"))
STILL, PERF, CLICK, WHOLE, COMPANY = (ROLES[name] for name in ("still", "perf", "click", "whole", "company"))
IDIOM = ROLES["idiom"]
ELSE, ACT = ROLES["else"], ROLES["act"]
LAW, AUTHORITY, REPORT, LAWYER, THREAT = (ROLES[name] for name in ("law", "authority", "report", "lawyer", "threat"))
VIOLATE, RIGHT, HARASS, ABUSE, SPAM, FOLDER = (
    ROLES[name] for name in ("violate", "right", "harass", "abuse", "spam", "folder")
)
AWAY, BE, WAS, BACK, TILL, NOTICE, COLLEAGUE = (
    ROLES[name] for name in ("away", "be", "was", "back", "till", "notice", "colleague")
)
LEFT, UNMONITORED, CHANGED, ACK, AUTO, CHALLENGE = (
    ROLES[name] for name in ("left", "unmonitored", "changed", "ack", "auto", "challenge")
)
AGREE, DECLINE, REFER = (ROLES[name] for name in ("agree", "decline", "refer"))
COND = ROLES["cond"]
USE, CAN, SHUT, SURE, TOPIC, WORK = (ROLES[name] for name in ("use", "can", "shut", "sure", "topic", "work"))

# The parts that may stand between a denial and its verb.
CONNECTED = (
    "unsub past remove part off stop neg refuse send call sent gone get want interest need hes please filler me my i "
    "your this mail list addr more limit still perf click whole company idiom use"
)
CONNECTING = sum(ROLES[name] for name in CONNECTED.split())
CALL = ROLES["call"]
INSTRUCT = ROLES["instruct"]
