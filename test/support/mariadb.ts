/** A MariaDB server for the tests. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { freePort } from './ports.ts';

export const READER_PASSWORD = 'secret of the reader';

export interface MariaDb {
  /** The address of a database for a read-only user, without the password. */
  url(database: string): string;
  /** Runs statements as the administrator. */
  run(statements: string | Buffer, database?: string): void;
  /** Creates a database from a compressed dump. */
  load(database: string, dump: string): void;
  stop(): Promise<void>;
}

export async function startMariaDb(): Promise<MariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'sagasu-mariadb-'));
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')];
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const install = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync('mariadb-install-db', [...install, ...user], { stdio: 'ignore' });
  const port = await freePort();
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      ...user,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const run = (statements: string | Buffer, database = 'mysql') => {
    execFileSync(
      'mariadb',
      ['--no-defaults', `--socket=${socket}`, '-uroot', '--default-character-set=utf8mb4', database],
      {
        input: statements,
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
  };
  const stop = async () => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const isUp = () =>
      spawnSync('mariadb-admin', ['--no-defaults', `--socket=${socket}`, '-uroot', 'ping']).status === 0;
    const end = Date.now() + 60_000;
    while (!isUp()) {
      if (server.exitCode !== null || Date.now() > end) throw new Error('mariadbd does not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // The definer of the fixtures' triggers.
    run('create user asagi@localhost; grant all on *.* to asagi@localhost');
    run(`create user reader@'127.0.0.1' identified by '${READER_PASSWORD}'; grant select on *.* to reader@'127.0.0.1'`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: (database) => `mysql://reader@127.0.0.1:${port}/${database}`,
    run,
    load(database, dump) {
      run(`create database ${database}`);
      run(gunzipSync(readFileSync(dump)), database);
    },
    stop,
  };
}
