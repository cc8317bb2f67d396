import type pg from 'pg';
import type { ThreadObservation } from '../../mappings/post.ts';
import { acceptParsed, noteListAnswer, recordRefusal, request } from '../net/request.ts';
import type { Harvest } from '../board-harvest.ts';
import { withLease, type LeasedBoard } from '../leases/board-leases.ts';
import { refusalOf } from '../sources/parse-result.ts';
import type { HistoryThread, Source } from '../sources/source.ts';
import { readHarvestStates } from '../store/harvest-state.ts';
import { reportStored } from '../store/report-stored.ts';
import { storeThread } from '../store/store-thread.ts';
import { readProgress, saveProgress, type Progress } from './progress.ts';
import { SELECT_STORED } from './sql.ts';
import type { UrlHistory } from '../forums/url-history.ts';

/** A thread without new posts for this long is assumed never to change again. */
const STATIC_AFTER_MS = 30 * 86_400_000;
/** Pages read per pass and direction. Between passes the caller handles kicks, settings and the lease. */
const PAGES_PER_PASS = 10;
/** An unreadable page is skipped after this many attempts, so that it does not block the rest of the archive. */
const TRIES_PER_PAGE = 5;

/** Edge of a previous page whose numbers are not stored. */
const UNKNOWN_EDGE = Number.POSITIVE_INFINITY;

export type PagedSource = Source & Required<Pick<Source, 'history' | 'thread'>>;

/** `board` has its URL and source name at the archive that is read. */
export interface Walk extends Harvest {
  readonly source: PagedSource;
  /** Store only missing posts; the board's own source takes precedence for the others. */
  readonly onlyMissing: boolean;
  readonly history: UrlHistory;
  /** Failed attempts by URL of a page. Losing them costs requests, never posts. */
  readonly failures: Map<string, number>;
}

/**
 * One pass through an archive: from the newest threads to those already read, then onward to older threads from where the last pass
 * ended. Returns whether it brought new posts, or older pages remain.
 */
export async function walkThreads(walk: Walk, pagesPerPass = PAGES_PER_PASS): Promise<boolean> {
  const { pool, now } = walk.context;
  let progress = await readProgress(pool, walk.board);
  const save = async (next: Progress) => {
    progress = next;
    await withLease(pool, walk.board, (client) => saveProgress(client, walk.board, next, now()));
  };
  let news = false;
  // Lowest number of the previous page; no thread lies between it and this page. It is not stored between passes.
  let edge: number | null = progress.upPage > 1 ? UNKNOWN_EDGE : null;
  // Until the first page of the walk down is stored, there are no read threads to reach.
  for (let pages = 0; pages < pagesPerPass && (progress.downPage > 1 || progress.finished); pages++) {
    const { outcome, nums } = await readPage(walk, progress.upPage, edge);
    if (outcome === 'failed') return news;
    edge = nums.length === 0 ? null : Math.min(...nums);
    const isNews = outcome === 'news';
    news ||= isNews;
    await save({ ...progress, upPage: isNews ? progress.upPage + 1 : 1 });
    if (!isNews) break;
  }
  for (let pages = 0; pages < pagesPerPass && !progress.finished; pages++) {
    const { downPage, downNum } = progress;
    const { outcome, nums } = await readPage(walk, downPage, downNum);
    if (outcome === 'failed') return news;
    news = true;
    const finished = outcome === 'end';
    // The numbers on an unreadable page are unknown.
    const lowest = nums.length === 0 ? null : Math.min(...nums);
    await save({ ...progress, downPage: finished ? downPage : downPage + 1, downNum: lowest, finished });
  }
  return news;
}

interface PageRead {
  /** `covered`: everything on the page is stored already. `end`: the page is empty. */
  readonly outcome: 'news' | 'covered' | 'end' | 'failed';
  /** Numbers of the page's threads; empty if it could not be read. */
  readonly nums: readonly number[];
}

const without = (outcome: PageRead['outcome']): PageRead => ({ outcome, nums: [] });

async function readPage(walk: Walk, page: number, edge: number | null): Promise<PageRead> {
  const listed = await listPage(walk, page);
  if (listed === 'failed') return without('failed');
  if (listed === 'unreadable') return without('covered');
  const slipped = edge === null ? 'covered' : await readMovedThreads(walk, page, listed, edge);
  if (slipped === 'failed') return without('failed');
  if (listed.length === 0) return without('end');
  const outcome = await readThreads(walk, listed);
  if (outcome === 'failed') return without('failed');
  const nums = listed.map(({ num }) => num);
  await collapse(walk, nums, edge);
  return { outcome: slipped === 'news' ? 'news' : outcome, nums };
}

/**
 * When the archive removes a thread, those below it move up, and the first thread of a page moves to the previous page, which was
 * read already. So the previous page is read again unless this page reaches up to its end (`edge`), and so are pages before it while
 * they contain only threads from below the edge. This runs after this page was read: threads that move up later were seen on it.
 */
async function readMovedThreads(
  walk: Walk,
  page: number,
  listed: readonly HistoryThread[],
  edge: number,
): Promise<Outcome> {
  let news = false;
  let reached: readonly HistoryThread[] = listed;
  for (let above = page - 1; above >= 1 && reached.every(({ num }) => num < edge); above--) {
    const again = await listPage(walk, above);
    if (again === 'failed') return 'failed';
    if (again === 'unreadable') break;
    const below = again.filter(({ num }) => num < edge);
    const outcome = await readThreads(walk, below);
    if (outcome === 'failed') return 'failed';
    news ||= outcome === 'news';
    // With an unknown edge, a page whose threads are all stored is the end.
    if (outcome === 'covered' && again.length > 0) break;
    reached = again;
  }
  return news ? 'news' : 'covered';
}

