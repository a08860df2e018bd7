"""The one protocol every game speaks.

A game is a set of pure functions over an immutable, hashable state. Several
actors may be due at once. Dice are not rolled in here: when fortune must speak,
`actors(state)` is `(CHANCE,)` and the caller applies one of `chances(state)`,
whether it came from a seeded generator, a physical die or a test. What a seat may
see is a state of the same type (`Abilities`) for a view, and a document (`observe`) for
whoever asks from outside.

Inside, an action is whatever is small and fast for the game (`A`); outside, it
is a short text, and `read_action(state, write_action(state, a)) == a`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
)

from cabinet.picture.shapes import Picture

if TYPE_CHECKING:
    from cabinet.tabletop.options import OptionWords
    from cabinet.tabletop.primer import Primer

KEYS: Final[Mapping[str, str]] = MappingProxyType({"a": "A", "b": "B"})


class Pointing(NamedTuple):
    """A person who is due: their seat, what they point at, what they may play.

    `keys` is what A and B are called on their panel, which may have neither.
    """

    seat: int
    hand: Any
    legal: tuple[str, ...]
    keys: Mapping[str, str] = KEYS


Seat: TypeAlias = int
CHANCE: Final = -1

OptionValue: TypeAlias = str | int | bool | None
Options: TypeAlias = Mapping[str, OptionValue]
Document: TypeAlias = dict[str, Any]  # a state or an observation as JSON
Log: TypeAlias = Sequence[tuple[Seat, str]]  # what was played so far
Parts: TypeAlias = tuple[tuple[str, int | None], ...]  # in words, and worth what
Die: TypeAlias = tuple[str, ...]  # what is painted on each side, side 1 first
GameEvent: TypeAlias = dict[str, Any]  # what a screen animates: {"event": "placed", …}
GameEvents: TypeAlias = list[GameEvent]


def begins_a_round(lately: Sequence[GameEvent]) -> bool:
    """Whether a round has just ended and another begun at once."""
    news = {event["event"] for event in lately}
    return "round_over" in news and "game_over" not in news


S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)
H = TypeVar("H")


class RulesError(ValueError):
    """The caller asked for something the rules do not allow; nothing changed."""


class IllegalActionError(RulesError):
    """An action that the position does not allow."""


class PositionError(RulesError):
    """A state document that is not a position; names the field."""


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game: its choices (first come, first listed) and default."""

    choices: tuple[OptionValue, ...]
    default: OptionValue


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the game stands: over or not, who won (nobody: drawn) and why."""

    over: bool
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str = ""

    def told(self) -> GameEvent:
        """The end of the game as an event."""
        return {
            "event": "game_over",
            "winners": list(self.winners),
            "scores": list(self.scores),
            "reason": self.reason,
        }


class Rules(Protocol[S, A]):
    """A game's whole law. Every method is pure and total on reachable states."""

    @property
    def name(self) -> str:
        """The game's id, as in the entry point and in state documents."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The numbers of players it can be played with, fewest first."""

    @property
    def options(self) -> Mapping[str, Option]:
        """Every setting, its choices and default."""

    def new(self, players: int, options: Options, rng: Random) -> S:
        """The position before the first action.

        `options` may leave settings out; `RulesError` for an unknown option, a
        value not among its choices or a number of players that does not fit.
        Draws that belong to the set-up are made from `rng`.
        """

    def players(self, state: S) -> int:
        """How many seats this position has."""

    def actors(self, state: S) -> tuple[Seat, ...]:
        """Who is due: one seat or several, `(CHANCE,)`, or () when it is over."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """What `seat` (or `CHANCE`) may do now; empty when it is not due."""

    def chances(self, state: S) -> Sequence[tuple[A, int]]:
        """Fortune's actions with integer weights; empty unless CHANCE is due."""

    def apply(
        self, state: S, seat: Seat, action: A, events: GameEvents | None = None
    ) -> S:
        """The position after a legal action.

        With `events`, what happened is appended to it, in order. An illegal
        action may give nonsense: callers check with `legal` or `read_action`.
        """

    def outcome(self, state: S) -> Outcome:
        """Who won and why; before the end, the scores so far."""

    def observe(self, state: S, seat: Seat | None) -> Document:
        """What `seat` may see; None is somebody who only watches the table."""

    def write(self, state: S) -> Document:
        """The whole position, which `read` reads back."""

    def read(self, document: Document, rng: Random) -> S:
        """The position `write` wrote; `PositionError` names what is wrong.

        A field left out takes its start-of-game value (drawn from `rng` where
        the set-up draws it).
        """

    def write_action(self, state: S, action: A) -> str:
        """An action in the game's notation."""

    def read_action(self, state: S, seat: Seat, text: str) -> A:
        """The legal action `text` names.

        `IllegalActionError` says what is wrong and what would be right.
        """


