"""Players' phones: their pages, and the relay to the screen.

`pages.phone_routes` and `pages.PhoneGate` take requests, `relay.PhonePages` knows every
phone and what it is shown, `relay.phones_at` where phones find us.
"""
