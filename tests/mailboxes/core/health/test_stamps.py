"""Authentication-Results as servers write it, as forgers write it, and as nobody should."""

import pytest

from mailboxes.core.health.receivers import NAMELESS, is_own, own_names, own_stamps, statements_of, written_by
from mailboxes.core.health.stamps import MOST, Stamp, Statement, read_stamp

FULL = """mx.firm.example;
\tdkim=pass (2048-bit key; "quoted (not nested)") header.d=sender.example header.s=s1
\t header.b="Ab\\"c=;"; dkim=fail reason="body hash" header.i=@other.example;
 spf = pass (sender \\) is (really) allowed) smtp . mailfrom=nora@sender.example;
 dmarc/1=pass (p=none) header.from=sender.example"""


def test_methods_properties_comments_and_quotes_are_read() -> None:
    stamp = read_stamp(FULL)
    assert stamp is not None
    assert stamp.server == "mx.firm.example"
    assert [(one.method, one.result) for one in stamp.statements] == [
        ("dkim", "pass"), ("dkim", "fail"), ("spf", "pass"), ("dmarc", "pass"),
    ]  # fmt: skip
    first, second, spf, dmarc = stamp.statements
    assert (first.value("header.d"), first.value("header.s"), first.value("header.b")) == (
        "sender.example", "s1", 'Ab"c=;',
    )  # fmt: skip
    assert second.value("reason") == "body hash"
    assert second.value("header.i") == "@other.example"
    assert spf.value("smtp.mailfrom") == "nora@sender.example"
    assert dmarc.value("header.from") == "sender.example"


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("mx.firm.example; none", Stamp("mx.firm.example")),
        ("MX.Firm.example. 1; none", Stamp("mx.firm.example")),
        ('"mx.firm.example" 1; spf=pass', Stamp("mx.firm.example", (Statement("spf", "pass"),))),
        ("mx.firm.example 2; spf=pass", None),
        ("spf=pass smtp.mailfrom=a.example; dkim=none", Stamp(NAMELESS, (
            Statement("spf", "pass", (("smtp.mailfrom", "a.example"),)), Statement("dkim", "none")))),
        ("mx.firm.example", Stamp("mx.firm.example")),
        ("mx.firm.example; dkim/2=pass; spf=; =pass; dmarc==pass", Stamp("mx.firm.example")),
        ("mx.firm.example (a; spf=fail (", Stamp("mx.firm.example")),
        ('mx.firm.example; spf="pass', Stamp("mx.firm.example", (Statement("spf", "pass"),))),
        ("", None),
        ("  (only a comment)  ", None),
        ("two words; spf=pass", None),
    ],
)  # fmt: skip
def test_odd_fields_say_what_they_say_and_no_more(value: str, read: Stamp | None) -> None:
    assert read_stamp(value) == read


def test_a_value_that_ends_in_a_dot_keeps_to_itself() -> None:
    stamp = read_stamp("mx.a.example; spf=pass smtp.helo=mail.b.example. smtp.mailfrom=b.example")
    assert stamp is not None
    assert stamp.statements[0].properties == (("smtp.helo", "mail.b.example."), ("smtp.mailfrom", "b.example"))


@pytest.mark.parametrize(
    "unit", ["(", ")", '"', "\\", ";", "=", "a.", ". ", "a=b ", "spf=pass;", "(()", '("', "\x00", "é"]
)
def test_hostile_fields_end_and_raise_nothing(unit: str) -> None:
    for begins in ("", "mx.a.example; ", "mx.a.example; spf=pass "):
        stamp = read_stamp(begins + unit * 100_000)
        assert stamp is None or len(stamp.statements) <= MOST


def test_only_the_receivers_own_word_counts() -> None:
    names = own_names("firm.example", ("mx1.host.example",), ("imap.firm.example",))
    values = [
        b"evil.example; spf=pass; dkim=pass",
        b"mx2.host.example; spf=fail",
        b"mx1.host.example; dkim=none",
        b"mx2.host.example; spf=pass; dkim=pass header.d=forged.example",
    ]
    stamps = own_stamps(values, names)
    assert [one.result for one in statements_of(stamps, "spf")] == ["fail"]
    assert [one.result for one in statements_of(stamps, "dkim")] == ["none"]
    assert statements_of(stamps, "dmarc") == ()


def test_names_of_one_house_belong_together_and_public_suffixes_are_no_house() -> None:
    assert is_own("mx.firm.example", frozenset({"imap.firm.example"}))
    assert not is_own("evil.co.uk", frozenset({"firm.co.uk"}))
    assert is_own("mx.firm.co.uk", frozenset({"firm.co.uk"}))
    assert not is_own("firm.example.evil.test", frozenset({"firm.example"}))


def test_a_field_without_a_name_is_believed_of_one_provider_alone() -> None:
    microsoft = own_names("firm.example", ("firm-example.mail.protection.outlook.com",), ())
    assert own_stamps([b"spf=pass smtp.mailfrom=a.example"], microsoft)
    assert not own_stamps([b"spf=pass smtp.mailfrom=a.example"], own_names("firm.example", ("mx.firm.example",), ()))


def test_who_received_it_last_is_read_from_the_uppermost_received() -> None:
    lines = [b"from a.example by Mx.Firm.example (software) with LMTP id x; Mon, 1 Mar 2027", b"by other.example"]
    assert written_by(lines) == "mx.firm.example"
    assert written_by([]) == written_by([b"from nowhere"]) == ""
