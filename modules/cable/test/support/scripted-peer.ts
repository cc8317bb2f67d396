/**
 * A peer that behaves like the common client program, over plain TCP in the deployed layout: it sends each response to all connections,
 * forwards requests back with a lower ttl, puts all posts into one message, and does not answer requests for unknown posts at all. It still
 * sends posts that it has deleted.
 */
import { createServer, type Server, type Socket } from 'node:net';
import {
  isRequest,
  decodeMessage,
  encodeMessage,
  type CableMessage,
  type RequestMessage,
} from '../../codec/message.ts';
import { decodePost, type CablePost } from '../../codec/post.ts';
import { MessageSplitter } from '../../peer/message-splitter.ts';
import type { MadePost } from './posts.ts';

interface Kept extends MadePost {
  readonly post: CablePost;
}

interface OpenRequest {
  readonly channel: string;
  readonly kind: 'timeRange' | 'state';
  readonly reqId: Buffer;
}

export class ScriptedPeer {
  readonly requests: RequestMessage[] = [];
  readonly posts = new Map<string, Kept>();
  readonly #open: OpenRequest[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** Called when half of a response with posts is sent. */
  onHalf: (() => void) | null = null;
  /** Cuts the connection in the middle of the next response with posts, after this many bytes. */
  cutAfter: number | null = null;

  constructor() {
    this.#server = createServer((socket) => this.#take(socket));
  }

  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return this.port;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cut();
    await closed;
  }

  /** Closes all connections abruptly. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Stores posts and announces them to open requests. */
  add(...made: readonly MadePost[]): void {
    for (const { bytes, hash } of made) {
      const post = decodePost(bytes, 'deployed');
      this.posts.set(hash.toString('hex'), { bytes, hash, post });
      for (const { channel, kind, reqId } of this.#open)
        if (isOf(post, channel, kind) || post.type === 'delete')
          this.#sendAll({ type: 'hashes', reqId, hashes: [hash] });
    }
  }

  /** Sends arbitrary bytes to all connections. */
  sendRaw(bytes: Buffer): void {
    for (const socket of this.#sockets) socket.write(bytes);
  }

  get connections(): number {
    return this.#sockets.size;
  }

  #take(socket: Socket): void {
    const splitter = new MessageSplitter();
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      for (const one of splitter.split(bytes)) {
        const message = decodeMessage(one, 'deployed');
        if (message !== null && isRequest(message)) this.#answer(message);
      }
    });
  }

  #answer(request: RequestMessage): void {
    this.requests.push(request);
    // The sender gets its own request back.
    if (request.ttl > 0) this.#sendAll({ ...request, ttl: request.ttl - 1 });
    const { reqId } = request;
    const kept = [...this.posts.values()];
    if (request.type === 'posts') {
      const found = request.hashes.flatMap((hash) => this.posts.get(hash.toString('hex'))?.bytes ?? []);
      if (found.length === 0) return;
      this.#sendAll({ type: 'post', reqId, posts: found });
      this.#sendAll({ type: 'post', reqId, posts: [] });
    } else if (request.type === 'timeRange') {
      const { channel, timeStart, timeEnd, limit } = request;
      const found = kept
        .filter(({ post }) => isOf(post, channel, 'timeRange') || post.type === 'delete')
        .filter(({ post }) => post.timestamp >= timeStart && (timeEnd === 0 || post.timestamp < timeEnd))
        .sort((a, b) => b.post.timestamp - a.post.timestamp)
        .slice(0, limit === 0 ? undefined : limit);
      this.#sendAll({ type: 'hashes', reqId, hashes: found.map(({ hash }) => hash) });
      if (timeEnd === 0) this.#open.push({ channel, kind: 'timeRange', reqId });
      else if (found.length > 0) this.#sendAll({ type: 'hashes', reqId, hashes: [] });
    } else if (request.type === 'state') {
      const found = kept.filter(({ post }) => isOf(post, request.channel, 'state'));
      if (found.length > 0) this.#sendAll({ type: 'hashes', reqId, hashes: found.map(({ hash }) => hash) });
      if (request.future === 1) this.#open.push({ channel: request.channel, kind: 'state', reqId });
    } else if (request.type === 'channels') this.#sendAll({ type: 'channelList', reqId, channels: [] });
  }

  #sendAll(message: CableMessage): void {
    const bytes = encodeMessage(message, 'deployed');
    for (const socket of this.#sockets) {
      if (this.cutAfter !== null && message.type === 'post' && message.posts.length > 0) {
        socket.write(bytes.subarray(0, this.cutAfter), () => socket.destroy());
        this.cutAfter = null;
      } else if (this.onHalf !== null && message.type === 'post' && message.posts.length > 0) {
        const half = bytes.length >> 1;
        const { onHalf } = this;
        socket.write(bytes.subarray(0, half), () => {
          onHalf();
          socket.write(bytes.subarray(half));
        });
      } else socket.write(bytes);
    }
  }
}

function isOf(post: CablePost, channel: string, kind: OpenRequest['kind']): boolean {
  if (kind === 'timeRange') return post.type === 'text' && post.channel === channel;
  if (post.type === 'info') return true;
  return (post.type === 'topic' || post.type === 'join' || post.type === 'leave') && post.channel === channel;
}
