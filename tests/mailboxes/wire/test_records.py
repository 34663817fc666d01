"""What several name servers say together, over real packets on loopback."""

from typing import Any

import pytest

from mailboxes.core.health.findings import Answer
from mailboxes.wire.records import Records
from tests.mailboxes.wire.name_server import Zone, name_server

pytestmark = pytest.mark.django_db

TXT: Zone = {
    ("a.example", "TXT"): ['"v=spf1 " "-all"', "other"],
    ("a.example", "MX"): ["10 Mx.a.example."],
    ("mx.a.example", "A"): ["192.0.2.1"],
}


def asked(settings: Any, first: Zone, second: Zone, name: str, kind: str = "TXT") -> Answer:
    with name_server(first) as one, name_server(second) as other:
        settings.HEALTH_RESOLVERS = (one, other)
        return Records(None, within=1.0)(name, kind)


def test_what_both_say_counts_and_strings_are_joined(settings: Any) -> None:
    assert asked(settings, TXT, TXT, "a.example") == ("other", "v=spf1 -all")
    assert asked(settings, TXT, TXT, "a.example", "MX") == ("10 mx.a.example.",)


def test_both_say_that_there_is_none(settings: Any) -> None:
    assert asked(settings, TXT, TXT, "nothing.example") == ()
    assert asked(settings, TXT, TXT, "mx.a.example") == ()


def test_a_difference_or_a_silence_is_no_answer(settings: Any) -> None:
    assert asked(settings, TXT, {("a.example", "TXT"): ["other"]}, "a.example") is None
    assert asked(settings, TXT, {}, "a.example") is None
    assert asked(settings, TXT, {("a.example", "TXT"): None}, "a.example") is None


def test_of_addresses_it_counts_that_there_is_one(settings: Any) -> None:
    other: Zone = {("mx.a.example", "A"): ["198.51.100.7"]}
    assert asked(settings, TXT, other, "mx.a.example", "A") == ("198.51.100.7",)


def test_a_rehearsal_asks_nobody_that_it_may_not_speak_to(settings: Any) -> None:
    with name_server(TXT) as ours:
        settings.HEALTH_RESOLVERS = (ours,)
        assert Records(frozenset({ours}))("a.example", "TXT") == ("other", "v=spf1 -all")
        assert Records(frozenset())("a.example", "TXT") is None
        settings.HEALTH_RESOLVERS = (ours, "192.0.2.53")
        assert Records(frozenset({ours}))("a.example", "TXT") is None
        settings.HEALTH_RESOLVERS = ("system",)
        assert Records(frozenset({ours}))("a.example", "TXT") is None


def test_a_malformed_setting_knows_nothing(settings: Any) -> None:
    settings.HEALTH_RESOLVERS = ("not an address",)
    assert Records(None)("a.example", "TXT") is None
