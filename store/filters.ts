/** What filters do to posts that are about to be stored. */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { PostNumber, PostObservation } from '../mappings/post.ts';
import { PostFilters, type PostFilter, type Verdict } from '../mappings/post-filter.ts';
import { prepared } from '../platform/postgres.ts';
import { countPosts, setHidden } from './change-posts.ts';
import type { PostLock } from './post-lock.ts';

/** 0047_filters.sql names the index. $1 board. */
const ACTIVE_FILTERS = 'select id, kind, pattern, fields, action from active_filters($1)';

/** posts_pkey. $1 board, $2 nums, $3 subnums. */
const STORED_AMONG = `
select p.num, p.subnum from unnest($2::bigint[], $3::int[]) as named (num, subnum)
join posts p on p.board_id = $1 and p.num = named.num and p.subnum = named.subnum`;

/** 0047_filters.sql names the indexes. $1 board, $2 filters, $3 nums, $4 subnums, $5 actions. */
const NOTE_FILTERED = 'select note_filtered($1, $2, $3, $4, $5)';

/** 0072_filter_hashes.sql names the index. $1 filter. */
const FILES_OF_FILTER = `select encode(h, 'hex') as md5 from hashes_of_filter($1) as h`;

/** Posts that the source has deleted, and that are shown. posts_num or posts_pkey. $1 board, $2 nums. */
const SHOWN_DELETED = `
select p.num from posts p
where p.board_id = $1 and p.num = any ($2::bigint[]) and p.subnum = 0 and not p.hidden and p.time_deleted_post is not null`;

export interface JudgedPost extends PostNumber {
  readonly verdict: Verdict;
}

interface FilterRow extends Omit<PostFilter, 'id'> {
  readonly id: string;
}

/** Compiled filters by the rows that they were made of: most writes find the ones of the write before. */
const compiled = new Map<string, PostFilters>();
const MAX_COMPILED = 200;

/** The filters that count on a board now. */
export async function readFilters(client: pg.ClientBase, boardId: number): Promise<PostFilters> {
  const { rows } = await client.query<FilterRow>(prepared(ACTIVE_FILTERS, [boardId]));
  const key = JSON.stringify(rows);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const active: PostFilter[] = [];
  for (const row of rows) active.push({ ...row, id: Number(row.id), ...(await filesOf(client, row)) });
  const filters = new PostFilters(active);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, filters);
  return filters;
}

/** Lists of files by their digests: a change of any filter compiles all of a board anew. */
const lists = new LRUCache<string, ReadonlySet<string>>({ max: 20 });

async function filesOf(
  client: pg.ClientBase,
  { id, kind, pattern: digest }: FilterRow,
): Promise<Pick<PostFilter, 'files'>> {
  if (kind !== 'files') return {};
  const known = lists.get(digest);
  if (known !== undefined) return { files: known };
  const { rows } = await client.query<{ md5: string }>(FILES_OF_FILTER, [id]);
  const files = new Set(rows.map(({ md5 }) => md5));
  lists.set(digest, files);
  return { files };
}

export function judgeObservation(filters: PostFilters, { fields, deletion }: PostObservation): JudgedPost | null {
  if (filters.isEmpty) return null;
  const verdict = filters.judge({ ...fields, isDeleted: deletion !== undefined });
  return verdict === null ? null : { num: fields.num, subnum: fields.subnum, verdict };
}

/** Filters judge posts when they first arrive: those that are stored already stay as they are. */
export async function newAmong(
  { client, boardId }: PostLock,
  judged: readonly JudgedPost[],
): Promise<readonly JudgedPost[]> {
  if (judged.length === 0) return judged;
  const values = [boardId, judged.map(({ num }) => num), judged.map(({ subnum }) => subnum)];
  const { rows } = await client.query<{ num: string; subnum: number }>(STORED_AMONG, values);
  const stored = new Set(rows.map(({ num, subnum }) => `${num}_${subnum}`));
  return judged.filter(({ num, subnum }) => !stored.has(`${num}_${subnum}`));
}

export const isRefused = ({ verdict }: JudgedPost): boolean => verdict.action === 'refuse';

/** Hides these posts, which were just stored, and remembers which filter did it; of refused ones only the latter. */
export async function carryOutVerdicts(lock: PostLock, judged: readonly JudgedPost[], now: Date): Promise<void> {
  if (judged.length === 0) return;
  const hidden = judged.filter((post) => !isRefused(post));
  if (hidden.length > 0) await setHidden(lock, hidden, true, now);
  await lock.client.query(NOTE_FILTERED, [
    lock.boardId,
    judged.map(({ verdict }) => verdict.filter),
    judged.map(({ num }) => num),
    judged.map(({ subnum }) => subnum),
    judged.map(({ verdict }) => verdict.action),
  ]);
}

/** What a filter sees of a post that was stored long ago: its texts were judged when it arrived. */
const JUST_DELETED = {
  subject: null,
  comment: null,
  name: null,
  tripcode: null,
  email: null,
  mediaName: null,
  mediaHash: null,
  opener: false,
  isDeleted: true,
} as const;

/** Lets filters for deleted posts act on stored posts of a thread, which the source has just deleted. */
export async function judgeDeleted(lock: PostLock, thread: number, nums: readonly number[], now: Date): Promise<void> {
  if (nums.length === 0) return;
  const verdict = (await readFilters(lock.client, lock.boardId)).judge(JUST_DELETED);
  if (verdict === null) return;
  const { rows } = await lock.client.query<{ num: string }>(SHOWN_DELETED, [lock.boardId, nums]);
  await carryOutVerdicts(
    lock,
    rows.map(({ num }) => ({ num: Number(num), subnum: 0, verdict })),
    now,
  );
  await countPosts(lock, [thread], now);
}
