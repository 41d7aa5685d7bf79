#!/usr/bin/env bash
# Everything that must hold before a change is accepted; also what continuous integration runs.
#
#   tools/test.sh [--fuzz-seconds N]        (default 5; 0 leaves fuzzing out)
#
# Each step logs to build/test-logs/.  The last line sums up: N passed, N failed.
set -u
cd "$(dirname "$0")/.." || exit 2

fuzz_seconds=5
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
pending=()
rm -f "$logs"/*.sum

# run NAME COMMAND...: runs it, prints a line, and leaves `PASSED FAILED` in a file.  The command's own
# last line `N passed, N failed` counts; a command without such a line counts as one.  A status that
# disagrees with the line is a failure.
run() {
  local name=$1 log start status summary good bad
  shift
  log=$logs/${name//[^a-z]/-}
  start=$SECONDS
  "$@" >"$log.log" 2>&1
  status=$?
  summary=$(tail -n 1 "$log.log" | grep -oE '^[0-9]+ passed, [0-9]+ failed')
  good=${summary%% *}
  bad=${summary##*, }
  bad=${bad%% *}
  if [ -z "$summary" ]; then
    good=$((status == 0)) bad=$((status != 0))
  elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
    bad=1
  fi
  echo "$good $bad" >"$log.sum"
  printf '%-28s %5d passed %5d failed %5d s\n' "$name" "$good" "$bad" $((SECONDS - start))
  [ "$bad" -eq 0 ] || grep -avE '^\[ *[0-9]+%\]|^-- ' "$log.log" | tail -n 60 | sed 's/^/    /'
}

# add NAME: adds what run has left; false if there were failures, or nothing was left.
add() {
  local good=0 bad=1
  read -r good bad <"$logs/${1//[^a-z]/-}.sum"
  passed=$((passed + good))
  failed=$((failed + bad))
  [ "$bad" -eq 0 ]
}

# step NAME COMMAND...: runs it alone.
step() {
  settle
  run "$@"
  add "$1"
}

# beside NAME COMMAND...: a command of one thread; as many of them run at a time as there are cores.
beside() {
  while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  run "$@" &
  pending+=("$1")
}

# Waits for those that run beside each other.
settle() {
  local name
  wait
  for name in "${pending[@]}"; do add "$name"; done
  pending=()
}

skip() { printf '%-28s skipped: %s\n' "$1" "$2"; }

build() {
  cmake --preset "$1" && cmake --build --preset "$1" &&
    cmake --build --preset "$1" --target unit_tests --target formula_fuzz --target solve_fuzz --target refute_fuzz \
      --target constants_fuzz --target law_test --target machine_fuzz --target csp_fuzz \
      --target csp_law_test --target ltl_fuzz --target ctl_fuzz --target sequent_fuzz --target term_fuzz \
      --target mutant_fuzz
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

# The page in a browser.  Where there is none, or its packages cannot be had, that is said; for continuous integration it is a failure.
browser() {
  local missing
  if [ "${CI-}" = true ]; then step "browser" node tests/browser/run.mjs
  elif ! command -v node >/dev/null; then skip "browser" "no Node.js"
  elif missing=$(node tests/browser/run.mjs --available); then step "browser" node tests/browser/run.mjs
  else skip "browser" "$missing"
  fi
}

tools/install-deps.sh --test || exit 2

step "layers" python3 tools/layers.py
step "diagnostics" python3 tools/diagnostics.py
step "format" formatted

if step "build release (gcc)" build release; then
  beside "globals" python3 tools/layers.py --objects build/release
  beside "rooms" python3 tools/rooms.py build/release
  beside "unit release" unit build/release/unit_tests
  step "packages" python3 tools/packages.py build/release
  step "packages of tests" python3 tools/packages.py build/release --test
  step "completion" tests/shells/completion.sh build/release/probity
  beside "reports for programs" node tests/exchange/run.mjs build/release/probity
  step "editors" node tests/editors/run.mjs
  step "text release" python3 tests/run.py --bin build/release/probity
  browser
  step "growth" python3 bench/growth.py --reduced
  step "limits" python3 tests/limits/limits.py
  beside "formulas release" build/release/formula_fuzz --count 120000
  beside "refinement pairs" tests/random/refinement_pairs.py --count 150
  beside "proof obligations" tests/random/obligations.py --count 300
  beside "proof obligations of Event-B" tests/random/event_b.py --count 150
  beside "paths without exploring" tests/random/paths.py --count 60
  beside "temporal machines" tests/random/temporal_machines.py --count 150
  beside "edits of texts" tests/random/lsp_edits.py --count 1000 examples tests/types tests/parse tests/lsp/files
  beside "problems release" build/release/solve_fuzz --count 20000
  beside "small problems release" build/release/solve_fuzz --small --count 5000
  beside "open problems release" build/release/solve_fuzz --open --count 5000
  beside "sequents release" build/release/refute_fuzz --count 5000
  beside "open sequents release" build/release/refute_fuzz --open --count 5000
  beside "planted sequents release" build/release/refute_fuzz --planted --count 1500
  beside "deferred sequents release" build/release/refute_fuzz --deferred --count 400
  beside "proved sequents release" build/release/refute_fuzz --own --count 1200
  beside "proved open sequents release" build/release/refute_fuzz --own --open --count 1800
  beside "sequents of laws release" build/release/refute_fuzz --count 500 tests/laws/*.law
  beside "proved laws release" build/release/refute_fuzz --own --open --count 250 tests/laws/*.law
  beside "terms and laws release" build/release/term_fuzz --count 5000
  beside "constants release" build/release/constants_fuzz --count 2000
  beside "machines release" build/release/machine_fuzz --count 10000
  beside "projects release" build/release/machine_fuzz --several --count 5000
  beside "laws release" build/release/law_test tests/laws/*.law
  beside "foreign sequents release" build/release/sequent_fuzz --count 300
  beside "changed obligations release" build/release/mutant_fuzz --count 10 examples/proving/bank.mch examples/lift/lift.mch
  beside "processes release" build/release/csp_fuzz --count 10000
  beside "laws of processes release" build/release/csp_law_test --count 300
  beside "paths release" build/release/ltl_fuzz --count 25000
  beside "branching paths release" build/release/ctl_fuzz --count 40000
fi
if step "build sanitize (clang)" build sanitize; then
  # Half of them, the other half after the next commit: sanitizers make each run several times slower.
  step "text sanitize" python3 tests/run.py --bin build/sanitize/probity --sample 2 \
    --offset $(($(git rev-list --count HEAD 2>/dev/null || echo 0) % 2))
  beside "unit sanitize" unit build/sanitize/unit_tests
  beside "edits of texts, sanitize" tests/random/lsp_edits.py --bin build/sanitize/probity --count 300 --seed 5000 examples tests/types tests/parse tests/lsp/files
  beside "formulas sanitize" build/sanitize/formula_fuzz --count 10000 --seed 2
  beside "problems sanitize" build/sanitize/solve_fuzz --count 3000 --seed 2
  beside "small problems sanitize" build/sanitize/solve_fuzz --small --count 1000 --seed 2
  beside "open problems sanitize" build/sanitize/solve_fuzz --open --count 1000 --seed 2
  beside "sequents sanitize" build/sanitize/refute_fuzz --count 1000 --seed 2
  beside "deferred sequents sanitize" build/sanitize/refute_fuzz --deferred --count 50 --seed 2
  beside "proved sequents sanitize" build/sanitize/refute_fuzz --own --open --count 250 --seed 2
  beside "sequents of laws sanitize" build/sanitize/refute_fuzz --own --count 30 --seed 2 tests/laws/*.law
  beside "constants sanitize" build/sanitize/constants_fuzz --count 300 --seed 2
  beside "machines sanitize" build/sanitize/machine_fuzz --count 500 --seed 2
  beside "projects sanitize" build/sanitize/machine_fuzz --several --count 300 --seed 2
  beside "laws sanitize" build/sanitize/law_test --trials 3 tests/laws/*.law
  beside "foreign sequents sanitize" build/sanitize/sequent_fuzz --count 50 --seed 2
  beside "terms and laws sanitize" build/sanitize/term_fuzz --count 150 --seed 2
  beside "processes sanitize" build/sanitize/csp_fuzz --count 1000 --seed 2
  beside "laws of processes sanitize" build/sanitize/csp_law_test --count 20 --seed 2
  beside "paths sanitize" build/sanitize/ltl_fuzz --count 4000 --seed 2
  beside "branching paths sanitize" build/sanitize/ctl_fuzz --count 4000 --seed 2
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

settle
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
