/** The only statement that stores observed additional files of posts. */
import type { ObservedFile } from '../mappings/file-fields.ts';
import type { PostObservation } from '../mappings/post.ts';
import { hasFileName, statesFile } from '../mappings/postgres/source-file.ts';
import { POST_TABLE } from '../mappings/postgres/post-columns.ts';
import { cutText, MAX_EXTRA, withinExtra } from '../mappings/text-limits.ts';
import { changing, change } from './change-posts.ts';
import type { Origin } from './merge-columns.ts';
import type { MergeOptions } from './merge-posts.ts';
import type { PostLock } from './post-lock.ts';

/** Columns of `post_files` that a source states, with their types in the JSON of the statement: bytes are hexadecimal. */
const COLUMNS = {
  media_time: 'bigint',
  media_hash: 'text',
  media_name: 'text',
  media_type: 'text',
  media_size: 'int',
  media_dims_src_w: 'int',
  media_dims_src_h: 'int',
  media_dims_thb_w: 'int',
  media_dims_thb_h: 'int',
  extra: 'jsonb',
} as const;

type Column = keyof typeof COLUMNS;

const names = Object.keys(COLUMNS) as readonly Column[];
const KEY = ['board_id', 'num', 'subnum', 'place'];
const keyOf = (table: string): string => KEY.map((name) => `${table}.${name}`).join(', ');
const of = (table: string): string =>
  [...names, 'spoiler', 'time_deleted_file'].map((name) => `${table}.${name}`).join(', ');

/** A null of an incomplete file replaces nothing. An import only fills what is missing. */
const merged = (by: Origin): string =>
  [
    ...names.map((name) =>
      by === 'import'
        ? `coalesce(stored.${name}, o.${name})`
        : `case when o.incomplete then coalesce(o.${name}, stored.${name}) else o.${name} end`,
    ),
    by === 'import'
      ? 'coalesce(stored.spoiler, o.spoiler)'
      : 'o.spoiler or (o.incomplete and coalesce(stored.spoiler, false))',
    by === 'import' ? 'stored.time_deleted_file' : 'null::timestamptz',
  ].join(', ');

/**
 * $1 board, $2 now, $3 kinds of files, $4 JSON: one object for each post, with its files. Files of posts that are not stored, or purged, are
 * left out. A file that its post's list no longer has is deleted at the source: its row stays. Returns the posts whose files changed.
 * Index: posts_pkey, post_files_pkey, wanted_media_pkey, images_sha256_key.
 */
const mergeFiles = (by: Origin): string => `
with listed as materialized (
  select l.num, l.subnum, l.files from jsonb_to_recordset($4::jsonb) as l (num bigint, subnum int, files jsonb)
  where exists (
    select from posts p where p.board_id = $1 and p.num = l.num and p.subnum = l.subnum and p.time_purged is null)
), observed as materialized (
  select $1::int as board_id, l.num, l.subnum, f.place, ${names
    .map((name) => (name === 'media_hash' ? `decode(f.media_hash, 'hex') as media_hash` : `f.${name}`))
    .join(', ')}, f.spoiler, f.incomplete
  from listed l cross join lateral jsonb_to_recordset(l.files)
    as f (place int, ${names.map((name) => `${name} ${COLUMNS[name]}`).join(', ')}, spoiler boolean, incomplete boolean)
), final as (
  select ${keyOf('o')}, m.* from observed o
  left join post_files stored on (${keyOf('stored')}) = (${keyOf('o')})
  cross join lateral (select ${merged(by)}) as m (${names.join(', ')}, spoiler, time_deleted_file)
  where case when stored.place is null then ${statesFile('o')}
    else ${by === 'removed' ? 'false' : `(${of('stored')}) is distinct from (${of('m')})`} end
), written as (
  insert into post_files (${[...KEY, ...names, 'spoiler', 'time_deleted_file'].join(', ')})
  select ${keyOf('final')}, ${of('final')} from final order by num, subnum, place
  on conflict (${KEY.join(', ')}) do update set ${[...names, 'spoiler', 'time_deleted_file'].map((name) => `${name} = excluded.${name}`).join(', ')}
  returning ${keyOf('post_files')}, media_time, media_type, media_hash, media_hash_src, media_hash_thb, time_deleted_file, extra
), gone as (
  update post_files f set time_deleted_file = $2 from listed l
  where f.board_id = $1 and f.num = l.num and f.subnum = l.subnum and f.time_deleted_file is null and ${by === 'source' ? 'true' : 'false'}
    and not exists (select from observed o where o.num = f.num and o.subnum = f.subnum and o.place = f.place)
  returning f.num, f.subnum
), wanted as (
  insert into wanted_media (board_id, num, subnum, place, kind, due_at, since)
  select w.board_id, w.num, w.subnum, w.place, kind, $2, $2 from written w cross join unnest($3::text[]) as kind
  where ${hasFileName('w')} and w.media_type is not null and w.time_deleted_file is null
    and case kind
      when 'file' then w.media_hash_src is null
        or exists (select 1 from images i where i.sha256 = w.media_hash_src and i.md5 <> w.media_hash)
      when 'thumb' then w.media_hash_thb is null
      else false end
  on conflict (board_id, num, subnum, kind, place) do nothing
)
select num, subnum, max(place) as place from written group by num, subnum
union all select num, subnum, null from gone`;

