#!/bin/sh
# Builds the image arkade-cabinet from the Containerfile, with whichever engine is there.
#   ENGINE="podman"       the engine, and options of its own
#   BUILD_OPTIONS="…"     more options for building
set -eu
cd "$(dirname "$0")/.."
image=arkade-cabinet

say() { printf 'container-image: %s\n' "$*"; }

if [ -z "${ENGINE:-}" ]; then
    if command -v podman >/dev/null; then
        ENGINE=podman
    elif command -v docker >/dev/null && docker info >/dev/null 2>&1; then
        ENGINE=docker
    elif command -v buildah >/dev/null; then
        ENGINE=buildah
    else
        say "no container engine is running here: install Podman (apt-get install podman) or Docker" >&2
        exit 1
    fi
fi
say "building with ${ENGINE%% *}: some minutes the first time"
# shellcheck disable=SC2086  # several words each
$ENGINE build --file Containerfile --tag "$image" ${BUILD_OPTIONS:-} .
runner=${ENGINE%% *}
[ "$runner" != buildah ] || runner=podman
say "done. To play at http://127.0.0.1:8080/cabinet/ (Ctrl-C quits):
    $runner run --rm -it -p 127.0.0.1:8080:8080 $image"
