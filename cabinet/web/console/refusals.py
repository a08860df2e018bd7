"""What became of a wish, for whoever wished it: kept, or why not, in their language."""

from cabinet.protocol.operator import Adopted, Menu
from cabinet.protocol.refusals import RefusedError, explained
from cabinet.web.console.console import Notice, Visit


def became(visit: Visit, adopted: Adopted) -> Notice:
    """What became of a change, in a sentence, and each change in a line."""
    key = "kept.waits" if adopted.waits else "kept.now"
    if adopted.restart:
        key = "kept.restart"
    return Notice(visit.words(key), lines=adopted.changes)


def not_kept(visit: Visit, wrong: RefusedError, menu: Menu) -> Notice:
    """Why a setting was not kept, by the titles of the form."""
    lines = explained(wrong.problems, menu, visit.language)
    return Notice(visit.words("kept.refused"), good=False, lines=lines)


def refused(visit: Visit, wrong: RefusedError) -> Notice:
    """Why the counter did not do it."""
    why = " ".join(explained(wrong.problems, None, visit.language))
    return Notice(visit.words("refused.counter", why=why), good=False)
