import type { PostObservation, ThreadObservation } from '../../../mappings/post.ts';
import { JsonFields } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import type { SourceBoard } from '../source.ts';
import { readPost, type ThreadLinks } from './post.ts';

/**
 * `{"700": {op: {…}, posts: {"701": {…}, "701_1": {…}}}}`; without replies `posts` is an empty list or absent.
 * @throws RefusedError when a post is malformed, appears twice, or belongs to another thread: the whole document is refused.
 */
export function readThreadDocument(
  document: unknown,
  num: number,
  board: SourceBoard,
  oddities: OddityCount,
): ThreadObservation {
  const fields = new JsonFields(document, 'document', oddities);
  const error = fields.raw('error');
  // Most archives send this with status 200.
  if (typeof error === 'string') throw new RefusedError('not_found', error.slice(0, 200));
  const entry = fields.raw(String(num));
  if (entry === null) throw new RefusedError('wrong_thread', `the document has no thread ${num}`);
  return readThread(entry, num, board, oddities);
}

/** @throws RefusedError */
export function readThread(entry: unknown, num: number, board: SourceBoard, oddities: OddityCount): ThreadObservation {
  const thread = new JsonFields(entry, String(num), oddities);
  const posts = postList(thread.raw('posts'));
  const nums = new Set([num, ...posts.map(numOf)]);
  const links: ThreadLinks = { board: board.sourceName, ownBoard: board.name, has: (post) => nums.has(post) };
  const opener = readPost(new JsonFields(thread.raw('op'), 'op', oddities, true), links, oddities);
  if (!opener.fields.opener || opener.fields.num !== num || opener.fields.subnum !== 0) {
    throw new RefusedError('wrong_thread', `op must be the opener ${num}, not ${opener.fields.num}`);
  }
  const replies = posts
    .map((post, index) => readPost(new JsonFields(post, `posts[${index}]`, oddities, true), links, oddities))
    .sort((a, b) => a.fields.num - b.fields.num || a.fields.subnum - b.fields.subnum);
  checkReplies(num, replies);
  return { num, posts: [opener, ...replies] };
}

/** The posts, whether they come as an object by number or as a list. */
export function postList(posts: unknown): readonly unknown[] {
  if (posts === null || posts === undefined) return [];
  if (typeof posts !== 'object') throw new RefusedError('wrong_type', 'posts must be an object or a list');
  return Object.values(posts);
}

function numOf(post: unknown): number {
  return typeof post === 'object' && post !== null && 'num' in post ? Number(post.num) : 0;
}

/** A ghost post has the number of the post before it, and a subnum. */
function checkReplies(thread: number, replies: readonly PostObservation[]): void {
  const seen = new Set([`${thread}.0`]);
  for (const { fields } of replies) {
    const id = `${fields.num}.${fields.subnum}`;
    if (seen.has(id)) throw new RefusedError('duplicate_number', `post ${id} appears twice`);
    if (fields.thread !== thread || fields.opener) {
      throw new RefusedError('wrong_thread', `post ${id} is not a reply to ${thread}`);
    }
    seen.add(id);
  }
}
