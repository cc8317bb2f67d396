import type { PostObservation, ThreadObservation } from '../../../mappings/post.ts';
import { JsonFields, asList, statedNumber } from '../json-fields.ts';
import type { ParseWarnings } from '../parse-result.ts';
import { ThreadPosts } from '../thread-posts.ts';
import { readPost } from './post.ts';

export type ReadPost = (post: JsonFields, warnings: ParseWarnings) => PostObservation;

/**
 * `{posts: [opener, reply, …]}`. A malformed post, a number that comes again, and a post of another thread are refused alone.
 * @throws RefusedError if the document has another form, or no post of the thread can be read.
 */
export function readThreadDocument(
  document: unknown,
  num: number,
  warnings: ParseWarnings,
  read: ReadPost = readPost,
): ThreadObservation {
  const list = asList(new JsonFields(document, 'document', warnings).raw('posts'), 'posts');
  const thread = readPosts(list, 'posts', num, warnings, read);
  if (thread.posts[0]?.fields.opener !== true && thread.refused === undefined) warnings.add('thread_without_opener');
  return thread;
}

/** @throws RefusedError if none of the posts can be read. */
export function readPosts(
  list: readonly unknown[],
  path: string,
  thread: number,
  warnings: ParseWarnings,
  read: ReadPost,
): ThreadObservation {
  const posts = new ThreadPosts(thread, warnings);
  for (const [index, entry] of list.entries()) {
    posts.add(entry, statedNumber(entry, 'no'), () =>
      read(new JsonFields(entry, `${path}[${index}]`, warnings), warnings),
    );
  }
  return posts.observation();
}
