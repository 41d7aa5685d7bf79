#!/bin/sh
# Inside a bare Debian, as root: installs the packages that lie in the present folder, runs the first example
# of README and the programs that use the library, and removes them; nothing may be left.  tools/bare.sh
# --package runs it.
set -eu

# All files but those that apt and dpkg keep for themselves.
files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path "$PWD" -o -path /var/cache \
    -o -path /var/log -o -path /var/lib/apt -o -path /var/lib/dpkg \) -prune -o -print | sort
}

install() { DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "$@" >/dev/null 2>&1; }

# The first commands of README with what they print, up to the end of their block.
first_example() {
  awk '/^\$ probity / { inside = 1 } /^```/ { if (inside) exit } inside' /usr/share/doc/probity/README.md
}

# Runs the commands of standard input, lines that begin with $, and prints them with what they print.
play() {
  while IFS= read -r line; do
    case $line in
      '$ '*) echo "$line"; sh -c "${line#\$ }" </dev/null 2>&1 || echo "exit code $?" ;;
    esac
  done
}

apt-get -qq update
files >/tmp/before

echo "--- the program"
install ./probity_*.deb
cd /usr/share/doc/probity/examples
first_example >/tmp/expected
play </tmp/expected >/tmp/printed
cat /tmp/printed
[ -s /tmp/expected ] && diff /tmp/expected /tmp/printed
test -f /usr/share/man/man1/probity.1.gz
cd "$OLDPWD"
dpkg -r probity >/dev/null
if dpkg -s probity 2>/dev/null | grep -q '^Status: .* config-files'; then echo "configuration is left"; exit 1; fi
apt-get -qq autoremove --purge --yes >/dev/null 2>&1
files >/tmp/after
diff /tmp/before /tmp/after
echo "--- removed: the same files as before"

echo "--- the library"
install gcc libc6-dev pkg-config python3
files >/tmp/before
install ./libprobity0_*.deb ./libprobity-dev_*.deb ./probity_*.deb
examples=/usr/share/doc/probity/examples
# shellcheck disable=SC2046
gcc $examples/library/judge.c $(pkg-config --cflags --libs probity) -o /tmp/judge
/tmp/judge
status=0
python3 $examples/library/explore.py $examples/scheduler/scheduler0_err.mch || status=$?
[ "$status" -eq 1 ] # it finds the violation
dpkg -r probity libprobity-dev libprobity0 >/dev/null
apt-get -qq autoremove --purge --yes >/dev/null 2>&1
files >/tmp/after
diff /tmp/before /tmp/after
echo "--- removed: the same files as before"
