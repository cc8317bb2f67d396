/**
 * Fills boards with the corpus by COPY: the rows that the scraper's writer would write, with the columns of the
 * product's own table. Afterwards no thread is marked, as after indexing; `markAllDirty` is for measures that begin
 * before indexing.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OBSERVED_COLUMNS } from '../../mappings/postgres/post-columns.ts';
import { observedValue } from '../../store/merge-columns.ts';
import { sliceOf, type Board } from '../../mappings/board.ts';
import { upsertBoard } from '../../store/boards/boards.ts';
import { ENSURE_SLICE } from '../../store/slices.ts';
import type { World } from '../support/world.ts';
import { copyField, inPieces } from '../../store/copy-text.ts';
import { FIRST_NUM, generateThreads, postsOfBoards, type CorpusBoard, type CorpusThread } from './corpus.ts';

const COLUMNS = ['board_id', ...OBSERVED_COLUMNS.map(({ name }) => name), 'hidden', 'time_modified', 'rev'];

const NOWHERE = { source: '4chan', url: 'http://127.0.0.1:1', mediaUrl: 'http://127.0.0.1:1' } as const;

/** Returns each board with its id, in the order of `boards`. */
export async function loadCorpus(
  world: Pick<World, 'databaseUrl' | 'pool'>,
  boards: readonly CorpusBoard[],
  posts: number,
  sliceSize?: number,
): Promise<readonly Board[]> {
  // No time-out: a million rows and their vacuum take minutes on a busy machine.
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const made: Board[] = [];
    for (const { name } of boards) {
      made.push(
        await upsertBoard(world.pool, {
          name,
          title: name,
          worksafe: true,
          ...NOWHERE,
          ...(sliceSize !== undefined && { sliceSize }),
        }),
      );
    }
    await client.query('set synchronous_commit = off');
    let rev = await takeRevs(client, posts);
    const threads = generateThreads(boards, posts);
    let next = threads.next();
    for (const [index, count] of postsOfBoards(boards, posts).entries()) {
      const board = made[index];
      if (board === undefined) throw new TypeError('a board was not made');
      const lines = function* () {
        for (; next.done !== true && next.value.board.name === board.name; next = threads.next()) {
          yield* linesOf(next.value, board.id, () => rev++);
        }
      };
      await ensureSlices(client, board, count);
      await copyLines(client, lines());
    }
    await client.query('vacuum analyze posts');
    return made;
  } finally {
    await client.end();
  }
}

/** Sends `lines`, made by `linesOf`, in one COPY. */
export async function copyLines(client: pg.Client, lines: Iterable<string>): Promise<void> {
  const copy = client.query(copyFrom(`copy posts (${COLUMNS.join(', ')}) from stdin`));
  await pipeline(Readable.from(inPieces(lines)), copy);
}

/** Reserves `count` revs and returns the first. */
export async function takeRevs(client: pg.Client, count: number): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    `select setval('post_rev', nextval('post_rev') + $1 - 1) as last`,
    [count],
  );
  return Number(rows[0]?.last) - count + 1;
}

async function ensureSlices(client: pg.Client, board: Board, posts: number): Promise<void> {
  const last = sliceOf(FIRST_NUM + posts - 1, board.sliceSize);
  for (let slice = sliceOf(FIRST_NUM, board.sliceSize); slice <= last; slice++) {
    await client.query(ENSURE_SLICE, [board.id, slice]);
  }
}

export function* linesOf({ thread, readAt }: CorpusThread, boardId: number, nextRev: () => number): Generator<string> {
  const newest = thread.posts.reduce((latest, { fields }) => Math.max(latest, fields.timePosted.getTime()), 0);
  const timeBumped = new Date(newest).toISOString();
  for (const post of thread.posts) {
    let line = String(boardId);
    for (const column of OBSERVED_COLUMNS) {
      const value =
        column.field === 'timeBumped' ? (post.fields.opener ? timeBumped : null) : observedValue(column, post, readAt);
      line += `	${copyField(value)}`;
    }
    yield `${line}\tf\t${readAt.toISOString()}\t${nextRev()}\n`;
  }
}

/** Marks every thread of the board from its first rev on, as if it had just been written. */
export async function markAllDirty(pool: pg.Pool, boardId: number): Promise<void> {
  await pool.query(
    `insert into dirty (board_id, thread, gen, min_rev, since)
     select board_id, thread, nextval('dirty_gen'), min(rev), now() from posts where board_id = $1 group by board_id, thread`,
    [boardId],
  );
}
