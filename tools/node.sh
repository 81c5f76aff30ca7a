#!/bin/sh
# Says in one sentence when there is no Node that can build the browser table.
set -eu

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
    echo "The browser table needs Node 20 or newer with npm: install it (Debian: apt-get install nodejs npm)." >&2
    exit 1
fi
if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)'; then
    echo "The browser table needs Node 20 or newer, and this is $(node --version): install a newer one." >&2
    exit 1
fi
