/** The columns of posts that a source's answer fills, and what a newer answer may do to what is stored. */
import type { PostObservation } from '../sources/source.ts';

/**
 * replace  the newest answer is right
 * file     an answer without a file leaves the file's columns: it is gone at the source, not here
 * highest  counts and times that only grow; the source leaves them out at times
 * kept     once known it stays
 */
type Merge = 'replace' | 'file' | 'highest' | 'kept';

interface ObservedColumn {
  readonly name: string;
  readonly type: string;
  readonly merge: Merge;
  readonly value: (post: PostObservation, context: AnswerContext) => unknown;
}

export interface AnswerContext {
  readonly now: Date;
  /** Newest post time of the thread. */
  readonly timeBumped: Date;
}

const column = (name: string, type: string, merge: Merge, value: ObservedColumn['value']): ObservedColumn => ({
  name,
  type,
  merge,
  value,
});

export const OBSERVED_COLUMNS: readonly ObservedColumn[] = [
  column('num', 'bigint', 'replace', ({ fields }) => fields.num),
  column('subnum', 'int', 'replace', ({ fields }) => fields.subnum),
  column('thread', 'bigint', 'replace', ({ fields }) => fields.thread),
  column('opener', 'boolean', 'replace', ({ fields }) => fields.opener),
  column('time_posted', 'timestamptz', 'replace', ({ fields }) => fields.timePosted.toISOString()),
  column('time_deleted_post', 'timestamptz', 'kept', ({ deletion }, { now }) =>
    deletion === undefined ? null : (deletion.time ?? now).toISOString(),
  ),
  column('time_deleted_file', 'timestamptz', 'kept', (post, { now }) => (post.fileDeleted ? now.toISOString() : null)),
  column('time_archived', 'timestamptz', 'kept', ({ fields }) => fields.timeArchived?.toISOString()),
  column('time_bumped', 'timestamptz', 'highest', ({ fields }, { timeBumped }) =>
    fields.opener ? timeBumped.toISOString() : null,
  ),
  column('name', 'text', 'replace', ({ fields }) => fields.name),
  column('tripcode', 'text', 'replace', ({ fields }) => fields.tripcode),
  column('capcode', 'text', 'replace', ({ fields }) => fields.capcode),
  column('posterid', 'text', 'replace', ({ fields }) => fields.posterid),
  column('country', 'text', 'replace', ({ fields }) => fields.country),
  column('email', 'text', 'replace', ({ fields }) => fields.email),
  column('subject', 'text', 'replace', ({ fields }) => fields.subject),
  column('comment', 'text', 'replace', ({ fields }) => fields.comment),
  column('media_time', 'bigint', 'file', ({ fields }) => fields.mediaTime),
  column('media_hash', 'bytea', 'file', ({ fields }) => fields.mediaHash),
  column('media_name', 'text', 'file', ({ fields }) => fields.mediaName),
  column('media_type', 'text', 'file', ({ fields }) => fields.mediaType),
  column('media_size', 'int', 'file', ({ fields }) => fields.mediaSize),
  column('media_dims_src_w', 'int', 'file', ({ fields }) => fields.mediaDimsSrcW),
  column('media_dims_src_h', 'int', 'file', ({ fields }) => fields.mediaDimsSrcH),
  column('media_dims_thb_w', 'int', 'file', ({ fields }) => fields.mediaDimsThbW),
  column('media_dims_thb_h', 'int', 'file', ({ fields }) => fields.mediaDimsThbH),
  column('spoiler', 'boolean', 'replace', ({ fields }) => fields.spoiler),
  column('sticky', 'boolean', 'replace', ({ fields }) => fields.sticky),
  column('closed', 'boolean', 'replace', ({ fields }) => fields.closed),
  column('posters', 'int', 'highest', ({ fields }) => fields.posters),
  column('replies', 'int', 'replace', ({ fields }) => fields.replies),
  column('extra', 'jsonb', 'replace', ({ fields }) => fields.extra && JSON.stringify(fields.extra)),
];

const MERGED: Readonly<Record<Merge, (stored: string, answer: string, name: string) => string>> = {
  replace: (_stored, answer, name) => `${answer}.${name}`,
  file: (stored, answer, name) =>
    `case when num_nonnulls(${answer}.media_time, ${answer}.media_hash) > 0 then ${answer}.${name} else ${stored}.${name} end`,
  highest: (stored, answer, name) => `greatest(${stored}.${name}, ${answer}.${name})`,
  kept: (stored, answer, name) => `coalesce(${stored}.${name}, ${answer}.${name})`,
};

/** What the row shall hold, as SQL over the names of the stored row and of the answer's. */
export function mergedColumn({ name, merge }: ObservedColumn, stored: string, answer: string): string {
  return MERGED[merge](stored, answer, name);
}

/** One array a column, in the order of OBSERVED_COLUMNS. */
export function columnArrays(posts: readonly PostObservation[], context: AnswerContext): unknown[][] {
  return OBSERVED_COLUMNS.map(({ value }) => posts.map((post) => value(post, context) ?? null));
}
