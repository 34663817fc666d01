"""What our own ledger says of a sender: breakers that always act, and the graded policy that watches first."""
