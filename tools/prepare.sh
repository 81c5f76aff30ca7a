#!/bin/sh
# Make a virtual environment with all that compiles the engine. Says what is missing.
set -eu
venv=$1

python=""
for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "Cairn needs Python 3.11 or newer: install it (Debian: apt-get install python3 python3-venv python3-dev) or set PYTHON." >&2
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    echo "$python cannot make virtual environments: install its venv module (Debian: apt-get install python3-venv)." >&2
    exit 1
fi
if ! command -v "${CC:-cc}" >/dev/null 2>&1; then
    echo "There is no C compiler, so the engine will run uncompiled and slowly: install one (Debian: apt-get install gcc python3-dev)." >&2
fi

if [ ! -x "$venv/bin/python" ]; then
    echo "Setting up $venv with $("$python" --version) ..."
    "$python" -m venv "$venv"
fi
"$venv/bin/python" -m pip install --quiet --no-compile --constraint requirements-dev.lock mypy setuptools wheel
