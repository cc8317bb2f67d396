import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Board } from '../mappings/board.ts';
import type { PostObservation } from '../mappings/post.ts';
import { transaction, withConnection } from '../platform/postgres.ts';
import { copyField, inPieces } from './copy-text.ts';
import { mergePosts, toMergedPosts, type MergedPosts, type MergedRow, type MergeOptions } from './merge-posts.ts';
import { SUPPLIED_COLUMNS, observedValue } from './observed-columns.ts';
import { lockBoard } from './post-lock.ts';
import type { Slices } from './slices.ts';

const names = SUPPLIED_COLUMNS.map(({ name }) => name).join(', ');

/** A temporary table; replaces one that a failed earlier call left in the session. */
const CREATE_STAGING = `
drop table if exists pg_temp.staged_posts;
create temporary table staged_posts (${SUPPLIED_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ')})`;

const COPY_STAGED = `copy staged_posts (${names}) from stdin`;

/** Reads the whole staging table. $1 posts per slice. */
const SELECT_SLICES = 'select min(num) as num from staged_posts group by num / $1::bigint';

const MERGE_STAGED = mergePosts('staged_posts');

/**
 * Stores any number of observed posts from any threads of one board: COPY to a staging table, then one merge under the board's lock. The
 * result is the same as that of writeThread for each thread. `posts` must not contain a post twice. The pool's statement timeout
 * applies to the COPY and to the merge.
 * @throws DatabaseError of class 22 or 23 for posts that the table refuses; then nothing is stored.
 */
export async function writeRange(
  pool: pg.Pool,
  slices: Slices,
  board: Pick<Board, 'id' | 'sliceSize'>,
  posts: Iterable<PostObservation> | AsyncIterable<PostObservation>,
  { mediaKinds, now }: MergeOptions,
): Promise<MergedPosts> {
  return withConnection(pool, async (client) => {
    await client.query(CREATE_STAGING);
    await pipeline(Readable.from(inPieces(linesOf(posts, now))), client.query(copyFrom(COPY_STAGED)));
    await client.query('analyze staged_posts');
    // Before the transaction: creating a partition locks the whole table.
    const { rows } = await client.query<{ num: string }>(SELECT_SLICES, [board.sliceSize]);
    await slices.ensure(
      board,
      rows.map(({ num }) => Number(num)),
      client,
    );
    const merged = await transaction(client, async () => {
      await lockBoard(client, board.id);
      return toMergedPosts((await client.query<MergedRow>(MERGE_STAGED, [board.id, now, mediaKinds])).rows);
    });
    await client.query('drop table staged_posts');
    return merged;
  });
}

async function* linesOf(
  posts: Iterable<PostObservation> | AsyncIterable<PostObservation>,
  now: Date,
): AsyncGenerator<string> {
  for await (const post of posts) {
    yield `${SUPPLIED_COLUMNS.map((column) => copyField(observedValue(column, post, now))).join('\t')}\n`;
  }
}
