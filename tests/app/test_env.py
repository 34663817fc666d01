import pytest

from app import env
from app.core.errors import SettingError


def test_a_limit_that_leaves_some_process_nothing_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACES", "2")
    assert env.shared("PLACES", default=9, among=2, told_by="WORKERS") == 2
    with pytest.raises(SettingError, match=r"^PLACES is 2, which WORKERS = 3 processes cannot share"):
        env.shared("PLACES", default=9, among=3, told_by="WORKERS")


def test_a_limit_nobody_set_is_refused_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLACES", raising=False)
    with pytest.raises(SettingError, match=r"^PLACES is 1"):
        env.shared("PLACES", default=1, among=2, told_by="WORKERS")
