#!/bin/sh
# Starts a Docker engine inside a root file system of Debian, with a network of its own. Run in a mount namespace of its own:
#   setpriv --pdeathsig KILL unshare --mount --propagation private sh start.sh ROOT REPOSITORY
# The process keeps its number and becomes the parent of the engine's PID namespace: when it ends, so does everything in it.
set -eu
root=$1 repository=$2

mount --bind "$root" "$root"
mkdir -p "$root/repository" "$root/host-cgroup"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --rbind /sys/fs/cgroup "$root/host-cgroup"
mount --bind "$repository" "$root/repository"
mount -o remount,bind,ro "$root/repository"
mount -t tmpfs tmpfs "$root/run"
# The resolver that slirp4netns offers; it asks the machine's.
echo 'nameserver 10.0.2.3' >"$root/etc/resolv.conf"

# Not only `chroot`: a command that Docker runs in a container would find itself in the root of the mount namespace.
cd "$root"
mkdir -p old
pivot_root . old
umount -l old

# Connects the engine's network to the outside by ordinary sockets of this machine: no interface and no firewall rule is changed there.
me=$$
(
  until [ "$(readlink /proc/$me/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
  exec chroot . setpriv --pdeathsig KILL slirp4netns --configure --mtu=65520 --disable-host-loopback "$me" tap0
) &
exec chroot . unshare --net --mount --propagation private sh /engine/inside.sh
