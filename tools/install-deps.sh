#!/bin/sh
# Installs from Debian what the build needs; with --test also what the tests need, with --provers the
# programs that `probity prove` may use besides the library Z3.
# Says nothing and needs no rights if everything is there already.
set -eu

packages="gcc libc6-dev make cmake pkg-config libgmp-dev libxxhash-dev libjansson-dev libutf8proc-dev libpcre2-dev libexpat1-dev libcadical-dev g++ libedit-dev libminizip-dev zlib1g-dev libz3-dev libmicrohttpd-dev nodejs"
test_packages="python3 libcmocka-dev clang clang-format chromium libxml2-utils neovim emacs-nox elpa-eglot valgrind"
prover_packages="cvc5 eprover"
with_tests=no

case "${1-}" in
  "") ;;
  --test)
    with_tests=yes
    packages="$packages $test_packages" ;;
  --provers) packages="$packages $prover_packages" ;;
  *)
    echo "usage: tools/install-deps.sh [--test | --provers]" >&2
    exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "This is not Debian. Please install the counterparts of: $packages" >&2
  exit 0
fi

installed() {
  dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "Neither root nor sudo: please install $missing" >&2
    exit 1
  fi
}

updated=no
install_missing() {
  missing=
  for package; do
    installed "$package" || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "Installing$missing"
  if [ "$updated" = no ]; then
    as_root apt-get -qq -o Acquire::Retries=3 update
    updated=yes
  fi
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 \
    install --yes --no-install-recommends $missing >/dev/null
}

# shellcheck disable=SC2086
install_missing $packages
if [ "$with_tests" = yes ]; then
  # The sanitizer and fuzzer libraries are a package of their own, named after clang's version.
  clang=$(clang -dumpversion | cut -d. -f1)
  install_missing "libclang-rt-$clang-dev" "llvm-$clang"
fi
