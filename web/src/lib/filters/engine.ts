/** Applies the reader's filters to posts, in a worker. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerAddress from './filter-worker.ts?worker&url';
import type { Post } from '../../../../mappings/contract/post.ts';
import { endWaiting, filtered, NOTHING_FILTERED } from '../filtered-posts.ts';
import { postKey } from '../hidden-posts.ts';
import { startTrustedWorker } from '../trusted-worker.ts';
import type { FilterAnswer, FilterRequest } from './filter-worker.ts';
import { type Filter, readFilters } from './syntax.ts';
import { filteredPost } from './values.ts';

/** An expression that takes longer on one batch of posts is stopped and not used again. */
const MAX_MS = 1_000;
const MAX_BATCH = 500;

interface Batch {
  readonly posts: readonly Post[];
  readonly id: number;
}

/** The text of the filters, and what it found so far. */
interface Run {
  readonly text: string;
  readonly filters: readonly Filter[];
  /** The revision in which each post was seen. */
  readonly seen: Map<string, number>;
  readonly waiting: Post[];
  /** The keys of found posts by the line of the filter. */
  readonly found: Map<number, Set<string>>;
  readonly slow: Set<number>;
}

let run: Run = newRun('');
let batch: Batch | null = null;
/** The filter that is being applied. */
let current = 0;
let worker: Worker | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
/** Those who wait until no post is waiting. */
let waiting: (() => void)[] = [];

function newRun(text: string): Run {
  return {
    text,
    filters: readFilters(text).filters,
    seen: new Map(),
    waiting: [],
    found: new Map(),
    slow: new Set(),
  };
}

/** Whether the filters were applied to any of these posts. */
export function hasSeen(posts: readonly Post[], text: string): boolean {
  return text === run.text && posts.some((post) => run.seen.has(postKey(post)));
}

/** Applies the filters to the posts that they have not seen. */
export function applyFilters(posts: readonly Post[], text: string): void {
  if (text !== run.text) {
    stopWorker();
    run = newRun(text);
    filtered.write(NOTHING_FILTERED);
  }
  for (const post of posts) {
    const key = postKey(post);
    if (run.seen.get(key) === post.rev) continue;
    run.seen.set(key, post.rev);
    run.waiting.push(post);
  }
  if (batch === null) next();
}

/** Resolves when the filters have been applied to all posts that were given. */
export async function whenApplied(): Promise<void> {
  if (batch !== null) await new Promise<void>((resolve) => waiting.push(resolve));
}

function next(): void {
  const posts = run.filters.length === 0 ? [] : run.waiting.splice(0, MAX_BATCH);
  if (posts.length === 0) end();
  else send(posts);
}

function end(): void {
  batch = null;
  for (const resolve of waiting) resolve();
  waiting = [];
  // The pages are rendered without the hidden posts by then.
  setTimeout(endWaiting);
}

function send(posts: readonly Post[]): void {
  lastId += 1;
  batch = { posts, id: lastId };
  current = 0;
  const request: FilterRequest = {
    id: lastId,
    filters: run.filters.filter(({ line }) => !run.slow.has(line)),
    posts: posts.map((post) => filteredPost(post, postKey(post))),
  };
  try {
    worker ??= startWorker();
  } catch {
    // A browser without workers has no filters.
    end();
    return;
  }
  // A worker has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(request);
}

function startWorker(): Worker {
  const started = startTrustedWorker('filter-worker', workerAddress);
  started.addEventListener('message', ({ data }: MessageEvent<FilterAnswer>) => {
    if (data.id !== batch?.id) return;
    clearTimeout(timer);
    if ('begins' in data) {
      current = data.begins;
      // Its own time only: that of loading the worker does not count.
      timer = setTimeout(abandon, MAX_MS);
      return;
    }
    take(data.found);
    next();
  });
  return started;
}

/** Stops the filter that takes too long, and repeats the batch without it. */
function abandon(): void {
  const posts = batch?.posts ?? [];
  stopWorker();
  run.slow.add(current);
  send(posts);
}

function stopWorker(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  batch = null;
}

function take(found: ReadonlyMap<number, readonly string[]>): void {
  const keys = new Set(batch?.posts.map((post) => postKey(post)));
  // A post may have changed since it was found.
  for (const ofLine of run.found.values()) for (const key of keys) ofLine.delete(key);
  for (const [line, ofLine] of found) run.found.set(line, new Set([...(run.found.get(line) ?? []), ...ofLine]));
  const hidden = new Map<string, number>();
  const gone = new Set<string>();
  const highlighted = new Map<string, number>();
  const top = new Set<string>();
  for (const filter of run.filters) {
    for (const key of run.found.get(filter.line) ?? []) {
      if (filter.highlight !== null) {
        highlighted.set(key, highlighted.get(key) ?? filter.line);
        if (filter.top) top.add(key);
      } else if (!hidden.has(key)) {
        hidden.set(key, filter.line);
        if (!filter.stub) gone.add(key);
      }
    }
  }
  filtered.write({ hidden, gone, highlighted, top, slow: new Set(run.slow) });
}
