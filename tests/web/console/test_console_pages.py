"""Every page of the console, over real books and the shipped settings."""

import json
import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from cabinet import settings
from cabinet.backup.archive import card_of, read_backup
from cabinet.diagnostics.logs import FOLDER
from cabinet.i18n import words
from cabinet.loops.registry import GameShelf
from cabinet.protocol.operator import Menu
from cabinet.screen.menu.rows import AUTHOR
from cabinet.settings.editing import ABSENT
from cabinet.settings.history import HISTORY, Change, Revision, as_line
from cabinet.settings.history import UNDO as SIGNED
from cabinet.settings.menu import groups
from cabinet.web.console.console import WORDS
from cabinet.web.console.history import revisions
from firmware_bridge.session import REFUSED
from tests.support.settings import SETTINGS
from tests.system.running import ROOT
from tests.web.console.console_stand import Stand
from tests.web.console.sample_state import furnish

PAGES = ("/", "/now", "/settings", "/settings/pricing", "/settings/modes")
PAGES += ("/settings/sound", "/settings/coins", "/settings/web", "/books")
PAGES += ("/collection", "/alarms", "/alarms/1", "/scores", "/log", "/live")
PAGES += ("/history", "/file", "/access", "/takings", "/backup")
PAGES += ("/settings/house",)
REFUSED_BY_BOARD = {verdict.name.lower() for verdict in REFUSED}


@pytest.fixture(scope="module")
def stand(tmp_path_factory):
    folder = tmp_path_factory.mktemp("console") / "state"
    furnish(folder, datetime(2026, 11, 14, 22, tzinfo=UTC), days=2)
    stand = Stand(folder)
    shutil.copy(SETTINGS, stand.place.config)
    catalogue = settings.catalogue_of(GameShelf())
    held = settings.load(stand.place.config, None, catalogue)
    stand.console.keep_menu(Menu(groups(held, catalogue)))
    (folder / FOLDER).mkdir()
    (folder / FOLDER / "counter.log").write_text("all is <well>\n")
    change = {"path": ["pricing", "credit"], "old": 100, "new": 200}
    tiers = {"path": ["pricing", "tiers"], "old": []}
    tiers["new"] = [{"money": 200, "credits": 3}]
    line = {"at": 1_794_000_000_000, "by": "web:owner", "changes": [change, tiers]}
    (folder / "settings-history.jsonl").write_text(json.dumps(line) + "\nbroken\n")
    return stand


def get(stand, path, role="owner"):
    return stand.run(lambda browser: browser.get(path), role=role)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_there_in_both_languages_and_small(stand, path, language):
    answer = get(stand, f"{path}?lang={language}")
    assert answer.status_code == 200
    assert len(answer.content) < 64_000
    if path != "/now":
        assert f'<html lang="{language}">' in answer.text


def test_choices_are_called_by_name_and_sent_as_they_are_written(stand):
    french = get(stand, "/settings/modes?lang=fr").text
    assert '<option value="aggressive">agressive</option>' in french
    assert '<option value="" selected>selon le mode</option>' in french
    assert '<option value="true">oui</option>' in french
    english = get(stand, "/settings/modes?lang=en").text
    assert '<option value="" selected>by the mode</option>' in english
    dice = get(stand, "/settings/dice?lang=fr").text
    assert '<option value="typed">annoncés</option>' in dice


def test_staff_sees_no_page_of_the_owner_and_may_turn_the_volume(stand):
    money = ("/books", "/takings", "/books.csv", "/books.json", "/vat.csv?rate=20")
    for path in ("/history", "/file", "/collection", "/access", "/log", *money):
        assert get(stand, path, "staff").status_code == 403
    sound = get(stand, "/settings/sound", "staff").text
    assert 'name="was:sound.music"' in sound
    patience = get(stand, "/settings/patience", "staff").text
    assert 'name="was:' not in patience


def test_staff_does_not_change_a_price_by_sending_the_form_anyway(stand):
    async def work(browser):
        token = await browser.token("/")
        fields = {"was:pricing.credit": "100", "pricing.credit": "0.01"}
        return await browser.post("/settings/pricing", fields, token=token)

    answer = stand.run(work, role="staff")
    assert answer.status_code == 403
    assert "Your role does not allow that" in answer.text


