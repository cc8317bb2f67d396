/**
 * The 4chan API's lists: boards, living threads, archived threads, and the catalog. vichan shares the forms of the last two. A malformed
 * entry of a list is refused alone; a list without a readable entry is refused as a whole.
 */
import { JsonFields, asList } from '../json-fields.ts';
import { RefusedError, readEach, type ParseWarnings } from '../parse-result.ts';
import type { CatalogThread, ListedBoard, ListedThread } from '../source.ts';
import { MAX_TIME } from '../columns.ts';
import { readPost } from './post.ts';
import { readPosts, type ReadPost } from './thread.ts';

/**
 * `{boards: [{board, title, ws_board, …}]}`.
 * @throws RefusedError
 */
export function readBoardList(document: unknown, warnings: ParseWarnings): ListedBoard[] {
  const list = asList(new JsonFields(document, 'document', warnings).raw('boards'), 'boards');
  const boards = readEach(list, warnings, (entry, index) => {
    const board = new JsonFields(entry, `boards[${index}]`, warnings);
    const name = board.text('board');
    if (name === null) throw new RefusedError('missing_field', `boards[${index}].board is missing`);
    const worksafe = board.raw('ws_board') === null ? null : board.flag('ws_board');
    return { name, title: board.text('title') ?? name, worksafe };
  });
  return boards.map(({ value }) => value);
}

/**
 * `[571958, 572866, …]`.
 * @throws RefusedError
 */
export function readArchive(document: unknown, warnings: ParseWarnings): number[] {
  const nums = readEach(asList(document, 'document'), warnings, (num, index) => {
    if (typeof num === 'number' && Number.isSafeInteger(num) && num > 0) return num;
    throw new RefusedError('wrong_type', `[${index}] must be a post's number, not ${JSON.stringify(num).slice(0, 80)}`);
  });
  return nums.map(({ value }) => value);
}

interface Item {
  readonly item: unknown;
  readonly path: string;
  /** A site may number its pages from 0, or not at all, so the order counts. */
  readonly page: number;
}

const contentOf = ({ item }: Item): unknown => item;

/** The threads of all pages: `[{page, threads: […]}]`. @throws RefusedError */
function itemsOf(document: unknown, warnings: ParseWarnings): Item[] {
  const pages = readEach(asList(document, 'document'), warnings, (page, index) => ({
    index,
    threads: asList(new JsonFields(page, `[${index}]`, warnings).raw('threads'), `[${index}].threads`),
  }));
  return pages.flatMap(({ value: { index, threads } }) =>
    threads.map((item, position) => ({ item, path: `[${index}].threads[${position}]`, page: index + 1 })),
  );
}

/**
 * `[{page, threads: [{no, last_modified, replies}]}]`. A thread that moves while the source writes the list appears on two
 * pages: the later time counts. Only the number is needed: for an unreadable time the number of replies counts, which changes with most
 * changes of the thread and is below every time.
 * @throws RefusedError
 */
export function readThreadList(document: unknown, warnings: ParseWarnings): ListedThread[] {
  const listed = new Map<number, ListedThread>();
  const read = ({ item, path }: Item) => {
    const thread = new JsonFields(item, path, warnings);
    const num = thread.integer('no', 1, Number.MAX_SAFE_INTEGER);
    const replies = thread.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER);
    const modified = thread.optionalTime('last_modified', MAX_TIME);
    if (modified === null) thread.drop('last_modified');
    return { num, modified: modified ?? replies ?? 0, replies };
  };
  for (const { entry, value } of readEach(itemsOf(document, warnings), warnings, read, contentOf)) {
    const modified = Math.max(listed.get(value.num)?.modified ?? 0, value.modified);
    listed.set(value.num, { ...value, modified, page: entry.page });
  }
  return [...listed.values()];
}

/**
 * `[{page, threads: [{no, …, last_modified, replies, last_replies: […]}]}]`. A thread that moves while the source writes the
 * catalog appears on two pages: the entry with the later time counts. A thread with a post that cannot be read completely is left out:
 * its own document has it.
 * @throws RefusedError
 */
export function readCatalog(document: unknown, warnings: ParseWarnings, read: ReadPost = readPost): CatalogThread[] {
  const threads = new Map<number, CatalogThread>();
  const readItem = ({ item, path, page }: Item) => readCatalogThread(item, path, page, warnings, read);
  for (const { value: thread } of readEach(itemsOf(document, warnings), warnings, readItem, contentOf)) {
    if (thread === null) continue;
    const known = threads.get(thread.num);
    if (known === undefined || (thread.modified ?? 0) >= (known.modified ?? 0)) threads.set(thread.num, thread);
  }
  return [...threads.values()];
}

function readCatalogThread(
  item: unknown,
  path: string,
  page: number,
  warnings: ParseWarnings,
  read: ReadPost,
): CatalogThread | null {
  const entry = new JsonFields(item, path, warnings);
  const opener = read(entry, warnings);
  const { num } = opener.fields;
  if (!opener.fields.opener) throw new RefusedError('wrong_thread', `${path} must be an opener`);
  const list = asList(entry.raw('last_replies') ?? [], `${path}.last_replies`);
  const { posts: lastReplies, refused } =
    list.length === 0 ? { posts: [] } : readPosts(list, `${path}.last_replies`, num, warnings, read);
  const replies = entry.optionalInteger('replies', 0, Number.MAX_SAFE_INTEGER) ?? lastReplies.length;
  const modified = entry.optionalTime('last_modified', MAX_TIME);
  const isWhole = refused === undefined && ![opener, ...lastReplies].some(({ isIncomplete }) => isIncomplete === true);
  return isWhole ? { num, modified, page, replies, opener, lastReplies } : null;
}
