"""Every fault is named by the doctor, and nothing else is blamed for it."""

import pytest

from cabinet.diagnostics.doctor.faults import FAULTS
from cabinet.diagnostics.doctor.findings import Level, worst
from cabinet.diagnostics.doctor.printing import doctor_words, found, remedy
from tests.diagnostics.doctor.patients import well


def bad(findings):
    return [each for each in findings if each.level in (Level.AMBER, Level.RED)]


def test_a_cabinet_that_is_well_is_green_from_top_to_bottom():
    findings = list(well().judge())
    assert {each.level for each in findings} == {Level.GREEN}
    assert {each.subject for each in findings} >= {"coin.1", "disk", "books", "clock"}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named_and_it_alone(name):
    findings = bad(well(FAULTS[name]).judge())
    assert [each.code for each in findings] == [FAULTS[name].code]
    for language in ("fr", "en"):
        words = doctor_words(language)
        assert found(findings[0], words)
        assert remedy(findings[0], words), "whoever hears of a fault hears what to do"


def test_every_bad_finding_of_the_catalogue_can_be_pretended():
    """What no fault shows nobody has ever read aloud; these have tests of their own."""
    words = doctor_words("en")
    told = {key.rpartition(".")[0] for key in words.entries if key.endswith(".remedy")}
    shown = {fault.code for fault in FAULTS.values()}
    assert shown <= told
    assert told - shown == {
        *(f"refused.{why}" for why in REFUSALS),
        "books.unreadable",
        "clock.battery_only",
        "duty.alarm",
        "heat.throttled_earlier",
        "permissions.secret_open",
        "settings.nothing_on_sale",
        "sound.no_card",
        "storage.unwritable",
        "units.none",
        "wires.too_short",
    }


REFUSALS = ("long", "gap", "rate", "coins", "lost", "noise", "width", "other")


def test_the_worst_level_is_that_of_the_worst_finding():
    assert worst(well().judge()) is Level.GREEN
    assert worst(well(FAULTS["warm"]).judge()) is Level.AMBER
    assert worst(well(FAULTS["hot"]).judge()) is Level.RED
