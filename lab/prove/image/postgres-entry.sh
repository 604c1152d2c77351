#!/bin/sh
# Makes the database on the first start, then becomes the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl start --wait --silent -o '-c listen_addresses= -c unix_socket_directories=/tmp'
  PGPASSWORD=$POSTGRES_PASSWORD createdb --host=/tmp --username="$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl stop --wait --silent
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp
