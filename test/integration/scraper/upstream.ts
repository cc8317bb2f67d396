/** A small board in the form of the 4chan API. Tests can replace every answer. Its clock counts its changes. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { World } from '../../support/world.ts';
import type { Board } from '../../../mappings/board.ts';
import { upsertBoard } from '../../../store/boards/boards.ts';
import type { LeasedBoard } from '../../../scraper/leases/board-leases.ts';

export type SourcePost = Record<string, unknown> & { readonly no: number };

export interface Asked {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly path: string;
  readonly validator: string | undefined;
  readonly agent: string | undefined;
  readonly status: number;
}

/** In seconds; time of the first change of every board. */
const BEGINNING = 1_700_000_000;

export class Upstream {
  readonly asked: Asked[] = [];
  /** Answers that replace the board's own, by path. */
  readonly instead = new Map<string, RequestListener>();
  /** Threads per page of the list, in the order of their creation. */
  perPage = Number.POSITIVE_INFINITY;
  /** null for a board without an archive. */
  archived: number[] | null = null;
  hasCatalog = false;
  readonly #archivedThreads = new Map<number, { posts: SourcePost[]; modified: number }>();
  readonly #threads = new Map<number, { posts: SourcePost[]; modified: number }>();
  readonly #server: Server;
  #time = BEGINNING;

  constructor() {
    this.#server = createServer((request, response) => this.answer(request, response));
  }

  /** Serves this board's paths, for a server with several boards. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    const validator = request.headers['if-modified-since'];
    const agent = request.headers['user-agent'];
    const at = Date.now();
    response.once('close', () => this.asked.push({ at, path, validator, agent, status: response.statusCode }));
    const instead = this.instead.get(path);
    if (instead !== undefined) {
      instead(request, response);
      return;
    }
    const found = this.#find(path);
    if (found === null) {
      response.writeHead(404).end();
      return;
    }
    const headers = { 'content-type': 'application/json', 'last-modified': httpDate(found.modified) };
    if (validator === headers['last-modified']) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(JSON.stringify(found.document));
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Paths requested since the last call, in order. */
  takePaths(): string[] {
    return this.asked.splice(0).map(({ path }) => path);
  }

  /** Starts a thread with this many replies, numbered consecutively from its own number. */
  start(num: number, replies = 0, fields: Record<string, unknown> = {}): void {
    this.#time++;
    const opener = { no: num, resto: 0, time: this.#time, name: 'Anonymous', com: `opener ${num}`, ...fields };
    this.#threads.set(num, { posts: [opener], modified: this.#time });
    for (let reply = 1; reply <= replies; reply++) this.reply(num, num + reply);
  }

  reply(thread: number, num: number, fields: Record<string, unknown> = {}): void {
    const found = this.#thread(thread);
    this.#time++;
    found.posts.push({ no: num, resto: thread, time: this.#time, name: 'Anonymous', com: `reply ${num}`, ...fields });
    found.modified = this.#time;
  }

  edit(thread: number, num: number, fields: Record<string, unknown>): void {
    const found = this.#thread(thread);
    found.posts = found.posts.map((post) => (post.no === num ? { ...post, ...fields } : post));
    found.modified = ++this.#time;
  }

  drop(thread: number, num: number): void {
    const found = this.#thread(thread);
    found.posts = found.posts.filter((post) => post.no !== num);
    found.modified = ++this.#time;
  }

  /** Changes only the time. */
  touch(thread: number): void {
    this.#thread(thread).modified = ++this.#time;
  }

  prune(thread: number): void {
    this.#threads.delete(thread);
    this.#time++;
  }

  /** Removes the thread from the board; its document can still be requested. */
  archive(thread: number): void {
    const found = this.#thread(thread);
    this.#threads.delete(thread);
    const at = ++this.#time;
    const [opener, ...replies] = found.posts;
    if (opener === undefined) return;
    this.#archivedThreads.set(thread, {
      posts: [{ ...opener, archived: 1, closed: 1, archived_on: at }, ...replies],
      modified: at,
    });
    this.archived = [...(this.archived ?? []), thread];
  }

  posts(): SourcePost[] {
    return [...this.#threads.values()].flatMap(({ posts }) => posts);
  }

  modified(thread: number): number {
    return this.#thread(thread).modified;
  }

  document(thread: number): { posts: SourcePost[] } {
    return { posts: this.#thread(thread).posts };
  }

  list(): unknown {
    const threads = Array.from(this.#threads, ([no, { modified, posts }]) => ({
      no,
      last_modified: modified,
      replies: posts.length - 1,
    }));
    const count = Math.max(1, Math.ceil(threads.length / this.perPage));
    return Array.from({ length: count }, (_, page) => ({
      page: page + 1,
      threads: Number.isFinite(this.perPage) ? threads.slice(page * this.perPage, (page + 1) * this.perPage) : threads,
    }));
  }

  #thread(num: number): { posts: SourcePost[]; modified: number } {
    const found = this.#threads.get(num);
    if (found === undefined) throw new Error(`no thread ${num}`);
    return found;
  }

  #catalog(): unknown {
    const threads = [...this.#threads.values()].map(({ modified, posts: [opener, ...replies] }) => ({
      ...opener,
      replies: replies.length,
      last_modified: modified,
      last_replies: replies.slice(-5),
    }));
    return [{ page: 1, threads }];
  }

  #find(path: string): { readonly document: unknown; readonly modified: number } | null {
    if (/^\/\w+\/threads\.json$/.test(path)) return { document: this.list(), modified: this.#time };
    if (/^\/\w+\/archive\.json$/.test(path) && this.archived !== null) {
      return { document: this.archived, modified: this.#time };
    }
    if (/^\/\w+\/catalog\.json$/.test(path) && this.hasCatalog) {
      return { document: this.#catalog(), modified: this.#time };
    }
    const num = /^\/\w+\/thread\/(\d+)\.json$/.exec(path)?.[1];
    const thread =
      num === undefined ? undefined : (this.#threads.get(Number(num)) ?? this.#archivedThreads.get(Number(num)));
    return thread === undefined ? null : { document: { posts: thread.posts }, modified: thread.modified };
  }
}

export const LIST = '/g/threads.json';
export const CATALOG = '/g/catalog.json';
export const ARCHIVE = '/g/archive.json';

export function threadPath(num: number): string {
  return `/g/thread/${num}.json`;
}

export function httpDate(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}

export async function addBoard(world: World, url: string, sliceSize?: number, name = 'g'): Promise<Board> {
  return upsertBoard(world.pool, {
    name,
    title: 'Gardens',
    worksafe: true,
    source: '4chan',
    url,
    mediaUrl: url,
    ...(sliceSize !== undefined && { sliceSize }),
  });
}

/** A board whose lease the test holds until it releases it. */
export async function addHeldBoard(world: World, url: string, sliceSize?: number): Promise<LeasedBoard> {
  return hold(world, await addBoard(world, url, sliceSize));
}

export async function hold(world: World, board: Board): Promise<LeasedBoard> {
  const { rows } = await world.pool.query<{ fence: string }>(
    `insert into harvest_leases (board_id, worker, lease_until) values ($1, 'test', 'infinity')
     on conflict (board_id) do update set worker = 'test', lease_until = 'infinity'
     returning fence`,
    [board.id],
  );
  return { ...board, fence: Number(rows[0]?.fence) };
}
