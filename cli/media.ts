import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../platform/config.ts';
import { Datastores, type DatastoreRow } from '../platform/datastore/datastores.ts';
import { banMedia, parseHash, unbanMedia } from '../scraper/media/ban.ts';
import { scrub } from '../scraper/media/verify-media.ts';
import { withDatabase } from './stores.ts';
import { UsageError } from './usage-error.ts';

/** Longer than any transaction that is about to give a file its row. */
const GRACE_MS = 3_600_000;

export function mediaCommand(): Command {
  const media = new Command('media').description('the files that are archived').helpCommand(false);
  media
    .command('scrub')
    .description('read every file, and say which are damaged, missing, or nobody’s')
    .option('--repair', 'fetch lost files again where they can still be had, and delete what is nobody’s', false)
    .action(async ({ repair }: { repair: boolean }) => {
      await withStores(async (pool, datastores) => {
        const found = await scrub(pool, datastores, {
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
    .description('take a file away, and never store it again')
    .argument('<hash>', 'MD5 (hexadecimal or base64) or SHA-256 (hexadecimal)')
    .option('--reason <text>', 'why')
    .action(async (text: string, { reason = null }: { reason?: string | null }) => {
      const hash = hashOf(text);
      await withDatabase(async (pool) => {
        const files = await banMedia(pool, hash, 'cli', reason);
        console.log(`${text} is banned; ${files} stored ${files === 1 ? 'file goes' : 'files go'}.`);
      });
    });
  media
    .command('unban')
    .description('let a banned file be stored again')
    .argument('<hash>', 'as it was banned')
    .action(async (text: string) => {
      const hash = hashOf(text);
      await withDatabase(async (pool) => {
        if (!(await unbanMedia(pool, hash, new Date()))) throw new UsageError(`${text} is not banned`);
        console.log(`${text} may be stored again.`);
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

function storeCommand(): Command {
  const store = new Command('store').description('the places where files are kept');
  store
    .command('add')
    .description('keep new files in another folder or bucket; it is marked, and must be empty or new')
    .argument('<name>')
    .addOption(new Option('--kind <kind>', 'what it is').choices(['local', 's3']).default('local'))
    .requiredOption('--base <place>', 'a folder, or https://host/bucket')
    .option('--from <digits>', 'first two digits of the SHA-256 from which on it takes files', byteOf, 0)
    .option('--to <digits>', 'and up to which', byteOf, 255)
    .option('--redirect <url>', 'readers are sent there for its files')
    .action(async (name: string, { kind, base, from, to, redirect = null }: AddOptions) => {
      await withStores(async (_pool, datastores) => {
        const row = await datastores.add({ name, kind, base, firstByte: from, lastByte: to, redirectUrl: redirect });
        console.log(lineOf(row));
      });
    });
  store
    .command('list')
    .description('where files are kept')
    .action(async () => {
      await withStores(async (_pool, datastores) => {
        for (const row of await datastores.rows()) console.log(lineOf(row));
      });
    });
  return store;
}

async function withStores(
  work: (pool: Parameters<Parameters<typeof withDatabase>[0]>[0], datastores: Datastores) => Promise<void>,
): Promise<void> {
  await withDatabase(async (pool) => {
    const datastores = new Datastores(pool, readConfig());
    try {
      await work(pool, datastores);
    } finally {
      await datastores.close();
    }
  });
}

function lineOf({
  name,
  kind,
  base,
  first_byte: first,
  last_byte: last,
  redirect_url: redirect,
  marker,
}: DatastoreRow) {
  const range = [first, last].map((byte) => byte.toString(16).padStart(2, '0')).join('-');
  return `${name}  ${kind}  ${base}  ${range}  marker ${marker}${redirect === null ? '' : `  → ${redirect}`}`;
}

function hashOf(text: string): Buffer {
  const hash = parseHash(text);
  if (hash === null) throw new UsageError(`${text} is no hash: MD5 has 32 hexadecimal digits, SHA-256 has 64`);
  return hash;
}

function byteOf(text: string): number {
  if (!/^[0-9a-f]{2}$/i.test(text)) throw new InvalidArgumentError('must be two hexadecimal digits');
  return Number.parseInt(text, 16);
}