/** The page's threads; empty beyond the last page. `unreadable` after TRIES_PER_PAGE failed attempts. */
async function listPage(walk: Walk, page: number): Promise<readonly HistoryThread[] | 'failed' | 'unreadable'> {
  const { context, board, source, failures } = walk;
  const url = source.history.url(board, page);
  const answer = await request(walk, { url, thread: null, validator: null });
  const reading = answer.kind === 'fetched' ? source.history.read(answer.body, board) : null;
  // Beyond the last page some archives answer that the page is gone.
  if (answer.kind !== 'gone' || page === 1) await noteListAnswer(walk, answer, reading);
  if (answer.kind === 'gone') return [];
  const read = reading === null ? null : await acceptParsed(walk, { url, thread: null }, reading);
  if (read === null) {
    if (answer.kind === 'slow-down' || answer.kind === 'failed') {
      context.logger.info(
        { board: board.name, url, answer },
        'no response; the page is requested again in the next pass',
      );
      return 'failed';
    }
    const tries = (failures.get(url) ?? 0) + 1;
    failures.set(url, tries);
    return tries < TRIES_PER_PAGE ? 'failed' : 'unreadable';
  }
  failures.delete(url);
  context.metrics.onSuccess(board.name, context.now());
  return read.threads;
}

type Outcome = 'news' | 'covered' | 'failed';

async function readThreads(walk: Walk, listed: readonly HistoryThread[]): Promise<Outcome> {
  let news = false;
  for (const thread of listed) {
    const outcome = await readThread(walk, thread);
    if (outcome === 'failed') return 'failed';
    news ||= outcome === 'news';
  }
  return news ? 'news' : 'covered';
}

/** Marks the page's range of threads as finished, with the gap to the previous page, if all are stored and will never change. */
async function collapse({ board, source, history }: Walk, nums: readonly number[], edge: number | null): Promise<void> {
  // On a page that is not in descending order there may be other threads between those listed.
  if (nums.some((num, at) => at > 0 && num >= (nums[at - 1] ?? 0))) return;
  for (const num of nums) if (!(await history.seen(source.thread.url(board, num), num))) return;
  const [first, last] = [Math.min(...nums), Math.max(...nums)];
  await history.finish(first, edge === null || edge === UNKNOWN_EDGE ? last : Math.max(last, edge - 1));
}

async function readThread(walk: Walk, listed: HistoryThread): Promise<Outcome> {
  const { context, board, source, history } = walk;
  const { pool, now } = context;
  const url = source.thread.url(board, listed.num);
  const { newest } = listed;
  const modified = newest === null ? 0 : Math.floor(newest.getTime() / 1000);
  const isStatic = newest !== null && now().getTime() - newest.getTime() > STATIC_AFTER_MS;
  if (await history.seen(url, listed.num)) return 'covered';
  const known = (await readHarvestStates(pool, board.id, [url])).get(url) ?? null;
  if (known?.seenModified === modified) {
    // An earlier process may have ended between storing and remembering it.
    if (isStatic) await history.remember(url, listed.num);
    return 'covered';
  }
  const thread = listed.whole ?? (await fetchThread(walk, url, listed.num));
  if (thread === 'failed') return 'failed';
  if (thread === null) return 'covered';
  const posts = walk.onlyMissing ? await missingPosts(pool, board, thread) : thread.posts;
  const state = { url, lastModified: null, seenModified: modified };
  const result = await storeThread(pool, context.slices, { board, thread: { ...thread, posts }, now: now(), ...state });
  await reportStored(walk, { url, thread: listed.num }, result, thread.posts.length);
  if (isStatic) await history.remember(url, listed.num);
  return 'news';
}

/** The posts that are not stored. While the lease is held, no other scraper can store them. */
async function missingPosts(pool: pg.Pool, board: LeasedBoard, { posts }: ThreadObservation) {
  const nums = posts.map(({ fields }) => fields.num);
  const { rows } = await pool.query<{ num: string; subnum: number }>(SELECT_STORED, [board.id, nums]);
  const stored = new Set(rows.map(({ num, subnum }) => `${num}.${subnum}`));
  return posts.filter(({ fields }) => !stored.has(`${fields.num}.${fields.subnum}`));
}

/** null for a thread that is gone or cannot be parsed; a later walk tries again. */
async function fetchThread(walk: Walk, url: string, num: number): Promise<ThreadObservation | null | 'failed'> {
  const { context, board, source } = walk;
  const document = { url, thread: num };
  const answer = await request(walk, { ...document, validator: null });
  switch (answer.kind) {
    case 'fetched':
      return acceptParsed(walk, document, source.thread.read(answer.body, num, board));
    case 'refused':
      return null;
    case 'gone':
    case 'not-modified':
      await recordRefusal(walk, document, refusalOf('not_found', 'the archive does not have the thread', ''));
      return null;
    case 'slow-down':
    case 'failed':
      context.logger.info(
        { board: board.name, url, answer },
        'no response; the thread is requested again in the next pass',
      );
      return 'failed';
  }
}
