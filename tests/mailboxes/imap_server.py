"""A small IMAP server in this process: folders in memory, and whatever fault a test asks for at whatever command."""

import re
import socket
import ssl
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import count

from tests.mailboxes.stubs import Stub, serving

CAPABILITIES = "IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 IDLE NAMESPACE UNSELECT SPECIAL-USE LIST-EXTENDED LIST-STATUS"
ITEM = re.compile(rb"BODY\.PEEK\[(?P<section>[^\]]*)\](?:<(?P<first>\d+)\.(?P<most>\d+)>)?")
VALIDITIES = count(1000)


@dataclass
class Mail:
    uid: int
    raw: bytes
    arrived: datetime

    @property
    def head(self) -> bytes:
        return self.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"


@dataclass
class Folder:
    attributes: str = ""
    validity: int = field(default_factory=lambda: next(VALIDITIES))
    next: int = 1
    mails: list[Mail] = field(default_factory=list)


@dataclass
class Talk:
    """One command under way: what a fault needs to answer in the server's place."""

    connection: socket.socket
    tag: bytes
    verb: str

    def say(self, *lines: bytes) -> None:
        self.connection.sendall(b"".join(line + b"\r\n" for line in lines))

    def done(self, words: bytes = b"OK done") -> None:
        self.say(self.tag + b" " + words)


type Fault = Callable[[Talk], object]  # what it returns, if true, is answered further by the server itself


def says(*lines: bytes) -> Fault:
    """Answer with these lines; %T stands for the tag."""
    return lambda talk: talk.say(*(line.replace(b"%T", talk.tag) for line in lines))


def cuts(talk: Talk) -> None:
    talk.connection.shutdown(socket.SHUT_RDWR)


def hangs(talk: Talk) -> None:
    with suppress(OSError):
        talk.connection.recv(65_536)
    talk.connection.close()


def drips(talk: Talk) -> None:
    """Send a byte at a time for ever: each of them comes within any limit of a single read."""
    with suppress(OSError):
        for _ in range(2000):
            talk.connection.sendall(b"*")
            time.sleep(0.01)


@dataclass
class House:
    """One mailbox on its server."""

    stub: Stub
    tls: ssl.SSLContext | None = None
    implicit: bool = False
    password: str = "right"
    tokens: set[str] = field(default_factory=set)
    capabilities: str = CAPABILITIES
    tells_next: bool = True
    greeting: bytes = b"* OK ready"
    namespaces: bytes = b'(("" "/")) NIL NIL'
    folders: dict[str, Folder] = field(default_factory=dict)
    faults: list[tuple[str, Fault]] = field(default_factory=list)
    verbs: list[str] = field(default_factory=list)
    heard: bytearray = field(default_factory=bytearray)  # every byte a client sent, TLS taken off
    idling: list[socket.socket] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def port(self) -> int:
        return self.stub.port

    def fault(self, verb: str, fault: Fault, *, times: int = 1) -> None:
        """Let the next commands of this name ("LIST", "UID FETCH", "" for the greeting) meet a fault."""
        self.faults.extend([(verb, fault)] * times)

    def add(self, raw: bytes, folder: str = "INBOX", *, arrived: datetime | None = None) -> int:
        with self.lock:
            place = self.folders[folder]
            mail = Mail(place.next, raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), arrived or datetime.now(UTC))
            place.next += 1
            place.mails.append(mail)
            for connection in self.idling:
                connection.sendall(f"* {len(place.mails)} EXISTS\r\n".encode())
            return mail.uid

    def move(self, uid: int, to: str, *, folder: str = "INBOX", copy: bool = False) -> int:
        with self.lock:
            mail = next(mail for mail in self.folders[folder].mails if mail.uid == uid)
            if not copy:
                self.folders[folder].mails.remove(mail)
            return self.add(mail.raw, to, arrived=mail.arrived)

    def renumber(self, folder: str = "INBOX") -> None:
        """Number a folder anew from 1, under another validity."""
        with self.lock:
            place = self.folders[folder]
            place.validity = next(VALIDITIES)
            for number, mail in enumerate(place.mails, 1):
                mail.uid = number
            place.next = len(place.mails) + 1


def usual_folders() -> dict[str, Folder]:
    return {
        "INBOX": Folder(),
        "Sent": Folder("\\Sent"),
        "Junk": Folder("\\Junk"),
        "Trash": Folder("\\Trash"),
        "Drafts": Folder("\\Drafts"),
        "Archive": Folder("\\Archive"),
        "Archive/2026": Folder(),
        "Lists": Folder("\\Noselect"),
    }


