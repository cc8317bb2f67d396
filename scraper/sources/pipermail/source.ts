import { parseAsync, parseText } from '../parse-result.ts';
import type { Source, SourceBoard } from '../source.ts';
import { readIndex } from './index-page.ts';
import { unpack } from './mbox.ts';
import { readMessages } from './messages.ts';

/**
 * The archive of a mailing list, as Mailman 2 keeps it: an index page, and a file of messages for each month. A list is
 * a board, a message is a post, and what answers a message is its thread.
 */
export const pipermail = {
  mail: {
    index: {
      url: indexUrl,
      read: (body, board) => parseText(body, () => readIndex(body, indexUrl(board))),
    },
    readPart: (body, part) =>
      parseAsync(
        () => sampleOf(body),
        async (oddities) => readMessages(await unpack(body), part, oddities),
      ),
  },
} satisfies Source;

/** What came in place of a part. Of messages nothing: whoever looks at refusals has no business with addresses. */
function sampleOf(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, 2_000)).toString('latin1');
  return /^\s*</.test(text) ? text : '';
}

function indexUrl(board: SourceBoard): string {
  return `${board.url}/${encodeURIComponent(board.sourceName)}/`;
}
