/** Values of the columns of `posts` for an observed post, and how they merge with the stored row. */
import type { PostObservation } from '../mappings/post.ts';
import { OBSERVED_COLUMNS, type Merge, type ObservedColumn } from '../mappings/postgres/post-columns.ts';

/** The columns that each observed post supplies; time_bumped is computed from the posts of its thread. */
export const SUPPLIED_COLUMNS = OBSERVED_COLUMNS.filter(({ field }) => field !== 'timeBumped');

/** SQL that selects all observed columns from a relation with the supplied ones. */
export const observedFrom = (source: string): string =>
  `select ${SUPPLIED_COLUMNS.map(({ name }) => name).join(', ')},
    case when opener then max(time_posted) over (partition by thread) end as time_bumped
  from ${source}`;

/** The value of a supplied column in the form that the driver and COPY accept. */
export function observedValue(column: ObservedColumn, post: PostObservation, now: Date): unknown {
  const value = fieldValue(column.field, post, now);
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return column.type === 'jsonb' ? JSON.stringify(value) : value;
}

function fieldValue(
  field: ObservedColumn['field'],
  { fields, deletion, fileDeleted }: PostObservation,
  now: Date,
): unknown {
  if (field === 'timeDeletedPost') return deletion === undefined ? null : (deletion.time ?? now);
  if (field === 'timeDeletedFile') return fileDeleted ? now : null;
  return fields[field as keyof typeof fields];
}

const MERGED: Readonly<Record<Merge, (stored: string, observed: string, name: string) => string>> = {
  replace: (_stored, observed, name) => `${observed}.${name}`,
  file: (stored, observed, name) =>
    `case when num_nonnulls(${observed}.media_time, ${observed}.media_hash) > 0 then ${observed}.${name} else ${stored}.${name} end`,
  highest: (stored, observed, name) => `greatest(${stored}.${name}, ${observed}.${name})`,
  keep: (stored, observed, name) => `coalesce(${stored}.${name}, ${observed}.${name})`,
};

/** SQL for the merged value of a column. `stored` and `observed` are the names of the two rows. */
export function mergedColumn({ name, merge }: ObservedColumn, stored: string, observed: string): string {
  return MERGED[merge](stored, observed, name);
}

/** One array for each supplied column. */
export function columnArrays(posts: readonly PostObservation[], now: Date): unknown[][] {
  return SUPPLIED_COLUMNS.map((column) => posts.map((post) => observedValue(column, post, now)));
}
