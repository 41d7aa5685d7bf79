#!/usr/bin/env bash
# Runs both commands of the README in a bare Debian 12, which has nothing that nobody named.
#
#   tools/bare.sh [--first-only | --package] [--keep] [FOLDER]
#
# Makes a root in FOLDER (default: a temporary one) with debootstrap, copies what is committed into it, and
# runs tools/quickstart.sh and tools/test.sh there, as root, with chroot.  --first-only leaves the tests out.
# --package runs tools/bare_package.sh instead, with the packages that tools/package.sh has made: they are installed, used
# and removed.
# The root is removed afterwards, but for --keep; one that is kept is used again the next time.
# Needs root and debootstrap; MIRROR names a mirror other than Debian's own.
set -eu
cd "$(dirname "$0")/.."

suite=bookworm
mirror=${MIRROR:-http://deb.debian.org/debian}
commands="tools/quickstart.sh tools/test.sh"
keep=no
root=

for word; do
  case $word in
    --package)
      commands="tools/bare_package.sh"
      ls build/package/probity_*.deb >/dev/null || { echo "bare: tools/package.sh makes the packages" >&2; exit 2; } ;;
    --first-only) commands="tools/quickstart.sh" ;;
    --keep) keep=yes ;;
    -*) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) root=$word ;;
  esac
done
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  echo "bare: this needs root and debootstrap (apt-get install debootstrap)" >&2
  exit 2
fi
root=${root:-$(mktemp -d /tmp/bare.XXXXXX)}

leave() {
  for place in dev/pts proc; do
    mountpoint -q "$root/$place" && umount "$root/$place"
  done
  [ "$keep" = yes ] || rm -rf --one-file-system "$root"
}
trap leave EXIT

if [ ! -e "$root/etc/debian_version" ]; then
  debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -n 20 "$root.log" >&2; exit 1; }
  rm -f "$root.log"
fi
# How packages are reached is the machine's affair: sources, proxies, names of hosts, whom to trust.
cp -L /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
cp -RL /etc/apt/apt.conf.d "$root/etc/apt/"
mkdir -p "$root/etc/ssl/certs"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || true
rm -rf "$root/probity"
mkdir "$root/probity"
git archive HEAD | tar -x -C "$root/probity"
if [ "$commands" = tools/bare_package.sh ]; then cp build/package/*.deb "$root/probity/"; fi
# A machine has processes and terminals; tests want both.
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts"
mountpoint -q "$root/dev/pts" || mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -sf pts/ptmx "$root/dev/ptmx"

status=0
for command in $commands; do
  start=$SECONDS
  if chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
      sh -c "cd /probity && exec ./$command"; then
    echo "bare: $command passed in $((SECONDS - start)) s"
  else
    echo "bare: $command FAILED after $((SECONDS - start)) s"
    status=1
  fi
done
exit $status
