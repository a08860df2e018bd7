"""Our addresses, without a socket."""

from cabinet.platform.network import addresses, read

TABLE = """\
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 127.0.0.0/8 2 0 2
           |-- 127.0.0.1
              /32 host LOCAL
        |-- 127.255.255.255
           /32 link BROADCAST
     +-- 192.0.2.0/24 2 0 2
           |-- 192.0.2.0
              /24 link UNICAST
           |-- 192.0.2.7
              /32 host LOCAL
Local:
           |-- 192.0.2.7
              /32 host LOCAL
           |-- 198.51.100.3
              /32 host LOCAL
"""


def test_each_address_that_others_can_reach_is_found_once():
    assert read(TABLE) == ("192.0.2.7", "198.51.100.3")
    assert read("") == ()


def test_this_machine_tells_its_own():
    assert all(one.count(".") == 3 for one in addresses())
