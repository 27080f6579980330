"""What people do: one verb a file, keyword-only, each atomic and with its ledger event in the same transaction."""
