/** Our requests: which response belongs to which, and whether it is what was asked for. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { reqIdBytes, type Layout } from '../codec/layout.ts';
import { ANSWERS, type CableRequest, type ResponseMessage } from '../codec/message.ts';
import type { Link } from './link.ts';
import type { CableReason } from './observer.ts';

/** Peers that have nothing to send may send nothing, not even the end. */
const SILENT_MS = 20_000;
/** How many more hosts may forward our requests, where the layout says so. None: we dial whom we ask. */
const TTL = 0;

type Ending = 'ended' | 'silent' | 'lost' | 'cancelled';

export interface Asked {
  readonly reqId: Buffer;
  readonly request: CableRequest;
  readonly link: Link;
  /** What came, until the end. Returns whether the request is over before the peer says so. */
  readonly onResponse: (response: ResponseMessage) => Promise<boolean>;
  readonly done: Promise<Ending>;
}

interface Open extends Asked {
  readonly end: (how: Ending) => void;
  silence: NodeJS.Timeout | undefined;
}

export class Asker {
  readonly #open = new Map<string, Open>();
  /** Requests that are over, whose last responses may still come. */
  readonly #over = new LRUCache<string, true>({ max: 1_000 });
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Whether the request is one of ours, open or over. */
  isOwn(reqId: Buffer): boolean {
    const name = reqId.toString('hex');
    return this.#open.has(name) || this.#over.has(name);
  }

  /** Sends a request to one peer. A request that stays open has no limit of time. @throws ConnectionError */
  async ask(link: Link, request: CableRequest, onResponse: Asked['onResponse']): Promise<Asked> {
    const reqId = randomBytes(reqIdBytes(this.#layout));
    const name = reqId.toString('hex');
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const end = (how: Ending) => {
      clearTimeout(open.silence);
      this.#open.delete(name);
      this.#over.set(name, true);
      resolve(how);
    };
    const open: Open = { reqId, request, link, onResponse, done: promise, end, silence: undefined };
    this.#open.set(name, open);
    this.#restartSilence(open);
    try {
      await link.send({ ...request, reqId, ttl: TTL });
    } catch (error) {
      end('lost');
      throw error;
    }
    return open;
  }

  /** Ends a request that stays open, here and at the peer. */
  async cancel({ reqId, link }: Asked): Promise<void> {
    this.#open.get(reqId.toString('hex'))?.end('cancelled');
    const own = randomBytes(reqIdBytes(this.#layout));
    await link.send({ type: 'cancel', reqId: own, ttl: TTL, cancelId: reqId });
  }

  /** null if the response is what its request expects; else why it is dropped. */
  async take(link: Link, response: ResponseMessage): Promise<CableReason | null> {
    const name = response.reqId.toString('hex');
    if (this.#over.has(name)) return null;
    const open = this.#open.get(name);
    // Peers send every response to all of their connections.
    if (open === undefined || open.link.id !== link.id) return 'unknown_request';
    const { request } = open;
    if (request.type === 'cancel' || ANSWERS[request.type] !== response.type) return 'wrong_type';
    this.#restartSilence(open);
    // A channel list is the one response to its request, and the end.
    const isEnd = response.type === 'channelList' || isEmpty(response);
    const isOver = await open.onResponse(response);
    if (isEnd || isOver) open.end('ended');
    return null;
  }

  lost(link: Link): void {
    for (const open of this.#open.values()) if (open.link.id === link.id) open.end('lost');
  }

  #restartSilence(open: Open): void {
    clearTimeout(open.silence);
    if (staysOpen(open.request)) return;
    open.silence = setTimeout(() => open.end('silent'), SILENT_MS);
    open.silence.unref();
  }
}

function isEmpty(response: ResponseMessage): boolean {
  return (
    (response.type === 'hashes' && response.hashes.length === 0) ||
    (response.type === 'post' && response.posts.length === 0)
  );
}

function staysOpen(request: CableRequest): boolean {
  return (request.type === 'timeRange' && request.timeEnd === 0) || (request.type === 'state' && request.future === 1);
}
