from tests.support.loops import strange_loops  # noqa: F401