def test_an_amount_that_is_none_is_said_beside_what_was_written(stand):
    async def work(browser):
        token = await browser.token("/")
        fields = {"was:pricing.credit": "100", "pricing.credit": "cheap"}
        return await browser.post("/settings/pricing", fields, token=token)

    answer = stand.run(work, role="owner")
    assert answer.status_code == 400
    assert "“cheap” is not a number" in answer.text
    assert 'value="cheap"' in answer.text


def test_without_a_counter_a_change_is_said_not_to_be_made(stand):
    async def work(browser):
        token = await browser.token("/")
        fields = {"was:pricing.credit": "100", "pricing.credit": "2.00"}
        return await browser.post("/settings/pricing", fields, token=token)

    answer = stand.run(work, role="owner")
    assert answer.status_code == 503
    assert "does not answer" in answer.text


def test_prices_follow_what_stands_in_the_form(stand):
    async def work(browser):
        token = await browser.token("/")
        fields = {
            "was:pricing.tiers": "[]",
            "pricing.tiers.0.money": "2",
            "pricing.tiers.0.credits": "3",
        }
        good = await browser.post("/preview", fields, token=token)
        fields["pricing.tiers.0.credits"] = "1"
        return good, await browser.post("/preview", fields, token=token)

    good, wrong = stand.run(work, role="owner")
    assert "€2.00 → 3" in good.text
    assert "a bonus has to give more" in wrong.text


@pytest.mark.parametrize(
    ("price", "why"),
    [("0", "a credit has to cost more than nothing"), ("x", "“x” is not a number")],
)
def test_prices_that_cannot_be_say_which_field_is_wrong(stand, price, why):
    fields = {"was:pricing.credit": "100", "pricing.credit": price}
    told = stand.run(lambda browser: browser.post("/preview", fields), role="owner")
    assert why in told.text


def test_staff_sees_games_of_today_and_no_money(stand):
    assert "€" in get(stand, "/", "owner").text
    seen = get(stand, "/", "staff").text
    assert "€" not in seen
    assert "Service credits" in seen


def test_the_books_are_downloaded_for_a_spreadsheet_and_a_program(stand):
    table = get(stand, "/books.csv?by=mode")
    assert table.headers["content-type"].startswith("text/csv")
    assert "attachment" in table.headers["content-disposition"]
    first, *rows = table.text.splitlines()
    assert first.startswith("mode,currency,money,coins")
    document = get(stand, "/books.json").json()
    assert document["lifetime"]["plays"] == sum(int(row.split(",")[4]) for row in rows)
    assert document["disagreements"] == []


DAYS_OF_BOOKS = "since=2026-11-01&until=2026-11-30"


@pytest.mark.parametrize("by", ["hour", "weekday", "day", "week", "month", "slot"])
def test_the_takings_of_some_days_are_those_of_the_books(stand, by):
    page = get(stand, f"/takings?{DAYS_OF_BOOKS}&by={by}&lang=en").text
    earned = get(stand, "/books.json").json()["lifetime"]["money"]
    total = f'<th scope="row">Total</th><td>€{earned / 100:,.2f}</td>'
    assert page.count(total) == 2
    assert 'class="h4"' in page


def test_the_money_by_game_is_that_of_the_coins(stand):
    for by in ("mode", "game"):
        lines = get(stand, f"/books.csv?by={by}&{DAYS_OF_BOOKS}").text.splitlines()
        by_name = sum(int(line.split(",")[2]) for line in lines[1:])
        assert by_name == get(stand, "/books.json").json()["lifetime"]["money"]


def test_an_accountant_gets_a_spreadsheet_and_months_with_vat(stand):
    earned = get(stand, "/books.json").json()["lifetime"]["money"]
    wanted = f"{earned / 100:.2f}".replace(".", ",")
    sheet = get(stand, "/books.csv?by=day&for=excel").text
    assert sheet.splitlines()[-1].startswith(f"Total;{wanted};")
    months = get(stand, "/vat.csv?rate=5,5&lang=fr").text
    assert months.splitlines()[-1].startswith(f"Total;{wanted};")
    for wrong in ("rate=many", "rate=101", "rate=20&since=soon"):
        assert get(stand, f"/vat.csv?{wrong}").status_code == 400


