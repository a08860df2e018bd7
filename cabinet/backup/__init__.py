"""Backups: settings, logo, history and books in one file, and back.

`archive.make_backup` writes one, `archive.read_backup` says what is in it, and
`archive.restore_books` exchanges the books, which nothing else ever does.
"""
