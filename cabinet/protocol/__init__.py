"""Messages between counter, screen, web and fleet: one module for each family.

`codec.encode` and `codec.decode` make lines of JSON of them. `snapshot.Snapshot` is
what the counter tells everybody, `client.CounterLink` the other end of the socket.
"""
