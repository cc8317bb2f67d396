import type { PostObservation, ThreadObservation } from '../../../mappings/post.ts';
import { JsonFields, asList } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import { readPost } from './post.ts';

/**
 * `{posts: [opener, reply, …]}`.
 * @throws RefusedError when a post is malformed, appears twice, or belongs to another thread: the whole document is refused.
 */
export function readThreadDocument(
  document: unknown,
  num: number,
  oddities: OddityCount,
  read: typeof readPost = readPost,
): ThreadObservation {
  const list = asList(new JsonFields(document, 'document', oddities).raw('posts'), 'posts');
  const posts = list.map((post, index) => read(new JsonFields(post, `posts[${index}]`, oddities), oddities));
  const [opener, ...replies] = posts;
  if (opener === undefined) throw new RefusedError('empty', 'the thread has no posts');
  if (!opener.fields.opener || opener.fields.num !== num) {
    throw new RefusedError('wrong_thread', `posts[0] must be the opener ${num}, not ${opener.fields.num}`);
  }
  checkReplies(num, replies);
  return { num, posts: [opener, ...replies] };
}

/** @throws RefusedError when a reply appears twice or belongs to another thread. */
export function checkReplies(thread: number, replies: readonly PostObservation[]): void {
  const seen = new Set([thread]);
  for (const { fields } of replies) {
    if (seen.has(fields.num)) throw new RefusedError('duplicate_number', `post ${fields.num} appears twice`);
    if (fields.thread !== thread) {
      throw new RefusedError('wrong_thread', `post ${fields.num} belongs to ${fields.thread}, not to ${thread}`);
    }
    seen.add(fields.num);
  }
}
