/** `sagasu reprocess charsets`: proposes charsets for mailing lists. */
import { Command } from 'commander';
import { proposeCharsets } from '../scraper/backfill/propose-charset.ts';
import { readKeptMessages } from '../scraper/backfill/reread-messages.ts';
import { sourceOf } from '../scraper/sources/registry.ts';
import { UsageError, readBoard } from './arguments.ts';
import { withDatabase } from './stores.ts';

/** Proposals that are printed. */
const SHOWN = 5;

export function reprocessCharsetsCommand(): Command {
  return new Command('charsets')
    .description('Propose a charset for the kept messages of a mailing list that neither name nor show theirs')
    .argument('<board>', 'name of the board')
    .addHelpText(
      'after',
      `
It prints a JSON object for each of the likeliest charsets: charset, share of the evidence, messages for which it is the likeliest, and a line that is decoded by
it. The detector guesses: read the lines. Then compare stored texts, and set the charset:

  $ sagasu reprocess mail bees --dry-run --charset koi8-r --show 5
  $ sagasu board set bees mail.charset=koi8-r`,
    )
    .action(async (name: string) => {
      await withDatabase(async (pool) => {
        const board = await readBoard(pool, name);
        const { mail } = sourceOf(board.source);
        if (mail === undefined) throw new UsageError(`/${board.name}/ is not a mailing list`);
        const proposals = proposeCharsets(await readKeptMessages(pool, mail, board));
        if (proposals.length === 0) console.error('Every kept message names or shows its charset.');
        for (const { share, ...rest } of proposals.slice(0, SHOWN)) {
          console.log(JSON.stringify({ ...rest, share: Number(share.toFixed(3)) }));
        }
      });
    });
}
