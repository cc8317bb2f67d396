/** MariaDB and searchd on ports of their own, over folders under the bench's data; both end with this process. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createConnection, createPool, type Pool } from 'mysql2/promise';
import { grantPassage, createOwnedFolder, storeAccount } from '../../../../stack/accounts.ts';
import type { Account } from '../../../../stack/tool.ts';
import { startStore, stopLeftover, type StoreProcess } from '../../../../stack/store-process.ts';
import { runTool } from '../../../../stack/tool.ts';
import type { Environment } from '../../../../platform/config.ts';
import { freePort } from '../../../support/ports.ts';
import type { Programs } from './install.ts';

const START_LIMIT_MS = 120_000;
const INDEX_LIMIT_MS = 7_200_000;
/** More than the readers have, so that none waits for a connection. */
const CONNECTIONS = 16;
/**
 * Everything of a million posts in memory, as for the others; nothing flushed for safety's sake, since the rows are made
 * anew when they are lost.
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

export interface ServerHouse {
  readonly programs: Programs;
  readonly account: Account | null;
  readonly env: Environment;
  /** Absolute. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export async function openHouse(
  programs: Programs,
  dataFolder: string,
  env: Environment,
  say: (line: string) => void,
): Promise<ServerHouse> {
  const folder = resolve(dataFolder, 'foolfuuka');
  const account = await storeAccount(env, say);
  await mkdir(folder, { recursive: true });
  await createOwnedFolder(folder, account, env);
  await grantPassage(folder, account, env, say);
  return { programs, account, env, folder, say };
}

export interface MariaDb {
  readonly port: number;
  readonly process: StoreProcess;
  pool(database: string): Pool;
}

export async function startMariaDb(house: ServerHouse): Promise<MariaDb> {
  const { programs, account, env, folder, say } = house;
  const data = join(folder, 'mariadb');
  await stopLeftover(recordFile(house, 'mariadb'));
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
      recordFile: recordFile(house, 'mariadb'),
      stopSignal: 'SIGTERM',
      onEnd: say,
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
export async function buildIndexes(house: ServerHouse, configFile: string, indexes: readonly string[]): Promise<void> {
  const { programs, account, env } = house;
  await runTool(programs.indexer, ['--config', configFile, '--quiet', ...indexes], {
    env,
    account,
    cwd: house.folder,
    timeoutMs: INDEX_LIMIT_MS,
  });
}

export async function startSphinx(house: ServerHouse, configFile: string, port: number): Promise<Sphinx> {
  await stopLeftover(recordFile(house, 'searchd'));
  house.say(`Sphinx: starting on port ${port}`);
  const process = await startStore(
    {
      title: 'Sphinx',
      command: house.programs.searchd,
      args: ['--config', configFile, '--nodetach'],
      env: house.env,
      cwd: house.folder,
      account: house.account,
      logFile: join(house.folder, 'searchd.log'),
      recordFile: recordFile(house, 'searchd'),
      stopSignal: 'SIGTERM',
      onEnd: house.say,
    },
    { answers: async () => answers(port), limitMs: START_LIMIT_MS, signal: undefined },
  );
  return { process, pool: createPool({ host: '127.0.0.1', port, connectionLimit: CONNECTIONS }) };
}

/** A folder that both servers may write to. */
export async function innerFolder(house: ServerHouse, ...path: readonly string[]): Promise<string> {
  const folder = join(house.folder, ...path);
  await createOwnedFolder(folder, house.account, house.env);
  return folder;
}

function recordFile(house: ServerHouse, name: string): string {
  return join(house.folder, `${name}.json`);
}

async function answers(port: number, user = ''): Promise<boolean> {
  const connection = await createConnection({ host: '127.0.0.1', port, user, connectTimeout: 2_000 });
  connection.on('error', () => undefined);
  connection.destroy();
  return true;
}