def test_days_without_takings_say_so(stand):
    page = get(stand, "/takings?since=2020-01-01&until=2020-01-02&lang=en").text
    assert "Nothing was taken" in page


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("/takings?since=2026-02-01&until=2026-01-01", 400),
        ("/takings?since=soon", 400),
        ("/books.csv?by=day&until=later", 400),
        ("/takings?by=moon", 404),
    ],
)
def test_days_that_are_none_are_refused_with_words(stand, asked, status):
    assert get(stand, asked).status_code == status


def test_the_history_calls_settings_and_amounts_as_people_do(stand):
    page = get(stand, "/history?lang=fr").text
    assert "Prix, Prix d&#39;un crédit" in page
    assert "<del>1,00 €</del> <ins>2,00 €</ins>" in page.replace("\u00a0", " ")
    page = get(stand, "/history?lang=en").text
    assert "<del>–</del> <ins>money €2.00, credits 3</ins>" in page


@pytest.mark.parametrize(
    ("kept", "french", "english"),
    [
        (Revision(1, AUTHOR, ()), "menu de service", "service menu"),
        (
            Revision(1, f"web:staff{SIGNED}", (), is_undo=True),
            "personnel, sur la page\u00a0: annulation",
            "staff, on the page: undone",
        ),
        (
            Revision(1, "bundle 7, fleet", (), bundle=7),
            "réglages du parc, lot 7",
            "settings of the fleet, bundle 7",
        ),
        (Revision(1, "rosa", ()), "rosa", "rosa"),
    ],
)
def test_the_history_says_who_in_the_readers_language(tmp_path, kept, french, english):
    (tmp_path / HISTORY).write_text(as_line(kept) + "\n", encoding="utf-8")
    for language, said in (("fr", french), ("en", english)):
        (shown,) = revisions(tmp_path, Menu(()), words(language, WORDS))
        assert shown.author == said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(("service", "pin"), "1", "2"), "changed; the value stays secret"),
        (Change(("a", "b"), ABSENT, True), "a.b: – → yes"),
        (Change(("a",), ({"x": 1, "y": None},), ()), "a: x 1, y – → –"),
        (Change(("a",), {}, "text"), "a: – → text"),
    ],
)
def test_the_history_shows_values_without_the_signs_of_the_file(tmp_path, change, said):
    kept = Revision(1, "rosa", (change,))
    (tmp_path / HISTORY).write_text(as_line(kept) + "\n", encoding="utf-8")
    (shown,) = revisions(tmp_path, Menu(()), words("en", WORDS))
    assert shown.changes[0].line.endswith(said)


def test_a_chart_has_a_bar_for_every_hour_and_day(stand):
    page = get(stand, "/books").text
    assert page.count('class="bar"') == 2 * 24 + 2 * 30


def test_a_tape_of_evidence_is_downloaded(stand):
    lines = get(stand, "/alarms/1.tape").text.splitlines()
    assert json.loads(lines[0])["tape"] == 1
    assert len(lines) == 7


def test_what_a_program_said_is_escaped(stand):
    assert "all is &lt;well&gt;" in get(stand, "/log?of=counter").text


def test_a_text_in_the_address_does_not_become_a_page(stand):
    answer = get(stand, "/settings/<script>")
    assert answer.status_code == 404
    assert "<script>" not in answer.text.replace('<script src="/console.js" defer>', "")


def test_the_whole_of_the_largest_page_is_small_on_its_way(stand):
    async def work(browser):
        page = await browser.get("/settings/modes")
        parts = re.findall(r'(?:href|src)="(/(?:console|htmx)[^"]*)"', page.text)
        assert len(parts) == 4
        sent = [page]
        for part in (*parts, "/console.woff2"):
            sent.append(await browser.get(part, **{"accept-encoding": "gzip"}))
        return sent

    answers = stand.run(work, role="owner")
    assert [each.status_code for each in answers] == [200] * 6
    assert sum(int(each.headers["content-length"]) for each in answers) < 100_000


