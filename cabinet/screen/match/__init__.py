"""A match on the screen: the table, its seats, people, bots, phones and dice.

`controller.MatchController` runs it and tells the counter, `table.Table` is the match
with its cursors and its picture, `thinking.Opponent` plays for the house,
`phones.Phones` adds players with phones.
"""