class Abilities(NamedTuple, Generic[S]):
    """The methods that rules may have besides those of `Rules`; None where they lack.

    `imagine(state, seat, rng)`, where something is hidden: a position drawn from all
    that `seat` cannot tell from this one. Both give `seat` the same observation and
    the same legal actions, so a bot that thinks about the imagined one only uses what
    its seat knows.

    `seen_by(state, seat)`, where something is hidden: the position with what `seat` may
    not see made unknown; None only watches. Positions that give a seat the same
    observation are one, seen by it. Without it a view is shown the whole position.

    `check(players, options)`, where the first position takes time to make:
    `RulesError` exactly where `new` has one, and nothing else.

    `play_randomly(state, rng, most)`, where the rules do that faster than action by
    action: the position some random actions later, and how many players took; at
    least one and at most `most`, and none beyond the end of a round. `rng` is drawn
    from as `census.random_game` draws, so both come to the same end.
    """

    imagine: Callable[[S, Seat, Random], S] | None
    seen_by: Callable[[S, Seat | None], S] | None
    check: Callable[[int, Options], None] | None
    play_randomly: Callable[[S, Random, int], tuple[S, int]] | None


def abilities(rules: Rules[S, A]) -> Abilities[S]:
    """What these rules can do besides."""
    return Abilities(*(getattr(rules, name, None) for name in Abilities._fields))


class Enough(Protocol):
    """Tells a thinking bot to stop, after so many simulations or so much time."""

    def __call__(self, simulations: int) -> bool:
        """Whether to answer now."""


class Bot(Protocol[S, A]):
    """A computer opponent: a choice from what its seat knows and its own dice."""

    def choose(
        self, rules: Rules[S, A], state: S, seat: Seat, rng: Random, enough: Enough
    ) -> A:
        """One of the legal actions of `seat`."""


@dataclass(frozen=True, slots=True)
class Look(Generic[S, H]):
    """Everything a view may draw: only what may be seen.

    `seen` is the position as everybody (seat None) or one seat may see it; `document`
    makes the same as JSON, for a view of any game. `due` are the seats to act; `hand`
    is what the person at the stick is pointing at (None while no person is due) and
    `seat` who that is; `names` has one per seat, and `figures` what the players chose
    to be shown as on their phones ("" if nothing); `lately` is what the last action
    did, `age` frames ago; `frame` counts at 60 Hz since the match was shown. Where
    several act at once, `hands` has every person who is due, `phones` those of them who
    are waited for at their phones, `busy` the seats whose action is
    still under way, and `news` what the last seconds brought, each with its age.
    While the house's last action is `landing`, nobody is asked for anything yet.
    `scores` are those so far, and count up to what the action made of them; they are
    empty where something is hidden.
    """

    seen: S
    due: tuple[Seat, ...]
    legal: tuple[str, ...]
    hand: H | None
    names: tuple[str, ...]
    lately: tuple[GameEvent, ...]
    age: int
    frame: int
    language: str
    seat: Seat | None = None
    hands: tuple[Pointing, ...] = ()
    busy: tuple[Seat, ...] = ()
    phones: tuple[Seat, ...] = ()
    news: tuple[tuple[int, GameEvent], ...] = ()
    figures: tuple[str, ...] = ()
    landing: bool = False
    scores: tuple[int, ...] = ()
    document: Callable[[], Document] = dict

    @property
    def keys(self) -> Mapping[str, str]:
        """What A and B are called on the panel of `seat`."""
        return self.hands[0].keys if self.hands else KEYS


