import { threadPath } from '../../../mappings/source-address.ts';
import type { JsonFields } from '../json-fields.ts';
import { reading, type OddityCount, type Reading } from '../parse-result.ts';
import type { Source, SourceBoard } from '../source.ts';
import { readCatalog } from '../four-chan/catalog.ts';
import { readThreadList } from '../four-chan/thread-list.ts';
import { readThreadDocument } from '../four-chan/thread.ts';
import { readPost } from './post.ts';

/** The JSON of vichan and of boards that descend from it, such as lainchan. Numbers come as text now and then. */
export const vichan = {
  threads: ofBoard('threads.json', (body) => reading(body, readThreadList)),
  catalog: ofBoard('catalog.json', (body) =>
    reading(body, (document, oddities) => readCatalog(document, oddities, read)),
  ),
  thread: {
    url: (board, num) => board.url + threadPath({ ...board, source: 'vichan' }, num),
    read: (body, num) => reading(body, (document, oddities) => readThreadDocument(document, num, oddities, read)),
  },
} satisfies Source;

function read(post: JsonFields, oddities: OddityCount) {
  return readPost(post.withNumbersAsText(), oddities);
}

function ofBoard<T>(file: string, readBody: (body: string) => Reading<T>) {
  return {
    url: (board: SourceBoard) => `${board.url}/${encodeURIComponent(board.sourceName)}/${file}`,
    read: readBody,
  };
}
