"""The counter itself: does it answer, and is it open for business?"""

from dataclasses import dataclass

from cabinet.diagnostics.doctor.findings import Finding, Verdicts


@dataclass(frozen=True, slots=True)
class CounterFacts:
    """`running`: somebody listens in the hallway; `answers`: and speaks.

    The rest is what it said of itself.
    """

    running: bool = False
    answers: bool = False
    why: str = ""
    mode: str = ""
    reason: str = ""
    detail: str = ""
    alarms: tuple[str, ...] = ()


def judge(facts: CounterFacts) -> list[Finding]:
    """Whether somebody can play."""
    say = Verdicts("duty")
    if not facts.running:
        say.unseen("not_running", "counter")
    elif not facts.answers:
        say.red("silent", "counter", why=facts.why)
    elif facts.mode == "out_of_order":
        why = facts.detail or facts.reason
        say.red("out_of_order", "counter", why=why)
    else:
        say.green("running", "counter", mode=facts.mode)
    for alarm in facts.alarms:
        say.amber("alarm", "counter", alarm=alarm)
    return say.findings


# The operator's file: is it right?


@dataclass(frozen=True, slots=True)
class SettingsFacts:
    """`problems` are sentences, each with its place; `modes` how many are on sale."""

    path: str
    problems: tuple[str, ...] = ()
    modes: int = 0


def judge_settings(facts: SettingsFacts) -> list[Finding]:
    """Whether the cabinet can start with it, and has something to sell."""
    say = Verdicts("settings")
    for problem in facts.problems:
        say.red("problem", "settings", problem=problem)
    if not facts.problems and not facts.modes:
        say.amber("nothing_on_sale", "settings", path=facts.path)
    elif not facts.problems:
        say.green("right", "settings", path=facts.path, n=facts.modes)
    return say.findings
