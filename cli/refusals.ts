/** `sagasu refusals`: lists the parts of sources' answers that were not stored. */
import { Command, Option } from 'commander';
import { listRefusals } from '../server/admin/refusals.ts';
import { readBoard, wholeNumber } from './arguments.ts';
import { withDatabase } from './stores.ts';
import { formatMinute, jsonOption, printList } from './table.ts';

interface ListOptions {
  readonly board?: string;
  readonly limit: number;
  readonly json: boolean;
}

export function refusalsCommand(): Command {
  const refusals = new Command('refusals').description('See what sources sent and was not stored');
  refusals
    .command('list')
    .description('List refused documents, single posts of documents, and files, the newest first')
    .option('--board <name>', 'of one board only')
    .addOption(new Option('--limit <number>', 'most rows').default(100).argParser(wholeNumber(1_000)))
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
ENTRIES is the number of entries, mostly posts, that were refused alone; all others of the document are stored. It is empty for a document
that was refused as a whole. --json also prints the sample: what was wrong, and the beginning of what was refused.`,
    )
    .action(async ({ board, limit, json }: ListOptions) => {
      const rows = await withDatabase(async (pool) => {
        const name = board === undefined ? null : (await readBoard(pool, board)).name;
        return (await listRefusals(pool, null, { board: name, limit })).refusals;
      });
      printList(
        rows,
        {
          columns: {
            BOARD: (row) => `/${row.board}/`,
            REASON: ({ reason }) => reason,
            ENTRIES: ({ entries }) => (entries === null ? null : String(entries)),
            TIMES: ({ times }) => String(times),
            LAST: ({ last_seen: lastSeen }) => formatMinute(new Date(lastSeen)),
            URL: ({ url }) => url,
            DETAIL: ({ sample }) => sample.split('\n', 1)[0] ?? '',
          },
          json: (row) => row,
          empty: 'Nothing was refused.',
        },
        { json },
      );
    });
  return refusals;
}
