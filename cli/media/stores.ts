/** `sagasu media store`: the datastores in which files are kept. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { uncoveredRanges, type Datastores } from '../../platform/datastore/datastores.ts';
import { moveFiles } from '../../scraper/media/move-files.ts';
import { formatTable, jsonOption, printList, type Columns } from '../table.ts';
import { EXIT } from '../exit-codes.ts';
import { incomingFolder, withDatastores } from './with-datastores.ts';

interface AddOptions {
  readonly kind: 'local' | 's3';
  readonly base: string;
  readonly from: number;
  readonly to: number;
  readonly redirect?: string | null;
}

interface SetOptions {
  readonly from?: number;
  readonly to?: number;
  /** `redirect` is false for --no-redirect. */
  readonly redirect?: string | false;
  readonly close?: true;
  readonly open?: true;
}

type StoreRow = Awaited<ReturnType<Datastores['rows']>>[number];

const STORE_COLUMNS: Columns<StoreRow> = {
  NAME: ({ name }) => name,
  KIND: ({ kind }) => kind,
  BASE: ({ base }) => base,
  NEW: ({ takes_files: takes }) => (takes ? 'yes' : 'no'),
  HASHES: ({ first_byte: first, last_byte: last }) => `${hexByte(first)}-${hexByte(last)}`,
  MARKER: ({ marker }) => marker,
  REDIRECT: ({ redirect_url: redirect }) => redirect,
};

const STORE_LIST = { columns: STORE_COLUMNS, json: (row: StoreRow): object => row, empty: 'No datastores yet.' };

export function storeCommand(): Command {
  const store = new Command('store').description('Manage the datastores in which files are kept');
  store
    .command('add')
    .description('Add a folder or bucket for new files; it is marked and must be new or empty')
    .argument('<name>', 'name of the datastore')
    .addOption(new Option('--kind <kind>', 'kind of datastore').choices(['local', 's3']).default('local'))
    .requiredOption('--base <place>', 'a folder, or https://host/bucket')
    .option('--from <digits>', 'lowest first byte of the SHA-256 it stores, two hexadecimal digits', parseByte, 0)
    .option('--to <digits>', 'highest first byte of the SHA-256 it stores (default: ff)', parseByte, 255)
    .option(
      '--redirect <url>',
      'redirect readers to this address for its files (default: serve them here)',
      parseAddress,
    )
    .addHelpText('after', `\nExample:\n  $ sagasu media store add disk2 --base /mnt/disk2/sagasu --from 80 --to ff`)
    .action(async (name: string, { kind, base, from, to, redirect = null }: AddOptions) => {
      await withDatastores(async (datastores) => {
        const row = await datastores.add({ name, kind, base, firstByte: from, lastByte: to, redirectUrl: redirect });
        console.log(formatTable([row], STORE_COLUMNS));
      });
    });
  store
    .command('set')
    .description('Change which new files a datastore takes, and where readers find its files')
    .argument('<name>', 'name of the datastore')
    .option('--from <digits>', 'lowest first byte of the SHA-256 of new files, two hexadecimal digits', parseByte)
    .option('--to <digits>', 'highest first byte of the SHA-256 of new files', parseByte)
    .option('--redirect <url>', 'redirect readers to this address for its files', parseAddress)
    .option('--no-redirect', 'serve its files here')
    .addOption(new Option('--close', 'take no new files').conflicts('open'))
    .option('--open', 'take new files again')
    .addHelpText(
      'after',
      `
Stored files stay where they are until \`sagasu media store rebalance\`. Running processes follow within five seconds.

Example:
  $ sagasu media store set disk1 --to 7f && sagasu media store set disk2 --from 80`,
    )
    .action(async (name: string, { from, to, redirect, close, open }: SetOptions) => {
      await withDatastores(async (datastores) => {
        const row = await datastores.change(name, {
          ...(from !== undefined && { firstByte: from }),
          ...(to !== undefined && { lastByte: to }),
          ...(redirect !== undefined && { redirectUrl: redirect === false ? null : redirect }),
          ...((close === true || open === true) && { takesFiles: open === true }),
        });
        console.log(formatTable([row], STORE_COLUMNS));
        for (const [first, last] of uncoveredRanges(await datastores.rows())) {
          console.error(`No datastore takes new files of ${hexByte(first)}-${hexByte(last)}: they wait.`);
        }
      });
    });
  store
    .command('rebalance')
    .description('Move stored files into the datastores that new files of their hashes go to')
    .option('--dry-run', 'count what would be moved, and move nothing', false)
    .option('--list', 'print each file: key, datastore before, datastore after', false)
    .addHelpText(
      'after',
      `
Files are read while they move. A file's old copy is deleted ten minutes later, by a scraper. The command may be interrupted and
repeated. The last line is a JSON object with the counts. Exit code 1 when files could not be read or have no datastore.

Example: empty a disk
  $ sagasu media store set disk1 --close && sagasu media store rebalance`,
    )
    .action(async ({ dryRun, list }: { dryRun: boolean; list: boolean }) => {
      await withDatastores(async (datastores, pool) => {
        const counts = await moveFiles(pool, datastores, {
          dryRun,
          incomingDir: incomingFolder(),
          now: () => new Date(),
          ...(list && { onMove: (key, from, to) => console.log(`${key}  ${from}  ${to}`) }),
        });
        console.log(JSON.stringify(counts));
        if (counts.unreadable + counts.homeless > 0) process.exitCode = EXIT.failure;
      });
    });
  store
    .command('list')
    .description('List the datastores')
    .addOption(jsonOption())
    .action(async (options: { json: boolean }) => {
      await withDatastores(async (datastores) => {
        printList(await datastores.rows(), STORE_LIST, options);
      });
    });
  return store;
}

function parseByte(text: string): number {
  if (!/^[0-9a-f]{2}$/i.test(text)) throw new InvalidArgumentError('It must be two hexadecimal digits.');
  return Number.parseInt(text, 16);
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function parseAddress(text: string): string {
  const address = URL.parse(text);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new InvalidArgumentError('It must be an address that begins with http:// or https://.');
  }
  return text;
}
