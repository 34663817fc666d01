"""Answers of one word or two that ask to stop, in any case and with any punctuation."""

ALONE = frozenset(
    """
    abbestellen abbestellung abestellen abmelden abmeldung afmeld afmelden atsisakau atsisakyti atteikties
    austragen avanmal avmeld avmelden avregistrer avregistrera avslutt baja basta berhenti cancel cancelacion
    cancelar cancellami cancellare cancellatemi cancellazione chega cikar darme-de-baja delete desabonnement
    desabonner desabonnez descadastrar desinscription desinscrire desubscribe desuscribir desuscribirme
    dezabonare dezabonati disiscrivetemi disiscrivimi désabonner eliminar end enlever entfernen fjern frameld
    hapus huy iptal leiratkozas leiratkozom listedencik loeschen loobu lopeta lopettakaa loschen lõpeta odhlas
    odhlasenie odhlasit odhlaste odjava odjavi odjavite opt-out optout pare parem peruuta poista poistakaa quit
    quitar raus removal remove remover retirer retirez rezygnuje rimuovimi sair slet slett stop stopit stopp
    stoppen stopper sluta
    slutt stopt stoptesti supprimer supprimez suprimir takemeoff tellimuse-tühistamine torles torol
    tuchoi törlés töröl uitschrijven uitschrijving ukonci unsub unsubcribe unsubscribe unsubscribed
    unsubscribing unsubscription unsuscribe usun usunac usunąć verwijder verwijderen wypisac wypisz zrusit
    απεγγραφή απεγγραφη διαγραφή διαγραφη відписатися відписка отписать отписаться отписване отписка отпиши
    отпишите стоп הסירו הסר הסרה להסיר
    إزالة إلغاء ازالة الغاء توقف حذف 停止 拒收 取消
    取消訂閱 取消订阅 解除 退訂 退订
    配信停止 配信解除 구독취소
    수신거부
    """.split()  # noqa: SIM905 - a list of quoted words would be unreadable
)

# "No" answers our question, not the wish.
POLITE = frozenset(
    """
    alstublieft alsjeblieft aub bye ffs god kerem ok okay omg prosim snälla ta thx ty venligst vennligst
    all asap best bitte bonjour cheers danke dear email emails everything favor favore from graag hallo hello
    hey hi hola immediately just kiitos kindly list lutfen mail mails me merci mich moi my nee nein no non now
    per please pls plz por prosze regards sent sir snalla sofort svp tack tak takk team thank thanks the this
    today us venligst you your пожалуиста お願いします
    """.split()  # noqa: SIM905
)

# These end many things: only as the whole answer, not as a sentence of one, do they speak of us.
AMBIGUOUS = frozenset("取消 cancel end quit basta chega raus pare parem cancelar cancellare".split())  # noqa: SIM905

WHOLE_WORD = "unsubscribe"
LOST_LETTERS = 2  # of it, that a slip of the finger may lose or add


def misspelt(word: str) -> bool:
    """Whether a word is unsubscribe with a slip of the finger."""
    if not (word.startswith("un") and 8 <= len(word) <= 14):
        return False
    left = list(word)
    missing = 0
    for letter in WHOLE_WORD:
        if letter in left:
            left.remove(letter)
        else:
            missing += 1
    return missing <= LOST_LETTERS and len(left) <= LOST_LETTERS
