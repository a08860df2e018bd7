"""The operator's file: is it right?"""

from dataclasses import dataclass

from cabinet.diagnostics.doctor.findings import Finding, Verdicts
from cabinet.protocol.refusals import Problem


@dataclass(frozen=True, slots=True)
class SettingsFacts:
    """`problems` are all that is wrong; `modes` is how many are on sale."""

    path: str
    problems: tuple[Problem, ...] = ()
    modes: int = 0


def judge(facts: SettingsFacts) -> list[Finding]:
    """Whether the cabinet can start with it, and has something to sell."""
    say = Verdicts("settings")
    for problem in facts.problems:
        say.red("problem", "settings", problem=problem)
    if not facts.problems and not facts.modes:
        say.amber("nothing_on_sale", "settings", path=facts.path)
    elif not facts.problems:
        say.green("right", "settings", path=facts.path, n=facts.modes)
    return say.findings
