"""A match owns the screen: the game's own table above our bar."""

from cabinet.picture.shapes import Picture
from cabinet.screen.scenes import howto, screens_scenes_taking
from cabinet.screen.scenes.bar import bar, notice
from cabinet.screen.scenes.screens_scenes_question import answers, asked_over
from cabinet.screen.scenes.screens_scenes_tower import by_hand, told_over
from cabinet.screen.scenes.show import Play, Show
from cabinet.screen.scenes.wired import Help


def picture(show: Show, play: Play) -> Picture:
    """The table, and over it the question that is being asked, if one is."""
    if show.snapshot.question:
        if lesson := howto.open_page(show, _reading):
            return lesson
        return (*asked_over(show, play.picture), *bar(show, answers(show)))
    news = _news(show, play)
    return (
        *screens_scenes_taking.asked_over(show, play, told_over(show, play)),
        *(notice(show, news) if news else bar(show, _help(show, play))),
    )


def _reading(show: Show) -> Help:
    return (("up+mode", show.words(howto.turning(show))), *answers(show)[:1])


def last_look(show: Show, play: Play) -> Picture:
    """The final position, for as long as an eye needs, or until somebody moves."""
    return (*play.picture, *bar(show, (("stick", show.words("do.see_result")),)))


def _help(show: Show, play: Play) -> Help:
    away = tuple(
        ("hold a", show.words("playing.take_over", name=play.names[seat]))
        for seat in play.phones[:1]
    )
    told = by_hand(show, play)
    return (*play.help, *away, *told, ("hold start", show.words("do.leave")))


def _news(show: Show, play: Play) -> str:
    if play.over:
        return show.words("playing.over")
    if play.bots and not play.persons:
        return show.words("playing.thinking", name=play.names[play.bots[0]])
    return ""
