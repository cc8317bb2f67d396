/**
 * One catalog in place of many threads: it has each opener and its newest replies. Where they overlap with what is stored,
 * and the counts agree, nothing else is new, and the thread need not be fetched.
 */
import { LOCK_THREAD, MARK_DIRTY } from '../../mappings/postgres/thread-mark.ts';
import { accept, request, recordRefusal } from '../net/request.ts';
import type { BoardState } from './poll-board.ts';
import type { ScraperContext } from '../context.ts';
import { underLease, type LeasedBoard } from '../leases/board-leases.ts';
import type { CatalogThread } from '../sources/source.ts';
import { livingSourceOf } from '../sources/registry.ts';
import { markSeen } from '../store/harvest-state.ts';
import { SELECT_LIVING_REPLIES, SELECT_WHOLE_AT, UPDATE_OPENER } from '../store/sql.ts';
import { tellWrite } from '../store/harvest-cache.ts';
import { writePosts } from '../store/write-thread.ts';

/** So many threads are due before one catalog is cheaper; it is larger than any of them. */
const WORTH_IT = 4;
/** An edit of an older post shows in the thread alone: it is fetched whole so often at least while it changes. */
const WHOLE_EVERY_MS = 600_000;

/** Takes threads off what is due. Returns whether there was news. */
export async function applyCatalogDiff(
  context: ScraperContext,
  board: LeasedBoard,
  memory: BoardState,
  signal: AbortSignal,
): Promise<boolean> {
  const { catalog } = livingSourceOf(board);
  const known = [...memory.due.values()].filter(({ seen, pause }) => seen !== null && pause === 0);
  if (catalog === undefined || memory.hasNoCatalog || known.length < WORTH_IT) return false;
  const url = catalog.url(board);
  const answer = await request(context, board, url, null, signal);
  memory.hasNoCatalog = answer.kind === 'gone';
  if (answer.kind === 'refused') await recordRefusal(context, board, url, null, answer.refusal);
  if (answer.kind !== 'fetched') return false;
  const threads = await accept(context, board, url, null, catalog.read(answer.body, board));
  const byNum = new Map(threads?.map((thread) => [thread.num, thread]));
  let saved = 0;
  for (const due of known) {
    const entry = byNum.get(due.num);
    // Another time than the list's: one of the two is an old copy.
    if (entry === undefined || entry.modified !== due.modified || memory.threads.isUnwanted(due.num)) continue;
    if (!(await takeThread(context, board, entry, due.modified))) continue;
    memory.due.delete(due.num);
    saved++;
  }
  context.metrics.onSaved(board.name, saved);
  return saved > 0;
}

async function takeThread(
  context: ScraperContext,
  board: LeasedBoard,
  entry: CatalogThread,
  modified: number,
): Promise<boolean> {
  const { pool, slices } = context;
  const now = context.now();
  const url = livingSourceOf(board).thread.url(board, entry.num);
  await slices.ensure(
    board,
    entry.lastReplies.map(({ fields }) => fields.num),
  );
  return underLease(pool, board, async (client) => {
    await client.query(LOCK_THREAD, [board.id, entry.num]);
    const { rows: whole } = await client.query<{ whole_at: Date | null }>(SELECT_WHOLE_AT, [board.id, url]);
    const wholeAt = whole[0]?.whole_at ?? null;
    if (wholeAt === null || now.getTime() - wholeAt.getTime() > WHOLE_EVERY_MS) return false;
    const { rows } = await client.query<{ num: string; has_file: boolean }>(SELECT_LIVING_REPLIES, [
      board.id,
      entry.num,
    ]);
    const stored = new Map(rows.map((row) => [Number(row.num), row.has_file]));
    if (!coversAllChanges(entry, stored)) return false;
    const thread = { num: entry.num, posts: entry.lastReplies };
    const { added, changed, doubled, minRev } = await writePosts(client, { board, thread, now }, null);
    const newest = Math.max(...entry.lastReplies.map(({ fields }) => fields.timePosted.getTime()));
    const { sticky, closed } = entry.opener.fields;
    const opener = await client.query<{ min_rev: string }>(UPDATE_OPENER, [
      board.id,
      entry.num,
      entry.replies,
      new Date(newest),
      sticky,
      closed,
      now,
    ]);
    const openerRev = opener.rows[0]?.min_rev ?? null;
    if (openerRev !== null) await client.query(MARK_DIRTY, [board.id, entry.num, openerRev, now]);
    await markSeen(client, board.id, url, modified, now);
    const kind = minRev === null && openerRev === null ? 'unchanged' : 'written';
    const result = { kind, added, changed, doubled, deleted: 0, restored: 0, held: 0 } as const;
    tellWrite(context, board, result, entry.lastReplies.length);
    return true;
  });
}

/**
 * `stored` are the replies that live, each with whether it has a file. Numbers only grow: with one stored reply among the
 * newest, whatever came after it is among them too. Counts that agree then say that none has gone.
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
  const files = [...stored.values(), ...fresh.map(({ fields }) => fields.mediaTime !== null)].filter(Boolean).length;
  // A file that is deleted is counted no more.
  return typeof images !== 'number' || images === files;
}