@pytest.mark.parametrize("name", ["console.css", "console.js", "htmx.js"])
def test_a_file_is_the_same_packed_or_not(stand, name):
    async def work(browser):
        plain = await browser.get(f"/{name}", **{"accept-encoding": "identity"})
        return plain, await browser.get(f"/{name}", **{"accept-encoding": "gzip, br"})

    plain, packed = stand.run(work)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2


def test_a_page_is_never_packed_for_it_holds_the_token(stand):
    page = get(stand, "/settings/modes")
    assert "gzip" in page.request.headers["accept-encoding"]
    assert "content-encoding" not in page.headers


def test_htmx_is_the_file_that_the_documents_name():
    """Version, licence and checksum are in LICENSES; nobody has touched the file."""
    told = (ROOT / "LICENSES/README.md").read_text()
    mark = sha256((ROOT / "cabinet/web/console/vendor/htmx.min.js").read_bytes())
    assert mark.hexdigest() in told
    code = (ROOT / "cabinet/web/console/vendor/htmx.min.js").read_text()
    (version,) = re.findall(r'version:"([0-9.]+)"', code)
    assert f"htmx {version}" in told
    assert f"htmx {version}" in (ROOT / "docs/dependencies.md").read_text()


def test_htmx_is_told_to_need_no_exception_of_the_policy(stand):
    page = get(stand, "/").text
    (told,) = re.findall(r"name=\"htmx-config\" content='([^']*)'", page)
    config = json.loads(told)
    for name in ("allowEval", "allowScriptTags", "includeIndicatorStyles"):
        assert config[name] is False
    assert config["selfRequestsOnly"] is True
    assert config["historyCacheSize"] == 0


def test_no_template_asks_htmx_for_what_takes_eval():
    for path in (ROOT / "cabinet/web/console/templates").glob("*.html"):
        text = path.read_text()
        assert not re.search(r"hx-on|hx-vars|js:|javascript:", text), path.name
        assert not re.search(r'hx-trigger="[^"]*\[', text), path.name


@pytest.mark.parametrize(("how", "status"), [("get", 404), ("put", 405)])
def test_a_path_that_is_none_is_refused_on_a_page_of_ours(tmp_path, how, status):
    stand = Stand(tmp_path)
    path = "/nowhere" if how == "get" else "/login"

    async def ask(browser):
        return await browser.http.request(how, path, headers={"accept-language": "fr"})

    answer = stand.run(ask)
    assert answer.status_code == status
    assert "Content-Security-Policy" in answer.headers
    assert "Cette page n" in answer.text


def test_a_backup_is_downloaded_and_shown_before_anything_changes(stand, tmp_path):
    answer = get(stand, "/backup/file")
    assert answer.headers["content-type"] == "application/zip"
    file = tmp_path / "b.zip"
    file.write_bytes(answer.content)
    made = read_backup(file)
    assert made.postings > 0
    dearer = replace(
        made, settings=made.settings.replace("credit: 100 ", "credit: 300 ")
    )
    before = stand.place.config.read_bytes()

    async def look(browser):
        return await browser.post("/backup?lang=en", {"data": card_of(dearer)})

    shown = stand.run(look, role="owner")
    assert shown.status_code == 200
    assert "Pricing, Price of a credit: €1.00 → €3.00" in shown.text
    assert stand.place.config.read_bytes() == before
    assert stand.run(look, role="staff").status_code == 403


@pytest.mark.parametrize("data", ["", "?", "{}", "[1]"])
def test_what_is_no_backup_is_refused_on_the_page(stand, data):
    async def look(browser):
        await browser.post("/backup", {"data": data})
        return await browser.get("/backup?lang=en")

    assert "This is no backup" in stand.run(look, role="owner").text.replace(
        "this", "This"
    )


def test_the_house_has_a_preview_that_escapes_what_was_written(stand):
    async def write(browser):
        fields = {"was:house.welcome_en": "", "house.welcome_en": "<b>Hi</b>"}
        return await browser.post("/house/preview?lang=en", fields)

    shown = stand.run(write, role="owner").text
    assert "&lt;b&gt;Hi&lt;/b&gt;" in shown
    assert "ARKADE" in shown
