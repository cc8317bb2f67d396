import { createServer } from 'node:net';

/**
 * Returns a free port outside the range of ephemeral ports, so that a server can be killed and restarted on it. The
 * ports at the given distances are free too. A client that calls the killed server cannot connect to itself there, as it
 * might in the ephemeral range.
 */
export async function lastingPort(distances: readonly number[]): Promise<number> {
  for (;;) {
    const port = 18_000 + Math.floor(Math.random() * 12_000);
    const ports = [...new Set([0, ...distances])].map((distance) => port + distance);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A free port. An ephemeral one may be taken by any outgoing connection before the server listens on it, seconds later. */
export async function freePort(): Promise<number> {
  return lastingPort([]);
}
