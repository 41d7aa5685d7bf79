#!/bin/sh
# Makes the package probity_VERSION_ARCHITECTURE.deb in build/package, and says what lintian thinks of
# it, if it is there.  The same commit gives the same bytes.
set -eu
cd "$(dirname "$0")/.."

tools/install-deps.sh
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
umask 022
cmake --preset package >/dev/null
cmake --build --preset package --target probity shell_files
(cd build/package && rm -f ./*.deb && cpack)
if command -v lintian >/dev/null; then lintian --fail-on error build/package/*.deb; fi
ls -l build/package/*.deb
