import { threadPath } from '../../../mappings/source-address.ts';
import { reading } from '../../reading.ts';
import type { Source } from '../../source.ts';
import { readThreadList } from './thread-list.ts';
import { readThreadDocument } from './thread.ts';

/** The read-only JSON API of 4chan: https://github.com/4chan/4chan-API. */
export const fourChan: Source = {
  threadsUrl: (board) => `${board.url}/${board.name}/threads.json`,
  readThreads: (body) => reading(body, readThreadList),
  threadUrl: (board, num) => board.url + threadPath(board, num),
  readThread: (body, num) => reading(body, (document, oddities) => readThreadDocument(document, num, oddities)),
};
