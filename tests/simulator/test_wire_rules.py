import pytest

from simulator.mail import read_mail
from simulator.wire_rules import check_mail
from tests.plugins.simulator import Simulator
from tests.simulator.clients import a_mail, gmail, send


def broken(raw: bytes) -> set[str]:
    return {rule for rule, kept in check_mail(read_mail(raw)).items() if not kept}


def test_a_good_mail_keeps_every_rule() -> None:
    assert broken(a_mail()) == set()


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        (a_mail() + b"E\r.\r\n", "crlf_only"),
        (a_mail() + b"E\n", "crlf_only"),
        (a_mail() + b"x" * 999 + b"\r\n", "line_length"),
        (a_mail() + b"\0\r\n", "no_nul"),
        (b"Subject: twice\r\n" + a_mail(), "single_headers"),
        (a_mail(Date=""), "required_headers"),
        (a_mail(List_Unsubscribe_Post=""), "one_click_unsubscribe"),
        (a_mail(List_Unsubscribe="<mailto:a@example.com>"), "one_click_unsubscribe"),
        (a_mail().replace(b"<http://", b"=?utf-8?q?http=3A=2F=2F?= <http://"), "no_encoded_words_in_ids"),
        (a_mail().replace(b"silent-bob@", "silent-bób@".encode()), "ascii_headers"),
        (a_mail().replace(b"silent-bob@", b"=?utf-8?q?b=C3=B3b?=@"), "plain_addresses"),
        (a_mail(X_Entity_Ref=""), "entity_ref"),
        (a_mail(X_Mailer="Product 1.0"), "nothing_leaks"),
    ],
)
def test_a_rule_notices(raw: bytes, rule: str) -> None:
    assert rule in broken(raw)


def test_rules_are_journalled_with_each_mail(simulator: Simulator) -> None:
    send(gmail(simulator), a_mail("t1", X_Mailer="Product 1.0"))
    (accepted,) = simulator.journal("accept")
    checks = simulator.journal("mailcheck")
    assert {check["sim_id"] for check in checks} == {accepted["sim_id"]}
    assert [check["rule"] for check in checks if not check["ok"]] == ["nothing_leaks"]
