"""What is said to people who do not see the screen.

A scene in words is a list of sentences, each about a topic (`scenes`, `match`); the
`narrator` says those that are other than before. The voice itself is a sound
(`cabinet/screen/sound/voice.py`).
"""
