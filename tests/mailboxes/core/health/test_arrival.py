"""What a probe's head proves, and what it does not."""

from dataclasses import replace

import pytest

from mailboxes.core.health.arrival import Signer, Way, read_arrival
from mailboxes.core.health.findings import Check, Code, Result

WAY = Way(
    author="mail.sender.example",
    organization="sender.example",
    receiver="firm.example",
    receiver_mx=("mx.firm.example",),
)
RECEIVED = (
    b"Received: from out.sender.example by mx.firm.example with ESMTPS id 1;\r\n Mon, 1 Mar 2027 09:00:00 +0000\r\n"
)
SIGNATURE = b"DKIM-Signature: v=1; a=rsa-sha256; d=sender.example; s=Spring;\r\n h=from:to; bh=x; b=y\r\n"

type Found = dict[str, tuple[Result, Code]]


def found(said: str, way: Way = WAY, *, signature: bytes = SIGNATURE) -> Found:
    stamp = f"Authentication-Results: {said}\r\n".encode() if said else b""
    findings = read_arrival(RECEIVED + stamp + signature + b"From: a@b\r\n\r\n", way)
    return {one.check: (one.result, one.code) for one in findings}


def test_what_the_receiver_verified_is_a_pass_with_the_selector_learned() -> None:
    said = (
        "mx.firm.example; spf=pass smtp.mailfrom=mail.sender.example; "
        "dkim=pass header.d=sender.example header.s=autumn; dmarc=pass header.from=mail.sender.example"
    )
    assert set(found(said).values()) == {(Result.PASS, Code.GOOD)}
    arrival = read_arrival(RECEIVED + f"Authentication-Results: {said}\r\n\r\n".encode(), WAY)[0]
    assert arrival.data == {"domain": "sender.example", "selector": "autumn"}


@pytest.mark.parametrize(
    ("said", "check", "answer"),
    [
        ("spf=softfail smtp.mailfrom=sender.example", Check.SPF, (Result.FAIL, Code.REFUSED_BY_RECEIVER)),
        ("spf=temperror", Check.SPF, (Result.UNKNOWN, Code.UNANSWERED)),
        ("dkim=none", Check.DKIM, (Result.FAIL, Code.NOT_SIGNED)),
        ("dkim=fail header.d=sender.example", Check.DKIM, (Result.FAIL, Code.REFUSED_BY_RECEIVER)),
        ("dkim=fail header.d=sender.example; dkim=pass header.d=sender.example", Check.DKIM, (Result.PASS, Code.GOOD)),
        ("dkim=pass header.d=relay.example", Check.DKIM, (Result.PASS, Code.NOT_ALIGNED)),
        ("dkim=pass header.d=relay.example", Check.DMARC, (Result.FAIL, Code.NOT_ALIGNED)),
        ("dkim=pass header.i=@sender.example", Check.DMARC, (Result.PASS, Code.GOOD)),
        ("spf=pass smtp.mailfrom=bounces@sender.example; dkim=none", Check.DMARC, (Result.PASS, Code.GOOD)),
        ("spf=pass smtp.mailfrom=sender.example.evil.test", Check.DMARC, (Result.FAIL, Code.NOT_ALIGNED)),
        ("spf=pass; dkim=pass header.d=sender.example; dmarc=fail", Check.DMARC, (Result.FAIL, Code.NOT_ALIGNED)),
        ("dmarc=temperror", Check.DMARC, (Result.UNKNOWN, Code.UNANSWERED)),
        ("dmarc=pass", Check.SPF, (Result.UNKNOWN, Code.UNSTAMPED)),
    ],
)
def test_each_answer_of_the_receiver_has_its_meaning(said: str, check: Check, answer: tuple[Result, Code]) -> None:
    assert found(f"mx.firm.example; {said}")[check] == answer


def test_a_forged_stamp_is_no_evidence() -> None:
    forged = "mx.evil.test; spf=pass; dkim=pass header.d=sender.example; dmarc=pass"
    assert found(forged) == {
        Check.ARRIVAL: (Result.PASS, Code.GOOD),
        Check.DMARC: (Result.UNKNOWN, Code.UNSTAMPED),
    }


FORGED = b"Authentication-Results: mx.firm.example; spf=pass smtp.mailfrom=sender.example; dmarc=pass\r\n"
ON_THE_WAY = b"Received: from host by relay.other.example with ESMTPS id 2; Mon, 1 Mar 2027 08:59:00 +0000\r\n"
INSIDE = b"Received: from mx.firm.example by store7.internal with LMTP; x\r\nReceived: by 2001:db8::1 with SMTP; x\r\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (RECEIVED + ON_THE_WAY + FORGED, Code.UNSTAMPED),
        (INSIDE + RECEIVED + ON_THE_WAY + FORGED, Code.UNSTAMPED),
        (RECEIVED + ON_THE_WAY + RECEIVED + FORGED, Code.UNSTAMPED),
        (RECEIVED + FORGED + ON_THE_WAY, Code.GOOD),
        (FORGED + RECEIVED + ON_THE_WAY, Code.GOOD),
        (INSIDE + RECEIVED + FORGED + ON_THE_WAY, Code.GOOD),
    ],
)
def test_a_stamp_that_came_with_the_mail_counts_for_nothing_whatever_name_it_bears(head: bytes, code: Code) -> None:
    answers = {one.check: one.code for one in read_arrival(head + b"From: a@b\r\n\r\n", WAY)}
    assert answers[Check.DMARC] is code


def test_a_probe_to_oneself_says_that_it_proves_less() -> None:
    assert found("", replace(WAY, to_itself=True)) == {Check.ARRIVAL: (Result.PASS, Code.SELF_ADDRESSED)}


def test_the_spam_folder_is_noted_and_the_signature_names_its_selector() -> None:
    findings = read_arrival(RECEIVED + SIGNATURE + b"\r\n", replace(WAY, in_spam=True))
    assert (findings[0].result, findings[0].code) == (Result.PASS, Code.IN_SPAM)
    assert findings[0].data == {"domain": "sender.example", "selector": "spring"}


def test_a_signature_that_holds_is_proof_where_the_receiver_is_silent() -> None:
    verified = replace(WAY, verified=(Signer("sender.example", "spring"),))
    assert found("", verified) == {
        Check.ARRIVAL: (Result.PASS, Code.GOOD),
        Check.DKIM: (Result.PASS, Code.OWN_CHECK),
        Check.DMARC: (Result.PASS, Code.OWN_CHECK),
    }
    assert found("", replace(WAY, verified=(Signer("other.example", "spring"),)))[Check.DMARC][0] is Result.UNKNOWN
