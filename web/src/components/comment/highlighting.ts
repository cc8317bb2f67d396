/** Finds the coloured parts of code in a worker, which is started with the first request. */
// oxlint-disable-next-line import/default -- Vite makes the default export: the address of the built worker
import workerAddress from './code-worker.ts?worker&url';
import { startTrustedWorker } from '../../lib/trusted-worker.ts';
import { MAX_CODE_CHARACTERS, type CodeRun, type HighlightRequest, type HighlightResult } from './code-runs.ts';

/** The grammars are regular expressions run over text by strangers: a worker that does not finish in time is terminated. */
const TIMEOUT_MS = 3_000;
const MAX_CACHED = 200;
const PLAIN: readonly CodeRun[] = [];

/** By text; posts are rendered many times. */
const cache = new Map<string, Promise<readonly CodeRun[]>>();

/** Never rejects: empty for code that stays plain. */
export async function runsOf(text: string): Promise<readonly CodeRun[]> {
  if (text.length > MAX_CODE_CHARACTERS || text.trim() === '') return PLAIN;
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const requested = request(text);
  cache.set(text, requested);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return requested;
}

interface Pending extends HighlightRequest {
  readonly resolve: (runs: readonly CodeRun[]) => void;
}

const queue: Pending[] = [];
let worker: Worker | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

async function request(text: string): Promise<readonly CodeRun[]> {
  return new Promise((resolve) => {
    lastId += 1;
    queue.push({ id: lastId, text, resolve });
    if (queue.length === 1) sendFirst();
  });
}

/** Requests are sent one at a time, so that a time-out belongs to one of them. */
function sendFirst(): void {
  const [first] = queue;
  if (first === undefined) return;
  try {
    worker ??= startWorker();
  } catch {
    finishFirst(first.id, PLAIN);
    return;
  }
  timer = setTimeout(abandonFirst, TIMEOUT_MS);
  // A worker has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ id: first.id, text: first.text } satisfies HighlightRequest);
}

function startWorker(): Worker {
  const started = startTrustedWorker('code-worker', workerAddress);
  started.addEventListener('message', ({ data }: MessageEvent<HighlightResult>) => finishFirst(data.id, data.runs));
  started.addEventListener('error', abandonFirst);
  return started;
}

function finishFirst(id: number, runs: readonly CodeRun[]): void {
  const [first] = queue;
  if (first?.id !== id) return;
  clearTimeout(timer);
  queue.shift();
  first.resolve(runs);
  sendFirst();
}

function abandonFirst(): void {
  worker?.terminate();
  worker = null;
  const [first] = queue;
  if (first !== undefined) finishFirst(first.id, PLAIN);
}
