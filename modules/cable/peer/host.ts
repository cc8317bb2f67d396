/** This host in one cabal: its peers, what it asks of them, and what it answers. */
import type pg from 'pg';
import { toError } from '../../../platform/errors.ts';
import { CableError, ConnectionError } from '../cable-error.ts';
import { isChannelSafe } from '../codec/deployed-limits.ts';
import { decodeMessage, encodeMessage, isRequest, type CableMessage } from '../codec/message.ts';
import type { Cabal } from '../views/cabal.ts';
import { Answerer } from './request-server.ts';
import { Asker } from './request-client.ts';
import type { Connection } from './connection.ts';
import { Fetcher } from './fetcher.ts';
import { Forwarding } from './forwarding.ts';
import { Ingest } from './receive-posts.ts';
import { PEER_LIMITS, type AwayList, type PeerLimits } from './limits.ts';
import type { Link } from './link.ts';
import { STRIKES, type CableReason, type HostObserver } from './observer.ts';
import { syncChannel } from './sync-channel.ts';

export interface HostOptions {
  readonly pool: pg.Pool;
  readonly cabal: Cabal;
  readonly observer: HostObserver;
  readonly now: () => Date;
  /** Peers that misbehaved, by address without port. */
  readonly away: AwayList;
  /** Whether requests of others are passed on. */
  readonly forwards?: boolean;
  readonly limits?: PeerLimits;
  readonly onError: (error: Error) => void;
  /** After each commit. */
  readonly onStored?: () => void;
}

interface Peer {
  readonly link: Link;
  readonly connection: Connection;
  readonly isDialled: boolean;
  readonly since: Date;
  strikes: number;
}

export interface ConnectedPeer extends Pick<Peer, 'isDialled' | 'since' | 'strikes'> {
  readonly peer: string;
  readonly isPlain: boolean;
}

let lastLink = 0;

export class CableHost {
  readonly #options: HostOptions;
  readonly #limits: PeerLimits;
  readonly #observer: HostObserver;
  readonly #asker: Asker;
  readonly #answerer: Answerer;
  readonly #fetcher: Fetcher;
  readonly #forwarding: Forwarding | null;
  readonly #peers = new Map<number, Peer>();
  readonly #closing = new AbortController();
  #channels: readonly string[] = [];

  constructor(options: HostOptions) {
    const { pool, cabal, now, limits = PEER_LIMITS, onError } = options;
    this.#options = options;
    this.#limits = limits;
    this.#observer = {
      ...options.observer,
      refused: (peer, reason, detail, times) => this.#refuse(peer, reason, detail, times),
    };
    const shared = { pool, cabal, limits, observer: this.#observer, now, onError };
    this.#asker = new Asker(cabal.layout);
    this.#answerer = new Answerer(shared);
    const ingest = new Ingest({
      ...shared,
      closing: this.#closing.signal,
      onStored: async (outcome) => {
        options.onStored?.();
        await this.#answerer.onStored(outcome);
      },
    });
    this.#fetcher = new Fetcher({ ...shared, asker: this.#asker, ingest, wanted: limits.wanted });
    this.#forwarding = options.forwards === true ? new Forwarding() : null;
  }

