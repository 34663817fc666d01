"""Turns a behaviour into the message that goes back."""

import random
from collections.abc import Callable
from datetime import date, datetime

from simulator.people.absences import write_absence, write_receipt
from simulator.people.answers import Answer
from simulator.people.behaviour import KIND_OF, Behaviour, Person
from simulator.people.letters import Letter
from simulator.people.one_click import unsubscribe_address
from simulator.people.replies import write_mailto, write_reply
from simulator.people.reports import write_complaint, write_delivery_report
from simulator.people.scene import Scene
from simulator.people.texts import TEXTS

type Written = tuple[str, bytes, date | None]  # address it goes to, message, return date


def _reply(scene: Scene) -> Written:
    return scene.letter.sender[1], write_reply(scene, scene.texts.interested), None


def _decline(scene: Scene) -> Written:
    return scene.letter.sender[1], write_reply(scene, scene.texts.declined), None


def _words(scene: Scene) -> Written:
    return scene.letter.sender[1], write_reply(scene, scene.texts.opt_out), None


def _absent(scene: Scene) -> Written:
    return scene.letter.mail_from, write_absence(scene, None), None


def _absent_until(scene: Scene) -> Written:
    back = scene.return_date()
    return scene.letter.mail_from, write_absence(scene, back), back


def _receipt(scene: Scene) -> Written:
    return scene.letter.mail_from, write_receipt(scene), None


def _failed(scene: Scene) -> Written:
    return scene.letter.mail_from, write_delivery_report(scene, "failed"), None


def _late(scene: Scene) -> Written:
    return scene.letter.mail_from, write_delivery_report(scene, "delayed"), None


def _complaint(scene: Scene) -> Written:
    return scene.letter.mail_from, write_complaint(scene), None


def _mailto(scene: Scene) -> Written | None:
    target = unsubscribe_address(scene.letter)
    return (target[0], write_mailto(scene, *target), None) if target else None


_WRITERS: dict[Behaviour, Callable[[Scene], Written | None]] = {
    Behaviour.REPLY: _reply,
    Behaviour.DECLINE: _decline,
    Behaviour.WORDS: _words,
    Behaviour.OOO: _absent,
    Behaviour.OOOBACK: _absent_until,
    Behaviour.TICKET: _receipt,
    Behaviour.BOUNCE: _failed,
    Behaviour.REFUSE: _failed,
    Behaviour.LATE: _failed,
    Behaviour.DELAYED: _late,
    Behaviour.COMPLAIN: _complaint,
    Behaviour.MAILTO: _mailto,
}


def write_answer(letter: Letter, person: Person, now: datetime, chance: random.Random) -> Answer | None:
    """Write what `person` answers at world time `now`; None when the mail offers no way to."""
    scene = Scene(letter, person, now, chance, TEXTS[person.language])
    written = _WRITERS[person.behaviour](scene)
    if written is None:
        return None
    to, raw, back = written
    return Answer(to, raw, KIND_OF[person.behaviour], str(person.behaviour), person.address, letter.token, back)
