"""Run a fuzzer for some CPU-minutes, or keep the best of what it found.

    python -m tests.security.fuzzing TARGET [MINUTES]
    python -m tests.security.fuzzing distil TARGET

The last line tells in JSON how many inputs were sent. An input that breaks something is
written to build/fuzz, with its name in the output; the exit code is not 0 then.
"""

import json
import logging
import os
import sys
import time

from tests.security.fuzzing.corpus import BUILD, distil, folder

CHECK_EVERY = 64


def run(name, minutes):
    import atheris  # only there on x86

    with atheris.instrument_imports(include=["cabinet", "firmware_bridge"]):
        from tests.security.fuzzing.targets import TARGETS

    logging.disable(logging.CRITICAL)
    target = TARGETS[name]
    place = folder(name, target.seeds())
    words = BUILD / f"{name}.dict"
    words.write_text("".join(f"{_quoted(word)}\n" for word in target.words()))
    sent, begun = 0, time.monotonic()

    def one(data):
        nonlocal sent
        target.send(data)
        sent += 1
        if sent % CHECK_EVERY == 0 and time.process_time() >= minutes * 60:
            told = {
                "target": name,
                "inputs": sent,
                "cpu_s": round(time.process_time()),
                "wall_s": round(time.monotonic() - begun),
                "load": round(os.getloadavg()[0], 1),
                "corpus": sum(1 for _ in place.iterdir()),
            }
            sys.stderr.flush()
            sys.stdout.write(f"{json.dumps(told)}\n")
            sys.stdout.flush()
            os._exit(0)

    options = [f"-max_len={target.longest}", f"-dict={words}", "-timeout=300"]
    options += ["-rss_limit_mb=1500", "-verbosity=0", f"-artifact_prefix={BUILD}/"]
    atheris.Setup([sys.argv[0], *options, str(place)], one)
    atheris.Fuzz()


def _quoted(word):
    plain = "".join(
        chr(octet) if chr(octet).isalnum() and octet < 128 else f"\\x{octet:02x}"
        for octet in word
    )
    return f'"{plain}"'


def main(words):
    if words[0] != "distil":
        run(words[0], float(words[1]) if len(words) > 1 else 10.0)
        return
    from tests.security.fuzzing.targets import TARGETS

    found, best, reached = distil(words[1], TARGETS[words[1]].send)
    told = f"{best} of {found} inputs reach {reached} pairs of lines"
    sys.stdout.write(f"{words[1]}: {told}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
