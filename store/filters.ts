/** What filters do to posts that are about to be stored. */
import type pg from 'pg';
import type { PostNumber, PostObservation } from '../mappings/post.ts';
import { PostFilters, type PostFilter, type Verdict } from '../mappings/post-filter.ts';
import { prepared } from '../platform/postgres.ts';
import { setHidden } from './change-posts.ts';
import type { PostLock } from './post-lock.ts';

/** 0047_filters.sql names the index. $1 board. */
const ACTIVE_FILTERS = 'select id, kind, pattern, fields, action from active_filters($1)';

/** posts_pkey. $1 board, $2 nums, $3 subnums. */
const STORED_AMONG = `
select p.num, p.subnum from unnest($2::bigint[], $3::int[]) as named (num, subnum)
join posts p on p.board_id = $1 and p.num = named.num and p.subnum = named.subnum`;

/** 0047_filters.sql names the indexes. $1 board, $2 filters, $3 nums, $4 subnums, $5 actions. */
const NOTE_FILTERED = 'select note_filtered($1, $2, $3, $4, $5)';

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
  const filters = new PostFilters(rows.map((row) => ({ ...row, id: Number(row.id) })));
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, filters);
  return filters;
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
