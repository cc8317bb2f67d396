/**
 * The primary keys of posts and messages ensure that each message is stored once: a second insert has no effect. A second insert means
 * that two harvesters poll the same board, or that one is faulty, so double inserts are counted per forum.
 */
import type pg from 'pg';
import { forumBase } from '../../mappings/kick.ts';
import type { MergedPosts } from '../../store/merge-posts.ts';
import type { LeasedBoard } from '../leases/board-leases.ts';

/** Index: double_inserts_pkey. $1 board, $2 harvester, $3 how many, $4 one of them, $5 now. */
const UPSERT_DOUBLE_INSERT = `
insert into double_inserts (board_id, harvester, times, num, first_seen, last_seen) values ($1, $2, $3, $4, $5, $5)
on conflict (board_id, harvester) do update set
  times = double_inserts.times + excluded.times, num = excluded.num, last_seen = excluded.last_seen`;

/** Call it in the transaction that tried to store the posts. */
export async function recordConflictingHarvester(
  client: pg.PoolClient,
  board: LeasedBoard,
  { doubled, doubledNum }: Pick<MergedPosts, 'doubled' | 'doubledNum'>,
  now: Date,
): Promise<void> {
  if (doubled === 0) return;
  await client.query(UPSERT_DOUBLE_INSERT, [board.id, forumBase(board), doubled, doubledNum, now]);
}
