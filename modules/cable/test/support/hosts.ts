import { connect } from 'node:net';
import { BlockList } from 'node:net';
import type pg from 'pg';
import { noiseKeys } from '../../noise/handshake.ts';
import { secureDialled, plainConnection, type Connection, type Prologue, type Secrets } from '../../peer/connection.ts';
import { CableHost, type HostOptions } from '../../peer/host.ts';
import { AwayList } from '../../peer/limits.ts';
import { listenPlain, listenSecure, type Listener } from '../../peer/network.ts';
import type { HostObserver } from '../../peer/observer.ts';
import type { Cabal } from '../../views/cabal.ts';

export interface Recorded extends HostObserver {
  /** Counts by reason. */
  readonly reasons: Map<string, number>;
  readonly errors: Error[];
  readonly counts: { posts: number; deleted: number };
}

export function recorder(): Recorded {
  const reasons = new Map<string, number>();
  const counts = { posts: 0, deleted: 0 };
  return {
    reasons,
    errors: [],
    counts,
    refused: (_, reason, __, times = 1) => reasons.set(reason, (reasons.get(reason) ?? 0) + times),
    stored(posts, deleted) {
      counts.posts += posts;
      counts.deleted += deleted;
    },
    answered: () => undefined,
    received: () => undefined,
  };
}

export interface TestHost {
  readonly host: CableHost;
  readonly seen: Recorded;
}

export function startHost(pool: pg.Pool, cabal: Cabal, options: Partial<HostOptions> = {}): TestHost {
  const seen = recorder();
  const host = new CableHost({
    pool,
    cabal,
    observer: seen,
    now: () => new Date(),
    away: new AwayList(),
    onError: (error) => seen.errors.push(error),
    ...options,
  });
  return { host, seen };
}

export function secretsOf(cabalKey: number, prologue: Prologue = 'CABLE/1.0'): Secrets {
  return { cabalKey: Buffer.alloc(32, cabalKey), staticKeys: noiseKeys(), prologue };
}

const ignore = () => undefined;

/** `secrets`: null for no encryption. */
export async function listenFor(host: CableHost, secrets: Secrets | null, port = 0): Promise<Listener> {
  const at = { host: '127.0.0.1', port };
  if (secrets !== null)
    return listenSecure(
      at,
      () => [{ secrets }],
      (_, connection) => host.attach(connection),
      ignore,
    );
  const allowed = new BlockList();
  allowed.addAddress('127.0.0.1');
  return listenPlain(at, allowed, (connection) => host.attach(connection), ignore);
}

export async function dialTo(port: number, secrets: Secrets | null): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  return secrets === null ? plainConnection(socket) : secureDialled(socket, secrets);
}
