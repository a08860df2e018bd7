"""A match on the screen: the table, its seats, people, bots, phones and dice."""
