"""German phrases."""

from simulator.people.texts.phrases import Phrases

GERMAN = Phrases(
    reply_prefix="AW:",
    absence_prefix="Automatische Antwort:",
    attribution="Am {when} schrieb {name} <{address}>:",
    moment_form="{dd}.{mm}.{y} um {time}",
    day_forms=("{weekday}, den {d}. {month} {y}", "{dd}.{mm}.{y}", "{d}. {month} {y}", "{d}. {month}"),
    months=(
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ),
    weekdays=("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"),
    interested=(
        (
            "Guten Tag,\n\ndas klingt brauchbar. Haben Sie nächste Woche eine halbe Stunde Zeit? Donnerstag nach zehn "
            "wäre mir recht."
        ),
        "Hallo {name},\n\nwas kostet das für zwölf Leute, und wie lange dauert die Einführung?",
        (
            "Vielen Dank für Ihre Nachricht. Ich habe sie an unsere Bereichsleitung gegeben und wäre beim Gespräch "
            "gern dabei. Nennen Sie mir bitte zwei Termine."
        ),
        "Schicken Sie mir bitte die ausführliche Beschreibung. Wenn das so geht, haben wir Verwendung dafür.",
    ),
    declined=(
        "Guten Tag,\n\ndanke, aber dafür haben wir seit dem letzten Jahr eine Lösung und sind damit zufrieden.",
        "Hallo {name}, das passt bei uns derzeit leider nicht. Das Budget ist vergeben.",
        "Danke für die Anfrage. Wir erledigen das selbst, und dabei bleibt es. Viel Erfolg!",
    ),
    opt_out=(
        "Bitte streichen Sie mich aus Ihrem Verteiler.",
        "Ich wünsche keine weiteren E-Mails von Ihnen. Bitte löschen Sie meine Adresse.",
        "Bitte abmelden. Danke.",
    ),
    absent=(
        "Vielen Dank für Ihre Nachricht. Ich bin zurzeit nicht im Büro und lese meine Post nur gelegentlich.",
        "Guten Tag,\n\nich bin abwesend und melde mich, sobald ich wieder am Platz bin.",
    ),
    absent_until=(
        "Vielen Dank für Ihre Nachricht. Ich bin ab {back} wieder im Büro und lese sie dann.",
        "Guten Tag,\n\nich habe Urlaub und bin am {back} zurück. Ihre Nachricht wird nicht weitergeleitet.",
        "Ich bin bis {back} nicht erreichbar.",
    ),
    receipts=(
        (
            "[Vorgang {number}] Ihre Anfrage ist eingegangen",
            (
                "Vielen Dank für Ihre Nachricht.\n\nWir haben sie unter der Nummer {number} aufgenommen und melden uns "
                "innerhalb von zwei Werktagen."
            ),
        ),
    ),
    closings=("Mit freundlichen Grüßen", "Viele Grüße", "Beste Grüße"),
)
