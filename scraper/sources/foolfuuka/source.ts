import { threadPath } from '../../../mappings/sources.ts';
import { parseJson } from '../parse-result.ts';
import type { Source } from '../source.ts';
import { readBoards, readIndexPage } from './lists.ts';
import { readThreadDocument } from './thread.ts';

/**
 * The API of another archive that runs FoolFuuka. It prints its database's columns, so numbers and flags are mostly text. Its
 * database stores New York time, but `timestamp` is UTC: in captured documents it agrees to the second with the milliseconds in
 * file names. Only `fourchan_date` is New York time.
 */
export const foolFuuka = {
  boards: { url: (board) => `${board.url}/_/api/chan/archives/`, read: (body) => parseJson(body, readBoards) },
  thread: {
    url: (board, num) => board.url + threadPath({ ...board, source: 'foolfuuka' }, num),
    read: (body, num, board) =>
      parseJson(body, (document, warnings) => readThreadDocument(document, num, board, warnings)),
  },
  history: {
    // Sorted by number, newest first, so that a bumped thread keeps its place.
    url: (board, page) =>
      `${board.url}/_/api/chan/index/?board=${encodeURIComponent(board.sourceName)}&page=${page}&order=by_thread`,
    read: (body, board) => parseJson(body, (document, warnings) => readIndexPage(document, board, warnings)),
  },
} satisfies Source;
