/** `sagasu reprocess`: recomputes stored content by the rules of this version. */
import { Command } from 'commander';
import { reprocessCharsetsCommand } from './reprocess-charsets.ts';
import { reprocessMailCommand } from './reprocess-mail.ts';
import { unescapeTexts } from '../store/unescape-texts.ts';
import { UsageError, readBoards } from './arguments.ts';
import { withImporter } from './stores.ts';

export function reprocessCommand(): Command {
  const command = new Command('reprocess').description('Make stored content anew by the rules of this version');
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
        const boards = await readBoards(pool, names);
        const other = boards.find(({ source }) => source !== 'vichan');
        if (names.length > 0 && other !== undefined)
          throw new UsageError(`/${other.name}/ is not harvested from vichan`);
        const ofVichan = boards.filter(({ source }) => source === 'vichan');
        if (ofVichan.length === 0) console.error('No board is harvested from vichan: there is nothing to unescape.');
        for (const board of ofVichan) {
          const counts = await unescapeTexts(pool, board, { dryRun, now: new Date() });
          console.log(JSON.stringify({ board: board.name, ...counts }));
        }
      });
    });
  command.addCommand(reprocessMailCommand());
  command.addCommand(reprocessCharsetsCommand());
  return command;
}
