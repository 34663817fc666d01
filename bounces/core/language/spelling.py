"""Words as they were meant: abbreviations of haste, and slips of the finger in words that ask to stop.

A slip is looked for only in a word that no table knows, and only as a letter too many, a letter lost or two changed
over: other letters make other words (remote is no remove).
"""

from collections.abc import Iterator

SHORTEST = 5  # letters of a word that may be a slip of the finger
LONGEST = 20
SHORTHAND = {
    short: word
    for word, shorts in {
        "please": "plse pleez pleas plss plzz", "thanks": "thx thnx thks tks tnx", "remove": "rmv rmve remv rmov",
        "message": "msg mssg", "messages": "msgs", "unsubscribe": "unsb unsbscrb usub unsubme", "dont": "dnt",
        "emails": "emls emials", "because": "bcoz bcos cuz", "people": "ppl", "before": "b4",
        "mensajes": "msjs mjes", "mensaje": "msj mje",
    }.items()
    for short in shorts.split()
}  # fmt: skip
# What people write who ask to be left alone, long enough to be told from its slips.
MEANT = frozenset(
    """
    remove removed removing delete deleted unsubscribe unsubscribed unsubscribing cancel emails email contacting
    database mailing emailing spamming stopping sending bothering messaging harassing contact
    loschen loeschen loscht abmelden austragen entfernen streichen abbestellen verteiler newsletter kontaktieren
    desabonner desabonnez desinscrire desinscrivez supprimer supprimez retirer retirez enlever enlevez effacer arretez
    eliminar eliminen eliminenme borrar borren borrenme desuscribir desuscribirme suscribir
    cancellare cancellami cancellatemi rimuovere rimuovetemi disiscrivere disiscrivetemi eliminare toglietemi
    verwijder verwijderen uitschrijven afmelden remover removam retirar retirem descadastrar cancelar excluir
    usunac usuncie wypisac wypiszcie odhlasit odhlaste vymazat vymazte smazat avregistrera avanmal afmelde avmelde
    fjerne slette poistaa poistakaa lopettakaa torolni toroljenek toroljon leiratkozas dezabonare stergeti eliminati
    удалить удалите отписать отпишите отписаться прекратите исключите рассылки рассылка
    """.split()  # noqa: SIM905 - a list of quoted words would be unreadable
)


def _shorter(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


LOST = {lost: word for word in sorted(MEANT) for lost in _shorter(word) if len(lost) >= SHORTEST}
SWAPPED = {
    word[:at] + word[at + 1] + word[at] + word[at + 2 :]: word
    for word in sorted(MEANT)
    for at in range(len(word) - 1)
}  # fmt: skip


def slip_of(word: str) -> str:
    """The word that an unknown one was meant to be, "" where it is no slip that can be told."""
    if not SHORTEST <= len(word) <= LONGEST:
        return ""
    found = LOST.get(word) or SWAPPED.get(word)
    return found or next((one for one in _shorter(word) if one in MEANT), "")
