import { Command } from 'commander';
import type pg from 'pg';
import { readConfig } from '../platform/config.ts';
import type { Datastores } from '../platform/datastore/datastores.ts';
import { banMedia, parseHash, unbanMedia, type Unbanned } from '../scraper/media/ban.ts';
import { createImageWorker } from '../scraper/media/image-worker/image-worker.ts';
import { RENEW_FROM, renewPixels, type RenewPlace } from '../scraper/media/renew-pixels.ts';
import { verifyMedia } from '../scraper/media/verify-media.ts';
import { createLogger } from '../platform/logger.ts';
import { EXIT } from './exit-codes.ts';
import { UsageError } from './arguments.ts';
import { storeCommand } from './media/stores.ts';
import { incomingFolder, withDatastores } from './media/with-datastores.ts';
import { removalLog, withDatabase } from './stores.ts';

/** Longer than any transaction that is about to give a new file its row. */
const GRACE_MS = 3_600_000;
const RENEW_BATCH = 100;

export function mediaCommand(): Command {
  const media = new Command('media').description('Verify and ban archived files, and manage where they are stored');
  media
    .command('verify')
    .description('Read every stored file and report damaged, missing and unreferenced ones')
    .option('--repair', 'fetch lost files again where possible and delete unreferenced ones', false)
    .addHelpText(
      'after',
      `
Each finding is one line: what is wrong, datastore, key. The last line is a JSON object with the counts.
Exit code 1 when something is wrong that was not repaired.`,
    )
    .action(async ({ repair }: { repair: boolean }) => {
      await withDatastores(async (datastores, pool) => {
        const found = await verifyMedia(pool, datastores, {
          repair,
          now: () => new Date(),
          graceMs: GRACE_MS,
          onFinding: (finding, store, key) => console.log(`${finding}  ${store}  ${key}`),
        });
        console.log(JSON.stringify(found));
        const wrong = found.damaged + found.missing + found.orphans + found.parts;
        if (wrong > found.repaired) process.exitCode = EXIT.failure;
      });
    });
  media
    .command('ban')
    .description('Delete a file and never store it again')
    .argument('<hash>', 'MD5 (hexadecimal or base64) or SHA-256 (hexadecimal)')
    .option('--reason <text>', 'reason for the moderation log')
    .action(async (text: string, { reason = null }: { reason?: string | null }) => {
      const hash = readHash(text);
      await withDatabase(async (pool) => {
        const files = await banMedia(pool, hash, 'cli', reason, removalLog());
        console.log(`Banned ${text}. Stored files that will be deleted: ${files}.`);
      });
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
  media
    .command('rehash')
    .description('Compute the pixel hashes anew that an older version of Sagasu made')
    .addHelpText(
      'after',
      `
Scrapers do the same in the background, a few images a second. The last line is a JSON object with the counts: renewed, of these
without (images that have no hash by the present rule), and unreadable. Exit code 1 when files could not be read.`,
    )
    .action(async () => {
      await withDatastores(async (datastores, pool) => {
        const counts = await renewAllPixels(datastores, pool);
        console.log(JSON.stringify(counts));
        if (counts.unreadable > 0) process.exitCode = EXIT.failure;
      });
    });
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

async function renewAllPixels(datastores: Datastores, pool: pg.Pool) {
  const imageWorker = createImageWorker();
  const logger = createLogger(readConfig(), 'cli');
  const context = { pool, datastores, imageWorker, incomingDir: incomingFolder(), logger };
  const total = { renewed: 0, without: 0, unreadable: 0 };
  try {
    for (let after: RenewPlace | null = RENEW_FROM; after !== null;) {
      const batch = await renewPixels(context, after, RENEW_BATCH);
      total.renewed += batch.renewed;
      total.without += batch.without;
      total.unreadable += batch.unreadable;
      ({ after } = batch);
    }
    return total;
  } finally {
    imageWorker.close();
  }
}

function readHash(text: string): Buffer {
  const hash = parseHash(text);
  if (hash === null) throw new UsageError(`${text} is not a hash: an MD5 has 32 hexadecimal digits, a SHA-256 has 64`);
  return hash;
}
