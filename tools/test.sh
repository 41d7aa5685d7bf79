#!/usr/bin/env bash
# Everything that must hold before a change is accepted; also what continuous integration runs.
#
#   tools/test.sh [--fuzz-seconds N]        (default 8; 0 leaves fuzzing out)
#
# Each step logs to build/test-logs/.  The last line sums up: N passed, N failed.
set -u
cd "$(dirname "$0")/.." || exit 2

fuzz_seconds=8
if [ "${1-}" = --fuzz-seconds ] && [ -n "${2-}" ]; then
  fuzz_seconds=$2
elif [ $# -gt 0 ]; then
  echo "usage: tools/test.sh [--fuzz-seconds N]" >&2
  exit 2
fi

logs=build/test-logs
mkdir -p "$logs"
passed=0
failed=0

# step NAME COMMAND...: runs it.  Its own last line `N passed, N failed` is added to the sum; a
# command without such a line counts as one.  A status that disagrees with the line is a failure.
step() {
  local name=$1 log start status summary good bad
  shift
  log=$logs/${name//[^a-z]/-}.log
  start=$SECONDS
  "$@" >"$log" 2>&1
  status=$?
  summary=$(tail -n 1 "$log" | grep -oE '^[0-9]+ passed, [0-9]+ failed')
  good=${summary%% *}
  bad=${summary##*, }
  bad=${bad%% *}
  if [ -z "$summary" ]; then
    good=$((status == 0)) bad=$((status != 0))
  elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
    bad=1
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  printf '%-28s %5d passed %5d failed %5d s\n' "$name" "$good" "$bad" $((SECONDS - start))
  if [ "$bad" -gt 0 ]; then
    grep -avE '^\[ *[0-9]+%\]|^-- ' "$log" | tail -n 60 | sed 's/^/    /'
    return 1
  fi
}

skip() { printf '%-28s skipped: %s\n' "$1" "$2"; }

build() {
  cmake --preset "$1" && cmake --build --preset "$1" &&
    cmake --build --preset "$1" --target unit_tests --target formula_fuzz --target solve_fuzz --target refute_fuzz \
      --target constants_fuzz --target law_test --target machine_fuzz --target csp_fuzz \
      --target csp_law_test --target ltl_fuzz --target ctl_fuzz --target sequent_fuzz
}

# cmocka sums up per group only, and says much of what went well.
unit() {
  local log status
  log=$("$1" 2>&1)
  status=$?
  grep -vE '^\[ *(RUN|OK|PASSED|=+) *\]' <<<"$log"
  awk '/^\[ *OK *\]/ { good++ } /^ *[0-9]+ FAILED TEST/ { bad += $1 }
       END { printf "%d passed, %d failed\n", good, bad }' <<<"$log"
  return $status
}

formatted() {
  find src tests fuzz \( -name '*.c' -o -name '*.h' \) -print0 |
    xargs -0 -n 40 -P "$(nproc)" clang-format --dry-run --Werror
}

tools/install-deps.sh --test || exit 2

step "layers" python3 tools/layers.py
step "diagnostics" python3 tools/diagnostics.py
step "format" formatted

if step "build release (gcc)" build release; then
  step "globals" python3 tools/layers.py --objects build/release
  step "rooms" python3 tools/rooms.py build/release
  step "packages" python3 tools/packages.py build/release
  step "packages of tests" python3 tools/packages.py build/release --test
  step "unit release" unit build/release/unit_tests
  step "text release" python3 tests/run.py --bin build/release/probity
  step "formulas release" build/release/formula_fuzz --count 200000
  step "refinement pairs" tests/random/refinement_pairs.py --count 150
  step "proof obligations" tests/random/obligations.py --count 300
  step "problems release" build/release/solve_fuzz --count 20000
  step "small problems release" build/release/solve_fuzz --small --count 5000
  step "open problems release" build/release/solve_fuzz --open --count 5000
  step "sequents release" build/release/refute_fuzz --count 5000
  step "open sequents release" build/release/refute_fuzz --open --count 5000
  step "planted sequents release" build/release/refute_fuzz --planted --count 1500
  step "deferred sequents release" build/release/refute_fuzz --deferred --count 400
  step "proved sequents release" build/release/refute_fuzz --own --count 3000
  step "proved open sequents release" build/release/refute_fuzz --own --open --count 3000
  step "constants release" build/release/constants_fuzz --count 2000
  step "machines release" build/release/machine_fuzz --count 10000
  step "projects release" build/release/machine_fuzz --several --count 5000
  step "laws release" build/release/law_test tests/laws/*.law
  step "foreign sequents release" build/release/sequent_fuzz --count 300
  step "processes release" build/release/csp_fuzz --count 10000
  step "laws of processes release" build/release/csp_law_test --count 300
  step "paths release" build/release/ltl_fuzz --count 25000
  step "branching paths release" build/release/ctl_fuzz --count 40000
fi
if step "build sanitize (clang)" build sanitize; then
  step "unit sanitize" unit build/sanitize/unit_tests
  step "text sanitize" python3 tests/run.py --bin build/sanitize/probity
  step "formulas sanitize" build/sanitize/formula_fuzz --count 10000 --seed 2
  step "problems sanitize" build/sanitize/solve_fuzz --count 3000 --seed 2
  step "small problems sanitize" build/sanitize/solve_fuzz --small --count 1000 --seed 2
  step "open problems sanitize" build/sanitize/solve_fuzz --open --count 1000 --seed 2
  step "sequents sanitize" build/sanitize/refute_fuzz --count 1000 --seed 2
  step "deferred sequents sanitize" build/sanitize/refute_fuzz --deferred --count 50 --seed 2
  step "proved sequents sanitize" build/sanitize/refute_fuzz --own --open --count 300 --seed 2
  step "constants sanitize" build/sanitize/constants_fuzz --count 300 --seed 2
  step "machines sanitize" build/sanitize/machine_fuzz --count 500 --seed 2
  step "projects sanitize" build/sanitize/machine_fuzz --several --count 300 --seed 2
  step "laws sanitize" build/sanitize/law_test --trials 3 tests/laws/*.law
  step "foreign sequents sanitize" build/sanitize/sequent_fuzz --count 50 --seed 2
  step "processes sanitize" build/sanitize/csp_fuzz --count 1000 --seed 2
  step "laws of processes sanitize" build/sanitize/csp_law_test --count 20 --seed 2
  step "paths sanitize" build/sanitize/ltl_fuzz --count 4000 --seed 2
  step "branching paths sanitize" build/sanitize/ctl_fuzz --count 4000 --seed 2
fi

if [ "$fuzz_seconds" -eq 0 ]; then
  skip "fuzz" "--fuzz-seconds 0"
elif ! tools/fuzz.sh --available; then
  skip "fuzz" "clang has no libFuzzer here"
else
  step "fuzz" tools/fuzz.sh --repeatable "$fuzz_seconds"
fi

if [ ! -x ../shared/tools/conform ]; then
  skip "ratchet" "no conformance data beside the project"
elif [ -x build/release/probity ]; then
  step "ratchet" python3 tools/ratchet.py --bin build/release/probity
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
