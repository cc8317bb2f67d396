/** FoolFuuka's lists: its boards, and the pages of its index of threads. */
import type { ThreadObservation } from '../../../mappings/post.ts';
import { MAX_TIME } from '../columns.ts';
import { JsonFields } from '../json-fields.ts';
import { OddityCount, RefusedError } from '../parse-result.ts';
import type { HistoryPage, HistoryThread, ListedBoard, SourceBoard } from '../source.ts';
import { postList, readThread } from './thread.ts';

/**
 * `{archives: {"1": {shortname, name, is_nsfw, …}}}`; the archive's own boards are under `boards`.
 * @throws RefusedError
 */
export function readBoards(document: unknown, oddities: OddityCount): ListedBoard[] {
  const lists = new JsonFields(document, 'document', oddities);
  if (lists.raw('archives') === null && lists.raw('boards') === null) {
    throw new RefusedError('missing_field', 'document.archives is missing');
  }
  return ['archives', 'boards'].flatMap((list) =>
    Object.entries(lists.raw(list) ?? {}).map(([id, entry]) => {
      const board = new JsonFields(entry, `${list}.${id}`, oddities, true);
      const name = board.text('shortname');
      if (name === null) throw new RefusedError('missing_field', `${list}.${id}.shortname is missing`);
      const worksafe = board.raw('is_nsfw') === null ? null : !board.flag('is_nsfw');
      return { name, title: board.text('name') ?? name, worksafe };
    }),
  );
}

/**
 * `{"700": {op: {…}, posts: [{…}], omitted, images_omitted}}`; past the last page an empty list. A thread with a malformed post is
 * listed without its posts: its own document is requested later.
 * @throws RefusedError
 */
export function readIndexPage(document: unknown, board: SourceBoard): HistoryPage {
  if (Array.isArray(document) && document.length === 0) return { threads: [] };
  const page = new JsonFields(document, 'document', new OddityCount());
  const error = page.raw('error');
  if (typeof error === 'string') throw new RefusedError('not_found', error.slice(0, 200));
  const threads = page.names().map((name) => readListedThread(name, page.raw(name), board));
  return { threads: threads.sort((a, b) => b.num - a.num) };
}

function readListedThread(name: string, value: unknown, board: SourceBoard): HistoryThread {
  const num = /^\d{1,16}$/.test(name) ? Number(name) : 0;
  if (!Number.isSafeInteger(num) || num === 0) {
    throw new RefusedError('wrong_type', `${JSON.stringify(name.slice(0, 80))} must be a thread's number`);
  }
  // Oddities are counted where the thread is stored.
  const oddities = new OddityCount();
  const entry = new JsonFields(value, name, oddities, true);
  const op = entry.raw('op');
  const times = [...(op === null ? [] : [op]), ...postList(entry.raw('posts'))].map((post, index) =>
    new JsonFields(post, `${name}[${index}]`, oddities, true).integer('timestamp', 0, MAX_TIME),
  );
  const omitted = entry.optionalInteger('omitted', 0, Number.MAX_SAFE_INTEGER);
  return {
    num,
    newest: new Date(Math.max(0, ...times) * 1000),
    whole: omitted === 0 ? readWhole(value, num, board, oddities) : null,
  };
}

function readWhole(value: unknown, num: number, board: SourceBoard, oddities: OddityCount): ThreadObservation | null {
  try {
    return readThread(value, num, board, oddities);
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}
