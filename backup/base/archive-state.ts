/** The state of an archive at a moment, by which a restored copy is compared with the original. */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { readMigrations } from '../catalog.ts';

export interface SampledPost {
  readonly board: number;
  readonly num: string;
  readonly subnum: number;
  readonly sha256: string;
}

export interface ArchiveState {
  readonly migrations: readonly string[];
  /** Rows of posts by the name of the board. */
  readonly posts: ReadonlyMap<string, number>;
  readonly sample: readonly SampledPost[];
}

/** Counts every post, by the primary keys of the partitions. */
const COUNT_POSTS = `
select b.name, count(p.num)::text as posts from boards b left join posts p on p.board_id = b.id group by b.name order by b.name`;

/** Index: posts_pkey. */
const READ_RANGES = `
select b.id as board, (select min(num) from posts where board_id = b.id)::text as first,
  (select max(num) from posts where board_id = b.id)::text as last
from boards b order by b.id`;

const HASH = `encode(sha256(convert_to(p::text, 'UTF8')), 'hex') as sha256`;

/** The next post from each number. Index: posts_pkey. $1 boards, $2 nums. */
const SAMPLE_POSTS = `
select distinct p.board_id as board, p.num::text, p.subnum, ${HASH}
from unnest($1::int[], $2::bigint[]) as wanted (board, num)
cross join lateral (select * from posts where board_id = wanted.board and num >= wanted.num order by num, subnum limit 1) p`;

/** Index: posts_pkey. $1 boards, $2 nums, $3 subnums. */
const READ_POSTS = `
select p.board_id as board, p.num::text, p.subnum, ${HASH}
from unnest($1::int[], $2::bigint[], $3::int[]) as wanted (board, num, subnum)
join posts p on p.board_id = wanted.board and p.num = wanted.num and p.subnum = wanted.subnum`;

async function readCounts(client: pg.ClientBase): Promise<Pick<ArchiveState, 'migrations' | 'posts'>> {
  const { rows } = await client.query<{ name: string; posts: string }>(COUNT_POSTS);
  return {
    migrations: await readMigrations(client),
    posts: new Map(rows.map(({ name, posts }) => [name, Number(posts)])),
  };
}

/** Reads the state in the snapshot of the transaction, with about `size` posts that are spread over the boards at random. */
export async function readState(client: pg.ClientBase, size: number): Promise<ArchiveState> {
  const { rows } = await client.query<{ board: number; first: string | null; last: string | null }>(READ_RANGES);
  const ranges = rows.flatMap(({ board, first, last }) =>
    first === null || last === null ? [] : [{ board, first: Number(first), last: Number(last) }],
  );
  const wanted = ranges.flatMap(({ board, first, last }) =>
    Array.from({ length: Math.ceil(size / ranges.length) }, () => ({
      board,
      num: first + randomBelow(last - first + 1),
    })),
  );
  const { rows: sample } = await client.query<SampledPost>(SAMPLE_POSTS, [
    wanted.map(({ board }) => board),
    wanted.map(({ num }) => num),
  ]);
  return { ...(await readCounts(client)), sample };
}

/** randomInt has a limit of 2^48. */
const randomBelow = (limit: number): number => randomInt(Math.min(limit, 2 ** 47));

/** Reads the same posts as `original`, and returns the differences as sentences. */
export async function compareState(client: pg.ClientBase, original: ArchiveState): Promise<readonly string[]> {
  const { migrations, posts } = await readCounts(client);
  const { sample } = original;
  const { rows } = await client.query<SampledPost>(READ_POSTS, [
    sample.map(({ board }) => board),
    sample.map(({ num }) => num),
    sample.map(({ subnum }) => subnum),
  ]);
  const keyOf = ({ board, num, subnum }: SampledPost) => `${board}/${num}/${subnum}`;
  const hashes = new Map(rows.map((post) => [keyOf(post), post.sha256]));
  const wrong = sample.filter((post) => hashes.get(keyOf(post)) !== post.sha256);
  const boards = new Set([...original.posts.keys(), ...posts.keys()]);
  return [
    ...(migrations.join() === original.migrations.join() ? [] : ['the schema has other migrations']),
    ...[...boards].flatMap((board) => {
      const [is, was] = [posts.get(board) ?? 0, original.posts.get(board) ?? 0];
      return is === was ? [] : [`/${board}/ has ${is} posts instead of ${was}`];
    }),
    ...(wrong.length === 0
      ? []
      : [`${wrong.length} of ${sample.length} sampled posts differ, such as ${wrong[0]?.num}`]),
  ];
}
