/** How posts are written: by every writer alike; with a thread goes all that its new rows bring with them. */
import { TELL_INDEXER, markDirtyOf } from '../../mappings/postgres/thread-mark.ts';
import { wantMediaOf } from '../media/sql.ts';
import { NEWER_STATE, isAnyMissing } from './sql.ts';
import { OBSERVED_COLUMNS, mergedColumn } from './observed-columns.ts';

const names = OBSERVED_COLUMNS.map(({ name }) => name);
const ofTable = (table: string): string => names.map((name) => `${table}.${name}`).join(', ');
const merged = (stored: string, answer: string): string =>
  OBSERVED_COLUMNS.map((column) => mergedColumn(column, stored, answer)).join(', ');

/**
 * posts_num or posts_pkey, once a post, in the one slice that holds it: a plain join would read the whole board where PostgreSQL
 * knows nothing of it yet. $1 board, $2 now, then one array a column. Only rows that differ are touched: ON CONFLICT
 * locks a row, and so writes to it, before its WHERE is asked. The WHERE stands there as well, for a row that another
 * kind of writer has changed since the snapshot. What was purged stays as it is, flags and all. In a thread that is hidden
 * as a whole new posts are hidden from the start; one that is purged as a whole takes none (moderated_threads_pkey).
 *
 * A changed row takes its rev after its lock: a rev drawn earlier could be lower than the one of a writer in between,
 * and Elasticsearch would keep the older document. Rows go in by num, so that writers cannot deadlock.
 *
 * A row that was not there for the snapshot, and was when it went in, is doubled: somebody else has stored it meanwhile.
 */
const writing = (isTo = 'true') => `
answer as (
  select * from unnest(${OBSERVED_COLUMNS.map(({ type }, index) => `$${index + 3}::${type}[]`).join(', ')})
    as t (${names.join(', ')})
), changed as (
  select answer.*, stored.num is null as is_new, withheld.thread is not null as hidden
  from answer
  left join lateral (
    select p.* from posts p where p.board_id = $1 and p.num = answer.num and p.subnum = answer.subnum limit 1
  ) stored on true
  left join moderated_threads withheld on withheld.board_id = $1 and withheld.thread = answer.thread
  where ${isTo} and case when stored.num is null then withheld.purged is not true
    else stored.time_purged is null and (${ofTable('stored')}) is distinct from (${merged('stored', 'answer')}) end
), written as (
  insert into posts (board_id, ${names.join(', ')}, hidden, time_modified, rev)
  select $1, ${ofTable('changed')}, changed.hidden, $2, nextval('post_rev') from changed order by num, subnum
  on conflict (board_id, num, subnum) do update set
    ${OBSERVED_COLUMNS.map((column) => `${column.name} = ${mergedColumn(column, 'posts', 'excluded')}`).join(',\n    ')},
    time_modified = excluded.time_modified,
    rev = nextval('post_rev')
  where posts.time_purged is null and (${ofTable('posts')}) is distinct from (${merged('posts', 'excluded')})
  returning num, subnum, thread, rev, old.num is not null as was_there, media_time, media_type, media_hash, media_hash_src,
    media_hash_thb, time_deleted_file, comment like '%oeReplay(%' as has_replay
), counts as (
  select count(*) filter (where not was_there) as added, count(*) filter (where was_there) as changed, min(rev) as min_rev,
    (select count(*) from changed where is_new) as is_new
  from written
)`;

const DOUBLED_NUM = `(
  select min(num) from changed where is_new and (num, subnum) not in (select num, subnum from written where not was_there)
)`;

/** The rows alone. */
export const WRITE_POSTS = `with ${writing()}
select added, changed, is_new - added as doubled, min_rev, case when is_new > added then ${DOUBLED_NUM} end as doubled_num
from counts`;

export interface WrittenThreadRow {
  readonly added: string;
  readonly changed: string;
  readonly doubled: string;
  readonly min_rev: string | null;
}

export interface WrittenAtOnceRow extends WrittenThreadRow {
  readonly went: boolean;
}

