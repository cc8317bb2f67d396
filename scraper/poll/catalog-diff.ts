/**
 * Takes new replies from one catalog instead of requesting many threads. The catalog has each thread's opener and
 * newest replies. If these overlap with the stored replies and the counts agree, the catalog contains everything new,
 * and the thread need not be fetched.
 */
import type pg from 'pg';
import { updateOpener } from '../../store/change-posts.ts';
import { writeThread } from '../../store/write-thread.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { acceptParsed, request } from '../net/request.ts';
import type { BoardHarvest } from '../board-harvest.ts';
import type { BoardState } from './board-state.ts';
import { lockThreadUnderLease } from '../leases/board-leases.ts';
import type { CatalogThread } from '../sources/source.ts';
import { hasFileName } from '../../mappings/postgres/source-file.ts';
import { sourceFileName } from '../../mappings/source-file.ts';
import { mediaKindsOf } from '../../mappings/sources.ts';
import { recordConflictingHarvester } from '../store/conflicting-harvesters.ts';
import { markSeen, readWholeAt } from '../store/harvest-state.ts';
import { reportStored } from '../store/report-stored.ts';
import type { StoreResult } from '../store/store-thread.ts';

/** The catalog is larger than any thread, so it is requested only if at least this many threads are due. */
const MIN_KNOWN_THREADS = 4;
/**
 * The catalog does not show edits of older posts, so a thread that changes is fetched completely at least this often.
 */
const WHOLE_EVERY_MS = 600_000;

/** Removes the threads that the catalog covers from those that are due. Returns whether there was news. */
export async function applyCatalogDiff(harvest: BoardHarvest, state: BoardState): Promise<boolean> {
  const { context, board } = harvest;
  const { catalog } = harvest.source;
  const known = [...state.due.values()].filter(({ seen, pause }) => seen !== null && pause === 0);
  if (catalog === undefined || state.hasNoCatalog || known.length < MIN_KNOWN_THREADS) return false;
  const document = { url: catalog.url(board), thread: null };
  const answer = await request(harvest, { ...document, validator: null });
  state.hasNoCatalog = answer.kind === 'gone';
  if (answer.kind !== 'fetched') return false;
  const threads = await acceptParsed(harvest, document, catalog.read(answer.body, board));
  const byNum = new Map(threads?.map((thread) => [thread.num, thread]));
  let saved = 0;
  for (const due of known) {
    const entry = byNum.get(due.num);
    // If the times of list and catalog differ, one of the two is an old copy.
    if (entry === undefined || entry.modified !== due.modified || state.threads.isUnwanted(due.num)) continue;
    if (!(await takeThread(harvest, entry, due.modified))) continue;
    state.due.delete(due.num);
    saved++;
  }
  context.metrics.onSaved(board.name, saved);
  return saved > 0;
}

async function takeThread(harvest: BoardHarvest, entry: CatalogThread, modified: number): Promise<boolean> {
  const { context, board, source } = harvest;
  const { pool, slices } = context;
  const now = context.now();
  const url = source.thread.url(board, entry.num);
  await slices.ensure(
    board,
    entry.lastReplies.map(({ fields }) => fields.num),
  );
  const result = await inTransaction(pool, async (client): Promise<StoreResult | null> => {
    const lock = await lockThreadUnderLease(client, board, entry.num);
    const wholeAt = await readWholeAt(client, board.id, url);
    if (wholeAt === null || now.getTime() - wholeAt.getTime() > WHOLE_EVERY_MS) return null;
    if (!coversAllChanges(entry, await readPresentReplies(client, board.id, entry.num))) return null;
    const merged = await writeThread(lock, entry.lastReplies, { mediaKinds: mediaKindsOf(board.source), now });
    await recordConflictingHarvester(client, board, merged, now);
    const newest = new Date(Math.max(...entry.lastReplies.map(({ fields }) => fields.timePosted.getTime())));
    const { sticky, closed } = entry.opener.fields;
    const isOpenerChanged = await updateOpener(
      lock,
      entry.num,
      { replies: entry.replies, newest, sticky, closed },
      now,
    );
    await markSeen(client, board.id, url, modified, now);
    const { added, changed, doubled, shortened } = merged;
    const kind = added + changed === 0 && !isOpenerChanged ? 'unchanged' : 'written';
    return { kind, added, changed, doubled, shortened, deleted: 0, restored: 0, held: 0 };
  });
  if (result === null) return false;
  await reportStored(harvest, { url, thread: entry.num }, result, entry.lastReplies.length);
  return true;
}

/** Indexes: posts_thread, missing_posts_pkey (the thread's replies that are neither deleted nor missing). $1 board, $2 thread. */
const SELECT_PRESENT_REPLIES = `
select p.num, ${hasFileName('p')} as has_file from posts p
where p.board_id = $1 and p.thread = $2 and not p.opener and p.subnum = 0 and p.time_deleted_post is null
  and not exists (select 1 from missing_posts m where m.board_id = p.board_id and m.thread = p.thread and m.num = p.num)`;

/** The thread's replies that are neither deleted nor missing, each with whether it has a file. */
async function readPresentReplies(
  client: pg.PoolClient,
  boardId: number,
  thread: number,
): Promise<ReadonlyMap<number, boolean>> {
  const { rows } = await client.query<{ num: string; has_file: boolean }>(SELECT_PRESENT_REPLIES, [boardId, thread]);
  return new Map(rows.map((row) => [Number(row.num), row.has_file]));
}

/**
 * `stored`: the thread's replies that are neither deleted nor missing, each with whether it has a file. Numbers
 * increase, so if one of the newest replies is stored, all later ones are among them too. If the counts also agree, no
 * reply was deleted.
 */
export function coversAllChanges(
  { replies, lastReplies, opener }: Pick<CatalogThread, 'replies' | 'lastReplies' | 'opener'>,
  stored: ReadonlyMap<number, boolean>,
): boolean {
  if (lastReplies.length === 0 || replies > 65_000) return false;
  const overlaps = lastReplies.length === replies || lastReplies.some(({ fields }) => stored.has(fields.num));
  const fresh = lastReplies.filter(({ fields }) => !stored.has(fields.num));
  if (!overlaps || stored.size + fresh.length !== replies) return false;
  const images = opener.fields.extra?.['images'];
  const files = [...stored.values(), ...fresh.map(({ fields }) => sourceFileName(fields) !== null)].filter(
    Boolean,
  ).length;
  // The source's count excludes deleted files.
  return typeof images !== 'number' || images === files;
}
