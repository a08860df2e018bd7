"""A phone's pages without a cabinet: what is served, to whom, and how much of it."""

import asyncio
import json
from dataclasses import replace

import httpx
import pytest

from cabinet.core.money.ledger import Move, Seating
from cabinet.i18n import words
from cabinet.i18n.message import verbatim
from cabinet.protocol.phones import PhoneAction, PhoneAnswer, PhoneHere, SeatView
from cabinet.protocol.snapshot import MatchCard
from cabinet.web.console.book_pages import public
from cabinet.web.phones.pages import LONGEST_BODY, NO_ANSWER, NOT_YET, WORDS
from cabinet.web.phones.relay import MOST_UNREAD, MOST_WINDOWS, PhonePages
from cabinet.web.routes import Parts, phone_site
from tests.web.test_web import SHOWN

TOKEN = "0123456789abcdef0123"
SEATED = replace(SHOWN, phones_at="http://x/p/", phones=(TOKEN, ""))
GOOD = {"match": 1, "turn": 0, "action": "take 1"}


def seated():
    pages = Parts()
    pages.snapshot = SEATED
    pages.phones.adopt(SEATED)
    return pages


def ask(pages, *requests):
    """The answers to requests, one after the other."""

    async def send():
        transport = httpx.ASGITransport(app=phone_site(pages, "fr"))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            return [await http.request(*each[:2], **each[2]) for each in requests]

    return asyncio.run(send())


def page(pages, path, **headers):
    (answer,) = ask(pages, ("GET", path, {"headers": headers}))
    return answer


def test_the_page_comes_with_a_strict_policy_and_is_never_kept():
    answer = page(seated(), f"/p/{TOKEN}")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


def test_the_whole_page_is_small_and_asks_nobody_else():
    files = [
        page(seated(), path) for path in (f"/p/{TOKEN}", "/phone.js", "/phone.css")
    ]
    assert [each.status_code for each in files] == [200] * 3
    assert sum(len(each.content) for each in files) < 60_000
    for each in files:
        assert "http:" not in each.text
        assert "https:" not in each.text


@pytest.mark.parametrize(
    ("query", "spoken", "language"),
    [
        ("", "", "fr"),
        ("", "en-GB,en;q=0.9", "en"),
        ("", "de-DE", "fr"),
        ("?lang=en", "fr", "en"),
        ("?lang=%22%3E", "", "fr"),
    ],
)
def test_it_speaks_what_was_asked_for_or_what_the_phone_speaks(query, spoken, language):
    answer = page(seated(), f"/p/{TOKEN}{query}", **{"accept-language": spoken})
    assert f'<html lang="{language}"' in answer.text
    _, _, rest = answer.text.partition('<script type="application/json" id="words">')
    said = json.loads(rest.partition("</script>")[0])
    assert said == words(language, WORDS).entries


def test_without_a_seats_token_there_is_nothing_to_see():
    for path in ("/p/nobody", "/p/nobody/events", f"/p/{TOKEN}x/events"):
        assert page(seated(), path).status_code == 404
    assert 'data-known="no"' in page(seated(), "/p/nobody").text


def test_a_web_program_that_has_not_heard_the_counter_ends_nobodys_code():
    """It has just started again: a phone that asks now must ask once more."""
    assert 'data-known="yes"' in page(Parts(), f"/p/{TOKEN}").text
    for answer in ask(
        Parts(),
        ("GET", f"/p/{TOKEN}/events", {}),
        ("POST", f"/p/{TOKEN}/action", {"json": GOOD}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (503, str(NOT_YET))
        assert answer.headers["retry-after"] == "1"


def test_a_player_who_is_there_says_so_to_the_screen():
    async def stay():
        pages, sent = PhonePages(), []
        pages.send = sent.append
        assert await pages.stay(TOKEN) == NO_ANSWER
        window = pages.look(TOKEN, "fr")
        await anext(window)
        return await pages.stay(TOKEN), sent[:2]

    here = PhoneHere(TOKEN, here=True, language="fr")
    assert asyncio.run(stay()) == (None, [here, here])


def test_an_action_goes_to_the_screen_and_its_answer_comes_back():
    pages, sent = seated(), []

    def screen(message):
        sent.append(message)
        pages.phones.hear(PhoneAnswer(TOKEN, message.number, verbatim("not so")))

    pages.phones.send = screen
    (answer,) = ask(pages, ("POST", f"/p/{TOKEN}/action", {"json": GOOD}))
    assert sent == [PhoneAction(TOKEN, 1, 1, 0, "take 1")]
    assert (answer.status_code, answer.json()["error"]) == (409, "not so")


def test_a_screen_that_does_not_answer_is_said_not_to():
    pages = Parts()
    pages.phones = PhonePages(timeout=0.01)
    pages.phones.adopt(SEATED)
    (answer,) = ask(pages, ("POST", f"/p/{TOKEN}/action", {"json": GOOD}))
    assert (answer.status_code, answer.json()["error"]) == (503, str(NO_ANSWER))


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"match": 1}', b"\xff", b"[" * LONGEST_BODY]
    + [json.dumps(GOOD | change).encode() for change in ({"turn": "0"}, {"more": 1})]
    + [json.dumps(GOOD | {"turn": number}).encode() for number in (2**63, -(10**300))]
    + [json.dumps(GOOD | {"action": "prends é"}).encode(), b"x" * 5_000_000],
)
def test_what_is_no_message_is_refused_in_a_sentence(body):
    (answer,) = ask(seated(), ("POST", f"/p/{TOKEN}/action", {"content": body}))
    assert answer.status_code == 400
    assert len(answer.json()["error"]) > 20


