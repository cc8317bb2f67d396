/** This scraper in one cabal: connects to its peers, and publishes its channels as boards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readKeyFile, keyIdOf } from '../key-files.ts';
import { noiseKeysOf } from '../noise/handshake.ts';
import { signingKeys } from '../codec/crypto.ts';
import type { Layout } from '../codec/layout.ts';
import type { Connection, Prologue, Secrets } from '../peer/connection.ts';
import { CableHost } from '../peer/host.ts';
import { PEER_LIMITS, type AwayList } from '../peer/limits.ts';
import { keepDialling } from '../peer/network.ts';
import { ConfigError, toError } from '../../../platform/errors.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { CableMetrics } from './metrics.ts';
import { publishChannel, type PublishContext, type PublishedChannel } from './publish.ts';
import { CabalRecord } from './record.ts';
import { FORGET_REMOVED } from './sql.ts';
import { LOCK_CABAL } from '../views/sql.ts';

/** The interval in which the record for admins is saved, and the longest delay of due posts. */
const RECORD_MS = 5_000;

export interface CabalAddress {
  readonly host: string;
  readonly port: number;
  readonly isPlain: boolean;
  readonly prologue: Prologue;
}

export interface CabalChannel extends PublishedChannel {
  readonly name: string;
}

export interface CabalSettings {
  readonly id: number;
  readonly layout: Layout;
  readonly keyFile: string;
  readonly keyId: Buffer;
  readonly addresses: readonly CabalAddress[];
}

export interface CabalPeerContext extends PublishContext {
  readonly logger: Logger;
  readonly metrics: CableMetrics;
  readonly away: AwayList;
  /** The seed of the signing keys of this host. */
  readonly identity: Buffer;
  readonly forwards: boolean;
  /** The limit for each cabal. */
  readonly maxBytes: number;
}

export class CabalPeer {
  readonly settings: CabalSettings;
  /** The secrets for accepting connections: one entry for each prologue in use. */
  readonly accepted: readonly { readonly secrets: Secrets; readonly peer: CabalPeer }[];
  readonly #context: CabalPeerContext;
  readonly #host: CableHost;
  readonly #record: CabalRecord;
  readonly #stop = new AbortController();
  readonly #running: Promise<unknown>;
  #channels: readonly CabalChannel[];
  #wake: () => void = () => undefined;

  private constructor(
    context: CabalPeerContext,
    settings: CabalSettings,
    cabalKey: Buffer,
    channels: readonly CabalChannel[],
  ) {
    this.#context = context;
    this.settings = settings;
    this.#channels = channels;
    this.#record = new CabalRecord(settings.id, context.metrics);
    const { id, layout, addresses } = settings;
    this.#host = new CableHost({
      pool: context.pool,
      cabal: { id, layout },
      observer: this.#record.observer,
      now: context.now,
      away: context.away,
      forwards: context.forwards,
      limits: { ...PEER_LIMITS, totalBytes: context.maxBytes },
      onError: (err) => context.logger.error({ cabal: id, err }, 'cannot store or serve posts of a cabal'),
      onStored: () => this.#wake(),
    });
    this.#host.follow(channels.map(({ name }) => name));
    const staticKeys = noiseKeysOf(signingKeys(context.identity));
    const secretsFor = (prologue: Prologue): Secrets => ({ cabalKey, staticKeys, prologue });
    const prologues = new Set<Prologue>(['CABLE/1.0', ...addresses.map(({ prologue }) => prologue)]);
    this.accepted = [...prologues].map((prologue) => ({ secrets: secretsFor(prologue), peer: this }));
    this.#running = Promise.all([
      this.#publish(),
      this.#keepRecord(),
      ...addresses.map(({ host, port, isPlain, prologue }) =>
        keepDialling({
          host,
          port,
          secrets: isPlain ? null : secretsFor(prologue),
          attach: (connection) => this.#host.attach(connection, true),
          onFailure: (error) => this.onFailure(`${host}:${port}`, error),
          signal: this.#stop.signal,
        }),
      ),
    ]);
  }

  /** @throws ConfigError if the key cannot be read or belongs to another cabal */
  static async start(
    context: CabalPeerContext,
    settings: CabalSettings,
    channels: readonly CabalChannel[],
  ): Promise<CabalPeer> {
    const key = await readKeyFile(settings.keyFile);
    if (!keyIdOf(key).equals(settings.keyId))
      throw new ConfigError(`${settings.keyFile} has another key than when the boards of the cabal were added`);
    await inTransaction(context.pool, async (client) => {
      await client.query(LOCK_CABAL, [settings.id]);
      await client.query(FORGET_REMOVED, [settings.id]);
    });
    return new CabalPeer(context, settings, key, channels);
  }

  get peers(): number {
    return this.#host.peers.length;
  }

  get openRequests(): number {
    return this.#host.openRequests;
  }

  /** Whether all followed channels are among these. Requests for a channel stay open as long as their connections. */
  isWithin(channels: readonly CabalChannel[]): boolean {
    return this.#channels.every(({ boardId }) => channels.some((channel) => channel.boardId === boardId));
  }

  follow(channels: readonly CabalChannel[]): void {
    this.#channels = channels;
    this.#host.follow(channels.map(({ name }) => name));
    this.#wake();
  }

  async attach(connection: Connection): Promise<void> {
    await this.#host.attach(connection);
  }

  onFailure(peer: string, error: Error): void {
    this.#record.refused(peer, 'connection', error.message);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#host.close();
    this.#wake();
    await this.#running;
  }

  async #publish(): Promise<void> {
    const { logger, metrics } = this.#context;
    const { id, layout } = this.settings;
    while (!this.#stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      for (const channel of this.#channels) {
        try {
          const { written, purged } = await publishChannel(this.#context, { id, layout }, channel);
          metrics.onPublished(written, purged);
        } catch (error) {
          this.#context.slices.forget();
          logger.error(
            { cabal: id, board: channel.boardId, err: toError(error) },
            'cannot publish a channel; it will be tried again',
          );
        }
        if (this.#stop.signal.aborted) return;
      }
      await Promise.race([woken, sleep(RECORD_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined)]);
    }
  }

  async #keepRecord(): Promise<void> {
    const { pool, now, logger } = this.#context;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(RECORD_MS, undefined, { signal }).catch(() => undefined);
      // The last record, while closing, has no peers.
      await this.#record.save(pool, signal.aborted ? [] : this.#host.peers, now()).catch((error: unknown) => {
        logger.warn({ cabal: this.settings.id, err: toError(error) }, 'cannot save the record of the peers of a cabal');
      });
    }
  }
}
