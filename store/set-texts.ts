/** Corrects texts of posts that were stored in a form that readers should not see. */
import { numbersOf, type PostFields } from '../mappings/post.ts';
import { IS_NAMED_POST, change, changing } from './change-posts.ts';
import type { PostLock } from './post-lock.ts';

type Texts = Pick<PostFields, 'name' | 'email' | 'subject'>;

export interface CorrectedTexts extends Texts {
  readonly num: number;
  readonly subnum: number;
  /** The texts as they were read: posts whose texts have changed since are skipped. */
  readonly before: Texts;
  /** Merged into the stored `extra`. */
  readonly extra: Readonly<Record<string, unknown>>;
}

const named = (side: string): string => `${side}name, ${side}email, ${side}subject`;

/**
 * Index: posts_pkey. $3 nums, $4 subnums, then arrays: $5 to $7 the texts, $8 to $10 the texts as they were read, $11 additions to
 * `extra`.
 */
const SET_TEXTS = changing({
  set: `name = named.name, email = named.email, subject = named.subject, time_modified = $2,
    extra = nullif(coalesce(p.extra, '{}') || named.extra, '{}')`,
  from: `unnest($3::bigint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::jsonb[])
    as named (num, subnum, ${named('')}, ${named('old_')}, extra)`,
  where: `${IS_NAMED_POST} and p.time_purged is null and (${named('p.')}) is not distinct from (${named('named.old_')})`,
});

/** Returns the number of changed rows. */
export async function setTexts(lock: PostLock, posts: readonly CorrectedTexts[], now: Date): Promise<number> {
  const fields = ['name', 'email', 'subject'] as const;
  const after = fields.map((field) => posts.map((post) => post[field]));
  const before = fields.map((field) => posts.map((post) => post.before[field]));
  const extra = posts.map((post) => JSON.stringify(post.extra));
  return (await change(lock, SET_TEXTS, now, ...numbersOf(posts), ...after, ...before, extra)).posts;
}
