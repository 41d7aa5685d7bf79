#!/bin/sh
# Makes the packages probity, libprobity0 and libprobity-dev (.deb) in build/package, and says what
# lintian thinks of them, if it is there.
#
#   tools/package.sh            the packages
#   tools/package.sh --source   build/package/probity-VERSION.tar.xz, what is committed
set -eu
cd "$(dirname "$0")/.."

case "${1-}" in
  "") ;;
  --source)
    version=$(sed -n 's/^project(probity VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
    mkdir -p build/package
    git archive --prefix="probity-$version/" HEAD | xz -9 >"build/package/probity-$version.tar.xz"
    ls -l "build/package/probity-$version.tar.xz"
    exit ;;
  *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

tools/install-deps.sh
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
umask 022
cmake --preset package >/dev/null
cmake --build --preset package
(cd build/package && rm -f ./*.deb && cpack)
if command -v lintian >/dev/null; then lintian --fail-on error build/package/*.deb; fi
ls -l build/package/*.deb
