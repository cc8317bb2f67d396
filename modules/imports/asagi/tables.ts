/** Finds the tables of a database that are boards, and the program that made them. */
import type { TableShape } from '../dump/batch.ts';
import type { SourceColumns } from '../dump/open-source.ts';
import { CSV_COLUMNS, IMAGES_COLUMNS, PRIVATE_COLUMNS, REQUIRED_COLUMNS, TABLE_COLUMNS } from './columns.ts';

export type TableKind = 'posts' | 'images' | 'banned' | 'boards' | 'other';

/** Tables derived from the posts, and `x_deleted` with posts that moderators removed and addresses. They are not even decoded. */
export function isSideTable(table: string): boolean {
  return /_(?:threads|users|daily|deleted)$/.test(table) || table === 'index_counters';
}

/** The board of a table with removed posts; null for other tables. */
export function boardOfRemoved(table: string): string | null {
  return /^(.+)_deleted$/.exec(table)?.[1] ?? null;
}

export const hasPosts = (columns: readonly string[]): boolean =>
  REQUIRED_COLUMNS.every((name) => columns.includes(name));

/** The columns of a table in a dump without definitions, recognized by the number of values per row. */
export function guessColumns(table: string, width: number): readonly string[] | null {
  if (width === TABLE_COLUMNS.length) return TABLE_COLUMNS;
  return width === IMAGES_COLUMNS.length && table.endsWith('_images') ? IMAGES_COLUMNS : null;
}

export function kindOfTable(table: string, columns: readonly string[]): TableKind {
  const has = (name: string) => columns.includes(name);
  if (isSideTable(table)) return 'other';
  if (hasPosts(columns)) return 'posts';
  if (table.endsWith('_images') && has('media_hash') && has('banned')) return 'images';
  if (table.endsWith('banned_md5') && has('md5')) return 'banned';
  return table.endsWith('boards') && has('shortname') && has('archive') ? 'boards' : 'other';
}

export interface Dialect {
  readonly name: string;
  readonly isRitual: boolean;
}

const named = (name: string, isRitual = false): Dialect => ({ name, isRitual });

/** The widths of `media_orig` differ between the programs, and so do their stored procedures. */
export function dialectOf(
  table: string,
  shape: TableShape | null,
  routines: ReadonlySet<string>,
  isLive: boolean,
): Dialect {
  const type = shape?.types.get('media_orig');
  if (type === undefined) return named('rows of Asagi’s form, without a definition of the table');
  if (/^(?:text|integer)\b/.test(type) || type.startsWith('varchar(22)')) return named('Ritual (asagi-tables)', true);
  if (type.startsWith('varchar(50)')) return named('neofuuka');
  if (type.startsWith('varchar(255)')) return named('Hayden');
  if (type.startsWith('character varying')) return named('Asagi on PostgreSQL');
  if (routines.has(`insert_post_${table}`)) return named('Asagi 1.0');
  if (routines.has(`update_thread_timestamp_${table}`)) return named('Asagi 1.3.0');
  if (isLive && routines.size === 0) return named('Asagi (this user may not see its triggers)');
  return named('Asagi without triggers (2.0.0)');
}

/** The tables and columns to read. Queries on a live database do not even name private columns. */
export const ASAGI_COLUMNS: SourceColumns = {
  csv: CSV_COLUMNS,
  guess: guessColumns,
  left: PRIVATE_COLUMNS,
  place: 'doc_id',
  changedAt: 'timestamp_expired',
  conditionFor(table, { columns, types }) {
    if (kindOfTable(table, columns) !== 'images') return null;
    return types.get('banned') === 'boolean' ? 'banned' : 'banned <> 0';
  },
};
