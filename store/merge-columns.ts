/** Values of the columns of `posts` for an observed post, and how they merge with the stored row. */
import { MAX_COUNT, type PostFields, type PostObservation } from '../mappings/post.ts';
import { statesFile } from '../mappings/postgres/source-file.ts';
import { OBSERVED_COLUMNS, type Merge, type ObservedColumn } from '../mappings/postgres/post-columns.ts';

/** Computed from the posts of a thread. */
const COMPUTED: ReadonlySet<ObservedColumn['field']> = new Set(['timeBumped', 'replies', 'images']);

/** The columns that each observed post supplies. */
export const SUPPLIED_COLUMNS = OBSERVED_COLUMNS.filter(({ field }) => !COMPUTED.has(field));

/** SQL that selects all observed columns from a relation with the supplied ones. */
export const observedFrom = (source: string): string =>
  `select ${SUPPLIED_COLUMNS.map(({ name }) => name).join(', ')},
    case when opener then max(time_posted) over (partition by thread) end as time_bumped,
    case when opener then least(count(*) over (partition by thread) - 1, ${MAX_COUNT})::int end as replies,
    case when opener then least(count(media_type) over (partition by thread), ${MAX_COUNT})::int end as images
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
  return field === 'extra' ? extraOf(fields) : fields[field as keyof typeof fields];
}

/** Adds the number of replies that the source states. */
function extraOf({ extra, replies }: PostFields): PostFields['extra'] {
  return replies === null ? extra : { ...extra, replies };
}

const MERGED: Readonly<Record<Merge, (stored: string, observed: string, name: string) => string>> = {
  replace: (_stored, observed, name) => `${observed}.${name}`,
  file: (stored, observed, name) =>
    `case when ${statesFile(observed)} then ${observed}.${name} else ${stored}.${name} end`,
  highest: (stored, observed, name) => `greatest(${stored}.${name}, ${observed}.${name})`,
  keep: (stored, observed, name) => `coalesce(${stored}.${name}, ${observed}.${name})`,
};

/**
 * The origin of an observed post. `source`: the site, whose newest answer replaces older values. `import`: another archive's database,
 * of any age; values that the site stated to this archive are kept, and only missing values are filled in. `removed`: posts that
 * moderators of that archive removed; they are stored hidden, and stored posts do not change.
 */
export type Origin = 'source' | 'import' | 'removed';

/** SQL for the merged value of a column. `stored` and `observed` are the names of the two rows. */
export function mergedColumn(column: ObservedColumn, stored: string, observed: string, by: Origin): string {
  const { name, merge } = column;
  if (by === 'removed') return `${stored}.${name}`;
  if (by === 'import') return importedColumn(column, stored, observed);
  return name === 'extra' ? sourceExtra(stored, observed) : MERGED[merge](stored, observed, name);
}

/** The file's name is kept like the columns of a file: a source that deleted a file no longer states it. */
function sourceExtra(stored: string, observed: string): string {
  return `case when ${stored}.extra ? 'tim' and not ${statesFile(observed)}
    then coalesce(${observed}.extra, '{}') || jsonb_build_object('tim', ${stored}.extra -> 'tim') else ${observed}.extra end`;
}

function importedColumn({ name, merge }: ObservedColumn, stored: string, observed: string): string {
  if (merge === 'keep' || merge === 'highest') return MERGED[merge](stored, observed, name);
  const [kept, came] = [`${stored}.${name}`, `${observed}.${name}`];
  if (name === 'extra') {
    return `case when ${storedWins(stored, observed)} then nullif((coalesce(${came}, '{}') - 'asagi') || coalesce(${kept}, '{}'), '{}')
      else nullif(coalesce(${kept}, '{}') || coalesce(${came}, '{}'), '{}') end`;
  }
  if (merge === 'file') {
    return `case when ${storedWins(stored, observed)} and ${statesFile(stored)} then ${kept}
      when ${statesFile(observed)} then coalesce(${came}, ${kept}) else ${kept} end`;
  }
  return `case when ${storedWins(stored, observed)} then coalesce(${kept}, ${came}) else coalesce(${came}, ${kept}) end`;
}

/**
 * `extra.asagi` marks rows whose content came from an import; an answer of the source removes the mark. The newer of two imports wins,
 * unless only the stored one has the source's HTML or a certain time.
 */
function storedWins(stored: string, observed: string): string {
  const [kept, came] = [`${stored}.extra->'asagi'`, `${observed}.extra->'asagi'`];
  return `(${kept} is null
    or (${kept}->>'comment' = 'html' and ${came}->>'comment' is distinct from 'html')
    or (${kept}->'times' is null and ${came}->'times' is not null))`;
}

/** One array for each supplied column. */
export function columnArrays(posts: readonly PostObservation[], now: Date): unknown[][] {
  return SUPPLIED_COLUMNS.map((column) => posts.map((post) => observedValue(column, post, now)));
}
