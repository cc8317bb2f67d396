import type { PostObservation, ThreadObservation } from '../../../mappings/post.ts';
import { JsonFields } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import type { SourceBoard } from '../source.ts';
import { readPost, type Surroundings } from './post.ts';

/**
 * `{"700": {op: {…}, posts: {"701": {…}, "701_1": {…}}}}`; without replies `posts` is an empty list, or absent.
 * @throws RefusedError when a post is malformed, comes twice, or belongs to another thread: then none is trusted.
 */
export function readThreadDocument(
  document: unknown,
  num: number,
  board: SourceBoard,
  oddities: OddityCount,
): ThreadObservation {
  const fields = new JsonFields(document, 'document', oddities);
  const error = fields.raw('error');
  // With status 200, on most archives.
  if (typeof error === 'string') throw new RefusedError('not_found', error.slice(0, 200));
  return readThread(fields.raw(String(num)), num, board, oddities);
}

/** @throws RefusedError */
export function readThread(entry: unknown, num: number, board: SourceBoard, oddities: OddityCount): ThreadObservation {
  const thread = new JsonFields(entry, String(num), oddities);
  const posts = postList(thread.raw('posts'));
  const nums = new Set([num, ...posts.map(numOf)]);
  const around: Surroundings = { board: board.sourceName, ownBoard: board.name, has: (post) => nums.has(post) };
  const opener = readPost(new JsonFields(thread.raw('op'), 'op', oddities, true), around, oddities);
  if (!opener.fields.opener || opener.fields.num !== num || opener.fields.subnum !== 0) {
    throw new RefusedError('wrong_thread', `op must be the opener ${num}, not ${opener.fields.num}`);
  }
  const replies = posts
    .map((post, index) => readPost(new JsonFields(post, `posts[${index}]`, oddities, true), around, oddities))
    .sort((a, b) => a.fields.num - b.fields.num || a.fields.subnum - b.fields.subnum);
  checkReplies(num, replies);
  return { num, posts: [{ ...opener, fields: { ...opener.fields, replies: replies.length } }, ...replies] };
}

/** By number, or in a list. */
export function postList(posts: unknown): readonly unknown[] {
  if (posts === null || posts === undefined) return [];
  if (typeof posts !== 'object') throw new RefusedError('wrong_type', 'posts must be an object or a list');
  return Object.values(posts);
}

function numOf(post: unknown): number {
  return typeof post === 'object' && post !== null && 'num' in post ? Number(post.num) : 0;
}

/** Ghost posts have the number of the post they came after. */
function checkReplies(thread: number, replies: readonly PostObservation[]): void {
  const seen = new Set([`${thread}.0`]);
  for (const { fields } of replies) {
    const id = `${fields.num}.${fields.subnum}`;
    if (seen.has(id)) throw new RefusedError('duplicate_number', `post ${id} comes twice`);
    if (fields.thread !== thread || fields.opener) {
      throw new RefusedError('wrong_thread', `post ${id} is no reply of ${thread}`);
    }
    seen.add(id);
  }
}
