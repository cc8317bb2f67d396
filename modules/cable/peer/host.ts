/** A host in one cabal: its peers, its requests to them, and its answers to theirs. */
import type pg from 'pg';
import { toError } from '../../../platform/errors.ts';
import { CableError, ConnectionError } from '../cable-error.ts';
import { isChannelSafe } from '../codec/deployed-limits.ts';
import { decodeMessage, encodeMessage, isRequest, type CableMessage } from '../codec/message.ts';
import type { Cabal } from '../views/cabal.ts';
import { RequestServer } from './request-server.ts';
import { RequestClient } from './request-client.ts';
import type { Connection } from './connection.ts';
import { Fetcher } from './fetcher.ts';
import { Forwarding } from './forwarding.ts';
import { PostReceiver } from './receive-posts.ts';
import { PEER_LIMITS, type AwayList, type PeerLimits } from './limits.ts';
import type { Link } from './link.ts';
import { STRIKES, type CableReason, type HostObserver } from './observer.ts';
import { syncChannel } from './sync-channel.ts';

export interface HostOptions {
  readonly pool: pg.Pool;
  readonly cabal: Cabal;
  readonly observer: HostObserver;
  readonly now: () => Date;
  /** Banned peers, by address without port. */
  readonly away: AwayList;
  /** Whether requests of other peers are forwarded. */
  readonly forwards?: boolean;
  readonly limits?: PeerLimits;
  readonly onError: (error: Error) => void;
  /** Called after each commit. */
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
  readonly #requests: RequestClient;
  readonly #server: RequestServer;
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
    this.#requests = new RequestClient(cabal.layout);
    this.#server = new RequestServer(shared);
    const receiver = new PostReceiver({
      ...shared,
      closing: this.#closing.signal,
      onStored: async (outcome) => {
        options.onStored?.();
        await this.#server.onStored(outcome);
      },
    });
    this.#fetcher = new Fetcher({ ...shared, requests: this.#requests, receiver, wanted: limits.wanted });
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

  /** The number of requests that are being answered or stay open. */
  get openRequests(): number {
    return this.#server.openRequests;
  }

  /** Sets the channels to archive. New channels are requested from all peers immediately. */
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
      this.#requests.lost(link);
      this.#server.lost(link);
      this.#fetcher.lost(link);
      this.#forwarding?.lost(link.id);
      connection.destroy();
    }
  }

  /** Ends all connections. Posts that are not committed will be requested again. */
  close(): void {
    this.#closing.abort();
    for (const { connection } of this.#peers.values()) connection.end();
  }

  #sync({ link, connection }: Peer, channel: string): void {
    const { pool, cabal, now, onError } = this.#options;
    if (cabal.layout === 'deployed' && !isChannelSafe(channel)) {
      this.#refuse(link.peer, 'held_back', 'requests for a channel whose name would crash the program of the peer');
      return;
    }
    syncChannel(
      { pool, cabal, requests: this.#requests, fetcher: this.#fetcher, now, page: this.#limits.page },
      link,
      channel,
    ).catch((thrown: unknown) => {
      const error = toError(thrown);
      if (this.#closing.signal.aborted || error instanceof ConnectionError) return;
      // This channel would not be synchronized any more, so the peer is dialled again.
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
      // Peers may forward our own requests back to us.
      if (this.#requests.isOwn(message.reqId)) return;
      this.#server.answer(link, message);
      this.#pass(this.#forwarding?.forward(link.id, message) ?? null, (id) => id !== link.id);
      return;
    }
    const origins = this.#forwarding?.originsOf(message.reqId) ?? [];
    if (origins.length > 0) {
      this.#pass(message, (id) => id !== link.id && origins.includes(id));
      return;
    }
    const reason = await this.#requests.take(link, message);
    if (reason !== null) this.#refuse(link.peer, reason, `a response of type ${message.type}`);
  }

  #pass(message: CableMessage | null, isFor: (link: number) => boolean): void {
    if (message === null) return;
    for (const { link } of this.#peers.values()) if (isFor(link.id)) link.send(message).catch(ignoreError);
  }

  /** Reports the refusal, counts strikes, and bans the peer if it has too many. */
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

/** Returns the address without the port. */
export function hostOf(peer: string): string {
  return peer.slice(0, peer.lastIndexOf(':'));
}

function ignoreError(): void {}
