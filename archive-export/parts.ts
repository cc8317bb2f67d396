/** The parts of an increment as COPY statements. COPY does not accept parameters, so the program inserts numbers into the text. */
import { EXPORTED_COLUMNS, EXTRA_FILE_COLUMNS, TOMBSTONE_COLUMNS, type PartKind } from '../mappings/archive-export.ts';
import type { Board } from '../mappings/board.ts';
import { copyLines, jsonLine } from './json-lines.ts';

export interface PlannedPart {
  readonly kind: PartKind;
  readonly board?: string;
  readonly copy: string;
}

/** Small tables, which are exported completely. */
const BOARDS = `
select json_strip_nulls(json_build_object('name', b.name, 'title', b.title, 'worksafe', b.worksafe, 'source', b.source,
  'source_name', b.source_name, 'url', b.url, 'media_url', b.media_url, 'slice_size', b.slice_size, 'settings', b.settings))
from boards b order by b.name`;

const IDENTITIES = `
select json_build_object('name', i.name, 'aliases', coalesce(
  (select json_agg(json_build_object('kind', a.kind, 'value', a.value) order by a.kind, a.value)
   from identity_aliases a where a.identity_id = i.id), '[]'))
from identities i order by i.name`;

const BANS = `
select json_strip_nulls(json_build_object('hash', encode(hash, 'hex'), 'reason', reason)) from banned_media order by hash`;

const THREADS = `
select json_build_object('board', b.name, 'thread', m.thread, 'purged', m.purged)
from moderated_threads m join boards b on b.id = m.board_id order by b.name, m.thread`;

const REPLAYS = `
select json_build_object('board', b.name, 'num', r.num, 'subnum', r.subnum, 'sha256', encode(r.sha256, 'hex'))
from post_replays r join boards b on b.id = r.board_id order by b.name, r.num, r.subnum`;

/**
 * Conditions that together select the posts of an increment. Each uses one index: posts_modified or posts_hidden_modified. From rev 0 on,
 * a single condition selects all posts.
 */
const revConditions = (fromRev: number): readonly string[] =>
  fromRev === 0 ? ['true'] : [`p.rev > ${fromRev} and not p.hidden`, `p.rev > ${fromRev} and p.hidden`];

/**
 * Files of these posts and their drawn thumbnails, thumbnails first. Banned files and their thumbnails are left out. Indexes: those of
 * revConditions, images_sha256_key, images_pkey, posts_media_hash_src, posts_media_hash. Reads all of post_replays and banned_media.
 */
const filesOf = (fromRev: number): string => `
with named as (
  ${revConditions(fromRev)
    .map(
      (condition) => `select unnest(array[p.media_hash_src, p.media_hash_thb]) as sha256
  from posts p where ${condition} and num_nonnulls(p.media_hash_src, p.media_hash_thb) > 0
  union select unnest(array[f.media_hash_src, f.media_hash_thb])
  from posts p join post_files f on f.board_id = p.board_id and f.num = p.num and f.subnum = p.subnum
  where ${condition} and p.extra_files is not null and num_nonnulls(f.media_hash_src, f.media_hash_thb) > 0`,
    )
    .join('\n  union ')}
  union select sha256 from post_replays
), of_banned as (
  select p.media_hash_thb as sha256 from banned_media b join posts p on p.media_hash_src = b.hash
  union select p.media_hash_thb from banned_media b join posts p on p.media_hash = b.hash
  union select f.media_hash_thb from banned_media b join post_files f on b.hash in (f.media_hash, f.media_hash_src)
  union select r.sha256 from banned_media b join posts p on p.media_hash = b.hash
    join post_replays r on r.board_id = p.board_id and r.num = p.num and r.subnum = p.subnum
), files as (
  select i.* from images i join named on named.sha256 = i.sha256
  where not i.banned and not exists (select from of_banned o where o.sha256 = i.sha256)
), every as (
  select t.*, true as is_thumb from images t where t.id in (select thumb_id from files) and t.id not in (select id from files)
  union all select f.*, false from files f
)
select json_strip_nulls(json_build_object('sha256', encode(e.sha256, 'hex'), 'md5', encode(e.md5, 'hex'), 'type', e.type, 'size', e.size,
  'pixels_sha3', encode(e.pixels_sha3, 'hex'), 'pixels_rule', e.pixels_rule, 'perceptual_hash', e.perceptual_hash::text,
  'thumb', encode(t.sha256, 'hex')))
from every e left join images t on t.id = e.thumb_id and t.datastore_id is not null and not t.banned
where e.datastore_id is not null and not e.banned
order by not e.is_thumb, e.sha256`;

