#!/usr/bin/env bash
# Fuzzes with libFuzzer: the parser (fuzz_parse, the default), the lines of repl and animate
# (fuzz_console), trace files (fuzz_trace), scripts of CSP-M (fuzz_csp), their assertions
# (fuzz_csp_check), temporal formulas (fuzz_ltl), pictures in SVG and JSON (fuzz_visb), files of
# certificates (fuzz_certificate), caches of proofs (fuzz_proof_cache), requests to a desk (fuzz_desk),
# messages to the language server (fuzz_lsp).  TARGET=NAME chooses.
#
#   tools/fuzz.sh [SECONDS]      fuzz (default 60), starting from the tests, the examples, fuzz/corpus/
#                                and what earlier runs found (build/fuzz-corpus/)
#   tools/fuzz.sh --repeatable SECONDS
#                                a short run of each that is the same each time: fixed seed and number
#                                of inputs, nothing from earlier runs; ends early when the time is up
#   tools/fuzz.sh --minimise     replace fuzz/corpus/ by a small set of inputs that covers as much
#   tools/fuzz.sh --available    succeeds if clang has libFuzzer here
#
# An input that breaks the program is kept in build/fuzz-crashes/.
set -eu
cd "$(dirname "$0")/.."

target=${TARGET:-fuzz_parse}
program=build/fuzz/$target
found=build/fuzz-corpus/$target
kept=fuzz/corpus/$target
crashes=build/fuzz-crashes

available() {
  local scratch result=0
  command -v clang >/dev/null || return 1
  scratch=$(mktemp -d)
  echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return !d && n; }' \
    >"$scratch/try.c"
  clang -fsanitize=fuzzer,address,undefined "$scratch/try.c" -o "$scratch/try" 2>/dev/null || result=1
  rm -r "$scratch"
  return $result
}

# What is typed in tests; traces.
collect_console_seeds() {
  find tests/cli/files/console -name '*.txt' -exec cp {} "$1" \;
}
collect_trace_seeds() {
  find tests/cli/files/traces -type f -exec cp {} "$1" \;
}

collect_certificate_seeds() {
  find tests/cli/files/prove -name '*.certificates' -exec cp {} "$1" \;
}

# The requests of each test; the first byte is the number of the model.
collect_desk_seeds() {
  local number=0 model
  for model in "" lift.mch choices.mch stuck.mch many.mch levels.eventb/m1 cycle.csp tiny.aut parts.mch \
    wide.mch; do
    grep -lE "^> open .*\"file\": \"$model\"" tests/desk/*.test | while read -r file; do
      { printf "\\$(printf %03o $number)"; grep -E '^> ' "$file" | grep -v '^> open' | sed -E 's/^> //; s/ \| .*//'; } \
        >"$1/$number-$(basename "$file")"
    done
    number=$((number + 1))
  done
}

