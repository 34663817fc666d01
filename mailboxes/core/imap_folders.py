"""Which folders of a mailbox may hold an answer, and which one holds what was sent.

SPECIAL-USE (RFC 6154) decides; where a server tells no use, the usual names do. Everything is read but drafts and
the views that only show again what lies elsewhere: an answer may be filtered into any folder, and whoever deletes one
within the minutes between two looks has still been answered.
"""

from dataclasses import dataclass
from enum import IntEnum

MOST_FOLDERS = 500  # of one mailbox; more are nobody's mail, and their places would not fit a cursor
LONGEST_NAME = 500  # octets as on the wire


class Use(IntEnum):
    """What a folder is for, in the order in which folders are read: our own mail first, so that it is known as ours."""

    SENT = 0
    INBOX = 1
    OTHER = 2
    ALL = 3
    JUNK = 4
    TRASH = 5
    DRAFTS = 6
    VIEW = 7  # flagged or important mail, shown a second time


LABELS = {Use.SENT: "SENT", Use.INBOX: "INBOX", Use.JUNK: "SPAM", Use.TRASH: "TRASH"}
"""The words Gmail has for these, so that readers of a feed need only one set."""

ATTRIBUTES = {
    "\\sent": Use.SENT, "\\junk": Use.JUNK, "\\spam": Use.JUNK, "\\trash": Use.TRASH, "\\drafts": Use.DRAFTS,
    "\\all": Use.ALL, "\\allmail": Use.ALL, "\\flagged": Use.VIEW, "\\starred": Use.VIEW, "\\important": Use.VIEW,
}  # fmt: skip
CLOSED = frozenset({"\\noselect", "\\nonexistent"})
NAMES: dict[Use, frozenset[str]] = {
    Use.SENT: frozenset({
        "sent", "sent items", "sent mail", "sent messages", "sent-mail", "gesendet", "gesendete elemente",
        "gesendete objekte", "gesendete nachrichten", "envoyés", "messages envoyés", "éléments envoyés", "enviados",
        "elementos enviados", "mensajes enviados", "itens enviados", "mensagens enviadas", "posta inviata", "inviati",
        "inviata", "verzonden", "verzonden items", "verzonden berichten", "skickat", "skickade objekt", "sendt",
        "sendte elementer", "lähetetyt", "wysłane", "elementy wysłane", "odeslané", "odeslaná pošta", "odoslané",
        "elküldött elemek", "trimise", "отправленные", "надіслані", "gönderilmiş öğeler", "gönderilenler", "送信済み",
        "送信済みメール", "已发送", "已发送邮件", "寄件備份", "보낸 편지함",
    }),
    Use.JUNK: frozenset({
        "junk", "junk e-mail", "junk email", "junk mail", "spam", "bulk mail", "spamverdacht", "unerwünscht",
        "courrier indésirable", "indésirables", "correo no deseado", "lixo eletrônico", "posta indesiderata",
        "ongewenste e-mail", "skräppost", "søppelpost", "roskaposti", "wiadomości-śmieci", "спам", "迷惑メール",
        "垃圾邮件", "스팸",
    }),
    Use.TRASH: frozenset({
        "trash", "deleted", "deleted items", "deleted messages", "bin", "papierkorb", "gelöscht", "gelöschte elemente",
        "gelöschte objekte", "corbeille", "éléments supprimés", "papelera", "elementos eliminados", "lixeira",
        "itens excluídos", "cestino", "posta eliminata", "prullenbak", "verwijderde items", "papperskorgen",
        "borttagna objekt", "papirkurv", "slettede elementer", "roskakori", "kosz", "elementy usunięte", "koš",
        "корзина", "удаленные", "ごみ箱", "已删除", "已删除邮件", "휴지통",
    }),
    Use.DRAFTS: frozenset({
        "drafts", "draft", "entwürfe", "brouillons", "borradores", "rascunhos", "bozze", "concepten", "utkast",
        "kladder", "luonnokset", "szkice", "robocze", "koncepty", "черновики", "чернетки", "taslaklar", "下書き",
        "草稿", "草稿箱", "임시보관함",
    }),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """What a server says of a folder: the validity of its numbers, and the next one it will give."""

    validity: int
    next: int


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a folder list. name: as on the wire, by which it is kept and asked for; title: as people read it."""

    name: str
    title: str
    attributes: frozenset[str]  # in lower case
    delimiter: str
    seen: Seen | None = None  # None where the list did not tell


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder to read."""

    name: str
    use: Use
    seen: Seen | None


class TooManyFolders(Exception):
    """More folders than one mailbox has: to read some of them would not be to read the mailbox."""


def readable(listed: list[Listed], *, others: tuple[str, ...] = ()) -> list[Folder]:
    """Return the folders that may hold an answer, in the order in which to read them; at most one is the Sent folder.

    others: how the names of other people's and shared folders begin. Those are not this mailbox's mail.
    Raises TooManyFolders.
    """
    open_ones = [one for one in listed if CLOSED.isdisjoint(one.attributes) and not _is_anothers(one, others)]
    uses = _uses(open_ones)
    folders = [Folder(one.name, uses[one.name], one.seen) for one in open_ones if uses[one.name] < Use.DRAFTS]
    if len(folders) > MOST_FOLDERS or any(len(folder.name) > LONGEST_NAME for folder in folders):
        raise TooManyFolders(f"{len(folders)} folders")
    return sorted(dict.fromkeys(folders), key=lambda folder: (folder.use, folder.name))


def sent_folder(folders: list[Folder]) -> Folder | None:
    """Return the folder that holds what was sent."""
    return next((folder for folder in folders if folder.use is Use.SENT), None)


def _uses(listed: list[Listed]) -> dict[str, Use]:
    """Give each folder its use. A name stands for a use only where no attribute does, and for one folder."""
    uses = {one.name: _told(one) for one in listed}
    taken = {use for use in uses.values() if use is not None}
    found: dict[str, Use] = {}
    for one in sorted(listed, key=lambda one: (one.name.count(one.delimiter or "/"), one.name)):
        use = uses[one.name]
        if use is None:
            use = _by_name(one)
            use = Use.OTHER if use in taken else use
            taken |= {use} - {Use.OTHER}
        elif use is Use.SENT and Use.SENT in found.values():
            use = Use.OTHER
        found[one.name] = use
    return found


def _told(one: Listed) -> Use | None:
    if one.name.upper() == "INBOX":
        return Use.INBOX
    told = [use for attribute, use in ATTRIBUTES.items() if attribute in one.attributes]
    return min(told, default=None)


def _by_name(one: Listed) -> Use:
    last = one.title.rpartition(one.delimiter)[2] if one.delimiter else one.title
    word = " ".join(last.casefold().split())
    return next((use for use, names in NAMES.items() if word in names), Use.OTHER)


def _is_anothers(one: Listed, others: tuple[str, ...]) -> bool:
    return any(one.name.startswith(prefix) or one.name + one.delimiter == prefix for prefix in others if prefix)
