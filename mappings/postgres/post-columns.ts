/**
 * The columns of the table `posts`, each once. Row types, the lists of columns that readers select, what a scraper's answer
 * fills and what a purge empties follow from this table; test/integration/mappings/post-columns.test.ts compares it with a
 * migrated database.
 *
 * A new column: a migration, an entry here, and a field in ../post.ts. The readers of rows, records and documents, the part of a
 * document that is not searched, and the null fields of posts whose source does not state them follow from the table.
 */
import type { Post } from '../post.ts';

export type PostColumnType = 'bigint' | 'int' | 'boolean' | 'text' | 'bytea' | 'timestamptz' | 'jsonb';

/**
 * The effect of a newer answer of the source on the stored value.
 *
 * replace  the newest answer is right
 * file     an answer without a file keeps the stored columns of the file: it is gone at the source, but not in this archive
 * highest  the value only grows; the source leaves it out at times
 * keep     the first known value stays
 */
export type Merge = 'replace' | 'file' | 'highest' | 'keep';

/**
 * The value of the column after a purge.
 *
 * key      part of the tombstone: the identity of the post, its place and time
 * null, true, false   that value
 * now      the time of the purge
 * new rev  the next number of the sequence post_rev
 */
export type AfterPurge = 'key' | 'null' | 'true' | 'false' | 'now' | 'new rev';

export interface PostColumn {
  readonly type: PostColumnType;
  readonly isNullable: boolean;
  /** The field of Post that readers get; null for a column that no reader selects. */
  readonly field: Exclude<keyof Post, 'board'> | null;
  /** The effect of a source's answer on the column; null for a column that the archive itself writes. */
  readonly merge: Merge | null;
  readonly afterPurge: AfterPurge;
  /** The longest text that is stored, in UTF-16 code units; only of texts. */
  readonly maxLength?: number;
}

const key = <T extends PostColumnType, F extends PostColumn['field']>(
  type: T,
  field: F,
  merge: Merge | null = 'replace',
) => ({ type, isNullable: false, field, merge, afterPurge: 'key' }) as const;

/** A column that is NULL where nothing is known, and after a purge. */
const content = <T extends Exclude<PostColumnType, 'text'>, F extends PostColumn['field'], M extends Merge | null>(
  type: T,
  field: F,
  merge: M,
) => ({ type, isNullable: true, field, merge, afterPurge: 'null' }) as const;

/** The same for a text. */
const text = <F extends PostColumn['field'], M extends Merge>(field: F, maxLength: number, merge: M) =>
  ({ type: 'text', isNullable: true, field, merge, afterPurge: 'null', maxLength }) as const;

const state = <
  T extends PostColumnType,
  F extends PostColumn['field'],
  A extends AfterPurge,
  N extends boolean,
  M extends Merge | null,
>(
  type: T,
  field: F,
  isNullable: N,
  merge: M,
  afterPurge: A,
) => ({ type, isNullable, field, merge, afterPurge }) as const;

/**
 * In the order in which readers select the columns. Sources allow far shorter texts, except mailing lists, whose longest messages have
 * some 100,000 characters. File names have at most 255 characters; subjects of mail may have 998.
 */