@contextmanager
def imap_house(*, tls: ssl.SSLContext | None = None, implicit: bool = False) -> Iterator[House]:
    """Serve one mailbox on loopback; with tls by STARTTLS, or from the first byte where it is implicit."""
    houses: list[House] = []
    with serving(lambda connection, _: _Conversation(houses[0], connection).run()) as stub:
        houses.append(House(stub, tls=tls, implicit=implicit, folders=usual_folders()))
        yield houses[0]


def _day(told: str) -> date:
    return datetime.strptime(told, "%d-%b-%Y").replace(tzinfo=UTC).date()


class _Conversation:
    def __init__(self, house: House, connection: socket.socket) -> None:
        self.house = house
        self.connection = connection
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.unread = b""
        self.folder = Folder()
        self.secure = False

    def run(self) -> None:
        try:
            if self.house.implicit:
                self._begin_tls()
            if self._meets_fault(Talk(self.connection, b"*", "")):
                self._say(self.house.greeting)
            while line := self._line():
                tag, _, rest = line.partition(b" ")
                self._obey(tag, rest)
        finally:
            self.connection.close()

    def _obey(self, tag: bytes, rest: bytes) -> None:
        words = rest.split(b" ")
        verb = b" ".join(words[: 2 if words[0].upper() == b"UID" else 1]).decode().upper()
        self.house.verbs.append(verb)
        talk = Talk(self.connection, tag, verb)
        if not self._meets_fault(talk):
            return
        with self.house.lock:
            answer = getattr(self, "_do_" + verb.lower().replace(" ", "_"), None)
            words_of_end = answer(rest, talk) if answer else b"BAD unknown"
        if words_of_end is not None:
            talk.done(words_of_end or b"OK done")

    def _meets_fault(self, talk: Talk) -> bool:
        """Let a waiting fault strike; False: it answered, the server says nothing more."""
        waiting = next((one for one in self.house.faults if one[0] == talk.verb), None)
        if waiting is None:
            return True
        self.house.faults.remove(waiting)
        return bool(waiting[1](talk))

    def _line(self) -> bytes:
        while b"\r\n" not in self.unread:
            piece = self.connection.recv(65_536)
            if not piece:
                return b""
            self.unread += piece
            self.house.heard += piece
        line, _, self.unread = self.unread.partition(b"\r\n")
        return line

    def _say(self, *lines: bytes) -> None:
        self.connection.sendall(b"".join(line + b"\r\n" for line in lines))

    def _begin_tls(self) -> None:
        assert self.house.tls is not None
        self.connection = self.house.tls.wrap_socket(self.connection, server_side=True)
        self.secure = True

    def _do_capability(self, rest: bytes, talk: Talk) -> bytes:
        offered = self.house.capabilities
        if self.house.tls is not None and not self.secure:
            offered = "IMAP4rev1 STARTTLS LOGINDISABLED"
        talk.say(f"* CAPABILITY {offered}".encode())
        return b""

    def _do_starttls(self, rest: bytes, talk: Talk) -> None:
        talk.done()
        self._begin_tls()

    def _do_authenticate(self, rest: bytes, talk: Talk) -> bytes:
        talk.say(b"+ ")
        told = b64decode(self._line()).decode()
        if rest.upper().endswith(b"PLAIN"):
            return self._welcome(told.split("\0")[-1] == self.house.password)
        good = told.rpartition("Bearer ")[2].strip("\1") in self.house.tokens
        if not good:
            talk.say(b"+ eyJzdGF0dXMiOiI0MDEifQ==")
            assert self._line() == b""
        return self._welcome(good)

    def _do_login(self, rest: bytes, talk: Talk) -> bytes:
        return self._welcome(rest.endswith(f' "{self.house.password}"'.encode()))

    def _welcome(self, good: bool) -> bytes:
        return b"OK in" if good else b"NO [AUTHENTICATIONFAILED] canary-nobody@example.com is not welcome"

    def _do_namespace(self, rest: bytes, talk: Talk) -> bytes:
        talk.say(b"* NAMESPACE " + self.house.namespaces)
        return b""

    def _do_list(self, rest: bytes, talk: Talk) -> bytes:
        for name, folder in self.house.folders.items():
            talk.say(f'* LIST ({folder.attributes}) "/" "{name}"'.encode())
            if b"STATUS" in rest and folder.attributes != "\\Noselect":
                self._status(name, folder, talk)
        return b""

    def _do_status(self, rest: bytes, talk: Talk) -> bytes:
        name = rest.split(b'"')[1].decode()
        if name not in self.house.folders:
            return b"NO [NONEXISTENT] no such folder"
        self._status(name, self.house.folders[name], talk)
        return b""

    def _status(self, name: str, folder: Folder, talk: Talk) -> None:
        following = f" UIDNEXT {folder.next}" if self.house.tells_next else ""
        talk.say(f'* STATUS "{name}" (UIDVALIDITY {folder.validity}{following})'.encode())

    def _do_examine(self, rest: bytes, talk: Talk) -> bytes:
        name = rest.split(b'"')[1].decode()
        if name not in self.house.folders:
            return b"NO [NONEXISTENT] no such folder"
        self.folder = self.house.folders[name]
        talk.say(
            f"* {len(self.folder.mails)} EXISTS".encode(),
            f"* OK [UIDVALIDITY {self.folder.validity}] valid".encode(),
        )
        if self.house.tells_next:
            talk.say(f"* OK [UIDNEXT {self.folder.next}] next".encode())
        return b"OK [READ-ONLY] open"

    def _do_unselect(self, rest: bytes, talk: Talk) -> bytes:
        return b""

    def _do_noop(self, rest: bytes, talk: Talk) -> bytes:
        return b""

    def _do_close(self, rest: bytes, talk: Talk) -> bytes:
        return b""

    def _do_logout(self, rest: bytes, talk: Talk) -> bytes:
        talk.say(b"* BYE")
        return b""

    def _do_idle(self, rest: bytes, talk: Talk) -> None:
        self.house.idling.append(self.connection)
        talk.say(b"+ idling")
        self.house.lock.release()
        try:
            said = self._line()
        finally:
            self.house.lock.acquire()
            self.house.idling.remove(self.connection)
        self.house.verbs.append(said.decode())
        talk.done()

    def _do_uid_search(self, rest: bytes, talk: Talk) -> bytes:
        found = [mail for mail in self.folder.mails if self._matches(rest.decode(), mail)]
        talk.say(b"* SEARCH" + b"".join(b" %d" % mail.uid for mail in found))
        return b""

    def _matches(self, criteria: str, mail: Mail) -> bool:
        numbers = criteria.split("UID ")[2].split(" ", maxsplit=1)[0]
        if not numbers.endswith(":*"):
            return mail.uid in map(int, numbers.split(","))
        first = int(numbers.removesuffix(":*"))
        last = max((one.uid for one in self.folder.mails), default=0)
        days = {word: _day(day) for word, day in re.findall(r"(SINCE|BEFORE) (\S+)", criteria)}
        if days:
            arrived = mail.arrived.date()
            return mail.uid >= first and days.get("SINCE", arrived) <= arrived < days.get("BEFORE", date.max)
        return mail.uid >= first or mail.uid == last  # n:* always holds the last one (RFC 3501)

    def _do_uid_fetch(self, rest: bytes, talk: Talk) -> bytes:
        asked = {int(number) for number in rest.split(b" ")[2].split(b",")}
        item = ITEM.search(rest)
        assert item is not None
        for number, mail in enumerate(self.folder.mails, 1):
            if mail.uid in asked:
                body = self._section(mail, item)
                talk.connection.sendall(self._fetched(number, mail, item, body))
        return b""

    def _section(self, mail: Mail, item: re.Match[bytes]) -> bytes:
        section = item["section"].upper()
        if section.startswith(b"HEADER.FIELDS"):
            names = section[section.index(b"(") + 1 : section.index(b")")].split()
            lines = re.split(rb"\r\n(?![ \t])", mail.head)
            kept = [line for line in lines if line.partition(b":")[0].upper() in names]
            body = b"".join(line + b"\r\n" for line in kept) + b"\r\n"
        else:
            body = mail.head if section == b"HEADER" else mail.raw
        first = int(item["first"] or 0)
        return body[first : first + int(item["most"])] if item["most"] else body

    def _fetched(self, number: int, mail: Mail, item: re.Match[bytes], body: bytes) -> bytes:
        arrived = mail.arrived.strftime("%d-%b-%Y %H:%M:%S +0000")
        told = f'* {number} FETCH (UID {mail.uid} INTERNALDATE "{arrived}" RFC822.SIZE {len(mail.raw)} '
        named = b"BODY[" + item["section"] + b"]" + (b"<" + item["first"] + b">" if item["first"] else b"")
        return told.encode() + named + b" {%d}\r\n" % len(body) + body + b")\r\n"
