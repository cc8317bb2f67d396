/** Null for the fields of a post that its source does not state. Derived from the table of columns, so that a new column needs no entry. */
import type { PostFields } from './post.ts';
import {
  OBSERVED_COLUMNS,
  type ObservedColumn,
  type POST_TABLE,
  type PostColumnName,
} from './postgres/post-columns.ts';

type PostTable = typeof POST_TABLE;

/** Columns that the store fills from the marks of deletion and from the other posts of the thread. */
const OF_STORE = ['timeDeletedPost', 'timeDeletedFile', 'timeBumped', 'images'] as const;

type AbsentField = Exclude<
  {
    [C in PostColumnName]: PostTable[C] extends { readonly merge: string; readonly isNullable: true }
      ? PostTable[C]['field']
      : never;
  }[PostColumnName],
  (typeof OF_STORE)[number]
>;

type FileField = {
  [C in PostColumnName]: PostTable[C] extends { readonly merge: 'file' } ? PostTable[C]['field'] : never;
}[PostColumnName];

/** The compiler compares the fields with those of sources. */
function nulls<F extends keyof PostFields>(columns: readonly ObservedColumn[]): Readonly<Record<F, null>> {
  return Object.fromEntries(columns.map(({ field }) => [field, null])) as Record<F, null>;
}

/** A source's reader copies it first and then states its own fields. */
export const ABSENT_FIELDS = nulls<AbsentField>(
  OBSERVED_COLUMNS.filter(
    ({ field, isNullable }) => isNullable && !(OF_STORE as readonly ObservedColumn['field'][]).includes(field),
  ),
);

/** The file fields of a post that has no file, or no longer has it. */
export const NO_FILE = nulls<FileField>(OBSERVED_COLUMNS.filter(({ merge }) => merge === 'file'));
