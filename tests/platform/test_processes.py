import os

import pytest

from cabinet.core.errors import CabinetError
from cabinet.i18n.message import message
from cabinet.places import Place
from cabinet.platform.processes import begin_in_a_child
from cabinet.settings import ConfigError, Problem


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path / "cabinet.yaml", tmp_path)


def who(_):
    return os.getpid()


def refuse(_):
    raise ConfigError(
        [Problem(message("setting.missing"), path=("coins",), name="cabinet.yaml")]
    )


def stumble(_):
    raise TypeError("a mistake in the program")


def vanish(_):
    os._exit(9)


def test_work_for_a_child_is_done_in_another_process(place):
    answer = begin_in_a_child(who, place)
    assert answer() != os.getpid()


def test_an_error_of_the_child_is_ours_with_all_it_knows(place):
    answer = begin_in_a_child(refuse, place)
    with pytest.raises(ConfigError, match=r"cabinet\.yaml: coins: is missing") as error:
        answer()
    assert error.value.problems[0].path == ("coins",)


def test_a_child_with_a_mistake_ends_and_shows_it(place, capfd):
    answer = begin_in_a_child(stumble, place)
    with pytest.raises(CabinetError, match="a child process failed"):
        answer()
    assert "TypeError: a mistake in the program" in capfd.readouterr().err


def test_a_child_that_dies_is_an_error_and_not_a_riddle(place):
    answer = begin_in_a_child(vanish, place)
    with pytest.raises(CabinetError, match="a child process failed"):
        answer()
