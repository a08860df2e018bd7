"""Python inside the shell scripts imports names that exist."""

import ast
import re
from importlib import import_module
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "systemd"
HERE = re.compile(r"<<'([A-Z]+)'[^\n]*\n(.*?)\n\1\n", re.DOTALL)


def test_what_a_script_imports_of_the_cabinet_is_there():
    seen = 0
    for script in sorted(SCRIPTS.rglob("*.sh")):
        for _, text in HERE.findall(script.read_text(encoding="utf-8")):
            if "import" not in text:
                continue
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ImportFrom) and node.module:
                    module = import_module(node.module)
                    for name in node.names:
                        assert hasattr(module, name.name), (script.name, name.name)
                        seen += 1
    assert seen
