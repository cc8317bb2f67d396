import type pg from 'pg';
import { accept, ask, refuse } from '../ask.ts';
import type { ScraperContext } from '../context.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';
import { refusalOf } from '../reading.ts';
import type { HistoryThread, Source, ThreadObservation } from '../source.ts';
import { readHarvestStates } from '../store/harvest-state.ts';
import { writeThread } from '../store/write-thread.ts';
import { readProgress, saveProgress, type Progress } from './progress.ts';
import { SELECT_STORED } from './sql.ts';
import type { UrlHistory } from './url-history.ts';

/** A thread that nobody has written in for so long is as it will always be. */
const STATIC_AFTER_MS = 30 * 86_400_000;
/** A pass ends now and then, so that whoever runs it can look around. */
const PAGES_A_PASS = 10;
/** A page that cannot be read is passed over after so many tries: the rest of the archive is behind it. */
const TRIES_A_PAGE = 5;

export type PagedSource = Source & Required<Pick<Source, 'history' | 'thread'>>;

export interface Walk {
  /** The board, with the address and the name that it has where the history is. */
  readonly board: LeasedBoard;
  readonly source: PagedSource;
  /** Only what is missing: the board's own source has the word on the rest. */
  readonly onlyMissing: boolean;
  readonly history: UrlHistory;
  /** Tries at a page that came to nothing, by its address. Losing it costs requests, never posts. */
  readonly failures: Map<string, number>;
}

/**
 * A stretch of the way through an archive: from the top to ground that is covered, then on down from where the last
 * stretch ended. Returns whether there was news.
 */
export async function walkThreads(
  context: ScraperContext,
  walk: Walk,
  signal: AbortSignal,
  pagesAPass = PAGES_A_PASS,
): Promise<boolean> {
  const { pool, now } = context;
  let progress = await readProgress(pool, walk.board, now());
  const save = async (next: Progress) => {
    progress = next;
    await saveProgress(pool, walk.board, next, now());
  };
  let news = false;
  // Before the first page down is done there is no ground to come to.
  for (let pages = 0; pages < pagesAPass && (progress.downPage > 1 || progress.finished); pages++) {
    const outcome = await readPage(context, walk, progress.upPage, signal);
    if (outcome === 'failed') return news;
    const isNews = outcome === 'news';
    news ||= isNews;
    await save({ ...progress, upPage: isNews ? progress.upPage + 1 : 1 });
    if (!isNews) break;
  }
  for (let pages = 0; pages < pagesAPass && !progress.finished; pages++) {
    const outcome = await readPage(context, walk, progress.downPage, signal);
    if (outcome === 'failed') return news;
    news = true;
    const finished = outcome === 'end';
    await save({ ...progress, downPage: finished ? progress.downPage : progress.downPage + 1, finished });
  }
  return news;
}

/** `covered`: nothing on it that was not there before. */
type PageOutcome = 'news' | 'covered' | 'end' | 'failed';

async function readPage(context: ScraperContext, walk: Walk, page: number, signal: AbortSignal): Promise<PageOutcome> {
  const { board, source, failures } = walk;
  const url = source.history.url(board, page);
  const answer = await ask(context, board, url, null, signal);
  if (answer.kind === 'gone') return 'end';
  if (answer.kind === 'refused') await refuse(context, board, url, null, answer.refusal);
  const read =
    answer.kind === 'fetched' ? await accept(context, board, url, null, source.history.read(answer.body, board)) : null;
  if (read === null) {
    if (answer.kind === 'slow-down' || answer.kind === 'failed') {
      context.logger.info({ board: board.name, url, answer }, 'no answer; the page is asked for again');
      return 'failed';
    }
    const tries = (failures.get(url) ?? 0) + 1;
    failures.set(url, tries);
    return tries < TRIES_A_PAGE ? 'failed' : 'covered';
  }
  failures.delete(url);
  context.metrics.onSuccess(board.name, context.now());
  if (read.threads.length === 0) return 'end';
  let news = false;
  for (const thread of read.threads) {
    const outcome = await readThread(context, walk, thread, signal);
    if (outcome === 'failed') return 'failed';
    news ||= outcome === 'news';
  }
  return news ? 'news' : 'covered';
}

async function readThread(
  context: ScraperContext,
  walk: Walk,
  listed: HistoryThread,
  signal: AbortSignal,
): Promise<'news' | 'covered' | 'failed'> {
  const { pool, now } = context;
  const { board, source, history } = walk;
  const url = source.thread.url(board, listed.num);
  const modified = Math.floor(listed.newest.getTime() / 1000);
  if (await history.seen(url)) return 'covered';
  if ((await readHarvestStates(pool, board.id, [url])).get(url)?.seenModified === modified) return 'covered';
  const thread = listed.whole ?? (await fetchThread(context, walk, url, listed.num, signal));
  if (thread === 'failed') return 'failed';
  const isStatic = now().getTime() - listed.newest.getTime() > STATIC_AFTER_MS;
  if (thread === null) return 'covered';
  const posts = walk.onlyMissing ? await missingPosts(pool, board, thread) : thread.posts;
  const state = { url, lastModified: null, seenModified: modified };
  const result = await writeThread(pool, context.slices, { board, thread: { ...thread, posts }, now: now(), ...state });
  context.metrics.onWrite(board.name, result, thread.posts.length);
  if (isStatic) await history.remember(url);
  return 'news';
}

/** Nobody else writes them meanwhile: the lease is held. */
async function missingPosts(pool: pg.Pool, board: LeasedBoard, { posts }: ThreadObservation) {
  const nums = posts.map(({ fields }) => fields.num);
  const { rows } = await pool.query<{ num: string; subnum: number }>(SELECT_STORED, [board.id, nums]);
  const stored = new Set(rows.map(({ num, subnum }) => `${num}.${subnum}`));
  return posts.filter(({ fields }) => !stored.has(`${fields.num}.${fields.subnum}`));
}

/** null for one that is gone or cannot be read: whoever comes by again tries again. */
async function fetchThread(
  context: ScraperContext,
  { board, source }: Walk,
  url: string,
  num: number,
  signal: AbortSignal,
): Promise<ThreadObservation | null | 'failed'> {
  const answer = await ask(context, board, url, null, signal);
  switch (answer.kind) {
    case 'fetched':
      return accept(context, board, url, num, source.thread.read(answer.body, num, board));
    case 'refused':
      await refuse(context, board, url, num, answer.refusal);
      return null;
    case 'gone':
    case 'not-modified':
      await refuse(context, board, url, num, refusalOf('not_found', 'the archive does not have the thread', ''));
      return null;
    case 'slow-down':
    case 'failed':
      context.logger.info({ board: board.name, url, answer }, 'no answer; the thread is asked for again');
      return 'failed';
  }
}
