/** The 4chan API's lists: boards, living threads, archived threads, and the catalog. vichan shares the forms of the last two. */
import type { PostObservation } from '../../../mappings/post.ts';
import { JsonFields, asList } from '../json-fields.ts';
import { RefusedError, type OddityCount } from '../parse-result.ts';
import type { CatalogThread, ListedBoard, ListedThread } from '../source.ts';
import { readPost } from './post.ts';
import { checkReplies } from './thread.ts';

/**
 * `{boards: [{board, title, ws_board, …}]}`.
 * @throws RefusedError
 */
export function readBoardList(document: unknown, oddities: OddityCount): ListedBoard[] {
  const list = asList(new JsonFields(document, 'document', oddities).raw('boards'), 'boards');
  return list.map((entry, index) => {
    const board = new JsonFields(entry, `boards[${index}]`, oddities);
    const name = board.text('board');
    if (name === null) throw new RefusedError('missing_field', `boards[${index}].board is missing`);
    const worksafe = board.raw('ws_board') === null ? null : board.flag('ws_board');
    return { name, title: board.text('title') ?? name, worksafe };
  });
}

/**
 * `[571958, 572866, …]`.
 * @throws RefusedError
 */
export function readArchive(document: unknown): number[] {
  return asList(document, 'document').map((num, index) => {
    if (typeof num === 'number' && Number.isSafeInteger(num) && num > 0) return num;
    throw new RefusedError('wrong_type', `[${index}] must be a post's number, not ${JSON.stringify(num).slice(0, 80)}`);
  });
}

/**
 * `[{page, threads: [{no, last_modified, replies}]}]`. A thread that moves while the source writes the list appears on two
 * pages: the later time counts.
 * @throws RefusedError
 */
export function readThreadList(document: unknown, oddities: OddityCount): ListedThread[] {
  const listed = new Map<number, ListedThread>();
  for (const [index, entry] of asList(document, 'document').entries()) {
    const path = `[${index}]`;
    const fields = new JsonFields(entry, path, oddities);
    // A site may number its pages from 0, or not at all, so the order counts.
    const page = index + 1;
    for (const [position, item] of asList(fields.raw('threads'), `${path}.threads`).entries()) {
      const thread = new JsonFields(item, `${path}.threads[${position}]`, oddities);
      const num = thread.integer('no', 1, Number.MAX_SAFE_INTEGER);
      const modified = thread.integer('last_modified', 0, Number.MAX_SAFE_INTEGER);
      const replies = thread.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER);
      listed.set(num, { num, modified: Math.max(listed.get(num)?.modified ?? 0, modified), page, replies });
    }
  }
  return [...listed.values()];
}

export type ReadPost = (post: JsonFields, oddities: OddityCount) => PostObservation;

/**
 * `[{page, threads: [{no, …, last_modified, replies, last_replies: […]}]}]`. A thread that moves while the source writes the
 * catalog appears on two pages: the entry with the later time counts.
 * @throws RefusedError when any post is malformed or belongs to another thread.
 */
export function readCatalog(document: unknown, oddities: OddityCount, read: ReadPost = readPost): CatalogThread[] {
  const threads = new Map<number, CatalogThread>();
  for (const [index, entry] of asList(document, 'document').entries()) {
    const list = asList(new JsonFields(entry, `[${index}]`, oddities).raw('threads'), `[${index}].threads`);
    for (const [position, item] of list.entries()) {
      const thread = readCatalogThread(item, `[${index}].threads[${position}]`, index + 1, oddities, read);
      const known = threads.get(thread.num);
      if (known === undefined || (thread.modified ?? 0) >= (known.modified ?? 0)) threads.set(thread.num, thread);
    }
  }
  return [...threads.values()];
}

function readCatalogThread(
  item: unknown,
  path: string,
  page: number,
  oddities: OddityCount,
  read: ReadPost,
): CatalogThread {
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