  get peers(): readonly ConnectedPeer[] {
    return [...this.#peers.values()].map(({ link, connection, isDialled, since, strikes }) => ({
      peer: link.peer,
      isPlain: connection.isPlain,
      isDialled,
      since,
      strikes,
    }));
  }

  /** Requests of peers that are being answered or stay open. */
  get openRequests(): number {
    return this.#answerer.openRequests;
  }

  /** The channels that are kept. New ones are asked of all peers at once. */
  follow(channels: readonly string[]): void {
    const added = channels.filter((channel) => !this.#channels.includes(channel));
    this.#channels = channels;
    for (const peer of this.#peers.values()) for (const channel of added) this.#sync(peer, channel);
  }

  /** Exchanges posts with a peer until the connection ends. */
  async attach(connection: Connection, isDialled = false): Promise<void> {
    const { layout } = this.#options.cabal;
    const link: Link = {
      id: (lastLink += 1),
      peer: connection.peer,
      send: (message) => connection.send(encodeMessage(message, layout)),
    };
    const peer: Peer = { link, connection, isDialled, since: this.#options.now(), strikes: 0 };
    if (this.#closing.signal.aborted || this.#options.away.has(hostOf(link.peer), this.#options.now().getTime())) {
      connection.end();
      return;
    }
    this.#peers.set(link.id, peer);
    this.#fetcher.add(link);
    for (const channel of this.#channels) this.#sync(peer, channel);
    try {
      for await (const bytes of connection.messages()) await this.#take(peer, bytes);
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      if (!this.#closing.signal.aborted) this.#refuse(link.peer, 'connection', error.message);
    } finally {
      this.#peers.delete(link.id);
      this.#asker.lost(link);
      this.#answerer.lost(link);
      this.#fetcher.lost(link);
      this.#forwarding?.lost(link.id);
      connection.destroy();
    }
  }

  /** Ends all connections. What was received and is not committed is asked for again. */
  close(): void {
    this.#closing.abort();
    for (const { connection } of this.#peers.values()) connection.end();
  }

  #sync({ link, connection }: Peer, channel: string): void {
    const { pool, cabal, now, onError } = this.#options;
    if (cabal.layout === 'deployed' && !isChannelSafe(channel)) {
      this.#refuse(link.peer, 'held_back', 'requests for a channel whose name would end the program of the peer');
      return;
    }
    syncChannel(
      { pool, cabal, asker: this.#asker, fetcher: this.#fetcher, now, page: this.#limits.page },
      link,
      channel,
    ).catch((thrown: unknown) => {
      const error = toError(thrown);
      if (this.#closing.signal.aborted || error instanceof ConnectionError) return;
      // Without the answer nothing more would be asked of this peer: it is dialled again.
      onError(error);
      connection.destroy();
    });
  }

  async #take(peer: Peer, bytes: Buffer): Promise<void> {
    const { link } = peer;
    let message: CableMessage | null;
    try {
      message = decodeMessage(bytes, this.#options.cabal.layout);
    } catch (error) {
      if (!(error instanceof CableError)) throw error;
      this.#refuse(link.peer, error.because, error.message);
      return;
    }
    if (message === null) return;
    if (isRequest(message)) {
      // Peers pass our own requests back to us.
      if (this.#asker.isOwn(message.reqId)) return;
      this.#answerer.answer(link, message);
      this.#pass(this.#forwarding?.forward(link.id, message) ?? null, (id) => id !== link.id);
      return;
    }
    const origins = this.#forwarding?.originsOf(message.reqId) ?? [];
    if (origins.length > 0) {
      this.#pass(message, (id) => id !== link.id && origins.includes(id));
      return;
    }
    const reason = await this.#asker.take(link, message);
    if (reason !== null) this.#refuse(link.peer, reason, `a response of the type ${message.type}`);
  }

  #pass(message: CableMessage | null, isFor: (link: number) => boolean): void {
    if (message === null) return;
    for (const { link } of this.#peers.values()) if (isFor(link.id)) link.send(message).catch(ignoreError);
  }

  /** Tells the operator, and counts the strikes of the peer. */
  #refuse(name: string, reason: CableReason, detail: string, times = 1): void {
    this.#options.observer.refused(name, reason, detail, times);
    const strikes = (STRIKES[reason] ?? 0) * times;
    if (strikes === 0) return;
    for (const peer of this.#peers.values()) {
      if (peer.link.peer !== name) continue;
      peer.strikes += strikes;
      if (peer.strikes < this.#limits.strikes) continue;
      this.#options.away.send(hostOf(name), this.#options.now().getTime() + this.#limits.awayMs);
      this.#options.observer.refused(name, 'away', `after ${peer.strikes} strikes`);
      peer.connection.destroy();
    }
  }
}

/** Without the port. */
export function hostOf(peer: string): string {
  return peer.slice(0, peer.lastIndexOf(':'));
}

function ignoreError(): void {}