const MERGE_FILES = {
  source: mergeFiles('source'),
  import: mergeFiles('import'),
  removed: mergeFiles('removed'),
} as const satisfies Readonly<Record<Origin, string>>;

/** Index: posts_pkey. $3 nums, $4 subnums, $5 the highest place of their new files. */
const TOUCH = changing({
  set: 'extra_files = greatest(p.extra_files, named.place), time_modified = $2',
  from: 'unnest($3::bigint[], $4::int[], $5::int[]) as named (num, subnum, place)',
  where: 'p.num = named.num and p.subnum = named.subnum',
});

/** A post with the files that its source lists after the first. */
export interface ListedFiles {
  readonly num: number;
  readonly subnum: number;
  readonly files: readonly ObservedFile[];
}

/** The files of posts whose source lists additional ones. */
export function listedFiles(posts: Iterable<PostObservation>): readonly ListedFiles[] {
  const listed: ListedFiles[] = [];
  for (const { fields, extraFiles: files } of posts) {
    const { num, subnum } = fields;
    if (files !== undefined) listed.push({ num, subnum, files });
  }
  return listed;
}

/**
 * Stores the additional files of posts that the lock covers, after the posts, and gives the posts whose files changed new revs and marks.
 * Returns their number. Most posts have none, so nothing is sent then.
 */
export async function mergeExtraFiles(
  lock: PostLock,
  listed: readonly ListedFiles[],
  { mediaKinds, now }: MergeOptions,
  by: Origin = 'source',
): Promise<number> {
  if (listed.length === 0) return 0;
  const json = JSON.stringify(listed.map(({ files, ...post }) => ({ ...post, files: files.map(toRow) })));
  const { rows } = await lock.client.query<{ num: string; subnum: number; place: number | null }>(MERGE_FILES[by], [
    lock.boardId,
    now,
    mediaKinds,
    json,
  ]);
  if (rows.length === 0) return 0;
  const places = new Map<string, { num: number; subnum: number; place: number | null }>();
  for (const { num, subnum, place } of rows) {
    const key = `${num}_${subnum}`;
    places.set(key, { num: Number(num), subnum, place: place ?? places.get(key)?.place ?? null });
  }
  const changed = [...places.values()];
  const arrays = [
    changed.map(({ num }) => num),
    changed.map(({ subnum }) => subnum),
    changed.map(({ place }) => place),
  ];
  await change(lock, TOUCH, now, ...arrays);
  return changed.length;
}

function toRow(file: ObservedFile): Readonly<Record<Column | 'place' | 'spoiler' | 'incomplete', unknown>> {
  return {
    place: file.place,
    media_time: file.mediaTime,
    media_hash: file.mediaHash === null ? null : Buffer.from(file.mediaHash).toString('hex'),
    media_name: file.mediaName === null ? null : cutText(file.mediaName, POST_TABLE.media_name.maxLength),
    media_type: file.mediaType === null ? null : cutText(file.mediaType, POST_TABLE.media_type.maxLength),
    media_size: file.mediaSize,
    media_dims_src_w: file.mediaDimsSrcW,
    media_dims_src_h: file.mediaDimsSrcH,
    media_dims_thb_w: file.mediaDimsThbW,
    media_dims_thb_h: file.mediaDimsThbH,
    extra: withinExtra(file.extra, MAX_EXTRA),
    spoiler: file.spoiler,
    incomplete: file.isIncomplete === true,
  };
}