async def looks(pages, language, events):
    """The first events of a phone's window."""
    found = []
    async for event in pages.look(TOKEN, language):
        found.append(event)
        if len(found) == events:
            break
    return found


def test_a_window_is_told_of_and_shown_what_comes():
    pages, sent = PhonePages(), []

    def screen(message):
        sent.append(message)
        if message.here:
            pages.hear(SeatView(TOKEN, '{"mode": "join"}'))

    pages.send = screen
    events = asyncio.run(looks(pages, "en", 2))
    assert events == ["retry: 500\n\n", 'data: {"mode": "join"}\n\n']
    assert sent[0] == PhoneHere(TOKEN, here=True, language="en")
    assert sent[-1] == PhoneHere(TOKEN, here=False)


NEXT = "fedcba9876543210"


def way(mode, phones, before="result"):
    """What a phone of the match before is shown when this comes after its result."""

    async def watch():
        pages = PhonePages()
        pages.adopt(replace(SEATED, mode=before))
        window = pages.look(TOKEN, "fr")
        await anext(window)
        pages.adopt(replace(SEATED, mode=mode, phones=phones))
        shown = json.loads((await anext(window)).removeprefix("data: "))
        return shown, pages.knows(TOKEN), pages.plays(TOKEN)

    return asyncio.run(watch())


@pytest.mark.parametrize(
    ("mode", "phones", "next_token", "now"),
    [
        ("select", (), "", False),
        ("join", (NEXT, ""), NEXT, False),
        ("join", ("", NEXT), "", False),
        ("playing", (NEXT, ""), NEXT, True),
    ],
)
def test_a_phone_is_shown_its_seat_of_the_next_match(mode, phones, next_token, now):
    shown, known, plays = way(mode, phones)
    assert shown == {"mode": "again", "seat": 0, "next": next_token, "now": now}
    assert (known, plays) == (True, False)


def test_whoever_did_not_play_on_at_once_has_to_say_so():
    shown, _, _ = way("playing", (NEXT, ""), before="join")
    assert shown["now"] is False


@pytest.mark.parametrize("mode", ["attract", "standby", "service", "out_of_order"])
def test_a_cabinet_that_nobody_is_at_shows_no_way_on(mode):
    assert way(mode, ()) == ({"mode": "gone"}, False, False)


def test_a_phone_of_the_match_before_plays_nothing():
    pages = seated()
    pages.phones.adopt(replace(SEATED, mode="join", phones=(NEXT, "")))
    for kind, body in (("action", GOOD), ("me", {"name": "Zoé", "figure": "owl"})):
        (answer,) = ask(pages, ("POST", f"/p/{TOKEN}/{kind}", {"json": body}))
        assert answer.status_code == 404


def test_a_name_reaches_the_screen_and_is_told_again_after_a_sleep():
    async def introduce():
        pages, sent = PhonePages(), []
        pages.send = sent.append
        pages.adopt(SEATED)
        window = pages.look(TOKEN, "fr")
        await anext(window)
        assert await pages.introduce(TOKEN, "Zoé", "owl") is None
        await window.aclose()
        await anext(pages.look(TOKEN, "fr"))
        return sent[:4]

    named = PhoneHere(TOKEN, here=True, language="fr", name="Zoé", figure="owl")
    _, told, gone, again = asyncio.run(introduce())
    assert (told, gone.here, again) == (named, False, named)


def test_half_an_address_leads_to_what_to_do():
    for path in ("/p/", "/p/a/b"):
        answer = page(seated(), path)
        assert answer.status_code == 404
        assert 'data-known="no"' in answer.text
    assert page(seated(), "/p").headers["location"] == "/p/"


def test_phones_of_a_match_that_is_gone_are_told_so():
    async def watch():
        pages = PhonePages()
        pages.adopt(SEATED)
        window = pages.look(TOKEN, "fr")
        await anext(window)
        pages.adopt(SHOWN)
        gone = await anext(window)
        with pytest.raises(StopAsyncIteration):
            await anext(window)
        return gone, pages.knows(TOKEN)

    assert asyncio.run(watch()) == ('data: {"mode": "gone"}\n\n', False)


def test_a_window_that_nobody_reads_keeps_only_the_newest():
    async def watch():
        pages = PhonePages()
        window = pages.look(TOKEN, "fr")
        await anext(window)
        for number in range(100):
            pages.hear(SeatView(TOKEN, str(number)))
        return [await anext(window) for _ in range(MOST_UNREAD)]

    assert asyncio.run(watch())[-1] == "data: 99\n\n"


def test_one_seat_has_so_many_windows_and_the_oldest_is_closed():
    async def watch():
        pages = PhonePages()
        windows = [pages.look(TOKEN, "fr") for _ in range(MOST_WINDOWS + 1)]
        for window in windows:
            await anext(window)
        with pytest.raises(StopAsyncIteration):
            await anext(windows[0])
        return pages.everybody()

    assert asyncio.run(watch()) == [PhoneHere(TOKEN, here=True, language="fr")]


def test_the_public_snapshot_tells_no_hand():
    log = (Move(0, "take 1"), Move(1, "choose 17"))
    card = MatchCard(
        3, "space_aztecs", {}, (Seating("person"),) * 2, 123456789, log, 0, 2
    )
    shown = public(replace(SEATED, mode="playing", match=card))
    text = json.dumps(shown)
    assert shown["match"]["moves"] == 2
    assert not any(secret in text for secret in ("123456789", "choose", TOKEN))
