#!/bin/sh
# The second half of start.sh, inside the root file system and the network namespace.
set -eu
mount -t sysfs sysfs /sys
mount --rbind /host-cgroup /sys/fs/cgroup
ip link set lo up
until ip route | grep -q '^default'; do sleep 0.05; done
exec unshare --pid --fork --kill-child --mount-proc \
  docker-init -s -- dockerd --host=unix:///run/docker.sock --data-root=/var/lib/docker --exec-root=/run/docker \
  --storage-driver=overlay2 --exec-opt=native.cgroupdriver=cgroupfs --log-level=warn --shutdown-timeout=90
