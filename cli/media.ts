import { Command } from 'commander';
import { banMedia, parseHash, unbanMedia, type Unbanned } from '../scraper/media/ban.ts';
import { UsageError } from './arguments.ts';
import { redrawCommand } from './media/redraw.ts';
import { rehashCommand } from './media/rehash.ts';
import { storeCommand } from './media/stores.ts';
import { verifyCommand } from './media/verify.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { removalLog, withDatabase } from './stores.ts';

export function mediaCommand(): Command {
  const media = new Command('media').description('Verify and ban archived files, and manage where they are stored');
  media.addCommand(verifyCommand());
  media
    .command('ban')
    .description('Delete a file and never store it again')
    .argument('<hash>', 'MD5 (hexadecimal or base64) or SHA-256 (hexadecimal)')
    .option('--reason <text>', 'reason for the moderation log')
    .addOption(dryRunOption())
    .action(async (text: string, { reason = null, dryRun }: { reason?: string | null } & DryRun) => {
      const hash = readHash(text);
      await withDatabase(
        async (pool) => {
          const files = await banMedia(pool, hash, 'cli', reason, dryRun ? null : removalLog());
          printOutcome(`Banned ${text}. Stored files that will be deleted: ${files}.`, { dryRun });
        },
        { dryRun },
      );
    });
  media
    .command('unban')
    .description('Allow a banned file to be stored again')
    .argument('<hash>', 'the hash that was banned')
    .action(async (text: string) => {
      const hash = readHash(text);
      await withDatabase(async (pool) => {
        const unbanned = await unbanMedia(pool, hash, new Date(), removalLog());
        if (unbanned === null) throw new UsageError(`${text} is not banned`);
        console.log(describeUnbanned(text, unbanned));
      });
    });
  media.addCommand(rehashCommand());
  media.addCommand(redrawCommand());
  media.addCommand(storeCommand());
  return media;
}

function describeUnbanned(hash: string, { posts, requested, isStillBanned }: Unbanned): string {
  const changed = [`Unbanned ${hash}.`, `Posts that name the file: ${posts}.`];
  if (isStillBanned) {
    changed.push("The file's other hash is banned too: the file stays deleted until you lift that ban as well.");
  } else if (requested > 0) {
    changed.push(
      `Files and thumbnails that the running scrapers request from the source now: ${requested}. A file that the source no longer has stays missing: import it with --media.`,
    );
  } else {
    changed.push('Nothing is requested now: the file is stored when a source next shows it.');
  }
  return changed.join('\n');
}

function readHash(text: string): Buffer {
  const hash = parseHash(text);
  if (hash === null) throw new UsageError(`${text} is not a hash: an MD5 has 32 hexadecimal digits, a SHA-256 has 64`);
  return hash;
}
