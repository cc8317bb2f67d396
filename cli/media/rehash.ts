/** `sagasu media rehash`: recomputes pixel hashes by the current rule, and computes missing difference hashes. */
import { Command } from 'commander';
import { EXIT } from '../exit-codes.ts';
import { RENEW_FROM, renewPixels, type RenewContext, type RenewPlace } from '../../scraper/media/renew-pixels.ts';
import { withImageWorker } from './with-image-worker.ts';

const BATCH = 100;

export function rehashCommand(): Command {
  return new Command('rehash')
    .description('Compute hashes of pictures that an older version of Sagasu made by another rule, or did not make')
    .addHelpText(
      'after',
      `
Scrapers do the same in the background, a few images a second. The last line is a JSON object with the counts: renewed, of these
without (images that have no hash by the present rule), and unreadable. Exit code 1 when files could not be read.`,
    )
    .action(async () => {
      await withImageWorker(async (context) => {
        const counts = await renewAllPixels(context);
        console.log(JSON.stringify(counts));
        if (counts.unreadable > 0) process.exitCode = EXIT.failure;
      });
    });
}

async function renewAllPixels(context: RenewContext) {
  const total = { renewed: 0, without: 0, unreadable: 0 };
  for (let after: RenewPlace | null = RENEW_FROM; after !== null;) {
    const batch = await renewPixels(context, after, BATCH);
    total.renewed += batch.renewed;
    total.without += batch.without;
    total.unreadable += batch.unreadable;
    ({ after } = batch);
  }
  return total;
}
