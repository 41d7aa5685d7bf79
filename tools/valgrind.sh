#!/usr/bin/env bash
# The text tests with every run under valgrind: errors and leaks fail a test.  Takes about an hour.
#
#   tools/valgrind.sh [options of tests/run.py]     e.g. --filter cli/ or --sample 10
set -eu
cd "$(dirname "$0")/.."

cmake --preset debug >/dev/null
cmake --build --preset debug --target probity >/dev/null
mkdir -p build/valgrind
cat >build/valgrind/probity <<EOF
#!/bin/sh
exec valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect \\
  $PWD/build/debug/probity "\$@"
EOF
chmod +x build/valgrind/probity
exec python3 tests/run.py --bin build/valgrind/probity --limit 900 "$@"
