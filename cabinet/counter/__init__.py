"""The service: wires in, books kept, lamps and lock-out driven, programs told.

`counter.Counter` is the whole of it without a loop; `loop.CounterLoop` runs it on
asyncio. Messages come in by `server.Connection` and `dispatcher.Dispatcher` and leave
by `publisher.Publisher`. `supervisor.Supervisor` restarts programs in simulation.
"""