/** The additional files of the post `p`; null without them. Index: post_files_pkey. */
const EXTRA_FILES = `
  case when p.extra_files is not null then (
    select json_agg(json_build_object(${EXTRA_FILE_COLUMNS.map(
      ({ name, type }) => `'${name}', ${type === 'bytea' ? `encode(f.${name}, 'hex')` : `f.${name}`}`,
    ).join(', ')}) order by f.place)
    from post_files f where f.board_id = p.board_id and f.num = p.num and f.subnum = p.subnum
  ) end`;

/**
 * `extra` as version 0.1.1 stores it: with the additional files of the post `p` in the form of vichan, where later versions find them again.
 * Index: post_files_pkey.
 */
const EXTRA_WITH_FILES = `
  case when p.extra_files is null then p.extra else coalesce(p.extra, '{}') || jsonb_build_object('extra_files', (
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('tim', f.media_time::text, 'filename', f.media_name, 'ext', '.' || f.media_type,
        'md5', encode(f.media_hash, 'base64'), 'fsize', f.media_size, 'w', f.media_dims_src_w, 'h', f.media_dims_src_h,
        'tn_w', f.media_dims_thb_w, 'tn_h', f.media_dims_thb_h, 'spoiler', case when f.spoiler then 1 end,
        'filedeleted', case when f.time_deleted_file is not null then 1 end)) || coalesce(f.extra, '{}') order by f.place)
    from post_files f where f.board_id = p.board_id and f.num = p.num and f.subnum = p.subnum)) end`;

/** Older versions that can import an export, besides this one. */
export const OLDER_VERSIONS = ['0.1.1'] as const;
export type OlderVersion = (typeof OLDER_VERSIONS)[number];

/** Indexes: those of revConditions. A full export reads the board's partitions as a whole. */
const linesOf = (
  columns: Parameters<typeof jsonLine>[0],
  { id }: Board,
  fromRev: number,
  condition: string,
  more: Parameters<typeof jsonLine>[2] = [],
): string =>
  revConditions(fromRev)
    .map(
      (rev) =>
        `select ${jsonLine(columns, 'p', more)} from posts p where p.board_id = ${id} and ${condition} and ${rev}`,
    )
    .join('\nunion all\n');

/** Tombstones are always hidden, so the condition on `hidden` allows the index. Index: posts_hidden_modified. */
const IS_TOMBSTONE = 'p.hidden and p.time_purged is not null';

/** All parts of an increment with the rows above `fromRev`. `importer` is an older version that will import them. */
export function planParts(boards: readonly Board[], fromRev: number, importer?: OlderVersion): readonly PlannedPart[] {
  const [columns, more] =
    importer === undefined
      ? [EXPORTED_COLUMNS, [{ name: 'extra_files', sql: EXTRA_FILES }]]
      : [EXPORTED_COLUMNS.filter(({ name }) => name !== 'extra'), [{ name: 'extra', sql: EXTRA_WITH_FILES }]];
  const whole = { boards: BOARDS, identities: IDENTITIES, bans: BANS, threads: THREADS, replays: REPLAYS };
  return [
    ...Object.entries(whole).map(([kind, query]) => ({ kind: kind as keyof typeof whole, copy: copyLines(query) })),
    { kind: 'files', copy: copyLines(filesOf(fromRev)) },
    ...boards.flatMap((board): PlannedPart[] => [
      {
        kind: 'tombstones',
        board: board.name,
        copy: copyLines(linesOf(TOMBSTONE_COLUMNS, board, fromRev, IS_TOMBSTONE)),
      },
      {
        kind: 'posts',
        board: board.name,
        copy: copyLines(linesOf(columns, board, fromRev, 'p.time_purged is null', more)),
      },
    ]),
  ];
}
