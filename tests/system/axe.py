"""axe-core in a page: what assistive technology would stumble over."""

import json
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What is looked for: WCAG 2.2, levels A and AA, and axe's own advice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
GRAVE = ("serious", "critical")


def script():
    """The file that tools/setup_axe.sh fetched; None if it did not."""
    return next(iter((ROOT / "build" / "axe").glob("axe-*.js")), None)


@cache
def _source():
    return script().read_text(encoding="utf-8")


def findings(page):
    """What axe has against a page: rule, how grave, and where."""
    page.run("if (!window.axe) { (0, eval)(arguments[0]); }", _source())
    page.run(
        "window.found = null;"
        "axe.run(document, {runOnly: arguments[0], resultTypes: ['violations']})"
        ".then((told) => { window.found = JSON.stringify(told.violations.map((v) =>"
        " [v.id, v.impact, v.nodes.map((n) => n.target.join(' ') + ': '"
        " + n.failureSummary)])); }, (wrong) => { window.found = JSON.stringify("
        "[['axe', 'critical', [String(wrong)]]]); })",
        TAGS,
    )
    return json.loads(page.until("return window.found"))


def grave(page):
    """The serious ones: none may be left."""
    return [found for found in findings(page) if found[1] in GRAVE]


def said(found):
    """Findings by page, a line each; "" is well."""
    return "\n".join(
        f"{name}: {rule} ({impact}): {node}"
        for name, what in found.items()
        for rule, impact, nodes in what
        for node in nodes
    )
