import { threadPath } from '../../../mappings/source-address.ts';
import { reading, type Reading } from '../parse-result.ts';
import type { Source, SourceBoard } from '../source.ts';
import { readArchive } from './archive.ts';
import { readBoardList } from './board-list.ts';
import { readCatalog } from './catalog.ts';
import { readThreadList } from './thread-list.ts';
import { readThreadDocument } from './thread.ts';

/** The read-only JSON API of 4chan: https://github.com/4chan/4chan-API. */
export const fourChan = {
  boards: { url: (board) => `${board.url}/boards.json`, read: (body) => reading(body, readBoardList) },
  threads: ofBoard('threads.json', (body) => reading(body, readThreadList)),
  catalog: ofBoard('catalog.json', (body) => reading(body, readCatalog)),
  archive: ofBoard('archive.json', (body) => reading(body, readArchive)),
  thread: {
    url: (board, num) => board.url + threadPath({ ...board, source: '4chan' }, num),
    read: (body, num) => reading(body, (document, oddities) => readThreadDocument(document, num, oddities)),
  },
} satisfies Source;

function ofBoard<T>(file: string, read: (body: string) => Reading<T>) {
  return { url: (board: SourceBoard) => `${board.url}/${encodeURIComponent(board.sourceName)}/${file}`, read };
}
