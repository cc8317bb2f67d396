/** One cabal: its connections, and the boards that are made of its channels. */
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
import type { Logger } from '../../../platform/logger.ts';
import type { CableMetrics } from './metrics.ts';
import { publishChannel, type PublishContext, type PublishedChannel } from './publish.ts';
import { CabalRecord } from './record.ts';

/** Between two writes of what admins see, and the longest time until something due is published. */
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
  /** The seed of this host's identity. */
  readonly identity: Buffer;
  readonly forwards: boolean;
  /** Of one cabal. */
  readonly maxBytes: number;
}

export class CabalPeer {
  readonly settings: CabalSettings;
  /** What a peer that dials must know, for each prologue in use. */
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
      onError: (err) => context.logger.error({ cabal: id, err }, 'posts of a cabal cannot be stored or served'),
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

  /** @throws ConfigError if the key cannot be read, or is another cabal's */
  static async start(
    context: CabalPeerContext,
    settings: CabalSettings,
    channels: readonly CabalChannel[],
  ): Promise<CabalPeer> {
    const key = await readKeyFile(settings.keyFile);
    if (!keyIdOf(key).equals(settings.keyId))
      throw new ConfigError(`${settings.keyFile} holds the key of another cabal than when its boards were added`);
    return new CabalPeer(context, settings, key, channels);
  }

  get peers(): number {
    return this.#host.peers.length;
  }

  get openRequests(): number {
    return this.#host.openRequests;
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
          logger.error({ cabal: id, board: channel.boardId, err: toError(error) }, 'a channel cannot be published yet');
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
      // The last record of a peer that closes: nobody is connected.
      await this.#record.save(pool, signal.aborted ? [] : this.#host.peers, now()).catch((error: unknown) => {
        logger.warn({ cabal: this.settings.id, err: toError(error) }, 'peers of a cabal cannot be recorded');
      });
    }
  }
}
