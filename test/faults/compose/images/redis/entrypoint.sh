#!/bin/sh
# Drops root and becomes Redis, which accepts other hosts like that of the stock image.
set -eu
if [ "$1" = redis-server ]; then
  shift
  if [ "$(id -u)" = 0 ]; then
    find . ! -user redis -exec chown redis {} +
    exec setpriv --reuid=redis --regid=redis --clear-groups --no-new-privs \
      --inh-caps=-all --bounding-set=-all redis-server "$@" --protected-mode no
  fi
  exec redis-server "$@" --protected-mode no
fi
exec "$@"
