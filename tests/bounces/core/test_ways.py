"""By which way somebody came on the list, told by what came back and the rule that decided."""

import pytest

from bounces.core.ways import way_of


@pytest.mark.parametrize(
    ("outcome", "rule", "way"),
    [
        ("unsubscribed", "one_click", "one_click"),
        ("unsubscribed", "page", "page"),
        ("unsubscribed", "opt-out-token:token", "mailto"),
        ("unsubscribed", "subject:address", "mailto"),
        ("unsubscribed", "client-button:thread", "mailto"),
        ("unsubscribed", "opt-out-words:message_id", "words"),
        ("complained", "feedback-report:message_id", "complaint"),
        ("bounced", "bounce-dsn:message_id", "bounce"),
    ],
)
def test_the_way_is_told(outcome: str, rule: str, way: str) -> None:
    assert way_of(outcome, rule) == way
