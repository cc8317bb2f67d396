import { attempt, textReading } from '../../reading.ts';
import type { Source, SourceBoard } from '../../source.ts';
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
      read: (body, board) => textReading(body, () => readIndex(body, indexUrl(board))),
    },
    readPart: (body, part) =>
      attempt(
        () => Buffer.from(body.subarray(0, 2_000)).toString('latin1'),
        async (oddities) => readMessages(await unpack(body), part, oddities),
      ),
  },
} satisfies Source;

function indexUrl(board: SourceBoard): string {
  return `${board.url}/${encodeURIComponent(board.sourceName)}/`;
}
