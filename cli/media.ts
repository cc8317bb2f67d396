import { Command, InvalidArgumentError, Option } from 'commander';
import type pg from 'pg';
import { readConfig } from '../platform/config.ts';
import { Datastores } from '../platform/datastore/datastores.ts';
import { banMedia, parseHash, unbanMedia } from '../scraper/media/ban.ts';
import { verifyMedia } from '../scraper/media/verify-media.ts';
import { UsageError } from './arguments.ts';
import { withDatabase } from './stores.ts';
import { formatTable, jsonOption, printList, type Columns } from './table.ts';

/** Longer than any transaction that is about to give a new file its row. */
const GRACE_MS = 3_600_000;

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
        if (wrong > found.repaired) process.exitCode = 1;
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
        const files = await banMedia(pool, hash, 'cli', reason);
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
        if (!(await unbanMedia(pool, hash, new Date()))) throw new UsageError(`${text} is not banned`);
        console.log(`Unbanned ${text}.`);
      });
    });
  media.addCommand(storeCommand());
  return media;
}

interface AddOptions {
  readonly kind: 'local' | 's3';
  readonly base: string;
  readonly from: number;
  readonly to: number;
  readonly redirect?: string | null;
}

type StoreRow = Awaited<ReturnType<Datastores['rows']>>[number];

const STORE_COLUMNS: Columns<StoreRow> = {
  NAME: ({ name }) => name,
  KIND: ({ kind }) => kind,
  BASE: ({ base }) => base,
  HASHES: ({ first_byte: first, last_byte: last }) => `${hexByte(first)}-${hexByte(last)}`,
  MARKER: ({ marker }) => marker,
  REDIRECT: ({ redirect_url: redirect }) => redirect,
};

const STORE_LIST = { columns: STORE_COLUMNS, json: (row: StoreRow): object => row, empty: 'No datastores yet.' };

function storeCommand(): Command {
  const store = new Command('store').description('Manage the datastores in which files are kept');
  store
    .command('add')
    .description('Add a folder or bucket for new files; it is marked and must be new or empty')
    .argument('<name>', 'name of the datastore')
    .addOption(new Option('--kind <kind>', 'kind of datastore').choices(['local', 's3']).default('local'))
    .requiredOption('--base <place>', 'a folder, or https://host/bucket')
    .option('--from <digits>', 'lowest first byte of the SHA-256 it stores, two hexadecimal digits', parseByte, 0)
    .option('--to <digits>', 'highest first byte of the SHA-256 it stores (default: ff)', parseByte, 255)
    .option('--redirect <url>', 'redirect readers to this address for its files (default: serve them here)')
    .addHelpText('after', `\nExample:\n  $ sagasu media store add disk2 --base /mnt/disk2/sagasu --from 80 --to ff`)
    .action(async (name: string, { kind, base, from, to, redirect = null }: AddOptions) => {
      await withDatastores(async (datastores) => {
        const row = await datastores.add({ name, kind, base, firstByte: from, lastByte: to, redirectUrl: redirect });
        console.log(formatTable([row], STORE_COLUMNS));
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

async function withDatastores(work: (datastores: Datastores, pool: pg.Pool) => Promise<void>): Promise<void> {
  await withDatabase(async (pool) => {
    const datastores = new Datastores(pool, readConfig());
    try {
      await work(datastores, pool);
    } finally {
      await datastores.close();
    }
  });
}

function readHash(text: string): Buffer {
  const hash = parseHash(text);
  if (hash === null) throw new UsageError(`${text} is not a hash: an MD5 has 32 hexadecimal digits, a SHA-256 has 64`);
  return hash;
}

function parseByte(text: string): number {
  if (!/^[0-9a-f]{2}$/i.test(text)) throw new InvalidArgumentError('It must be two hexadecimal digits.');
  return Number.parseInt(text, 16);
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
