"""SPF, DKIM, DMARC and MX records, good, broken and unanswered."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

from mailboxes.core.dkim import SigningKey, public_record
from mailboxes.core.health.findings import Answer, Code, Finding, Result
from mailboxes.core.health.key_record import check_dkim, guess_dkim, usual_selectors
from mailboxes.core.health.mail_exchange import check_mx, mx_hosts
from mailboxes.core.health.policy_record import check_dmarc
from mailboxes.core.health.spf import check_spf
from tests.mailboxes.core.health.zones import Zone, asking

D = "firm.example"
CHAIN: dict[tuple[str, str], Answer] = {
    (f"n{number}.example", "TXT"): (f"v=spf1 include:n{number + 1}.example -all",) for number in range(1, 12)
}
CHAIN["n12.example", "TXT"] = ("v=spf1 -all",)
HOST: dict[tuple[str, str], Answer] = {("mx.firm.example", "A"): ("192.0.2.1",), ("a.example", "A"): ("192.0.2.2",)}


def spf(record: str, more: Zone | None = None) -> Finding:
    return check_spf(D, asking({(D, "TXT"): ("unrelated", record), **(more or {})}))


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all", Code.GOOD),
        ("V=SPF1 a:a.example mx ~ALL", Code.GOOD),
        ("v=spf1 a/24//64 -all", Code.GOOD),
        ("v=spf1 exists:%{i}._spf.firm.example ptr -all", Code.GOOD),
        ("v=spf1 unknown-modifier=anything -all", Code.GOOD),
        ("v=spf1 redirect=a.example", Code.GOOD),
        ("v=spf1 ip4:192.0.2.1", Code.SPF_OPEN_END),
        ("v=spf1 ?all", Code.SPF_OPEN_END),
    ],
)
def test_usable_spf_records_pass(record: str, code: Code) -> None:
    more: Zone = HOST | {
        (D, "MX"): ("10 mx.firm.example.",),
        (D, "A"): ("192.0.2.1",),
        ("a.example", "TXT"): ("v=spf1 -all",),
    }
    assert (spf(record, more).result, spf(record, more).code) == (Result.PASS, code)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ("v=spf10 -all", Code.SPF_MISSING),
        ("v=spf1 +all", Code.SPF_ANYBODY),
        ("v=spf1 all", Code.SPF_ANYBODY),
        ("v=spf1 ipv4:192.0.2.1 -all", Code.SPF_SYNTAX),
        ("v=spf1 ip4:192.0.2.300 -all", Code.SPF_SYNTAX),
        ("v=spf1 ip4:2001:db8::1 -all", Code.SPF_SYNTAX),
        ("v=spf1 include: -all", Code.SPF_SYNTAX),
        ("v=spf1 include:a b.example -all", Code.SPF_SYNTAX),
        ("v=spf1 a:%{bad -all", Code.SPF_SYNTAX),
        ("v=spf1 redirect=a.example redirect=b.example", Code.SPF_SYNTAX),
        ("v=spf1 include:nothing.example -all", Code.SPF_INCLUDE),
        ("v=spf1 include:n1.example -all", Code.SPF_LOOKUPS),
        ("v=spf1 include:firm.example -all", Code.SPF_LOOKUPS),
        ("v=spf1 a:x.example a:y.example a:z.example -all", Code.SPF_VOID),
        ("v=spf1 " + " ".join(f"exists:%{{i}}.e{number}.example" for number in range(11)) + " -all", Code.SPF_LOOKUPS),
    ],
)
def test_spf_records_that_receivers_give_up_on_fail(record: str, code: Code) -> None:
    assert (spf(record, CHAIN).result, spf(record, CHAIN).code) == (Result.FAIL, code)


def test_ten_lookups_are_enough_and_what_follows_all_is_not_counted() -> None:
    assert spf("v=spf1 include:n3.example -all", CHAIN).data == {"lookups": 10}
    assert spf("v=spf1 -all include:n1.example", CHAIN).data == {"lookups": 0}


def test_two_spf_records_fail_and_silence_is_unknown() -> None:
    assert check_spf(D, asking({(D, "TXT"): ("v=spf1 -all", "v=spf1 ~all")})).code is Code.SPF_TWO
    assert check_spf(D, asking({(D, "TXT"): None})).result is Result.UNKNOWN
    assert spf("v=spf1 include:a.example -all", {("a.example", "TXT"): None}).result is Result.UNKNOWN


KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
SHORT_KEY = rsa.generate_private_key(public_exponent=65537, key_size=1024)  # noqa: S505 - too short is the point
GOOD_KEY = public_record(SigningKey(D, "s1", KEY))
P = GOOD_KEY.partition("p=")[2]


@pytest.mark.parametrize(
    ("records", "result", "code"),
    [
        ((GOOD_KEY,), Result.PASS, Code.GOOD),
        ((f"p={P}",), Result.PASS, Code.GOOD),
        ((f"v=DKIM1; t=y; p={P[:60]} {P[60:]};",), Result.PASS, Code.GOOD),
        ((public_record(SigningKey(D, "s1", SHORT_KEY)),), Result.PASS, Code.DKIM_SHORT),
        ((public_record(SigningKey(D, "s1", ed25519.Ed25519PrivateKey.generate())),), Result.PASS, Code.GOOD),
        (("v=DKIM1; p=",), Result.FAIL, Code.DKIM_REVOKED),
        (("v=DKIM1; k=rsa",), Result.FAIL, Code.DKIM_SYNTAX),
        ((f"v=DKIM2; p={P}",), Result.FAIL, Code.DKIM_SYNTAX),
        ((f"p={P}; v=DKIM1",), Result.FAIL, Code.DKIM_SYNTAX),
        (("v=DKIM1; p=not base64!",), Result.FAIL, Code.DKIM_SYNTAX),
        (("v=DKIM1; p=AAAA",), Result.FAIL, Code.DKIM_SYNTAX),
        (("v=DKIM1; k=ed25519; p=AAAA",), Result.FAIL, Code.DKIM_SYNTAX),
        ((GOOD_KEY, GOOD_KEY), Result.FAIL, Code.DKIM_TWO),
        ((), Result.FAIL, Code.DKIM_MISSING),
        (None, Result.UNKNOWN, Code.UNANSWERED),
    ],
)
def test_dkim_keys(records: Answer, result: Result, code: Code) -> None:
    finding = check_dkim(D, "s1", asking({("s1._domainkey.firm.example", "TXT"): records}))
    assert (finding.result, finding.code) == (result, code)


def test_without_a_selector_nobody_knows_unless_the_provider_has_a_usual_one() -> None:
    assert check_dkim(D, "", asking({})).code is Code.DKIM_NO_SELECTOR
    usual = usual_selectors(("aspmx.l.google.com",))
    assert guess_dkim(D, usual, asking({})).result is Result.UNKNOWN
    found = guess_dkim(D, usual, asking({("google._domainkey.firm.example", "TXT"): (GOOD_KEY,)}))
    assert (found.result, found.code, found.data["selector"]) == (Result.PASS, Code.DKIM_USUAL, "google")


@pytest.mark.parametrize(
    ("zone", "code", "organization"),
    [
        ({"_dmarc.news.firm.example": ("v=DMARC1; p=reject",)}, Code.GOOD, "news.firm.example"),
        ({"_dmarc.firm.example": ("v=DMARC1;p=none;",)}, Code.GOOD, "firm.example"),
        ({"_dmarc.firm.example": ("v=DMARC1; p=none",), "_dmarc.news.firm.example": ("v=DMARC1; p=none",)},
         Code.GOOD, "firm.example"),
        ({"_dmarc.firm.example": ("v=DMARC1; p=none; psd=y",)}, Code.GOOD, "news.firm.example"),
        ({"_dmarc.news.firm.example": ("v=DMARC1; p=none", "v=DMARC1; p=reject")}, Code.DMARC_TWO, None),
        ({"_dmarc.firm.example": ("v=DMARC1; p=perhaps",)}, Code.DMARC_SYNTAX, None),
        ({"_dmarc.firm.example": ("v=DMARC1",)}, Code.DMARC_SYNTAX, None),
        ({"_dmarc.firm.example": ("DMARC1",)}, Code.DMARC_MISSING, None),
        ({}, Code.DMARC_MISSING, None),
        ({"_dmarc.firm.example": None}, Code.UNANSWERED, None),
    ],
)  # fmt: skip
def test_dmarc_is_found_at_the_domain_or_above_it(
    zone: dict[str, Answer], code: Code, organization: str | None
) -> None:
    found = check_dmarc("news.firm.example", asking({(name, "TXT"): records for name, records in zone.items()}))
    assert (found.code, found.data.get("organization")) == (code, organization)
    assert (found.result is Result.PASS) == (code is Code.GOOD)


@pytest.mark.parametrize(
    ("zone", "result", "code"),
    [
        (HOST | {(D, "MX"): ("20 gone.example.", "10 mx.firm.example.")}, Result.PASS, Code.GOOD),
        ({(D, "MX"): ("0 .",)}, Result.FAIL, Code.MX_NULL),
        ({(D, "MX"): ("10 gone.example.",)}, Result.FAIL, Code.MX_NO_HOST),
        ({(D, "MX"): ("10 gone.example.",), ("gone.example", "AAAA"): None}, Result.UNKNOWN, Code.UNANSWERED),
        ({(D, "A"): ("192.0.2.1",)}, Result.PASS, Code.MX_IMPLICIT),
        ({}, Result.FAIL, Code.MX_MISSING),
        ({(D, "MX"): None}, Result.UNKNOWN, Code.UNANSWERED),
    ],
)
def test_answers_need_a_way_back(zone: Zone, result: Result, code: Code) -> None:
    finding = check_mx(D, asking(zone))
    assert (finding.result, finding.code) == (result, code)


def test_mx_hosts_come_in_order() -> None:
    assert mx_hosts(("20 B.example.", "5 a.example.", "0 .")) == ("a.example", "b.example")
