"""Who runs the cabinet: people, their passwords and PINs, in files of the till.

`file.PeopleFile` keeps them, `passwords` compares and changes, `second_factor` is the
code from a phone. The counter's child alone writes where programs have accounts.
"""
