import { threadPath } from '../../../mappings/sources.ts';
import type { JsonFields } from '../json-fields.ts';
import { parseJson, type ParseWarnings, type ParseResult } from '../parse-result.ts';
import type { Source, SourceBoard } from '../source.ts';
import { readCatalog, readThreadList } from '../four-chan/lists.ts';
import { readThreadDocument } from '../four-chan/thread.ts';
import { readPost } from './post.ts';

/** The JSON of vichan and its descendants, such as lainchan. Some of them send numbers as text. */
export const vichan = {
  threads: ofBoard('threads.json', (body) => parseJson(body, readThreadList)),
  catalog: ofBoard('catalog.json', (body) =>
    parseJson(body, (document, warnings) => readCatalog(document, warnings, read)),
  ),
  thread: {
    url: (board, num) => board.url + threadPath({ ...board, source: 'vichan' }, num),
    read: (body, num) => parseJson(body, (document, warnings) => readThreadDocument(document, num, warnings, read)),
  },
} satisfies Source;

function read(post: JsonFields, warnings: ParseWarnings) {
  return readPost(post.withNumbersAsText(), warnings);
}

function ofBoard<T>(file: string, readBody: (body: string) => ParseResult<T>) {
  return {
    url: (board: SourceBoard) => `${board.url}/${encodeURIComponent(board.sourceName)}/${file}`,
    read: readBody,
  };
}
