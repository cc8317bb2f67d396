/**
 * The format of `sagasu export archive`: a folder with one numbered folder for each increment, and files by hash. docs/operations/back-up.md
 * describes it for operators. Every increment has a manifest, which names its parts with their sums and the sum of the manifest before it.
 */
import { Type, type Static } from 'typebox';
import { ALL_POST_COLUMNS, type NamedPostColumn, type PostColumnName } from './postgres/post-columns.ts';

export const EXPORT_FORMAT = 'sagasu-archive';
export const EXPORT_VERSION = 1;
export const MANIFEST_NAME = 'manifest.json';
/** Folder of the files, with the keys of datastores. */
export const FILES_FOLDER = 'files';

/** The kinds of rows in a part. */
const PART_KINDS = ['boards', 'identities', 'bans', 'tombstones', 'threads', 'files', 'posts', 'replays'] as const;
export type PartKind = (typeof PART_KINDS)[number];

const Sum = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0 });

const Part = Type.Object({
  /** A file in the increment's folder: NDJSON, compressed with zstd. */
  name: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}\\.ndjson\\.zst$' }),
  kind: Type.Enum([...PART_KINDS], { type: 'string' }),
  board: Type.Optional(Type.String()),
  rows: Count,
  bytes: Count,
  sha256: Sum,
});
export type ExportPart = Static<typeof Part>;

export const ExportManifest = Type.Object({
  format: Type.Literal(EXPORT_FORMAT),
  version: Type.Literal(EXPORT_VERSION),
  increment: Type.Integer({ minimum: 1 }),
  /** SHA-256 of the manifest before, null for the first. */
  previous: Type.Union([Sum, Type.Null()]),
  made_at: Type.String(),
  /** Distinguishes the database from others, and from its own state before a restore. */
  database: Type.String(),
  epoch: Count,
  /** Rows with a rev above this one are in this increment; 0 for all rows. */
  from_rev: Count,
  /** The safe horizon: every row with a rev up to this one is in this increment or an earlier one. */
  to_rev: Count,
  parts: Type.Array(Part, { maxItems: 100_000 }),
});
export type ExportManifest = Static<typeof ExportManifest>;

/** `000012` */
export function incrementName(increment: number): string {
  return String(increment).padStart(6, '0');
}

/** null if it is not the folder name of an increment. */
export function parseIncrementName(name: string): number | null {
  return /^\d{6,9}$/.test(name) && incrementName(Number(name)) === name ? Number(name) : null;
}

/**
 * Columns of an exported post. `id` and `rev` are the database's own, a post's board is that of its part, and the list of additional files
 * replaces their number.
 */
export const EXPORTED_COLUMNS: readonly NamedPostColumn[] = ALL_POST_COLUMNS.filter(
  ({ name }) => !['board_id', 'id', 'rev', 'time_purged', 'extra_files'].includes(name),
);

/** A column of `post_files` that is exported with its post. */
interface ExtraFileColumn extends Pick<NamedPostColumn, 'type' | 'isNullable'> {
  readonly name: PostColumnName | 'place';
}

/** In the order in which they are printed: `place` and the columns that a post has for its first file. */
export const EXTRA_FILE_COLUMNS: readonly ExtraFileColumn[] = [
  { name: 'place', type: 'int', isNullable: false },
  ...ALL_POST_COLUMNS.filter(
    ({ name }) => name.startsWith('media_') || ['time_deleted_file', 'spoiler', 'extra'].includes(name),
  ),
];

/** The columns that identify the purged post of a tombstone: the other columns are empty. */
export const TOMBSTONE_COLUMNS: readonly NamedPostColumn[] = ALL_POST_COLUMNS.filter(
  ({ name, afterPurge }) =>
    name !== 'board_id' &&
    name !== 'id' &&
    (afterPurge === 'key' || name === 'time_modified' || name === 'time_purged'),
);
