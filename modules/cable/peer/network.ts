/** Dials peers, repeatedly if necessary, and accepts connections. */
import type { BlockList } from 'node:net';
import { connect, createServer, isIPv6, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toError } from '../../../platform/errors.ts';
import { ConnectionError } from '../cable-error.ts';
import { plainConnection, secureAccepted, secureDialled, type Connection, type Secrets } from './connection.ts';

const DIAL_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** After a connection of this duration the wait before the next attempt is short again. */
const GOOD_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;
const MAX_CONNECTIONS = 100;

export interface DialOptions {
  readonly host: string;
  readonly port: number;
  /** null: without encryption. */
  readonly secrets: Secrets | null;
  /** Resolves when the connection has ended. */
  readonly attach: (connection: Connection) => Promise<void>;
  readonly onFailure: (error: Error) => void;
  readonly signal: AbortSignal;
  readonly firstWaitMs?: number;
}

/** Keeps a connection to one address until the signal aborts. */
export async function keepDialling(options: DialOptions): Promise<void> {
  const { host, port, secrets, attach, onFailure, signal, firstWaitMs = FIRST_WAIT_MS } = options;
  let waitMs = firstWaitMs;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      const socket = await dial(host, port, signal);
      await attach(secrets === null ? plainConnection(socket) : await secureDialled(socket, secrets));
    } catch (error) {
      if (signal.aborted) return;
      onFailure(toError(error));
    }
    waitMs = performance.now() - startedAt >= GOOD_MS ? firstWaitMs : Math.min(waitMs * 2, LONGEST_WAIT_MS);
    // Random, because peers that lost the same host must not all dial at the same time.
    await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

async function dial(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true });
  const limit = setTimeout(() => socket.destroy(new ConnectionError('the connection attempt timed out')), DIAL_MS);
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', (cause) => reject(new ConnectionError(`cannot connect to ${host}:${port}`, { cause })));
      socket.once('close', () => reject(new ConnectionError(`cannot connect to ${host}:${port}`)));
    });
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', abort);
  }
  // Readers of the socket see its errors too. Without a listener an error would end the process.
  socket.on('error', ignoreError);
  return socket;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens for peers that have the key of one of the cabals. `cabals` is called for each connection. */
export async function listenSecure<T extends { readonly secrets: Secrets }>(
  at: { readonly host: string; readonly port: number },
  cabals: () => readonly T[],
  attach: (cabal: T, connection: Connection) => Promise<void>,
  onFailure: (peer: string, error: Error) => void,
): Promise<Listener> {
  return listen(at, async (socket) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    try {
      const { connection, cabal } = await secureAccepted(socket, cabals());
      await attach(cabal, connection);
    } catch (error) {
      onFailure(peer, toError(error));
    }
  });
}

/** Listens without encryption, for addresses that the operator has listed. Other connections are closed before anything is read. */
export async function listenPlain(
  at: { readonly host: string; readonly port: number },
  allowed: BlockList,
  attach: (connection: Connection) => Promise<void>,
  onFailure: (peer: string, error: Error) => void,
): Promise<Listener> {
  return listen(at, async (socket) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    if (!allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
      socket.destroy();
      onFailure(peer, new ConnectionError('the address may not connect without encryption'));
      return;
    }
    try {
      await attach(plainConnection(socket));
    } catch (error) {
      onFailure(peer, toError(error));
    }
  });
}

async function listen(
  { host, port }: { readonly host: string; readonly port: number },
  take: (socket: Socket) => Promise<void>,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(
    { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS, noDelay: true },
    (socket) => {
      sockets.add(socket);
      socket.on('error', ignoreError);
      socket.on('close', () => sockets.delete(socket));
      void take(socket);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  server.on('error', ignoreError);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function ignoreError(): void {}