# Scripts; each expression of a .test file becomes one.
collect_script_seeds() {
  local seeds=$1
  find tests examples -type f -name '*.csp' -size -32k |
    while read -r file; do cp "$file" "$seeds/${file//\//-}"; done
  cat tests/parse/scripts/*.test |
    awk -v seeds="$seeds" '
      $1 == "expr"   { head = "it = " }
      $1 == "decl"   { head = "" }
      $1 == "assert" { head = "assert " }
      $1 ~ /^(expr|decl|assert)$/ {
        sub(/^[a-z]+ +/, "")
        gsub(/;;/, "\n")
        file = seeds "/script-" ++number
        printf "%s%s\n", head, $0 > file
        close(file)
      }'
}

# Pictures; one byte in front says what follows.
collect_picture_seeds() {
  find tests/cli/files/visb examples/pictures -name '*.svg' -o -name '*.json' |
    while read -r file; do
      case $file in *.svg) printf '<' ;; *) printf '{' ;; esac | cat - "$file" >"$1/${file//\//-}"
    done
}

# The temporal formulas of .test files.
collect_temporal_seeds() {
  cat tests/parse/*.test |
    awk -v seeds="$1" '
      $1 ~ /^(ltl|ctl|=|\/=)$/ {
        sub(/^[^ ]+ +/, "")
        file = seeds "/temporal-" ++number
        printf "%s", $0 > file
        close(file)
      }'
}

# Models are inputs as they are; each formula of a .test file becomes one with its prefix.
collect_seeds() {
  local seeds=$1
  find tests examples lib -type f \( -name '*.mch' -o -name '*.ref' -o -name '*.imp' \
    -o -name '*.sys' -o -name '*.def' -o -name '*.eventb' -o -name '*.bum' -o -name '*.buc' \) -size -32k 2>/dev/null |
    while read -r file; do cp "$file" "$seeds/${file//\//-}"; done
  find tests/parse tests/types -maxdepth 1 -name '*.test' -exec cat {} + 2>/dev/null |
    awk -v seeds="$seeds" '
      $1 == "expr"  { prefix = "#EXPRESSION" }
      $1 == "pred"  { prefix = "#PREDICATE" }
      $1 == "subst" { prefix = "#SUBSTITUTION" }
      $1 ~ /^(expr|pred|subst)$/ {
        sub(/^[a-z]+ +/, "")
        file = seeds "/formula-" ++number
        printf "%s %s", prefix, $0 > file
        close(file)
      }'
}

# The ASCII spellings of operators and keywords, as a dictionary.
collect_words() {
  cat src/syntax/*.def src/csp/syntax/*.def src/temporal/notation/*.def | grep -oE '"([!#-[]|[]-~]|\\\\){1,24}"' | sort -u
}

case "${1-}" in
  --available) available; exit ;;
  --minimise) mode=minimise ;;
  --repeatable)
    cmake --preset fuzz >/dev/null
    cmake --build --preset fuzz
    # As many at a time as there are cores.
    printf '%s\n' fuzz_parse fuzz_console fuzz_trace fuzz_csp fuzz_csp_check fuzz_ltl \
      fuzz_visb fuzz_certificate fuzz_proof_cache fuzz_desk fuzz_http fuzz_toml |
      xargs -P "$(nproc)" -I NAME env TARGET=NAME tools/fuzz.sh --repeatable-one "${2:-20}"
    exit ;;
  --repeatable-one) mode=repeatable seconds=${2:-20} ;;
  "" | [0-9]*) mode=fuzz seconds=${1:-60} ;;
  *) echo "usage: tools/fuzz.sh [SECONDS | --repeatable SECONDS | --minimise | --available]" >&2; exit 2 ;;
esac

if [ "$mode" != repeatable ]; then # else it is built
  cmake --preset fuzz >/dev/null
  cmake --build --preset fuzz
fi
mkdir -p "$found" "$kept" "$crashes"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/seeds"
case $target in
  fuzz_console) collect_console_seeds "$scratch/seeds" ;;
  fuzz_desk) collect_desk_seeds "$scratch/seeds" ;;
  fuzz_trace) collect_trace_seeds "$scratch/seeds" ;;
  fuzz_csp | fuzz_csp_check) collect_script_seeds "$scratch/seeds" ;;
  fuzz_ltl) collect_temporal_seeds "$scratch/seeds" ;;
  fuzz_visb) collect_picture_seeds "$scratch/seeds" ;;
  fuzz_certificate) collect_certificate_seeds "$scratch/seeds" ;;
  fuzz_toml) cp examples/probity.toml tests/cli/files/project/bad/*.toml "$scratch/seeds" ;;
  fuzz_proof_cache | fuzz_http | fuzz_lsp) ;; # fuzz/corpus/ has some
  *) collect_seeds "$scratch/seeds" ;;
esac

ulimit -s 1048576 2>/dev/null || true # high trees are walked by recursion
if [ "$mode" = minimise ]; then
  mkdir "$scratch/small"
  # Short inputs, and covered edges rather than counts of them: a few hundred files at most.
  "$program" -merge=1 -max_len=300 -use_counters=0 -timeout=60 "$scratch/small" "$kept" "$found" "$scratch/seeds"
  rm -rf "$kept"
  mkdir "$kept"
  cp "$scratch"/small/* "$kept"/
  exit 0
fi

collect_words >"$scratch/words"
limits=(-max_total_time="$seconds" -max_len=4096 -timeout=60 -rss_limit_mb=4096 -dict="$scratch/words"
  -artifact_prefix="$crashes/" -print_final_stats=1)
runs=20000
if [ "$target" != fuzz_parse ]; then # slower, and what the program says is of no interest
  limits+=(-close_fd_mask=3)
  runs=3000
fi
if [ "$mode" = repeatable ]; then
  mkdir "$scratch/new"
  "$program" "${limits[@]}" -seed=1 -runs=$runs "$scratch/new" "$kept" "$scratch/seeds"
  exit
fi
"$program" "${limits[@]}" "$found" "$kept" "$scratch/seeds"

# What was found is kept small, so that the next run starts quickly.
mkdir "$scratch/merged"
"$program" -merge=1 -timeout=60 "$scratch/merged" "$found" 2>/dev/null
rm -rf "$found"
mv "$scratch/merged" "$found"
