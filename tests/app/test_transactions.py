import pytest
from django.db import connection, transaction

from app.actions.transactions import TransactionOpen, require_no_transaction


@pytest.mark.django_db
def test_the_wrapper_of_a_test_is_no_transaction_and_keeps_its_connection() -> None:
    connection.ensure_connection()
    require_no_transaction()
    assert connection.connection is not None
    assert connection.in_atomic_block


@pytest.mark.django_db
@pytest.mark.parametrize("durable", [False, True])
def test_a_transaction_inside_a_test_is_refused(durable: bool) -> None:
    with transaction.atomic(durable=durable), pytest.raises(TransactionOpen):
        require_no_transaction()


@pytest.mark.django_db
def test_a_savepoint_is_refused_too() -> None:
    with transaction.atomic(), transaction.atomic(), pytest.raises(TransactionOpen):
        require_no_transaction()


@pytest.mark.django_db(transaction=True)
def test_a_real_transaction_is_refused_and_stays_open() -> None:
    with transaction.atomic():
        with pytest.raises(TransactionOpen):
            require_no_transaction()
        assert connection.connection is not None


@pytest.mark.django_db(transaction=True)
def test_the_connection_goes_back_when_no_transaction_is_open() -> None:
    connection.ensure_connection()
    require_no_transaction()
    assert connection.connection is None


@pytest.mark.django_db(transaction=True)
def test_a_connection_without_autocommit_counts_as_a_transaction() -> None:
    connection.set_autocommit(False)
    try:
        with pytest.raises(TransactionOpen):
            require_no_transaction()
    finally:
        connection.set_autocommit(True)