class View(Protocol[S, H]):
    """How a game looks and how a stick and two buttons play it. Pure.

    Buttons are `up`, `down`, `left`, `right`, `a`, `b`. The picture is the
    table only: the 640 x 320 above the cabinet's own bar at the bottom, which
    shows credits, and what each button does, from `help`.
    """

    def hand(self, seen: S, legal: tuple[str, ...], before: H | None) -> H:
        """What is pointed at when a person's turn begins."""

    def press(
        self, hand: H, button: str, seen: S, legal: tuple[str, ...]
    ) -> tuple[H, str | None]:
        """The hand after a button, and the action it plays, if it plays one."""

    def help(self, look: Look[S, H]) -> tuple[tuple[str, str], ...]:
        """What each button does now: (("a", "Poser"), …) in `look.language`.

        "stick" is the stick, whichever way it is pushed; "left+right" are two at once.
        """

    def picture(self, look: Look[S, H]) -> Picture:
        """The table, back to front."""

    def ending(self, outcome: Outcome, names: tuple[str, ...], language: str) -> str:
        """One sentence: who won and why."""


_LEFT_OUT: Final = object()


def _left_out() -> Any:  # noqa: ANN401
    return _LEFT_OUT


@dataclass(frozen=True)
class Game(Generic[S, A]):
    """What a game's folder exports as `GAME`.

    `package` is the folder's own name, `__name__`. What it holds need not be given:
    `VIEW` in `view/view.py`, `BOTS` in `bots/bots.py`, and in `data/` the primer, the
    sounds and the words of the options; each is loaded when it is first wanted.
    `scored`: its scores are worth a table of high scores. `counts` says what they
    count, a language's singular and plural, where they are not points; it is empty
    where a score says nothing. `last_look` is how many seconds the final position
    stays. A `primer` lets people watch and learn it. `sounds` names what each event of
    a game sounds like (docs/sound.md). Where it `takes_back`, a player may undo what
    they did since the last dice, in their turn. `points` says what each seat is noted
    for, by the position and log, where the rules' own scores say too little; `parts`,
    what that is made of; `near`, how little a seat is away from winning in a position,
    as a number and in a language; `reach`, whether it could win with its next turn,
    which the screen shows as danger or chance. `dice` are those that chance is to throw
    now, if it is dice, for a game that can be played with real ones: its action is then
    `dice` and a face of each. A die that lies there already has one side. `options`
    names those of the rules for an operator, each by language; one without words is
    shown as it is. `at_join` names one of them that players may choose where they take
    their seats, if the mode leaves it open: one that says nothing about who can play.
    """

    rules: Rules[S, A]
    title: Mapping[str, str]
    view: View[S, Any] = field(default_factory=_left_out)
    bots: Mapping[str, Bot[S, A]] = field(default_factory=_left_out)
    scored: bool = False
    counts: Mapping[str, tuple[str, str]] | None = None
    last_look: int = 3
    primer: "Primer | None" = field(default_factory=_left_out)
    sounds: Mapping[str, tuple[str, ...]] = field(default_factory=_left_out)
    takes_back: bool = False
    points: Callable[[S, Log], tuple[int, ...]] | None = None
    parts: Callable[[S, Log, str], tuple[Parts, ...]] | None = None
    near: Callable[[S, Seat, str], tuple[int, str]] | None = None
    reach: Callable[[S, Seat], bool] | None = None
    dice: Callable[[S], tuple[Die, ...]] | None = None
    options: "Mapping[str, Mapping[str, OptionWords]]" = field(
        default_factory=_left_out
    )
    at_join: str = ""
    package: str = ""

    def __post_init__(self) -> None:
        given = vars(self)
        for name in [name for name, value in given.items() if value is _LEFT_OUT]:
            del given[name]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """A field that was left out."""
            from cabinet.tabletop.folder import found

            given = vars(self)
            given[name] = found(name, given.get("package", ""), given.get("rules"))
            return given[name]


AnyGame: TypeAlias = Game[Any, Any]
