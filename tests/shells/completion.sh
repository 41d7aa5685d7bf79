#!/usr/bin/env bash
# Does the completion that `probity completion SHELL` prints complete?  Usage: completion.sh PROBITY
# Shells that are not installed are left out; bash is always there.
set -u
probity=$(realpath "$1")
here=$(cd "$(dirname "$0")/../.." && pwd)
passed=0
failed=0

# expect WHAT EXPECTED ACTUAL
expect() {
  if [ "$2" = "$3" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: expected \"$2\", got \"$3\""
  fi
}

# What bash offers for the last of these words.
offers() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _probity
  echo "${COMPREPLY[*]}"
}

# shellcheck disable=SC1090
source <("$probity" completion bash)
cd "$here/examples" || exit 2
expect "a command" "check chain" "$(offers probity ch)"
expect "options of a command" "--cache --card" "$(offers probity check --ca)"
expect "no options of others" "" "$(offers probity types --cache)"
expect "words of an option" "auto always never" "$(offers probity check --cache "")"
expect "words behind =" "always" "$(offers probity check --cache = al)"
expect "words directly behind =" "auto always never" "$(offers probity check --cache =)"
expect "the same name elsewhere is a file" "lift" "$(offers probity prove --cache lif)"
expect "files" "lift" "$(offers probity check lif)"
expect "a short option with a file" "README.md" "$(offers probity fmt -o REA)"
expect "nothing to offer for free text" "" "$(offers probity check --goal lif)"
expect "stages" "tokens tree typed" "$(offers probity dump t)"
expect "help on a command" "check" "$(offers probity help che)"

if command -v zsh >/dev/null; then
  "$probity" completion zsh | zsh -n
  expect "zsh reads it" 0 $?
fi
if command -v fish >/dev/null; then
  "$probity" completion fish >"${TMPDIR:-/tmp}/probity-$$.fish"
  expect "fish: words of an option" "always auto never" "$(fish -c \
    "source ${TMPDIR:-/tmp}/probity-$$.fish; complete -C 'probity check --cache '" | cut -f 1 | sort | xargs)"
  rm -f "${TMPDIR:-/tmp}/probity-$$.fish"
fi
if command -v groff >/dev/null; then
  expect "the manual page has no mistakes" "" "$("$probity" help man | groff -k -man -Tutf8 -ww 2>&1 >/dev/null)"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
