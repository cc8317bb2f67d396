/** Starts MariaDB and searchd on free ports, with folders under the bench's data. Both end with this process. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createConnection, createPool, type Pool } from 'mysql2/promise';
import { grantTraversal, createOwnedFolder, storeAccount } from '../../../../dev-stores/accounts.ts';
import type { Account } from '../../../../dev-stores/tool.ts';
import { startStore, stopLeftover, type StoreProcess } from '../../../../dev-stores/store-process.ts';
import { runTool } from '../../../../dev-stores/tool.ts';
import type { Environment } from '../../../../platform/config.ts';
import { freePort } from '../../../support/ports.ts';
import type { Programs } from './install.ts';

const START_LIMIT_MS = 120_000;
const INDEX_LIMIT_MS = 7_200_000;
/** More connections than readers, so that no reader waits for one. */
const CONNECTIONS = 16;
/**
 * A million posts fit in memory, as for the other engines. Nothing is flushed to disk for durability, since lost rows
 * are generated again.
 */
const MARIADB_SETTINGS = {
  'innodb-buffer-pool-size': '1G',
  'innodb-flush-log-at-trx-commit': '0',
  'innodb-doublewrite': '0',
  'innodb-log-file-size': '512M',
  'local-infile': '1',
  'max-allowed-packet': '64M',
  'character-set-server': 'utf8mb4',
  'skip-name-resolve': '1',
  'skip-log-bin': '1',
  'bind-address': '127.0.0.1',
};

export interface ServerContext {
  readonly programs: Programs;
  readonly account: Account | null;
  readonly env: Environment;
  /** An absolute path. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export async function openContext(
  programs: Programs,
  dataFolder: string,
  env: Environment,
  say: (line: string) => void,
): Promise<ServerContext> {
  const folder = resolve(dataFolder, 'foolfuuka');
  const account = await storeAccount(env, say);
  await mkdir(folder, { recursive: true });
  await createOwnedFolder(folder, account, env);
  await grantTraversal(folder, account, env, say);
  return { programs, account, env, folder, say };
}

export interface MariaDb {
  readonly port: number;
  readonly process: StoreProcess;
  pool(database: string): Pool;
}

export async function startMariaDb(context: ServerContext): Promise<MariaDb> {
  const { programs, account, env, folder, say } = context;
  const data = join(folder, 'mariadb');
  await stopLeftover(recordFile(context, 'mariadb'));
  if (!existsSync(data)) {
    const draft = `${data}.new`;
    await rm(draft, { recursive: true, force: true });
    const args = ['--no-defaults', `--datadir=${draft}`, '--auth-root-authentication-method=normal', '--skip-test-db'];
    await runTool(programs.installDb, args, { env, account, cwd: folder, timeoutMs: START_LIMIT_MS });
    await rename(draft, data);
  }
  const port = await freePort();
  const settings = { ...MARIADB_SETTINGS, datadir: data, port: String(port), socket: join(folder, 'mariadb.sock') };
  say(`MariaDB: starting on port ${port}`);
  const process = await startStore(
    {
      title: 'MariaDB',
      command: programs.mariadbd,
      args: ['--no-defaults', ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`)],
      env,
      cwd: folder,
      account,
      logFile: join(folder, 'mariadb.log'),
      recordFile: recordFile(context, 'mariadb'),
      stopSignal: 'SIGTERM',
      ports: [],
      onEnd: (how) => say(`MariaDB ${how}`),
    },
    { answers: async () => answers(port, 'root'), limitMs: START_LIMIT_MS, signal: undefined },
  );
  return {
    port,
    process,
    pool: (database) =>
      createPool({ host: '127.0.0.1', port, user: 'root', database, connectionLimit: CONNECTIONS, charset: 'utf8mb4' }),
  };
}

export interface Sphinx {
  readonly process: StoreProcess;
  readonly pool: Pool;
}

/** Builds the indexes that the configuration names. */
export async function buildIndexes(
  context: ServerContext,
  configFile: string,
  indexes: readonly string[],
): Promise<void> {
  const { programs, account, env } = context;
  await runTool(programs.indexer, ['--config', configFile, '--quiet', ...indexes], {
    env,
    account,
    cwd: context.folder,
    timeoutMs: INDEX_LIMIT_MS,
  });
}

export async function startSphinx(context: ServerContext, configFile: string, port: number): Promise<Sphinx> {
  await stopLeftover(recordFile(context, 'searchd'));
  context.say(`Sphinx: starting on port ${port}`);
  const process = await startStore(
    {
      title: 'Sphinx',
      command: context.programs.searchd,
      args: ['--config', configFile, '--nodetach'],
      env: context.env,
      cwd: context.folder,
      account: context.account,
      logFile: join(context.folder, 'searchd.log'),
      recordFile: recordFile(context, 'searchd'),
      stopSignal: 'SIGTERM',
      ports: [],
      onEnd: (how) => context.say(`Sphinx ${how}`),
    },
    { answers: async () => answers(port), limitMs: START_LIMIT_MS, signal: undefined },
  );
  return { process, pool: createPool({ host: '127.0.0.1', port, connectionLimit: CONNECTIONS }) };
}

/** Creates a folder that both servers may write to. */
export async function innerFolder(context: ServerContext, ...path: readonly string[]): Promise<string> {
  const folder = join(context.folder, ...path);
  await createOwnedFolder(folder, context.account, context.env);
  return folder;
}

function recordFile(context: ServerContext, name: string): string {
  return join(context.folder, `${name}.json`);
}

async function answers(port: number, user = ''): Promise<boolean> {
  const connection = await createConnection({ host: '127.0.0.1', port, user, connectTimeout: 2_000 });
  connection.on('error', () => undefined);
  connection.destroy();
  return true;
}
