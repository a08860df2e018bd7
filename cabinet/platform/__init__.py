"""What depends on the operating system: processes, systemd, network addresses."""
