#!/usr/bin/env bash
# Shows that builds are reproducible: what is committed is built twice, in folders of different names and
# depths, and the packages, the program and the libraries must have the same bytes.
#
#   tools/reproducible.sh [--jobs N] [FOLDER]
#
# Works in FOLDER (default: a temporary one, removed afterwards).  Two whole builds: some minutes.
set -eu
cd "$(dirname "$0")/.."

jobs=$(nproc)
place=
while [ $# -gt 0 ]; do
  case $1 in
    --jobs) jobs=$2; shift ;;
    -*) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) place=$1 ;;
  esac
  shift
done
if [ -z "$place" ]; then
  place=$(mktemp -d /tmp/reproducible.XXXXXX)
  trap 'rm -rf "$place"' EXIT
fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# build FOLDER UMASK LOCALE: builds and packs there.
build() {
  rm -rf "$1"
  mkdir -p "$1"
  git archive HEAD | tar -x -C "$1"
  (
    cd "$1"
    umask "$2"
    export LC_ALL=$3 TZ=$4
    cmake --preset package >../configure.log
    cmake --build --preset package -j "$jobs" >../build.log
    umask 022 # of what is packed, as tools/package.sh sets it
    cd build/package && cpack >../../../pack.log
  ) || { tail -n 20 "$1"/../*.log >&2; exit 1; }
}
first=$place/one/probity
second=$place/two/a-folder-with-a-longer-name/source
build "$first" 022 C.UTF-8 UTC
build "$second" 077 C Asia/Kolkata

wrong=0
compared=0
for path in "$first"/build/package/{*.deb,probity,libprobity.so.*.*,libprobity.a}; do
  name=${path##*/}
  one=$(sha256sum <"$path")
  two=$(sha256sum <"$second/build/package/$name")
  compared=$((compared + 1))
  if [ "$one" = "$two" ]; then
    echo "same  ${one%% *}  $name"
  else
    echo "OTHER $name"
    wrong=$((wrong + 1))
  fi
done
echo "$((compared - wrong)) passed, $wrong failed"
[ "$wrong" -eq 0 ]
