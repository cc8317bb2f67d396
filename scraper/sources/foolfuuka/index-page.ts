import type { ThreadObservation } from '../../../mappings/post.ts';
import { JsonFields } from '../json-fields.ts';
import { OddityCount, RefusedError } from '../parse-result.ts';
import type { HistoryPage, HistoryThread, SourceBoard } from '../source.ts';
import { MAX_TIME } from '../columns.ts';
import { postList, readThread } from './thread.ts';

/**
 * `{"700": {op: {…}, posts: [{…}], omitted, images_omitted}}`; past the end an empty list. A thread that cannot be read
 * here is still named: its own document will be asked for.
 * @throws RefusedError
 */
export function readIndexPage(document: unknown, board: SourceBoard): HistoryPage {
  if (Array.isArray(document) && document.length === 0) return { threads: [] };
  const page = new JsonFields(document, 'document', new OddityCount());
  const error = page.raw('error');
  if (typeof error === 'string') throw new RefusedError('not_found', error.slice(0, 200));
  const threads = page.names().map((name) => readEntry(name, page.raw(name), board));
  return { threads: threads.sort((a, b) => b.num - a.num) };
}

function readEntry(name: string, value: unknown, board: SourceBoard): HistoryThread {
  const num = /^\d{1,16}$/.test(name) ? Number(name) : 0;
  if (!Number.isSafeInteger(num) || num === 0) {
    throw new RefusedError('wrong_type', `${JSON.stringify(name.slice(0, 80))} must be a thread's number`);
  }
  // Its oddities are counted where the thread is stored.
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
