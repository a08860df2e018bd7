"""What root does for the cabinet: fixed verbs, each a unit that a note starts.

The counter leaves a note in its own folder, `notes.take` reads it, and `network`,
`clock` or `update` checks every value again before it does anything: whoever has taken
the counter over can write notes too. Nothing of a note is ever run or interpreted.
Answers are files in a folder of root's. No package of others is imported here.
"""
