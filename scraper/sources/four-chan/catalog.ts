import type { PostObservation } from '../../../mappings/post.ts';
import { JsonFields, asList } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import type { CatalogThread } from '../source.ts';
import { readPost } from './post.ts';
import { checkReplies } from './thread.ts';

export type ReadPost = (post: JsonFields, oddities: OddityCount) => PostObservation;

/**
 * `[{page, threads: [{no, …, last_modified, replies, last_replies: […]}]}]`. A thread that moves while the catalog is
 * written stands on two pages: the one with the later time counts.
 * @throws RefusedError when any post is malformed or belongs to another thread.
 */
export function readCatalog(document: unknown, oddities: OddityCount, read: ReadPost = readPost): CatalogThread[] {
  const threads = new Map<number, CatalogThread>();
  for (const [index, entry] of asList(document, 'document').entries()) {
    const list = asList(new JsonFields(entry, `[${index}]`, oddities).raw('threads'), `[${index}].threads`);
    for (const [position, item] of list.entries()) {
      const thread = readEntry(item, `[${index}].threads[${position}]`, index + 1, oddities, read);
      const known = threads.get(thread.num);
      if (known === undefined || (thread.modified ?? 0) >= (known.modified ?? 0)) threads.set(thread.num, thread);
    }
  }
  return [...threads.values()];
}

function readEntry(item: unknown, path: string, page: number, oddities: OddityCount, read: ReadPost): CatalogThread {
  const entry = new JsonFields(item, path, oddities);
  const opener = read(entry, oddities);
  const { num } = opener.fields;
  if (!opener.fields.opener) throw new RefusedError('wrong_thread', `${path} must be an opener`);
  const lastReplies = asList(entry.raw('last_replies') ?? [], `${path}.last_replies`).map((post, index) =>
    read(new JsonFields(post, `${path}.last_replies[${index}]`, oddities), oddities),
  );
  checkReplies(num, lastReplies);
  const replies = entry.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER) ?? lastReplies.length;
  const modified = entry.optionalInteger('last_modified', 0, Number.MAX_SAFE_INTEGER);
  return { num, modified, page, replies, opener, lastReplies };
}
