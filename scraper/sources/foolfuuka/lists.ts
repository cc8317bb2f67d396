/** FoolFuuka's lists: its boards, and the pages of its index of threads. */
import type { ThreadObservation } from '../../../mappings/post.ts';
import { MAX_TIME, toDate } from '../columns.ts';
import { JsonFields } from '../json-fields.ts';
import { ParseWarnings, RefusedError, readEach } from '../parse-result.ts';
import type { HistoryPage, HistoryThread, ListedBoard, SourceBoard } from '../source.ts';
import { readThread } from './thread.ts';

/**
 * `{archives: {"1": {shortname, name, is_nsfw, …}}}`; the archive's own boards are under `boards`.
 * @throws RefusedError
 */
export function readBoards(document: unknown, warnings: ParseWarnings): ListedBoard[] {
  const lists = new JsonFields(document, 'document', warnings);
  if (lists.raw('archives') === null && lists.raw('boards') === null) {
    throw new RefusedError('missing_field', 'document.archives is missing');
  }
  const entries = ['archives', 'boards'].flatMap((list) =>
    Object.entries(lists.raw(list) ?? {}).map(([id, entry]) => ({ path: `${list}.${id}`, entry: entry as unknown })),
  );
  const read = ({ path, entry }: { readonly path: string; readonly entry: unknown }): ListedBoard => {
    const board = new JsonFields(entry, path, warnings, true);
    const name = board.text('shortname');
    if (name === null) throw new RefusedError('missing_field', `${path}.shortname is missing`);
    const isNsfw = board.raw('is_nsfw') === null ? null : board.flag('is_nsfw');
    return { name, title: board.text('name') ?? name, worksafe: isNsfw === null ? null : !isNsfw };
  };
  return readEach(entries, warnings, read, ({ entry }) => entry).map(({ value }) => value);
}

/**
 * `{"700": {op: {…}, posts: [{…}], omitted, images_omitted}}`; past the last page an empty list. A thread with a malformed post is
 * listed without its posts: its own document is requested later.
 * @throws RefusedError
 */
export function readIndexPage(document: unknown, board: SourceBoard, warnings: ParseWarnings): HistoryPage {
  if (Array.isArray(document) && document.length === 0) return { threads: [] };
  const page = new JsonFields(document, 'document', warnings);
  const error = page.raw('error');
  if (typeof error === 'string') throw new RefusedError('not_found', error.slice(0, 200));
  const threads = readEach(
    page.names(),
    warnings,
    (name) => readListedThread(name, page.raw(name), board),
    (name) => page.raw(name),
  ).map(({ value }) => value);
  return { threads: threads.sort((a, b) => b.num - a.num) };
}

function readListedThread(name: string, value: unknown, board: SourceBoard): HistoryThread {
  const num = /^\d{1,16}$/.test(name) ? Number(name) : 0;
  if (!Number.isSafeInteger(num) || num === 0) {
    throw new RefusedError('wrong_type', `${JSON.stringify(name.slice(0, 80))} must be a thread's number`);
  }
  // Warnings are counted where the thread is stored.
  const warnings = new ParseWarnings();
  const entry = new JsonFields(value, name, warnings, true);
  const posts = entry.raw('posts');
  const listed = typeof posts === 'object' && posts !== null ? Object.values(posts) : [];
  const times = [entry.raw('op'), ...listed].flatMap((post) => timeOf(post, warnings) ?? []);
  const omitted = entry.optionalInteger('omitted', 0, Number.MAX_SAFE_INTEGER);
  return {
    num,
    newest: times.length === 0 ? null : toDate(Math.max(...times)),
    whole: omitted === 0 ? readWhole(value, num, board, warnings) : null,
  };
}

function timeOf(post: unknown, warnings: ParseWarnings): number | null {
  if (typeof post !== 'object' || post === null || Array.isArray(post)) return null;
  return new JsonFields(post, '', warnings, true).optionalTime('timestamp', MAX_TIME);
}

/** null for a thread with a post that cannot be read completely. */
function readWhole(value: unknown, num: number, board: SourceBoard, warnings: ParseWarnings): ThreadObservation | null {
  try {
    const thread = readThread(value, num, board, warnings);
    const isWhole = thread.refused === undefined && thread.posts.every(({ isIncomplete }) => isIncomplete !== true);
    return isWhole && thread.posts[0]?.fields.opener === true ? thread : null;
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}