export interface WrittenRow extends WrittenThreadRow {
  readonly doubled_num: string | null;
}

const ONCE_MORE = `on conflict (board_id, harvester) do update set
  times = double_inserts.times + excluded.times, num = excluded.num, last_seen = excluded.last_seen`;

/** double_inserts_pkey. $1 board, $2 harvester, $3 how many, $4 one of them, $5 now. */
export const UPSERT_DOUBLE_INSERT = `
insert into double_inserts (board_id, harvester, times, num, first_seen, last_seen) values ($1, $2, $3, $4, $5, $5)
${ONCE_MORE}`;

const parameter = (at: number): string => `$${OBSERVED_COLUMNS.length + 2 + at}`;
const [KINDS, HARVESTER, URL, LAST_MODIFIED, SEEN_MODIFIED] = [1, 2, 3, 4, 5].map(parameter);
const [FENCE, THREAD, FILELESS, IS_LIVE, DOCUMENT, KNOWN_MODIFIED, KNOWN_SEEN] = [6, 7, 8, 9, 10, 11, 12].map(
  parameter,
);

const writingThread = (isTo = 'true') => `${writing(isTo)}, wanted as (
  ${wantMediaOf('written', { board: '$1', now: '$2', kinds: String(KINDS) })}
), marked as (
  ${markDirtyOf('written', { board: '$1', now: '$2' })}
), doubled as (
  insert into double_inserts (board_id, harvester, times, num, first_seen, last_seen)
  select $1, ${HARVESTER}, is_new - added, ${DOUBLED_NUM}, $2, $2 from counts where is_new > added
  ${ONCE_MORE}
), known as (
  insert into harvest_state (board_id, url, last_modified, seen_modified, fetched_at, whole_at)
  select $1, ${URL}, ${LAST_MODIFIED}, ${SEEN_MODIFIED}, $2, $2 where ${URL}::text is not null and ${isTo}
  ${NEWER_STATE}
)`;
const WRITTEN = `added, changed, is_new - added as doubled, min_rev, (select ${TELL_INDEXER} from marked limit 1) as told`;

/**
 * The rows, and in the same statement, so that no round trip lies between: what they want fetched, the mark for the indexer from
 * their least rev on, what was stored already by somebody else, and what is known of the document now (images_sha256_key,
 * wanted_media_pkey, dirty_pkey, double_inserts_pkey, harvest_state_pkey). Without rows that differ nothing is marked, and no
 * number drawn. Behind the columns: kinds of files, harvester, and of the document url, validator and what was seen; a null url
 * leaves that as it is.
 */
export const WRITE_THREAD = `with ${writingThread()}
select ${WRITTEN} from counts`;

/**
 * The same where all stands as whoever asked for the thread believed, and nothing of what is stored of it is missing in the
 * answer; otherwise, `went` says so, nothing is written. Nobody has to look before, therefore, and it can leave right behind
 * HOLD_LEASE_AND_THREAD: it asks for the lease itself, since what is in flight is not called back (harvest_leases_pkey,
 * harvest_state_pkey, and those of LOOK_AT_THREAD). Behind WRITE_THREAD's: fence, thread, nums without a file, whether what the
 * answer leaves out says anything, the document's url, and the validator and what was seen that are believed to be stored.
 */
export const WRITE_THREAD_AT_ONCE = `with look as (
  select exists (select from harvest_leases where board_id = $1 and fence = ${FENCE})
    and (s.last_modified, s.seen_modified) is not distinct from (${KNOWN_MODIFIED}::text, ${KNOWN_SEEN}::bigint)
    and not (${isAnyMissing({ thread: String(THREAD), nums: '$3', fileless: String(FILELESS), isLive: String(IS_LIVE) })}) as goes
  from (select) look left join harvest_state s on s.board_id = $1 and s.url = ${DOCUMENT}
), ${writingThread('(select goes from look)')}
select ${WRITTEN}, (select goes from look) as went from counts`;
