import base64
import stat
from pathlib import Path

import pytest

from app.launch import home


def test_keys_are_made_once_and_kept(tmp_path: Path) -> None:
    made = home.keys(tmp_path)
    assert home.keys(tmp_path) == made
    assert set(made) == set(home.KEYS)
    assert stat.S_IMODE((tmp_path / "keys.env").stat().st_mode) == 0o600


def test_a_credential_key_has_32_bytes(tmp_path: Path) -> None:
    name, _, secret = home.keys(tmp_path)["CREDENTIAL_KEYS"].partition(":")
    assert (name, len(base64.b64decode(secret))) == ("1", 32)


def test_a_key_that_is_new_joins_the_old_ones(tmp_path: Path) -> None:
    home.write_private(tmp_path / "keys.env", {"SECRET_KEY": "a=b"})
    assert home.keys(tmp_path)["SECRET_KEY"] == "a=b"
    assert home.read_values(tmp_path / "keys.env")["ADDRESS_PEPPER"]


def test_lost_keys_of_a_kept_database_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "postgres" / "data").mkdir(parents=True)
    with pytest.raises(home.HomeError, match=r"keys\.env is gone"):
        home.keys(tmp_path)
    assert not (tmp_path / "keys.env").exists()


def test_a_second_launcher_is_told_where_the_first_one_answers(tmp_path: Path) -> None:
    with home.only_launcher(tmp_path) as lock:
        lock.write_text("http://127.0.0.1:8000/")
        with pytest.raises(home.AlreadyRunning, match="8000"), home.only_launcher(tmp_path):
            pass
    with home.only_launcher(tmp_path):
        pass


def test_the_folder_can_be_walked_but_its_logs_cannot(tmp_path: Path) -> None:
    folder = home.prepare(tmp_path / "forbear" / "real")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o711
    assert stat.S_IMODE((folder / "logs").stat().st_mode) == 0o700
