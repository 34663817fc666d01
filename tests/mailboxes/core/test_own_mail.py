import time

import pytest

from mailboxes.core.own_mail import is_from

ADA = "ada@acme.example"


@pytest.mark.parametrize(
    "head",
    [
        b"From: ada@acme.example",
        b"from:  Ada <ADA@acme.example>",
        b"Subject: x\r\nFrom: Ada\r\n\t<ada@acme.example>",
        b'From: "bob@prospect.example" <ada@acme.example>',
        b'From: "Bob, bob@prospect.example" <ada@acme.example>',
        b"From: Lovelace, Ada <ada@acme.example>",
        b"From: Ada @ Acme <ada@acme.example>",
    ],
)
def test_a_mail_of_ours_is_ours(head: bytes) -> None:
    assert is_from(head + b"\r\n\r\nbody", ADA)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"Subject: x\r\n\r\nFrom: ada@acme.example\r\n",
        b"From: bob@prospect.example\r\n\r\n",
        b'From: "ada@acme.example" <bob@prospect.example>\r\n\r\n',
        b"From: ada@acme.example, bob@prospect.example\r\n\r\n",
        b"From: Bob <bob@prospect.example>, Ada <ada@acme.example>\r\n\r\n",
        b"From: bob@prospect.example, <ada@acme.example>\r\n\r\n",
        b"From: ada@acme.example.evil.example\r\n\r\n",
        b"X-From: ada@acme.example\r\n\r\n",
        b"From: bob@prospect.example\r\nFrom: ada@acme.example\r\n\r\n",
        b"Reply-To: ada@acme.example\r\n\r\n",
    ],
)
def test_a_mail_of_anybody_else_is_not(raw: bytes) -> None:
    assert not is_from(raw, ADA)


@pytest.mark.parametrize("raw", [b"From:" + b"<" * 2_000_000, b"From:" + b"\n " * 1_000_000, b"From: x\n" * 300_000])
def test_hostile_headers_take_no_time(raw: bytes) -> None:
    started = time.process_time()
    assert not is_from(raw, ADA)
    assert time.process_time() - started < 0.5
