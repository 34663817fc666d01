"""French phrases."""

from simulator.people.texts.phrases import Phrases

FRENCH = Phrases(
    reply_prefix="Re:",
    absence_prefix="Réponse automatique :",
    attribution="Le {when}, {name} <{address}> a écrit :",
    moment_form="{weekday} {d} {month} {y} à {time}",
    day_forms=("{weekday} {d} {month} {y}", "{d} {month} {y}", "{dd}/{mm}/{y}", "{d} {month}"),
    months=(
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ),
    weekdays=("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    interested=(
        (
            "Bonjour {name},\n\ncela tombe bien, nous en parlions la semaine dernière. Auriez-vous une demi-heure "
            "mardi ou mercredi ?"
        ),
        (
            "Bonjour,\n\nquel serait le prix pour une équipe de douze personnes, et combien de temps faut-il pour "
            "démarrer ?"
        ),
        (
            "Merci de votre message. Je l'ai transmis à la direction et je participerai volontiers à l'échange. "
            "Pouvez-vous proposer deux dates ?"
        ),
    ),
    declined=(
        "Bonjour,\n\nmerci, mais nous avons déjà ce qu'il nous faut et nous en sommes contents.",
        "Bonjour {name}, ce n'est pas le moment pour nous, le budget de l'année est pris. Bonne continuation.",
        "Merci de votre proposition, mais nous n'allons pas y donner suite.",
    ),
    opt_out=(
        "Merci de me retirer de votre liste.",
        "Bonjour,\n\nje ne souhaite plus recevoir vos messages. Veuillez supprimer mon adresse.",
        "Désinscription, s'il vous plaît.",
    ),
    absent=(
        "Merci de votre message. Je suis absent du bureau en ce moment et je consulte peu ma messagerie.",
        "Bonjour,\n\nje suis en congé. Je vous répondrai à mon retour.",
    ),
    absent_until=(
        "Merci de votre message. Je suis absent du bureau et serai de retour le {back}.",
        "Bonjour,\n\nje suis en congé jusqu'au {back} et je lirai votre message ensuite.",
    ),
    receipts=(
        (
            "[Demande {number}] Nous avons bien reçu votre message",
            (
                "Bonjour,\n\nvotre demande porte le numéro {number}. Un membre de notre équipe la lira sous deux "
                "jours ouvrés."
            ),
        ),
    ),
    closings=("Cordialement", "Bien à vous", "Bonne journée"),
)
