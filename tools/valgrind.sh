#!/usr/bin/env bash
# Everything that is tested, under valgrind: errors and leaks fail a test.  Takes about two hours
# of a processor, most of it for the option matrix of check.
#
#   tools/valgrind.sh [options of tests/run.py]     e.g. --filter cli/ or --sample 10: text tests only
set -eu
cd "$(dirname "$0")/.."

build=$PWD/build/valgrind
cmake --preset valgrind >/dev/null
cmake --build --preset valgrind --target probity --target unit_tests --target formula_fuzz \
  --target solve_fuzz --target law_test --target machine_fuzz >/dev/null

valgrind="$(command -v valgrind) -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect"
valgrind="$valgrind --errors-for-leak-kinds=definite,indirect"
mkdir -p "$build/checked"
printf '#!/bin/sh\nexec %s %s/probity "$@"\n' "$valgrind" "$build" >"$build/checked/probity"
chmod +x "$build/checked/probity"

if [ $# -eq 0 ]; then
  $valgrind "$build/unit_tests"
  $valgrind "$build/formula_fuzz" --count 10000
  $valgrind "$build/solve_fuzz" --count 1000
  $valgrind "$build/machine_fuzz" --count 200
  $valgrind "$build/machine_fuzz" --several --count 100
  $valgrind "$build/law_test" --trials 3 tests/laws/*.law
fi
exec python3 tests/run.py --bin "$build/checked/probity" --limit 900 --patience 1.2 "$@"
