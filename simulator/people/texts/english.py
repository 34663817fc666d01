"""English phrases."""

from simulator.people.texts.phrases import Phrases

ENGLISH = Phrases(
    reply_prefix="Re:",
    absence_prefix="Automatic reply:",
    attribution="On {when}, {name} <{address}> wrote:",
    moment_form="{weekday}, {d} {month} {y} at {time}",
    day_forms=("{weekday}, {d} {month} {y}", "{month} {d}, {y}", "{d} {month} {y}", "{weekday} {d} {month}"),
    months=(
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    weekdays=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    interested=(
        (
            "Hello {name},\n\nthat sounds useful. We looked at something like it last spring and dropped it for want "
            "of time.\nCould we talk for half an hour next week? Wednesday morning suits me."
        ),
        "Hi {name},\n\ngood timing. What does it cost for a team of twelve, and how long does setting it up take?",
        (
            "Thanks for writing. I am not the one who decides this, but I have passed it to our head of operations and "
            "would join the call. Can you send two or three times that work for you?"
        ),
        "{name}, yes, please send me the longer description. If it does what you say we have a case for it.",
        (
            "Hi,\n\nhow is this different from what we get with our present supplier? If you can answer that in three "
            "lines I will happily have a look."
        ),
    ),
    declined=(
        "Hello {name},\n\nthank you, but we settled this last year and are happy with it. All the best with it.",
        "Not for us, I'm afraid. Our budget for this year is spent.",
        "Hi {name}, we do this ourselves and that will not change soon. Good luck!",
        "Thanks for thinking of us. This is not a priority at the moment, so I will pass.",
    ),
    opt_out=(
        "Please take me off your list.",
        "Hello,\n\nI did not ask for this. Remove my address and do not write again.",
        "Unsubscribe me, please. Thank you.",
        "Stop emailing me.",
    ),
    absent=(
        (
            "Thank you for your message. I am out of the office at present and read mail only now and then.\n"
            "In urgent matters please call our front desk."
        ),
        "Hello,\n\nI am away and will answer when I am back at my desk.",
        "I am on leave. My colleagues look after urgent matters in the meantime.",
    ),
    absent_until=(
        (
            "Thank you for your message. I am out of the office and will be back on {back}.\n"
            "I will read your mail then; it is not forwarded."
        ),
        "Hello,\n\nI am on holiday, returning {back}. Please expect an answer after that.",
        "I am away until {back} without access to my mail.",
    ),
    receipts=(
        (
            "[Case {number}] We have received your request",
            (
                "Thank you for getting in touch.\n\nYour request has the number {number}. "
                "Somebody from our team will look at it within two working days."
            ),
        ),
        (
            "Re: {subject} (ticket {number})",
            (
                "This confirms that your message has reached our service desk as ticket {number}. "
                "Please keep the number in the subject when you write again."
            ),
        ),
    ),
    closings=("Best regards", "Kind regards", "Best", "Thanks"),
)
