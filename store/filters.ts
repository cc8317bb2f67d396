/** Applies filters to posts before they are stored. */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { PostNumber, PostObservation } from '../mappings/post.ts';
import {
  PostFilters,
  readsTexts,
  strongerVerdict,
  type FilteredPost,
  type PostFilter,
  type Verdict,
} from '../mappings/post-filter.ts';
import { prepared } from '../platform/postgres.ts';
import { judgeInThread } from './matching/matching-thread.ts';
import type { PostLock } from './post-lock.ts';
import { setHidden } from './hide-posts.ts';

/** The function's comment names the index. $1 board. */
const ACTIVE_FILTERS = 'select id, kind, pattern, fields, action from active_filters($1)';

/** Index: posts_pkey. $1 board, $2 nums, $3 subnums. */
const STORED_AMONG = `
select p.num, p.subnum from unnest($2::bigint[], $3::int[]) as named (num, subnum)
join posts p on p.board_id = $1 and p.num = named.num and p.subnum = named.subnum`;

/** The function's comment names the indexes. $1 board, $2 filters, $3 nums, $4 subnums, $5 actions. */
const NOTE_FILTERED = 'select note_filtered($1, $2, $3, $4, $5)';

/** The function's comment names the index. $1 filter. */
const FILES_OF_FILTER = `select encode(h, 'hex') as md5 from hashes_of_filter($1) as h`;

/** Index: posts_num or posts_pkey. Visible posts that the source has deleted. $1 board, $2 nums. */
const SHOWN_DELETED = `
select p.num from posts p
where p.board_id = $1 and p.num = any ($2::bigint[]) and p.subnum = 0 and not p.hidden and p.time_deleted_post is not null`;

export interface JudgedPost extends PostNumber {
  readonly verdict: Verdict;
}

interface FilterRow extends Omit<PostFilter, 'id'> {
  readonly id: string;
}

/** The filters in force on a board. */
export class BoardFilters {
  /** Equal for the same filters. */
  readonly key: string;
  readonly #plain: PostFilters;
  readonly #texts: readonly PostFilter[];

  constructor(key: string, filters: readonly PostFilter[]) {
    this.key = key;
    this.#plain = new PostFilters(filters.filter((filter) => !readsTexts(filter)));
    this.#texts = filters.filter(readsTexts);
  }

  get isEmpty(): boolean {
    return this.#plain.isEmpty && this.#texts.length === 0;
  }

  /**
   * One verdict for each post; null where no filter matches. Texts are matched in a thread of their own. `until`: on the clock of
   * `performance.now()`; later posts get no verdict, except the first.
   */
  async judge(posts: readonly FilteredPost[], until?: number): Promise<readonly (Verdict | null)[]> {
    const byText = this.#texts.length === 0 ? posts.map(() => null) : await judgeInThread(this.#texts, posts, until);
    return byText.map((verdict, at) => strongerVerdict(this.#plain.judge(posts[at] as FilteredPost), verdict));
  }
}

/** The filters now in force on a board. */
export async function readFilters(db: pg.Pool | pg.ClientBase, boardId: number): Promise<BoardFilters> {
  const { rows } = await db.query<FilterRow>(prepared(ACTIVE_FILTERS, [boardId]));
  const filters: PostFilter[] = [];
  for (const row of rows) filters.push({ ...row, id: Number(row.id), ...(await filesOf(db, row)) });
  return new BoardFilters(JSON.stringify(rows), filters);
}

/** Lists of files by their digests. */
const lists = new LRUCache<string, ReadonlySet<string>>({ max: 20 });

async function filesOf(
  db: pg.Pool | pg.ClientBase,
  { id, kind, pattern: digest }: FilterRow,
): Promise<Pick<PostFilter, 'files'>> {
  if (kind !== 'files') return {};
  const known = lists.get(digest);
  if (known !== undefined) return { files: known };
  const { rows } = await db.query<{ md5: string }>(FILES_OF_FILTER, [id]);
  const files = new Set(rows.map(({ md5 }) => md5));
  lists.set(digest, files);
  return { files };
}

/** The verdicts of filters on posts; posts that no filter matches are left out. */
export async function judgeObservations(
  filters: BoardFilters,
  posts: readonly PostObservation[],
): Promise<readonly JudgedPost[]> {
  if (filters.isEmpty) return [];
  const judged = posts.flatMap((post) => judgedForms(post).map((form) => ({ post, form })));
  const verdicts = await filters.judge(judged.map(({ form }) => form));
  const strongest = new Map<PostObservation, Verdict>();
  for (const [at, { post }] of judged.entries()) {
    const verdict = strongerVerdict(strongest.get(post) ?? null, verdicts[at] ?? null);
    if (verdict !== null) strongest.set(post, verdict);
  }
  return [...strongest].map(
    ([
      {
        fields: { num, subnum },
      },
      verdict,
    ]) => ({ num, subnum, verdict }),
  );
}

/** The post with each of its files. */
function judgedForms({ fields, deletion, extraFiles = [] }: PostObservation): readonly FilteredPost[] {
  const post = { ...fields, isDeleted: deletion !== undefined };
  return [post, ...extraFiles.map(({ mediaName, mediaHash }) => ({ ...post, mediaName, mediaHash }))];
}

/** Filters judge posts when they first arrive: stored posts do not change. */
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

/** Remembers which filter hid, held or refused each of these posts. */
export async function noteVerdicts(lock: PostLock, judged: readonly JudgedPost[]): Promise<void> {
  if (judged.length === 0) return;
  await lock.client.query(NOTE_FILTERED, [
    lock.boardId,
    judged.map(({ verdict }) => verdict.filter),
    judged.map(({ num }) => num),
    judged.map(({ subnum }) => subnum),
    judged.map(({ verdict }) => verdict.action),
  ]);
}

/** The part of a stored post that filters check: its texts were already judged when it arrived. */
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

/** Applies filters for deleted posts to stored posts that the source has just deleted. */
export async function judgeDeleted(lock: PostLock, nums: readonly number[], now: Date): Promise<void> {
  if (nums.length === 0) return;
  const [verdict = null] = await (await readFilters(lock.client, lock.boardId)).judge([JUST_DELETED]);
  if (verdict === null) return;
  const { rows } = await lock.client.query<{ num: string }>(SHOWN_DELETED, [lock.boardId, nums]);
  const judged = rows.map(({ num }) => ({ num: Number(num), subnum: 0, verdict }));
  if (!isRefused({ num: 0, subnum: 0, verdict })) await setHidden(lock, judged, true, now);
  await noteVerdicts(lock, judged);
}
