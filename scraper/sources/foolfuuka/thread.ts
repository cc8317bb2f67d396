import type { PostObservation, ThreadObservation } from '../../../mappings/post.ts';
import { JsonFields, statedNumber } from '../json-fields.ts';
import { RefusedError, type ParseWarnings } from '../parse-result.ts';
import type { SourceBoard } from '../source.ts';
import { ThreadPosts } from '../thread-posts.ts';
import { readPost, type ThreadLinks } from './post.ts';

/**
 * `{"700": {op: {…}, posts: {"701": {…}, "701_1": {…}}}}`; without replies `posts` is an empty list or absent.
 * @throws RefusedError if the document has another form, or not this thread.
 */
export function readThreadDocument(
  document: unknown,
  num: number,
  board: SourceBoard,
  warnings: ParseWarnings,
): ThreadObservation {
  const fields = new JsonFields(document, 'document', warnings);
  const error = fields.raw('error');
  // Most archives send this with status 200.
  if (typeof error === 'string') throw new RefusedError('not_found', error.slice(0, 200));
  const entry = fields.raw(String(num));
  if (entry === null) throw new RefusedError('wrong_thread', `the document has no thread ${num}`);
  return readThread(entry, num, board, warnings);
}

/**
 * A malformed post, a number that comes again, and a post of another thread are refused alone. A ghost post has the number of the post
 * before it, and a subnum.
 * @throws RefusedError if no post of the thread can be read.
 */
export function readThread(
  entry: unknown,
  num: number,
  board: SourceBoard,
  warnings: ParseWarnings,
): ThreadObservation {
  const thread = new JsonFields(entry, String(num), warnings);
  const op = thread.raw('op');
  const replies = postList(thread.raw('posts'));
  const nums = new Set([num, ...replies.map(numOf)]);
  const links: ThreadLinks = { board: board.sourceName, ownBoard: board.name, has: (post) => nums.has(post) };
  const posts = new ThreadPosts(num, warnings);
  const add = (post: unknown, path: string) =>
    posts.add(post, statedNumber(post, 'num'), () =>
      readPost(new JsonFields(post, path, warnings, true), links, warnings),
    );
  if (op === null) warnings.add('thread_without_opener');
  else add(op, 'op');
  for (const [index, post] of replies.entries()) add(post, `posts[${index}]`);
  const read = posts.observation();
  return { ...read, posts: read.posts.toSorted(inOrder) };
}

function inOrder({ fields: a }: PostObservation, { fields: b }: PostObservation): number {
  return Number(b.opener) - Number(a.opener) || a.num - b.num || a.subnum - b.subnum;
}

/** The posts, either from an object by number or from a list. */
export function postList(posts: unknown): readonly unknown[] {
  if (posts === null || posts === undefined) return [];
  if (typeof posts !== 'object') throw new RefusedError('wrong_type', 'posts must be an object or a list');
  return Object.values(posts);
}

function numOf(post: unknown): number {
  return typeof post === 'object' && post !== null && 'num' in post ? Number(post.num) : 0;
}
