/** `sagasu reprocess`: stored content made anew by the rules of this version. */
import { Command } from 'commander';
import { reprocessComments } from '../import/asagi/reprocess.ts';
import { unescapeTexts } from '../import/unescape-texts.ts';
import { UsageError, readBoards } from './arguments.ts';
import { withImporter } from './stores.ts';

export function reprocessCommand(): Command {
  const command = new Command('reprocess').description('Make stored content anew by the rules of this version');
  command
    .command('comments')
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
  command
    .command('texts')
    .description(
      'Unescape subjects, names, addresses and staff words that earlier versions stored as vichan escapes them',
    )
    .argument('[boards...]', 'names of boards (default: all of vichan)')
    .option('--dry-run', 'count what would change, and change nothing', false)
    .addHelpText(
      'after',
      `
Stop scrapers of the earlier version first. Posts that came from imports, ghost posts, and texts that were never escaped stay as they are. The
command may be interrupted and repeated: no text is unescaped twice. It prints a JSON object for each board: read, changed.`,
    )
    .action(async (names: readonly string[], { dryRun }: { dryRun: boolean }) => {
      await withImporter(async (pool) => {
        for (const board of await readBoards(pool, names)) {
          if (board.source !== 'vichan') {
            if (names.length > 0) throw new UsageError(`/${board.name}/ is not harvested from vichan`);
            continue;
          }
          const counts = await unescapeTexts(pool, board, { dryRun, now: new Date() });
          console.log(JSON.stringify({ board: board.name, ...counts }));
        }
      });
    });
  return command;
}
