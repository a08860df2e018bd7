"""`make release` and `make release-key`.

    python -m tools.release key FILE
    python -m tools.release build --key FILE [--next-key FILE] FOLDER

A passphrase of the key is taken from the environment: RELEASE_PASSPHRASE.
"""

import argparse
import os
import sys
from pathlib import Path

from tools.release.building import Commit, build, pack
from tools.release.keys import ReleaseError, fingerprint, load_key, new_key

TREE = Path(__file__).parents[2]


def main(words: list[str]) -> int:
    """Do it, or say in one sentence why not."""
    arguments = _parser().parse_args(words)
    passphrase = os.environ.get("RELEASE_PASSPHRASE", "")
    try:
        if arguments.action == "key":
            public = new_key(arguments.file, passphrase)
            print(f"release: {public} is what operators pin: {fingerprint(public)}")
        else:
            key = load_key(arguments.key, passphrase)
            commit = Commit.find(TREE)
            commit.refuse_changes()
            folder = build(commit, arguments.into, key, arguments.next_key)
            print(f"release: {pack(folder)} is all of it in one file")
            print(f"release: {folder}: {commit.id[:12]}, serial {commit.serial}")
    except ReleaseError as wrong:
        print(f"release: {wrong}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.release")
    actions = parser.add_subparsers(dest="action", required=True)
    key = actions.add_parser("key", help="make a key to sign releases with")
    key.add_argument("file", type=Path)
    making = actions.add_parser("build", help="make and sign a release of HEAD")
    making.add_argument("--key", type=Path, required=True)
    making.add_argument("--next-key", type=Path, help="the public key from now on")
    making.add_argument("into", type=Path)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
