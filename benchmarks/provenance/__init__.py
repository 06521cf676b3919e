"""What the ledger costs: sync and audit against plain hashing of the same bytes."""
