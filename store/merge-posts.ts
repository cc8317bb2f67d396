/** The only statement that stores observed posts. It writes their rows, the marks for the indexer, and the files to fetch. */
import type { MediaKind } from '../mappings/source-kind.ts';
import type { ShortenedText } from '../mappings/text-limits.ts';
import { hasFileName } from '../mappings/postgres/source-file.ts';
import { OBSERVED_COLUMNS } from '../mappings/postgres/post-columns.ts';
import { NOTIFY_INDEXER, markDirtyOf } from '../mappings/postgres/thread-marks.ts';
import { mergedColumn, observedFrom, type Origin } from './merge-columns.ts';

const names = OBSERVED_COLUMNS.map(({ name }) => name);
const columnsOf = (table: string): string => names.map((name) => `${table}.${name}`).join(', ');
const merged = (stored: string, observed: string, by: Origin): string =>
  OBSERVED_COLUMNS.map((column) => mergedColumn(column, stored, observed, by)).join(', ');

/** The list is a hashed subplan: read once for all posts. */
const HIDDEN = `moderated.thread is not null
    or (observed.num, observed.subnum) in (select num, subnum from unnest($4::bigint[], $5::int[]) as filtered (num, subnum))`;

/** Kinds and time for the files to queue for fetching. */
export interface MergeOptions {
  /** Kinds of files that the posts' source offers; empty to fetch none. */
  readonly mediaKinds: readonly MediaKind[];
  /** Becomes `time_modified` of the changed rows. */
  readonly now: Date;
}

export interface MergedPosts {
  /** Number of new rows. */
  readonly added: number;
  /** Number of existing rows that changed. */
  readonly changed: number;
  /** Number of posts that another writer stored while the statement ran; that writer did not take the lock. */
  readonly doubled: number;
  /** The lowest num among them; null if there are none. */
  readonly doubledNum: number | null;
  /** The threads of the rows that were written. */
  readonly threads: readonly number[];
}

export interface StoredPosts extends MergedPosts {
  /** Texts that were too long to be stored whole. */
  readonly shortened: readonly ShortenedText[];
}

/**
 * `source` is a relation with the supplied columns; each post occurs once. $1 board, $2 now, $3 kinds of files, $4 nums and $5 subnums
 * of posts that filters hide.
 *
 * Unchanged rows are filtered out before the INSERT, because ON CONFLICT locks a row, and so writes to it, before it evaluates its
 * WHERE. That WHERE repeats the condition in case another writer has changed the row since the snapshot. Purged rows never change. In a
 * hidden thread new posts are stored hidden, like posts that filters hide; a purged thread gets no new posts. Each stored row is looked
 * up by its key in its slice: a plain join would read the whole board while PostgreSQL has no statistics.
 *
 * A changed row draws its rev after it is locked. A rev drawn earlier could be lower than that of a concurrent writer, and
 * Elasticsearch would keep the older document. Rows are written in the order of their numbers.
 *
 * Index: posts_pkey, moderated_threads_pkey, dirty_pkey, images_sha256_key, wanted_media_pkey.
 */
export const mergePosts = (source: string, by: Origin = 'source'): string => `
with observed as (
  ${observedFrom(source)}
), changed as (
  select observed.*, stored.num is null as is_new, ${by === 'removed' ? 'true' : HIDDEN} as hidden
  from observed
  left join lateral (
    select p.* from posts p where p.board_id = $1 and p.num = observed.num and p.subnum = observed.subnum limit 1
  ) stored on true
  left join moderated_threads moderated on moderated.board_id = $1 and moderated.thread = observed.thread
  where case when stored.num is null then moderated.purged is not true
    else stored.time_purged is null and (${columnsOf('stored')}) is distinct from (${merged('stored', 'observed', by)}) end
), written as (
  insert into posts (board_id, ${names.join(', ')}, hidden, time_modified, rev)
  select $1, ${columnsOf('changed')}, changed.hidden, $2, nextval('post_rev') from changed order by num, subnum
  on conflict (board_id, num, subnum) do update set
    ${OBSERVED_COLUMNS.map((column) => `${column.name} = ${mergedColumn(column, 'posts', 'excluded', by)}`).join(',\n    ')},
    time_modified = excluded.time_modified,
    rev = nextval('post_rev')
  where posts.time_purged is null and (${columnsOf('posts')}) is distinct from (${merged('posts', 'excluded', by)})
  returning num, subnum, thread, rev, old.num is not null as was_there, media_time, media_type, media_hash, media_hash_src,
    media_hash_thb, time_deleted_file, extra, comment like '%oeReplay(%' as has_replay
), wanted as (
  insert into wanted_media (board_id, num, subnum, kind, due_at, since)
  select $1, p.num, p.subnum, kind, $2, $2
  from written p cross join unnest($3::text[]) as kind
  where ${hasFileName('p')} and p.media_type is not null and p.time_deleted_file is null
    and case kind
      when 'file' then p.media_hash_src is null
        or exists (select 1 from images i where i.sha256 = p.media_hash_src and i.md5 <> p.media_hash)
      when 'thumb' then p.media_hash_thb is null
      else p.has_replay end
  on conflict (board_id, num, subnum, kind, place) do nothing
), marked as (
  ${markDirtyOf('written', { board: '$1', now: '$2' })}
), counts as (
  select count(*) filter (where not was_there)::int as added, count(*) filter (where was_there)::int as changed,
    (select count(*) from changed where is_new)::int as is_new
  from written
)
select added, changed, is_new - added as doubled,
  case when is_new > added then (
    select min(num) from changed
    where is_new and (num, subnum) not in (select num, subnum from written where not was_there)
  ) end as doubled_num,
  (select coalesce(array_agg(distinct thread), '{}')::text[] from written) as threads,
  (select ${NOTIFY_INDEXER} from marked limit 1) as told
from counts`;

export interface MergedRow {
  readonly added: number;
  readonly changed: number;
  readonly doubled: number;
  readonly doubled_num: string | null;
  readonly threads: readonly string[];
}

export function toMergedPosts([row]: readonly MergedRow[]): MergedPosts {
  if (row === undefined) throw new Error('an aggregate returns one row');
  const { added, changed, doubled, doubled_num: doubledNum, threads } = row;
  return {
    added,
    changed,
    doubled,
    doubledNum: doubledNum === null ? null : Number(doubledNum),
    threads: threads.map(Number),
  };
}
