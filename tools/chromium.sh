#!/bin/sh
# A real browser for the tests of the browser table: Debian's Chromium, if we may install it.
set -eu

for browser in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
    [ -n "$browser" ] && [ -x "$browser" ] && exit 0
done
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests of the browser table need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path." >&2
    exit 1
fi
echo "Installing chromium for the tests of the browser table ..."
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update >/dev/null
apt-get -qq install --yes --no-install-recommends chromium >/dev/null </dev/null
