/** `sagasu media verify`: compares the files of the datastores with the database. */
import { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { restoreThumbnail } from '../../scraper/media/redraw.ts';
import { verifyMedia } from '../../scraper/media/verify-media.ts';
import { withImageWorker } from './with-image-worker.ts';

/** Longer than any transaction that is about to add the row of a new file. */
const GRACE_MS = 3_600_000;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Read every stored file and report damaged, missing and unreferenced ones, and lost thumbnails')
    .option(
      '--repair',
      'fetch lost files again where possible, draw lost thumbnails and delete unreferenced files',
      false,
    )
    .addHelpText(
      'after',
      `
Each finding is one line: what is wrong, datastore, key. \`no-thumbnail\` names a file whose drawn thumbnail is lost. The last line is a
JSON object with the counts. Exit code 1 when something is wrong that was not repaired.`,
    )
    .action(async ({ repair }: { repair: boolean }) => {
      await withImageWorker(async (context) => {
        const found = await verifyMedia(context.pool, context.datastores, {
          repair,
          redraw: async (file) => restoreThumbnail(context, file),
          now: () => new Date(),
          graceMs: GRACE_MS,
          onFinding: (finding, store, key) => console.log(`${finding}  ${store}  ${key}`),
        });
        console.log(JSON.stringify(found));
        const wrong = found.damaged + found.missing + found.orphans + found.parts + found.thumbnails;
        if (wrong > found.repaired) process.exitCode = EXIT.failure;
      });
    });
}
