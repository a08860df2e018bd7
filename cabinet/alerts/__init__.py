"""Tells somebody who is not there that something is wrong: e-mail, ntfy, webhook.

A program of its own, so that counter and page need no way out of the machine. It reads
the books like any reader, listens to the counter, and is the only one that knows a mail
server or a web address. What is to be told is on the disk before it is told.
"""
