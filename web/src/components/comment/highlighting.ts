/** Asks a worker what the parts of a piece of code are. It is started with the first question. */
export interface CodeQuestion {
  readonly id: number;
  readonly text: string;
}

export interface CodeAnswer {
  readonly id: number;
  readonly runs: readonly CodeRun[];
}

/** The grammars are regular expressions over what strangers wrote: one that does not end is ended. */
const PATIENCE_MS = 3_000;
const KEPT = 200;
const PLAIN: readonly CodeRun[] = [];

/** By text; a post is drawn many times. */
const known = new Map<string, Promise<readonly CodeRun[]>>();

/** Nothing where it stays plain. Never fails. */
export async function runsOf(text: string): Promise<readonly CodeRun[]> {
  if (text.length > MOST_CHARACTERS || text.trim() === '') return PLAIN;
  const before = known.get(text);
  if (before !== undefined) return before;
  const asked = ask(text);
  known.set(text, asked);
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return asked;
}

interface Waiting extends CodeQuestion {
  readonly answer: (runs: readonly CodeRun[]) => void;
}

const waiting: Waiting[] = [];
let worker: Worker | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

async function ask(text: string): Promise<readonly CodeRun[]> {
  return new Promise((resolve) => {
    asked += 1;
    waiting.push({ id: asked, text, answer: resolve });
    if (waiting.length === 1) send();
  });
}

/** One at a time, so that it is known which one takes too long. */
function send(): void {
  const [next] = waiting;
  if (next === undefined) return;
  try {
    worker ??= startWorker();
  } catch {
    answer(next.id, PLAIN);
    return;
  }
  timer = setTimeout(giveUp, PATIENCE_MS);
  // A worker has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ id: next.id, text: next.text } satisfies CodeQuestion);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<CodeAnswer>) => answer(data.id, data.runs));
  started.addEventListener('error', giveUp);
  return started;
}

function answer(id: number, runs: readonly CodeRun[]): void {
  const [first] = waiting;
  if (first?.id !== id) return;
  clearTimeout(timer);
  waiting.shift();
  first.answer(runs);
  send();
}

function giveUp(): void {
  worker?.terminate();
  worker = null;
  const [first] = waiting;
  if (first !== undefined) answer(first.id, PLAIN);
}

/** What is longer stays plain. */
export const MOST_CHARACTERS = 20_000;

/** What a part of a piece of code is; what is nothing of these bears no colour. */
export const CODE_KINDS = ['keyword', 'string', 'number', 'comment', 'name', 'meta'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** `[start, end)` in UTF-16 code units. In order, and apart from each other. */
export type CodeRun = readonly [start: number, end: number, kind: CodeKind];

interface CodePiece {
  readonly start: number;
  readonly text: string;
  readonly kind: CodeKind | null;
}

/** A text cut where its kind changes; joined, the pieces are the text. `text` begins at `from` of what the runs are about. */
export function codePieces(text: string, runs: readonly CodeRun[], from = 0): readonly CodePiece[] {
  const pieces: CodePiece[] = [];
  let at = 0;
  const push = (end: number, kind: CodeKind | null) => {
    if (at < end) pieces.push({ start: at, text: text.slice(at, end), kind });
    at = Math.max(at, end);
  };
  for (const [start, end, kind] of runs) {
    push(Math.min(start - from, text.length), null);
    push(Math.min(end - from, text.length), kind);
  }
  push(text.length, null);
  return pieces;
}
