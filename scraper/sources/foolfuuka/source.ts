import { threadPath } from '../../../mappings/sources.ts';
import { parseJson } from '../parse-result.ts';
import type { Source } from '../source.ts';
import { readBoards } from './boards.ts';
import { readIndexPage } from './index-page.ts';
import { readThreadDocument } from './thread.ts';

/**
 * The API of another archive that runs FoolFuuka. It prints columns of its database: numbers and flags are text, most of
 * the time. Its times are UTC, although its database has New York's: `timestamp` and the milliseconds in a file's name
 * agree to the second in what was captured, and `fourchan_date` alone is New York's.
 */
export const foolFuuka = {
  boards: { url: (board) => `${board.url}/_/api/chan/archives/`, read: (body) => parseJson(body, readBoards) },
  thread: {
    url: (board, num) => board.url + threadPath({ ...board, source: 'foolfuuka' }, num),
    read: (body, num, board) =>
      parseJson(body, (document, oddities) => readThreadDocument(document, num, board, oddities)),
  },
  history: {
    // By number, newest first: a thread that is bumped stays where it is.
    url: (board, page) =>
      `${board.url}/_/api/chan/index/?board=${encodeURIComponent(board.sourceName)}&page=${page}&order=by_thread`,
    read: (body, board) => parseJson(body, (document) => readIndexPage(document, board)),
  },
} satisfies Source;
