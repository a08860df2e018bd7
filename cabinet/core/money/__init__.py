"""Money as values: amounts, tariff, till, ledger, coin meter, high scores."""