export const POST_TABLE = {
  board_id: key('int', null, null),
  num: key('bigint', 'num'),
  subnum: key('int', 'subnum'),
  thread: key('bigint', 'thread'),
  opener: key('boolean', 'opener'),
  time_posted: key('timestamptz', 'timePosted'),
  time_modified: state('timestamptz', 'timeModified', false, null, 'now'),
  time_deleted_post: content('timestamptz', 'timeDeletedPost', 'keep'),
  time_deleted_file: content('timestamptz', 'timeDeletedFile', 'keep'),
  time_archived: content('timestamptz', 'timeArchived', 'keep'),
  time_bumped: content('timestamptz', 'timeBumped', 'highest'),
  name: text('name', 500, 'replace'),
  tripcode: text('tripcode', 200, 'replace'),
  capcode: text('capcode', 100, 'replace'),
  posterid: text('posterid', 200, 'replace'),
  country: text('country', 100, 'replace'),
  email: text('email', 500, 'replace'),
  subject: text('subject', 1_000, 'replace'),
  comment: text('comment', 1_000_000, 'replace'),
  media_time: content('bigint', 'mediaTime', 'file'),
  media_hash: content('bytea', 'mediaHash', 'file'),
  media_hash_src: content('bytea', 'mediaHashSrc', null),
  media_hash_thb: content('bytea', 'mediaHashThb', null),
  media_name: text('mediaName', 1_000, 'file'),
  media_type: text('mediaType', 50, 'file'),
  media_size: content('int', 'mediaSize', 'file'),
  media_dims_src_w: content('int', 'mediaDimsSrcW', 'file'),
  media_dims_src_h: content('int', 'mediaDimsSrcH', 'file'),
  media_dims_thb_w: content('int', 'mediaDimsThbW', 'file'),
  media_dims_thb_h: content('int', 'mediaDimsThbH', 'file'),
  spoiler: state('boolean', 'spoiler', false, 'replace', 'false'),
  sticky: content('boolean', 'sticky', 'replace'),
  closed: content('boolean', 'closed', 'replace'),
  posters: content('int', 'posters', 'highest'),
  /** Both counted by the store (countPosts in store/change-posts.ts); the source's counts are in `extra`. */
  replies: content('int', 'replies', 'keep'),
  images: content('int', 'images', 'keep'),
  /** The highest place of the post's rows in `post_files`, which are its additional files; null without them. */
  extra_files: content('int', null, null),
  hidden: state('boolean', 'hidden', false, null, 'true'),
  time_purged: state('timestamptz', 'timePurged', true, null, 'now'),
  extra: content('jsonb', 'extra', 'replace'),
  /** The order of arrival, for incremental backups. */
  id: key('bigint', null, null),
  rev: state('bigint', 'rev', false, null, 'new rev'),
} as const satisfies Readonly<Record<string, PostColumn>>;

export type PostColumnName = keyof typeof POST_TABLE;

export interface NamedPostColumn extends PostColumn {
  readonly name: PostColumnName;
}

export const ALL_POST_COLUMNS: readonly NamedPostColumn[] = (
  Object.entries(POST_TABLE) as [PostColumnName, PostColumn][]
).map(([name, column]) => ({ name, ...column }));

export interface SelectedColumn extends NamedPostColumn {
  readonly field: NonNullable<PostColumn['field']>;
}

/** The columns that readers select. */
export const SELECTED: readonly SelectedColumn[] = ALL_POST_COLUMNS.filter(
  (column): column is SelectedColumn => column.field !== null,
);
export const SELECTED_COLUMNS: readonly PostColumnName[] = SELECTED.map(({ name }) => name);

export interface ObservedColumn extends SelectedColumn {
  readonly merge: Merge;
}

/** The columns that an answer of a source fills. */
export const OBSERVED_COLUMNS: readonly ObservedColumn[] = ALL_POST_COLUMNS.filter(
  (column): column is ObservedColumn => column.merge !== null && column.field !== null,
);

export interface TextColumn extends SelectedColumn {
  readonly field: TextField;
  readonly maxLength: number;
}

type TextField = NonNullable<
  {
    [C in PostColumnName]: (typeof POST_TABLE)[C]['type'] extends 'text' ? (typeof POST_TABLE)[C]['field'] : never;
  }[PostColumnName]
>;

export const TEXT_COLUMNS: readonly TextColumn[] = ALL_POST_COLUMNS.filter(
  (column): column is TextColumn => column.maxLength !== undefined,
);

/** A post whose fields are all null: readers of rows copy it, since an object that grows by 40 properties takes twice the time. */
export const EMPTY_POST: Readonly<Record<string, null>> = Object.fromEntries(
  ['board', ...SELECTED.map(({ field }) => field)].map((field) => [field, null]),
);
