"""The counter itself: does it answer, and is it open for business?"""

from dataclasses import dataclass

from cabinet.diagnostics.doctor.findings import Finding, Verdicts
from cabinet.i18n.message import Message


@dataclass(frozen=True, slots=True)
class CounterFacts:
    """`running`: somebody listens at the socket; `answers`: and speaks.

    The rest is what it said of itself.
    """

    running: bool = False
    answers: bool = False
    why: Message | None = None
    mode: str = ""
    reason: str = ""
    detail: Message | None = None
    alarms: tuple[Message, ...] = ()


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
