/** `sagasu reprocess mail`: reads the kept messages of mailing lists again. */
import { Command, Option } from 'commander';
import type pg from 'pg';
import type { Board } from '../mappings/board.ts';
import { readBoardSettings } from '../mappings/board-settings.ts';
import { MAIL_CHARSETS } from '../mappings/mail-charsets.ts';
import {
  countNotKept,
  rereadMessages,
  type RereadChange,
  type RereadMonth,
} from '../scraper/backfill/reread-messages.ts';
import { sourceOf } from '../scraper/sources/registry.ts';
import { readSettings } from '../store/boards/settings.ts';
import { createSlices } from '../store/slices.ts';
import { UsageError, readBoards, wholeNumber } from './arguments.ts';
import { withDatabase } from './stores.ts';

interface MailOptions {
  readonly dryRun: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly charset?: string;
  readonly show: number;
}

/** Characters of a text that `--show` prints. */
const SHOWN = 120;

export function reprocessMailCommand(): Command {
  return new Command('mail')
    .description(
      'Read the kept messages of mailing lists again, by the rules of this version and the charset of the board',
    )
    .argument('[boards...]', 'names of boards (default: all mailing lists)')
    .option('--dry-run', 'report what would change, and change nothing', false)
    .option('--from <month>', 'first month, e.g. 2016-06', readMonth)
    .option('--to <month>', 'last month', readMonth)
    .addOption(
      new Option('--charset <name>', 'try another charset than that of the board; needs --dry-run').choices(
        MAIL_CHARSETS,
      ),
    )
    .option('--show <count>', 'print so many changed texts of each month', wholeNumber(1_000), 0)
    .addHelpText(
      'after',
      `
Charsets, parts, dates and threads are read anew; numbers of posts stay. Stop scrapers of the earlier version first. The command may be
interrupted and repeated, also --from the last month that it printed. It prints a JSON object for each month (month, read, changed, and
the number of changes of each field) and for each board (read, changed, not_kept).

not_kept counts messages that versions without this command stored. Read their months again at the source: sagasu forum reharvest. If the
source is gone, they stay as they are.

Example:
  $ sagasu reprocess mail bees --dry-run --charset koi8-r --show 5`,
    )
    .action(async (names: readonly string[], options: MailOptions) => {
      if (options.charset !== undefined && !options.dryRun) {
        throw new UsageError('--charset needs --dry-run. Set it for the board: sagasu board set NAME mail.charset=…');
      }
      await withDatabase(async (pool) => {
        const boards = await readBoards(pool, names);
        const other = boards.find(({ source }) => sourceOf(source).mail === undefined);
        if (names.length > 0 && other !== undefined) throw new UsageError(`/${other.name}/ is not a mailing list`);
        const lists = boards.filter(({ source }) => sourceOf(source).mail !== undefined);
        if (lists.length === 0) console.error('No board is a mailing list: there is nothing to read again.');
        for (const board of lists) await reprocess(pool, board, options);
      });
    });
}

async function reprocess(pool: pg.Pool, board: Board, options: MailOptions): Promise<void> {
  const { mail } = sourceOf(board.source);
  if (mail === undefined) return;
  const { settings, defaults } = await readSettings(pool, board);
  const charset = options.charset ?? readBoardSettings(settings, defaults).mailCharset;
  const range = { from: options.from ?? null, to: options.to ?? null };
  const context = { pool, slices: createSlices(pool), now: () => new Date() };
  const total = { read: 0, changed: 0 };
  for await (const month of rereadMessages(context, mail, board, { ...range, charset, dryRun: options.dryRun })) {
    console.log(JSON.stringify({ board: board.name, ...summaryOf(month) }));
    for (const change of month.changes.slice(0, options.show)) console.log(JSON.stringify(shown(change)));
    total.read += month.read;
    total.changed += month.changed;
  }
  console.log(JSON.stringify({ board: board.name, ...total, not_kept: await countNotKept(pool, board, range) }));
}

function summaryOf({ month, read, changed, changes }: RereadMonth): object {
  const text = String(month);
  const byField = Map.groupBy(changes, ({ field }) => field);
  const counts = Object.fromEntries([...byField].map(([field, of]) => [field, of.length]));
  return { month: `${text.slice(0, 4)}-${text.slice(4)}`, read, changed, ...counts };
}

/** The texts from the first difference on. */
function shown({ num, field, before, after }: RereadChange): object {
  const [a, b] = [before ?? '', after ?? ''];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const cut = (text: string) => text.slice(Math.max(0, start - 20)).slice(0, SHOWN);
  return { num, field, before: before === null ? null : cut(a), after: after === null ? null : cut(b) };
}

function readMonth(text: string): number {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined) throw new UsageError(`"${text}" is not a month such as 2016-06`);
  return Number(year + month);
}
