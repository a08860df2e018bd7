"""The service at the heart of the cabinet: wires in, books kept, clients served."""
