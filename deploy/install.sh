#!/bin/sh
# Installs this checkout as a service of the machine, or the next version over the one that is there:
#
#   sh deploy/install.sh
#
# It needs root, systemd, and Node 20.19 or newer with npm to build with. With DESTDIR=FOLDER it installs into that folder and starts
# nothing. /etc/marigold-lane/shop.env, once there, is never changed, nor is the data in /var/lib/marigold-lane.
set -eu
cd "$(dirname "$0")/.."
root=${DESTDIR:-}
home=$root/opt/marigold-lane
settings=$root/etc/marigold-lane/shop.env

refuse() { echo "$1" >&2; exit 1; }
[ "$(id -u)" = 0 ] || refuse 'Only root can install a service: sudo sh deploy/install.sh'
command -v npm > /dev/null || refuse 'Node 20.19 or newer and npm are needed to build the shop. See https://nodejs.org.'
[ -n "$root" ] || [ -d /run/systemd/system ] || refuse 'This machine does not run systemd. DESTDIR=FOLDER installs into a folder.'

node scripts/build.mjs

# Beside the one that runs, and swapped when it is whole.
rm -rf "$home.new"
mkdir -p "$home.new/build" "$home.new/bin"
cp -R package.json package-lock.json .npmrc catalogue contract paypal-stand-in server "$home.new"
cp -R build/storefront build/desk build/releases "$home.new/build"
cp node_modules/node/bin/node "$home.new/bin"
find "$home.new" \( -name testing -o -name '*.test.ts' \) -prune -exec rm -r {} +
echo 'Installing what the shop needs while it runs…'
(cd "$home.new" && npm ci --omit=dev --prefer-offline)
# It is read by the service and written by nobody but root, whatever the checkout and its umask were.
chown -R root:root "$home.new"
chmod -R u=rwX,go=rX "$home.new"

install -D -m 644 deploy/marigold-lane.service "$root/etc/systemd/system/marigold-lane.service"
install -D -m 755 deploy/marigold-lane.sh "$root/usr/local/bin/marigold-lane"
install -D -m 644 deploy/marigold-lane.sysusers "$root/etc/sysusers.d/marigold-lane.conf"
systemd-sysusers --root="${root:-/}" marigold-lane.conf
[ -e "$settings" ] || install -D -m 600 deploy/shop.env "$settings"
# The commands of the shop run as its user, and read it too.
chgrp "$(sed -n 's/^marigold-lane:[^:]*:\([0-9]*\):.*/\1/p' "$root/etc/group")" "$settings"
chmod 640 "$settings"

rm -rf "$home.old"
[ ! -e "$home" ] || mv "$home" "$home.old"
mv "$home.new" "$home"
rm -rf "$home.old"

if [ -n "$root" ]; then
  echo "Installed into $root; nothing was started."
  exit 0
fi
systemctl daemon-reload
systemctl enable --quiet marigold-lane
systemctl restart marigold-lane
echo 'Installed. What it says: journalctl -u marigold-lane. Its settings: /etc/marigold-lane/shop.env.'
