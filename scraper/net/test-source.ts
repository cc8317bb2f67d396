/** Requests a board from its source before the board is added: the list, the board's title, and a thread. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseComment } from '../../mappings/comment/parse.ts';
import { commentPlainText } from '../../mappings/comment/plain-text.ts';
import type { SourceTest } from '../../mappings/contract/source-test.ts';
import type { ThreadObservation } from '../../mappings/post.ts';
import { titleOfOpening } from '../../mappings/thread-title.ts';
import type { ParseResult } from '../sources/parse-result.ts';
import type { ListedBoard, ListedThread, Source, SourceBoard } from '../sources/source.ts';
import { outcomeOf } from './answer-outcome.ts';
import type { Fetcher, FetchResult } from './fetch.ts';

export interface TestOptions {
  readonly fetcher: Fetcher;
  /** Between two requests. */
  readonly delayMs: number;
  /** Requests the board's title and a thread too. */
  readonly withSample: boolean;
  readonly signal: AbortSignal;
}

const MAX_BOARDS = 200;
const MAX_TEXT = 300;

const NOTHING = {
  boards: [],
  title: null,
  worksafe: null,
  threads: null,
  posts: null,
  months: null,
  sample: null,
} as const;

/** Answers with the reason if the source cannot be read. @throws the signal's reason if aborted */
export async function testSource(source: Source, board: SourceBoard, options: TestOptions): Promise<SourceTest> {
  const list = listOf(source, board);
  if (list === null) return { ...NOTHING, boards: [], outcome: 'unreadable', detail: null };
  const answer = await get(options, board, list.url);
  const reading = answer.kind === 'fetched' ? list.read(answer.body) : null;
  const refusal = reading === null || reading.ok ? null : reading.refusal.reason;
  const { outcome, detail } = outcomeOf(answer, refusal);
  if (outcome !== 'ok' && outcome !== 'no_board') return { ...NOTHING, boards: [], outcome, detail };
  const boards = outcome === 'ok' && !options.withSample ? [] : await readBoards(source, board, options);
  if (outcome === 'no_board' || reading === null || !reading.ok) {
    const names = boards.slice(0, MAX_BOARDS).map(({ name }) => name);
    return { ...NOTHING, boards: names, outcome: 'no_board', detail };
  }
  const listed = boards.find(({ name }) => name === board.sourceName);
  const { sample, ...size } = reading.value;
  return {
    outcome,
    detail,
    boards: [],
    title: listed?.title ?? null,
    worksafe: listed?.worksafe ?? null,
    ...size,
    sample: options.withSample ? await readSample(source, board, sample, options) : null,
  };
}

interface ListedSize {
  readonly threads: number | null;
  readonly posts: number | null;
  readonly months: number | null;
  /** A thread to show, or its number; null without one. */
  readonly sample: ThreadObservation | number | null;
}

interface SourceList {
  readonly url: string;
  readonly read: (body: string) => ParseResult<ListedSize>;
}

/** null for a source without a list. */
function listOf({ threads, history, mail }: Source, board: SourceBoard): SourceList | null {
  if (threads !== undefined) {
    return { url: threads.url(board), read: (body) => map(threads.read(body, board), sizeOfThreads) };
  }
  if (mail !== undefined) {
    return { url: mail.index.url(board), read: (body) => map(mail.index.read(body, board), sizeOfMail) };
  }
  if (history === undefined) return null;
  return {
    url: history.url(board, 1),
    read: (body) =>
      map(history.read(body, board), ({ threads: listed }) => {
        const [first] = listed;
        return { threads: listed.length, posts: null, months: null, sample: first?.whole ?? first?.num ?? null };
      }),
  };
}

function map<T, U>(reading: ParseResult<T>, change: (value: T) => U): ParseResult<U> {
  return reading.ok ? { ...reading, value: change(reading.value) } : reading;
}

function sizeOfMail(parts: readonly unknown[]): ListedSize {
  return { threads: null, posts: null, months: parts.length, sample: null };
}

function sizeOfThreads(listed: readonly ListedThread[]): ListedSize {
  const replies = listed.map((thread) => thread.replies);
  const posts = replies.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count + 1),
    0,
  );
  // The first threads of a board are often notes of its staff.
  const newest = listed.toSorted((one, other) => other.modified - one.modified)[0];
  return { threads: listed.length, posts, months: null, sample: newest?.num ?? null };
}

async function readBoards(
  { boards }: Source,
  board: SourceBoard,
  options: TestOptions,
): Promise<readonly ListedBoard[]> {
  if (boards === undefined) return [];
  const answer = await getNext(options, board, boards.url(board));
  if (answer.kind !== 'fetched') return [];
  const reading = boards.read(answer.body, board);
  return reading.ok ? reading.value : [];
}

async function readSample(
  { thread }: Source,
  board: SourceBoard,
  wanted: ListedSize['sample'],
  options: TestOptions,
): Promise<SourceTest['sample']> {
  if (wanted === null) return null;
  if (typeof wanted !== 'number') return sampleOf(wanted);
  if (thread === undefined) return null;
  const answer = await getNext(options, board, thread.url(board, wanted));
  if (answer.kind !== 'fetched') return null;
  const reading = thread.read(answer.body, wanted, board);
  return reading.ok ? sampleOf(reading.value) : null;
}

function sampleOf({ num, posts }: ThreadObservation): SourceTest['sample'] {
  const [opening] = posts;
  if (opening === undefined) return null;
  const { comment, subject, timePosted } = opening.fields;
  const tokens = comment === null ? [] : parseComment(comment).tokens;
  return {
    num,
    title: titleOfOpening({ subject, tokens }),
    text: commentPlainText(tokens).slice(0, MAX_TEXT),
    posted_at: timePosted.toISOString(),
    posts: posts.length,
  };
}

async function getNext(options: TestOptions, board: SourceBoard, url: string): Promise<FetchResult> {
  await sleep(options.delayMs, undefined, { signal: options.signal });
  return get(options, board, url);
}

async function get({ fetcher, signal }: TestOptions, board: SourceBoard, url: string): Promise<FetchResult> {
  return fetcher.get({ url, validator: null, allowedOrigins: new Set([new URL(board.url).origin]), signal });
}
