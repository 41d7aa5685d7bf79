#!/bin/sh
# From a fresh clone to a first result: installs what is missing, builds, looks at an example.
set -eu
cd "$(dirname "$0")/.."

example=examples/scheduler/scheduler0.mch
commands="types check" # what is done with the example, in this order

tools/install-deps.sh
cmake --preset release >/dev/null
cmake --build --preset release
for command in $commands; do
  printf '\n$ build/release/probity %s %s\n' "$command" "$example"
  build/release/probity "$command" "$example"
done
