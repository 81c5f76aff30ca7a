#!/bin/sh
# PostgreSQL and Redis for the tests of the server, from Debian's packages, if we may install them.
# Where that fails the tests that need them are skipped and say so, so this never fails.
set -u

missing=""
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="postgresql"
command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "Not installed:$(printf ' %s' $missing). The tests that need it will be skipped; as root on Debian: apt-get install $missing" >&2
    exit 0
fi
echo "Installing $missing for the tests of the server ..."
# At run level 1 the packages do not start their services: tests start their own, on ports of their own.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
{
    apt-get -qq update
    apt-get -qq install --yes --no-install-recommends $missing
} >/dev/null 2>&1 </dev/null || echo "$missing could not be installed; the tests that need it will be skipped." >&2
exit 0
