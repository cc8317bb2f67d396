import type { JsonFields } from './json-fields.ts';
import type { OddityCount } from './parse-result.ts';
import { makeStorableJson } from './storable.ts';

/** What becomes of a source's fields, by their names. */
export interface FieldNames {
  /** Columns hold them. */
  readonly inColumns: ReadonlySet<string>;
  /** Kept as they are. */
  readonly inExtra: ReadonlySet<string>;
  /** They follow from others, or are no facts about the post. */
  readonly left: ReadonlySet<string>;
  /** Of those in columns the ones that the column does not tell whole. */
  readonly lossy: ReadonlySet<string>;
}

type Extra = Readonly<Record<string, unknown>>;

/** Whatever has no column, and `more` under names of ours. What nobody here has heard of is kept too, and counted. */
export function readExtra(post: JsonFields, oddities: OddityCount, names: FieldNames, more: Extra = {}): Extra | null {
  const { inColumns, inExtra, left, lossy } = names;
  const kept = post
    .names()
    .filter((name) => lossy.has(name) || !(inColumns.has(name) || left.has(name) || post.raw(name) === null));
  for (const name of kept) if (!inColumns.has(name) && !inExtra.has(name)) oddities.add(`unknown_field:${name}`);
  const entries = [...kept.map((name) => [name, post.raw(name)] as const), ...Object.entries(more)];
  if (entries.length === 0) return null;
  return makeStorableJson(Object.fromEntries(entries), (oddity) => oddities.add(oddity)) as Extra;
}
