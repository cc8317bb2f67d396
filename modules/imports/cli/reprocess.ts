/** `sagasu reprocess comments`: converts imported comments again with the rules of this version. */
import { Command } from 'commander';
import { readBoards } from '../../../cli/arguments.ts';
import { withImporter } from '../../../cli/stores.ts';
import { reprocessComments } from '../asagi/reprocess.ts';

export function reprocessCommentsCommand(): Command {
  return new Command('comments')
    .description("Make the HTML of imported comments anew from the other archive's text, which is kept")
    .argument('[boards...]', 'names of boards (default: all)')
    .option('--dry-run', 'count what would change, and change nothing', false)
    .addHelpText(
      'after',
      `
Comments for which a source has stated its own HTML stay as they are. The command may be interrupted and repeated. It prints a JSON
object for each board: read, changed.`,
    )
    .action(async (names: readonly string[], { dryRun }: { dryRun: boolean }) => {
      await withImporter(async (pool) => {
        for (const board of await readBoards(pool, names)) {
          const counts = await reprocessComments(pool, board, { dryRun, now: new Date() });
          console.log(JSON.stringify({ board: board.name, ...counts }));
        }
      });
    });
}
