"""The operator's desk: what the books say, for a person who reads them."""
