/** The values that modules add to documents, read with the post. */
import type { AddedValues } from '../mappings/elasticsearch/added-fields.ts';
import type { IndexedPost } from '../mappings/elasticsearch/post-document.ts';
import type { Post } from '../mappings/post.ts';
import type { SharedModule } from '../mappings/module.ts';
import { MODULES } from '../mappings/modules.ts';

/** A row of a statement with `ADDED_VALUES`. */
export interface AddedRow {
  readonly added?: AddedValues | null;
}

/** A further column of a statement that reads the posts `p`; empty without modules that add values. */
export function addedValues(modules: readonly SharedModule[]): string {
  const parts = modules.flatMap(({ name, index }) => (index === undefined ? [] : [`'${name}', (${index.values})`]));
  return parts.length === 0 ? '' : `, jsonb_strip_nulls(jsonb_build_object(${parts.join(', ')})) as added`;
}

export const ADDED_VALUES = addedValues(MODULES);

/** `post`: just read from the row, and changed here. A copy of each post would slow rebuilds. */
export function withAddedValues(post: Post, { added }: AddedRow): IndexedPost {
  return added == null ? post : Object.assign(post, { added });
}
