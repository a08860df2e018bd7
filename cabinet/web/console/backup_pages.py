"""Everything in one file, to keep elsewhere; and settings back, after a look."""

import asyncio
import tempfile
from base64 import urlsafe_b64encode
from functools import partial
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from cabinet.backup.archive import (
    Backup,
    card_of,
    changes_to,
    edits_for,
    make_backup,
    read_card,
)
from cabinet.books.exports import moment
from cabinet.clock import SystemClock
from cabinet.core.errors import CabinetError
from cabinet.protocol.operator import Adopted, Edit, PutLogo
from cabinet.protocol.refusals import RefusedError
from cabinet.settings.loading import read_text
from cabinet.web.console.console import HEADERS, Console, Notice, Visit
from cabinet.web.console.history import shown_changes
from cabinet.web.console.requests import BOTH, LONGEST_BACKUP, POST, page

HERE = "/backup"


def backup_routes(console: Console) -> list[Route]:
    """The pages; all of them are the owner's."""
    take = partial(page, console, role="owner", longest=LONGEST_BACKUP)
    return [
        take(HERE, _backup, methods=BOTH),
        take("/backup/file", _file),
        take("/backup/restore", _restore, methods=POST),
    ]


async def _backup(visit: Visit) -> Response:
    """What to do; and of a file that was chosen, what it would change."""
    if not visit.posted:
        return visit.page("backup.html", found=None)
    try:
        found = read_card(visit.form.get("data", ""))
        whole = "whole" in visit.form
        menu = await visit.console.menu()
        now = await asyncio.to_thread(read_text, visit.console.place.config)
        changes = await asyncio.to_thread(changes_to, now, found, whole=whole)
    except RefusedError as wrong:
        why = visit.explain(*wrong.problems)
        return visit.back(HERE, Notice(why, good=False))
    except CabinetError as wrong:
        return visit.back(HERE, Notice(visit.say(wrong.told), good=False))
    return visit.page(
        "backup.html",
        found=found,
        when=moment(found.wall_ms, None),
        changes=shown_changes(changes, menu, visit.words),
        whole=whole,
        data=card_of(found),
    )


async def _file(visit: Visit) -> Response:
    """A backup of this moment, to keep elsewhere."""
    with tempfile.NamedTemporaryFile(suffix=".zip", delete=False) as made:
        path = Path(made.name)
    try:
        await asyncio.to_thread(make_backup, visit.console.place, path, SystemClock())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    name = f"cabinet-{moment(SystemClock().wall_ms(), None)[:10]}.zip"
    done = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, headers=HEADERS, filename=name, background=done)


async def _restore(visit: Visit) -> Response:
    """Take settings and logo, as two changes that can be undone."""
    try:
        found = read_card(visit.form.get("data", ""))
        return visit.back(HERE, await _taken(visit, found))
    except RefusedError as wrong:
        return visit.back(HERE, visit.not_kept(wrong, await visit.console.menu()))
    except CabinetError as wrong:
        return visit.back(HERE, Notice(visit.say(wrong.told), good=False))


async def _taken(visit: Visit, found: Backup) -> Notice:
    console, counter = visit.console, visit.console.counter
    now = await asyncio.to_thread(read_text, console.place.config)
    whole = "whole" in visit.form
    changes = await asyncio.to_thread(changes_to, now, found, whole=whole)
    adopted: Adopted | None = None
    if found.logo:
        data = urlsafe_b64encode(found.logo).decode()
        adopted, menu = await counter.change(PutLogo(data, visit.author))
        console.keep_menu(menu)
    if wanted := edits_for(changes):
        adopted, menu = await counter.change(Edit(wanted, visit.author))
        console.keep_menu(menu)
    if adopted is None:
        return Notice(visit.words("kept.same"))
    return visit.became(adopted, await console.menu())
