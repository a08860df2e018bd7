"""New settings in a running counter: when nobody plays, booked, with the author."""

import asyncio
import sys
from dataclasses import replace

import pytest

from cabinet.core.errors import CabinetError
from cabinet.core.events import SECOND
from cabinet.core.money.journal import author, changes
from cabinet.core.money.tariff import Tariff
from cabinet.core.operating import Slot
from cabinet.counter.dispatcher import MOST_ASKED
from cabinet.counter.settings_reload import ChildSettingsWorker, SettingsReload
from cabinet.i18n.message import message
from cabinet.protocol.codec import Refused, refused
from cabinet.protocol.operator import Adopted, Edit, Look, Menu, Reload, TryOutput
from tests.books.ledgers import query
from tests.counter.stand import HOUSE, SCREEN, Stand

TOOL = 9
DEARER = replace(HOUSE, tariff=Tariff(credit=200), author="anna", name="Chez nous")
EDIT = Edit({"pricing.credit": "200"}, "anna")


@pytest.fixture
def stand(tmp_path):
    stand = Stand(tmp_path)
    stand.join()
    stand.counter.outbox.clear()
    yield stand
    stand.close()


def ask(stand, request=EDIT, operating=DEARER, client=TOOL):
    """What the counter says to whoever asked, when the file was read for it.

    The newest menu comes with every answer, last.
    """
    stand.counter.hear(client, request)
    ((asked_by, asked),) = stand.counter.asked
    stand.counter.asked.clear()
    assert (asked_by, asked) == (client, request)
    stand.counter.renew(client, request, SettingsReload(operating, Menu()))
    said, stand.counter.outbox = stand.counter.outbox, []
    *answers, menu = [envelope.message for envelope in said if envelope.to == client]
    assert menu == Menu()
    return answers


def settings_booked(stand):
    rows = query(stand.path, "SELECT note FROM postings WHERE kind = 'setting'")
    return [note for (note,) in rows]


def test_in_attract_new_prices_count_at_once_and_are_booked_with_their_author(stand):
    assert ask(stand) == [Adopted(waits=False)]
    assert stand.counter.shown().credit_price == 200
    assert stand.counter.shown().name == "Chez nous"
    before, after = settings_booked(stand)
    assert author(after) == "anna"
    assert changes(before, after) == [("tariff", "EUR 100", "EUR 200")]


def test_money_of_the_old_price_is_worth_the_same_under_the_new(tmp_path):
    half = replace(HOUSE, tariff=Tariff(credit=200))
    stand = Stand(tmp_path, half)
    stand.join()
    stand.coin()
    assert stand.counter.shown().fraction == 100
    ask(stand, operating=replace(half, tariff=Tariff(credit=100)))
    assert stand.counter.shown().credits == 1
    assert stand.counter.shown().fraction == 0
    stand.close()


def test_while_somebody_chooses_they_wait(stand):
    stand.coin()
    assert stand.counter.shown().mode == "select"
    assert ask(stand) == [Adopted(waits=True)]
    assert stand.counter.shown().credit_price == 100
    stand.advance(31 * SECOND)
    assert stand.counter.shown().mode == "attract"
    assert stand.counter.shown().credit_price == 200


def test_of_two_that_wait_the_last_is_adopted(stand):
    stand.coin()
    ask(stand)
    ask(stand, operating=replace(DEARER, tariff=Tariff(credit=300)))
    stand.advance(31 * SECOND)
    assert stand.counter.shown().credit_price == 300
    assert len(settings_booked(stand)) == 2


def test_the_wires_stay_what_they_were(stand):
    ask(stand, operating=replace(DEARER, slots=(Slot(pulse_value=500),)))
    stand.coin()
    assert stand.counter.shown().books.minor_units == 100
    assert "500" not in settings_booked(stand)[-1]


def test_so_many_may_ask_at_once_and_no_more(stand):
    for _ in range(MOST_ASKED + 3):
        stand.counter.hear(TOOL, Look())
    assert len(stand.counter.asked) == MOST_ASKED
    told = [envelope.message for envelope in stand.counter.outbox]
    assert told == [refused(message("refused.too_many_ask"))] * 3


def test_to_look_adopts_nothing_and_shows_the_screen_the_menu(stand):
    stand.counter.hear(SCREEN, Look())
    stand.counter.renew(
        SCREEN, Look(), SettingsReload(DEARER, Menu(outputs=("lockout",)))
    )
    (envelope,) = stand.counter.outbox
    assert envelope.message == Menu(outputs=("lockout",))
    assert stand.counter.shown().credit_price == 100


def test_outputs_are_tried_in_service_only_and_let_go_of_after_it(stand):
    lamp = TryOutput("lamp.start", on=True)
    stand.counter.hear(SCREEN, lamp)
    assert not stand.port.outputs["lamp.start"]
    assert isinstance(stand.counter.outbox[-1].message, Refused)
    stand.press("test")
    stand.counter.hear(SCREEN, lamp)
    stand.counter.hear(SCREEN, TryOutput("lockout", on=True))
    assert stand.port.outputs["lamp.start"]
    assert stand.port.outputs["lockout"]
    stand.advance(SECOND)
    assert stand.port.outputs["lamp.start"]
    stand.press("test")
    assert not stand.port.outputs["lamp.start"]


def test_a_coin_in_a_slot_that_was_opened_by_hand_is_a_test(stand):
    stand.press("test")
    stand.counter.hear(SCREEN, TryOutput("lockout", on=True))
    stand.coin()
    assert stand.counter.state.totals.tests == 1
    assert stand.counter.shown().credits == 0


@pytest.mark.parametrize(("client", "line"), [(TOOL, "lamp.start"), (SCREEN, "meter")])
def test_a_tool_tries_nothing_and_nobody_the_meter(stand, client, line):
    stand.press("test")
    stand.counter.outbox.clear()
    stand.counter.hear(client, TryOutput(line, on=True))
    assert isinstance(stand.counter.outbox[-1].message, Refused)


def asked_of_a_child(program, patience_s=20.0):
    worker = ChildSettingsWorker((sys.executable, "-c", program), patience_s)
    return asyncio.run(worker.ask(Reload("anna")))


def test_what_a_child_complains_of_is_the_sentence_that_is_told():
    complain = "import sys; sys.exit('cabinet: c.yaml:3:1: no such setting')"
    with pytest.raises(CabinetError, match=r"^c.yaml:3:1: no such setting$"):
        asked_of_a_child(complain)


def test_a_child_that_never_answers_is_ended():
    with pytest.raises(CabinetError, match="took too long"):
        asked_of_a_child("import signal; signal.pause()", 0.05)


def test_a_child_that_cannot_be_started_is_a_sentence():
    with pytest.raises(CabinetError, match="cannot be read"):
        asyncio.run(ChildSettingsWorker(("/no/such/program",)).ask(Look()))
