/** Converts comments of earlier imports again from the source's stored text, with the rules of this version. */
import type pg from 'pg';
import type { Board } from '../../../mappings/board.ts';
import { inTransaction } from '../../../platform/postgres.ts';
import { setReversedComments } from '../../../store/change-posts.ts';
import { lockThreads } from '../../../store/post-lock.ts';
import { originalOf, reverseComment } from './comment.ts';

const PAGE = 2000;

/** Index: posts_pkey. A page of the posts whose comment was reversed. $1 board, $2 num, $3 subnum to begin after, $4 how many. */
const SELECT_REVERSED = `
select num, subnum, thread, comment, capcode is not null as is_staff, extra -> 'asagi' ->> 'original' as original
from posts
where board_id = $1 and (num, subnum) > ($2, $3) and comment is not null and extra -> 'asagi' ->> 'comment' = 'bbcode'
order by num, subnum limit $4`;

interface Row {
  readonly num: string;
  readonly subnum: number;
  readonly thread: string;
  readonly comment: string;
  readonly is_staff: boolean;
  readonly original: string | null;
}

export interface Reprocessed {
  readonly read: number;
  readonly changed: number;
}

export async function reprocessComments(
  pool: pg.Pool,
  { id, name }: Pick<Board, 'id' | 'name'>,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: Date },
): Promise<Reprocessed> {
  let [read, changed, num, subnum] = [0, 0, 0, 0];
  for (;;) {
    const { rows } = await pool.query<Row>(SELECT_REVERSED, [id, num, subnum, PAGE]);
    const changes = rows.flatMap((row) => {
      const before = { html: row.comment, original: row.original };
      const after = reverseComment(originalOf(before), row.is_staff, name);
      if (after.html === null || (after.html === before.html && after.original === before.original)) return [];
      const at = { num: Number(row.num), subnum: row.subnum, thread: Number(row.thread) };
      return [{ ...at, before: row.comment, html: after.html, original: after.original }];
    });
    read += rows.length;
    if (dryRun) changed += changes.length;
    else if (changes.length > 0) {
      changed += await inTransaction(pool, async (client) => {
        const lock = await lockThreads(
          client,
          id,
          changes.map(({ thread }) => thread),
        );
        return setReversedComments(lock, changes, now);
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return { read, changed };
    [num, subnum] = [Number(last.num), last.subnum];
  }
}
