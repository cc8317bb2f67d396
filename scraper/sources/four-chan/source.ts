import { threadPath } from '../../../mappings/sources.ts';
import { parseJson, type ParseResult } from '../parse-result.ts';
import type { Source, SourceBoard } from '../source.ts';
import { readArchive, readBoardList, readCatalog, readThreadList } from './lists.ts';
import { readThreadDocument } from './thread.ts';

/** The read-only JSON API of 4chan: https://github.com/4chan/4chan-API. */
export const fourChan = {
  boards: { url: (board) => `${board.url}/boards.json`, read: (body) => parseJson(body, readBoardList) },
  threads: ofBoard('threads.json', (body) => parseJson(body, readThreadList)),
  catalog: ofBoard('catalog.json', (body) => parseJson(body, readCatalog)),
  archive: ofBoard('archive.json', (body) => parseJson(body, readArchive)),
  thread: {
    url: (board, num) => board.url + threadPath({ ...board, source: '4chan' }, num),
    read: (body, num) => parseJson(body, (document, warnings) => readThreadDocument(document, num, warnings)),
  },
} satisfies Source;

function ofBoard<T>(file: string, read: (body: string) => ParseResult<T>) {
  return { url: (board: SourceBoard) => `${board.url}/${encodeURIComponent(board.sourceName)}/${file}`, read };
}
