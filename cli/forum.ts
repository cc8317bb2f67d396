import { Command } from 'commander';
import type pg from 'pg';
import { forumBase } from '../mappings/kick.ts';
import { closeForum, listForums, type ForumState } from '../scraper/forums/forums.ts';
import { readPlace } from '../scraper/forums/places.ts';
import { hasHistory, reharvestForum } from '../scraper/forums/reharvest.ts';
import { sourceOf } from '../scraper/sources/registry.ts';
import { UsageError } from './arguments.ts';
import { notifyScrapers } from './kick.ts';
import { withDatabase } from './stores.ts';
import { dryRunOption, printOutcome, type DryRun } from './rehearsal.ts';
import { jsonOption, printList } from './table.ts';

export function forumCommand(): Command {
  const forum = new Command('forum').description('List and close the forums that boards are harvested from');
  forum
    .command('list')
    .description('List every forum, the parts of it that are complete, and whether it is closed')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      printList(
        await withDatabase(listForums),
        {
          columns: {
            BOARD: ({ board }) => `/${board}/`,
            'BASE URL': (one) => forumBase(one),
            COMPLETE: ({ finished }) => finished ?? '{}',
            STATE: ({ closedAt }) => (closedAt === null ? 'open' : `closed since ${closedAt.toISOString()}`),
          },
          json: (one) => ({
            board: one.board,
            base_url: forumBase(one),
            complete: one.finished,
            closed_at: one.closedAt?.toISOString() ?? null,
          }),
          empty: 'No forums yet. Add a board: sagasu board add --help',
        },
        options,
      );
    });
  forum
    .command('close')
    .description('Stop harvesting a forum and free the memory that its history takes')
    .argument('<base-url>', 'base URL as listed by sagasu forum list')
    .action(async (base: string) => {
      await setClosed(base, new Date());
      console.log(`Closed ${base}. Posts archived from it stay.`);
    });
  forum
    .command('open')
    .description('Harvest a closed forum again')
    .argument('<base-url>', 'base URL as listed by sagasu forum list')
    .action(async (base: string) => {
      await setClosed(base, null);
      console.log(`Opened ${base}.`);
    });
  forum
    .command('reharvest')
    .description('Read a forum, or a part of it, again')
    .argument('<base-url>', 'base URL as listed by sagasu forum list')
    .option('--from <place>', 'first thread or, for a mailing list, first month, e.g. 2016-06')
    .option('--to <place>', 'last thread or month')
    .addOption(dryRunOption())
    .addHelpText(
      'after',
      `
Forgets which documents of the forum were read and which parts are complete. The scraper then reads them again, like a new
forum, at its usual pace. Posts stay: what is stored already is compared, and nothing is stored twice.

Examples:
  $ sagasu forum reharvest https://archive.example.org/g --from 51000000 --to 51999999
  $ sagasu forum reharvest https://lists.example.org/pipermail/bees --from 2016-01 --to 2016-06`,
    )
    .action(reharvest);
  return forum;
}

interface ReharvestOptions extends DryRun {
  readonly from?: string;
  readonly to?: string;
}

async function reharvest(base: string, { from, to, dryRun }: ReharvestOptions): Promise<void> {
  const work = async (pool: pg.Pool) => {
    const matching = await forumsAt(pool, base);
    const parts = matching.map((one) => {
      if (!hasHistory(one))
        throw new UsageError(
          `${base} is polled as a whole and has no history to read again. Kick it: sagasu kick --help`,
        );
      return { first: placeFrom(one, from), last: placeFrom(one, to) };
    });
    for (const { first, last } of parts) {
      if (first !== null && last !== null && first > last) throw new UsageError('--from is after --to');
    }
    let addresses = 0;
    for (const [at, one] of matching.entries()) {
      addresses += await reharvestForum(pool, one, parts[at] ?? { first: null, last: null });
    }
    return { addresses, isClosed: matching.some(({ closedAt }) => closedAt !== null) };
  };
  const found = await withDatabase(work, { dryRun });
  if (!dryRun) await notifyScrapers();
  printOutcome(`${base} is read again; ${found.addresses} addresses are forgotten.`, { dryRun });
  if (found.isClosed) console.log('It is closed: nothing is read before sagasu forum open.');
}

function placeFrom({ source }: ForumState, text: string | undefined): number | null {
  if (text === undefined) return null;
  const isMail = sourceOf(source).mail !== undefined;
  const place = readPlace(text, isMail);
  if (place === null)
    throw new UsageError(`"${text}" is not ${isMail ? 'a month such as 2016-06' : 'the number of a thread'}`);
  return place;
}

/** The forums with this base address, which several boards may share. */
async function forumsAt(pool: pg.Pool, base: string): Promise<ForumState[]> {
  const matching = (await listForums(pool)).filter((one) => forumBase(one) === base);
  if (matching.length === 0) throw new UsageError(`${base} is not a base URL. List them: sagasu forum list`);
  return matching;
}

async function setClosed(base: string, at: Date | null): Promise<void> {
  await withDatabase(async (pool) => {
    for (const one of await forumsAt(pool, base)) await closeForum(pool, one, at);
  });
  await notifyScrapers();
}
