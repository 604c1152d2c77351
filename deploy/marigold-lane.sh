#!/bin/sh
# What `npm run` does in a checkout, for the shop that deploy/install.sh installed: with its settings and as its user.
set -eu
home=/opt/marigold-lane
case ${1:-} in
  desk | catalogue) file=server/src/command-line/$1-command.ts ;;
  backup | restore) file=server/src/platform/backup/$1-command.ts ;;
  *) echo 'Usage: marigold-lane desk|catalogue|backup|restore [ARGUMENTS], as root; --help explains each.' >&2; exit 1 ;;
esac
shift
exec setpriv --reuid=marigold-lane --regid=marigold-lane --init-groups \
  env -i PATH="$PATH" TERM="${TERM:-}" NODE_ENV=production DATA_DIR=/var/lib/marigold-lane \
  "$home/bin/node" --env-file=/etc/marigold-lane/shop.env "$home/$file" "$@"
