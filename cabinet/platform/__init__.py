"""What depends on the operating system, and every call that only Linux has.

`notify.Notifier` talks to systemd, `notify_socket.NotifySocket` listens as systemd
does, `network.addresses` finds our addresses, `processes` starts children and asks
the kernel.
"""
